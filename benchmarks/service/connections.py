"""Many idle connections: the memory of each, and the latency of other matches meanwhile."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks.report import Row, milliseconds, quantile, say
from benchmarks.service import load, servers

CONNECTIONS, BUSY = 5_000, 50
"""The number of connections, and of matches among them that are played."""
RATE, SECONDS = 250.0, 20.0
"""Their moves a second, and the duration: long enough for one heartbeat to all connections."""
MOST, SLOWEST = 60_000, 0.1


def measure(folder: Path, connections: int = CONNECTIONS) -> Iterable[Row]:
    return asyncio.run(_measure(folder, connections))


async def _measure(folder: Path, connections: int) -> list[Row]:
    with servers.moleworks_server(servers.sqlite(folder), folder) as server:
        await _warm_up(server.port)
        before = server.memory()
        busy = [_pair(server.port, n, 4) for n in range(BUSY)]
        idle = [_pair(server.port, BUSY + n, 1) for n in range(connections // 2 - BUSY)]
        pairs = [*busy, *idle]
        for first in range(0, len(pairs), 500):
            await load.connect_all(pairs[first : first + 500])
            say(f"connections: {2 * min(len(pairs), first + 500):,} open")
        each = (server.memory() - before) / (2 * len(pairs))
        say(f"connections: {RATE:g} moves a second among them")
        waits = await load.play_at_rate(busy, RATE, SECONDS)
        after = (server.memory() - before) / (2 * len(pairs))
        lost = sum(pair.failures for pair in pairs)
        for pair in pairs:
            pair.disconnect()
    slowest = quantile(waits, 0.99)
    return [
        Row(
            f"{2 * len(pairs):,} open connections: memory each",
            "≤ 60 kB",
            f"{max(each, after) / 1000:.1f} kB",
            f"memory of matches included, two connections a match; {lost} lost or refused",
            max(each, after) <= MOST and not lost,
        ),
        Row(
            f"play among them, {RATE:g} moves/s: 99 % answered within",
            "≤ 100 ms",
            milliseconds(slowest),
            f"median {milliseconds(quantile(waits, 0.5))}; {len(waits):,} moves in {BUSY} matches",
            slowest <= SLOWEST and len(waits) >= 0.95 * RATE * SECONDS,
        ),
    ]


async def _warm_up(port: int) -> None:
    """Load what the server loads at first use, which is not part of the cost of a connection."""
    pairs: Sequence[load.PlayerPair] = [
        _pair(port, n, 12) for n in range(20)
    ]  # more matches than can be played
    await load.connect_all(pairs)
    await load.play_for(pairs, 2)
    for pair in pairs:
        pair.disconnect()


def _pair(port: int, number: int, matches: int) -> load.PlayerPair:
    opened = [load.open_match(port, "mole-hill") for _ in range(matches)]
    return load.PlayerPair(port, opened, random.Random(number))
