"""No byte that a seat is sent depends on what the seat cannot know."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from moleworks.games import CHANCE, Complaint
from moleworks.players import lots
from moleworks.record import Match
from moleworks.service import looking, tidings
from moleworks.service.commands import Answer, Emote, Offer, Play, Rename, Resign, Undo
from moleworks.service.course import Course
from moleworks.service.decisions import decide
from moleworks.service.house import House
from moleworks.service.joining import invite, join
from moleworks.service.pace import Pace
from moleworks.service.store.rows import Entry, SeatRow
from moleworks.service.tokens import digest
from tests.service.tables import ENGLISH, HOST, Listener, at_home, log_of, person, seated, settled

BANDE = "buddel-bande"


def begun(entries: list[Entry], players: int, **options: Any) -> Course:
    course = Course(Match.begin(BANDE, board="stroll", players=players, options=options), 0.0)
    course.follow(entries)
    return course


def played(players: int, count: int, seed: int, *, know_own: bool) -> list[Entry]:
    """A match, drawn from a seed, in which some things were said too."""
    rng = random.Random(seed)
    course = begun(log_of(players=players), players, know_own=know_own)
    entries = log_of(players=players)
    for _ in range(count):
        game, state = course.match.game, course.state
        if course.outcome:
            break
        action = lots.draw(game, state, rng) if game.actor(state) == CHANCE else rng.choice(game.legal(state))
        actor = game.actor(state)
        new = [
            Entry(len(entries) + 1, None if actor == CHANCE else actor, game.name(state, action), None, 0.0)
        ]
        if rng.random() < 0.1:
            said = rng.choice(["!offer draw", "!decline draw", "!name", "!late"])
            new.append(Entry(len(entries) + 2, rng.randrange(players), said, "n", 1.0))
        course.follow(new)
        entries += new
    return entries


def unknown(course: Course, seat: int | None) -> list[str]:
    """The moles whose owners the seat does not know."""
    moles = course.match.game.view(course.state, seat)["moles"]
    return [name for name, mole in moles.items() if "owner" not in mole]


def swapped(entries: list[Entry], one: str, other: str) -> list[Entry]:
    """The same match with two moles of a size dealt the other way round."""
    a, b = int(one[1]) - 1, int(other[1]) - 1
    new = []
    for entry in entries:
        if entry.name.startswith(f"deal:{one[0]}="):
            start, order = entry.name.split("=")
            seats = [*order]
            seats[a], seats[b] = seats[b], seats[a]
            new.append(entry._replace(name=f"{start}={''.join(seats)}"))
        else:
            new.append(entry)
    return new


def everything(entries: list[Entry], players: int, seat: int | None, **options: Any) -> list[bytes]:
    """All that a seat, or a watcher, is told in the course of a match, and what its attempts are answered."""
    eyes = () if seat is None else (seat,)
    rows = [SeatRow("m", n, "person", None, f"P{n}", f"token-{n}") for n in range(players)]
    course, told = begun([], players, **options), []
    for n, entry in enumerate(entries, 1):
        course.follow([entry])
        told.append(tidings.at(course, eyes, [entry]))
        told.append(tidings.encode(tidings.table(course, rows, {0}, Pace())))
        told.append(tidings.at(course, eyes, entries[:n]))
        told.append(tidings.encode(looking.heard(course, seat)))
        told.append(tidings.encode(list(looking.replay(course, seat, 0, 500)) if n == len(entries) else []))
        if seat is not None and n % 5 == 0:
            told += answers(course, seat)
    return told


def answers(course: Course, seat: int) -> list[bytes]:
    """Why not? A refusal could tell something too."""
    told = []
    actions = ["pass", "dog>3", "S1>home", "M2>1", "L2>2", "deal:S=01", "=Sc", "x"]
    for command in (*(Play(action=action, seq=course.seq) for action in actions), Undo(seq=course.seq)):
        try:
            lines = decide(course, seat, command, Pace())
            # The state stays where it is; and what follows is chance's.
            told.append(tidings.encode(lines[0]._replace(after=None)))
        except Complaint as error:
            told.append(tidings.encode(tidings.refused(error, ENGLISH, None)))
    return told


@settings(max_examples=60)
@given(st.integers(2, 4), st.integers(10, 120), st.integers(0, 10**9), st.booleans(), st.data())
def test_nothing_tells_a_hidden_owner(
    players: int, count: int, seed: int, know_own: bool, data: st.DataObject
) -> None:
    entries = played(players, count, seed, know_own=know_own)
    course = begun(entries, players, know_own=know_own)
    assume(not course.outcome)
    seat = data.draw(st.sampled_from([None, *range(players)]))
    hidden = unknown(course, seat)
    pairs = [(a, b) for a in hidden for b in hidden if a[0] == b[0] and a < b]
    assume(pairs)
    one, other = data.draw(st.sampled_from(pairs))
    options = {"know_own": know_own}
    before = everything(entries, players, seat, **options)
    assert everything(swapped(entries, one, other), players, seat, **options) == before
    assert not any(b"deal:" in message and b"deal:S=01" not in message for message in before)


def test_the_swap_would_be_seen() -> None:
    """The test above can fail: a seat that knows one of the two is told something else."""
    entries = played(3, 30, 1, know_own=True)
    course = begun(entries, 3, know_own=True)
    known = [
        name for name in course.match.game.view(course.state, 0)["moles"] if name not in unknown(course, 0)
    ]
    other = next(name for name in unknown(course, 0) if name[0] == known[0][0])
    one, two = sorted((known[0], other))
    options = {"know_own": True}
    assert everything(swapped(entries, one, two), 3, 0, **options) != everything(entries, 3, 0, **options)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_name_of_a_deal_is_not_told_even_afterwards(players: int) -> None:
    entries = played(players, 3000, 7, know_own=True)
    course = begun(entries, players, know_own=True)
    assert course.outcome
    for seat in (None, *range(players)):
        eyes = () if seat is None else (seat,)
        assert b"deal:" not in tidings.at(course, eyes, entries)


def test_no_key_ever_leaves(url: str) -> None:
    """Tokens, digests, who holds a seat: nobody is told, whatever happens at the table."""

    async def story(house: House) -> None:
        table = await seated(
            house, BANDE, "here link bot computer:1", board="stroll", pace=Pace(turn=60, absent="computer")
        )
        room = table.room
        ears = [Listener(), *(Listener(seat) for seat in range(4)), Listener(0, 1, 2, 3)]
        for ear in ears:
            room.enter(ear)
        await join(house, person(7), ENGLISH, token=table.watch)
        for n in range(12):
            await settled(house)
            await table.play(client=f"n{n}")
        await table.do(1, Rename(name="Zoë"))
        await table.do(1, Emote(name="hello"))
        await settled(house)
        key = await invite(room, await house.who(room, HOST, None), 3)
        await table.do(1, Resign())
        await table.do(0, Resign())
        await table.do(2, Resign())
        await settled(house)
        assert room.course.outcome
        for ear in ears:
            room.leave(ear)
        sent = b"\n".join(
            [message for ear in ears for message in ear.heard]
            + [await room.since(0, ear.eyes) for ear in ears]
            + [tidings.encode(room.table())]
        )
        tokens = [key.token or "", table.watch, *(other.token for other in table.keys if other.token)]
        secrets = [*tokens, *map(digest, tokens), HOST, person(1), person(7), "worker-a"]
        held = await house.store.holders(room.id)
        secrets += [holder for holders in held.values() for holder in holders]
        assert len(secrets) > 10
        for secret in secrets:
            assert secret.encode() not in sent
        assert b"deal:" not in sent
        shown = [json.loads(message) for message in ears[0].heard]
        assert {message["type"] for message in shown} == {"at", "table", "emote"}

    at_home(url, story)


def test_a_watcher_is_shown_no_seat_s_view(url: str) -> None:
    async def story(house: House) -> None:
        table = await seated(house, BANDE, "here link")
        told = json.loads(await table.room.since(0, ()))
        assert [seen["seat"] for seen in told["eyes"]] == [None]
        assert told["eyes"][0]["legal"] == []
        assert not any("owner" in mole for mole in told["eyes"][0]["view"]["moles"].values())
        mine = json.loads(await table.room.since(0, (0,)))["eyes"][0]
        assert {mole.get("owner") for mole in mine["view"]["moles"].values()} == {None, 0}
        assert mine["legal"]
        other = json.loads(await table.room.since(0, (1,)))["eyes"][0]
        assert other["legal"] == []

    at_home(url, story)


def test_answers_tell_who_proposed_and_nothing_more(url: str) -> None:
    async def story(house: House) -> None:
        table = await seated(house, "mole-hill", "here link")
        await table.do(0, Offer(what="draw"))
        assert table.room.table()["offers"] == [{"what": "draw", "by": 0, "agreed": []}]
        await table.do(1, Answer(what="draw", yes=True))
        outcome = table.room.table()["outcome"]
        assert outcome == {"winner": None, "draw": True, "rule": None, "why": "a draw was agreed"}

    at_home(url, story)
