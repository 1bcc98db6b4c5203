"""Many games of one kind at once, over NumPy arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from operator import index
from random import Random
from types import ModuleType
from typing import Any, NamedTuple, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from moleworks import boards
from moleworks.games import GAMES, Complaint, Setup
from moleworks.games.game import N_
from moleworks.games.kernel import arrays, available, compiled, over
from moleworks.players.lots import rotations as draw_rotations
from moleworks.research.batches import loop
from moleworks.research.batches.keys import MOST_KEY, keys_of, rows_of
from moleworks.research.batches.loop import Desk, Habits

ROOM = 64
"""Cells behind the last plane, because 64 are painted at a time."""
MOST = 1 << 24
"""Games in a batch: a slip of the pen should not ask for all of the memory."""


class Illegal(ValueError):
    """An action that is not legal in one of the games; none of them was played."""

    def __init__(self, game: int, action: int) -> None:
        super().__init__(f"Action {action} is not legal in game {game} of the batch: see its mask.")
        self.game, self.action = game, action


class Kernels(NamedTuple):
    """The loops over the rules of one game."""

    game: ModuleType
    reset: Callable[..., None]
    step: Callable[..., int]
    look: Callable[..., None]
    draw: Callable[..., None]


@cache
def kernels(game: str, native: bool) -> Kernels:
    """The loops of a game, compiled or not."""
    rules = import_module(f"moleworks.research.batches.{game.replace('-', '_')}")
    settled = over(loop.settled, game, game=rules)
    parts: dict[str, Any] = {
        "game": rules,
        "settled": settled,
        "begun": over(loop.begun, game, game=rules, settled=settled),
        "paid": over(loop.paid, game, game=rules),
        "shown": over(loop.shown, game, game=rules),
        "unfit": over(loop.unfit, game, game=rules),
    }
    loops = [over(function, game, **parts) for function in (loop.reset, loop.step, loop.look, loop.draw)]
    return Kernels(rules, *(compiled(function) if native else function for function in loops))  # type: ignore[arg-type]


class Batch:
    """So many games of one set-up, a step at a time.

    >>> batch = Batch(GAMES["mole-hill"].setup(boards.named("mole-hill", "classic")), 3)
    >>> batch.mask.shape, batch.planes.shape, batch.seats
    ((3, 192), (3, 13, 7, 9), array([0, 0, 0], dtype=int8))
    >>> batch.step([31, 30, 0])
    >>> batch.seats, [batch.name(0, action) for action in batch.legal(0)[:2]]
    (array([1, 1, 1], dtype=int8), ['a1|b1', 'b1|c1'])

    The arrays are written over by every step, so copy what shall stay. One batch is for one thread; the
    kernels let others run meanwhile, so several batches can be stepped at once.
    """

    def __init__(
        self,
        setup: Setup,
        n: SupportsIndex,
        *,
        seed: int = 0,
        keys: ArrayLike | None = None,
        auto_reset: bool = True,
        draw_chance: bool = True,
        native: bool | None = None,
    ) -> None:
        n = _count(n)
        self.setup = setup
        self.game = GAMES[setup.game]
        self.native = available() if native is None else native
        self._start = self.game.start(setup)
        self._loops = kernels(setup.game, self.native)
        rules = self._loops.game
        self.shape: tuple[int, ...] = (len(rules.PLANES), *rules.shape(setup.board, setup.players))
        """Of the planes of one game."""
        self.actions: int = rules.ACTIONS
        """Every action is a number below this."""
        self.plane_names: tuple[str, ...] = rules.PLANES
        self._table = arrays(self._start.table) if self.native else self._start.table
        size = int(np.prod(self.shape))
        self._habits = Habits(setup.players, size, int(auto_reset), int(draw_chance))
        self._desk = _desk(n, rules.FIELDS, self.actions, size, setup.players)
        self._show(n, size)
        self.reset(keys_of(seed, n) if keys is None else keys)

    def _show(self, n: int, size: int) -> None:
        """The desk's arrays, in the shape in which one looks at them."""
        desk, players = self._desk, self.setup.players
        self.mask: NDArray[np.bool_] = desk.mask.reshape(n, self.actions).view(np.bool_)
        """Which actions are legal: [game, action]."""
        self.planes: NDArray[np.uint8] = desk.planes[: n * size].reshape(n, *self.shape)
        """What the seat to act sees: [game, plane, ...]."""
        self.seats: NDArray[np.int8] = desk.seats
        """Who acts; -1 is chance (if it does not act by itself), -2 nobody: the game is over."""
        self.rewards: NDArray[np.float32] = desk.rewards.reshape(n, players)
        """What the last step brought, [game, seat]: in the end 1 to the winner, -1 shared by the others."""
        self.done: NDArray[np.bool_] = desk.done.view(np.bool_)
        """Whether the last step ended the game."""
        self.winners: NDArray[np.int8] = desk.winners
        """Who won the game that last ended in this place; -1 for nobody."""
        self.points: NDArray[np.int32] | None = (
            desk.points.reshape(n, players) if self._loops.game.POINTS else None
        )
        """Points after the last step, [game, seat], before a new game began; None if none are counted."""
        self.plies: NDArray[np.int32] = desk.plies
        """Actions of the game so far, those of chance among them."""
        self.lengths: NDArray[np.int32] = desk.lengths
        """Actions of the game that last ended in this place."""

    def __len__(self) -> int:
        return len(self.seats)

    def reset(self, keys: ArrayLike | None = None) -> None:
        """Begin all games anew: with these keys, or by going on in every game's own row of chances.

        A key, a number from 0 on, settles all that chance does in its game and those that follow it there,
        whatever the other games are. Random actions have a row of their own.
        """
        if keys is not None:
            self._desk.luck[:], self._lots = rows_of(keys, len(self))
        for part in (self._desk.mask, self._desk.rewards, self._desk.done, self._desk.points):
            part[:] = 0
        self._loops.reset(self._table, self._habits, self._desk)

    def step(self, actions: ArrayLike) -> None:
        """Play an action in each game, and let chance act; `Illegal` if one is not legal, and none is played.

        In a game that is over, and is not begun anew, any number will do.
        """
        told = np.asarray(actions)
        if told.shape != self.seats.shape:
            raise ValueError(f"a step needs {len(self)} actions, one for each game, not {told.shape}")
        if told.dtype.kind not in "iu":
            raise TypeError(f"actions are whole numbers, not {told.dtype}")
        given = np.ascontiguousarray(told, dtype=np.int64)
        bad = self._loops.step(self._table, self._habits, self._desk, given)
        if bad >= 0:
            raise Illegal(bad, int(given[bad]))

    def sample(self) -> NDArray[np.int64]:
        """Any legal action for each game, each alike; where chance acts, by its odds."""
        found = np.empty(len(self), np.int64)
        self._loops.draw(self._table, self._desk, self._lots, found)
        return found

    def observe(self, seat: int) -> NDArray[np.uint8]:
        """What a seat sees of each game, whoever acts; -1 is a watcher."""
        if not -1 <= seat < self.setup.players:
            raise ValueError(f"seats are 0 to {self.setup.players - 1}, or -1 for a watcher; not {seat}")
        size = self._habits.size
        planes = np.empty(len(self) * size + ROOM, np.uint8)
        self._loops.look(self._table, self._habits, self._desk, seat, planes)
        return planes[:-ROOM].reshape(len(self), *self.shape)

    def legal(self, game: int) -> list[int]:
        """The legal actions of one game."""
        return [int(action) for action in np.flatnonzero(self.mask[game])]

    def name(self, game: int, action: int) -> str:
        """The name of a legal action of one game."""
        return self.game.name(self._state(game), action)

    def parse(self, game: int, name: str) -> int:
        """The legal action of that name; raises `Malformed` or `Refused`."""
        return self.game.parse(self._state(game), name)

    def copy(self) -> Batch:
        """Another batch in the same state, which goes its own way."""
        other = object.__new__(Batch)
        vars(other).update(vars(self))
        other._take(Desk(*(part.copy() for part in self._desk)), self._lots.copy())
        return other

    def _take(self, desk: Desk, lots: NDArray[np.int64]) -> None:
        self._desk, self._lots = desk, lots
        self._show(len(desk.seats), self._habits.size)

    def __copy__(self) -> Batch:
        """A batch that shared its arrays would be stepped with the other one."""
        return self.copy()

    def __deepcopy__(self, memo: object) -> Batch:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """It travels as what was agreed and what is on the desk."""
        setup = self.setup
        board = boards.data(setup.game, setup.board)
        agreed = board, setup.players, setup.preset, dict(setup.options), setup.rotations
        return _revived, (setup.game, agreed, self._habits, self.native, tuple(self._desk), self._lots)

    def _state(self, game: int) -> Any:
        fields = self._loops.game.FIELDS
        first = range(len(self))[game] * fields
        kind = type(self._start.position)
        return self._start._replace(position=kind(*map(int, self._desk.positions[first : first + fields])))


