"""The narrow waist: all that the rest of Moleworks knows of a game.

A *state* is immutable and holds everything, secrets too; `view` is the only way to show it to anybody.
An *action* is an int inside and a name outside (`e5`, `c3|d3`, `=3`); what chance does is an action too.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from moleworks.games.bits import bitset

CHANCE = -1
"""The actor where dice, discs or a deal decide."""

NOBODY = -2
"""The actor once the game is over, where only a number can say so: in kernels."""

Value = bool | int | str
"""What an option can be set to."""

View = dict[str, Any]


def N_(message: str) -> str:  # noqa: N802 - the name that gettext tools look for
    """Mark a text for the catalogues; it is translated where it is shown."""
    return message


class Message(NamedTuple):
    """A text for people: an English pattern, the key to its translations too, and what to fill in."""

    text: str
    values: Mapping[str, object] = MappingProxyType({})

    def __str__(self) -> str:
        return self.text.format_map(self.values)

    def __reduce__(self) -> tuple[Any, ...]:
        """It travels between processes, which an empty mapping that nobody can change would not."""
        return type(self), (self.text, dict(self.values))


def somebody(seat: int) -> Message:
    """A seat as the rules call it; where players have names, those who speak put them in its place."""
    return Message(N_("seat {seat}"), {"seat": seat})


class Refusal(NamedTuple):
    """Why an action is not allowed: the number of the rule that says so, and the reason as in `Message`."""

    rule: str
    text: str
    values: Mapping[str, object] = MappingProxyType({})

    def __str__(self) -> str:
        return self.text.format_map(self.values)


class Complaint(ValueError):
    """Something a person should be told, in their own language; `place` says where, if there is a place."""

    place: Message | None = None

    def __init__(self, text: str, **values: object) -> None:
        self.message = Message(text, values)
        super().__init__(text, values)

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else str(self.message)

    def __reduce__(self) -> tuple[Any, ...]:
        """However a kind of complaint is made, a copy of it is the same: it may come from another process."""
        return _again, (type(self), self.args, dict(vars(self)))


def _again(kind: type[Complaint], args: tuple[Any, ...], parts: dict[str, Any]) -> Complaint:
    complaint = kind.__new__(kind, *args)
    vars(complaint).update(parts)
    return complaint


class Malformed(Complaint):
    """A text that is no action name of the game, whatever the position."""


class BadSetup(Complaint):
    """Players, options or a board that cannot be played; `about` is the part that is at fault."""

    def __init__(self, text: str, about: str = "", **values: object) -> None:
        super().__init__(text, **values)
        self.about = about


class Refused(Complaint):
    """An action that the rules forbid in this position."""

    def __init__(self, name: str, refusal: Refusal) -> None:
        super().__init__(refusal.text, **refusal.values)
        self.name, self.refusal = name, refusal


class Option(NamedTuple):
    """A choice the rule sheets leave open: a list of values, or a whole number between two bounds."""

    default: Value
    values: tuple[Value, ...] = ()
    bounds: tuple[int, int] | None = None

    def allows(self, value: object) -> bool:
        """Whether the value may be chosen; `True` is no number here.

        >>> Option(6, values=(5, 6)).allows(5), Option(6, values=(5, 6)).allows(True)
        (True, False)
        """
        if self.bounds:
            low, high = self.bounds
            return type(value) is int and low <= value <= high
        return any(type(value) is type(known) and value == known for known in self.values)


class Setup(NamedTuple):
    """What is agreed before the first action."""

    game: str
    """Its id."""
    players: int
    preset: str
    options: Mapping[str, Value]
    """All of them, resolved."""
    board: Any
    rotations: tuple[int, ...] | None = None

    def __hash__(self) -> int:
        """Options and boards hold dicts; what is left tells set-ups apart well enough."""
        return hash((self.game, self.players, self.preset, self.board.name, self.rotations))


class Names(NamedTuple):
    """Every name that an action can have in games of one set-up, in a fixed order, and the action it means.

    One action may have several names, each in other positions; a name means one action in all of them.
    """

    seats: Mapping[str, int]
    chance: Mapping[str, int]


class Outcome(NamedTuple):
    """How a game ended: by which rule, and who won (nobody, if drawn or played for study)."""

    rule: str
    winner: int | None
    draw: bool


S = TypeVar("S", bound=tuple[Any, ...])
"""A game's state; it holds the `setup` it was started with."""


