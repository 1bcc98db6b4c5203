"""How long it takes to print a set: every classic board, paper, kind and language, files included."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable
from functools import partial
from itertools import product

from benchmarks.report import Row, rows_of, say, table
from moleworks import boards, press
from moleworks.games import GAMES
from moleworks.press.paper import PAPERS, Kind
from moleworks.texts import LANGUAGES

MOST = 10.0
"""Seconds that a set may take."""


def measured(game: str, kind: str) -> Iterable[Row]:
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


def main(arguments: list[str]) -> None:
    """A line for each game and kind."""
    argparse.ArgumentParser(prog="scripts/bench press", description=__doc__).parse_args(arguments)
    rows: list[Row] = []
    for game, kind in product(GAMES, map(str, Kind)):
        rows += rows_of(f"{game}, {kind}", partial(measured, game, kind))
    say(table(rows, "how long printing takes"))
