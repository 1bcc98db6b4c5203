"""What researchers get, measured against the peers they know, printed as one table."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from benchmarks.research import batches
from benchmarks.service.parts import rows_of
from benchmarks.service.report import Row, say, table

MEASURES: dict[str, Callable[[Path], Iterable[Row]]] = {
    "batch": batches.measure,
}
"""By part: gets a folder for what it installs and keeps."""


def main(arguments: list[str]) -> None:
    """Measure what is asked for, and print what there is even if it was interrupted."""
    parser = argparse.ArgumentParser(prog="scripts/bench research", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"some of {', '.join(MEASURES)}; else all")
    parser.add_argument("--folder", type=Path, default=Path(".bench"), help="where peers are installed")
    wish = parser.parse_args(arguments)
    if unknown := set(wish.parts) - set(MEASURES):
        parser.error(f"there is no part {', '.join(sorted(unknown))}; there are {', '.join(MEASURES)}")
    folder = (wish.folder / "research").absolute()
    folder.mkdir(parents=True, exist_ok=True)
    rows: list[Row] = []
    try:
        for part in wish.parts or MEASURES:
            rows += rows_of(part, partial(MEASURES[part], folder))
    except KeyboardInterrupt:
        say("Interrupted: this is what was measured before.")
    say(table(rows, "what researchers get"))