def _revived(
    game: str, agreed: Any, habits: Habits, native: bool, desk: Any, lots: NDArray[np.int64]
) -> Batch:
    board, *rest = agreed
    setup = GAMES[game].setup(boards.check(board), *rest)
    ways = {"auto_reset": bool(habits.resets), "draw_chance": bool(habits.draws)}
    other = Batch(setup, len(lots), native=native and available(), **ways)
    other._take(Desk(*desk), lots)
    return other


def _count(n: SupportsIndex) -> int:
    """How many games: any whole number that there is room for."""
    try:
        count = 0 if isinstance(n, bool) else index(n)
    except TypeError:
        count = 0
    if not 1 <= count <= MOST:
        raise Complaint(N_("A batch has from 1 to {most} games, not {given}."), most=MOST, given=n)
    return count


def _desk(n: int, fields: int, actions: int, size: int, players: int) -> Desk:
    return Desk(
        positions=np.zeros(n * fields, np.int64),
        luck=np.zeros(n, np.int64),
        seats=np.zeros(n, np.int8),
        mask=np.zeros(n * actions, np.uint8),
        planes=np.zeros(n * size + ROOM, np.uint8),
        rewards=np.zeros(n * players, np.float32),
        done=np.zeros(n, np.uint8),
        winners=np.full(n, -1, np.int8),
        points=np.zeros(n * players, np.int32),
        plies=np.zeros(n, np.int32),
        lengths=np.zeros(n, np.int32),
    )


