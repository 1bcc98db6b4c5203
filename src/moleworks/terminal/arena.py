"""Run an arena from the command line: progress on standard error, results on standard output."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, NamedTuple

from moleworks import arena
from moleworks.arena import cluster, progress, report_text
from moleworks.arena.sprt import ERROR
from moleworks.core.messages import N_, Complaint
from moleworks.reports import arena_page
from moleworks.terminal.files import refuse_folder, write_text
from moleworks.terminal.screen import TerminalConsole, TerminalScreen


class ArenaRunOptions(NamedTuple):
    """Where to run an arena, and which files to write."""

    out: Path | None
    processes: int | None = None
    ray: str | None = None
    html: Path | None = None
    csv: Path | None = None


def run_arena(screen: TerminalScreen, plan: arena.ArenaPlan, options: ArenaRunOptions) -> bool:
    """Play the rest of a plan and print the report; False if it was interrupted."""
    say, out = screen.language.say, options.out
    _check_output_paths(options.html, options.csv, [out] if out else [])
    watch = progress.Display(_console(screen, sys.stderr), say)
    where = None if options.ray is None else cluster.ray_at(options.ray, options.processes)
    with TemporaryDirectory() as folder:
        # A page is made from a file of games.
        games_file = out or (Path(folder) / "games.json" if options.html or options.csv else None)
        try:
            found = arena.run(plan, games_file, processes=options.processes, watch=watch, where=where)
        except KeyboardInterrupt:
            text = N_("Interrupted: nothing is kept.")
            if out is not None:
                text = N_("Interrupted: {path} has what was played; the same command goes on with it.")
            print(say(text, path=out), file=sys.stderr)
            return False
        report_text.show(found, _console(screen, screen.console.file), say)
        if games_file is not None and (options.html or options.csv):
            run = arena_page.read_run(games_file)
            _write_files(screen, [run if out else run._replace(file="")], options.html, options.csv)
    return True


def show_report(screen: TerminalScreen, files: Sequence[Path], html: Path | None, csv: Path | None) -> None:
    """Show arena files as tables, and write them as a page or as CSV."""
    if not files:
        raise Complaint(N_("Name at least one file that an arena wrote."))
    _check_output_paths(html, csv, files)
    runs = [arena_page.read_run(path) for path in files]
    for found in runs:
        screen.console.print(screen.language.pair(found.plan.game, ", ".join(found.plan.players)))
        report_text.show(found.report, _console(screen, screen.console.file), screen.language.say)
    _write_files(screen, runs, html, csv)


def pairing(steps: bool, gauntlet: bool, swiss: int | None) -> str:
    """The name of the pairing that the command line asks for."""
    options = {"steps": steps, "gauntlet": gauntlet, "swiss": swiss is not None}
    asked = [name for name, wish in options.items() if wish]
    if len(asked) > 1:
        raise Complaint(N_("Steps, a gauntlet and a Swiss tournament are three things: choose one."))
    return asked[0] if asked else "all"


def _check_output_paths(html: Path | None, csv: Path | None, files: Sequence[Path]) -> None:
    """Check the output paths before the games are played."""
    for path in (html, csv):
        if path is None:
            continue
        refuse_folder(path)
        if not path.parent.is_dir():
            raise Complaint(N_("{path} cannot be written: there is no such folder."), path=path)
        if any(path.resolve() == file.resolve() for file in files):
            raise Complaint(N_("{path} holds the games of an arena: name another file."), path=path)


def _write_files(
    screen: TerminalScreen, runs: Sequence[arena_page.ArenaRun], html: Path | None, csv: Path | None
) -> None:
    if html is not None:
        write_text(html, arena_page.page(runs, screen.language), over=True)
        screen.say(N_("The page is in {path}."), path=html)
    if csv is not None:
        write_text(csv, arena_page.runs_as_csv(runs), over=True)
        screen.say(N_("The table of all games is in {path}."), path=csv)


def _console(screen: TerminalScreen, stream: IO[str]) -> TerminalConsole:
    """A console for reports; in plain mode it writes only lines, at a terminal too."""
    return TerminalConsole(
        file=stream,
        force_terminal=False if screen.plain else None,
        color_system=None if screen.plain else "auto",
        highlight=False,
        markup=False,
        emoji=False,
    )


def parse_book(text: str) -> list[list[str]]:
    """The openings in a file, one on a line; what follows # is a remark.

    >>> parse_book("# short ones\\ne4 a1|b1\\n\\nd4  # beside the middle")
    [['e4', 'a1|b1'], ['d4']]
    """
    lines = (line.partition("#")[0].split() for line in text.splitlines())
    return [line for line in lines if line]


def parse_clock(text: str) -> tuple[float, float]:
    """The seconds for a game, and those that each action adds.

    >>> parse_clock("60+0.5"), parse_clock("10")
    ((60.0, 0.5), (10.0, 0.0))
    """
    first, _, increment = text.partition("+")
    try:
        return float(first), float(increment or 0)
    except ValueError:
        raise Complaint(N_("A clock is written 60+0.5, not “{given}”."), given=text[:40]) from None


def parse_adjudication(text: str) -> tuple[float, int]:
    """A chance of winning, and the number of actions for which all have to agree on it.

    >>> parse_adjudication("0.95,4")
    (0.95, 4)
    """
    chance, _, actions = text.partition(",")
    try:
        return float(chance), int(actions)
    except ValueError:
        raise Complaint(
            N_("Adjudication is written as a chance and a number of actions, 0.95,4, not “{given}”."),
            given=text[:40],
        ) from None


def parse_draw(text: str) -> tuple[float, ...]:
    """How near an even chance, for how many actions, and from which action on (without it: from the first).

    >>> parse_draw("0.05,8,40"), parse_draw("0.05,8")
    ((0.05, 8, 40), (0.05, 8))
    """
    most, *actions = text.split(",")
    try:
        if not 1 <= len(actions) <= 2:
            raise ValueError
        return float(most), *map(int, actions)
    except ValueError:
        raise Complaint(
            N_("A draw is written as a difference and numbers of actions, 0.05,8,40, not “{given}”."),
            given=text[:40],
        ) from None


def parse_engine_options(texts: Sequence[str]) -> dict[str, dict[str, str]]:
    """By engine, its options.

    >>> parse_engine_options(["digger.size=3", "digger.book=none"])
    {'digger': {'size': '3', 'book': 'none'}}
    """
    found: dict[str, dict[str, str]] = {}
    for text in texts:
        name, _, option = text.partition(".")
        option, given, value = option.partition("=")
        if not (name and option and given):
            raise Complaint(
                N_("An option of an engine is written NAME.OPTION=VALUE, not “{given}”."), given=text[:40]
            )
        found.setdefault(name, {})[option] = value
    return found


NORMALISED = "normalised"


def parse_sprt(text: str) -> tuple[float, ...]:
    """Parse the two Elo differences of an SPRT, perhaps its two error rates, and whether Elo is normalised.

    >>> parse_sprt("0,20"), parse_sprt("0,5,0.01,0.1"), parse_sprt("0,5,normalised")
    ((0.0, 20.0), (0.0, 5.0, 0.01, 0.1), (0.0, 5.0, 0.05, 0.05, 1.0))
    """
    numbers, normalised, rest = text.partition(f",{NORMALISED}")
    try:
        low, high, *errors = map(float, numbers.split(","))
        if len(errors) not in {0, 2} or rest:
            raise ValueError(text)
    except ValueError:
        raise Complaint(
            N_("An SPRT is written with two numbers of Elo, such as 0,20; “{given}” is not."), given=text[:40]
        ) from None
    if normalised:
        return low, high, *(errors or (ERROR, ERROR)), 1.0
    return low, high, *errors
