"""Replaying the log of a match."""

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
from moleworks.matches.access import Access
from moleworks.matches.commands import (
    Answer,
    AnyCommand,
    Offer,
    Play,
    Rename,
    Reseat,
    Resign,
    Undo,
)
from moleworks.matches.join import join
from moleworks.matches.log import REMEMBERED_IDS, MatchLog, SeatHolder
from moleworks.matches.server import MatchServer
from moleworks.matches.store.rows import BOT, COMPUTER, OPEN, OVER, PERSON, PLAYING, WAITING, Entry
from moleworks.record import Match
from tests.matches.helpers import (
    ENGLISH,
    Clock,
    OpenMatch,
    check_against_log,
    log_of,
    log_parts,
    open_match,
    person,
    server_at,
    wait_idle,
)


def log_after(*names: str, game: str = "mole-hill", players: int = 2, **setup: Any) -> MatchLog:
    log = MatchLog(Match.begin(game, players=players, **setup), 0.0)
    log.extend(log_of(*names, players=players))
    return log


# Seats


def test_a_match_waits_until_all_seats_are_taken() -> None:
    log = MatchLog(Match.begin("mole-hill"), 5.0)
    assert (log.status, log.actor, log.turn_started) == (WAITING, None, 5.0)
    log.extend([Entry(1, None, "!seat 0 person", None, 6.0)])
    assert (log.status, log.actor, log.turn_started) == (WAITING, None, 6.0)
    log.extend([Entry(2, None, "!seat 1 computer 4", None, 7.0)])
    assert (log.status, log.actor, log.turn_started) == (PLAYING, 0, 7.0)
    assert log.holders == [SeatHolder(PERSON), SeatHolder(COMPUTER, 4)]
    assert log.seq == 2
    assert log.position_seq == 0


def test_a_seat_that_is_opened_again_stops_the_match() -> None:
    log = log_after("!seat 1 computer 2", "0:e4", "!seat 1 open")
    assert (log.status, log.actor) == (WAITING, None)
    log = log_after("!seat 1 computer 2", "0:e4", "!seat 1 open", "@9", "!seat 1 bot")
    assert (log.status, log.actor, log.turn_started) == (PLAYING, 1, 9.0)


@pytest.mark.parametrize(("kind", "decides"), [(OPEN, False), (PERSON, True), (COMPUTER, False), (BOT, True)])
def test_who_is_asked(kind: str, *, decides: bool) -> None:
    assert SeatHolder(kind).is_client is decides


def test_who_sits_down_was_not_asked_before() -> None:
    assert log_after("1:!offer draw").offers
    assert not log_after("1:!offer draw", "!seat 0 person").offers
    three = log_after("0:!offer draw", "1:!accept draw", "!seat 2 computer 3", players=3, game="mole-company")
    assert not three.outcome  # otherwise the computer would have agreed by taking the seat
    assert not three.offers


def test_who_sits_down_in_the_middle_of_a_turn_has_a_whole_one() -> None:
    log = log_after("@5", "0:!late", "@9", "!seat 0 person")
    assert (log.late, log.turn_started) == (None, 9.0)
    log = log_after("@5", "0:!late", "@9", "!seat 1 person")
    assert (log.late, log.turn_started) == (0, 0.0)


# Actions, and what is taken back


def test_an_action_settles_what_was_asked_before_it() -> None:
    log = log_after("0:!offer draw", "0:!late", "0:e4")
    assert (log.offers, log.late, log.position_seq) == ({}, None, 5)
    assert log.match.names == ["e4"]


def test_events_do_not_move() -> None:
    log = log_after("0:e4", "1:!offer draw", "0:!decline draw", "1:!name", "!link 1", "1:!late")
    assert (log.seq, log.position_seq) == (8, 3)
    assert log.late == 1


def test_undo() -> None:
    log = log_after("0:e4", "1:a1|a2", "0:!offer draw", "1:!undo 2")
    assert (log.match.names, log.actor, log.position_seq, log.offers) == ([], 0, 6, {})


def test_an_undo_that_all_agreed_to() -> None:
    lines = ["0:e4", "1:a1|a2", "0:!offer undo 2"]
    assert log_after(*lines).match.names == ["e4", "a1|a2"]
    assert log_after(*lines, "1:!decline undo").offers == {}
    log = log_after(*lines, "1:!accept undo")
    assert (log.match.names, log.position_seq, log.offers) == ([], 6, {})


def test_an_answer_to_nothing_is_nothing() -> None:
    log = log_after("0:!accept draw", "0:!decline undo", "0:!accept undo")
    assert (log.status, log.offers) == (PLAYING, {})


# Clocks


def test_a_turn_lasts_until_it_is_another_s() -> None:
    assert log_after("@7", "0:e4").turn_started == 7.0
    assert log_after("@7", "0:e4", "@8", "1:!offer draw", "0:!decline draw").turn_started == 7.0
    assert log_after("@7", "0:e4", "@9", "1:a1|a2").turn_started == 9.0


