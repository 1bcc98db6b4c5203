"""Processor time of the server for each move that both players see: ours with SQLite against boardgame.io."""

from __future__ import annotations

import asyncio
import random
import statistics
import subprocess
from collections.abc import Iterable
from pathlib import Path

from benchmarks.service import load, servers
from benchmarks.service.report import Row, say

ROOMS = 50
WARM, MOVES = 40, 200
"""Moves in each room before the measuring, and while it lasts."""
WANTED = 0.25


def measure(folder: Path, times: int) -> Iterable[Row]:
    """Both by turns, so that whatever else the machine does meets both."""
    pairs = []
    failures = 0
    for turn in range(times):
        theirs = boardgame_io(folder)
        mine, failed = asyncio.run(ours(folder))
        failures += failed
        pairs.append((mine, theirs))
        say(f"cpu, {turn + 1} of {times}: ours {_micro(mine)}, boardgame.io {_micro(theirs)}")
    ratios = [mine / theirs for mine, theirs in pairs]
    ratio = statistics.median(ratios)
    yield Row(
        "server CPU a durable move seen by both, of boardgame.io's",
        "≤ 0.25",
        f"{ratio:.3f} ({min(ratios):.3f}-{max(ratios):.3f})",
        f"ours {_micro(statistics.median(mine for mine, _ in pairs))} with SQLite FULL, boardgame.io "
        f"{_micro(statistics.median(theirs for _, theirs in pairs))} in memory; {ROOMS} rooms, "
        f"{times} × {ROOMS * MOVES:,} moves; {failures} failures",
        ratio <= WANTED and not failures,
    )


def _micro(seconds: float) -> str:
    return f"{1e6 * seconds:.0f} µs"


async def ours(folder: Path) -> tuple[float, int]:
    with servers.ours(servers.sqlite(folder), folder, trivial=True) as server:
        rooms = [
            load.Room(server.port, [load.open_match(server.port, "count")], random.Random(n))
            for n in range(ROOMS)
        ]
        await load.seated(rooms)
        await load.so_many(rooms, WARM)
        before = server.cpu()
        await load.so_many(rooms, MOVES)
        used = server.cpu() - before
        failures = sum(room.failures for room in rooms)
        for room in rooms:
            room.leave()
    return used / (ROOMS * MOVES), failures


def boardgame_io(folder: Path) -> float:
    with servers.boardgame_io(folder) as (server, port):
        command = ["node", "load.mjs", *map(str, (port, ROOMS, WARM, MOVES))]
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
    return used / (ROOMS * MOVES)
