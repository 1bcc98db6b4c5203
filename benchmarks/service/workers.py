"""Two workers on one PostgreSQL: play each match across both, then kill one."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks.report import Row, quantile, say
from benchmarks.service import servers
from benchmarks.service.consistency import CheckedTable, CheckingPlayer, FaultCounts

TABLES, MATCHES = 20, 2
SLOWEST = 3.0


def measure(folder: Path, kills: int) -> Iterable[Row]:
    with servers.postgresql() as postgres:
        yield from asyncio.run(_measure(postgres.database(), folder, kills))


async def _measure(database: str, folder: Path, kills: int) -> list[Row]:
    ports = [servers.free_port(), servers.free_port()]
    workers = [servers.MoleworksServer(database, folder / f"worker-{port}.log", port=port) for port in ports]
    try:
        for worker in workers:
            await asyncio.to_thread(worker.wait_until_ready)
        say(f"workers: {TABLES * MATCHES} matches, the two players of each at different workers")
        same = await _compare_logs(ports)
        back = await _measure_kills(database, folder, workers, kills)
    finally:
        for worker in workers:
            worker.end()
    return [same, back]


async def _compare_logs(ports: Sequence[int]) -> Row:
    faults = FaultCounts()
    tables = [CheckedTable(ports, number, faults) for number in range(TABLES)]
    ended = 0
    try:
        async with asyncio.timeout(120):
            await asyncio.gather(*(table.play(MATCHES) for table in tables))
    except TimeoutError:
        say("workers: not every match came to its end")
    ended = sum(table.matches for table in tables)
    disagreed = sum(table.disagreed for table in tables)
    unanswered = sum(table.unanswered for table in tables)
    moves = sum(table.moves for table in tables)
    return Row(
        "two workers on PostgreSQL: players and workers tell the same",
        "no log differs",
        f"{disagreed} of {4 * ended} differ",
        f"{ended} of {TABLES * MATCHES} matches ended, {moves:,} moves, {unanswered} logs missing; {faults}",
        not disagreed and not unanswered and not faults.any and ended == TABLES * MATCHES,
    )


async def _measure_kills(
    database: str, folder: Path, workers: list[servers.MoleworksServer], kills: int
) -> Row:
    faults, ports, rng = FaultCounts(), [worker.port for worker in workers], random.Random(5)
    tables = [CheckedTable(ports, 100 + number, faults) for number in range(TABLES)]
    playing = [asyncio.create_task(table.play()) for table in tables]
    took: list[float] = []
    try:
        for turn in range(kills):
            await asyncio.sleep(rng.uniform(1, 2))
            victim = turn % 2
            everybody = [player for table in tables for player in table.players]
            cut_off = [
                player for player in everybody if player.is_playing and player.ports[0] == ports[victim]
            ]
            killed = time.perf_counter()
            workers[victim].end()
            took += await _reconnect_times(cut_off, killed)
            say(f"workers: {turn + 1} of {kills} killed, {len(cut_off)} cut off, slowest {max(took):.2f} s")
            log_file = folder / f"worker-{ports[victim]}.log"
            workers[victim] = servers.MoleworksServer(database, log_file, port=ports[victim])
            await asyncio.to_thread(workers[victim].wait_until_ready)
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await asyncio.gather(*(table.check_unfinished() for table in tables))
    disagreed = sum(table.disagreed for table in tables)
    unanswered = sum(table.unanswered for table in tables)
    slowest = max(took, default=float("inf"))
    return Row(
        "a worker is killed: its players are back on the other within",
        "≤ 3 s",
        f"{slowest:.2f} s",
        f"median {quantile(took, 0.5):.2f} s; {kills} kills, {len(took)} cut off, {disagreed} logs differ, "
        f"{unanswered} logs missing; {faults}",
        slowest <= SLOWEST and not faults.any and not disagreed and not unanswered,
    )


async def _reconnect_times(cut_off: Sequence[CheckingPlayer], killed: float) -> list[float]:
    """Seconds until each player received its match again; infinity for those that did not within 30 seconds.

    A player whose match ended meanwhile does not reconnect, and is left out.
    """
    until = time.monotonic() + 30
    while time.monotonic() < until and any(p.reconnected_at < killed and p.is_playing for p in cut_off):
        await asyncio.sleep(0.005)
    gone = [p for p in cut_off if p.is_playing or p.reconnected_at > killed]
    return [p.reconnected_at - killed if p.reconnected_at > killed else float("inf") for p in gone]
