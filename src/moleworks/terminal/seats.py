"""A match with its seats: names, people and computers, and their levels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from moleworks.core.game import AnyGame, State
from moleworks.engine import LEVELS
from moleworks.record import Match, Record, read
from moleworks.record.record import LONGEST_NAME
from moleworks.speech.seat_names import add_computer_mark, default_names, parse_seat_name, seat_names
from moleworks.speech.table_settings import has_notebook
from moleworks.texts import Language

LEVEL = 4
"""The computer's default level."""


class LoadedRecord(NamedTuple):
    """Date, comments and actions of the record that a match was loaded from."""

    date: str
    comments: Mapping[int, str]
    played: tuple[str, ...]


@dataclass
class SeatedMatch:
    """A match, with the names and kinds of players by seat."""

    match: Match
    names: tuple[str, ...]
    humans: tuple[bool, ...]
    rotations_chosen: bool = False
    """Whether the rotations were chosen; if not, a rematch draws new ones."""
    saved_actions: tuple[str, ...] = field(default=())
    """The actions when the record was last saved or declined."""
    source: LoadedRecord | None = None
    """The record that the match was loaded from."""
    levels: tuple[int, ...] = ()
    """Computer levels by seat; ignored for people."""

    def __post_init__(self) -> None:
        self.levels = self.levels or (LEVEL,) * len(self.humans)

    @property
    def game(self) -> AnyGame:
        """The rules that are played by."""
        return self.match.game

    @property
    def state(self) -> State:
        """The state after the last action."""
        return self.match.state

    @property
    def only_human(self) -> int | None:
        """The seat of the only person at the keyboard; that person may see all that the seat knows."""
        people = [seat for seat, human in enumerate(self.humans) if human]
        return people[0] if len(people) == 1 else None

    @property
    def viewer(self) -> int | None:
        """The seat whose knowledge is shown all the time: none at a table without notebooks."""
        return self.only_human if has_notebook(self.game.id, self.names) else None

    @property
    def hides_between_turns(self) -> bool:
        """Whether several people share the keyboard and have secrets from each other."""
        return self._has_secrets and sum(self.humans) > 1

    @property
    def record_has_secrets(self) -> bool:
        """Whether the record reveals something that a player does not know yet."""
        return self._has_secrets and self.game.outcome(self.state) is None

    @property
    def _has_secrets(self) -> bool:
        return self.game.has_secrets

    @property
    def is_saved(self) -> bool:
        """Whether the record is saved, or no player has acted yet."""
        nobody = all(mover is None for mover in self.match.movers())
        return nobody or self.saved_actions == tuple(self.match.names)

    @property
    def computer_seats(self) -> list[int]:
        """The seats that are played by the computer."""
        return [seat for seat, human in enumerate(self.humans) if not human]

    def set_level(self, level: int, seats: Iterable[int]) -> None:
        """Change the computer's level on these seats."""
        chosen = set(seats)
        self.levels = tuple(level if seat in chosen else old for seat, old in enumerate(self.levels))

    def record(self) -> Record:
        """The record of the match, with date and comments of the record it was loaded from."""
        seats = tuple(
            name if human else add_computer_mark(name, level, LONGEST_NAME)
            for name, human, level in zip(self.names, self.humans, self.levels, strict=True)
        )
        if self.source is None:
            return Record(self.match, seats)
        played = self.match.names
        comments = {
            ply: text
            for ply, text in self.source.comments.items()
            if tuple(played[:ply]) == self.source.played[:ply]  # not about what was taken back
        }
        return Record(self.match, seats, self.source.date, comments=comments)


def load_match(text: str, language: Language, humans: tuple[bool, ...] | None = None) -> SeatedMatch:
    """Load a match from a record; without `humans`, the names tell which seats are computers."""
    record = read(text)
    seats = tuple(map(parse_seat_name, record.seats))
    if humans is None:
        humans = tuple(not seat.computer for seat in seats) or (True,) * record.match.setup.players
    names = seat_names(record) or default_names(language, humans)
    known = (seat.level if seat.level in LEVELS else None for seat in seats)
    levels = tuple(level or LEVEL for level in known)
    played = tuple(record.match.names)
    source = LoadedRecord(record.date, dict(record.comments), played)
    return SeatedMatch(
        record.match, names, humans, rotations_chosen=True, saved_actions=played, source=source, levels=levels
    )
