"""The table of a benchmark, and the output while it is measured."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

CONSOLE = Console(width=110)
say = CONSOLE.print
COLUMNS = ("what", "wanted", "measured", "met", "counted")


class Row(NamedTuple):
    """One line of the table."""

    what: str
    wanted: str
    measured: str
    counted: str
    good: bool
    missing: bool = False
    """Whether it could not be measured."""

    @property
    def verdict(self) -> str:
        return "yes" if self.good else "NO"

    @property
    def cells(self) -> tuple[str, ...]:
        return self.what, self.wanted, self.measured, self.verdict, self.counted


class Missing(Exception):
    """A part needs something that pip does not install."""


def rows_of(part: str, measure: Callable[[], Iterable[Row]]) -> Iterable[Row]:
    """The rows of a part; an error becomes a row too, so that it is not overlooked."""
    try:
        for row in measure():
            say("  ".join(row[:4]), markup=False)
            yield row
    except Missing as missing:
        say(str(missing), markup=False)
        yield Row(part, "", "not measured", str(missing), False, missing=True)
    except Exception as error:  # noqa: BLE001 - the other parts are still worth measuring
        say(f"{part} failed: {type(error).__name__}: {error}", markup=False)
        yield Row(part, "", "failed", f"{type(error).__name__}: {str(error)[:200]}", False, missing=True)


def table(rows: Iterable[Row], title: str) -> Table:
    drawn = Table(title=f"Moleworks: {title}", title_justify="left", box=SIMPLE)
    for column in COLUMNS:
        drawn.add_column(column)
    for row in rows:
        drawn.add_row(*row.cells)
    return drawn


def text(rows: Iterable[Row], title: str) -> str:
    """The table as Markdown."""
    lines = [COLUMNS, tuple("---" for _ in COLUMNS), *(row.cells for row in rows)]
    drawn = (" | ".join(" ".join(cell.replace("|", "\\|").split()) for cell in line) for line in lines)
    return "\n".join([f"# Moleworks: {title}", "", *(f"| {line} |" for line in drawn), ""])


def quantile(values: Sequence[float], share: float) -> float:
    """The value that this share of the values does not exceed; infinite if there are none.

    >>> quantile([3, 1, 2, 4], 0.5), quantile([], 0.5)
    (2, inf)
    """
    if not values:
        return float("inf")
    return sorted(values)[max(0, -(-int(share * 1000) * len(values) // 1000) - 1)]


def milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms"
