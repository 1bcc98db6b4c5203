"""Who sits at the table, and the match they play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from moleworks.games import Game
from moleworks.players import LEVELS
from moleworks.record import Match, Record, read
from moleworks.record.record import LONGEST_NAME
from moleworks.speech.names import default_names, marked, seat_names, seat_of
from moleworks.terminal.draw import ARTISTS
from moleworks.texts import Language

LEVEL = 4
"""How well the computer plays if nobody says how."""


class Source(NamedTuple):
    """What a record says besides who plays and what was played when it was read."""

    date: str
    comments: Mapping[int, str]
    played: tuple[str, ...]


@dataclass
class Table:
    """A match, and by seat what the players are called and which of them are people."""

    match: Match
    names: tuple[str, ...]
    humans: tuple[bool, ...]
    turned: bool = False
    """Whether somebody asked for these rotations; if not, a rematch has new ones."""
    kept: tuple[str, ...] = field(default=())
    """The actions when the record was last saved or given away."""
    source: Source | None = None
    """What the match was loaded from, if it was."""
    levels: tuple[int, ...] = ()
    """By seat, how well the computer plays there; it means nothing where a person sits."""

    def __post_init__(self) -> None:
        self.levels = self.levels or (LEVEL,) * len(self.humans)

    @property
    def game(self) -> Game[Any]:
        return self.match.game

    @property
    def state(self) -> Any:
        return self.match.state

    @property
    def lone(self) -> int | None:
        """The only person at the keyboard, who may see all that this seat may know."""
        people = [seat for seat, human in enumerate(self.humans) if human]
        return people[0] if len(people) == 1 else None

    @property
    def secretive(self) -> bool:
        """Whether the keyboard has to change hands between turns."""
        return self._hides and sum(self.humans) > 1

    @property
    def tells_secrets(self) -> bool:
        """Whether the record as it is now gives away what somebody does not know yet."""
        return self._hides and self.game.outcome(self.state) is None

    @property
    def _hides(self) -> bool:
        return ARTISTS[self.game.id].peeks is not None

    @property
    def is_kept(self) -> bool:
        """Whether nothing is lost if the program ends now; a deal alone is no loss."""
        nobody = all(mover is None for mover in self.match.movers())
        return nobody or self.kept == tuple(self.match.names)

    @property
    def computers(self) -> list[int]:
        """The seats that are played by the computer."""
        return [seat for seat, human in enumerate(self.humans) if not human]

    def set_level(self, level: int, seats: Iterable[int]) -> None:
        """From now on the computer plays so well on these seats."""
        chosen = set(seats)
        self.levels = tuple(level if seat in chosen else old for seat, old in enumerate(self.levels))

    def record(self) -> Record:
        """What is kept of the match, with the date and the comments of the record it was loaded from."""
        seats = tuple(
            name if human else marked(name, level, LONGEST_NAME)
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


def from_record(text: str, language: Language, humans: tuple[bool, ...] | None = None) -> Table:
    """A table to go on with a record: unless it is said who is who, names tell who is a computer."""
    record = read(text)
    seats = tuple(map(seat_of, record.seats))
    if humans is None:
        humans = tuple(not seat.computer for seat in seats) or (True,) * record.match.setup.players
    names = seat_names(record) or default_names(language, humans)
    known = (seat.level if seat.level in LEVELS else None for seat in seats)
    levels = tuple(level or LEVEL for level in known)
    played = tuple(record.match.names)
    source = Source(record.date, dict(record.comments), played)
    return Table(record.match, names, humans, turned=True, kept=played, source=source, levels=levels)
