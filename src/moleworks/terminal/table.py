"""Who sits at the table, and the match they play."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from moleworks.games import Game
from moleworks.games.game import N_
from moleworks.record import Match, Record, read
from moleworks.terminal.draw import ARTISTS
from moleworks.terminal.words import is_computer
from moleworks.texts import Language


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

    def record(self) -> Record:
        return Record(self.match, self.names)


def default_names(language: Language, humans: tuple[bool, ...]) -> tuple[str, ...]:
    """What players are called who give no name; numbered where there are several of a kind.

    >>> from moleworks.texts import language
    >>> default_names(language("en"), (True, False, False))
    ('Player', 'Computer 1', 'Computer 2')
    """
    names = []
    for seat, human in enumerate(humans):
        word = language.say(N_("Player")) if human else language.say(N_("Computer"))
        names.append(f"{word} {humans[: seat + 1].count(human)}" if humans.count(human) > 1 else word)
    return tuple(names)


def from_record(text: str, language: Language, humans: tuple[bool, ...] | None = None) -> Table:
    """A table to go on with a record: unless it is said who is who, a player called Computer is one."""
    record = read(text)
    if humans is None:
        humans = tuple(not is_computer(name) for name in record.seats) or (True,) * record.match.setup.players
    names = record.seats or default_names(language, humans)
    return Table(record.match, names, humans, turned=True, kept=tuple(record.match.names))
