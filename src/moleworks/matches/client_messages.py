"""The messages that clients are sent: the views of their seats, legal actions, new entries, and the table.

A position leaves the server only as a view. Names of hidden actions are left out.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec

from moleworks.core.game import Outcome
from moleworks.core.messages import Complaint, Message, Refused
from moleworks.matches.log import Ending, MatchLog
from moleworks.matches.store.rows import Entry, SeatRow
from moleworks.matches.time_control import TimeControl
from moleworks.texts import Language

encode = msgspec.json.Encoder().encode
AT_PREFIX = b'{"type":"at",'
"""The first bytes of every `at` message, by which it is recognized without decoding."""
ViewSeats = tuple[int, ...]
"""The seats whose views a client is sent; empty for a watcher."""


def public_entries(log: MatchLog, entries: Sequence[Entry]) -> list[dict[str, Any]]:
    """Log entries as everybody may see them."""
    is_public = log.match.game.is_public
    return [
        {
            "seq": entry.seq,
            "seat": entry.seat,
            "name": _without_digest(entry.name) if is_public(entry.name) else None,
        }
        | ({"id": entry.client} if entry.client else {})
        for entry in entries
    ]


def _without_digest(name: str) -> str:
    """An entry without the digest of a token."""
    return name.split(" ", 1)[0] if name.startswith(("!peek", "!phone")) else name


def seat_view(log: MatchLog, seat: int | None) -> dict[str, Any]:
    """The view and the legal actions of one seat; None is a watcher."""
    game, state = log.match.game, log.state
    mine = seat is not None and log.actor == seat
    return {
        "seat": seat,
        "view": game.view(state, seat),
        "legal": [game.name(state, action) for action in game.legal(state)] if mine else [],
    }


def at_message(log: MatchLog, seats: ViewSeats, entries: Sequence[Entry]) -> bytes:
    """An `at` message for these seats, encoded: the position, and the entries that led to it."""
    return at_for_seats(seats, log, at_shared_part(log, entries))


def at_shared_part(log: MatchLog, entries: Sequence[Entry]) -> bytes:
    """The part of an `at` message that is the same for all clients, so that it is encoded once."""
    return encode(_common_fields(log, entries))[:-1] + b',"eyes":'


def at_for_seats(seats: ViewSeats, log: MatchLog, shared_part: bytes) -> bytes:
    """The whole `at` message for these seats, from its shared part."""
    return shared_part + encode(_seat_views(log, seats)) + b"}"


def at_data(log: MatchLog, seats: ViewSeats, entries: Sequence[Entry]) -> dict[str, Any]:
    """The data of an `at` message for these seats."""
    return _common_fields(log, entries) | {"eyes": _seat_views(log, seats)}


def _common_fields(log: MatchLog, entries: Sequence[Entry]) -> dict[str, Any]:
    return {
        "type": "at",
        "seq": log.seq,
        "ply": log.match.ply,
        "status": log.status,
        "actor": log.actor,
        "news": public_entries(log, entries),
    }


def _seat_views(log: MatchLog, seats: ViewSeats) -> list[dict[str, Any]]:
    return [seat_view(log, seat) for seat in seats] or [seat_view(log, None)]


def table_data(
    log: MatchLog,
    seats: Sequence[SeatRow],
    here: Collection[int],
    time_control: TimeControl,
    left: float | None = None,
) -> dict[str, Any]:
    """The data of a `table` message: seats, offers, the clock, and how the match ended."""
    setup = log.match.setup
    return {
        "type": "table",
        "game": setup.game,
        "preset": setup.preset,
        "options": dict(setup.options),
        "board": setup.board.name,
        "seats": [
            {
                "seat": row.seat,
                "kind": holder.kind,
                "level": holder.level,
                "name": row.name,
                "here": row.seat in here,
                "resigned": row.seat in log.resigned,
                "phone": row.seat in log.phones,
            }
            for row, holder in zip(seats, log.holders, strict=True)
        ],
        "offers": [
            {"what": offer.what, "by": offer.by, "agreed": sorted(offer.agreed)}
            for offer in log.offers.values()
        ],
        "pace": msgspec.to_builtins(time_control),
        "since": log.turn_started,
        "left": left,
        "late": log.late,
        "played_for": log.played_for,
        "outcome": _outcome(log.outcome),
        "next": log.next_match,
    }


def _outcome(outcome: Outcome | Ending | None) -> dict[str, Any] | None:
    if outcome is None:
        return None
    data = {"winner": outcome.winner, "draw": outcome.draw}
    if isinstance(outcome, Ending):
        return data | {"rule": None, "why": outcome.why.text}
    return data | {"rule": outcome.rule, "why": None}


def refusal_data(error: Complaint, language: Language, client: str | None) -> dict[str, Any]:
    """The data of a `refused` message, in the client's language."""
    data: dict[str, Any] = {"type": "refused", "id": client, "reason": language.tell(error)}
    if isinstance(error, Refused):
        data["rule"] = error.refusal.rule
        data["values"] = _plain_values(error.refusal.values)
    return data


def _plain_values(values: Mapping[str, object]) -> dict[str, object]:
    """The names and numbers of a refusal, which a page can show on the board."""
    return {
        name: value
        for name, value in values.items()
        if isinstance(value, str | int) and not isinstance(value, Message)
    }
