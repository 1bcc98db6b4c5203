"""Measure the tree search of examples/batched_mcts.py on a GPU: simulated positions a second."""

from __future__ import annotations

import argparse
import importlib.util
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.bench import Measure
from benchmarks.report import Row
from moleworks.research import batch

EXAMPLE = Path(__file__).parents[2] / "examples" / "batched_mcts.py"
WANTED = 1e6
GAMES, SIMULATIONS, MOVES = 1 << 14, 32, 5
TITLE = "tree search with a network: simulated positions/s"


def example() -> Any:
    """The example as a module."""
    found = importlib.util.spec_from_file_location("batched_mcts", EXAMPLE)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def measure(wish: argparse.Namespace) -> Iterator[Row]:
    """One row, of Mole Hill."""
    del wish
    mcts = example()
    try:
        torch: Any = import_module("torch")
    except ImportError as error:
        yield Row(TITLE, f"≥ {WANTED:.2g}", "not installed", str(error), False, missing=True)
        return
    games = batch("mole-hill", GAMES, seed=1, device="cuda", auto_reset=False)
    network = mcts.Network(torch, games)
    search = mcts.Search(torch, games, network, SIMULATIONS)
    rates = []
    for move in range(MOVES + 1):
        began = time.perf_counter()
        games.step(search.run(games, luck=move).argmax(1))
        rates.append(GAMES * SIMULATIONS / (time.perf_counter() - began))
    found = median(rates[1:])  # the first move compiles
    what = f"{GAMES:,} games, {SIMULATIONS} simulations for each move, {network.weights:,} weights"
    yield Row(TITLE, f"≥ {WANTED:.2g}", f"{found:.3g}", what, found >= WANTED)


MEASURE = Measure("search", measure, (), "tree search with a network", 0.5)
