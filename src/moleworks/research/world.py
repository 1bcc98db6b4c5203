"""One set-up of a game as all adapters see it: numbers for actions, planes for what a seat sees, returns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from operator import index
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from moleworks import boards
from moleworks.games import GAMES, BadSetup, Game, Refusal, Refused, Setup, View
from moleworks.games.game import N_
from moleworks.research import planes
from moleworks.research.numbering import Numbering
from moleworks.research.planes import Planes

SIXTHS = 6
"""A board can be turned by so many steps less one."""


class World:
    """Holds nothing that changes, so that all games of a set-up share one.

    Numbers and planes are the same however the boards of a set-up are turned.

    >>> world = found("mole-hill")
    >>> world.seats.names[:3], len(world.seats), world.planes.shape
    (('a1', 'b1', 'c1'), 173, (14, 7, 9))
    >>> state = world.play(world.start, world.seats.number["e4"])
    >>> world.game.name(state, world.seats.actions[world.seats.legal(state)[0]])
    'a1|b1'
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.game: Game[Any] = GAMES[setup.game]
        self.start = self.game.start(setup)
        self.seats, self.chance, self.planes, self.longest = _common(setup._replace(rotations=None))
        self.is_secret = not all(map(self.game.heard, self.chance.names))
        """Whether anything in such a game is not heard by all."""

    @property
    def players(self) -> int:
        return self.setup.players

    def turned(self, rotations: Sequence[int] | None) -> World:
        """The same with its boards turned like that; a complaint if they cannot be."""
        setup = self.setup
        again = self.game.setup(setup.board, setup.players, setup.preset, setup.options, _plain(rotations))
        return of(again)

    def play(self, state: Any, number: int) -> Any:
        """The state after a legal action of the seat to act."""
        return self.game.play(state, self.seats.actions[number])

    def refusal(self, state: Any, number: int) -> ValueError:
        """Why an action is not legal."""
        if not 0 <= number < len(self.seats):
            return ValueError(f"There is no action {number}: they are numbered 0 to {len(self.seats) - 1}.")
        name = self.seats.names[number]
        found = self.game.attempt(state, name)
        assert isinstance(found, Refusal)
        return Refused(name, found)

    def outcomes(self, state: Any) -> list[tuple[int, float]]:
        """What chance may do, by number, and how likely it is."""
        numbered = self.chance.numbered
        return sorted(
            (numbered(state, action), float(odds)) for action, odds in self.game.odds(state).items()
        )

    def observed(self, state: Any, seat: int | None) -> NDArray[np.float32]:
        """What a seat sees, or everybody (None)."""
        return self.planes.observed(self.game, state, seat)

    def returns(self, state: Any) -> list[float]:
        """By seat, 0 until the game is over: 1 for the winner, -1 shared among the others, 0 if it is drawn.

        A single round of Mole Hill has no winner (MH8): the mole's points count, as a part of all there are.
        """
        outcome = self.game.outcome(state)
        if outcome is None or outcome.draw:
            return [0.0] * self.players
        if outcome.winner is not None:
            loss = -1 / (self.players - 1)
            return [1.0 if seat == outcome.winner else loss for seat in range(self.players)]
        first, second = self.game.scores(state) or (0, 0)
        share = (first - second) / self.planes.most
        return [share, -share]

    def private(self, state: Any, seat: int) -> View:
        """What a seat knows and not everybody: nothing, in most games."""
        own, all_ = self.game.view(state, seat), self.game.view(state, None)
        return {part: value for part, value in own.items() if value != all_[part]}

    def __reduce__(self) -> tuple[Any, ...]:
        """It travels as what was agreed."""
        setup = self.setup
        data = boards.data(setup.game, setup.board)
        return _agreed, (setup.game, data, setup.players, setup.preset, dict(setup.options), setup.rotations)


class _Common(NamedTuple):
    """What does not hang on how the boards are turned."""

    seats: Numbering
    chance: Numbering
    planes: Planes
    longest: int


@lru_cache(maxsize=64)
def _common(setup: Setup) -> _Common:
    game = GAMES[setup.game]
    # Each name hangs on one board, so all names are there once every board was turned all the way round.
    lying = [setup._replace(rotations=(turn,) * game.turns) for turn in range(SIXTHS if game.turns else 1)]
    names = [game.names(one if game.turns else setup) for one in lying]
    seats = Numbering(game, _merged([some.seats for some in names]))
    chance = Numbering(game, _merged([some.chance for some in names]))
    return _Common(seats, chance, planes.of(setup), game.longest(setup))


def _merged(tables: Sequence[Mapping[str, int]]) -> Mapping[str, int]:
    """All names in the order of their actions; a single table as it is."""
    if len(tables) == 1:
        return tables[0]
    merged = {name: action for table in tables for name, action in table.items()}
    return dict(sorted(merged.items(), key=lambda entry: entry[1]))


def _plain(rotations: Sequence[int] | None) -> list[int] | None:
    """NumPy's numbers are welcome too; what are no numbers at all comes to none, which is complained of."""
    try:
        return None if rotations is None else [index(turn) for turn in rotations]
    except TypeError:
        return []


@lru_cache(maxsize=64)
def _known(setup: Setup) -> World:
    return World(setup)


def of(setup: Setup) -> World:
    """The world of a set-up."""
    return _known(setup)


def _agreed(game: str, board: dict[str, Any], *agreed: Any) -> World:
    return of(GAMES[game].setup(boards.check(board), *agreed))


def found(
    game: str,
    *,
    board: str = "classic",
    players: int | None = None,
    preset: str | None = None,
    options: Mapping[str, object] | None = None,
    rotations: Sequence[int] | None = None,
) -> World:
    """The world of a set-up as a program names it; the board is a name or the path of a board file."""
    if game not in GAMES:
        raise BadSetup(N_("There is no game {game}; there are {known}."), game=game, known=", ".join(GAMES))
    return of(GAMES[game].setup(boards.find(game, board), players, preset, options, _plain(rotations)))
