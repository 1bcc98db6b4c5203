"""Play many games of one set-up at once, over arrays of NumPy or on a GPU."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import index
from random import Random
from typing import Any, SupportsIndex, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from moleworks import boards
from moleworks.core import registry
from moleworks.core.game import Setup, State
from moleworks.core.kernel import available
from moleworks.core.messages import N_, Complaint
from moleworks.core.packing import unpack
from moleworks.core.registry import GAMES
from moleworks.engine.chance import draw_rotations
from moleworks.research import encoding
from moleworks.research.batches.batch_kernels import BatchKernels, BatchSettings, numbers_lookup
from moleworks.research.batches.host_memory import HostMemory, Memory
from moleworks.research.batches.loops import BatchBuffers
from moleworks.research.batches.random_keys import MAX_KEY, keys_from_seed, seeds_from_keys
from moleworks.research.batches.state_rows import POSITION, rows_of_states, signature
from moleworks.research.encoded_planes import WORD, EncodedPlanes, KernelState
from moleworks.research.encoding import GameEncoding
from moleworks.research.extras import missing_extra

MAX_GAMES = 1 << 24
"""Games in a batch: a mistyped number should not use up all memory."""


class IllegalAction(ValueError):
    """An action is illegal in one of the games; no action was played."""

    def __init__(self, game: int, action: int) -> None:
        super().__init__(f"Action {action} is not legal in game {game} of the batch: see its mask.")
        self.game, self.action = game, action


class DamagedState(ValueError):
    """A row is no state of this set-up, or its words were changed; no game was replaced."""

    def __init__(self, row: int) -> None:
        super().__init__(
            f"Row {row} is no state of a batch with this set-up: take rows as `save` returns them."
        )
        self.row = row


class Batch:
    """A number of games of one set-up, played step by step together.

    >>> batch = Batch(GAMES["mole-hill"].setup(boards.named("mole-hill", "classic")), 3)
    >>> batch.mask.shape, batch.planes.shape, batch.seats
    ((3, 173), (3, 13, 7, 9), array([0, 0, 0], dtype=int8))
    >>> batch.step([31, 30, 0])
    >>> batch.seats, [batch.name(0, action) for action in batch.legal(0)[:2]]
    (array([1, 1, 1], dtype=int8), ['a1|b1', 'b1|c1'])

    Every step overwrites the arrays, so copy what you keep. A batch is for one thread; its kernels release
    the GIL, so several batches can be stepped at once.
    """

    _buffers: BatchBuffers
    _sample_seeds: Any

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
        device: str = "cpu",
    ) -> None:
        n = _check_count(n)
        self.setup = setup
        self.game = GAMES[setup.game]
        self.native = available() if native is None else native
        self.device = device
        self._start = cast(KernelState, self.game.start(setup))
        kernels = registry.required_part(setup.game, "batch", BatchKernels)
        self._counts_points = kernels.counts_points
        self._completed = kernels.completed
        self._auto_reset, self._draw_chance = auto_reset, draw_chance
        self._memory = _memory(device, self.native)
        here = encoding.for_setup(setup)
        planes = cast(EncodedPlanes, here.planes)
        self.plane_names: tuple[str, ...] = planes.names
        self.shape: tuple[int, ...] = planes.shape
        """The shape of the planes of one game."""
        self.largest: NDArray[np.float32] = planes.largest
        """The largest value of each plane: `planes / largest` are the floats that other adapters show."""
        self._actions = here.seats.actions if draw_chance else here.seats.actions + here.chance.actions
        self.actions: int = len(self._actions)
        """How many actions have a number. Those of chance are the last, if `step` is given them."""
        self._table = self._memory.table(self._start.table)
        lookup = _lookup(here, planes)
        size = int(np.prod(self.shape))
        self._settings = BatchSettings(
            players=setup.players,
            size=size,
            resets=int(auto_reset),
            draws=int(draw_chance),
            plane=size // len(self.plane_names),
            signature=signature(self._start),
            actions=self.actions,
            first_action=len(planes.printed(here.start)),
        )
        fields = len(self._start.position)
        self._loops = self._memory.loops(setup.game, self._settings.plane, self.actions)
        self.words: int = POSITION + fields
        """The 64-bit words of a game's state, as `save` returns it."""
        self._all = self._memory.put(np.zeros(0, np.int64))
        counts = n, fields, self.actions, size, setup.players, len(self.plane_names)
        self._use_buffers(_make_buffers(self._memory, *counts, lookup), self._memory.empty(n, np.int64))
        self.reset(keys_from_seed(seed, n) if keys is None else keys)

    def _set_views(self, n: int) -> None:
        """Make the public arrays: the buffers in their shapes."""
        buffers, players, public = self._buffers, self.setup.players, self._memory.public
        self.mask: NDArray[np.bool_] = public(buffers.mask, (n, self.actions), np.bool_)
        """Which actions are legal: [game, action]."""
        self.planes: NDArray[np.uint8] = public(buffers.planes, (n, *self.shape), np.uint8)
        """The observation of the seat to act: [game, plane, ...]."""
        self.seats: NDArray[np.int8] = public(buffers.seats, (n,), np.int8)
        """The actor; -1 is chance (without `draw_chance`), -2 nobody: the game is over."""
        self.rewards: NDArray[np.float32] = public(buffers.rewards, (n, players), np.float32)
        """Of the last step, [game, seat]: at the end 1 for the winner, -1 shared by the others."""
        self.done: NDArray[np.bool_] = public(buffers.done, (n,), np.bool_)
        """Whether the last step ended the game."""
        self.winners: NDArray[np.int8] = public(buffers.winners, (n,), np.int8)
        """The winner of the last finished game in this place; -1 for nobody."""
        self.points: NDArray[np.int32] | None = (
            public(buffers.points, (n, players), np.int32) if self._counts_points else None
        )
        """Points after the last step, [game, seat], before a new game began; None if the game has none."""
        self.plies: NDArray[np.int32] = public(buffers.plies, (n,), np.int32)
        """Actions of the game so far, those of chance included."""
        self.lengths: NDArray[np.int32] = public(buffers.lengths, (n,), np.int32)
        """Actions of the last finished game in this place."""

    def __repr__(self) -> str:
        return f"<Batch of {len(self)} games of {self.setup.game}, device {self.device}>"

    def __len__(self) -> int:
        return len(self.seats)

    def reset(self, keys: ArrayLike | None = None, where: ArrayLike | None = None) -> None:
        """Begin games again: with these keys, or with the random numbers that come next.

        A key, a number from 0 on, determines all chance events of its game and of those that follow it in its
        place, independent of the other games. Random actions have random numbers of their own. `where`: see
        `step`.
        """
        sources, count = self._sources(where)
        if keys is not None:
            self._write_seeds(keys, sources, count)
        self._loops.reset(self._table, self._settings, self._buffers, sources)

    def reseed(self, keys: ArrayLike, where: ArrayLike | None = None) -> None:
        """Give games other luck from here on, which follows from these keys. `where`: see `step`."""
        self._write_seeds(keys, *self._sources(where))

    def step(self, actions: ArrayLike, where: ArrayLike | None = None) -> None:
        """Play an action in each game, and let chance act; `IllegalAction` if one is illegal: none is played.

        A finished game that is not replaced accepts any number. `where` chooses games, by their numbers or by
        a mask with a bool for each, and leaves all arrays of the others as they are. With numbers, `actions`
        has one for each of them. With a mask it has one for each game of the batch, and those of the others
        are ignored.
        """
        sources, count = self._sources(where)
        numbers = self._numbers(actions, count, "actions", "a step")
        bad = self._loops.step(self._table, self._settings, self._buffers, sources, numbers)
        if bad >= 0:
            source = bad if where is None else int(self._memory.fetch(sources, bad, bad + 1)[0])
            raise IllegalAction(bad, int(self._memory.fetch(numbers, source, source + 1)[0]))

    def save(self, where: ArrayLike | None = None) -> NDArray[np.int64]:
        """The states of games as rows of 64-bit words, [game, word]: a new array.

        `where` are numbers of games, which may repeat, or a mask: a row for each game that it chooses. A row
        is all that a game depends on, and plain data: index, copy, store and send rows as you like, and
        `load` them into any batch of the same set-up, on any device.

        >>> games = batch("mole-hill", 4, seed=1)
        >>> rows = games.save()
        >>> games.step(games.sample())
        >>> games.load(rows[[0, 0]], where=[2, 3])
        >>> games.plies
        array([1, 1, 0, 0], dtype=int32)
        """
        given = self._given_choice(np.arange(len(self)) if where is None else where)
        if given.dtype.kind == "b":
            given = np.flatnonzero(self._memory.fetch(given))
        chosen = self._memory.words(given)
        count = len(chosen)
        if (wrong := self._memory.outside(chosen, len(self))) >= 0:
            raise self._no_such_game(chosen, wrong)
        rows = self._memory.empty(count * self.words, np.int64)
        if count:
            self._loops.save_rows(self._settings, self._buffers, self._sample_seeds, chosen, rows)
        return cast("NDArray[np.int64]", self._memory.public(rows, (count, self.words), np.int64))

    def load(self, rows: ArrayLike, where: ArrayLike | None = None) -> None:
        """Put the games of these rows in the place of games; `DamagedState` if one is none: none is replaced.

        `where`: see `step`. Their rewards and points are then those of the position.
        """
        sources, count = self._sources(where)
        words = self._numbers(rows, count, "rows", "load", self.words)
        buffers, seeds = self._buffers, self._sample_seeds
        bad = self._loops.load_rows(self._table, self._settings, buffers, seeds, sources, words)
        if bad >= 0:
            raise DamagedState(bad)

    def load_states(
        self, states: Sequence[State], where: ArrayLike | None = None, keys: ArrayLike | None = None
    ) -> None:
        """Put games that stand at these states, such as `match.state`, in the place of games.

        Their luck follows from `keys` (0, 1, 2 and so on). `where`: see `step`.

        >>> from moleworks import Match
        >>> match = Match.begin("mole-hill")
        >>> match.play("e4")
        >>> games = Batch(match.setup, 2)
        >>> games.load_states([match.state], where=[1])
        >>> games.seats
        array([0, 1], dtype=int8)
        """
        keys = np.arange(len(states)) if keys is None else keys
        self.load(rows_of_states(self._settings, self._start, states, keys), where)

    def _write_seeds(self, keys: ArrayLike, sources: Any, count: int) -> None:
        chances, samples = map(self._memory.put, seeds_from_keys(keys, count))
        self._loops.write_seeds(self._buffers, self._sample_seeds, sources, chances, samples)

    def _given_choice(self, where: ArrayLike) -> Any:
        """The numbers of games, or a mask."""
        given = self._memory.given(where)
        if given.dtype.kind == "b" and tuple(given.shape) != (len(self),):
            raise ValueError(f"a mask of games has {len(self)} bools, one for each, not {tuple(given.shape)}")
        if given.ndim != 1 or (given.dtype.kind not in "biu" and len(given)):
            raise TypeError("games are chosen by their numbers, or by a mask of bools")
        return given

    def _sources(self, where: ArrayLike | None) -> tuple[Any, int]:
        """For each game the place of what is given for it, or -1; nothing if all are chosen. The places."""
        if where is None:
            return self._all, len(self)
        given = self._given_choice(where)
        if given.dtype.kind == "b":
            return self._memory.masked_sources(given), len(self)
        chosen = self._memory.words(given)
        sources, wrong = self._memory.sources(chosen, len(self))
        if wrong >= 0:
            raise self._no_such_game(chosen, wrong)
        return sources, len(chosen)

    def _no_such_game(self, chosen: Any, place: int) -> Exception:
        game = int(self._memory.fetch(chosen, place, place + 1)[0])
        if 0 <= game < len(self):
            return ValueError(f"game {game} is chosen twice")
        return IndexError(f"there is no game {game}: games are 0 to {len(self) - 1}")

    def _numbers(self, given: ArrayLike, count: int, what: str, method: str, *columns: int) -> Any:
        """Whole numbers for each of `count` games, as the loops need them."""
        array = self._memory.given(given)
        if tuple(array.shape) != (count, *columns):
            shape = " × ".join(map(str, (count, *columns)))
            raise ValueError(f"{method} needs {shape} {what}, one for each game, not {tuple(array.shape)}")
        if array.dtype.kind not in "iu":
            raise TypeError(f"{what} are whole numbers, not {array.dtype}")
        return self._memory.words(array)

    def sample(self) -> NDArray[np.int64]:
        """A random legal action for each game; where chance acts, by its odds."""
        actions = self._memory.empty(len(self), np.int64)
        self._loops.sample_actions(self._table, self._buffers, self._sample_seeds, actions)
        return cast("NDArray[np.int64]", self._memory.public(actions, (len(self),), np.int64))

    def observe(self, seat: int) -> NDArray[np.uint8]:
        """The observation of one seat in each game; -1 is a watcher."""
        if not -1 <= seat < self.setup.players:
            raise ValueError(f"seats are 0 to {self.setup.players - 1}, or -1 for a watcher; not {seat}")
        planes = self._memory.empty(len(self) * self._settings.size + self._memory.spare, np.uint8)
        self._loops.observe_all(self._table, self._settings, self._buffers, seat, planes)
        return cast("NDArray[np.uint8]", self._memory.public(planes, (len(self), *self.shape), np.uint8))

    def legal(self, game: int) -> list[int]:
        """The legal actions of one game."""
        at = range(len(self))[game] * self.actions
        return np.flatnonzero(self._memory.fetch(self._buffers.mask, at, at + self.actions)).tolist()

    def name(self, game: int, action: int) -> str:
        """The name of a legal action of one game."""
        return self.game.name(self.state(game), self._actions[action])

    def parse(self, game: int, name: str) -> int:
        """The number of the legal action of that name; raises `Malformed` or `Refused`."""
        return self._actions.index(self.game.parse(self.state(game), name))

    def state(self, game: int) -> State:
        """Where one game stands, as the rest of the library knows it: secrets too.

        Rows hold what the rules depend on. What they do not need is not known any more, such as the
        order in which hills were dug: `hills` of a view are in the order of squares, the mole's own last.

        >>> games = Batch(GAMES["mole-hill"].setup(boards.named("mole-hill", "patch")), 1)
        >>> for name in ("d2", "b1|b2", "c2"):
        ...     games.step([games.parse(0, name)])
        >>> games.game.view(games.state(0), None)["hills"]
        ['d2', 'c2']
        """
        kind, fields = type(self._start.position), len(self._start.position)
        at = range(len(self))[game] * fields
        position = unpack(kind, self._memory.fetch(self._buffers.positions, at, at + fields).tolist(), 0)
        state = self._start._replace(position=position)
        return state if self._completed is None else cast(State, self._completed(state))

    def select(self, where: ArrayLike) -> Batch:
        """An independent batch of these games, in their order; numbers may repeat."""
        rows = self.save(where)
        flags = {"auto_reset": self._auto_reset, "draw_chance": self._draw_chance}
        other = Batch(self.setup, len(rows), native=self.native, device=self.device, **flags)
        other.load(rows)
        return other

    def copy(self) -> Batch:
        """An independent batch in the same state."""
        other = object.__new__(Batch)
        vars(other).update(vars(self))
        other._loops = self._memory.loops(self.setup.game, self._settings.plane, self.actions)
        buffers = BatchBuffers(*map(self._memory.copy, self._buffers))
        other._use_buffers(buffers, self._memory.copy(self._sample_seeds))
        return other

    def _use_buffers(self, buffers: BatchBuffers, sample_seeds: Any) -> None:
        self._buffers, self._sample_seeds = buffers, sample_seeds
        self._set_views(len(buffers.seats))

    def __copy__(self) -> Batch:
        """A shallow copy would share the arrays."""
        return self.copy()

    def __deepcopy__(self, memo: object) -> Batch:
        return self.copy()

    def to(self, device: str) -> Batch:
        """An independent batch in the same state, on this device."""
        return _restored(self.setup, self._flags(), self.native, device, *self._fetched())

    def _flags(self) -> tuple[bool, bool]:
        return self._auto_reset, self._draw_chance

    def _fetched(self) -> tuple[BatchBuffers, NDArray[np.int64]]:
        """All buffers as arrays of NumPy, without spare cells."""
        fetch, shown = self._memory.fetch, self._buffers
        planes = fetch(shown.planes, 0, len(self) * self._settings.size)
        mask = fetch(shown.mask, 0, len(self) * self.actions)
        others = BatchBuffers(*map(fetch, shown._replace(planes=shown.seats, mask=shown.seats)))
        return others._replace(planes=planes, mask=mask), fetch(self._sample_seeds)

    def __reduce__(self) -> tuple[Any, ...]:
        """It is pickled as its set-up and its arrays."""
        setup = self.setup
        board = boards.data(setup.game, setup.board)
        parts = board, setup.players, setup.preset, dict(setup.options), setup.rotations
        return _from_pickle, (setup.game, parts, self._flags(), self.native, self.device, *self._fetched())


