"""What researchers get, measured against the peers they know, printed as one table."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from pathlib import Path

from benchmarks.research import batches
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
            rows += _rows(part, folder)
    except KeyboardInterrupt:
        say("Interrupted: this is what was measured before.")
    say(table(rows, "Moleworks: what researchers get"))


def _rows(part: str, folder: Path) -> Iterable[Row]:
    """One part; what stops it is a line of the table too, so that nobody takes silence for success."""
    try:
        for row in MEASURES[part](folder):
            say("  ".join(row[:4]))
            yield row
    except Exception as error:  # noqa: BLE001 - the other parts are still worth measuring
        say(f"{part} failed: {type(error).__name__}: {error}", markup=False)
        yield Row(part, "", "failed", f"{type(error).__name__}: {str(error)[:200]}", False)
