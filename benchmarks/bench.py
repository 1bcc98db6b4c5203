"""A benchmark of several parts: any can be asked for, and what was measured is kept whatever happens."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.report import Row, rows_of, say, table, text

INTERRUPTED = 130
"""The exit status of what Ctrl-C has ended."""
TABLE = "table.md"


class Option(NamedTuple):
    """Something that the command line may change."""

    name: str
    usual: Any
    help: str
    kind: Callable[[str], Any] = int
    choices: Sequence[str] | None = None


class Measure(NamedTuple):
    """A part of a benchmark: what it is called, and how it is done by what the command line asks for.

    Parts of the same name are asked for together, and fail alone.
    """

    name: str
    rows: Callable[[argparse.Namespace], Iterable[Row]]
    options: tuple[Option, ...] = ()
    what: str = ""
    """Where the name does not tell it."""
    minutes: float | None = None
    """As long as it takes on two quiet cores, about; None if nobody has looked."""
    game: str | None = None
    """Where it is about one, and `--game` chooses."""

    @property
    def told(self) -> str:
        about = "" if self.minutes is None else f" (about {_time(self.minutes)})"
        return f"{self.what or self.name}{about}"


class Bench(NamedTuple):
    """Measures that make one table."""

    name: str
    """As `scripts/bench` is asked for it."""
    about: str | None
    title: str
    """Of the table."""
    measures: tuple[Measure, ...]
    files: str
    """What the folder is for."""
    interrupted: str = "Interrupted: this is what was measured before."
    options: tuple[Option, ...] = ()
    """Of several measures."""

    def main(self, arguments: list[str]) -> int:
        """Measure what is asked for; the exit status, which is not 0 if something could not be measured.

        The table is in a file from its first line on, for whoever looks before the end or after a crash.
        """
        wish = self._wish(arguments)
        wish.folder.mkdir(parents=True, exist_ok=True)
        asked = [measure for measure in self.measures if _asked(measure, wish)]
        rows: list[Row] = []
        status = 0
        try:
            for number, measure in enumerate(asked, 1):
                say(f"{number}/{len(asked)} {measure.told}", style="bold", markup=False)
                for row in rows_of(measure.what or measure.name, partial(measure.rows, wish)):
                    rows.append(row)
                    (wish.folder / TABLE).write_text(text(rows, self.title), "utf-8")
        except KeyboardInterrupt:
            say(self.interrupted)
            status = INTERRUPTED
        say(table(rows, self.title))
        if rows:
            say(f"The table is in {wish.folder / TABLE}.", markup=False, soft_wrap=True)
        if missing := sum(row.missing for row in rows):
            say(f"{missing} of {len(rows)} lines could not be measured: they say why.")
        return status or int(missing > 0)

    def _wish(self, arguments: list[str]) -> argparse.Namespace:
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
                default=option.usual,
                choices=option.choices,
                help=option.help if option.usual is None else f"{option.help} ({option.usual})",
            )
        wish = parser.parse_args(arguments)
        if unknown := set(wish.parts) - set(known):
            parser.error(f"there is no part {', '.join(sorted(unknown))}; there are {', '.join(known)}")
        return wish

    def _parts(self) -> str:
        """What there is to measure, with the time it takes."""
        wide = max(len(measure.name) for measure in self.measures)
        lines = [f"  {measure.name:{wide}}  {measure.told}" for measure in self.measures]
        known = [measure.minutes for measure in self.measures if measure.minutes is not None]
        total = [f"All of it takes about {_time(sum(known))} on two quiet cores."] if known else []
        return "\n".join(["parts:", *lines, *total])


def _asked(measure: Measure, wish: argparse.Namespace) -> bool:
    game = getattr(wish, "game", None)
    return (not wish.parts or measure.name in wish.parts) and game in {None, measure.game}


def _time(minutes: float) -> str:
    """
    >>> _time(0.4), _time(1.0), _time(61.6)
    ('30 s', '1 min', '62 min')
    """
    return f"{round(minutes * 6) * 10 or 10} s" if minutes < 1 else f"{minutes:.0f} min"


def _absolute(path: str) -> Path:
    """Servers and browsers that are started work elsewhere."""
    return Path(path).absolute()
