"""No byte that a seat is sent depends on what the seat may not know."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec import to_builtins

from moleworks.engine import chance
from moleworks.games import CHANCE, Complaint
from moleworks.games.buddel_bande.view_types import own_view
from moleworks.matches import client_messages, review
from moleworks.matches.apply_command import command_entries
from moleworks.matches.client_messages import encode
from moleworks.matches.commands import Answer, Emote, LogCommand, Offer, Play, Rename, Resign, Undo
from moleworks.matches.join import invite, join
from moleworks.matches.log import MatchLog
from moleworks.matches.message_types import Proposal
from moleworks.matches.server import MatchServer
from moleworks.matches.store.rows import Entry, SeatRow
from moleworks.matches.time_control import TimeControl
from moleworks.matches.tokens import digest
from moleworks.record import Match
from moleworks.replay.outcome_data import MatchOutcome
from tests.matches.helpers import (
    ENGLISH,
    HOST,
    RecordingListener,
    log_of,
    open_match,
    person,
    wait_idle,
    with_server,
)
from tests.matches.swapped_secrets import hidden_moles, swap_moles

BANDE = "buddel-bande"


def replay(entries: list[Entry], players: int, **options: Any) -> MatchLog:
    log = MatchLog(Match.begin(BANDE, board="stroll", players=players, options=options), 0.0)
    log.extend(entries)
    return log


def random_entries(players: int, count: int, seed: int, *, know_own: bool) -> list[Entry]:
    """A random match by a seed, with some events."""
    rng = random.Random(seed)
    log = replay(log_of(players=players), players, know_own=know_own)
    entries = log_of(players=players)
    for _ in range(count):
        game, state = log.match.game, log.state
        if log.outcome:
            break
        action = (
            chance.draw(game, state, rng) if game.actor(state) == CHANCE else rng.choice(game.legal(state))
        )
        actor = game.actor(state)
        new = [
            Entry(len(entries) + 1, None if actor == CHANCE else actor, game.name(state, action), None, 0.0)
        ]
        if rng.random() < 0.1:
            said = rng.choice(["!offer draw", "!decline draw", "!name", "!late"])
            new.append(Entry(len(entries) + 2, rng.randrange(players), said, "n", 1.0))
        log.extend(new)
        entries += new
    return entries


def is_possible(entries: list[Entry], players: int, **options: Any) -> bool:
    """Whether the rules allow all these actions: a pass that was heard forbids some deals (BB10)."""
    try:
        replay(entries, players, **options)
    except Complaint:
        return False
    return True


def all_messages(entries: list[Entry], players: int, seat: int | None, **options: Any) -> list[bytes]:
    """Every message to a seat or a watcher during a match, and the answers to illegal attempts."""
    seats = () if seat is None else (seat,)
    rows = [SeatRow("m", n, "person", None, f"P{n}", f"token-{n}") for n in range(players)]
    log, received = replay([], players, **options), []
    for n, entry in enumerate(entries, 1):
        log.extend([entry])
        received.append(encode(client_messages.at_message(log, seats, [entry])))
        received.append(encode(client_messages.table_message(log, rows, {0}, TimeControl())))
        received.append(encode(client_messages.at_message(log, seats, entries[:n])))
        received.append(encode(review.redacted_record(log, seat)))
        received.append(encode(list(review.replay_positions(log, seat, 0, 500)) if n == len(entries) else []))
        if seat is not None and n % 5 == 0:
            received += command_answers(log, seat)
    return received


def command_answers(log: MatchLog, seat: int) -> list[bytes]:
    """The answers to illegal commands, which could reveal something too."""
    received = []
    actions = ["pass", "dog>3", "S1>home", "M2>1", "L2>2", "deal:S=01", "=Sc", "x"]
    commands: list[LogCommand] = [Play(action=action, seq=log.seq) for action in actions]
    for command in [*commands, Undo(seq=log.seq)]:
        try:
            lines = command_entries(log, seat, command, TimeControl())
            # Without the state, which is not sent, and the chance actions that follow.
            received.append(encode(lines[0]._replace(after=None)))
        except Complaint as error:
            received.append(encode(client_messages.refused_message(error, ENGLISH, None)))
    return received


@settings(max_examples=60)
@given(st.integers(2, 4), st.integers(10, 120), st.integers(0, 10**9), st.booleans(), st.data())
def test_nothing_tells_a_hidden_owner(
    players: int, count: int, seed: int, know_own: bool, data: st.DataObject
) -> None:
    entries = random_entries(players, count, seed, know_own=know_own)
    log = replay(entries, players, know_own=know_own)
    assume(not log.outcome)
    seat = data.draw(st.sampled_from([None, *range(players)]))
    hidden = hidden_moles(log, seat)
    pairs = [(a, b) for a in hidden for b in hidden if a[0] == b[0] and a < b]
    assume(pairs)
    one, other = data.draw(st.sampled_from(pairs))
    options = {"know_own": know_own}
    swapped = swap_moles(entries, one, other)
    assume(is_possible(swapped, players, **options))
    before = all_messages(entries, players, seat, **options)
    assert all_messages(swapped, players, seat, **options) == before
    assert not any(b"deal:" in message and b"deal:S=01" not in message for message in before)


def test_the_swap_would_be_seen() -> None:
    """The test above can fail: a seat that knows one of the two moles gets other messages."""
    entries = random_entries(3, 30, 1, know_own=True)
    log = replay(entries, 3, know_own=True)
    view = own_view(log.match.game.view(log.state, 0))
    known = [name for name in view["moles"] if name not in hidden_moles(log, 0)]
    other = next(name for name in hidden_moles(log, 0) if name[0] == known[0][0])
    one, two = sorted((known[0], other))
    options = {"know_own": True}
    assert all_messages(swap_moles(entries, one, two), 3, 0, **options) != all_messages(
        entries, 3, 0, **options
    )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_name_of_a_deal_is_not_told_even_afterwards(players: int) -> None:
    entries = random_entries(players, 3000, 7, know_own=True)
    log = replay(entries, players, know_own=True)
    assert log.outcome
    for seat in (None, *range(players)):
        seats = () if seat is None else (seat,)
        assert b"deal:" not in encode(client_messages.at_message(log, seats, entries))


def test_no_key_ever_leaves(url: str) -> None:
    """No token, digest or person is ever in a message."""

    async def scenario(server: MatchServer) -> None:
        table = await open_match(
            server,
            BANDE,
            "here link bot computer:1",
            board="stroll",
            pace=TimeControl(turn=60, absent="computer"),
        )
        live = table.live
        listeners = [
            RecordingListener(),
            *(RecordingListener(seat) for seat in range(4)),
            RecordingListener(0, 1, 2, 3),
        ]
        for listener in listeners:
            live.add_listener(listener)
        await join(server, person(7), ENGLISH, token=table.watch)
        for n in range(12):
            await wait_idle(server)
            await table.play(client=f"n{n}")
        await table.do(1, Rename(name="Zoë"))
        await table.do(1, Emote(name="hello"))
        await wait_idle(server)
        key = await invite(live, await server.access(live, HOST, None), 0)
        await table.do(1, Resign())
        await table.do(0, Resign())
        await table.do(2, Resign())
        await wait_idle(server)
        assert live.log.outcome
        for listener in listeners:
            live.remove_listener(listener)
        sent = b"\n".join(
            [message.encode() for listener in listeners for message in listener.messages_sent]
            + [encode(await live.update_since(0, listener.seats)) for listener in listeners]
            + [encode(live.table())]
        )
        tokens = [key.token or "", table.watch, *(other.token for other in table.keys if other.token)]
        secrets = [*tokens, *map(digest, tokens), HOST, person(1), person(7), "worker-a"]
        held = await server.store.persons_by_seat(live.id)
        secrets += [holder for persons in held.values() for holder in persons]
        assert len(secrets) > 10
        for secret in secrets:
            assert secret.encode() not in sent
        assert b"deal:" not in sent
        shown = [json.loads(message) for message in listeners[0].messages_sent]
        assert {message["type"] for message in shown} == {"at", "table", "emote"}

    with_server(url, scenario)


def test_a_watcher_is_shown_no_seat_s_view(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, BANDE, "here link")
        received = to_builtins(await table.live.update_since(0, ()))
        assert [seen["seat"] for seen in received["eyes"]] == [None]
        assert received["eyes"][0]["legal"] == []
        assert not any("owner" in mole for mole in received["eyes"][0]["view"]["moles"].values())
        mine = to_builtins(await table.live.update_since(0, (0,)))["eyes"][0]
        assert {mole.get("owner") for mole in mine["view"]["moles"].values()} == {None, 0}
        assert mine["legal"]
        other = to_builtins(await table.live.update_since(0, (1,)))["eyes"][0]
        assert other["legal"] == []

    with_server(url, scenario)


def test_answers_tell_who_proposed_and_nothing_more(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, "mole-hill", "here link")
        await table.do(0, Offer(what="draw"))
        assert table.live.table().offers == [Proposal(what="draw", by=0, agreed=[])]
        await table.do(1, Answer(what="draw", yes=True))
        outcome = table.live.table().outcome
        assert outcome == MatchOutcome(winner=None, draw=True, rule=None, why="a draw was agreed")

    with_server(url, scenario)
