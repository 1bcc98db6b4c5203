"""Plays what the studies need, and writes docs/studies: `.venv/bin/python -m scripts.studies [STUDY...]`.

Every run is kept, so that an interrupted one goes on; more `--games` make the intervals narrower.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

from moleworks.arena.pool import cores
from scripts.studies import fairness, lawn, length, luck
from scripts.studies.runs import Bench, stale

STUDIES = {
    "seats": fairness.seats,
    "presets": fairness.presets,
    "length": length.page,
    "luck": luck.page,
    "lawn": lawn.page,
}
DOCS = Path(__file__).resolve().parents[2] / "docs" / "studies"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m scripts.studies", description=__doc__)
    parser.add_argument("studies", nargs="*", metavar="STUDY", help=f"some of {', '.join(STUDIES)}; else all")
    parser.add_argument("--games", type=int, default=240, help="of each kind, in twelves")
    parser.add_argument("--processes", type=int, default=cores(), help="games at once")
    parser.add_argument("--folder", type=Path, default=Path(".bench/studies"), help="where games are kept")
    parser.add_argument("--docs", type=Path, default=DOCS, help="where the pages go")
    parser.add_argument(
        "--check", action="store_true", help="only tell which pages are of other rules or players"
    )
    wish = parser.parse_args()
    if unknown := set(wish.studies) - set(STUDIES):
        parser.error(f"there is no study {', '.join(sorted(unknown))}; there are {', '.join(STUDIES)}")
    if wish.check:
        raise SystemExit(check(wish.docs, wish.studies or STUDIES))
    bench = Bench(wish.folder, wish.docs, max(12, wish.games - wish.games % 12), wish.processes)
    try:
        for name in wish.studies or STUDIES:
            STUDIES[name](bench)
    except KeyboardInterrupt:
        raise SystemExit("\nInterrupted: the same command goes on from here.") from None


def check(docs: Path, studies: Iterable[str]) -> int:
    """Tell which pages were made with the rules and players of today; 1 if some were not."""
    old = {}
    for name in studies:
        page = docs / f"{name}.md"
        old[name] = stale(page.read_text("utf-8")) if page.exists() else ["all games: there is no page"]
        why = (
            f"of another version of {', '.join(old[name])}"
            if old[name]
            else "of the rules and players in this tree"
        )
        print(f"{name}: {why}.")
    return int(any(old.values()))


if __name__ == "__main__":
    main()
