"""Measure the speed of the computer players: positions per second, and the first move of a new process."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from functools import partial

from benchmarks.bench import Measure
from benchmarks.players import saved_results
from benchmarks.report import Row
from moleworks import engine
from moleworks.engine import Effort
from moleworks.games import GAMES
from moleworks.record import Match

FAST = 8_000_000
NODES = 3_000_000
COLD, WARM = 3.0, 1.0
"""Seconds to the first move."""
TRIES = 3


def speed(args: argparse.Namespace) -> Iterable[Row]:
    rate, count = saved_results.measure_once(args.folder, "speed", "mole-hill", nodes_per_second)
    yield Row(
        "mole-hill: nodes/s, one core", f"≥ {FAST:,}", f"{rate:,.0f}", f"{count} positions", rate >= FAST
    )


def first_moves(game: str, args: argparse.Namespace) -> Iterable[Row]:
    for level in (engine.LEVELS[3], engine.LEVELS[-1]):
        cold, warm = saved_results.measure_once(
            args.folder, f"first-{game}-{level}", game, partial(_first_moves, game, level)
        )
        what = f"{game}: first move in a new process, level {level}"
        yield Row(f"{what}, cold", f"≤ {COLD:g} s", f"{cold:.2f} s", "1 process", cold <= COLD)
        yield Row(f"{what}, warm", f"≤ {WARM:g} s", f"{warm:.2f} s", f"best of {TRIES}", warm <= WARM)


def _first_moves(game: str, level: int) -> tuple[float, float]:
    with tempfile.TemporaryDirectory() as empty:
        cold = first_move(game, level, {"XDG_CACHE_HOME": empty, "NUMBA_CACHE_DIR": ""})
    engine.player(game).warm_up(saved_results.COMPILING)
    return cold, min(first_move(game, level, {}) for _ in range(TRIES))


def nodes_per_second() -> tuple[float, int]:
    """The speed of the search over the positions of a match, in processor time."""
    player, match = engine.player("mole-hill"), Match.begin("mole-hill")
    player.warm_up(saved_results.COMPILING)
    nodes, took = 0, 0.0
    while match.game.outcome(match.state) is None:
        knowledge, began = engine.knowledge(match), time.process_time()
        advice = player.advise(knowledge, Effort(nodes=NODES), seed=match.ply)
        if not advice.searched.exact:  # proofs are too short to measure
            took += time.process_time() - began
            nodes += advice.searched.nodes
        match.play([advice.action])
    return nodes / took, match.ply


def first_move(game: str, level: int, environment: dict[str, str]) -> float:
    """Seconds from the start of a process to its first answer."""
    requests = [
        {"jsonrpc": "2.0", "id": 1, "method": "new", "params": {"game": game}},
        {"jsonrpc": "2.0", "id": 2, "method": "best", "params": {"level": level, "seed": 1}},
    ]
    if game == "buddel-bande":
        deal = ["deal:S=01", "deal:M=01", "deal:L=01", "=Ac"]
        requests.insert(1, {"jsonrpc": "2.0", "id": 3, "method": "play", "params": {"actions": deal}})
    began = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-m", "moleworks", "rpc"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | environment,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for request in requests:
            process.stdin.write(json.dumps(request).encode() + b"\n")
            process.stdin.flush()
            reply = json.loads(process.stdout.readline())
            assert "result" in reply, reply
        took = time.perf_counter() - began
        process.kill()
    return took


MEASURES = (
    Measure("speed", speed, what="mole-hill: nodes/s, one core", minutes=0.5, game="mole-hill"),
    *(
        Measure(
            "first",
            partial(first_moves, game),
            what=f"{game}: first move in a new process",
            minutes=0.5,
            game=game,
        )
        for game in GAMES
    ),
)
