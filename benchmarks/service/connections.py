"""Many open connections that do next to nothing: what each costs, and whether others can play meanwhile."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks.report import Row, milliseconds, quantile, say
from benchmarks.service import load, servers

CONNECTIONS, BUSY = 5_000, 50
"""Connections in all, and the rooms among them that play."""
RATE, SECONDS = 250.0, 20.0
"""Moves a second of those, and for how long: the server looks after everybody once in that time."""
MOST, SLOWEST = 60_000, 0.1


def measure(folder: Path, connections: int = CONNECTIONS) -> Iterable[Row]:
    return asyncio.run(_measured(folder, connections))


async def _measured(folder: Path, connections: int) -> list[Row]:
    with servers.ours(servers.sqlite(folder), folder) as server:
        await _warmed(server.port)
        before = server.memory()
        busy = [_room(server.port, n, 4) for n in range(BUSY)]
        idle = [_room(server.port, BUSY + n, 1) for n in range(connections // 2 - BUSY)]
        rooms = [*busy, *idle]
        for first in range(0, len(rooms), 500):
            await load.seated(rooms[first : first + 500])
            say(f"connections: {2 * min(len(rooms), first + 500):,} open")
        each = (server.memory() - before) / (2 * len(rooms))
        say(f"connections: {RATE:g} moves a second among them")
        waits = await load.at_rate(busy, RATE, SECONDS)
        after = (server.memory() - before) / (2 * len(rooms))
        lost = sum(room.failures for room in rooms)
        for room in rooms:
            room.leave()
    slowest = quantile(waits, 0.99)
    return [
        Row(
            f"{2 * len(rooms):,} open connections: memory each",
            "≤ 60 kB",
            f"{max(each, after) / 1000:.1f} kB",
            f"rooms and matches included, two connections a room; {lost} lost or refused",
            max(each, after) <= MOST and not lost,
        ),
        Row(
            f"play among them, {RATE:g} moves/s: 99 % answered within",
            "≤ 100 ms",
            milliseconds(slowest),
            f"median {milliseconds(quantile(waits, 0.5))}; {len(waits):,} moves in {BUSY} rooms",
            slowest <= SLOWEST and len(waits) >= 0.95 * RATE * SECONDS,
        ),
    ]


async def _warmed(port: int) -> None:
    """What is loaded at the first use is no part of what a connection costs."""
    rooms: Sequence[load.Room] = [_room(port, n, 12) for n in range(20)]  # more than are played
    await load.seated(rooms)
    await load.for_seconds(rooms, 2)
    for room in rooms:
        room.leave()


def _room(port: int, number: int, matches: int) -> load.Room:
    opened = [load.open_match(port, "mole-hill") for _ in range(matches)]
    return load.Room(port, opened, random.Random(number))
