"""Measure the kernels as WebAssembly against Numba's: nodes a second of searches, by turns, as ratios."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from moleworks.games import GAMES
from tests.wasm import searches
from tests.wasm.archive import PAGE, write_archive
from tests.wasm.pyodide_runs import Python, chromium_python, node_python, pyodide_folder

WANTED = {"mole-hill": 0.7, "mole-company": 0.9, "buddel-bande": 0.55}
PLACES: Mapping[str, Callable[[Path, Path], AbstractContextManager[Python]]] = {
    "node": node_python,
    "chromium": chromium_python,
}


def main(arguments: Sequence[str]) -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(prog="scripts/bench wasm", description=__doc__)
    parser.add_argument("--where", choices=PLACES, default="chromium")
    parser.add_argument("--searches", type=int, default=12, help="at level 7, for each game and try")
    parser.add_argument("--tries", type=int, default=5, help="by turns here and there; the best counts")
    parser.add_argument("--kernels", type=Path, default=PAGE, help="the folder with kernels.wasm")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        archive = write_archive(Path(folder) / "archive.zip", options.kernels)
        with PLACES[options.where](pyodide_folder(Path(folder)), archive) as python:
            for game in GAMES:
                program = f"import searches\nsearches.nodes_per_second({game!r}, {options.searches})"
                pairs = [
                    (searches.nodes_per_second(game, options.searches), python.run(program))
                    for _ in range(options.tries)
                ]
                native, wasm = map(max, zip(*pairs, strict=True))
                speeds = f"native {native:12,.0f}  {options.where} {wasm:12,.0f}  ratio {wasm / native:.2f}"
                print(f"{game:14} {speeds}", f"(wanted {WANTED[game]})" if game in WANTED else "", flush=True)