def _from_pickle(game: str, setup_parts: Any, *rest: Any) -> Batch:
    board, *parts = setup_parts
    return _restored(GAMES[game].setup(boards.check(board), *parts), *rest)


def _restored(
    setup: Setup,
    flags: tuple[bool, bool],
    native: bool,
    device: str,
    buffers: BatchBuffers,
    sample_seeds: NDArray[np.int64],
) -> Batch:
    auto_reset, draw_chance = flags
    batch = Batch(
        setup,
        len(sample_seeds),
        native=native and available(),
        device=device,
        auto_reset=auto_reset,
        draw_chance=draw_chance,
    )
    memory = batch._memory
    buffers = BatchBuffers(*(np.array(part) for part in buffers))
    spare = 0, memory.spare
    buffers = buffers._replace(planes=np.pad(buffers.planes, spare), mask=np.pad(buffers.mask, spare))
    batch._use_buffers(BatchBuffers(*map(memory.put, buffers)), memory.put(np.array(sample_seeds)))
    return batch


def _check_count(n: SupportsIndex) -> int:
    """The number of games, if it is a whole number within bounds."""
    try:
        count = 0 if isinstance(n, bool) else index(n)
    except TypeError:
        count = 0
    if not 1 <= count <= MAX_GAMES:
        raise Complaint(N_("A batch has from 1 to {most} games, not {given}."), most=MAX_GAMES, given=n)
    return count


