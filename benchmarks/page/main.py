"""Measure the size and speed of the page, and print one table."""

from __future__ import annotations

from benchmarks.bench import Bench, Measure, Option
from benchmarks.page import lighthouse, quickness, story

BENCH = Bench(
    "page",
    __doc__,
    "size and speed of the page",
    (
        Measure(
            "quickness",
            lambda wish: quickness.measure(wish.folder, wish.times, wish.moves),
            (
                Option("--times", 9, "quickness: how often each board is opened"),
                Option("--moves", 60, "quickness: so many are timed in each game"),
            ),
        ),
        Measure(
            "lighthouse",
            lambda wish: lighthouse.measure(wish.folder, wish.runs),
            (Option("--runs", 3, "lighthouse: how often each screen is judged"),),
        ),
        Measure(
            "story",
            lambda wish: story.measure(wish.folder, wish.matches, wish.openings),
            (
                Option("--matches", 10_000, "story: so many matches"),
                Option("--openings", 5, "story: how often it is opened"),
            ),
        ),
    ),
    files="where files are kept meanwhile",
)
main = BENCH.main