def test_an_undo_gives_no_time() -> None:
    """Otherwise repeated playing and taking back would give unlimited time."""
    log = log_after("@50", "0:e4", "@55", "0:!undo 1")
    assert (log.actor, log.turn_started) == (0, 5.0)  # 10 of 60 seconds are left, as before
    again = log_after("@50", "0:e4", "@55", "0:!undo 1", "@58", "0:e5", "@70", "0:!undo 1")
    assert again.turn_started == 70.0 - 53.0


def test_an_agreed_undo_does_not_make_late() -> None:
    log = log_after("@10", "0:e4", "@500", "1:a1|a2", "@900", "0:!offer undo 2", "@1000", "1:!accept undo")
    assert log.turn_started == 990.0


def test_an_undo_within_a_turn_leaves_its_clock() -> None:
    """A bonus move: the same seat acts twice."""
    log = MatchLog(Match.begin("mole-company", board="burrow"), 0.0)
    log.extend(log_of())
    rng = random.Random(3)
    while True:
        game, state = log.match.game, log.state
        before = log.copy()
        name = game.name(state, rng.choice(game.legal(state)))
        log.extend([Entry(log.seq + 1, game.actor(state), name, None, float(log.seq))])
        assert not log.outcome
        if game.actor(state) == log.actor == game.mover(state) and log.match.ply > 8:
            break
    since = log.turn_started
    assert since == before.turn_started
    log.extend([Entry(log.seq + 1, log.actor, "!undo 1", None, log.seq + 100.0)])
    assert log.turn_started == since


def test_two_turns_in_a_row_are_two() -> None:
    """In Mole Company a seat that cannot act is skipped: the new disc begins a new turn."""
    rng = random.Random(1)
    for _ in range(10):
        log = MatchLog(Match.begin("mole-company", board="burrow"), 0.0)
        log.extend(log_of())
        at = 0.0
        while not log.outcome:
            at += 1
            game, state = log.match.game, log.state
            actor = game.actor(state)
            name = game.name(state, rng.choice(game.legal(state)))
            log.extend([Entry(log.seq + 1, actor if actor != -1 else None, name, None, at)])
            if actor == -1:
                assert log.turn_started == at


# Ends


def test_resigning_with_two() -> None:
    log = log_after("0:e4", "0:!resign")
    assert log.ending is not None
    assert (log.ending.winner, log.ending.draw, log.status, log.actor) == (1, False, OVER, None)


@pytest.mark.parametrize("players", [3, 4])
def test_resigning_with_more(players: int) -> None:
    lines: list[str] = []
    for seat in range(players - 1):
        lines += [f"{seat}:!resign", f"{seat}:!seat {seat} computer 3"]
        log = log_after(*lines, players=players, game="mole-company")
        assert (log.status, log.resigned) == (PLAYING, frozenset(range(seat + 1)))
    log = log_after(*lines, f"{players - 1}:!resign", players=players, game="mole-company")
    assert log.ending is not None
    assert (log.ending.winner, str(log.ending.why)) == (None, "everybody resigned")


def test_who_comes_back_has_not_resigned() -> None:
    lines = ["0:!resign", "0:!seat 0 computer 3"]
    assert log_after(*lines, players=3, game="mole-company").resigned == {0}
    assert not log_after(*lines, "!seat 0 person", players=3, game="mole-company").resigned


def test_a_draw_needs_all_that_can_be_asked() -> None:
    lines = ["2:!offer draw", "0:!accept draw"]
    log = log_after(*lines, players=3, game="mole-company")
    assert log.status == PLAYING
    assert log.offers["draw"].agreed == {0}
    log = log_after(*lines, "1:!accept draw", players=3, game="mole-company")
    assert log.ending is not None
    assert (log.ending.winner, log.ending.draw) == (None, True)


def test_a_rematch() -> None:
    lines = ["0:!resign", "0:!offer rematch"]
    assert log_after(*lines).rematch_agreed is None
    assert log_after(*lines, "1:!decline rematch", "1:!accept rematch").rematch_agreed is None
    log = log_after(*lines, "1:!accept rematch")
    assert log.rematch_agreed
    log.extend([Entry(log.seq + 1, None, "!next abc", None, 0.0)])
    assert log.next_match == "abc"
    assert not log.rematch_agreed


def test_a_computer_is_not_asked_for_a_rematch() -> None:
    assert log_after("!seat 1 computer 3", "0:!resign", "0:!offer rematch").rematch_agreed


# Client ids


