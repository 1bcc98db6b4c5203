"""Kill the server (kill -9) during play, many times: no acknowledged move may be lost."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks.report import Row, say
from benchmarks.service import servers
from benchmarks.service.consistency import CheckedTable, FaultCounts

TABLES = 20
LONGEST_PLAY = 0.6
"""The longest time in seconds from when all matches go on until the server is killed."""
PATIENCE = 60.0


def measure(folder: Path, kills: int) -> Iterable[Row]:
    yield asyncio.run(_measure_kills("SQLite", servers.sqlite(folder), folder, kills))
    with servers.postgresql() as postgres:
        yield asyncio.run(_measure_kills("PostgreSQL", postgres.database(), folder, kills))


async def _measure_kills(what: str, database: str, folder: Path, kills: int) -> Row:
    faults, port, rng = FaultCounts(), servers.free_port(), random.Random(4)
    log_file = folder / f"kill-{what}-{port}.log"
    tables = [CheckedTable([port], number, faults) for number in range(TABLES)]
    playing = [asyncio.create_task(table.play()) for table in tables]
    stuck, done, server = 0, 0, servers.MoleworksServer(database, log_file, port=port)
    try:
        for done in range(1, kills + 1):
            await asyncio.to_thread(server.wait_until_ready)
            stuck += await _wait_for_moves(tables, playing)
            await asyncio.sleep(rng.uniform(0, LONGEST_PLAY))
            server.end()
            server = servers.MoleworksServer(database, log_file, port=port)
            if done % 10 == 0:
                moves = sum(table.moves for table in tables)
                say(f"kill, {what}: {done} of {kills}; {moves:,} moves acknowledged; {faults}; {stuck} stuck")
        await asyncio.to_thread(server.wait_until_ready)
        stuck += await _wait_for_moves(tables, playing)
    except (KeyboardInterrupt, asyncio.CancelledError):
        say(f"kill, {what}: interrupted after {done}")
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await asyncio.gather(*(table.check_unfinished() for table in tables))
        server.end()
    moves = sum(table.moves for table in tables)
    repeated = sum(player.repeated for table in tables for player in table.players)
    ended = sum(table.matches for table in tables)
    disagreed = sum(table.disagreed for table in tables)
    unanswered = sum(table.unanswered for table in tables)
    return Row(
        f"kill -9 under load, {what}",
        "0 lost, 0 twice, all go on",
        f"{faults.lost} lost, {faults.twice} twice, {stuck} stuck",
        f"{done} kills, {moves:,} moves acknowledged, {ended} matches ended, {disagreed} logs differ, "
        f"{unanswered} missing; {faults}; {repeated} resent in vain; {server.logged_errors()} errors logged",
        not faults.any
        and not faults.behind
        and not stuck
        and not disagreed
        and not unanswered
        and done == kills,
    )


async def _wait_for_moves(tables: Sequence[CheckedTable], playing: Sequence[asyncio.Task[None]]) -> int:
    """Wait until each table has made another move; return how many have not."""
    before, until = [table.moves for table in tables], time.monotonic() + PATIENCE
    while time.monotonic() < until:
        for task in playing:
            if task.done():
                task.result()  # players never stop: an error of the benchmark itself
        if all(table.moves > moves for table, moves in zip(tables, before, strict=True)):
            break
        await asyncio.sleep(0.01)
    return sum(table.moves <= moves for table, moves in zip(tables, before, strict=True))
