"""Plays what the studies need, and writes docs/studies: `.venv/bin/python -m scripts.studies [STUDY...]`.

Every run is kept, so that an interrupted one goes on; more `--games` make the intervals narrower.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from moleworks.arena.pool import cores
from scripts.studies import fairness, lawn, length, luck
from scripts.studies.runs import Bench, stale

STUDIES: Mapping[str, tuple[Callable[[Bench], None], int]] = {
    "seats": (fairness.seats, 1200),
    "presets": (fairness.presets, 1200),
    "length": (length.page, 1200),
    "luck": (luck.page, 144),
    "lawn": (lawn.page, 360),
}
"""What makes each page, and the games of each kind that it is made of unless somebody wishes for more or fewer."""
DOCS = Path(__file__).resolve().parents[2] / "docs" / "studies"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m scripts.studies", description=__doc__)
    parser.add_argument("studies", nargs="*", metavar="STUDY", help=f"some of {', '.join(STUDIES)}; else all")
    parser.add_argument("--games", type=int, help="of each kind, in twelves; else as in docs/studies")
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
    try:
        for name in wish.studies or STUDIES:
            make, usual = STUDIES[name]
            games = usual if wish.games is None else max(12, wish.games - wish.games % 12)
            make(Bench(wish.folder, wish.docs, games, wish.processes))
    except KeyboardInterrupt:
        raise SystemExit("\nInterrupted: the same command goes on from here.") from None


def check(docs: Path, studies: Iterable[str]) -> int:
    """Tell which pages were made with the rules and players of today; 1 if some were not."""
    fresh = True
    for name in studies:
        page = docs / f"{name}.md"
        old = stale(page.read_text("utf-8")) if page.exists() else []
        what = (
            f"made with another version of {', '.join(old)}"
            if old
            else "made with the rules and players of this tree"
        )
        print(f"{name}: {what if page.exists() else 'there is no page'}.")
        fresh &= page.exists() and not old
    return int(not fresh)


if __name__ == "__main__":
    main()
