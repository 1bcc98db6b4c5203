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

from moleworks.service import founding
from moleworks.service.commands import Play
from moleworks.service.decisions import Repeated
from moleworks.service.house import LEASE, House
from moleworks.service.room import Who
from moleworks.service.store.rows import Entry
from moleworks.service.sweeping import look_round
from tests.service.dying import STEPS
from tests.service.tables import HOST, Clock, Mover, Table, check_against_log, house_at, settled

ROOT = Path(__file__).parents[2]
LINA = Who(frozenset({0}), host=True)
KEPT = {"asked to": {0}, "before": {0}, "asked": {0, 1}, "inside": {0}}
"""How often the second action may be in the log after the crash; once, if not said otherwise."""


def killed(url: str, game: str, step: str) -> tuple[str, list[dict[str, Any]]]:
    """The match of a worker that died at that step, and what its player had been told."""
    command = [sys.executable, "-m", "tests.service.dying", url, game, step]
    ended = subprocess.run(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, check=False)
    assert ended.returncode == -signal.SIGKILL
    match, *told = ended.stdout.splitlines()
    return match, [msgspec.json.decode(line) for line in told]


def sent(entries: list[Entry], client: str) -> list[Entry]:
    return [entry for entry in entries if entry.client == client]


async def again(house: House, name: str, entries: list[Entry]) -> bool:
    """The player, who has heard nothing, sends the second action again; whether it was done only now."""
    room = await house.room(name)
    before = founding.course((await house.log(name, 0))[0])
    known = sent(entries, "second")[0].seq - 1 if sent(entries, "second") else len(entries)
    before.follow(entries[:known])
    action = before.match.game.name(before.state, before.match.game.legal(before.state)[0])
    try:
        await room.do(LINA, Play(action=action, seq=known, id="second"))
    except Repeated:
        return False
    return True


async def turn_of_mine(house: House, table: Table) -> None:
    """Computers play until it is one's own turn, woken by nobody but the house."""
    while table.course.actor != 0:
        assert table.course.outcome is None
        await look_round(house)
        await settled(house)


@pytest.mark.parametrize(
    ("game", "step"),
    [("mole-hill", step) for step in STEPS] + [("buddel-bande", "inside"), ("buddel-bande", "kept")],
)
def test_killed_at_a_step_of_a_move(each_url: str, game: str, step: str) -> None:
    name, told = killed(each_url, game, step)
    clock, thinkers = Clock(), Mover()
    clock.turn(LEASE + 1)

    async def story(house: House) -> None:
        _, _, entries = await house.log(name, 0)
        assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
        for news in told:  # of a deal only the number is told
            entry = entries[news["seq"] - 1]
            assert (entry.seat, entry.client) == (news["seat"], news.get("id"))
            assert news["name"] in {None, entry.name}
        assert len(sent(entries, "first")) == 1
        assert len(sent(entries, "second")) in KEPT.get(step, {1})
        heard = any(news.get("id") == "second" for news in told)
        assert heard == (step in {"told", "thinking", "thought"})

        await look_round(house)  # nobody asks: what is due happens by itself
        await settled(house)
        room = await house.room(name)
        if sent(entries, "second"):
            assert [seat for seat, _ in thinkers.asked][:1] == [1]
        else:
            assert thinkers.asked == []
        done = await again(house, name, entries)
        assert done == (not sent(entries, "second")) or step == "asked"
        assert not await again(house, name, (await house.log(name, 0))[2])
        await settled(house)
        table = Table(room, (), None, "")
        await turn_of_mine(house, table)
        assert thinkers.asked, "the computer whose turn it was has moved"
        _, _, entries = await house.log(name, 0)
        assert len(sent(entries, "first")) == len(sent(entries, "second")) == 1
        assert (await house.who(room, HOST, None)).seats == {0}
        for _ in range(3):
            await turn_of_mine(house, table)
            await table.play()
        await settled(house)
        await check_against_log(room)

    async def restarted() -> None:
        async with house_at(each_url, clock, thinkers=thinkers, worker="heir") as house:
            await story(house)

    asyncio.run(restarted())
