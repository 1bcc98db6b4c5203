"""Durable moves a second of Mole Hill, and the latency of a move at half the target rate."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable
from pathlib import Path

from benchmarks.report import Row, milliseconds, quantile, say
from benchmarks.service import load, servers

PAIRS = 200
WARM, SECONDS = 3.0, 15.0
MATCHES = 16
"""Opened for each pair of players before the measurement."""
TARGET, SLOWEST = 2_000, 0.1


def measure(folder: Path) -> Iterable[Row]:
    return asyncio.run(_measure(folder))


async def _measure(folder: Path) -> list[Row]:
    with servers.moleworks_server(servers.sqlite(folder), folder) as server:
        say(f"throughput: opening {PAIRS * MATCHES} matches")
        pairs = [
            load.PlayerPair(
                server.port,
                [load.open_match(server.port, "mole-hill") for _ in range(MATCHES)],
                random.Random(n),
            )
            for n in range(PAIRS)
        ]
        await load.connect_all(pairs)
        await load.play_for(pairs, WARM)
        say("throughput: as fast as they can")
        cpu = server.cpu()
        moves, took = await load.play_for(pairs, SECONDS)
        cpu = server.cpu() - cpu
        say(f"throughput: {TARGET // 2} moves a second")
        waits = await load.play_at_rate(pairs, TARGET / 2, SECONDS)
        failures = sum(pair.failures for pair in pairs)
        for pair in pairs:
            pair.disconnect()
    rate, slowest = moves / took, quantile(waits, 0.99)
    return [
        Row(
            "Mole Hill: durable moves/s, both views with legal actions",
            f"≥ {TARGET:,}",
            f"{rate:,.0f}",
            f"{PAIRS} matches, {moves:,} moves in {took:.0f} s; {1e6 * cpu / max(1, moves):.0f} µs of CPU "
            f"a move; {failures} failures",
            rate >= TARGET and not failures,
        ),
        Row(
            f"the same at {TARGET // 2:,} moves/s: 99 % answered within",
            "≤ 100 ms",
            milliseconds(slowest),
            f"median {milliseconds(quantile(waits, 0.5))}; {len(waits):,} moves, from when each was due",
            slowest <= SLOWEST and len(waits) >= 0.95 * TARGET / 2 * SECONDS,
        ),
    ]
