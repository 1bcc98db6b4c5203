"""The puzzles that come with a game, from its file puzzles.jsonl, and the puzzle of a day."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

import msgspec

from moleworks.core import registry
from moleworks.core.messages import N_, Complaint
from moleworks.puzzles.game_puzzles import GamePuzzles
from moleworks.puzzles.puzzle import Puzzle
from moleworks.speech import setup_texts

FILE = "puzzles.jsonl"
FIRST_DAY = datetime.date(2026, 1, 1)
"""The day of the first puzzle of the file. Earlier days count back from its end."""


class NoPuzzles(Complaint):
    """A game without puzzles, or a puzzle that is not there."""


def available(game: str) -> bool:
    """Whether a game brings puzzles."""
    return registry.plugin(game).puzzles is not None and _file(game).is_file()


def part(game: str) -> GamePuzzles:
    """What the game brings for puzzles; raises `MissingPart` if it brings none."""
    return registry.required_part(game, "puzzles", GamePuzzles)


def book(game: str) -> Mapping[str, Puzzle]:
    """The puzzles of a game by id, in the order of the file; raises `NoPuzzles` if it has none."""
    if not available(game):
        raise NoPuzzles(N_("{game} has no puzzles yet."), game=setup_texts.title(game))
    return _read(game)


def find_puzzle(game: str, id_: str) -> Puzzle:
    """The puzzle of that id."""
    found = book(game).get(id_)
    if found is None:
        raise NoPuzzles(N_("There is no puzzle {puzzle}."), puzzle=id_[:40])
    return found


def daily(game: str, day: datetime.date) -> Puzzle:
    """The puzzle of a calendar date: the same everywhere, and another one every day until all were used."""
    puzzles = list(book(game).values())
    return puzzles[(day - FIRST_DAY).days % len(puzzles)]


def read_day(text: str) -> datetime.date:
    """A calendar date as it is written in ISO 8601."""
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise Complaint(N_("{given} is no date such as 2026-12-24."), given=text[:40]) from None


def read_puzzles(lines: bytes) -> list[Puzzle]:
    """Puzzles, one on each line."""
    decoder = msgspec.json.Decoder(Puzzle)
    return [decoder.decode(line) for line in lines.splitlines() if line]


def write_puzzles(puzzles: list[Puzzle]) -> bytes:
    """Puzzles, one on each line."""
    return b"".join(msgspec.json.encode(puzzle) + b"\n" for puzzle in puzzles)


@cache
def _read(game: str) -> Mapping[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in read_puzzles(_file(game).read_bytes())}


def _file(game: str) -> Traversable:
    return resources.files(registry.plugin(game).package) / FILE
