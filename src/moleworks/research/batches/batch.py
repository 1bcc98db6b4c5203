"""Play many games of one set-up at once, over NumPy arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from operator import index
from random import Random
from types import ModuleType
from typing import Any, NamedTuple, SupportsIndex, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from moleworks import boards
from moleworks.core import registry
from moleworks.core.game import Setup, State
from moleworks.core.kernel import arrays, available, compiled, specialize
from moleworks.core.messages import N_, Complaint
from moleworks.core.packing import unpack
from moleworks.core.registry import GAMES
from moleworks.engine.chance import draw_rotations
from moleworks.research.batches import loops
from moleworks.research.batches.batch_kernels import BatchKernels
from moleworks.research.batches.loops import BatchBuffers, BatchSettings
from moleworks.research.batches.random_keys import MAX_KEY, keys_from_seed, seeds_from_keys
from moleworks.research.encoded_planes import KernelState

SPARE_CELLS = 64
"""Cells after the last plane, because kernels write 64 at a time."""
MAX_GAMES = 1 << 24
"""Games in a batch: a mistyped number should not use up all memory."""


class IllegalAction(ValueError):
    """An action is illegal in one of the games; no action was played."""

    def __init__(self, game: int, action: int) -> None:
        super().__init__(f"Action {action} is not legal in game {game} of the batch: see its mask.")
        self.game, self.action = game, action


class BatchLoops(NamedTuple):
    """The loops of one game, and its kernels."""

    game: BatchKernels
    reset: Callable[..., None]
    step: Callable[..., int]
    observe_all: Callable[..., None]
    sample_actions: Callable[..., None]


@cache
def batch_loops(game: str, native: bool) -> BatchLoops:
    """The loops of a game, compiled or not."""
    kernels = registry.required_part(game, "batch", BatchKernels)
    module = ModuleType(game)
    vars(module).update(kernels._asdict() | kernels.encoder._asdict())
    parts: dict[str, Any] = {"game": module, "FIELDS": len(cast(Any, kernels.encoder.position)._fields)}
    for part in (
        loops.play_chance,
        loops.begin,
        loops.write_rewards,
        loops.write_planes,
        loops.write_observation,
        loops.first_illegal,
    ):
        parts[part.__name__] = specialize(part, game, **parts)  # each may call those before it
    functions = [
        specialize(function, game, **parts)
        for function in (loops.reset, loops.step, loops.observe_all, loops.sample_actions)
    ]
    return BatchLoops(kernels, *(compiled(function) if native else function for function in functions))  # type: ignore[arg-type]


class Batch:
    """A number of games of one set-up, played step by step together.

    >>> batch = Batch(GAMES["mole-hill"].setup(boards.named("mole-hill", "classic")), 3)
    >>> batch.mask.shape, batch.planes.shape, batch.seats
    ((3, 192), (3, 13, 7, 9), array([0, 0, 0], dtype=int8))
    >>> batch.step([31, 30, 0])
    >>> batch.seats, [batch.name(0, action) for action in batch.legal(0)[:2]]
    (array([1, 1, 1], dtype=int8), ['a1|b1', 'b1|c1'])

    Every step overwrites the arrays, so copy what you keep. A batch is for one thread; its kernels release
    the GIL, so several batches can be stepped at once.
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
        n = _check_count(n)
        self.setup = setup
        self.game = GAMES[setup.game]
        self.native = available() if native is None else native
        self._start = cast(KernelState, self.game.start(setup))
        self._loops = batch_loops(setup.game, self.native)
        kernels = self._loops.game
        self.plane_names: tuple[str, ...] = kernels.encoder.planes
        self.shape: tuple[int, ...] = len(self.plane_names), *kernels.shape(setup.board, setup.players)
        """The shape of the planes of one game."""
        self.actions: int = kernels.actions
        """Every action is a number below this."""
        self._table = arrays(self._start.table) if self.native else self._start.table
        size = int(np.prod(self.shape))
        plane = int(np.prod(self.shape[1:]))
        self._settings = BatchSettings(setup.players, size, int(auto_reset), int(draw_chance), plane)
        fields, planes = len(self._start.position), len(self.plane_names)
        self._buffers = _make_buffers(n, fields, self.actions, size, setup.players, planes)
        self._set_views(n, size)
        self.reset(keys_from_seed(seed, n) if keys is None else keys)

    def _set_views(self, n: int, size: int) -> None:
        """Make the public arrays: the buffers in their shapes."""
        buffers, players = self._buffers, self.setup.players
        self.mask: NDArray[np.bool_] = buffers.mask.reshape(n, self.actions).view(np.bool_)
        """Which actions are legal: [game, action]."""
        self.planes: NDArray[np.uint8] = buffers.planes[: n * size].reshape(n, *self.shape)
        """The observation of the seat to act: [game, plane, ...]."""
        self.seats: NDArray[np.int8] = buffers.seats
        """The actor; -1 is chance (without `draw_chance`), -2 nobody: the game is over."""
        self.rewards: NDArray[np.float32] = buffers.rewards.reshape(n, players)
        """Of the last step, [game, seat]: at the end 1 for the winner, -1 shared by the others."""
        self.done: NDArray[np.bool_] = buffers.done.view(np.bool_)
        """Whether the last step ended the game."""
        self.winners: NDArray[np.int8] = buffers.winners
        """The winner of the last finished game in this place; -1 for nobody."""
        self.points: NDArray[np.int32] | None = (
            buffers.points.reshape(n, players) if self._loops.game.counts_points else None
        )
        """Points after the last step, [game, seat], before a new game began; None if the game has none."""
        self.plies: NDArray[np.int32] = buffers.plies
        """Actions of the game so far, those of chance included."""
        self.lengths: NDArray[np.int32] = buffers.lengths
        """Actions of the last finished game in this place."""

    def __len__(self) -> int:
        return len(self.seats)

    def reset(self, keys: ArrayLike | None = None) -> None:
        """Begin all games again: with these keys, or with the random numbers that come next.

        A key, a number from 0 on, determines all chance events of its game and of those that follow it in its
        place, independent of the other games. Random actions have random numbers of their own.
        """
        if keys is not None:
            self._buffers.chance_seeds[:], self._sample_seeds = seeds_from_keys(keys, len(self))
        for part in (self._buffers.mask, self._buffers.rewards, self._buffers.done, self._buffers.points):
            part[:] = 0
        self._loops.reset(self._table, self._settings, self._buffers)

    def step(self, actions: ArrayLike) -> None:
        """Play an action in each game, and let chance act; `IllegalAction` if one is illegal: none is played.

        A finished game that is not replaced accepts any number.
        """
        given = np.asarray(actions)
        if given.shape != self.seats.shape:
            raise ValueError(f"a step needs {len(self)} actions, one for each game, not {given.shape}")
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions are whole numbers, not {given.dtype}")
        numbers = np.ascontiguousarray(given, dtype=np.int64)
        bad = self._loops.step(self._table, self._settings, self._buffers, numbers)
        if bad >= 0:
            raise IllegalAction(bad, int(numbers[bad]))

    def sample(self) -> NDArray[np.int64]:
        """A random legal action for each game; where chance acts, by its odds."""
        actions = np.empty(len(self), np.int64)
        self._loops.sample_actions(self._table, self._buffers, self._sample_seeds, actions)
        return actions

    def observe(self, seat: int) -> NDArray[np.uint8]:
        """The observation of one seat in each game; -1 is a watcher."""
        if not -1 <= seat < self.setup.players:
            raise ValueError(f"seats are 0 to {self.setup.players - 1}, or -1 for a watcher; not {seat}")
        size = self._settings.size
        planes = np.empty(len(self) * size + SPARE_CELLS, np.uint8)
        self._loops.observe_all(self._table, self._settings, self._buffers, seat, planes)
        return planes[:-SPARE_CELLS].reshape(len(self), *self.shape)

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
        """An independent batch in the same state."""
        other = object.__new__(Batch)
        vars(other).update(vars(self))
        other._use_buffers(BatchBuffers(*(part.copy() for part in self._buffers)), self._sample_seeds.copy())
        return other

    def _use_buffers(self, buffers: BatchBuffers, sample_seeds: NDArray[np.int64]) -> None:
        self._buffers, self._sample_seeds = buffers, sample_seeds
        self._set_views(len(buffers.seats), self._settings.size)

    def __copy__(self) -> Batch:
        """A shallow copy would share the arrays."""
        return self.copy()

    def __deepcopy__(self, memo: object) -> Batch:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """It is pickled as its set-up and its arrays."""
        setup = self.setup
        board = boards.data(setup.game, setup.board)
        setup_parts = board, setup.players, setup.preset, dict(setup.options), setup.rotations
        return _from_pickle, (
            setup.game,
            setup_parts,
            self._settings,
            self.native,
            tuple(self._buffers),
            self._sample_seeds,
        )

    def _state(self, game: int) -> State:
        kind, fields = type(self._start.position), len(self._start.position)
        position = unpack(kind, self._buffers.positions, range(len(self))[game] * fields)
        return self._start._replace(position=position)


