"""The course of a match is what its log tells, whoever reads it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from moleworks.games import Complaint
from moleworks.record import Match
from moleworks.service.commands import Answer, Command, Offer, Play, Rename, Reseat, Resign, Undo
from moleworks.service.course import KEPT_NUMBERS, Course, Hand
from moleworks.service.house import House
from moleworks.service.joining import join
from moleworks.service.room import Who
from moleworks.service.store.rows import BOT, COMPUTER, OPEN, OVER, PERSON, PLAYING, WAITING, Entry
from tests.service.tables import (
    ENGLISH,
    Clock,
    Table,
    check_against_log,
    house_at,
    log_of,
    parts,
    person,
    seated,
    settled,
)


def told(*names: str, game: str = "mole-hill", players: int = 2, **setup: Any) -> Course:
    course = Course(Match.begin(game, players=players, **setup), 0.0)
    course.follow(log_of(*names, players=players))
    return course


# Who has which seat


def test_a_match_waits_until_all_seats_are_taken() -> None:
    course = Course(Match.begin("mole-hill"), 5.0)
    assert (course.status, course.actor, course.turn_since) == (WAITING, None, 5.0)
    course.follow([Entry(1, None, "!seat 0 person", None, 6.0)])
    assert (course.status, course.actor, course.turn_since) == (WAITING, None, 6.0)
    course.follow([Entry(2, None, "!seat 1 computer 4", None, 7.0)])
    assert (course.status, course.actor, course.turn_since) == (PLAYING, 0, 7.0)
    assert course.hands == [Hand(PERSON), Hand(COMPUTER, 4)]
    assert course.seq == 2
    assert course.moved == 0


def test_a_seat_that_is_opened_again_stops_the_match() -> None:
    course = told("!seat 1 computer 2", "0:e4", "!seat 1 open")
    assert (course.status, course.actor) == (WAITING, None)
    course = told("!seat 1 computer 2", "0:e4", "!seat 1 open", "@9", "!seat 1 bot")
    assert (course.status, course.actor, course.turn_since) == (PLAYING, 1, 9.0)


@pytest.mark.parametrize(("kind", "decides"), [(OPEN, False), (PERSON, True), (COMPUTER, False), (BOT, True)])
def test_who_is_asked(kind: str, *, decides: bool) -> None:
    assert Hand(kind).decides is decides


def test_who_sits_down_was_not_asked_before() -> None:
    assert told("1:!offer draw").offers
    assert not told("1:!offer draw", "!seat 0 person").offers
    three = told("0:!offer draw", "1:!accept draw", "!seat 2 computer 3", players=3, game="mole-company")
    assert not three.outcome  # or the computer would have agreed by sitting down
    assert not three.offers


def test_who_sits_down_in_the_middle_of_a_turn_has_a_whole_one() -> None:
    course = told("@5", "0:!late", "@9", "!seat 0 person")
    assert (course.late, course.turn_since) == (None, 9.0)
    course = told("@5", "0:!late", "@9", "!seat 1 person")
    assert (course.late, course.turn_since) == (0, 0.0)


# Actions, and what is taken back


def test_an_action_settles_what_was_asked_before_it() -> None:
    course = told("0:!offer draw", "0:!late", "0:e4")
    assert (course.offers, course.late, course.moved) == ({}, None, 5)
    assert course.match.names == ["e4"]


def test_events_do_not_move() -> None:
    course = told("0:e4", "1:!offer draw", "0:!decline draw", "1:!name", "!link 1", "1:!late")
    assert (course.seq, course.moved) == (8, 3)
    assert course.late == 1


def test_undo() -> None:
    course = told("0:e4", "1:a1|a2", "0:!offer draw", "1:!undo 2")
    assert (course.match.names, course.actor, course.moved, course.offers) == ([], 0, 6, {})


def test_an_undo_that_all_agreed_to() -> None:
    lines = ["0:e4", "1:a1|a2", "0:!offer undo 2"]
    assert told(*lines).match.names == ["e4", "a1|a2"]
    assert told(*lines, "1:!decline undo").offers == {}
    course = told(*lines, "1:!accept undo")
    assert (course.match.names, course.moved, course.offers) == ([], 6, {})


def test_an_answer_to_nothing_is_nothing() -> None:
    course = told("0:!accept draw", "0:!decline undo", "0:!accept undo")
    assert (course.status, course.offers) == (PLAYING, {})


# Clocks


def test_a_turn_lasts_until_it_is_another_s() -> None:
    assert told("@7", "0:e4").turn_since == 7.0
    assert told("@7", "0:e4", "@8", "1:!offer draw", "0:!decline draw").turn_since == 7.0
    assert told("@7", "0:e4", "@9", "1:a1|a2").turn_since == 9.0


def test_an_undo_gives_no_time() -> None:
    """Otherwise whoever plays and takes it back again and again would never be late."""
    course = told("@50", "0:e4", "@55", "0:!undo 1")
    assert (course.actor, course.turn_since) == (0, 5.0)  # of 60 seconds, 10 are left as they were
    again = told("@50", "0:e4", "@55", "0:!undo 1", "@58", "0:e5", "@70", "0:!undo 1")
    assert again.turn_since == 70.0 - 53.0


def test_an_agreed_undo_does_not_make_late() -> None:
    course = told("@10", "0:e4", "@500", "1:a1|a2", "@900", "0:!offer undo 2", "@1000", "1:!accept undo")
    assert course.turn_since == 990.0


def test_an_undo_within_a_turn_leaves_its_clock() -> None:
    """A bonus move: the same seat acts twice."""
    course = Course(Match.begin("mole-company", board="burrow"), 0.0)
    course.follow(log_of())
    rng = random.Random(3)
    while True:
        game, state = course.match.game, course.state
        before = course.copy()
        name = game.name(state, rng.choice(game.legal(state)))
        course.follow([Entry(course.seq + 1, game.actor(state), name, None, float(course.seq))])
        assert not course.outcome
        if game.actor(state) == course.actor == game.mover(state) and course.match.ply > 8:
            break
    since = course.turn_since
    assert since == before.turn_since
    course.follow([Entry(course.seq + 1, course.actor, "!undo 1", None, course.seq + 100.0)])
    assert course.turn_since == since


def test_two_turns_in_a_row_are_two() -> None:
    """In Mole Company a seat that cannot do anything is passed over: the new disc begins a new turn."""
    rng = random.Random(1)
    for _ in range(10):
        course = Course(Match.begin("mole-company", board="burrow"), 0.0)
        course.follow(log_of())
        at = 0.0
        while not course.outcome:
            at += 1
            game, state = course.match.game, course.state
            actor = game.actor(state)
            name = game.name(state, rng.choice(game.legal(state)))
            course.follow([Entry(course.seq + 1, actor if actor != -1 else None, name, None, at)])
            if actor == -1:
                assert course.turn_since == at


# Ends


def test_resigning_with_two() -> None:
    course = told("0:e4", "0:!resign")
    assert course.ending is not None
    assert (course.ending.winner, course.ending.draw, course.status, course.actor) == (1, False, OVER, None)


@pytest.mark.parametrize("players", [3, 4])
def test_resigning_with_more(players: int) -> None:
    lines: list[str] = []
    for seat in range(players - 1):
        lines += [f"{seat}:!resign", f"{seat}:!seat {seat} computer 3"]
        course = told(*lines, players=players, game="mole-company")
        assert (course.status, course.resigned) == (PLAYING, frozenset(range(seat + 1)))
    course = told(*lines, f"{players - 1}:!resign", players=players, game="mole-company")
    assert course.ending is not None
    assert (course.ending.winner, str(course.ending.why)) == (None, "everybody resigned")


def test_who_comes_back_has_not_resigned() -> None:
    lines = ["0:!resign", "0:!seat 0 computer 3"]
    assert told(*lines, players=3, game="mole-company").resigned == {0}
    assert not told(*lines, "!seat 0 person", players=3, game="mole-company").resigned


def test_a_draw_needs_all_that_can_be_asked() -> None:
    lines = ["2:!offer draw", "0:!accept draw"]
    course = told(*lines, players=3, game="mole-company")
    assert course.status == PLAYING
    assert course.offers["draw"].agreed == {0}
    course = told(*lines, "1:!accept draw", players=3, game="mole-company")
    assert course.ending is not None
    assert (course.ending.winner, course.ending.draw) == (None, True)


def test_a_rematch() -> None:
    lines = ["0:!resign", "0:!offer rematch"]
    assert told(*lines).rematch_agreed is None
    assert told(*lines, "1:!decline rematch", "1:!accept rematch").rematch_agreed is None
    course = told(*lines, "1:!accept rematch")
    assert course.rematch_agreed
    course.follow([Entry(course.seq + 1, None, "!next abc", None, 0.0)])
    assert course.next == "abc"
    assert not course.rematch_agreed


def test_a_computer_is_not_asked_for_a_rematch() -> None:
    assert told("!seat 1 computer 3", "0:!resign", "0:!offer rematch").rematch_agreed


# Numbers of clients


def test_numbers_are_each_seat_s_own() -> None:
    course = Course(Match.begin("mole-hill"), 0.0)
    course.follow([*log_of(), Entry(3, 0, "e4", "x", 0.0), Entry(4, 1, "!offer draw", "y", 0.0)])
    assert course.done_before(0, "x")
    assert course.done_before(1, "y")
    assert not course.done_before(1, "x")
    assert not course.done_before(0, "y")


def test_old_numbers_are_forgotten() -> None:
    course = Course(Match.begin("mole-hill"), 0.0)
    course.follow(log_of())
    for n in range(5 * KEPT_NUMBERS):
        name = "!decline draw" if n % 2 else "!offer draw"
        course.follow([Entry(course.seq + 1, 0, name, str(n), 0.0)])
        assert course.done_before(0, str(n))
    assert course.done_before(0, str(4 * KEPT_NUMBERS))
    assert not course.done_before(0, "0")
    assert len(course._numbers) <= 2 * KEPT_NUMBERS


def test_a_copy_goes_its_own_way() -> None:
    lines = ["0:e4", "1:!offer draw", "0:!late"]
    course, other = told(*lines), told(*lines).copy()
    assert parts(other) == parts(course)
    other.follow(
        [
            Entry(6, 1, "a1|a2", "x", 5.0),
            Entry(7, 0, "!offer draw", "y", 6.0),
            Entry(8, 0, "!seat 1 bot", "z", 7.0),
        ]
    )
    assert parts(told(*lines)) == parts(course)


# Any match at all


class Home:
    """One house for many matches: opening a database takes longer than playing."""

    def __init__(self, url: str) -> None:
        self.runner = asyncio.Runner()
        self.clock = Clock()
        self._open = house_at(url, now=self.clock)
        self.house: House = self.runner.run(self._open.__aenter__())

    def close(self) -> None:
        self.runner.run(self._open.__aexit__(None, None, None))
        self.runner.close()


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    folder: Path = tmp_path_factory.mktemp("courses")
    home = Home(f"sqlite:///{folder}/moles.db")
    yield home
    home.close()


GAMES = [
    ("mole-hill", "patch", 2),
    ("mole-company", "burrow", 2),
    ("mole-company", "burrow", 3),
    ("buddel-bande", "stroll", 2),
    ("buddel-bande", "classic", 4),
]
STEPS = (
    ["play"] * 12 + ["undo"] * 3 + ["offer", "answer", "resign", "again", "rename", "join", "reseat", "stale"]
)


async def step(table: Table, what: str, number: int, clock: Clock, ids: list[str]) -> None:
    """Something that somebody tries, allowed or not."""
    course, house = table.course, table.house
    clock.turn(number % 40)
    seat = number % len(course.hands)
    seq, client = course.seq, f"{len(ids)}"
    ids.append(client)
    command: Command
    if what == "play" and course.actor is not None:
        seat, game = course.actor, course.match.game
        legal = game.legal(course.state)
        action = game.name(course.state, legal[number % len(legal)])
        command = Play(seat=seat, action=action, seq=seq, id=client)
    elif what == "join":
        key = table.keys[seat]
        if key.token:
            await join(house, person(seat), ENGLISH, token=key.token, name=f"Again {number}")
        return
    elif what == "reseat":
        kind: Any = ["computer", "open"][number % 2]
        await table.room.do(Who(host=True), Reseat(whose=seat, kind=kind, level=1 + number % 7))
        return
    else:
        whats: Any = ["draw", "rematch", "undo"][number % 3]
        command = {
            "undo": Undo(seat=seat, seq=seq, id=client),
            "offer": Offer(seat=seat, what="rematch" if whats == "undo" else whats, id=client),
            "answer": Answer(seat=seat, what=whats, yes=number % 2 == 0, id=client),
            "resign": Resign(seat=seat, id=client),
            "again": Resign(seat=seat, id=ids[number % len(ids)]),
            "rename": Rename(seat=seat, name=f"Name {number}", id=client),
        }.get(what, Play(seat=seat, action="e4", seq=max(0, seq - number)))
    await table.do(seat, command)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    st.sampled_from(GAMES),
    st.lists(st.tuples(st.sampled_from(STEPS), st.integers(0, 1000)), max_size=60),
    st.sampled_from(["link", "here", "computer", "bot"]),
)
def test_memory_is_what_the_log_tells(
    home: Home, game: tuple[str, str, int], steps: list[tuple[str, int]], last: str
) -> None:
    async def story() -> None:
        name, board, players = game
        kinds = ["here", *["link"] * (players - 2), last]
        table = await seated(home.house, name, " ".join(kinds), board=board)
        ids: list[str] = []
        await settled(home.house)
        await check_against_log(table.room)
        for what, number in steps:
            try:
                await step(table, what, number, home.clock, ids)
            except Complaint:
                continue
            finally:
                await settled(home.house)
            await check_against_log(table.room)
        after = table.course.next
        if after:
            await check_against_log(await home.house.room(after))
        home.house.rooms.clear()

    home.runner.run(story())
