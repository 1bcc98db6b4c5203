"""Encode a set-up for all adapters: action numbers, observation planes and returns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from operator import index
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from moleworks import boards
from moleworks.core.game import CHANCE, AnyGame, Setup, State
from moleworks.core.messages import Refusal, Refused
from moleworks.core.registry import GAMES
from moleworks.research.action_numbers import ActionNumbers
from moleworks.research.observation import Planes, observation


class GameEncoding:
    """The encoding of a set-up. It is immutable, so all games of a set-up share it.

    Numbers and planes do not depend on the rotations of the boards.

    >>> encoding = for_game("mole-hill")
    >>> encoding.seats.number["e4"], len(encoding.seats), encoding.planes.shape
    (31, 173, (13, 7, 9))
    >>> state = encoding.play(encoding.start, encoding.seats.number["e4"])
    >>> encoding.game.name(state, encoding.seats.actions[encoding.seats.legal(state)[0]])
    'a1|b1'
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.game: AnyGame = GAMES[setup.game]
        self.start = self.game.start(setup)
        self.seats, self.chance, self.planes, self.max_actions = _shared_parts(setup._replace(rotations=None))
        self.has_secrets = not all(map(self.game.is_public, self.chance.number))
        """Whether some chance events of the set-up are not public."""

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.setup.players

    def with_rotations(self, rotations: Sequence[int] | None) -> GameEncoding:
        """The same set-up with other rotations of its boards; a complaint if they are impossible."""
        setup = self.setup
        rotated = self.game.setup(
            setup.board, setup.players, setup.preset, setup.options, _as_ints(rotations)
        )
        return for_setup(rotated)

    def numbers(self, names: Iterable[str], actors: Iterable[int]) -> list[int]:
        """The numbers of actions by their names, where one array holds those of the seats and of chance.

        >>> for_game("mole-company").numbers(["a2", "=3"], [0, CHANCE])
        [1, 990]
        """
        first = len(self.seats)
        return [
            first + self.chance.number[name] if actor == CHANCE else self.seats.number[name]
            for name, actor in zip(names, actors, strict=True)
        ]

    def play(self, state: State, number: int) -> Any:
        """The state after a legal action of the seat to act."""
        return self.game.play(state, self.seats.actions[number])

    def refusal(self, state: State, number: int) -> ValueError:
        """Why an action is not legal."""
        if not 0 <= number < len(self.seats):
            return ValueError(f"There is no action {number}: they are numbered 0 to {len(self.seats) - 1}.")
        name = self.seats.name(state, number)
        refusal = self.game.attempt(state, name)
        assert isinstance(refusal, Refusal)
        return Refused(name, refusal)

    def outcomes(self, state: State) -> list[tuple[int, float]]:
        """The number and the probability of each chance event."""
        numbers = self.chance.numbers
        return sorted((numbers[action], float(odds)) for action, odds in self.game.odds(state).items())

    def observe(self, state: State, seat: int | None) -> NDArray[np.float32]:
        """The observation of a seat, or of a watcher (None)."""
        return self.planes.observe(self.game, state, seat)

    def returns(self, state: State) -> list[float]:
        """By seat, 0 until the game is over: 1 for the winner, -1 shared by the others, 0 for a draw.

        Where the rules know no winner, points count: own minus the mean of the others, divided by the
        maximum.
        """
        outcome = self.game.outcome(state)
        if outcome is None or outcome.draw:
            return [0.0] * self.players
        if outcome.winner is not None:
            loss = -1 / (self.players - 1)
            return [1.0 if seat == outcome.winner else loss for seat in range(self.players)]
        points = self.game.scores(state) or (0,) * self.players
        others = [(sum(points) - own) / (self.players - 1) for own in points]
        return [(own - other) / self.planes.max_points for own, other in zip(points, others, strict=True)]

    def private(self, state: State, seat: int) -> dict[str, object]:
        """The parts of a seat's view that are not public."""
        own: Mapping[str, object] = self.game.view(state, seat)
        public: Mapping[str, object] = self.game.view(state, None)
        return {part: value for part, value in own.items() if value != public[part]}

    def __reduce__(self) -> tuple[Any, ...]:
        """It is pickled as its set-up."""
        setup = self.setup
        data = boards.data(setup.game, setup.board)
        return _from_pickle, (
            setup.game,
            data,
            setup.players,
            setup.preset,
            dict(setup.options),
            setup.rotations,
        )


class _SharedParts(NamedTuple):
    """The parts that do not depend on rotations."""

    seats: ActionNumbers
    chance: ActionNumbers
    planes: Planes
    max_actions: int


@lru_cache(maxsize=64)
def _shared_parts(setup: Setup) -> _SharedParts:
    game = GAMES[setup.game]
    # Each name belongs to one board, so all names occur if all boards go through all rotations together.
    rotated = [
        setup._replace(rotations=(turn,) * game.rotating_boards)
        for turn in range(game.rotation_steps if game.rotating_boards else 1)
    ]
    names = [game.action_names(one if game.rotating_boards else setup) for one in rotated]
    seats = ActionNumbers(game, _merge([some.seats for some in names]))
    chance = ActionNumbers(game, _merge([some.chance for some in names]))
    return _SharedParts(seats, chance, observation(setup), game.max_actions(setup))


def _merge(tables: Sequence[Mapping[str, int]]) -> Mapping[str, int]:
    """All names."""
    return {name: action for table in tables for name, action in table.items()}


def _as_ints(rotations: Sequence[int] | None) -> list[int] | None:
    """Accept NumPy's integers too. Other values become an empty list, which `Game.setup` refuses."""
    try:
        return None if rotations is None else [index(turn) for turn in rotations]
    except TypeError:
        return []


@lru_cache(maxsize=64)
def _cached(setup: Setup) -> GameEncoding:
    return GameEncoding(setup)


def for_setup(setup: Setup) -> GameEncoding:
    """The encoding of a set-up."""
    return _cached(setup)


def _from_pickle(game: str, board: dict[str, Any], *rest: Any) -> GameEncoding:
    return for_setup(GAMES[game].setup(boards.check(board), *rest))


def for_game(
    game: str,
    *,
    board: str = "classic",
    players: int | None = None,
    preset: str | None = None,
    options: Mapping[str, object] | None = None,
    rotations: Sequence[int] | None = None,
) -> GameEncoding:
    """The encoding of a set-up given by its parts; the board is a name or the path of a board file."""
    return for_setup(
        GAMES[game].setup(boards.find(game, board), players, preset, options, _as_ints(rotations))
    )
