"""Logs of every released version lead to the same point as they did then.

`python -m tests.matches.test_released` writes the file of this version, once, when it is released.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
from pathlib import Path
from typing import Any

import msgspec
import pytest

from moleworks import __version__
from moleworks.matches import create, phone_secrets
from moleworks.matches.access import Access
from moleworks.matches.commands import Answer, Offer, Rename, Reseat, Resign, Undo
from moleworks.matches.join import invite, join
from moleworks.matches.leave import leave
from moleworks.matches.log import MatchLog
from moleworks.matches.maintenance import run_due
from moleworks.matches.server import MatchServer
from moleworks.matches.store.rows import Entry, MatchRow
from moleworks.matches.stored_log import read_log
from moleworks.matches.time_control import TimeControl
from tests.matches.helpers import (
    ENGLISH,
    HOST,
    Clock,
    OpenMatch,
    RandomMover,
    open_match,
    person,
    server_at,
    wait_idle,
)

RELEASED = Path(__file__).with_name("released")
FILES = sorted(RELEASED.glob("*.json"))
EVENTS = {
    "seat", "name", "link", "undo", "resign", "offer", "accept", "decline", "late", "next", "peek", "phone",
}  # fmt: skip
"""All events of a log."""


def point(log: MatchLog) -> Any:
    """The point that a log leads to, as JSON data."""
    game, state, outcome = log.match.game, log.state, log.outcome
    seats = range(log.match.setup.players)
    data = {
        "names": log.match.names,
        "views": [game.view(state, seat) for seat in (None, *seats)],
        "status": log.status,
        "actor": log.actor,
        "hands": log.holders,
        "resigned": sorted(log.resigned),
        "outcome": outcome and [outcome.winner, outcome.draw],
        "why": log.ending and log.ending.why.text,
        "next": log.next_match,
        "since": log.turn_started,
        "seq": [log.seq, log.position_seq],
    }
    return msgspec.json.decode(msgspec.json.encode(data))


def log_of_saved(saved: dict[str, Any]) -> MatchLog:
    """The log of a saved match, as a new worker would load it."""
    row = MatchRow(
        "m", None, saved["game"], msgspec.json.encode(saved["setup"]).decode(), "{}", saved["rules"], None,
        "w", 0, "waiting", saved["created"], saved["created"], None,
    )  # fmt: skip
    log = create.empty_log(row)
    log.extend([Entry(*entry) for entry in saved["entries"]])
    return log


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_released_log_leads_to_the_same_point(file: Path) -> None:
    matches = msgspec.json.decode(file.read_bytes())
    assert len({saved["game"] for saved in matches}) == 3
    for saved in matches:
        assert saved["rules"] == file.stem
        assert point(log_of_saved(saved)) == saved["point"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_released_set_up_is_stored_again_byte_for_byte(file: Path) -> None:
    """An option that is not named there has the value that was played then."""
    for saved in msgspec.json.decode(file.read_bytes()):
        match = log_of_saved(saved).match
        assert create.setup_json(match).encode() == msgspec.json.encode(saved["setup"])
        assert match.setup.options.get("pass", "any") == "any"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_released_log_has_everything_in_it(file: Path) -> None:
    names = [entry[2] for saved in msgspec.json.decode(file.read_bytes()) for entry in saved["entries"]]
    words = {name[1:].split(" ")[0] for name in names if name.startswith("!")}
    assert words == EVENTS


def test_this_version_is_there() -> None:
    assert __version__ in {file.stem for file in FILES}


# Writing them


async def hill(server: MatchServer, _clock: Clock) -> OpenMatch:
    """Undo alone and by consent, a declined draw, a new name, a player leaves; to the end, and a rematch."""
    table = await open_match(server, "mole-hill", "here link", board="patch")
    await table.play(client="one")
    await table.do(0, Undo(seq=table.log.seq, id="two"))
    for _ in range(3):
        await table.play()
    await table.do(1, Undo(seq=table.log.seq))
    await table.do(0, Answer(what="undo", yes=True))
    await table.do(0, Offer(what="draw"))
    await table.do(1, Answer(what="draw", yes=False))
    await table.do(1, Rename(name="Lina", id="three"))
    await table.play()
    await leave(table.server, table.live, person(1))
    await to_the_end(table)
    await table.do(0, Offer(what="rematch"))
    await wait_idle(server)
    return table


async def company(server: MatchServer, clock: Clock) -> OpenMatch:
    """One seat is filled by a computer, one resigns, one is late; a person takes a computer's place."""
    pace = TimeControl(turn=60, absent="computer", level=2)
    table = await open_match(server, "mole-company", "here link open", pace=pace, board="burrow")
    host = Access(frozenset({0}), host=True)
    await table.live.do(host, Reseat(whose=2, kind="computer", level=1))
    await wait_idle(server)
    await table.play()
    await wait_idle(server)
    key = await invite(table.live, host, 2)
    await join(server, person(2), ENGLISH, token=key.token, name="Max")
    for _ in range(3):
        await table.play()
    clock.turn(61)
    await run_due(server)
    await wait_idle(server)
    await table.do(1, Resign())
    await to_the_end(table)
    return table


