"""Read boards and records that clients sent. Called in a process of `work_pool`, which has limits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from moleworks import boards
from moleworks.core.game import Board
from moleworks.matches.client_messages import encode
from moleworks.record import read
from moleworks.replay.record_data import RecordNarrator, record_names
from moleworks.texts import language


class CheckedBoard(NamedTuple):
    """A board that can be played on: itself, its data, and its file."""

    game: str
    board: Board
    values: dict[str, object]
    toml: str


class RecordReader(NamedTuple):
    """A record as a client sent it, and who reads it in which language."""

    text: str
    seat: int | None
    open: bool
    lang: str
    reader: int | None = None
    """The seat of the only reader, who is "you" in sentences."""

    def narrator(self) -> RecordNarrator:
        """Describes the record to that reader."""
        return RecordNarrator(
            read(self.text), language(self.lang), self.seat, open_=self.open, reader=self.reader
        )


class RecordSummary(NamedTuple):
    """The number of actions of a record, and its players' names."""

    ply: int
    names: tuple[str, ...]


def check_board(values: Mapping[str, object]) -> CheckedBoard:
    """Check the data of a board; `BoardError` if it cannot be played on."""
    board = boards.check(values)
    game = str(values["game"])
    data = boards.data(game, board)
    return CheckedBoard(game, board, data, boards.to_toml(data))


def replay_json(reader: RecordReader, first: int, most: int) -> bytes:
    """The positions of a record from the first one on, as JSON."""
    return encode(reader.narrator().replay(first, most))


def position_json(reader: RecordReader, ply: int, line: Sequence[str]) -> bytes:
    """One position of a record in words, or one of a line that branches off there, as JSON."""
    return encode(reader.narrator().describe(ply, line))


def variations_json(reader: RecordReader, lines: Sequence[tuple[int, Sequence[str]]]) -> bytes:
    """Variations of a record, as JSON."""
    narrator = reader.narrator()
    return encode([narrator.variation(ply, line) for ply, line in lines])


def record_summary(text: str, lang: str) -> RecordSummary:
    """Read a record to see whether it can be analysed."""
    record = read(text)
    return RecordSummary(record.match.ply, record_names(record, language(lang)))
