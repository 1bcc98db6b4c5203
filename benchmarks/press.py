"""How long it takes to make a set: every classic board, paper, kind and language, and as solid parts."""

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
from moleworks.press.paper import PAPERS, Kind
from moleworks.texts import LANGUAGES

MOST = 10.0
"""Seconds that a set on paper may take."""
MOST_SOLID, MOST_BYTES = 60.0, 50_000_000
"""Seconds that a set of solid parts may take, and its size."""


def measured(game: str, kind: str, _: argparse.Namespace) -> Iterable[Row]:
    """The slowest set of a game and kind, as `moleworks press` makes it, with every check."""
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


def moulded(game: str, _: argparse.Namespace) -> Iterable[Row]:
    """The slowest set of solid parts of a game, with every check, and the largest."""
    slowest, largest = 0.0, 0
    for lang in LANGUAGES:
        start = time.perf_counter()
        job = solid.job(game, boards.named(game, "classic"), lang=lang)
        size = sum(len(content) for _, content in solid.files(job))
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
            Measure(game, partial(measured, game, kind), what=f"{game}, {kind}")
            for game, kind in product(GAMES, map(str, Kind))
        ),
        *(Measure(game, partial(moulded, game), what=f"{game}, 3d") for game in GAMES),
    ),
    files="where the table is kept",
)
main = BENCH.main
