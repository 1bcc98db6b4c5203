"""What is kept of a match. Tokens and persons are kept as digests only; times are seconds since 1970."""

from __future__ import annotations

from typing import NamedTuple

from moleworks.games.game import N_, Complaint, Message

WAITING, PLAYING, OVER, ARCHIVED = "waiting", "playing", "over", "archived"
"""The standing of a match: a seat is still open; it goes on; it ended; its log became a record."""

NEVER_BEGUN = "never begun"
"""Said of a match that waits and in which nothing has been played yet; its row says `waiting`."""

OPEN, PERSON, COMPUTER, BOT = "open", "person", "computer", "bot"
"""Who has a seat: nobody yet, somebody, the computer, a program of somebody's."""

WATCHER = -1
"""The seat under which a person who only watches is kept."""


class MatchRow(NamedTuple):
    """A match but for its seats and its log."""

    id: str
    code: str | None
    """Short, to be read out; gone once all seats are taken for good."""
    game: str
    setup: str
    """JSON: players, preset, options, board, rotations."""
    pace: str
    """JSON: see `service.pace`."""
    rules: str
    """The version of Moleworks it began under."""
    host: str | None
    """Digest of the person who opened it."""
    watch: str
    """Digest of the watchers' token."""
    seq: int
    """The number of the log's last entry; 0 if it has none."""
    status: str
    created: float
    changed: float
    due: float | None
    """When something has to happen without a person: a computer's move, a clock."""
    record: str | None = None
    """The whole log as one text, once archived."""


class SeatRow(NamedTuple):
    match: str
    seat: int
    kind: str
    level: int | None
    name: str
    token: str | None
    """Digest of the seat's token; none if nobody can come in by a link."""


class Entry(NamedTuple):
    """A line of the log: an action's name, or an event, which begins with `!`."""

    seq: int
    seat: int | None
    """Who did it; nobody, if chance or a clock."""
    name: str
    client: str | None
    """The client's own number for it, so that what is sent twice is done once."""
    at: float


class Standing(NamedTuple):
    """What an append changes in the row of its match."""

    status: str
    due: float | None
    at: float


class Taken(Exception):
    """The log already has an entry of that number: read on and decide anew."""


class NoStore(Complaint):
    """The database cannot be used; the reason is for whoever runs the service."""

    def __init__(self, reason: Message | str) -> None:
        super().__init__(N_("The database cannot be used: {reason}"), reason=reason)