def _from_pickle(
    game: str,
    setup_parts: Any,
    settings: BatchSettings,
    native: bool,
    buffers: Any,
    sample_seeds: NDArray[np.int64],
) -> Batch:
    board, *rest = setup_parts
    setup = GAMES[game].setup(boards.check(board), *rest)
    arguments = {"auto_reset": bool(settings.resets), "draw_chance": bool(settings.draws)}
    other = Batch(setup, len(sample_seeds), native=native and available(), **arguments)
    other._use_buffers(BatchBuffers(*buffers), sample_seeds)
    return other


def _check_count(n: SupportsIndex) -> int:
    """The number of games, if it is a whole number within bounds."""
    try:
        count = 0 if isinstance(n, bool) else index(n)
    except TypeError:
        count = 0
    if not 1 <= count <= MAX_GAMES:
        raise Complaint(N_("A batch has from 1 to {most} games, not {given}."), most=MAX_GAMES, given=n)
    return count


def _make_buffers(n: int, fields: int, actions: int, size: int, players: int, planes: int) -> BatchBuffers:
    return BatchBuffers(
        positions=np.zeros(n * fields, np.int64),
        chance_seeds=np.zeros(n, np.int64),
        seats=np.zeros(n, np.int8),
        mask=np.zeros(n * actions, np.uint8),
        planes=np.zeros(n * size + SPARE_CELLS, np.uint8),
        rewards=np.zeros(n * players, np.float32),
        done=np.zeros(n, np.uint8),
        winners=np.full(n, -1, np.int8),
        points=np.zeros(n * players, np.int32),
        plies=np.zeros(n, np.int32),
        lengths=np.zeros(n, np.int32),
        numbers=np.zeros(planes, np.int64),
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
    """A batch of `n` games; the other arguments are those of `moleworks play`.

    Boards are turned alike in all games of a batch: by `rotations`, or at random by the seed.

    >>> games = batch("buddel-bande", 1000, players=4, seed=7)
    >>> for _ in range(100):
    ...     games.step(games.sample())
    >>> games.planes.shape
    (1000, 74, 26)
    """
    if rotations is None:
        rotations = draw_rotations(GAMES[game], Random(f"{seed} boards"))
    setup = GAMES[game].setup(boards.find(game, board), players, preset, options, rotations)
    return Batch(setup, n, seed=seed, keys=keys, auto_reset=auto_reset, draw_chance=draw_chance)


__all__ = ["MAX_KEY", "Batch", "IllegalAction", "batch"]
