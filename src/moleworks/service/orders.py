"""How a match is asked for, and what its host gets."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta

from moleworks.service.pace import Pace


class SeatOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who shall have a seat: a person at this device, somebody by a link, the computer, or a bot."""

    kind: Literal["here", "link", "computer", "bot"] = "link"
    level: Annotated[int, Meta(ge=1, le=7)] = 3
    name: Annotated[str, Meta(max_length=200)] = ""


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match to be opened. What is left out is as the game has it by default."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[SeatOrder], Meta(min_length=1, max_length=4)]
    preset: Annotated[str, Meta(max_length=40)] | None = None
    options: dict[str, bool | int | str] = {}
    board: str | dict[str, Any] = "classic"
    """A board by name, or a whole board as data."""
    rotations: list[int] | None = None
    pace: Pace = Pace()


class SeatKey(NamedTuple):
    """A seat of a new match; with the token, whoever has it may sit down."""

    seat: int
    kind: str
    token: str | None


class Opened(NamedTuple):
    """What the host gets. The tokens are told this once: only their digests are kept."""

    id: str
    code: str | None
    seats: tuple[SeatKey, ...]
    watch: str
