"""Hints, records and replays of a match, and who may see them when."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import Any

import msgspec

from moleworks import engine
from moleworks.core.messages import N_, Complaint
from moleworks.engine import Knowledge
from moleworks.matches.access import Access
from moleworks.matches.live import LiveMatch
from moleworks.matches.log import MatchLog
from moleworks.matches.message_types import RedactedRecord, SetupData
from moleworks.matches.store.rows import COMPUTER
from moleworks.record import LONGEST_NAME, Record, write
from moleworks.speech.seat_names import add_computer_mark, default_names
from moleworks.texts import language

HINT_LEVEL = 7
"""The level of the computer that gives hints: the strongest."""


def hint_knowledge(live: LiveMatch, access: Access, seat: int | None) -> Knowledge:
    """What the seat to act knows, if the caller has that seat and the match allows hints."""
    log = live.log
    if not live.time_control.hints:
        raise Complaint(N_("This table has agreed to play without hints."))
    if log.actor is None:
        raise Complaint(N_("Nobody is to act now."))
    if log.actor not in access.seats or seat not in {None, log.actor}:
        raise Complaint(N_("A hint is for the player whose turn it is, and that is not you."))
    return engine.knowledge(log.match)


def check_view_seat(live: LiveMatch, access: Access, seat: int | None) -> int | None:
    """A seat whose view the caller may see: their own, None (a watcher's), or any after the end."""
    if seat is not None and not 0 <= seat < len(live.seats):
        raise Complaint(N_("There is no seat {seat} at this table."), seat=seat)
    if seat is not None and seat not in access.seats and not live.log.outcome:
        raise Complaint(N_("What others see is shown once the match is over."))
    return seat


def check_secret_seat(live: LiveMatch, access: Access, seat: int) -> int:
    """A seat whose secrets the caller may see: their own, also on the phone of the player."""
    if seat in access.peeks:
        return seat
    seen = check_view_seat(live, access, seat)
    assert seen is not None
    return seen


def record_text(live: LiveMatch) -> str | None:
    """The match as a text record; None while it would show hidden actions."""
    log = live.log
    if not log.outcome and not all(map(log.match.game.is_public, log.match.names)):
        return None
    day = datetime.datetime.fromtimestamp(live.row.created, tz=datetime.UTC).date().isoformat()
    return write(Record(log.match, seat_tags(live), day, live.row.rules))


def player_names(live: LiveMatch) -> tuple[str, ...]:
    """The names at the table, by seat."""
    return tuple(row.name for row in live.seats)


def seat_tags(live: LiveMatch) -> tuple[str, ...]:
    """The players as in the tags of a record, where computers are marked in English (docs/records.md)."""
    holders, names = live.log.holders, player_names(live)
    defaults = default_names(
        language("en"),
        tuple(holder.kind != COMPUTER or bool(name) for holder, name in zip(holders, names, strict=True)),
    )
    return tuple(
        add_computer_mark(name or other, holder.level or live.time_control.level, LONGEST_NAME)
        if holder.kind == COMPUTER
        else name
        for holder, name, other in zip(holders, names, defaults, strict=True)
    )


def redacted_record(log: MatchLog, seat: int | None) -> RedactedRecord:
    """A match with hidden actions as data, as far as one seat knows it."""
    match = log.match
    return RedactedRecord(
        setup=msgspec.convert(match.setup_data(), SetupData),
        heard=match.public_actions(),
        view=match.game.view(log.state, seat),
    )


def replay_positions(log: MatchLog, seat: int | None, first: int, count: int) -> Iterator[dict[str, Any]]:
    """The views of a seat position by position, with the actions; hidden ones are shown after the end."""
    match = log.match
    for ply in range(first, min(match.ply + 1, first + count)):
        name = match.name(ply - 1) if ply else None
        if name is not None and not log.outcome and not match.game.is_public(name):
            name = None
        yield {"ply": ply, "name": name, "view": match.game.view(match.before(ply), seat)}
