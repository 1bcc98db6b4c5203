"""The loops over all games of a batch. `kernel.specialize` makes a copy for each game.

`game` stands for a module with the fields of `BatchKernels` and `Encoder`. All arrays are flat, the part of
one game after that of another. Games are handled in order, because writing the mask and the last plane of a
game also writes into those of the next. `sources` tells which games a loop is for (see `source_of`).
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any, NamedTuple

from moleworks.core.bits import write_value
from moleworks.core.game import CHANCE, NOBODY
from moleworks.core.kernel import kernel
from moleworks.core.packing import pack, unpack
from moleworks.core.random_kernels import next_seed, pick
from moleworks.research.batches.batch_kernels import BatchSettings, number_of
from moleworks.research.encoded_planes import WORD, write_cells

game: Any = None
"""The kernels of a game, replaced by `specialize`."""
FIELDS: int = 0
"""Numbers in a position, replaced by `specialize`."""


class BatchBuffers(NamedTuple):
    """The arrays that a batch writes to."""

    positions: Any
    """`FIELDS` numbers for each game."""
    chance_seeds: Any
    """The state of each game's random generator for chance."""
    seats: Any
    """The actor: a seat, CHANCE or NOBODY."""
    mask: Any
    """`settings.actions` cells for each game."""
    planes: Any
    rewards: Any
    """Of the last step, by seat."""
    done: Any
    """1 if the last step ended the game."""
    winners: Any
    """Of the last finished game: a seat, or -1."""
    points: Any
    """By seat, after the last step; if it ended the game, its final points."""
    plies: Any
    """Actions so far, those of chance included."""
    lengths: Any
    """The number of actions of the last finished game."""
    numbers: Any
    """Those of the planes written last."""
    kept: Any
    """`WORD` cells after the planes of a game, while these are written, and as many after its mask."""
    lookup: Any
    """Is read only: what the encoder needs to know of the boards, actions by number, `numbers_lookup`.

    It is one array because compiled functions hand on every array as seven values.
    """


@kernel
def source_of(sources: Sequence[int], i: int) -> int:
    """Where the action, key or row of game i stands among those given; -1 if the loop leaves the game alone.

    An empty array stands for all games in order.
    """
    return int(sources[i]) if len(sources) else i


@kernel
def begin(table: Any, settings: BatchSettings, buffers: BatchBuffers, i: int) -> Any:
    """Begin game i and play its first chance events."""
    buffers.plies[i] = 0
    return play_chance(table, settings, buffers, i, game.opening(table))


@kernel
def forget_end(settings: BatchSettings, buffers: BatchBuffers, i: int) -> None:
    """Clear rewards, points and the end of game i."""
    buffers.done[i] = 0
    for at in range(i * settings.players, (i + 1) * settings.players):
        buffers.rewards[at] = 0.0
        buffers.points[at] = 0


@kernel
def play_chance(table: Any, settings: BatchSettings, buffers: BatchBuffers, i: int, position: Any) -> Any:
    """Draw chance events until a seat is to act, if `settings.draws`; then store the position."""
    seat = game.actor(table, position)
    seed = int(buffers.chance_seeds[i])
    while seat == CHANCE and settings.draws == 1:
        seed = next_seed(seed)
        action = game.chance_action(table, position, pick(seed, game.chance_count(table, position)))
        position = game.play(table, position, action)
        seat = game.actor(table, position)
        buffers.plies[i] += 1
    buffers.chance_seeds[i] = seed
    buffers.seats[i] = seat
    pack(position, buffers.positions, i * FIELDS)
    return position


@kernel
def write_rewards(table: Any, settings: BatchSettings, buffers: BatchBuffers, i: int, position: Any) -> None:
    """Write rewards, points and the end of game i; rewards are 0 until it is over."""
    over = buffers.seats[i] == NOBODY
    buffers.done[i] = 1 if over else 0
    for seat in range(settings.players):
        at = i * settings.players + seat
        buffers.rewards[at] = game.reward(table, position, seat, settings.players) if over else 0.0
        if game.counts_points:
            buffers.points[at] = game.score(table, position, seat)
    if over:
        buffers.winners[i] = game.winner(table, position)
        buffers.lengths[i] = buffers.plies[i]


@kernel
def write_observation(
    table: Any, settings: BatchSettings, buffers: BatchBuffers, i: int, position: Any
) -> None:
    """Write the legal actions and the planes of game i for the seat to act, or for a watcher."""
    at = i * settings.actions
    for cell in range(at, at + settings.actions, WORD):
        write_value(0, buffers.mask, cell)
    game.mark(table, position, buffers.lookup, buffers.mask, at)
    seat = int(buffers.seats[i])
    seen_by = seat if seat >= 0 else -1
    at = i * settings.size
    plane, printed = settings.plane, buffers.lookup
    write_cells(table, position, seen_by, printed, plane, buffers.numbers, buffers.planes, at)


