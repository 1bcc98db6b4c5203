"""What the research adapters bring: measured beside what researchers use already, printed as one table."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from benchmarks.report import Measure, Row, rows_of, say, table
from benchmarks.research import arena, batches, duels, openspiel, pettingzoo

MEASURES: tuple[Measure, ...] = (
    openspiel.MEASURE,
    pettingzoo.MEASURE,
    batches.MEASURE,
    arena.MEASURE,
    arena.RAY,
    duels.MEASURE,
)
"""A new line of the table is a module with a measure, and its name here."""


def main(arguments: list[str]) -> None:
    """Measure what is asked for, and print what there is even if it was interrupted."""
    wish = _wish(arguments)
    wish.folder.mkdir(parents=True, exist_ok=True)
    rows: list[Row] = []
    try:
        for measure in MEASURES:
            if not wish.parts or measure.name in wish.parts:
                rows += rows_of(measure.name, partial(measure.rows, wish))
    except KeyboardInterrupt:
        say("Interrupted: this is what was measured before; the same command goes on with the games.")
    say(table(rows, "what researchers get"))


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
