"""How light and quick the page is, printed as one table."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from pathlib import Path

from benchmarks.page import lighthouse, quickness
from benchmarks.report import Row, rows_of, say, table

PARTS = ("quickness", "lighthouse")


def main(arguments: list[str]) -> None:
    """Measure what is asked for, and print what there is even if it was interrupted."""
    wish = _wish(arguments)
    folder = (wish.folder / "page").absolute()
    folder.mkdir(parents=True, exist_ok=True)
    measures: dict[str, Callable[[], Iterable[Row]]] = {
        "quickness": lambda: quickness.measure(folder, wish.times, wish.moves),
        "lighthouse": lambda: lighthouse.measure(folder, wish.runs),
    }
    rows: list[Row] = []
    try:
        for part in wish.parts or PARTS:
            rows += rows_of(part, measures[part])
    except KeyboardInterrupt:
        say("Interrupted: this is what was measured before.")
    say(table(rows, "how light and quick the page is"))


def _wish(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/bench page", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"some of {', '.join(PARTS)}; else all")
    parser.add_argument("--times", type=int, default=9, help="quickness: how often each board is opened")
    parser.add_argument("--moves", type=int, default=60, help="quickness: so many are timed in each game")
    parser.add_argument("--runs", type=int, default=3, help="lighthouse: how often each screen is judged")
    parser.add_argument("--folder", type=Path, default=Path(".bench"), help="where files are kept meanwhile")
    wish = parser.parse_args(arguments)
    if unknown := set(wish.parts) - set(PARTS):
        parser.error(f"there is no part {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    return wish
