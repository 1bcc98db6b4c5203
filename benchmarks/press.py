"""How long it takes to print a set: every classic board, paper, kind and language, files included."""

from __future__ import annotations

import time
from itertools import product
from typing import NamedTuple

from moleworks import boards, press
from moleworks.games import GAMES
from moleworks.press.paper import PAPERS, Kind
from moleworks.texts import LANGUAGES

MOST = 10.0
"""Seconds that a set may take."""


class Row(NamedTuple):
    """One set: seconds, pages and bytes."""

    name: str
    seconds: float
    pages: int
    size: int


def measured(game: str, paper: str, kind: str, lang: str) -> Row:
    """A set as `moleworks press` makes it."""
    start = time.perf_counter()
    order = press.order(game, boards.named(game, "classic"), paper=paper, kind=kind, lang=lang)
    files = dict(press.files(order))
    seconds = time.perf_counter() - start
    pages = sum(name.endswith(".svg") for name in files)
    return Row(order.name, seconds, pages, sum(map(len, files.values())))


def main() -> int:
    """A line for each set, then the worst."""
    rows = []
    for wish in product(GAMES, PAPERS, map(str, Kind), LANGUAGES):
        row = measured(*wish)
        rows.append(row)
        print(f"{row.name:42} {row.seconds:6.2f} s {row.pages:3} pages {row.size / 1e6:6.1f} MB", flush=True)
    slowest = max(rows, key=lambda row: row.seconds)
    print(f"{len(rows)} sets; slowest {slowest.name}: {slowest.seconds:.2f} s, limit {MOST:.0f} s")
    return int(slowest.seconds > MOST)
