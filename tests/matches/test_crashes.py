"""kill -9 at every step of a move: what was acknowledged is there once, and the match goes on."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from moleworks.matches import create
from moleworks.matches.access import Access
from moleworks.matches.apply_command import Repeated
from moleworks.matches.commands import Play
from moleworks.matches.maintenance import run_due
from moleworks.matches.server import LEASE, MatchServer
from moleworks.matches.store.rows import Entry
from moleworks.matches.stored_log import read_log
from tests.matches.crashing_worker import STEPS
from tests.matches.helpers import HOST, Clock, OpenMatch, RandomMover, check_against_log, server_at, wait_idle

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
LINA = Access(frozenset({0}), host=True)
STORED = {"request": {0}, "before append": {0}, "submitted": {0, 1}, "committing": {0}}
"""How often the second action may be in the log after the crash; once for steps that are not named."""


def crashed_match(url: str, game: str, step: str) -> tuple[str, list[dict[str, Any]]]:
    """The match of a worker that died at that step, and the entries that its player was sent."""
    command = [sys.executable, "-m", "tests.matches.crashing_worker", url, game, step]
    ended = subprocess.run(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, check=False)
    assert ended.returncode == -signal.SIGKILL
    match, *received = ended.stdout.splitlines()
    return match, [msgspec.json.decode(line) for line in received]


def entries_of(entries: list[Entry], client: str) -> list[Entry]:
    return [entry for entry in entries if entry.client == client]


async def send_again(server: MatchServer, name: str, entries: list[Entry]) -> bool:
    """The player, without an answer, sends the second action again; return whether it was done only now."""
    live = await server.live_match(name)
    before = create.empty_log((await read_log(server.store, name, 0))[0])
    known = entries_of(entries, "second")[0].seq - 1 if entries_of(entries, "second") else len(entries)
    before.extend(entries[:known])
    action = before.match.game.name(before.state, before.match.game.legal(before.state)[0])
    try:
        await live.do(LINA, Play(action=action, seq=known, id="second"))
    except Repeated:
        return False
    return True


async def wait_for_turn(server: MatchServer, table: OpenMatch) -> None:
    """Let computers play until it is the person's turn, started only by the server."""
    while table.log.actor != 0:
        assert table.log.outcome is None
        await run_due(server)
        await wait_idle(server)


@pytest.mark.parametrize(
    ("game", "step"),
    [("mole-hill", step) for step in STEPS] + [("buddel-bande", "committing"), ("buddel-bande", "stored")],
)
def test_killed_at_a_step_of_a_move(each_url: str, game: str, step: str) -> None:
    name, received = crashed_match(each_url, game, step)
    clock, engine_pool = Clock(), RandomMover()
    clock.turn(LEASE + 1)

    async def scenario(server: MatchServer) -> None:
        _, _, entries = await read_log(server.store, name, 0)
        assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
        for news in received:  # the name of a deal is not sent
            entry = entries[news["seq"] - 1]
            assert (entry.seat, entry.client) == (news["seat"], news.get("id"))
            assert news["name"] in {None, entry.name}
        assert len(entries_of(entries, "first")) == 1
        assert len(entries_of(entries, "second")) in STORED.get(step, {1})
        received_second = any(news.get("id") == "second" for news in received)
        assert received_second == (step in {"sent", "searching", "found"})

        await run_due(server)  # without any request
        await wait_idle(server)
        live = await server.live_match(name)
        if entries_of(entries, "second"):
            assert [seat for seat, _ in engine_pool.asked][:1] == [1]
        else:
            assert engine_pool.asked == []
        done = await send_again(server, name, entries)
        assert done == (not entries_of(entries, "second")) or step == "submitted"
        assert not await send_again(server, name, (await read_log(server.store, name, 0))[2])
        await wait_idle(server)
        table = OpenMatch(server, live, (), None, "")
        await wait_for_turn(server, table)
        assert engine_pool.asked, "the computer whose turn it was has moved"
        _, _, entries = await read_log(server.store, name, 0)
        assert len(entries_of(entries, "first")) == len(entries_of(entries, "second")) == 1
        assert (await server.access(live, HOST, None)).seats == {0}
        for _ in range(3):
            await wait_for_turn(server, table)
            await table.play()
        await wait_idle(server)
        await check_against_log(live)

    async def restarted() -> None:
        async with server_at(each_url, clock, engine_pool=engine_pool, worker="heir") as server:
            await scenario(server)

    asyncio.run(restarted())
