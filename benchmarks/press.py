"""Measure how long a print set takes: every classic board, paper, kind and language, and solid sets."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable
from functools import partial
from itertools import product

from benchmarks.bench import Bench, Measure
from benchmarks.report import Row, say
from moleworks import boards, press
from moleworks.games import GAMES
from moleworks.press import solid
from moleworks.press.paper import PAPERS, PrintKind
from moleworks.texts import LANGUAGES

MOST = 10.0
"""The most seconds for a print set."""
MOST_SOLID, MOST_BYTES = 60.0, 50_000_000
"""The most seconds and bytes for a solid set."""


def measure_print_sets(game: str, kind: str, _: argparse.Namespace) -> Iterable[Row]:
    """The slowest print set of a game and kind, with all checks."""
    slowest, name, count = 0.0, "", 0
    for paper, lang in product(PAPERS, LANGUAGES):
        start = time.perf_counter()
        order = press.order(game, boards.named(game, "classic"), paper=paper, kind=kind, lang=lang)
        files = dict(press.files(order))
        seconds = time.perf_counter() - start
        count += 1
        say(f"{order.name}: {seconds:.2f} s, {sum(map(len, files.values())) / 1e6:.1f} MB")
        if seconds > slowest:
            slowest, name = seconds, order.name
    yield Row(
        f"{game}, {kind}", f"< {MOST:.0f} s", f"{slowest:.2f} s", f"{count} sets; {name}", slowest < MOST
    )


def measure_solid_sets(game: str, _: argparse.Namespace) -> Iterable[Row]:
    """The slowest and the largest solid set of a game, with all checks."""
    slowest, largest = 0.0, 0
    for lang in LANGUAGES:
        start = time.perf_counter()
        order = solid.order(game, boards.named(game, "classic"), lang=lang)
        size = sum(len(content) for _, content in solid.files(order))
        seconds = time.perf_counter() - start
        say(f"{game}, 3d, {lang}: {seconds:.2f} s, {size / 1e6:.1f} MB")
        slowest, largest = max(slowest, seconds), max(largest, size)
    yield Row(
        f"{game}, 3d",
        f"< {MOST_SOLID:.0f} s, at most {MOST_BYTES / 1e6:.0f} MB",
        f"{slowest:.1f} s, {largest / 1e6:.1f} MB",
        f"{len(LANGUAGES)} sets",
        slowest < MOST_SOLID and largest <= MOST_BYTES,
    )


BENCH = Bench(
    "press",
    __doc__,
    "how long making a set takes",
    (
        *(
            Measure(game, partial(measure_print_sets, game, kind), what=f"{game}, {kind}")
            for game, kind in product(GAMES, map(str, PrintKind))
        ),
        *(Measure(game, partial(measure_solid_sets, game), what=f"{game}, 3d") for game in GAMES),
    ),
    files="where the table is kept",
)
main = BENCH.main