@kernel
def write_only(
    table: Any, settings: BatchSettings, buffers: BatchBuffers, sources: Sequence[int], i: int, position: Any
) -> None:
    """Write the observation of game i, and nothing into that of the next game if it may be left alone."""
    planes_end, mask_end = (i + 1) * settings.size, (i + 1) * settings.actions
    if len(sources):
        for cell in range(WORD):
            buffers.kept[cell] = buffers.planes[planes_end + cell]
            buffers.kept[WORD + cell] = buffers.mask[mask_end + cell]
    write_observation(table, settings, buffers, i, position)
    if len(sources):
        for cell in range(WORD):
            buffers.planes[planes_end + cell] = buffers.kept[cell]
            buffers.mask[mask_end + cell] = buffers.kept[WORD + cell]


@kernel
def is_illegal(settings: BatchSettings, buffers: BatchBuffers, i: int, number: int) -> bool:
    """Whether game i must not be given the action of this number; a finished game accepts any."""
    if buffers.seats[i] == NOBODY:
        return False
    return number < 0 or number >= settings.actions or buffers.mask[i * settings.actions + number] == 0


@kernel
def first_illegal(
    settings: BatchSettings, buffers: BatchBuffers, sources: Sequence[int], actions: Sequence[int]
) -> int:
    """The first game whose action is illegal, or -1."""
    for i in range(len(buffers.seats)):
        source = source_of(sources, i)
        if source >= 0 and is_illegal(settings, buffers, i, int(actions[source])):
            return i
    return -1


@kernel
def advance(
    table: Any, settings: BatchSettings, buffers: BatchBuffers, i: int, position: Any, number: int
) -> Any:
    """Play the legal action of that number in game i, which stands at `position`.

    Then begin a new game if it is over and `settings` say so.
    """
    if buffers.seats[i] == NOBODY:
        buffers.done[i] = 0  # it was over before this step
        for seat in range(settings.players):
            buffers.rewards[i * settings.players + seat] = 0.0
        return position
    buffers.plies[i] += 1
    action = int(buffers.lookup[settings.first_action + number])
    position = play_chance(table, settings, buffers, i, game.play(table, position, action))
    write_rewards(table, settings, buffers, i, position)
    if buffers.done[i] == 1 and settings.resets == 1:
        position = begin(table, settings, buffers, i)
    return position


@kernel
def random_action(table: Any, buffers: BatchBuffers, sample_seeds: MutableSequence[int], i: int) -> int:
    """The number of a random legal action of game i, or 0 if it is over; its seed advances."""
    position = unpack(game.position, buffers.positions, i * FIELDS)
    seed = next_seed(int(sample_seeds[i]))
    sample_seeds[i] = seed
    if buffers.seats[i] == NOBODY:
        return 0
    if buffers.seats[i] == CHANCE:
        action = game.chance_action(table, position, pick(seed, game.chance_count(table, position)))
    else:
        action = game.nth_legal(table, position, pick(seed, game.legal_count(table, position)))
    return number_of(buffers.lookup, int(action))


@kernel
def reset(table: Any, settings: BatchSettings, buffers: BatchBuffers, sources: Sequence[int]) -> None:
    """Begin games."""
    for i in range(len(buffers.seats)):
        if source_of(sources, i) < 0:
            continue
        forget_end(settings, buffers, i)
        write_only(table, settings, buffers, sources, i, begin(table, settings, buffers, i))


@kernel
def step(
    table: Any,
    settings: BatchSettings,
    buffers: BatchBuffers,
    sources: Sequence[int],
    actions: Sequence[int],
) -> int:
    """Play one action in games and return -1; if one is illegal, play none and return its game."""
    bad = first_illegal(settings, buffers, sources, actions)
    if bad >= 0:
        return bad
    for i in range(len(buffers.seats)):
        source = source_of(sources, i)
        if source < 0:
            continue
        position = unpack(game.position, buffers.positions, i * FIELDS)
        position = advance(table, settings, buffers, i, position, int(actions[source]))
        write_only(table, settings, buffers, sources, i, position)
    return -1


@kernel
def observe_all(
    table: Any, settings: BatchSettings, buffers: BatchBuffers, seat: int, planes: MutableSequence[int]
) -> None:
    """Write the planes of every game for one seat."""
    for i in range(len(buffers.seats)):
        position = unpack(game.position, buffers.positions, i * FIELDS)
        at = i * settings.size
        write_cells(table, position, seat, buffers.lookup, settings.plane, buffers.numbers, planes, at)


@kernel
def sample_actions(
    table: Any, buffers: BatchBuffers, sample_seeds: MutableSequence[int], actions: MutableSequence[int]
) -> None:
    """Write a random legal action for every game (0 where it is over); each of `sample_seeds` advances."""
    for i in range(len(buffers.seats)):
        actions[i] = random_action(table, buffers, sample_seeds, i)
