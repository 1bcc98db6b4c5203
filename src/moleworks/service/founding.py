"""What a match begins with, and what is left of it: its rows, its first entries, its packed log."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from moleworks.record import Match
from moleworks.service.course import Course, Hand
from moleworks.service.decisions import Line, seated
from moleworks.service.nicknames import nickname, tidy
from moleworks.service.orders import SeatKey, SeatOrder
from moleworks.service.store.rows import COMPUTER, OPEN, PERSON, Entry, MatchRow, SeatRow
from moleworks.service.tokens import digest
from moleworks.texts import Language


def seat_rows(
    match: str, orders: Sequence[SeatOrder], keys: Sequence[SeatKey], words: Language
) -> list[SeatRow]:
    """The seats as they were asked for."""
    rows: list[SeatRow] = []
    for order, key in zip(orders, keys, strict=True):
        kind = {"computer": COMPUTER, "here": PERSON}.get(order.kind, OPEN)
        name = tidy(order.name)
        if kind == PERSON and not name:
            name = nickname(words, [row.name for row in rows])
        level = order.level if kind == COMPUTER else None
        rows.append(SeatRow(match, key.seat, kind, level, name, digest(key.token) if key.token else None))
    return rows


def first_entries(
    course: Course, seats: Sequence[SeatRow], now: float, phones: Sequence[Line] = ()
) -> list[Entry]:
    """Who has which seat; what chance does first, if nobody has to be waited for; and phones that stay."""
    entries: list[Entry] = []

    def follow(lines: Sequence[Line]) -> None:
        new = [Entry(course.seq + n, line.seat, line.name, None, now) for n, line in enumerate(lines, 1)]
        course.follow(new)
        entries.extend(new)

    for row in seats:
        follow(seated(course, row.seat, row.kind, row.level))
    follow(phones)
    return entries


def setup_text(match: Match) -> str:
    """What the row of a match keeps of its set-up; `course` reads it back."""
    setup = match.setup
    return msgspec.json.encode(
        {
            "players": setup.players,
            "preset": setup.preset,
            "options": dict(setup.options),
            "board": match.board_data(),
            "rotations": setup.rotations,
        }
    ).decode()


def course(row: MatchRow) -> Course:
    """A match before its first entry."""
    setup = msgspec.json.decode(row.setup)
    match = Match.begin(
        row.game,
        board=setup["board"],
        players=setup["players"],
        preset=setup["preset"],
        options=setup["options"],
        rotations=setup["rotations"],
    )
    return Course(match, row.created)


def turned(
    match: str, seats: Sequence[SeatRow], hands: Sequence[Hand], level: int, without: Collection[int] = ()
) -> list[SeatRow]:
    """The seats of the next match: everybody moves on by one.

    Computers take the seats that are open, and play for who is not there to play again.
    """
    rows: list[SeatRow] = []
    for seat in range(len(seats)):
        before = (seat + 1) % len(seats)
        row, hand = seats[before], hands[before]
        if hand.kind == OPEN or before in without:
            hand = Hand(COMPUTER, level)
        rows.append(row._replace(match=match, seat=seat, kind=hand.kind, level=hand.level))
    return rows


def phones_of(course: Course) -> list[Line]:
    """In the next match a phone goes on showing the secrets of whoever it showed before, on their new seat.

    It is theirs still: when a seat changes hands, its phone is forgotten.
    """
    count = len(course.hands)
    return [Line((seat - 1) % count, f"!phone {phone}") for seat, phone in course.phones.items()]


def packed(entries: Sequence[Entry]) -> str:
    """A whole log as one text, for the archive."""
    return msgspec.json.encode([list(entry) for entry in entries]).decode()


def unpacked(text: str) -> list[Entry]:
    """The log that was packed."""
    return [Entry._make(row) for row in msgspec.json.decode(text)]
