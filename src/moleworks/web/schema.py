"""Replies of HTTP routes, as types. The messages about a match are in `matches/message_types.py`."""

from __future__ import annotations

from moleworks.matches.faces import Face
from moleworks.matches.message_types import ResponseModel, SeatKind, StatusName


class OpenedSeat(ResponseModel, frozen=True, omit_defaults=True):
    """A seat of a new match; anybody with its link or token may take it."""

    seat: int
    kind: str
    link: str | None = None
    token: str | None = None


class WatchLink(ResponseModel, frozen=True):
    """The link and the token by which others can watch."""

    link: str
    token: str


class OpenedMatch(ResponseModel, frozen=True):
    """A new match, for its host; the tokens are sent only this once."""

    id: str
    code: str | None
    seats: list[OpenedSeat]
    watch: WatchLink


class MySeat(ResponseModel, frozen=True):
    """A seat of one of the caller's matches."""

    seat: int
    kind: SeatKind
    name: str
    face: Face
    """What the player's moles wear."""


class MyMatch(ResponseModel, frozen=True):
    """One of the caller's own matches."""

    id: str
    game: str
    status: StatusName
    code: str | None
    created: float
    changed: float
    seats: list[MySeat]
    mine: list[int]
    host: bool
    actor: int | None = None
    """Whose turn it is, of the matches that changed last."""
    winner: int | None = None
    draw: bool = False


class Invitation(ResponseModel, frozen=True):
    """What a link invites to, before one accepts: the game, the seat, and who is at the table."""

    game: str
    seat: int | None
    """None for watchers."""
    seats: list[MySeat]
    held: bool
    """Whether the caller has accepted already."""


class Me(ResponseModel, frozen=True):
    """Everything that is stored about the caller."""

    name: str | None
    matches: list[MyMatch]
