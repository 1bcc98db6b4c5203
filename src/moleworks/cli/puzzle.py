"""`moleworks puzzle` and `moleworks puzzles make`: solve puzzles in the terminal, and make more of them."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from moleworks.cli.app import app, exit_on_complaint, paragraphs, say
from moleworks.cli.options import Game, Lang, OptionalGame, Plain, Processes
from moleworks.terminal import setup
from moleworks.terminal.screen import TerminalScreen
from moleworks.terminal.session import INTERRUPTED


@app.command(
    help=paragraphs(
        say("Solve the puzzle of the day in this terminal: the same for everybody."),
        say("With `--more` or `--theme` you get another one that suits you; mistakes come back."),
    )
)
def puzzle(
    game: OptionalGame = None,
    /,
    *,
    more: Annotated[
        bool, Parameter(negative="", help=say("Another puzzle, near your rating, instead of the day's."))
    ] = False,
    theme: Annotated[str | None, Parameter(help=say("Only puzzles of this theme, such as hold."))] = None,
    id_: Annotated[str | None, Parameter(name="--id", help=say("This puzzle, by its id."))] = None,
    day: Annotated[str | None, Parameter(help=say("The puzzle of another day, such as 2026-12-24."))] = None,
    progress: Annotated[
        Path | None, Parameter(help=say("The file that keeps your progress; usually in your data folder."))
    ] = None,
    lang: Lang = None,
    plain: Plain = False,
) -> int:
    """Run `moleworks puzzle`."""
    from moleworks.puzzles import files  # noqa: PLC0415
    from moleworks.terminal import puzzle as solving  # noqa: PLC0415

    with exit_on_complaint(lang) as words:
        screen = TerminalScreen(words, plain=plain)
        solved = solving.solve_one(
            screen,
            setup.known_game(game).id if game else solving.first_game(),
            progress or solving.default_path(),
            day=files.read_day(day) if day else datetime.datetime.now().astimezone().date(),
            id_=id_,
            theme=theme,
            more=more,
        )
    return 0 if solved else 1


puzzles_app = App(name="puzzles", help=say("Make puzzles."))
app.command(puzzles_app)


@puzzles_app.command(
    help=paragraphs(
        say("Find puzzles in games that the computer plays against itself, prove them, and rate them."),
        say("The same command goes on where it was interrupted; with a larger number, the set grows."),
    )
)
def make(
    *,
    game: Game,
    count: Annotated[int, Parameter(help=say("How many puzzles the file shall have."))],
    out: Annotated[Path, Parameter(help=say("The folder to keep them in."))],
    of: Annotated[
        int | None, Parameter(help=say("Find so many, and choose from them; usually no more than wanted."))
    ] = None,
    hard: Annotated[
        bool, Parameter(negative="", help=say("Only those that the strongest level does not find at once."))
    ] = False,
    processes: Processes = None,
    lang: Lang = None,
    plain: Plain = False,
) -> int:
    """Run `moleworks puzzles make`."""
    from moleworks.terminal import puzzle_making  # noqa: PLC0415

    with exit_on_complaint(lang) as words:
        screen = TerminalScreen(words, plain=plain)
        done = puzzle_making.make(screen, setup.known_game(game).id, count, out, of, hard, processes)
    return 0 if done else INTERRUPTED
