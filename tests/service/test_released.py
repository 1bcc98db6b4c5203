"""Logs of every released version lead to the same point as they did then.

`python -m tests.service.test_released` writes the file of this version, once, when it is released.
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
from moleworks.service import founding, peeking
from moleworks.service.commands import Answer, Offer, Rename, Reseat, Resign, Undo
from moleworks.service.course import Course
from moleworks.service.house import House
from moleworks.service.joining import invite, join
from moleworks.service.leaving import leave
from moleworks.service.pace import Pace
from moleworks.service.room import Who
from moleworks.service.store.rows import Entry, MatchRow
from moleworks.service.sweeping import look_round
from tests.service.tables import ENGLISH, HOST, Clock, Mover, Table, house_at, person, seated, settled

RELEASED = Path(__file__).with_name("released")
FILES = sorted(RELEASED.glob("*.json"))
EVENTS = {
    "seat", "name", "link", "undo", "resign", "offer", "accept", "decline", "late", "next", "peek", "phone",
}  # fmt: skip
"""All there are in a log."""


def point(course: Course) -> Any:
    """Where a course is, in words that a file can hold."""
    game, state, outcome = course.match.game, course.state, course.outcome
    seats = range(course.match.setup.players)
    told = {
        "names": course.match.names,
        "views": [game.view(state, seat) for seat in (None, *seats)],
        "status": course.status,
        "actor": course.actor,
        "hands": course.hands,
        "resigned": sorted(course.resigned),
        "outcome": outcome and [outcome.winner, outcome.draw],
        "why": course.ending and course.ending.why.text,
        "next": course.next,
        "since": course.turn_since,
        "seq": [course.seq, course.moved],
    }
    return msgspec.json.decode(msgspec.json.encode(told))


def course_of(kept: dict[str, Any]) -> Course:
    """The course of a match, as a worker finds it that has never seen it."""
    row = MatchRow(
        "m", None, kept["game"], msgspec.json.encode(kept["setup"]).decode(), "{}", kept["rules"], None, "w",
        0, "waiting", kept["created"], kept["created"], None,
    )  # fmt: skip
    course = founding.course(row)
    course.follow([Entry(*entry) for entry in kept["entries"]])
    return course


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_released_log_leads_to_the_same_point(file: Path) -> None:
    matches = msgspec.json.decode(file.read_bytes())
    assert len({kept["game"] for kept in matches}) == 3
    for kept in matches:
        assert kept["rules"] == file.stem
        assert point(course_of(kept)) == kept["point"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_released_log_has_everything_in_it(file: Path) -> None:
    names = [entry[2] for kept in msgspec.json.decode(file.read_bytes()) for entry in kept["entries"]]
    words = {name[1:].split(" ")[0] for name in names if name.startswith("!")}
    assert words == EVENTS


def test_this_version_is_there() -> None:
    assert __version__ in {file.stem for file in FILES}


# Writing them


async def hill(house: House, _clock: Clock) -> Table:
    """Taken back alone and by consent, a draw declined, a name changed; one leaves; to the end, and again."""
    table = await seated(house, "mole-hill", "here link", board="patch")
    await table.play(client="one")
    await table.do(0, Undo(seq=table.course.seq, id="two"))
    for _ in range(3):
        await table.play()
    await table.do(1, Undo(seq=table.course.seq))
    await table.do(0, Answer(what="undo", yes=True))
    await table.do(0, Offer(what="draw"))
    await table.do(1, Answer(what="draw", yes=False))
    await table.do(1, Rename(name="Lina", id="three"))
    await table.play()
    await leave(table.room, person(1))
    await to_the_end(table)
    await table.do(0, Offer(what="rematch"))
    await settled(house)
    return table


async def company(house: House, clock: Clock) -> Table:
    """One seat is filled by a computer, one resigns, one is late; a person takes a computer's place."""
    pace = Pace(turn=60, absent="computer", level=2)
    table = await seated(house, "mole-company", "here link open", pace=pace, board="burrow")
    host = Who(frozenset({0}), host=True)
    await table.room.do(host, Reseat(whose=2, kind="computer", level=1))
    await settled(house)
    await table.play()
    await settled(house)
    key = await invite(table.room, host, 2)
    await join(house, person(2), ENGLISH, token=key.token, name="Max")
    for _ in range(3):
        await table.play()
    clock.turn(61)
    await look_round(house)
    await settled(house)
    await table.do(1, Resign())
    await to_the_end(table)
    return table


async def bande(house: House, _clock: Clock) -> Table:
    """With a bot at the table a draw is agreed in the middle of it."""
    table = await seated(house, "buddel-bande", "here link bot", board="stroll")
    for _ in range(12):
        await table.play()
    await table.do(2, Offer(what="draw"))
    await table.do(0, Answer(what="draw", yes=True))
    await table.do(1, Answer(what="draw", yes=True))
    return table


async def given_up(house: House, _clock: Clock) -> Table:
    table = await seated(house, "mole-hill", "here link")
    for _ in range(4):
        await table.play()
    await table.do(1, Resign())
    return table


async def played_out(house: House, _clock: Clock) -> Table:
    table = await seated(house, "buddel-bande", "here link", board="classic")
    await to_the_end(table)
    return table


async def shown(house: House, _clock: Clock) -> Table:
    """Two share a device; one of them sees the secrets on a phone."""
    table = await seated(house, "buddel-bande", "here here", board="stroll")
    await peeking.come(table.room, await peeking.link(table.room, Who(frozenset({0, 1})), 1))
    for _ in range(4):
        await table.play()
    return table


async def to_the_end(table: Table) -> None:
    while not table.course.outcome:
        await settled(table.house)
        if table.course.actor is not None:
            await table.play()


async def written(url: str) -> list[dict[str, Any]]:
    """Matches of every game, with all that can happen in them, as this version plays them."""
    random.seed(1)
    matches, clock = [], Clock()
    async with house_at(url, clock, thinkers=Mover()) as house:
        for story in (hill, company, bande, given_up, played_out, shown):
            table = await story(house, clock)
            await settled(house)
            row, _, entries = await house.log(table.room.id, 0)
            setup = msgspec.json.decode(row.setup)
            told = {"game": row.game, "rules": row.rules, "setup": setup, "created": row.created}
            matches.append(told | {"entries": entries, "point": point(table.course)})
            clock.turn(1)
    return matches


def test_what_is_written_can_be_read(tmp_path: Path) -> None:
    """So that the next version's file will be a good one."""
    matches = asyncio.run(written(f"sqlite:///{tmp_path}/moles.db"))
    for kept in msgspec.json.decode(msgspec.json.encode(matches)):
        assert HOST not in str(kept)
        assert point(course_of(kept)) == kept["point"]


def main() -> None:
    file = RELEASED / f"{__version__}.json"
    if file.exists():
        sys.exit(f"{file.name} is there: what was released does not change.")
    with tempfile.TemporaryDirectory() as folder:
        matches = asyncio.run(written(f"sqlite:///{folder}/moles.db"))
    lines = ",\n".join(msgspec.json.encode(kept).decode() for kept in matches)
    file.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