def batch(
    game: str,
    n: SupportsIndex,
    *,
    players: int | None = None,
    preset: str | None = None,
    options: Mapping[str, object] | None = None,
    board: str = "classic",
    rotations: Sequence[int] | None = None,
    seed: int = 0,
    keys: ArrayLike | None = None,
    auto_reset: bool = True,
    draw_chance: bool = True,
) -> Batch:
    """So many games at once: a game by its id, and what is played as `moleworks play` takes it.

    Boards that can be turned lie alike in all games of a batch: as `rotations` say, else as the seed does.

    >>> games = batch("buddel-bande", 1000, players=4, seed=7)
    >>> for _ in range(100):
    ...     games.step(games.sample())
    >>> games.planes.shape
    (1000, 74, 26)
    """
    if game not in GAMES:
        raise Complaint(N_("There is no game {game}; there are {known}."), game=game, known=", ".join(GAMES))
    if rotations is None:
        rotations = draw_rotations(GAMES[game], Random(f"{seed} boards"))
    setup = GAMES[game].setup(boards.find(game, board), players, preset, options, rotations)
    return Batch(setup, n, seed=seed, keys=keys, auto_reset=auto_reset, draw_chance=draw_chance)


__all__ = ["MOST_KEY", "Batch", "Illegal", "batch"]
