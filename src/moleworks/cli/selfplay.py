"""`moleworks selfplay`: make a data set of self-play games with values."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from moleworks import boards
from moleworks.cli.app import app, exit_on_complaint, paragraphs, say
from moleworks.cli.options import Board, Game, Lang, Options, Plain, Players, Preset, Processes
from moleworks.terminal import setup
from moleworks.terminal.screen import TerminalScreen
from moleworks.terminal.session import INTERRUPTED


@app.command(
    help=paragraphs(
        say("Make a data set: games of the computer against itself, with a value for every position."),
        say("The same command goes on where it was interrupted; with more games, the set grows."),
    )
)
def selfplay(
    *,
    game: Game,
    games: Annotated[int, Parameter(help=say("How many games the set shall have."))],
    out: Annotated[Path, Parameter(help=say("The folder to keep them in."))],
    player: Annotated[
        str, Parameter(help=say("Who plays all seats: level1 to level7, best@500n, random; usually level3."))
    ] = "level3",
    nodes: Annotated[
        int | None, Parameter(help=say("How much to think about the value of a position; 0 for no values."))
    ] = None,
    proofs: Annotated[
        int,
        Parameter(help=say("How much to search for a proof of perfect play, where a solver can; usually 0.")),
    ] = 0,
    opening: Annotated[
        int, Parameter(help=say("How many first actions are chosen at random; usually 4."))
    ] = 4,
    players: Players = None,
    preset: Preset = None,
    option: Options = None,
    board: Board = None,
    seed: Annotated[int, Parameter(help=say("Another number brings other games; usually 1."))] = 1,
    processes: Processes = None,
    lang: Lang = None,
    plain: Plain = False,
) -> int:
    """Run `moleworks selfplay`."""
    from moleworks.research import dataset  # noqa: PLC0415
    from moleworks.research.dataset import display as selves  # noqa: PLC0415

    with exit_on_complaint(lang) as words:
        rules = setup.known_game(game)
        planned = dataset.plan(
            rules.id,
            player,
            nodes=nodes,
            opening=opening,
            players=players,
            preset=preset,
            options=dict(map(setup.parse_option, option or [])),
            board=boards.find(rules.id, board or "classic"),
            seed=seed,
            proofs=proofs,
        )
        done = selves.selfplay(TerminalScreen(words, plain=plain), planned, games, out, processes)
    return 0 if done else INTERRUPTED