def _memory(device: str, native: bool) -> Memory:
    if device == "cpu":
        return HostMemory(native)
    if device != "cuda":
        raise Complaint(N_("A batch is on device “cpu” or “cuda”, not {given}."), given=device)
    try:
        from moleworks.research.batches.cuda_memory import CudaMemory  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise missing_extra("cuda", error, 'device="cuda"') from error
    return CudaMemory()


def _make_buffers(
    memory: Memory,
    n: int,
    fields: int,
    actions: int,
    size: int,
    players: int,
    planes: int,
    lookup: NDArray[np.int64],
) -> BatchBuffers:
    """The loops write all that is not given here before anybody reads it."""
    return BatchBuffers(
        positions=memory.empty(n * fields, np.int64),
        chance_seeds=memory.empty(n, np.int64),
        seats=memory.empty(n, np.int8),
        mask=memory.empty(n * actions + memory.spare, np.uint8),
        planes=memory.empty(n * size + memory.spare, np.uint8),
        rewards=memory.empty(n * players, np.float32),
        done=memory.empty(n, np.uint8),
        winners=memory.put(np.full(n, -1, np.int8)),
        points=memory.empty(n * players, np.int32),
        plies=memory.empty(n, np.int32),
        lengths=memory.put(np.zeros(n, np.int32)),
        numbers=memory.put(np.zeros(planes, np.int64)),
        kept=memory.empty(2 * WORD, np.uint8),
        lookup=memory.put(lookup),
    )


def _lookup(here: GameEncoding, planes: EncodedPlanes) -> NDArray[np.int64]:
    """What `BatchBuffers.lookup` is."""
    seats, chance = here.seats.actions, here.chance.actions
    known = [*planes.printed(here.start), *seats, *chance]
    blocks = numbers_lookup(seats, chance)
    return np.array([*known, *blocks, len(known) + len(blocks) // 2, len(known)], np.int64)


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
    device: str = "cpu",
) -> Batch:
    """A batch of `n` games; the other arguments are those of `moleworks play`.

    Boards are turned alike in all games of a batch: by `rotations`, or at random by the seed.

    >>> games = batch("buddel-bande", 1000, players=4, seed=7)
    >>> for _ in range(100):
    ...     games.step(games.sample())
    >>> games.planes.shape
    (1000, 78, 26)
    """
    if rotations is None:
        rotations = draw_rotations(GAMES[game], Random(f"{seed} boards"))
    setup = GAMES[game].setup(boards.find(game, board), players, preset, options, rotations)
    return Batch(
        setup, n, seed=seed, keys=keys, auto_reset=auto_reset, draw_chance=draw_chance, device=device
    )


__all__ = ["MAX_KEY", "Batch", "DamagedState", "IllegalAction", "batch"]
