"""Looking beyond the moment: advice, records, replays and analyses, and who may have them when."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import Any

from moleworks import players
from moleworks.games import Complaint
from moleworks.games.game import N_
from moleworks.players import Sight
from moleworks.record import LONGEST_NAME, Record, write
from moleworks.service.course import Course
from moleworks.service.room import Room, Who
from moleworks.service.store.rows import COMPUTER
from moleworks.speech.names import default_names, marked
from moleworks.texts import language

HINTS = 7
"""The level of who gives advice: as well as can be."""


def advice_for(room: Room, who: Who, seat: int | None) -> Sight:
    """What the seat to act sees, if whoever asks has that seat and the table allows hints."""
    course = room.course
    if not room.pace.hints:
        raise Complaint(N_("This table has agreed to play without hints."))
    if course.actor is None:
        raise Complaint(N_("Nobody is to act now."))
    if course.actor not in who.seats or seat not in {None, course.actor}:
        raise Complaint(N_("A hint is for the seat to act, and that is not yours."))
    return players.sight(course.match)


def eyes(room: Room, who: Who, seat: int | None) -> int | None:
    """Through whose eyes somebody may look: their own, everybody's (None), and after the end anybody's."""
    if seat is not None and not 0 <= seat < len(room.seats):
        raise Complaint(N_("There is no seat {seat} at this table."), seat=seat)
    if seat is not None and seat not in who.seats and not room.course.outcome:
        raise Complaint(N_("What others see is shown once the match is over."))
    return seat


def secrets(room: Room, who: Who, seat: int) -> int:
    """Whose secrets somebody may see: their own, on the phone that they came with too."""
    if seat in who.peeks:
        return seat
    seen = eyes(room, who, seat)
    assert seen is not None
    return seen


def record(room: Room) -> str | None:
    """The match as text; None while it would tell what not all have heard."""
    course = room.course
    if not course.outcome and not all(map(course.match.game.heard, course.match.names)):
        return None
    day = datetime.datetime.fromtimestamp(room.row.created, tz=datetime.UTC).date().isoformat()
    return write(Record(course.match, seat_tags(room), day, room.row.rules))


def names(room: Room) -> tuple[str, ...]:
    return tuple(row.name for row in room.seats)


def seat_tags(room: Room) -> tuple[str, ...]:
    """The players as a record calls them: computers are marked as docs/records.md has it, in English."""
    hands, called = room.course.hands, names(room)
    usual = default_names(
        language("en"),
        tuple(hand.kind != COMPUTER or bool(name) for hand, name in zip(hands, called, strict=True)),
    )
    return tuple(
        marked(name or other, hand.level or room.pace.level, LONGEST_NAME) if hand.kind == COMPUTER else name
        for hand, name, other in zip(hands, called, usual, strict=True)
    )


def heard(course: Course, seat: int | None) -> dict[str, Any]:
    """A match that hides something, as one seat may know it."""
    setup = course.match.setup
    return {
        "setup": {
            "game": setup.game,
            "players": setup.players,
            "preset": setup.preset,
            "options": dict(setup.options),
            "board": course.match.board_data(),
            "rotations": setup.rotations,
        },
        "heard": course.match.heard(),
        "view": course.match.game.view(course.state, seat),
    }


def replay(course: Course, seat: int | None, first: int, count: int) -> Iterator[dict[str, Any]]:
    """Positions as a seat saw them, with the action that led there; hidden ones are told after the end."""
    match = course.match
    for ply in range(first, min(match.ply + 1, first + count)):
        name = match.names[ply - 1] if ply else None
        if name is not None and not course.outcome and not match.game.heard(name):
            name = None
        yield {"ply": ply, "name": name, "view": match.game.view(match.before(ply), seat)}
