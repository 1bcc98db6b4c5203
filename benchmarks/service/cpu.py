"""Processor time of the server for each move that both players see: ours with SQLite against boardgame.io."""

from __future__ import annotations

import asyncio
import random
import statistics
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from benchmarks.report import Row, say
from benchmarks.service import load, servers

ROOMS = 50
WANTED = 0.25


class Stretch(NamedTuple):
    """Which moves of each room are measured."""

    what: str
    before: int
    moves: int


STRETCHES = (
    Stretch("long at play", 40, 200),
    # Node compiles what runs often, and much later than a family's first match is over.
    Stretch("their first 40 moves", 0, 40),
)


def measure(folder: Path, times: int) -> Iterable[Row]:
    for stretch in STRETCHES:
        yield _measured(folder, times, stretch)


def _measured(folder: Path, times: int, stretch: Stretch) -> Row:
    """Both by turns, so that whatever else the machine does meets both."""
    pairs = []
    failures = 0
    for turn in range(times):
        theirs = boardgame_io(folder, stretch)
        mine, failed = asyncio.run(ours(folder, stretch))
        failures += failed
        pairs.append((mine, theirs))
        say(f"cpu, {stretch.what}, {turn + 1} of {times}: ours {_micro(mine)}, boardgame.io {_micro(theirs)}")
    ratios = [mine / theirs for mine, theirs in pairs]
    ratio = statistics.median(ratios)
    return Row(
        f"server CPU a durable move seen by both, of boardgame.io's; {stretch.what}",
        "≤ 0.25",
        f"{ratio:.3f} ({min(ratios):.3f}-{max(ratios):.3f})",
        f"ours {_micro(statistics.median(mine for mine, _ in pairs))} with SQLite FULL, boardgame.io "
        f"{_micro(statistics.median(theirs for _, theirs in pairs))} in memory; {ROOMS} rooms, "
        f"{times} × {ROOMS * stretch.moves:,} moves; {failures} failures",
        ratio <= WANTED and not failures,
    )


def _micro(seconds: float) -> str:
    return f"{1e6 * seconds:.0f} µs"


async def ours(folder: Path, stretch: Stretch) -> tuple[float, int]:
    with servers.ours(servers.sqlite(folder), folder, trivial=True) as server:
        rooms = [
            load.Room(server.port, [load.open_match(server.port, "count")], random.Random(n))
            for n in range(ROOMS)
        ]
        await load.seated(rooms)
        if stretch.before:
            await load.so_many(rooms, stretch.before)
        before = server.cpu()
        await load.so_many(rooms, stretch.moves)
        used = server.cpu() - before
        failures = sum(room.failures for room in rooms)
        for room in rooms:
            room.leave()
    return used / (ROOMS * stretch.moves), failures


def boardgame_io(folder: Path, stretch: Stretch) -> float:
    with servers.boardgame_io(folder) as (server, port):
        command = ["node", "load.mjs", *map(str, (port, ROOMS, stretch.before, stretch.moves))]
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
    return used / (ROOMS * stretch.moves)
