"""Whether a seat may pass is its secret (BB10): no byte that others are sent depends on it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, count
from typing import Any

import pytest

from moleworks.engine import chance
from moleworks.games import CHANCE
from moleworks.matches import client_messages, review
from moleworks.matches.client_messages import encode
from moleworks.matches.log import MatchLog
from moleworks.matches.store.rows import Entry, SeatRow
from moleworks.matches.time_control import TimeControl
from moleworks.texts import LANGUAGES, language
from moleworks.web.narration import NarrationOptions, Narrator
from tests.matches.helpers import log_of
from tests.matches.swapped_secrets import hidden_moles, swap_moles
from tests.matches.test_secrets import command_answers, is_possible, replay

NAMES = ("Ann", "Ben", "Cem", "Dot")
LATER = 12
"""Actions that are played on after the turn in question."""


def names_of(log: MatchLog, *, publicly: bool = False) -> list[str]:
    game, state = log.match.game, log.state
    actions = game.publicly_legal(state) if publicly else game.legal(state)
    return [game.name(state, action) for action in actions]


def entry_of(log: MatchLog, name: str) -> Entry:
    actor = log.match.game.actor(log.state)
    return Entry(log.seq + 1, None if actor == CHANCE else actor, name, None, 0.0)


def until_a_pass(players: int, options: dict[str, Any], dice: random.Random) -> list[Entry] | None:
    """A random match up to a turn in which everybody must think that a pass may be allowed."""
    entries = log_of(players=players)
    log = replay(entries, players, **options)
    skipped = dice.randrange(3)
    while not log.outcome:
        game, state = log.match.game, log.state
        if game.actor(state) != CHANCE and "pass" in names_of(log, publicly=True):
            if not skipped:
                return entries
            skipped -= 1
        by_chance = game.actor(state) == CHANCE
        action = chance.draw(game, state, dice) if by_chance else dice.choice(game.legal(state))
        new = entry_of(log, game.name(state, action))
        log.extend([new])
        entries.append(new)
    return None


def twins(
    entries: list[Entry], players: int, seat: int | None, options: dict[str, Any]
) -> Iterator[list[Entry]]:
    """The same match with another deal that this seat cannot tell, and another right to pass."""
    log = replay(entries, players, **options)
    for one, two in combinations(hidden_moles(log, seat), 2):
        if one[0] == two[0]:
            other = swap_moles(entries, one, two)
            if not is_possible(other, players, **options):
                continue
            twin = replay(other, players, **options)
            if ("pass" in names_of(twin)) != ("pass" in names_of(log)):
                yield other


def play_on(
    one: list[Entry], two: list[Entry], players: int, seat: int | None, options: dict[str, Any], dice: Any
) -> int:
    """Add some actions that both deals allow, as long as the seat sees the same; return how many."""
    logs = [replay(entries, players, **options) for entries in (one, two)]
    for n in range(LATER):
        shared = sorted(set(names_of(logs[0])) & set(names_of(logs[1])))
        if not shared:
            return n
        new = entry_of(logs[0], dice.choice(shared))
        for log in logs:
            log.extend([new])
        views = [log.match.game.view(log.state, seat) for log in logs]
        if views[0] != views[1] or any(log.outcome for log in logs):
            return n
        one.append(new)
        two.append(new)
    return LATER


def narrated(entries: list[Entry], players: int, seat: int | None, options: dict[str, Any]) -> list[bytes]:
    """The messages to a seat in words, in each language, with and without secrets."""
    log, received = replay(entries[:-1], players, **options), []
    log.extend(entries[-1:])
    seats = () if seat is None else (seat,)
    for code in LANGUAGES:
        for hide in ("", "old", "all"):
            narrator = Narrator(seats, language(code), NarrationOptions(hide))
            at = client_messages.at_message(log, seats, entries)
            received.append(encode(narrator.narrate(at, log, NAMES[:players])))
    return received


def sent(entries: list[Entry], players: int, seat: int | None, options: dict[str, Any]) -> list[bytes]:
    """Every message to a seat in a match, the answers to illegal attempts, and what can be asked for."""
    seats = () if seat is None else (seat,)
    rows = [SeatRow("m", n, "person", None, f"P{n}", f"token-{n}") for n in range(players)]
    log, received = replay([], players, **options), []
    for entry in entries:
        log.extend([entry])
        received.append(encode(client_messages.at_message(log, seats, [entry])))
        received.append(encode(client_messages.table_message(log, rows, {0}, TimeControl())))
    if seat is not None:
        received += command_answers(log, seat)
    received.append(encode(client_messages.at_message(log, seats, entries)))
    received.append(encode(review.redacted_record(log, seat)))
    received.append(encode(list(review.replay_positions(log, seat, 0, 500))))
    return received


def shared_screen(entries: list[Entry], players: int, options: dict[str, Any]) -> list[bytes]:
    """The messages to a device that all seats share and that hides secrets."""
    log, received, seats = replay(entries, players, **options), [], tuple(range(players))
    for code in LANGUAGES:
        narrator = Narrator(seats, language(code), NarrationOptions("all"))
        at = client_messages.at_message(log, seats, entries[-1:])
        message = narrator.narrate(at, log, NAMES[:players])
        received.append(encode(message))
    return received


def compare(seed: int) -> int:
    """Compare all bytes for everybody but the seat to act, in one random match; return how many pairs."""
    dice = random.Random(seed)
    players, compared = dice.randint(2, 4), 0
    options = {"know_own": dice.random() < 0.7}
    entries = until_a_pass(players, options, dice)
    if entries is None:
        return 0
    actor = replay(entries, players, **options).actor
    for seat in (None, *(seat for seat in range(players) if seat != actor)):
        for twin in twins(entries, players, seat, options):
            if seat is None:
                assert shared_screen(entries, players, options) == shared_screen(twin, players, options)
            one, two = list(entries), list(twin)
            assert narrated(one, players, seat, options) == narrated(two, players, seat, options)
            assert sent(one, players, seat, options) == sent(two, players, seat, options)
            if play_on(one, two, players, seat, options, dice):
                assert sent(one, players, seat, options) == sent(two, players, seat, options)
            compared += 1
            break  # one deal for each seat
    return compared


def compare_games(games: int) -> None:
    """As many matches as asked for in which the right to pass differs."""
    left = games
    for seed in count():
        left -= compare(seed) > 0
        if not left:
            return


@pytest.mark.slow
def test_nobody_can_tell_who_may_pass() -> None:
    compare_games(24)


@pytest.mark.long
def test_nobody_can_tell_who_may_pass_in_a_thousand_games() -> None:
    compare_games(1_000)


def test_the_player_can_tell() -> None:
    """The comparison can fail: the seat to act is sent other bytes."""
    options = {"know_own": True}
    for seed in count():
        entries = until_a_pass(3, options, random.Random(seed))
        for twin in twins(entries, 3, None, options) if entries else ():
            assert entries is not None
            actor = replay(entries, 3, **options).actor
            assert narrated(entries, 3, actor, options) != narrated(twin, 3, actor, options)
            return