async def bande(server: MatchServer, _clock: Clock) -> OpenMatch:
    """A draw is agreed with a bot."""
    table = await open_match(server, "buddel-bande", "here link bot", board="stroll")
    for _ in range(12):
        await table.play()
    await table.do(2, Offer(what="draw"))
    await table.do(0, Answer(what="draw", yes=True))
    await table.do(1, Answer(what="draw", yes=True))
    return table


async def given_up(server: MatchServer, _clock: Clock) -> OpenMatch:
    table = await open_match(server, "mole-hill", "here link")
    for _ in range(4):
        await table.play()
    await table.do(1, Resign())
    return table


async def played_out(server: MatchServer, _clock: Clock) -> OpenMatch:
    table = await open_match(server, "buddel-bande", "here link", board="classic")
    await to_the_end(table)
    return table


async def shown(server: MatchServer, _clock: Clock) -> OpenMatch:
    """Two share a device; one of them sees the secrets on a phone."""
    table = await open_match(server, "buddel-bande", "here here", board="stroll")
    await phone_secrets.use_link(
        table.live, await phone_secrets.create_link(table.live, Access(frozenset({0, 1})), 1)
    )
    for _ in range(4):
        await table.play()
    return table


async def to_the_end(table: OpenMatch) -> None:
    while not table.log.outcome:
        await wait_idle(table.server)
        if table.log.actor is not None:
            await table.play()


async def play_all(url: str) -> list[dict[str, Any]]:
    """Matches of every game with every event, as this version plays them."""
    random.seed(1)
    matches, clock = [], Clock()
    async with server_at(url, clock, engine_pool=RandomMover()) as server:
        for scenario in (hill, company, bande, given_up, played_out, shown):
            table = await scenario(server, clock)
            await wait_idle(server)
            row, _, entries = await read_log(server.store, table.live.id, 0)
            setup = msgspec.json.decode(row.setup)
            data = {"game": row.game, "rules": row.rules, "setup": setup, "created": row.created}
            matches.append(data | {"entries": entries, "point": point(table.log)})
            clock.turn(1)
    return matches


def test_what_is_written_can_be_read(tmp_path: Path) -> None:
    """The file of the next version will be complete."""
    matches = asyncio.run(play_all(f"sqlite:///{tmp_path}/moles.db"))
    for saved in msgspec.json.decode(msgspec.json.encode(matches)):
        assert HOST not in str(saved)
        assert point(log_of_saved(saved)) == saved["point"]


def main() -> None:
    file = RELEASED / f"{__version__}.json"
    if file.exists():
        sys.exit(f"{file.name} is there: what was released does not change.")
    with tempfile.TemporaryDirectory() as folder:
        matches = asyncio.run(play_all(f"sqlite:///{folder}/moles.db"))
    lines = ",\n".join(msgspec.json.encode(saved).decode() for saved in matches)
    file.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
