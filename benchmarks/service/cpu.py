"""CPU time of the server for a move that both players see: Moleworks with SQLite against boardgame.io."""

from __future__ import annotations

import asyncio
import random
import statistics
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.report import Row, say
from benchmarks.service import load, servers

PAIRS = 50


class MeasuredMoves(NamedTuple):
    """Which moves of each match are measured."""

    what: str
    before: int
    moves: int
    target: float
    """What our CPU time may be of boardgame.io's."""


MEASURED = (
    MeasuredMoves("long at play", 40, 200, 0.45),
    # Node compiles hot code, but only long after a family's first match is over.
    MeasuredMoves("their first 40 moves", 0, 40, 0.25),
)


def measure(folder: Path, times: int) -> Iterable[Row]:
    for measured in MEASURED:
        yield _measure(folder, times, measured)


def _measure(folder: Path, times: int, measured: MeasuredMoves) -> Row:
    """Measure both alternately, so that other load on the machine affects both."""
    timings = []
    failures = 0
    for turn in range(times):
        theirs = boardgame_io_cpu(folder, measured)
        mine, failed = asyncio.run(moleworks_cpu(folder, measured))
        failures += failed
        timings.append((mine, theirs))
        say(
            f"cpu, {measured.what}, {turn + 1} of {times}: ours {_micro(mine)}, boardgame.io {_micro(theirs)}"
        )
    return row_of(measured, timings, failures)


def row_of(measured: MeasuredMoves, timings: Sequence[tuple[float, float]], failures: int) -> Row:
    """The row of these CPU times of a move, ours and theirs."""
    ratios = [mine / theirs for mine, theirs in timings]
    ratio = statistics.median(ratios)
    return Row(
        f"server CPU a durable move seen by both, of boardgame.io's; {measured.what}",
        f"≤ {measured.target}",
        f"{ratio:.3f} ({min(ratios):.3f}-{max(ratios):.3f})",
        f"ours {_micro(statistics.median(mine for mine, _ in timings))} with SQLite FULL, boardgame.io "
        f"{_micro(statistics.median(theirs for _, theirs in timings))} in memory; {PAIRS} matches, "
        f"{len(timings)} × {PAIRS * measured.moves:,} moves; {failures} failures",
        ratio <= measured.target and not failures,
    )


def _micro(seconds: float) -> str:
    return f"{1e6 * seconds:.0f} µs"


async def moleworks_cpu(
    folder: Path, measured: MeasuredMoves, program: str = servers.TRIVIAL, **environment: str
) -> tuple[float, int]:
    """The CPU seconds of our server for a move, and the number of failures."""
    database = servers.sqlite(folder)
    with servers.moleworks_server(database, folder, program=program, environment=environment) as server:
        pairs = [
            load.PlayerPair(server.port, [load.open_match(server.port, "count")], random.Random(n))
            for n in range(PAIRS)
        ]
        await load.connect_all(pairs)
        if measured.before:
            await load.play_moves(pairs, measured.before)
        before = server.cpu()
        await load.play_moves(pairs, measured.moves)
        used = server.cpu() - before
        failures = sum(pair.failures for pair in pairs)
        for pair in pairs:
            pair.disconnect()
    return used / (PAIRS * measured.moves), failures


def boardgame_io_cpu(folder: Path, measured: MeasuredMoves) -> float:
    with servers.boardgame_io(folder) as (server, port):
        command = ["node", "load.mjs", *map(str, (port, PAIRS, measured.before, measured.moves))]
        with subprocess.Popen(
            command, cwd=folder / "boardgame_io", stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as player:
            assert player.stdin is not None
            assert player.stdout is not None
            used = 0.0
            for word, sign in (("begin", -1), ("end", 1)):
                if player.stdout.readline().strip() != word:
                    raise RuntimeError("the players of boardgame.io gave up")
                used += sign * server.cpu()
                player.stdin.write("go\n")
                player.stdin.flush()
    return used / (PAIRS * measured.moves)