class Game(ABC, Generic[S]):
    """One of the games. There is a single instance of each, and it holds nothing."""

    id: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[range]
    """Possible numbers of players."""
    options: ClassVar[Mapping[str, Option]]
    presets: ClassVar[Mapping[str, Mapping[str, Value]]]
    """By name, the default one first: the options in which the preset differs from their defaults."""
    turns: ClassVar[int] = 0
    """How many boards can be turned before the game (`rotations`), each by 0-5 steps."""

    @abstractmethod
    def start(self, setup: Setup) -> S:
        """The state before the first action."""

    @abstractmethod
    def actor(self, state: S) -> int | None:
        """The seat to act, `CHANCE`, or None once the game is over."""

    @abstractmethod
    def mover(self, state: S) -> int | None:
        """The seat whose turn it is, also while its dice or discs fall; None if it is nobody's."""

    @abstractmethod
    def phase(self, state: S) -> str:
        """What kind of action is due (`place`, `flip`, ...), or `over`."""

    @abstractmethod
    def legal(self, state: S) -> Sequence[int]:
        """All legal actions, in a fixed order."""

    @abstractmethod
    def play(self, state: S, action: int) -> S:
        """The state after a legal action, and after all that follows by itself."""

    @abstractmethod
    def odds(self, state: S) -> Mapping[int, Fraction]:
        """The exact chance of each legal action where chance acts; they add up to one. Else empty."""

    @abstractmethod
    def view(self, state: S, seat: int | None) -> View:
        """What a seat may know, or a watcher (None)."""

    @abstractmethod
    def scores(self, state: S) -> tuple[int, ...] | None:
        """Points so far by seat, in games that count points."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How it ended, or None while it goes on."""

    @abstractmethod
    def name(self, state: S, action: int) -> str:
        """The one name of a legal action."""

    @abstractmethod
    def attempt(self, state: S, name: str) -> int | Refusal:
        """The action of that name, or why whoever is to act cannot play it. `Malformed` if it is no name."""

    @abstractmethod
    def not_your_turn(self) -> Refusal:
        """What a seat hears that acts out of turn."""

    @abstractmethod
    def names(self, setup: Setup) -> Names:
        """Whatever can be played in any position, in the order in which `legal` would list it."""

    @abstractmethod
    def longest(self, setup: Setup) -> int:
        """No game has more actions than this, chance included."""

    def choices(self, state: S) -> int:
        """The legal actions as a set of bits, for those who need no list."""
        return bitset(tuple(self.legal(state)))

    def fits(self, name: str, view: View) -> bool:
        """Whether an action that not all have heard of may have been this one, by what a later view shows."""
        del name, view  # most games hide nothing
        return True

    def reveals(self, before: S, after: S) -> bool:
        """Whether the action between two states told anybody a secret, so that it cannot be taken back."""
        del before, after  # most games have none
        return False

    def heard(self, name: str) -> bool:
        """Whether all at the table learn what an action of that name did; a secret deal they do not."""
        del name  # most games hide nothing
        return True

    def explain(self, state: S, name: str, seat: int | None = None) -> Refusal | None:
        """Why not? None if the action is legal (for that seat, if one is given)."""
        found = self.attempt(state, name)
        actor = self.actor(state)
        if seat is not None and actor is not None and seat != actor:
            return self.not_your_turn()
        return found if isinstance(found, Refusal) else None

    def parse(self, state: S, name: str) -> int:
        """The legal action of that name; raises `Malformed` or `Refused`."""
        found = self.attempt(state, name)
        if isinstance(found, Refusal):
            raise Refused(name, found)
        return found

    def resolved(self, preset: str, players: int) -> dict[str, Value]:
        """Every option as a preset sets it for so many players."""
        del players  # most presets do not look at it
        return {name: option.default for name, option in self.options.items()} | dict(self.presets[preset])

    def setup(
        self,
        board: Any,
        players: int | None = None,
        preset: str | None = None,
        options: Mapping[str, object] | None = None,
        rotations: Sequence[int] | None = None,
    ) -> Setup:
        """A checked set-up: the preset, then each option over it; `BadSetup` says what is wrong."""
        players = self.seats.start if players is None else players
        if type(players) is not int or players not in self.seats:
            text = N_("{game} is for {low} to {high} players, not {players}.")
            if len(self.seats) == 1:
                text = N_("{game} is for {low} players, not {players}.")
            low, high = self.seats[0], self.seats[-1]
            raise BadSetup(text, "players", game=self.title, low=low, high=high, players=_shown(players))
        preset = next(iter(self.presets)) if preset is None else preset
        if preset not in self.presets:
            raise BadSetup(
                N_("{game} has no preset {preset}; there are {known}."),
                "preset",
                game=self.title,
                preset=preset[:40],
                known=", ".join(self.presets),
            )
        chosen = self.resolved(preset, players)
        for name, value in (options or {}).items():
            chosen[name] = self._option(name, value)
        return Setup(self.id, players, preset, chosen, board, self._rotations(rotations))

    def _option(self, name: str, value: object) -> Value:
        option = self.options.get(name)
        if option is None:
            raise BadSetup(
                N_("{game} has no option {option}; there are {known}."),
                "options",
                game=self.title,
                option=name[:40],
                known=", ".join(self.options),
            )
        if not option.allows(value):
            raise BadSetup(
                N_("Option {option} cannot be {value}; it can be {known}."),
                "options",
                option=name,
                value=_shown(value),
                known=_choices(option),
            )
        assert isinstance(value, bool | int | str)
        return value

    def _rotations(self, rotations: Sequence[int] | None) -> tuple[int, ...] | None:
        if rotations is None:
            return (0,) * self.turns if self.turns else None
        if not self.turns:
            text = N_("The board of {game} is not turned: leave the rotations out.")
            raise BadSetup(text, "rotations", game=self.title)
        given = tuple(rotations)
        if len(given) != self.turns or any(type(turn) is not int or not 0 <= turn <= 5 for turn in given):
            raise BadSetup(
                N_("Rotations are {count} whole numbers from 0 to 5, one for each board from the top."),
                "rotations",
                count=self.turns,
            )
        return given


def _shown(value: object) -> str:
    """A value that was given, short; in quotes if it is a text, so that 2 and "2" can be told apart."""
    shown = str(value).lower() if isinstance(value, bool) else repr(value)
    return shown[:40].replace("'", '"')


def _choices(option: Option) -> str:
    if option.bounds:
        return f"{option.bounds[0]}-{option.bounds[1]}"
    return ", ".join(str(value).lower() for value in option.values)
