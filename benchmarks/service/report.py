"""Lines of the table, and what is said while they are measured."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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


def table(rows: Iterable[Row], title: str) -> Table:
    drawn = Table(title=f"Moleworks: {title}", title_justify="left", box=SIMPLE)
    for column in ("what", "wanted", "measured", "met", "counted"):
        drawn.add_column(column)
    for row in rows:
        drawn.add_row(row.what, row.wanted, row.measured, row.verdict, row.counted)
    return drawn


def quantile(values: Sequence[float], share: float) -> float:
    """The value that this share of them does not exceed; of nothing it is endless.

    >>> quantile([3, 1, 2, 4], 0.5), quantile([], 0.5)
    (2, inf)
    """
    if not values:
        return float("inf")
    return sorted(values)[max(0, -(-int(share * 1000) * len(values) // 1000) - 1)]


def milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms"
