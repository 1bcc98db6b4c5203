"""Durable moves a second of Mole Hill by its real rules, and how long one takes at half that load."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable
from pathlib import Path

from benchmarks.report import Row, milliseconds, quantile, say
from benchmarks.service import load, servers

ROOMS = 200
WARM, SECONDS = 3.0, 15.0
MATCHES = 16
"""Opened for each room before the measuring."""
WANTED, SLOWEST = 2_000, 0.1


def measure(folder: Path) -> Iterable[Row]:
    return asyncio.run(_measured(folder))


async def _measured(folder: Path) -> list[Row]:
    with servers.ours(servers.sqlite(folder), folder) as server:
        say(f"throughput: opening {ROOMS * MATCHES} matches")
        rooms = [
            load.Room(
                server.port,
                [load.open_match(server.port, "mole-hill") for _ in range(MATCHES)],
                random.Random(n),
            )
            for n in range(ROOMS)
        ]
        await load.seated(rooms)
        await load.for_seconds(rooms, WARM)
        say("throughput: as fast as they can")
        cpu = server.cpu()
        moves, took = await load.for_seconds(rooms, SECONDS)
        cpu = server.cpu() - cpu
        say(f"throughput: {WANTED // 2} moves a second")
        waits = await load.at_rate(rooms, WANTED / 2, SECONDS)
        failures = sum(room.failures for room in rooms)
        for room in rooms:
            room.leave()
    rate, slowest = moves / took, quantile(waits, 0.99)
    return [
        Row(
            "Mole Hill: durable moves/s, both views with legal actions",
            f"≥ {WANTED:,}",
            f"{rate:,.0f}",
            f"{ROOMS} rooms, {moves:,} moves in {took:.0f} s; {1e6 * cpu / max(1, moves):.0f} µs of CPU "
            f"a move; {failures} failures",
            rate >= WANTED and not failures,
        ),
        Row(
            f"the same at {WANTED // 2:,} moves/s: 99 % answered within",
            "≤ 100 ms",
            milliseconds(slowest),
            f"median {milliseconds(quantile(waits, 0.5))}; {len(waits):,} moves, from when each was due",
            slowest <= SLOWEST and len(waits) >= 0.95 * WANTED / 2 * SECONDS,
        ),
    ]
