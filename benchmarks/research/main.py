"""What the research adapters bring: measured beside what researchers use already, printed as one table."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

from benchmarks.research import arena
from benchmarks.research.report import Measure, Row, say, table

MEASURES: tuple[Measure, ...] = (arena.MEASURE, arena.RAY)
"""A new line of the table is a module with a measure, and its name here."""


def main(arguments: list[str]) -> None:
    """Measure what is asked for, and print what there is even if it was interrupted."""
    wish = _wish(arguments)
    wish.folder.mkdir(parents=True, exist_ok=True)
    rows: list[Row] = []
    try:
        for measure in MEASURES:
            if not wish.parts or measure.name in wish.parts:
                rows += _rows(measure, wish)
    except KeyboardInterrupt:
        say("Interrupted: this is what was measured before; the same command goes on with the games.")
    say(table(rows))


def _rows(measure: Measure, wish: argparse.Namespace) -> Iterable[Row]:
    """One part; what stops it is a line of the table too, so that nobody takes silence for success."""
    try:
        for row in measure.rows(wish):
            say("  ".join(row[:4]))
            yield row
    except Exception as error:  # noqa: BLE001 - the other parts are still worth measuring
        say(f"{measure.name} failed: {type(error).__name__}: {error}", markup=False)
        yield Row(measure.name, "", "failed", f"{type(error).__name__}: {str(error)[:200]}", False)


def _wish(arguments: list[str]) -> argparse.Namespace:
    known = [measure.name for measure in MEASURES]
    parser = argparse.ArgumentParser(prog="scripts/bench research", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"some of {', '.join(known)}; else all")
    parser.add_argument("--folder", type=Path, default=Path(".bench/research"), help="where games are kept")
    for measure in MEASURES:
        if measure.options:
            measure.options(parser)
    wish = parser.parse_args(arguments)
    if unknown := set(wish.parts) - set(known):
        parser.error(f"there is no part {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    return wish
