"""Build the messages that clients are sent: views of their seats, legal actions, new entries, the table.

A position leaves the server only as a view. Names of hidden actions are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from typing import cast

import msgspec

from moleworks.core.game import Outcome
from moleworks.core.messages import Complaint, Message, Refused
from moleworks.matches.faces import Face
from moleworks.matches.faces import assign as assign_faces
from moleworks.matches.log import Ending, MatchLog, PendingOffer
from moleworks.matches.message_types import (
    AtMessage,
    NewsEntry,
    OfferKind,
    Proposal,
    RefusedMessage,
    SeatKind,
    SeatView,
    ServerMessage,
    StatusName,
    TableMessage,
    TableSeat,
)
from moleworks.matches.store.rows import Entry, SeatRow
from moleworks.matches.time_control import TimeControl
from moleworks.replay.outcome_data import MatchOutcome, outcome_by_rule
from moleworks.speech.emblems import assign
from moleworks.texts import Language

encode = msgspec.json.Encoder().encode
ViewSeats = tuple[int, ...]
"""The seats whose views a client is sent; empty for a watcher."""


class SharedMessage:
    """A message for several clients. It is encoded once, and so is each variant, such as one in words."""

    def __init__(self, message: ServerMessage) -> None:
        self.message = message
        self.variants: dict[Hashable, SharedMessage] = {}
        self._text: str | None = None

    @property
    def text(self) -> str:
        """The message in JSON."""
        if self._text is None:
            self._text = encode(self.message).decode()
        return self._text


def public_entries(log: MatchLog, entries: Sequence[Entry]) -> list[NewsEntry]:
    """Log entries as everybody may see them."""
    is_public = log.match.game.is_public
    return [
        NewsEntry(
            seq=entry.seq,
            seat=entry.seat,
            name=_without_digest(entry.name) if is_public(entry.name) else None,
            id=entry.client or None,
        )
        for entry in entries
    ]


def _without_digest(name: str) -> str:
    """An entry without the digest of a token."""
    return name.split(" ", 1)[0] if name.startswith(("!peek", "!phone")) else name


def seat_view(log: MatchLog, seat: int | None) -> SeatView:
    """The view and the legal actions of one seat; None is a watcher."""
    game, state = log.match.game, log.state
    mine = seat is not None and log.actor == seat
    legal = [game.name(state, action) for action in game.legal(state)] if mine else []
    return SeatView(seat=seat, view=game.view(state, seat), legal=legal)


def at_message(
    log: MatchLog, seats: ViewSeats, entries: Sequence[Entry], view: Callable[..., SeatView] = seat_view
) -> AtMessage:
    """The position for these seats, and the entries that led to it."""
    return at_with_news(log, seats, public_entries(log, entries), view)


def at_with_news(
    log: MatchLog, seats: ViewSeats, news: list[NewsEntry], view: Callable[..., SeatView] = seat_view
) -> AtMessage:
    """The position for these seats, and public entries, which are the same for all clients.

    `view` is `seat_view`, or remembers what that found.
    """
    return AtMessage(
        seq=log.seq,
        ply=log.match.ply,
        status=cast(StatusName, log.status),
        actor=log.actor,
        news=news,
        eyes=[view(log, seat) for seat in seats or (None,)],
    )


def table_message(
    log: MatchLog,
    seats: Sequence[SeatRow],
    here: Collection[int],
    time_control: TimeControl,
    left: float | None = None,
) -> TableMessage:
    """Seats, offers, the clock, and how the match ended."""
    setup = log.match.setup
    emblems = assign(setup.game, [row.emblem for row in seats]) or (None,) * len(seats)
    faces = assign_faces([row.face for row in seats])
    return TableMessage(
        game=setup.game,
        preset=setup.preset,
        options=dict(setup.options),
        board=setup.board.name,
        seats=[_table_seat(log, *seat, here) for seat in zip(seats, emblems, faces, strict=True)],
        offers=[_proposal(offer) for offer in log.offers.values()],
        pace=time_control,
        since=log.turn_started,
        left=left,
        late=log.late,
        played_for=log.played_for,
        moved=log.moved,
        outcome=match_outcome(log.outcome),
        next=log.next_match,
    )


def _table_seat(
    log: MatchLog, row: SeatRow, emblem: str | None, face: Face, here: Collection[int]
) -> TableSeat:
    holder = log.holders[row.seat]
    return TableSeat(
        seat=row.seat,
        kind=cast(SeatKind, holder.kind),
        level=holder.level,
        name=row.name,
        here=row.seat in here,
        resigned=row.seat in log.resigned,
        phone=row.seat in log.phones,
        emblem=emblem,
        face=face,
    )


def _proposal(offer: PendingOffer) -> Proposal:
    return Proposal(what=cast(OfferKind, offer.what), by=offer.by, agreed=sorted(offer.agreed))


def match_outcome(outcome: Outcome | Ending | None) -> MatchOutcome | None:
    """How a match ended; None while it goes on."""
    if isinstance(outcome, Ending):
        return MatchOutcome(winner=outcome.winner, draw=outcome.draw, rule=None, why=outcome.why.text)
    return outcome_by_rule(outcome)


def refused_message(error: Complaint, language: Language, client: str | None) -> RefusedMessage:
    """Why a command was not done, in the client's language."""
    refusal = error.refusal if isinstance(error, Refused) else None
    return RefusedMessage(
        id=client,
        reason=language.tell(error),
        rule=refusal and refusal.rule,
        values=refusal and _plain_values(refusal.values),
    )


def _plain_values(values: Mapping[str, object]) -> dict[str, str | int]:
    """The names and numbers of a refusal."""
    return {
        name: value
        for name, value in values.items()
        if isinstance(value, str | int) and not isinstance(value, Message)
    }
