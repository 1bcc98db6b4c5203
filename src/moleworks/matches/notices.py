"""Notices that the processes of one server send each other about a match over the bus, and their encoding."""

from __future__ import annotations

from typing import TypeAlias

import msgspec


class Notice(msgspec.Struct, frozen=True, tag_field="notice"):
    """The base of all notices."""


class Alive(Notice, frozen=True, tag="alive"):
    """The worker is alive; it belongs to no match."""


class Written(Notice, frozen=True, tag="written"):
    """The log has entries up to this number."""

    seq: int


class WhoHasIt(Notice, frozen=True, tag="who-has-it"):
    """A question: who has this match in memory, too? The asking worker has its log up to this number."""

    seq: int


class HaveIt(Notice, frozen=True, tag="have-it"):
    """The answer: the worker has the match, with the players of these seats connected to it."""

    seats: tuple[int, ...]
    seq: int


class Unloaded(Notice, frozen=True, tag="unloaded"):
    """The worker does not have the match in memory any more."""


class Present(Notice, frozen=True, tag="present"):
    """The seats whose players are connected to the worker."""

    seats: tuple[int, ...]


class SignOfLife(Notice, frozen=True, tag="sign-of-life"):
    """The players of these seats have asked the worker for something."""

    seats: tuple[int, ...]


class EmoteSent(Notice, frozen=True, tag="emote"):
    """A player has sent an emote; `id` is the client's own id of the command."""

    seat: int
    name: str
    id: str | None


class PersonLeft(Notice, frozen=True, tag="left"):
    """A person has left the match for good."""

    person: str


class Deleted(Notice, frozen=True, tag="deleted"):
    """The match is deleted."""


class Changed(Notice, frozen=True, tag="changed"):
    """Something was stored that has no entry in the log, or a notice was lost: read the match again."""


AnyNotice: TypeAlias = (
    Alive
    | Written
    | WhoHasIt
    | HaveIt
    | Unloaded
    | Present
    | SignOfLife
    | EmoteSent
    | PersonLeft
    | Deleted
    | Changed
)

_encoder, _decoder = msgspec.json.Encoder(), msgspec.json.Decoder[AnyNotice](AnyNotice)


def encode(notice: AnyNotice) -> bytes:
    """A notice as the bus carries it."""
    return _encoder.encode(notice)


def decode(notice: bytes) -> AnyNotice:
    """What another worker has sent. The bus delivers nothing in the place of a notice that it lost.

    >>> decode(encode(Written(seq=7)))
    Written(seq=7)
    >>> decode(b"")
    Changed()
    """
    return _decoder.decode(notice) if notice else Changed()


__all__ = [
    "Alive",
    "AnyNotice",
    "Changed",
    "Deleted",
    "EmoteSent",
    "HaveIt",
    "Notice",
    "PersonLeft",
    "Present",
    "SignOfLife",
    "Unloaded",
    "WhoHasIt",
    "Written",
    "decode",
    "encode",
]
