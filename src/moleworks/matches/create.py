"""Build the rows and first entries of new matches and rematches, and pack logs for the archive."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import msgspec

from moleworks.core.registry import GAMES
from moleworks.matches.apply_command import NewEntry, seat_entries
from moleworks.matches.faces import assign as assign_faces
from moleworks.matches.log import MatchLog, SeatHolder
from moleworks.matches.nicknames import clean_name, nickname
from moleworks.matches.requests import SeatKey, SeatRequest
from moleworks.matches.store.rows import COMPUTER, OPEN, PERSON, Entry, MatchRow, SeatRow
from moleworks.matches.tokens import digest
from moleworks.record import Match
from moleworks.speech.emblems import assign
from moleworks.texts import Language

Moved = Callable[[MatchLog], list[NewEntry]]
"""What happened before a match came here: the entries for its log, in which the seats are taken."""


def seat_rows(
    match: str, requests: Sequence[SeatRequest], keys: Sequence[SeatKey], language: Language
) -> list[SeatRow]:
    """The rows of the requested seats."""
    rows: list[SeatRow] = []
    for request, key in zip(requests, keys, strict=True):
        kind = {"computer": COMPUTER, "here": PERSON}.get(request.kind, OPEN)
        name = clean_name(request.name)
        if kind == PERSON and not name:
            name = nickname(language, [row.name for row in rows])
        level = request.level if kind == COMPUTER else None
        token = digest(key.token) if key.token else None
        rows.append(SeatRow(match, key.seat, kind, level, name, token, request.emblem, request.face))
    return rows


def first_entries(
    log: MatchLog,
    seats: Sequence[SeatRow],
    now: float,
    phones: Sequence[NewEntry] = (),
    moved: Moved | None = None,
) -> list[Entry]:
    """The first entries: the seat holders, the first chance actions if no seat is open, and kept phones.

    If the match was begun elsewhere, `moved` gives all that happened there.
    """
    entries: list[Entry] = []

    def extend(new_entries: Sequence[NewEntry]) -> None:
        numbered = [Entry(log.seq + n, new.seat, new.name, None, now) for n, new in enumerate(new_entries, 1)]
        log.extend(numbered)
        entries.extend(numbered)

    for row in seats:
        holder, *begun = seat_entries(log, row.seat, row.kind, row.level)
        extend([holder] if moved else [holder, *begun])
    extend(phones)
    if moved:
        extend(moved(log))
    return entries


def setup_json(match: Match, table_settings: Sequence[str] = ()) -> str:
    """The set-up as it is stored with the match; `empty_log` and `stored_table_settings` read it."""
    setup = match.setup
    stored = {
        "players": setup.players,
        "preset": setup.preset,
        "options": match.game.stored_options(setup.options),
        "board": match.board_data(),
        "rotations": setup.rotations,
    }
    if table_settings:
        stored["table_settings"] = list(table_settings)
    return msgspec.json.encode(stored).decode()


def stored_table_settings(row: MatchRow) -> tuple[str, ...]:
    """The settings of the table that were chosen for a match."""
    return tuple(msgspec.json.decode(row.setup).get("table_settings", ()))


def empty_log(row: MatchRow) -> MatchLog:
    """The log of a match before its first entry."""
    setup = msgspec.json.decode(row.setup)
    match = Match.begin(
        row.game,
        board=setup["board"],
        players=setup["players"],
        preset=setup["preset"],
        options=GAMES[row.game].complete_options(setup["options"]),
        rotations=setup["rotations"],
    )
    return MatchLog(match, row.created)


def rematch_seats(
    match: str,
    game: str,
    seats: Sequence[SeatRow],
    holders: Sequence[SeatHolder],
    level: int,
    absent: Collection[int] = (),
) -> list[SeatRow]:
    """The seats of the rematch: every player moves one seat further and keeps emblem and face.

    Computers take the open seats and those of absent players.
    """
    rows: list[SeatRow] = []
    emblems = assign(game, [row.emblem for row in seats]) or (None,) * len(seats)
    faces = assign_faces([row.face for row in seats])
    for seat in range(len(seats)):
        before = (seat + 1) % len(seats)
        row, holder = seats[before], holders[before]
        if holder.kind == OPEN or before in absent:
            holder = SeatHolder(COMPUTER, level)
        row = row._replace(match=match, seat=seat, emblem=emblems[before], face=faces[before])
        rows.append(row._replace(kind=holder.kind, level=holder.level))
    return rows


def rematch_phones(log: MatchLog) -> list[NewEntry]:
    """Entries for the rematch, so that a phone goes on showing the secrets of the same player.

    It cannot show those of another: the log forgets the phone when its seat gets another holder.
    """
    count = len(log.holders)
    return [NewEntry((seat - 1) % count, f"!phone {phone}") for seat, phone in log.phones.items()]


def pack_entries(entries: Sequence[Entry]) -> str:
    """A whole log as JSON, for the archive."""
    return msgspec.json.encode([list(entry) for entry in entries]).decode()


def unpack_entries(text: str) -> list[Entry]:
    """The entries that `pack_entries` wrote."""
    return [Entry._make(row) for row in msgspec.json.decode(text)]
