"""`scripts/bench` measures how fast the rules play; with a name, something else against its peers."""

from __future__ import annotations

import sys
from importlib import import_module

from benchmarks import speeds

BENCHES = {
    "players": "benchmarks.players.main",  # how well the computer plays
    "service": "benchmarks.service.main",  # what the match service carries
    "scale": "benchmarks.service.scale",  # what a move costs with more players and workers
    "soak": "benchmarks.service.soak",  # the match service under load, attacks and faults, for long
    "page": "benchmarks.page.main",  # size and speed of the page
    "research": "benchmarks.research.main",  # what researchers get
    "gpu": "benchmarks.gpu.main",  # batches on a GPU
    "wasm": "benchmarks.wasm",  # kernels in a browser
    "site": "benchmarks.site",  # the page without a server
    "puzzles": "benchmarks.puzzles",  # proofs and difficulty of the shipped puzzles
    "press": "benchmarks.press",  # how long printing takes
    "install": "benchmarks.install",  # what a player's installation brings
    "compare": "benchmarks.compare",  # another checkout against this one, by any of these
}

if __name__ == "__main__":
    name = "".join(sys.argv[1:2])
    if name in BENCHES:
        sys.exit(import_module(BENCHES[name]).main(sys.argv[2:]))
    elif not name:
        speeds.main()
    else:
        sys.exit(f"scripts/bench, or scripts/bench {'|'.join(BENCHES)} [--help]")
