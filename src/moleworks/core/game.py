"""The interface that every game implements, and the data that passes through it.

A *state* is immutable and holds everything, secrets included. Only `Game.view` shows it to players.
An *action* is an int in code and a name in records and messages (`e5`, `c3|d3`, `=3`). Dice and deals are
actions too.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, Generic, NamedTuple, Protocol, TypeAlias, TypedDict, TypeVar

from moleworks.core.bits import bitset
from moleworks.core.messages import N_, BadSetup, Message, Refusal, Refused

CHANCE = -1
"""The actor where dice, discs or a deal decide."""

NOBODY = -2
"""The actor once the game is over, in kernels, which cannot return None."""

MAX_PLAYERS = 4
"""The most seats that a game may have: clients, records and planes have room for so many."""

Value = bool | int | str
"""A value of an option."""


class View(TypedDict):
    """What a seat may know of a state, as data. Each game derives a class with further fields from this.

    The values are numbers, texts, lists and dicts of them, so that a view can be sent as JSON.
    """

    phase: str
    """As `Game.phase`."""
    seat: int | None
    """The seat whose turn it is, as `Game.mover`."""


class Option(NamedTuple):
    """A rule that players can choose: one of several values, or a whole number between two bounds."""

    default: Value
    values: tuple[Value, ...] = ()
    bounds: tuple[int, int] | None = None
    unnamed: Value | None = None
    """The value where a stored match does not name the option: it is younger than the oldest matches."""

    def allows(self, value: object) -> bool:
        """Whether the value is allowed. `True` is not taken for the number 1.

        >>> Option(6, values=(5, 6)).allows(5), Option(6, values=(5, 6)).allows(True)
        (True, False)
        """
        if self.bounds:
            low, high = self.bounds
            return type(value) is int and low <= value <= high
        return any(type(value) is type(known) and value == known for known in self.values)


class Board(Protocol):
    """The fields of every board. The others are known to its game only."""

    @property
    def name(self) -> str:
        """As in records: `classic` and the like."""

    @property
    def title(self) -> Mapping[str, str]:
        """By language code."""

    @property
    def source(self) -> str:
        """How well its layout is documented: see `speech.setup_texts.SOURCES`."""


class Setup(NamedTuple):
    """What is agreed before the first action."""

    game: str
    """The id of the game."""
    players: int
    preset: str
    options: Mapping[str, Value]
    """Every option of the game, also those that were left at their defaults."""
    board: Board
    rotations: tuple[int, ...] | None = None

    def __hash__(self) -> int:
        """Options and boards hold dicts, which have no hash. The other fields suffice."""
        return hash((self.game, self.players, self.preset, self.board.name, self.rotations))


class ActionNames(NamedTuple):
    """All action names that can occur in games of one set-up, in a fixed order, with their actions.

    A name always means the same action. An action can have different names in different positions.
    """

    seats: Mapping[str, int]
    chance: Mapping[str, int]


class Outcome(NamedTuple):
    """How a game ended: the number of the rule, and the winner, if there is one."""

    rule: str
    winner: int | None
    draw: bool


class State(Protocol):
    """A state of any game. Only its own game knows the other fields."""

    @property
    def setup(self) -> Setup:
        """The set-up that the game was started with."""


S = TypeVar("S", bound=State)
"""The state type of one game."""


class Game(ABC, Generic[S]):
    """The rules of one game. There is one instance of each class, and it is stateless."""

    id: ClassVar[str]
    title: ClassVar[str]
    player_counts: ClassVar[range]
    """The numbers of players that it can be played with."""
    options: ClassVar[Mapping[str, Option]]
    presets: ClassVar[Mapping[str, Mapping[str, Value]]]
    """By name, the default preset first: the options whose values differ from the option's default."""
    rotating_boards: ClassVar[int] = 0
    """How many boards can be rotated before the game (`Setup.rotations`)."""
    rotation_steps: ClassVar[int] = 1
    """The number of ways in which such a board can lie; a rotation is less than that."""
    seat_phases: ClassVar[frozenset[str]]
    """The phases in which a seat acts, and not chance."""
    rule_numbers: ClassVar[tuple[str, int]] = ("", 0)
    """The prefix of its rule numbers, and the last number: `("MH", 10)` is for MH1 to MH10."""
    has_secrets: ClassVar[bool] = False
    """Whether seats have different information."""

    @abstractmethod
    def start(self, setup: Setup) -> S:
        """The state before the first action."""

    @abstractmethod
    def actor(self, state: S) -> int | None:
        """The seat to act, `CHANCE`, or None once the game is over."""

    @abstractmethod
    def mover(self, state: S) -> int | None:
        """The seat whose turn it is, also while chance acts in that turn; None if it is nobody's turn."""

    @abstractmethod
    def phase(self, state: S) -> str:
        """The kind of action that comes next (`place`, `flip`, ...), or `over`."""

    @abstractmethod
    def legal(self, state: S) -> Sequence[int]:
        """All legal actions, in a fixed order."""

    def publicly_legal(self, state: S) -> Sequence[int]:
        """The actions that are legal as far as everybody can tell, in the order of `legal`.

        Others than the seat to act are told of these only. They include all legal ones, and more where it
        depends on a secret of that seat whether an action is legal. Each has a name.
        """
        return self.legal(state)  # most games hide nothing

    def is_legality_secret(self, state: S, action: int) -> bool:
        """Whether only the seat to act knows if this one of the publicly legal actions is legal."""
        del state, action
        return False

    @abstractmethod
    def play(self, state: S, action: int) -> S:
        """The state after a legal action, and after everything that the rules then do automatically."""

    @abstractmethod
    def odds(self, state: S) -> Mapping[int, Fraction]:
        """The exact probability of each legal action where chance acts; empty where a seat acts."""

    @abstractmethod
    def view(self, state: S, seat: int | None) -> View:
        """What a seat may know, or a spectator (None)."""

    @abstractmethod
    def scores(self, state: S) -> tuple[int, ...] | None:
        """The points so far by seat; None in games without points."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the game ended; None while it goes on."""

    @abstractmethod
    def name(self, state: S, action: int) -> str:
        """The name of a legal action."""

    @abstractmethod
    def attempt(self, state: S, name: str) -> int | Refusal:
        """The legal action of that name, or why it is illegal; raises `Malformed` if it is no action name."""

    @abstractmethod
    def not_your_turn(self) -> Refusal:
        """The refusal for a seat that acts out of turn."""

    @abstractmethod
    def action_names(self, setup: Setup) -> ActionNames:
        """All names that can occur in any position, in the order of `legal`."""

    @abstractmethod
    def max_actions(self, setup: Setup) -> int:
        """An upper bound for the number of actions in a game, chance included."""

    def legal_bits(self, state: S) -> int:
        """The legal actions as a bit set, which is faster than a list."""
        return bitset(tuple(self.legal(state)))

    def is_consistent(self, name: str, view: View) -> bool:
        """Whether a hidden action can have been this one, judged by a later view."""
        del name, view  # most games hide nothing
        return True

    def may_have_been(self, setup: Setup, name: str, view: View, heard: Sequence[str]) -> bool:
        """Whether a hidden action can have been this one, judged by a later view and all public actions."""
        del setup, heard  # in most games the view tells all
        return self.is_consistent(name, view)

    def reveals(self, before: S, after: S) -> bool:
        """Whether the action between two states revealed a secret, so that it cannot be undone."""
        del before, after  # most games have none
        return False

    def may_learn(self, before: View, after: View) -> bool:
        """Whether the mover may have learned a secret between two public views."""
        del before, after  # most games hide nothing
        return False

    def has_winner(self, setup: Setup) -> bool:
        """Whether games of this set-up are won; else they are played for points alone."""
        del setup  # most games are always played to win
        return True

    def is_public(self, name: str) -> bool:
        """Whether every seat learns of an action of that name; of a secret deal it does not."""
        del name  # most games hide nothing
        return True

    def explain(self, state: S, name: str, seat: int | None = None) -> Refusal | None:
        """Why an action is illegal (for that seat, if one is given); None if it is legal."""
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

    def preset_options(self, preset: str, players: int) -> dict[str, Value]:
        """The value of every option in a preset, for this number of players."""
        del players  # most presets do not look at it
        return {name: option.default for name, option in self.options.items()} | dict(self.presets[preset])

    def chosen_options(self, setup: Setup) -> dict[str, Value]:
        """The options of a set-up that its preset does not give anyway."""
        usual = self.preset_options(setup.preset, setup.players)
        return {name: value for name, value in setup.options.items() if value != usual[name]}

    def stored_options(self, options: Mapping[str, Value]) -> dict[str, Value]:
        """The options that a stored match names: all but those with the value that is meant without a name.

        So a match of a version that did not have an option is written as that version wrote it.
        """
        return {name: value for name, value in options.items() if value != self.options[name].unnamed}

    def complete_options(self, stored: Mapping[str, Value]) -> dict[str, Value]:
        """The options of a stored match, those included that it does not name."""
        unnamed = {name: option.unnamed for name, option in self.options.items()}
        return {name: value for name, value in unnamed.items() if value is not None} | dict(stored)

    def setup(
        self,
        board: Board,
        players: int | None = None,
        preset: str | None = None,
        options: Mapping[str, object] | None = None,
        rotations: Sequence[int] | None = None,
    ) -> Setup:
        """Check and complete a set-up: `options` override those of the preset. Raises `BadSetup`."""
        players = self.player_counts.start if players is None else players
        if type(players) is not int or players not in self.player_counts:
            text = N_("{game} is for {low} to {high} players, not {players}.")
            if len(self.player_counts) == 1:
                text = N_("{game} is for {low} players, not {players}.")
            low, high = self.player_counts[0], self.player_counts[-1]
            raise BadSetup(
                text, "players", game=Message(self.title), low=low, high=high, players=_shown(players)
            )
        preset = next(iter(self.presets)) if preset is None else preset
        if preset not in self.presets:
            raise BadSetup(
                N_("{game} has no preset {preset}; there are {known}."),
                "preset",
                game=Message(self.title),
                preset=preset[:40],
                known=", ".join(self.presets),
            )
        chosen = self.preset_options(preset, players)
        for name, value in (options or {}).items():
            chosen[name] = self._option(name, value)
        return Setup(self.id, players, preset, chosen, board, self._rotations(rotations))

    def _option(self, name: str, value: object) -> Value:
        option = self.options.get(name)
        if option is None:
            raise BadSetup(
                N_("{game} has no option {option}; there are {known}."),
                "options",
                game=Message(self.title),
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
            return (0,) * self.rotating_boards if self.rotating_boards else None
        if not self.rotating_boards:
            text = N_("The board of {game} is not turned: leave the rotations out.")
            raise BadSetup(text, "rotations", game=Message(self.title))
        given = tuple(rotations)
        if len(given) != self.rotating_boards or any(
            type(turn) is not int or not 0 <= turn < self.rotation_steps for turn in given
        ):
            raise BadSetup(
                N_("Rotations are {count} whole numbers from 0 to {last}, one for each board from the top."),
                "rotations",
                count=self.rotating_boards,
                last=self.rotation_steps - 1,
            )
        return given


def _shown(value: object) -> str:
    """A value in an error message: shortened, and in quotes if it is a text, to tell 2 from "2"."""
    shown = str(value).lower() if isinstance(value, bool) else repr(value)
    return shown[:40].replace("'", '"')


def _choices(option: Option) -> str:
    if option.bounds:
        return f"{option.bounds[0]}-{option.bounds[1]}"
    return ", ".join(str(value).lower() for value in option.values)


AnyGame: TypeAlias = Game[State]
"""Any game, where only the interface matters."""
