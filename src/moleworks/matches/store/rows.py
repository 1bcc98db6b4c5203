"""The rows of the store. Tokens and persons are stored as digests only; times are seconds since 1970."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from moleworks.core.messages import N_, Complaint, Message

WAITING, PLAYING, OVER, ARCHIVED = "waiting", "playing", "over", "archived"
"""The status of a match: a seat is open; it is played; it is over; its log was archived as a record."""

NEVER_BEGUN = "never begun"
"""A filter: a waiting match in which nothing was played. It is not stored as a status."""

OPEN, PERSON, COMPUTER, BOT = "open", "person", "computer", "bot"
"""The kind of a seat: nobody has it yet, a person, the computer, or a bot."""

WATCHER = -1
"""The seat number under which watchers are stored."""


class MatchRow(NamedTuple):
    """A match without its seats and its log."""

    id: str
    code: str | None
    """Short, to be read out; None once all seats are taken."""
    game: str
    setup: str
    """JSON: players, preset, options, board, rotations, and settings of the table if any were chosen."""
    pace: str
    """JSON: `time_control.TimeControl`."""
    rules: str
    """The version of Moleworks under which the match began."""
    host: str | None
    """Digest of the person who opened it."""
    watch: str
    """Digest of the watchers' token."""
    seq: int
    """The number of the last log entry; 0 if there is none."""
    status: str
    created: float
    changed: float
    due: float | None
    """When the server has to act: play for a computer, or end a turn."""
    record: str | None = None
    """The whole log as one text, once it is archived."""


class SeatRow(NamedTuple):
    """A seat of a match as it is stored."""

    match: str
    seat: int
    kind: str
    level: int | None
    name: str
    token: str | None
    """The digest of the seat's token; None if nobody can take the seat by a link."""
    emblem: str | None = None
    """What stands for the player, where a game has such signs; None if none was chosen."""
    face: str | None = None
    """What the player's moles wear; None if nothing was chosen."""


class Entry(NamedTuple):
    """A log entry: the name of an action, or an event, which begins with `!`."""

    seq: int
    seat: int | None
    """Who did it; None for chance and the server."""
    name: str
    client: str | None
    """The client's own id of the command, so that a command that is sent twice is done once."""
    at: float


class MatchStatus(NamedTuple):
    """What an append changes in the row of its match."""

    status: str
    due: float | None
    at: float


class NewMatchRows(NamedTuple):
    """Everything that is stored when a match is opened."""

    match: MatchRow
    seats: Sequence[SeatRow]
    persons: Sequence[tuple[int, str]]
    """Who holds which seat."""
    entries: Sequence[Entry] = ()
    opening: OpeningRow | None = None


class OpeningRow(NamedTuple):
    """A request that opened a match, found again by a key of the client's."""

    key: str
    """A digest of the key and the client's cookie."""
    person: str | None
    match: str
    request: str
    """A digest of what was asked for."""
    at: float


class StoryRow(NamedTuple):
    """A finished match in the story of a person."""

    person: str
    match: str
    seq: int
    """The last log entry that it tells."""
    ended: float
    seen: float
    """When the person last looked, to the day."""
    summary: str
    """JSON: `story.StoryMatch`."""
    record: str
    """The match as text; it stays when the match itself is deleted."""


class Conflict(Exception):
    """The log has an entry of that number already: read it, and decide again."""


class StoreUnavailable(Complaint):
    """The database cannot be used; the reason is for the operator of the server."""

    told_to_players = False
    """Whether players can do something about it."""

    def __init__(self, reason: Message | str) -> None:
        super().__init__(N_("The database cannot be used: {reason}"), reason=reason)
