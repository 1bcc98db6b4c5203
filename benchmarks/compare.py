"""Compare two checkouts by one benchmark, by turns: `scripts/bench compare FOLDER [PART ...] [-- ARGUMENTS]`.

Both run one after the other, several times, so that whatever else the machine does slows both: each with
its own .venv, or with this checkout's where it has none. A row is worse if its ratio exceeds what runs of
the same checkout differ by.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from rich.box import SIMPLE
from rich.table import Table

from benchmarks.report import say

HERE = Path(__file__).resolve().parents[1]
SPEED_ROW = re.compile(r"^\s*(?P<what>.+?)\s+(?P<how>interpreted|compiled|start)\s+(?P<value>[\d,.]+)")
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
RATE = re.compile(r"interpreted|compiled|Lighthouse|(?<!\d )\b[a-z]+/s\b")
"""Rows in which more is better; in all others less is."""
TOLERANCE = 1.1

Values = Mapping[str, float]


class Compared(NamedTuple):
    """One row of the benchmark in both checkouts."""

    what: str
    before: float
    after: float
    noise: float
    """The largest ratio between two runs of the same checkout."""

    @property
    def cost(self) -> float:
        """Above 1 where this checkout is worse."""
        ratio = self.after / self.before if self.before else 1.0
        return 1 / ratio if RATE.search(self.what) and ratio else ratio

    @property
    def is_worse(self) -> bool:
        return self.cost > max(TOLERANCE, self.noise)


def main(arguments: list[str]) -> int:
    """Measure, print one table, and fail if a row is worse."""
    parser = argparse.ArgumentParser(prog="scripts/bench compare", description=__doc__)
    parser.add_argument("folder", type=Path, help="the other checkout, taken for the earlier one")
    parser.add_argument("bench", nargs="*", help="the benchmark and its parts, such as: service cpu")
    parser.add_argument("--rounds", type=int, default=3, help="how often each is measured (3)")
    own, _, rest = _split(arguments)
    chosen = parser.parse_args(own)
    found: dict[Path, list[Values]] = defaultdict(list)
    for number in range(chosen.rounds):
        for checkout in (chosen.folder.resolve(), HERE):
            say(f"round {number + 1} of {chosen.rounds}: {checkout.name}", markup=False)
            found[checkout].append(measured(checkout, chosen.bench, rest))
    rows = compared(found[chosen.folder.resolve()], found[HERE])
    say(table(rows))
    if left_out := not_compared(found, rows):
        say(f"Not measured in every run of both: {', '.join(left_out)}.", markup=False)
    return int(not rows or any(row.is_worse for row in rows))


def _split(arguments: list[str]) -> tuple[list[str], str, list[str]]:
    at = arguments.index("--") if "--" in arguments else len(arguments)
    return arguments[:at], "--", arguments[at + 1 :]


def measured(checkout: Path, bench: Sequence[str], rest: Sequence[str]) -> Values:
    """The rows of one run, by name."""
    with tempfile.TemporaryDirectory() as folder:
        paths = os.pathsep.join([str(checkout / "src"), str(checkout)])
        where = ["--folder", folder] if bench else []
        done = subprocess.run(
            [interpreter(checkout), "-m", "benchmarks", *bench, *where, *rest],
            cwd=checkout,
            # Bytecode is kept, as in an installation: else starts would measure the length of the source.
            env={**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "", "COLUMNS": "160"},
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
        file = Path(folder) / "table.md"
        return from_markdown(file.read_text("utf-8")) if file.exists() else from_speeds(done.stdout)


def interpreter(checkout: Path) -> str:
    """The checkout's own Python, since an earlier version may need other packages."""
    own = checkout / ".venv/bin/python"
    return str(own) if own.exists() else sys.executable


def from_speeds(text: str) -> Values:
    """The rows of the plain benchmark.

    >>> from_speeds("Mole Hill, random rounds compiled  4,600,000 3,000,000")
    {'Mole Hill, random rounds, compiled': 4600000.0}
    """
    rows = filter(None, map(SPEED_ROW.match, text.splitlines()))
    return {f"{row['what']}, {row['how']}": float(row["value"].replace(",", "")) for row in rows}


def from_markdown(text: str) -> Values:
    """The rows of a table in Markdown: the first number of the column `measured`.

    >>> from_markdown("| a page | < 2 s | 1.25 s (1.2-1.3) | yes | 9 times |")
    {'a page': 1.25}
    """
    found = {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if len(cells) > 2 and (number := NUMBER.search(cells[2])):
            found[cells[0]] = float(number[0].replace(",", ""))
    return found


def compared(before: Sequence[Values], after: Sequence[Values]) -> list[Compared]:
    """Medians of the rows that both have, and how far runs of one checkout are apart."""
    names = [name for name in before[0] if all(name in run for run in (*before, *after))]
    rows = []
    for name in names:
        one, other = ([run[name] for run in runs] for runs in (before, after))
        noise = max(max(values) / min(values) if min(values) else 1.0 for values in (one, other))
        rows.append(Compared(name, statistics.median(one), statistics.median(other), noise))
    return rows


def not_compared(found: Mapping[Path, Sequence[Values]], rows: Sequence[Compared]) -> list[str]:
    """The rows that some runs have and others lack: renamed, or failed."""
    measured_rows = {name for runs in found.values() for run in runs for name in run}
    return sorted(measured_rows - {row.what for row in rows})


def table(rows: Sequence[Compared]) -> Table:
    drawn = Table(title="Moleworks: this checkout against another", title_justify="left", box=SIMPLE)
    for column in ("what", "before", "after", "cost", "noise", "worse"):
        drawn.add_column(column, justify="left" if column == "what" else "right")
    for row in rows:
        numbers = f"{row.before:,.6g}", f"{row.after:,.6g}", f"{row.cost:.3f}", f"{row.noise:.3f}"
        drawn.add_row(row.what, *numbers, "yes" if row.is_worse else "no")
    return drawn
