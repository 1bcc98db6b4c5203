"""The server is killed in the middle of play, again and again: nothing that was acknowledged may be lost."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks.report import Row, say
from benchmarks.service import servers
from benchmarks.service.faithful import Faults, Table

TABLES = 20
LONGEST = 0.6
"""Seconds of play before the server is killed, at most, once every match has gone on."""
PATIENCE = 60.0


def measure(folder: Path, kills: int) -> Iterable[Row]:
    yield asyncio.run(_killed("SQLite", servers.sqlite(folder), folder, kills))
    with servers.postgresql() as postgres:
        yield asyncio.run(_killed("PostgreSQL", postgres.database(), folder, kills))


async def _killed(what: str, database: str, folder: Path, kills: int) -> Row:
    faults, port, chooser = Faults(), servers.free_port(), random.Random(4)
    words = folder / f"kill-{what}-{port}.log"
    tables = [Table([port], number, faults) for number in range(TABLES)]
    playing = [asyncio.create_task(table.play()) for table in tables]
    stuck, done, server = 0, 0, servers.Ours(database, words, port=port)
    try:
        for done in range(1, kills + 1):
            await asyncio.to_thread(server.ready)
            stuck += await _all_go_on(tables, playing)
            await asyncio.sleep(chooser.uniform(0, LONGEST))
            server.end()
            server = servers.Ours(database, words, port=port)
            if done % 10 == 0:
                moves = sum(table.moves for table in tables)
                say(f"kill, {what}: {done} of {kills}; {moves:,} moves acknowledged; {faults}; {stuck} stuck")
        await asyncio.to_thread(server.ready)
        stuck += await _all_go_on(tables, playing)
    except (KeyboardInterrupt, asyncio.CancelledError):
        say(f"kill, {what}: interrupted after {done}")
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await asyncio.gather(*(table.check() for table in tables))
        server.end()
    moves = sum(table.moves for table in tables)
    repeated = sum(player.repeated for table in tables for player in table.players)
    ended = sum(table.matches for table in tables)
    disagreed = sum(table.disagreed for table in tables)
    silent = sum(table.silent for table in tables)
    return Row(
        f"kill -9 under load, {what}",
        "0 lost, 0 twice, all go on",
        f"{faults.lost} lost, {faults.twice} twice, {stuck} stuck",
        f"{done} kills, {moves:,} moves acknowledged, {ended} matches ended, {disagreed} logs differ, "
        f"{silent} untold; {faults}; {repeated} resent in vain; {server.faults()} errors logged",
        not faults.any and not faults.behind and not stuck and not disagreed and not silent and done == kills,
    )


async def _all_go_on(tables: Sequence[Table], playing: Sequence[asyncio.Task[None]]) -> int:
    """Waits until each table has made another move; how many have not."""
    before, until = [table.moves for table in tables], time.monotonic() + PATIENCE
    while time.monotonic() < until:
        for task in playing:
            if task.done():
                task.result()  # players never stop by themselves: the fault is the benchmark's own
        if all(table.moves > moves for table, moves in zip(tables, before, strict=True)):
            break
        await asyncio.sleep(0.01)
    return sum(table.moves <= moves for table, moves in zip(tables, before, strict=True))
