"""`moleworks arena`: run a tournament of computer players."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from moleworks import boards
from moleworks.cli.app import app, exit_on_complaint, paragraphs, say
from moleworks.cli.options import (
    Board,
    Game,
    Lang,
    Options,
    Plain,
    Plots,
    Preset,
    Processes,
    Table,
    split_list,
)
from moleworks.terminal import setup
from moleworks.terminal.screen import TerminalScreen
from moleworks.terminal.session import INTERRUPTED


@app.command(
    help=paragraphs(
        say("Let players play against each other, and say who is better, and how sure that is."),
        say("Players are level1 to level7, best@0.1s, best@5000n, random, and simple ones of each game."),
        say("The same command goes on where it was interrupted, if it has a file to keep games in."),
    )
)
def arena(
    game: Game,
    *,
    players: Annotated[str, Parameter(help=say("Who plays, such as level3,level2 or bots:Digger,random."))],
    games: Annotated[int, Parameter(help=say("How many games each line-up plays; usually 120."))] = 120,
    out: Annotated[Path | None, Parameter(help=say("A file to keep every game in."))] = None,
    seats: Annotated[
        int | None, Parameter(help=say("How many sit at a table, if more players are named."))
    ] = None,
    steps: Annotated[
        bool, Parameter(negative="", help=say("Only neighbours in the list meet, as on a ladder."))
    ] = False,
    gauntlet: Annotated[
        bool, Parameter(negative="", help=say("The first of the list meets each of the others."))
    ] = False,
    swiss: Annotated[
        int | None,
        Parameter(help=say("So many rounds, in which those meet who did about as well: a Swiss tournament.")),
    ] = None,
    engine: Annotated[
        list[str] | None,
        Parameter(
            negative="",
            help=say("A program that plays too, as NAME=COMMAND: see docs/arena.md. May be repeated."),
        ),
    ] = None,
    engine_option: Annotated[
        list[str] | None,
        Parameter(
            negative="",
            help=say("What an engine is told after its start, as NAME.OPTION=VALUE. May be repeated."),
        ),
    ] = None,
    clock: Annotated[
        str | None,
        Parameter(help=say("Seconds of a player for a game, and for each action, such as 60+0.5.")),
    ] = None,
    adjudicate: Annotated[
        str | None,
        Parameter(help=say("A game is won where all agree on a chance for so many actions, such as 0.95,4.")),
    ] = None,
    draw: Annotated[
        str | None,
        Parameter(
            help=say(
                "A game is drawn where all values stay so near an even chance for so many actions,"
                " from an action on, such as 0.05,8,40."
            )
        ),
    ] = None,
    longest: Annotated[int, Parameter(help=say("A game is drawn after so many actions; usually never."))] = 0,
    patience: Annotated[
        float, Parameter(help=say("Seconds that a program or a class may take for one action; usually 60."))
    ] = 60.0,
    forfeit: Annotated[
        bool, Parameter(negative="", help=say("Who goes wrong loses the game; else it does not count."))
    ] = False,
    ray: Annotated[
        str | None,
        Parameter(help=say("Play on Ray: on this machine, or on the cluster at an address that follows.")),
    ] = None,
    html: Plots = None,
    csv: Table = None,
    preset: Preset = None,
    option: Options = None,
    board: Board = None,
    seed: Annotated[
        int, Parameter(help=say("Another number brings other dice, discs and boards; usually 1."))
    ] = 1,
    opening: Annotated[
        int, Parameter(help=say("How many first actions are chosen at random; usually none."))
    ] = 0,
    book: Annotated[
        Path | None,
        Parameter(help=say("A file of openings: on each line the first actions, by their names.")),
    ] = None,
    processes: Processes = None,
    sprt: Annotated[
        str | None,
        Parameter(help=say("Stop as soon as one of two differences of Elo is sure, such as 0,20.")),
    ] = None,
    keep_records: Annotated[
        bool, Parameter(negative="", help=say("Keep the actions of every game in the file."))
    ] = False,
    lang: Lang = None,
    plain: Plain = False,
) -> int:
    """Run `moleworks arena`; it plays, and prints the report."""
    from moleworks.arena import plan  # noqa: PLC0415
    from moleworks.arena.player_finder import parse_engine  # noqa: PLC0415
    from moleworks.terminal import arena, files  # noqa: PLC0415

    with exit_on_complaint(lang) as words:
        rules = setup.known_game(game)
        engines = dict(parse_engine(text, number) for number, text in enumerate(engine or [], 1))
        named = split_list(players)
        bare = {name.partition("@")[0] for name in named}
        planned = plan(
            rules.id,
            (*named, *(name for name in engines if name not in bare)),
            games,
            seats=seats,
            preset=preset,
            options=dict(map(setup.parse_option, option or [])),
            board=boards.find(rules.id, board or "classic"),
            seed=seed,
            pairing=arena.pairing(steps, gauntlet, swiss),
            rounds=swiss or 0,
            opening=opening,
            book=() if book is None else arena.parse_book(files.read_text(book)),
            clock=None if clock is None else arena.parse_clock(clock),
            resign=None if adjudicate is None else arena.parse_adjudication(adjudicate),
            draw=None if draw is None else arena.parse_draw(draw),
            longest=longest,
            engine_options=arena.parse_engine_options(engine_option or []),
            sprt=None if sprt is None else arena.parse_sprt(sprt),
            keep_records=keep_records,
            engines=engines,
            patience=patience,
            forfeits=forfeit,
        )
        options_ = arena.ArenaRunOptions(out, processes, ray, html, csv)
        done = arena.run_arena(TerminalScreen(words, plain=plain), planned, options_)
    return 0 if done else INTERRUPTED
