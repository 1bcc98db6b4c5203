"""The request that opens a match, and the reply for its host."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta

from moleworks.core.game import MAX_PLAYERS
from moleworks.matches.faces import Face
from moleworks.matches.time_control import TimeControl


class SeatRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who takes a seat: a person at this device, somebody by a link, the computer, or a bot."""

    kind: Literal["here", "link", "computer", "bot"] = "link"
    level: Annotated[int, Meta(ge=1, le=7)] = 3
    name: Annotated[str, Meta(max_length=200)] = ""
    emblem: Annotated[str, Meta(max_length=40)] | None = None
    """What stands for the player, where the game has such signs: see `emblems` in `GET /api/games`."""
    face: Face | None = None
    """What the player's moles wear."""


class MatchRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match to open. What is left out has the default of the game."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[SeatRequest], Meta(min_length=1, max_length=MAX_PLAYERS)]
    preset: Annotated[str, Meta(max_length=40)] | None = None
    options: dict[str, bool | int | str] = {}
    board: str | dict[str, Any] = "classic"
    """A board by name, or a whole board as data."""
    rotations: list[int] | None = None
    pace: TimeControl = TimeControl()
    table_settings: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=8)] = []
    """What changes no rule, where the game has such settings: see `table_settings` in `GET /api/games`."""


class SeatKey(NamedTuple):
    """A seat of a new match, and the token by which it is taken."""

    seat: int
    kind: str
    token: str | None


class NewMatch(NamedTuple):
    """The reply for the host. The tokens are told only here: only their digests are stored."""

    id: str
    code: str | None
    seats: tuple[SeatKey, ...]
    watch: str