def test_numbers_are_each_seat_s_own() -> None:
    log = MatchLog(Match.begin("mole-hill"), 0.0)
    log.extend([*log_of(), Entry(3, 0, "e4", "x", 0.0), Entry(4, 1, "!offer draw", "y", 0.0)])
    assert log.is_repeat(0, "x")
    assert log.is_repeat(1, "y")
    assert not log.is_repeat(1, "x")
    assert not log.is_repeat(0, "y")


def test_old_numbers_are_forgotten() -> None:
    log = MatchLog(Match.begin("mole-hill"), 0.0)
    log.extend(log_of())
    for n in range(5 * REMEMBERED_IDS):
        name = "!decline draw" if n % 2 else "!offer draw"
        log.extend([Entry(log.seq + 1, 0, name, str(n), 0.0)])
        assert log.is_repeat(0, str(n))
    assert log.is_repeat(0, str(4 * REMEMBERED_IDS))
    assert not log.is_repeat(0, "0")
    assert len(log._ids) <= 2 * REMEMBERED_IDS


def test_a_copy_goes_its_own_way() -> None:
    lines = ["0:e4", "1:!offer draw", "0:!late"]
    log, other = log_after(*lines), log_after(*lines).copy()
    assert log_parts(other) == log_parts(log)
    other.extend(
        [
            Entry(6, 1, "a1|a2", "x", 5.0),
            Entry(7, 0, "!offer draw", "y", 6.0),
            Entry(8, 0, "!seat 1 bot", "z", 7.0),
        ]
    )
    assert log_parts(log_after(*lines)) == log_parts(log)


# Random matches


class SharedServer:
    """One server for many matches, because opening a database takes longer than playing."""

    def __init__(self, url: str) -> None:
        self.runner = asyncio.Runner()
        self.clock = Clock()
        self._open = server_at(url, now=self.clock)
        self.server: MatchServer = self.runner.run(self._open.__aenter__())

    def close(self) -> None:
        self.runner.run(self._open.__aexit__(None, None, None))
        self.runner.close()


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SharedServer]:
    folder: Path = tmp_path_factory.mktemp("courses")
    shared_server = SharedServer(f"sqlite:///{folder}/moles.db")
    yield shared_server
    shared_server.close()


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


async def random_step(table: OpenMatch, what: str, number: int, clock: Clock, ids: list[str]) -> None:
    """Let a random seat try a random command, legal or not."""
    log, server = table.log, table.server
    clock.turn(number % 40)
    seat = number % len(log.holders)
    seq, client = log.seq, f"{len(ids)}"
    ids.append(client)
    command: AnyCommand
    if what == "play" and log.actor is not None:
        seat, game = log.actor, log.match.game
        legal = game.legal(log.state)
        action = game.name(log.state, legal[number % len(legal)])
        command = Play(seat=seat, action=action, seq=seq, id=client)
    elif what == "join":
        key = table.keys[seat]
        if key.token:
            await join(server, person(seat), ENGLISH, token=key.token, name=f"Again {number}")
        return
    elif what == "reseat":
        kind: Any = ["computer", "open"][number % 2]
        await table.live.do(Access(host=True), Reseat(whose=seat, kind=kind, level=1 + number % 7))
        return
    else:
        whats: Any = ["draw", "rematch", "undo"][number % 3]
        others: dict[str, AnyCommand] = {
            "undo": Undo(seat=seat, seq=seq, id=client),
            "offer": Offer(seat=seat, what="rematch" if whats == "undo" else whats, id=client),
            "answer": Answer(seat=seat, what=whats, yes=number % 2 == 0, id=client),
            "resign": Resign(seat=seat, id=client),
            "again": Resign(seat=seat, id=ids[number % len(ids)]),
            "rename": Rename(seat=seat, name=f"Name {number}", id=client),
        }
        command = others.get(what, Play(seat=seat, action="e4", seq=max(0, seq - number)))
    await table.do(seat, command)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    st.sampled_from(GAMES),
    st.lists(st.tuples(st.sampled_from(STEPS), st.integers(0, 1000)), max_size=60),
    st.sampled_from(["link", "here", "computer", "bot"]),
)
def test_memory_is_what_the_log_tells(
    shared_server: SharedServer, game: tuple[str, str, int], steps: list[tuple[str, int]], last: str
) -> None:
    async def scenario() -> None:
        name, board, players = game
        kinds = ["here", *["link"] * (players - 2), last]
        table = await open_match(shared_server.server, name, " ".join(kinds), board=board)
        ids: list[str] = []
        await wait_idle(shared_server.server)
        await check_against_log(table.live)
        for what, number in steps:
            try:
                await random_step(table, what, number, shared_server.clock, ids)
            except Complaint:
                continue
            finally:
                await wait_idle(shared_server.server)
            await check_against_log(table.live)
        after = table.log.next_match
        if after:
            await check_against_log(await shared_server.server.live_match(after))
        shared_server.server.live_matches.clear()

    shared_server.runner.run(scenario())
