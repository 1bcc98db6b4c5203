"""Lines of the table, and what is said while they are measured."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from typing import NamedTuple

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

CONSOLE = Console(width=110)
say = CONSOLE.print


class Row(NamedTuple):
    """One line of the table."""

    what: str
    wanted: str
    measured: str
    counted: str
    good: bool

    @property
    def verdict(self) -> str:
        return "yes" if self.good else "NO"


class Measure(NamedTuple):
    """One part of the benchmark: what it is called, and how it is done by what the command line asks for."""

    name: str
    rows: Callable[[argparse.Namespace], Iterable[Row]]
    options: Callable[[argparse.ArgumentParser], object] | None = None
    """Adds options of its own."""


def table(rows: Iterable[Row]) -> Table:
    drawn = Table(title="Moleworks: the research adapters", title_justify="left", box=SIMPLE)
    for column in ("what", "wanted", "measured", "met", "counted"):
        drawn.add_column(column)
    for row in rows:
        drawn.add_row(row.what, row.wanted, row.measured, row.verdict, row.counted)
    return drawn
