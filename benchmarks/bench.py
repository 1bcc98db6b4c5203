"""A benchmark command of several parts; finished measurements are kept if it is interrupted."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.report import Row, rows_of, say, table, text

INTERRUPTED = 130
"""The exit status after Ctrl-C."""
TABLE = "table.md"


class Option(NamedTuple):
    """A command line option."""

    name: str
    default: Any
    help: str
    kind: Callable[[str], Any] = int
    choices: Sequence[str] | None = None


class Measure(NamedTuple):
    """A part of a benchmark: its name, and the function that measures it.

    Parts of the same name run together, and fail separately.
    """

    name: str
    rows: Callable[[argparse.Namespace], Iterable[Row]]
    options: tuple[Option, ...] = ()
    what: str = ""
    """A description, where the name is not enough."""
    minutes: float | None = None
    """The approximate time on two idle cores, if known."""
    game: str | None = None
    """The game that it measures, for `--game`."""

    @property
    def description(self) -> str:
        about = "" if self.minutes is None else f" (about {_time(self.minutes)})"
        return f"{self.what or self.name}{about}"


class Bench(NamedTuple):
    """A benchmark: measures that make one table."""

    name: str
    """Its name for `scripts/bench`."""
    about: str | None
    title: str
    """The title of the table."""
    measures: tuple[Measure, ...]
    files: str
    """What the folder holds, for the help."""
    interrupted: str = "Interrupted: this is what was measured before."
    options: tuple[Option, ...] = ()
    """Options of several measures."""

    def main(self, arguments: list[str]) -> int:
        """Measure the selected parts; the exit status is not 0 if something could not be measured.

        The table is written to a file after every line, so that a crash loses nothing.
        """
        args = self._parse(arguments)
        args.folder.mkdir(parents=True, exist_ok=True)
        selected = [measure for measure in self.measures if _is_selected(measure, args)]
        rows: list[Row] = []
        status = 0
        try:
            for number, measure in enumerate(selected, 1):
                say(f"{number}/{len(selected)} {measure.description}", style="bold", markup=False)
                for row in rows_of(measure.what or measure.name, partial(measure.rows, args)):
                    rows.append(row)
                    (args.folder / TABLE).write_text(text(rows, self.title), "utf-8")
        except KeyboardInterrupt:
            say(self.interrupted)
            status = INTERRUPTED
        say(table(rows, self.title))
        if rows:
            say(f"The table is in {args.folder / TABLE}.", markup=False, soft_wrap=True)
        if missing := sum(row.missing for row in rows):
            say(f"{missing} of {len(rows)} lines could not be measured: they say why.")
        return status or int(missing > 0)

    def _parse(self, arguments: list[str]) -> argparse.Namespace:
        known = list(dict.fromkeys(measure.name for measure in self.measures))
        parser = argparse.ArgumentParser(
            prog=f"scripts/bench {self.name}",
            description=self.about,
            epilog=self._parts(),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        parser.add_argument("parts", nargs="*", metavar="PART", help=f"some of {', '.join(known)}; else all")
        usual = Path(".bench", self.name)
        parser.add_argument(
            "--folder", type=_absolute, default=usual.absolute(), help=f"{self.files} ({usual})"
        )
        own = (option for measure in self.measures for option in measure.options)
        for option in (*self.options, *own):
            parser.add_argument(
                option.name,
                type=option.kind,
                default=option.default,
                choices=option.choices,
                help=option.help if option.default is None else f"{option.help} ({option.default})",
            )
        args = parser.parse_args(arguments)
        if unknown := set(args.parts) - set(known):
            parser.error(f"there is no part {', '.join(sorted(unknown))}; there are {', '.join(known)}")
        return args

    def _parts(self) -> str:
        """The list of parts with their times, for the help."""
        width = max(len(measure.name) for measure in self.measures)
        lines = [f"  {measure.name:{width}}  {measure.description}" for measure in self.measures]
        known = [measure.minutes for measure in self.measures if measure.minutes is not None]
        total = [f"All of it takes about {_time(sum(known))} on two quiet cores."] if known else []
        return "\n".join(["parts:", *lines, *total])


def _is_selected(measure: Measure, args: argparse.Namespace) -> bool:
    game = getattr(args, "game", None)
    return (not args.parts or measure.name in args.parts) and game in {None, measure.game}


def _time(minutes: float) -> str:
    """
    >>> _time(0.4), _time(1.0), _time(61.6)
    ('30 s', '1 min', '62 min')
    """
    return f"{round(minutes * 6) * 10 or 10} s" if minutes < 1 else f"{minutes:.0f} min"


def _absolute(path: str) -> Path:
    """An absolute path: servers and browsers run in other folders."""
    return Path(path).absolute()
