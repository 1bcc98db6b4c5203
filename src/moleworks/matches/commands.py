"""The commands that a seat or the host can send, the same by HTTP and by WebSocket."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from moleworks.core.game import MAX_PLAYERS
from moleworks.engine.advice import LEVELS

Text = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[^\x00-\x1f\x7f]+$")]
"""Without control characters: PostgreSQL stores no NUL."""
Number = Annotated[int, Meta(ge=0, le=2**31)]
SeatNumber = Annotated[int, Meta(ge=0, lt=MAX_PLAYERS)]
Level = Annotated[int, Meta(ge=LEVELS[0], le=LEVELS[-1])]


class MatchCommand(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do"):
    """`seat` may be left out by callers with one seat; `id` is the client's own id of the command."""

    seat: SeatNumber | None = None
    id: Text | None = None


class Play(MatchCommand, frozen=True, tag="play"):
    """Play an action, in the position that the client knows: that after entry `seq` of the log."""

    action: Text
    seq: Number


class Undo(MatchCommand, frozen=True, tag="undo"):
    """Take back the seat's own last action: at once where possible, otherwise if the others agree."""

    seq: Number


class Resign(MatchCommand, frozen=True, tag="resign"):
    """Give up; with three or four players a computer plays on."""


class Offer(MatchCommand, frozen=True, tag="offer"):
    """Offer a draw, or a rematch with the seats rotated."""

    what: Literal["draw", "rematch"]


class Answer(MatchCommand, frozen=True, tag="answer"):
    """Accept or decline the offer of another seat."""

    what: Literal["draw", "rematch", "undo"]
    yes: bool


class Emote(MatchCommand, frozen=True, tag="emote"):
    """Send an emote."""

    name: Text


class Reseat(MatchCommand, frozen=True, tag="reseat"):
    """For the host: give the computer a seat that is open or whose player has left, or open a seat that the
    computer has. For a player whose seat the computer has: take it back (`person`).
    """

    whose: SeatNumber
    kind: Literal["computer", "open", "person"]
    level: Level = 3


class Rename(MatchCommand, frozen=True, tag="rename"):
    """Change the name of the seat; an empty name changes nothing."""

    name: Annotated[str, Meta(max_length=200)]


class Look(MatchCommand, frozen=True, tag="look"):
    """Ask for the current position; `seq` is the last entry that the client knows."""

    seq: Number = 0


LogCommand = Play | Undo | Resign | Offer | Answer
"""The commands that become entries of the log as they are."""

AnyCommand = Play | Undo | Resign | Offer | Answer | Emote | Reseat | Rename | Look
