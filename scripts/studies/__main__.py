"""Play the games of the studies and write docs/studies: `.venv/bin/python -m scripts.studies [STUDY...]`.

Finished games are stored, so an interrupted run can be continued; more `--games` make the intervals narrower.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from moleworks.arena.pool import cpu_count
from moleworks.engine.advice import LEVELS
from scripts.studies import fairness, lawn, length, luck
from scripts.studies.runs import LEVEL, StudyRun, outdated_games

STUDIES: Mapping[str, tuple[Callable[[StudyRun], None], int]] = {
    "seats": (fairness.seats, 1200),
    "presets": (fairness.presets, 1200),
    "length": (length.page, 1200),
    "luck": (luck.page, 144),
    "lawn": (lawn.page, 360),
}
"""By study, the function that writes its page and the default number of games of each case."""
OF_ONE_LEVEL = ("seats", "presets", "length")
"""The studies whose players may be of any level."""
DOCS = Path(__file__).resolve().parents[2] / "docs" / "studies"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m scripts.studies", description=__doc__)
    parser.add_argument("studies", nargs="*", metavar="STUDY", help=f"some of {', '.join(STUDIES)}; else all")
    parser.add_argument("--games", type=int, help="of each kind, in twelves; else as in docs/studies")
    parser.add_argument(
        "--level",
        choices=[f"level{number}" for number in LEVELS],
        default=LEVEL,
        help=f"of the players of {', '.join(OF_ONE_LEVEL)} (%(default)s); answers change with it",
    )
    parser.add_argument("--processes", type=int, default=cpu_count(), help="games at once")
    parser.add_argument("--folder", type=Path, default=Path(".bench/studies"), help="where games are kept")
    parser.add_argument("--docs", type=Path, default=DOCS, help="where the pages go")
    parser.add_argument(
        "--check", action="store_true", help="only tell which pages are of other rules or players"
    )
    options = parser.parse_args()
    if unknown := set(options.studies) - set(STUDIES):
        parser.error(f"there is no study {', '.join(sorted(unknown))}; there are {', '.join(STUDIES)}")
    fixed = [name for name in options.studies or STUDIES if name not in OF_ONE_LEVEL]
    if options.level != LEVEL and fixed:
        parser.error(f"--level is for {', '.join(OF_ONE_LEVEL)}; {', '.join(fixed)} have levels of their own")
    if options.check:
        raise SystemExit(check(options.docs, options.studies or STUDIES))
    try:
        for name in options.studies or STUDIES:
            make, usual = STUDIES[name]
            games = usual if options.games is None else max(12, options.games - options.games % 12)
            make(StudyRun(options.folder, options.docs, games, options.processes, options.level))
    except KeyboardInterrupt:
        raise SystemExit("\nInterrupted: the same command goes on from here.") from None


def check(docs: Path, studies: Iterable[str]) -> int:
    """Print which pages were made with the current rules and players; return 1 if some were not."""
    fresh = True
    for name in studies:
        page = docs / f"{name}.md"
        old = outdated_games(page.read_text("utf-8")) if page.exists() else []
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
