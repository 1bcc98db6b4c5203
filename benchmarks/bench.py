"""A benchmark of several parts: any can be asked for, and what was measured is printed whatever happens."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from benchmarks.report import Row, rows_of, say, table


class Option(NamedTuple):
    """A number that the command line may change."""

    name: str
    usual: int
    help: str


class Measure(NamedTuple):
    """One part of a benchmark: what it is called, and how it is done by what the command line asks for."""

    name: str
    rows: Callable[[argparse.Namespace], Iterable[Row]]
    options: tuple[Option, ...] = ()


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

    def main(self, arguments: list[str]) -> None:
        """Measure what is asked for, and print what there is even if it was interrupted."""
        wish = self._wish(arguments)
        wish.folder.mkdir(parents=True, exist_ok=True)
        rows: list[Row] = []
        try:
            for measure in self.measures:
                if not wish.parts or measure.name in wish.parts:
                    rows += rows_of(measure.name, partial(measure.rows, wish))
        except KeyboardInterrupt:
            say(self.interrupted)
        say(table(rows, self.title))

    def _wish(self, arguments: list[str]) -> argparse.Namespace:
        known = [measure.name for measure in self.measures]
        parser = argparse.ArgumentParser(prog=f"scripts/bench {self.name}", description=self.about)
        parser.add_argument("parts", nargs="*", metavar="PART", help=f"some of {', '.join(known)}; else all")
        usual = Path(".bench", self.name)
        parser.add_argument(
            "--folder", type=_absolute, default=usual.absolute(), help=f"{self.files} ({usual})"
        )
        for option in (option for measure in self.measures for option in measure.options):
            parser.add_argument(
                option.name, type=int, default=option.usual, help=f"{option.help} ({option.usual})"
            )
        wish = parser.parse_args(arguments)
        if unknown := set(wish.parts) - set(known):
            parser.error(f"there is no part {', '.join(sorted(unknown))}; there are {', '.join(known)}")
        return wish


def _absolute(path: str) -> Path:
    """Servers and browsers that are started work elsewhere."""
    return Path(path).absolute()
