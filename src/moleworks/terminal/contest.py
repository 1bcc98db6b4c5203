"""An arena in the terminal: how it goes on standard error, the result on standard output."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, NamedTuple

from moleworks import arena
from moleworks.arena import cluster, progress, sheets
from moleworks.games import Complaint
from moleworks.games.game import N_
from moleworks.terminal import results
from moleworks.terminal.files import refuse_folder, write_text
from moleworks.terminal.screen import Paper, Screen


class Wishes(NamedTuple):
    """Where to play, and where to put what comes out."""

    out: Path | None
    processes: int | None = None
    ray: str | None = None
    html: Path | None = None
    csv: Path | None = None


def contest(screen: Screen, plan: arena.Plan, wishes: Wishes) -> bool:
    """Play what is left of a plan and print the report; False if Ctrl-C came before the end."""
    say, out = screen.language.say, wishes.out
    _check_places(wishes.html, wishes.csv, [out] if out else [])
    watch = progress.Display(_paper(screen, sys.stderr), say)
    where = None if wishes.ray is None else cluster.ray_at(wishes.ray, wishes.processes)
    with TemporaryDirectory() as folder:
        # A page is made from the games, which are in a file.
        kept = out or (Path(folder) / "games.json" if wishes.html or wishes.csv else None)
        try:
            found = arena.run(plan, kept, processes=wishes.processes, watch=watch, where=where)
        except KeyboardInterrupt:
            text = N_("Interrupted: nothing is kept.")
            if out is not None:
                text = N_("Interrupted: {path} has what was played; the same command goes on with it.")
            print(say(text, path=out), file=sys.stderr)
            return False
        sheets.show(found, _paper(screen, screen.console.file), say)
        if kept is not None and (wishes.html or wishes.csv):
            run = results.read(kept)
            _write(screen, [run if out else run._replace(file="")], wishes.html, wishes.csv)
    return True


def report(screen: Screen, files: Sequence[Path], html: Path | None, csv: Path | None) -> None:
    """What is in the files of arenas, in tables; and as a page or a table of all games."""
    if not files:
        raise Complaint(N_("Name at least one file that an arena wrote."))
    _check_places(html, csv, files)
    runs = [results.read(path) for path in files]
    for found in runs:
        screen.console.print(f"{found.plan.game}: {', '.join(found.plan.players)}")
        sheets.show(found.report, _paper(screen, screen.console.file), screen.language.say)
    _write(screen, runs, html, csv)


def pairing(steps: bool, gauntlet: bool, swiss: int | None) -> str:
    """One way for everybody to meet, as the command line has it."""
    wishes = {"steps": steps, "gauntlet": gauntlet, "swiss": swiss is not None}
    asked = [name for name, wish in wishes.items() if wish]
    if len(asked) > 1:
        raise Complaint(N_("Steps, a gauntlet and a Swiss tournament are three things: choose one."))
    return asked[0] if asked else "all"


def _check_places(html: Path | None, csv: Path | None, files: Sequence[Path]) -> None:
    """What would go wrong after the work is told before it."""
    for path in (html, csv):
        if path is None:
            continue
        refuse_folder(path)
        if not path.parent.is_dir():
            raise Complaint(N_("{path} cannot be written: there is no such folder."), path=path)
        if any(path.resolve() == file.resolve() for file in files):
            raise Complaint(N_("{path} holds the games of an arena: name another file."), path=path)


def _write(screen: Screen, runs: Sequence[results.Run], html: Path | None, csv: Path | None) -> None:
    if html is not None:
        write_text(html, results.page(runs, screen.language), over=True)
        screen.say(N_("The page is in {path}."), path=html)
    if csv is not None:
        write_text(csv, results.as_csv(runs), over=True)
        screen.say(N_("The table of all games is in {path}."), path=csv)


def _paper(screen: Screen, stream: IO[str]) -> Paper:
    """Whoever wants it plain gets lines and nothing else, at a terminal too."""
    return Paper(
        file=stream,
        force_terminal=False if screen.plain else None,
        color_system=None if screen.plain else "auto",
        highlight=False,
        markup=False,
        emoji=False,
    )


def sprt(text: str) -> tuple[float, float]:
    """Two differences of Elo as they are written on the command line.

    >>> sprt("0,20")
    (0.0, 20.0)
    """
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        raise Complaint(
            N_("An SPRT is written with two numbers of Elo, such as 0,20; “{given}” is not."), given=text[:40]
        ) from None
    return low, high
