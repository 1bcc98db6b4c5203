"""`moleworks play`: play a match in the terminal."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Annotated, Literal

from cyclopts import Parameter

from moleworks.cli.app import app, exit_on_complaint, paragraphs, say
from moleworks.cli.options import Board, Lang, Options, Plain, Players, Preset, split_list
from moleworks.core.messages import N_, BadSetup
from moleworks.engine import chance
from moleworks.terminal import setup
from moleworks.terminal.screen import EndOfInput, Quit, TerminalScreen
from moleworks.terminal.session import run_session


@app.command(
    help=paragraphs(
        say("Play a game in this terminal, line by line."),
        say("What you do not say here is asked. While you play, type `help` for all commands."),
        say("In a saved game, Computer is played by the computer, unless you give `--seats`."),
    )
)
def play(
    game: Annotated[str | None, Parameter(help=say("mole-hill, mole-company or buddel-bande."))] = None,
    /,
    *,
    players: Players = None,
    seats: Annotated[
        str | None, Parameter(help=say("Who plays, such as human,computer,computer:3; 3 is a level."))
    ] = None,
    level: Annotated[
        int | None, Parameter(help=say("How well the computer plays: 1, for beginners, to 7, the strongest."))
    ] = None,
    names: Annotated[
        str | None, Parameter(help=say("What they are called, such as Lina,Max; computer is one."))
    ] = None,
    emblems: Annotated[
        str | None,
        Parameter(help=say("What stands for them, where a game has it, such as snail,ant.")),
    ] = None,
    table: Annotated[
        str | None,
        Parameter(help=say("What changes no rule, where a game has it, such as hidden_tags.")),
    ] = None,
    preset: Preset = None,
    option: Options = None,
    board: Board = None,
    rotations: Annotated[
        str | None, Parameter(help=say("Turns of Mole Company's boards, such as 0,1,2,3."))
    ] = None,
    lang: Lang = None,
    plain: Plain = False,
    seed: Annotated[
        int | None, Parameter(help=say("The same dice and computer moves again: for demonstrations."))
    ] = None,
    load: Annotated[Path | None, Parameter(help=say("Go on with a saved game."))] = None,
    begin: Annotated[
        Literal["ask", "lots", "first"] | None,
        Parameter(help=say("Who begins: asked (usual at a terminal), at random, or the first in the list.")),
    ] = None,
) -> int:
    """Run `moleworks play`: ask for what is missing, then play in the terminal."""
    with exit_on_complaint(lang) as words:
        screen = TerminalScreen(words, plain=plain)
        random = chance.SYSTEM if seed is None else Random(seed)
        options = setup.PlayOptions(
            game,
            players,
            split_list(seats),
            split_list(names),
            preset,
            dict(map(setup.parse_option, option or [])),
            board,
            _parse_rotations(rotations),
            begin,
            load,
            level,
            split_list(emblems),
            split_list(table),
        )
        try:
            seated = setup.seat_players(screen, options, random)
        except (EndOfInput, Quit):
            return 0
        return run_session(screen, seated, random)


def _parse_rotations(text: str | None) -> tuple[int, ...] | None:
    if text is None:
        return None
    parts = split_list(text)
    if not all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts):
        raise BadSetup(
            N_("Rotations are written with commas, such as 0,1,2,3; “{given}” is not."), given=text[:40]
        )
    return tuple(map(int, parts))
