"""What somebody at the table can ask for. The same words come by HTTP, by WebSocket and from bots."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Text = Annotated[str, Meta(min_length=1, max_length=64)]
Number = Annotated[int, Meta(ge=0, le=2**31)]
SeatNumber = Annotated[int, Meta(ge=0, le=3)]
Level = Annotated[int, Meta(ge=1, le=7)]


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do"):
    """`seat` may be left out by who has one seat only; `id` is the client's own number for what it sends."""

    seat: SeatNumber | None = None
    id: Text | None = None


class Play(Command, frozen=True, tag="play"):
    """Play an action, in the position that the client knows: that after entry `seq` of the log."""

    action: Text
    seq: Number


class Undo(Command, frozen=True, tag="undo"):
    """Take back one's own last action, at once if the rules of the table allow it, else by consent."""

    seq: Number


class Resign(Command, frozen=True, tag="resign"):
    """Give up; with three or four players a computer plays on."""


class Offer(Command, frozen=True, tag="offer"):
    """Propose a draw, or another match with the seats turned."""

    what: Literal["draw", "rematch"]


class Answer(Command, frozen=True, tag="answer"):
    """Agree to what another seat proposed, or not."""

    what: Literal["draw", "rematch", "undo"]
    yes: bool


class Emote(Command, frozen=True, tag="emote"):
    """Say one of a dozen things."""

    name: Text


class Reseat(Command, frozen=True, tag="reseat"):
    """By the host: let the computer take a seat that nobody has, or whose player has gone; or open one that
    the computer has. By whose seat the computer has: sit down again (`person`).
    """

    whose: SeatNumber
    kind: Literal["computer", "open", "person"]
    level: Level = 3


class Rename(Command, frozen=True, tag="rename"):
    """Call oneself something else; an empty name changes nothing."""

    name: Annotated[str, Meta(max_length=200)]


class Look(Command, frozen=True, tag="look"):
    """Ask where the match is; `seq` is the last entry that the client knows."""

    seq: Number = 0


AnyCommand = Play | Undo | Resign | Offer | Answer | Emote | Reseat | Rename | Look
