"""What a client is told: what its seats see, what they may do, what happened, and who is at the table.

Views are the only way a position gets out. Names of actions that not everybody hears of are left out.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec

from moleworks.games import Complaint, Message, Outcome, Refused
from moleworks.service.course import Course, Ending
from moleworks.service.pace import Pace
from moleworks.service.store.rows import Entry, SeatRow
from moleworks.texts import Language

encode = msgspec.json.Encoder().encode
AT = b'{"type":"at",'
"""How every `at` begins, so that it is known without being read; what a client wrote comes behind."""
Eyes = tuple[int, ...]
"""The seats through which a client looks; none: it watches."""


def news(course: Course, entries: Sequence[Entry]) -> list[dict[str, Any]]:
    """Entries of the log as all may hear of them."""
    heard = course.match.game.heard
    return [
        {"seq": entry.seq, "seat": entry.seat, "name": _open(entry.name) if heard(entry.name) else None}
        | ({"id": entry.client} if entry.client else {})
        for entry in entries
    ]


def _open(name: str) -> str:
    """An entry without the digest of what opens a door; nobody needs that."""
    return name.split(" ", 1)[0] if name.startswith(("!peek", "!phone")) else name


def seen(course: Course, seat: int | None) -> dict[str, Any]:
    """What one seat sees and may do."""
    game, state = course.match.game, course.state
    mine = seat is not None and course.actor == seat
    return {
        "seat": seat,
        "view": game.view(state, seat),
        "legal": [game.name(state, action) for action in game.legal(state)] if mine else [],
    }


def at(course: Course, eyes: Eyes, entries: Sequence[Entry]) -> bytes:
    """Where the match is, through these eyes, and the entries that led there; ready to be sent."""
    return through(eyes, course, begun(course, entries))


def begun(course: Course, entries: Sequence[Entry]) -> bytes:
    """What an `at` says to all alike, to be put together once for them: it lacks the eyes."""
    return encode(_common(course, entries))[:-1] + b',"eyes":'


def through(eyes: Eyes, course: Course, beginning: bytes) -> bytes:
    """The whole `at` that begins so."""
    return beginning + encode(_seen(course, eyes)) + b"}"


def whereabouts(course: Course, eyes: Eyes, entries: Sequence[Entry]) -> dict[str, Any]:
    """Where the match is, through these eyes, and the entries that led there."""
    return _common(course, entries) | {"eyes": _seen(course, eyes)}


def _common(course: Course, entries: Sequence[Entry]) -> dict[str, Any]:
    return {
        "type": "at",
        "seq": course.seq,
        "ply": course.match.ply,
        "status": course.status,
        "actor": course.actor,
        "news": news(course, entries),
    }


def _seen(course: Course, eyes: Eyes) -> list[dict[str, Any]]:
    return [seen(course, seat) for seat in eyes] or [seen(course, None)]


def table(
    course: Course, seats: Sequence[SeatRow], here: Collection[int], pace: Pace, left: float | None = None
) -> dict[str, Any]:
    """Who is at the table, what is proposed, what time is left for the turn, and how it ended."""
    setup = course.match.setup
    return {
        "type": "table",
        "game": setup.game,
        "preset": setup.preset,
        "options": dict(setup.options),
        "board": setup.board.name,
        "seats": [
            {
                "seat": row.seat,
                "kind": hand.kind,
                "level": hand.level,
                "name": row.name,
                "here": row.seat in here,
                "resigned": row.seat in course.resigned,
                "phone": row.seat in course.phones,
            }
            for row, hand in zip(seats, course.hands, strict=True)
        ],
        "offers": [
            {"what": offer.what, "by": offer.by, "agreed": sorted(offer.agreed)}
            for offer in course.offers.values()
        ],
        "pace": msgspec.to_builtins(pace),
        "since": course.turn_since,
        "left": left,
        "late": course.late,
        "played_for": course.played_for,
        "outcome": _outcome(course.outcome),
        "next": course.next,
    }


def _outcome(outcome: Outcome | Ending | None) -> dict[str, Any] | None:
    if outcome is None:
        return None
    told = {"winner": outcome.winner, "draw": outcome.draw}
    if isinstance(outcome, Ending):
        return told | {"rule": None, "why": outcome.why.text}
    return told | {"rule": outcome.rule, "why": None}


def refused(error: Complaint, words: Language, client: str | None) -> dict[str, Any]:
    """Why something was not done, in the client's language."""
    told: dict[str, Any] = {"type": "refused", "id": client, "reason": words.tell(error)}
    if isinstance(error, Refused):
        told["rule"] = error.refusal.rule
        told["values"] = _plain(error.refusal.values)
    return told


def _plain(values: Mapping[str, object]) -> dict[str, object]:
    """What a refusal is about, so that a page can show it on the board: names and numbers only."""
    return {
        name: value
        for name, value in values.items()
        if isinstance(value, str | int) and not isinstance(value, Message)
    }
