"""Two workers on one PostgreSQL: each match is played across both, then one is killed."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks.report import Row, quantile, say
from benchmarks.service import servers
from benchmarks.service.faithful import Faults, Player, Table

TABLES, MATCHES = 20, 2
SOONEST = 3.0


def measure(folder: Path, kills: int) -> Iterable[Row]:
    with servers.postgresql() as postgres:
        yield from asyncio.run(_measured(postgres.database(), folder, kills))


async def _measured(database: str, folder: Path, kills: int) -> list[Row]:
    ports = [servers.free_port(), servers.free_port()]
    workers = [servers.Ours(database, folder / f"worker-{port}.log", port=port) for port in ports]
    try:
        for worker in workers:
            await asyncio.to_thread(worker.ready)
        say(f"workers: {TABLES * MATCHES} matches, the two players of each at different workers")
        same = await _same(ports)
        back = await _killed(database, folder, workers, kills)
    finally:
        for worker in workers:
            worker.end()
    return [same, back]


async def _same(ports: Sequence[int]) -> Row:
    faults = Faults()
    tables = [Table(ports, number, faults) for number in range(TABLES)]
    ended = 0
    try:
        async with asyncio.timeout(120):
            await asyncio.gather(*(table.play(MATCHES) for table in tables))
    except TimeoutError:
        say("workers: not every match came to its end")
    ended = sum(table.matches for table in tables)
    disagreed = sum(table.disagreed for table in tables)
    silent = sum(table.silent for table in tables)
    moves = sum(table.moves for table in tables)
    return Row(
        "two workers on PostgreSQL: players and workers tell the same",
        "no log differs",
        f"{disagreed} of {4 * ended} differ",
        f"{ended} of {TABLES * MATCHES} matches ended, {moves:,} moves, {silent} logs untold; {faults}",
        not disagreed and not silent and not faults.any and ended == TABLES * MATCHES,
    )


async def _killed(database: str, folder: Path, workers: list[servers.Ours], kills: int) -> Row:
    faults, ports, chooser = Faults(), [worker.port for worker in workers], random.Random(5)
    tables = [Table(ports, 100 + number, faults) for number in range(TABLES)]
    playing = [asyncio.create_task(table.play()) for table in tables]
    took: list[float] = []
    try:
        for turn in range(kills):
            await asyncio.sleep(chooser.uniform(1, 2))
            victim = turn % 2
            everybody = [player for table in tables for player in table.players]
            cut = [player for player in everybody if player.seated and player.ports[0] == ports[victim]]
            killed = time.perf_counter()
            workers[victim].end()
            took += await _back(cut, killed)
            say(f"workers: {turn + 1} of {kills} killed, {len(cut)} cut off, slowest {max(took):.2f} s")
            words = folder / f"worker-{ports[victim]}.log"
            workers[victim] = servers.Ours(database, words, port=ports[victim])
            await asyncio.to_thread(workers[victim].ready)
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await asyncio.gather(*(table.check() for table in tables))
    disagreed = sum(table.disagreed for table in tables)
    silent = sum(table.silent for table in tables)
    slowest = max(took, default=float("inf"))
    return Row(
        "a worker is killed: its players are back on the other within",
        "≤ 3 s",
        f"{slowest:.2f} s",
        f"median {quantile(took, 0.5):.2f} s; {kills} kills, {len(took)} cut off, {disagreed} logs differ, "
        f"{silent} untold; {faults}",
        slowest <= SOONEST and not faults.any and not disagreed and not silent,
    )


async def _back(cut: Sequence[Player], killed: float) -> list[float]:
    """Seconds until each of them saw its match again; one who does not within a while counts as endless.

    Who had the last word of its match on the way already has nothing to come back to.
    """
    until = time.monotonic() + 30
    while time.monotonic() < until and any(p.back_at < killed and p.seated for p in cut):
        await asyncio.sleep(0.005)
    gone = [p for p in cut if p.seated or p.back_at > killed]
    return [p.back_at - killed if p.back_at > killed else float("inf") for p in gone]
