"""The loops over all games of a batch. `kernel.specialize` makes a copy for each game.

`game` stands for a module with the fields of `BatchKernels` and `Encoder`. All arrays are flat, the part of
one game after that of another. Games are handled in order, because writing the last plane of a game also
writes into the first of the next.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any, NamedTuple

from moleworks.core.bits import write_value
from moleworks.core.game import CHANCE, NOBODY
from moleworks.core.kernel import kernel
from moleworks.core.packing import pack, unpack
from moleworks.core.random_kernels import next_seed, pick

WORD = 64
"""Cells that `write_bits` and `write_value` write at once."""

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
    """`game.actions` cells for each game."""
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


class BatchSettings(NamedTuple):
    """The settings of a batch."""

    players: int
    size: int
    """Cells in all planes of a game."""
    resets: int
    """1 if a finished game is replaced by a new one at once."""
    draws: int
    """1 if chance is drawn at once, 0 if `step` is given its actions."""
    plane: int
    """Cells in one plane, at most 128."""


@kernel
def begin(table: Any, settings: BatchSettings, buffers: BatchBuffers, i: int) -> Any:
    """Begin game i and play its first chance events."""
    buffers.plies[i] = 0
    return play_chance(table, settings, buffers, i, game.opening(table))


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
def write_planes(
    table: Any,
    settings: BatchSettings,
    position: Any,
    seat: int,
    numbers: MutableSequence[int],
    planes: MutableSequence[int],
    at: int,
) -> None:
    """Write the planes of a game for a seat, or for a watcher (-1); 64 spare cells must follow the last."""
    game.encode(table, position, seat, numbers)
    game.write_sets(table, position, seat, numbers, game.sets, planes, at, settings.plane)
    at += game.sets * settings.plane
    for n in range(game.sets, len(numbers)):
        write_value(int(numbers[n]), planes, at)
        at += settings.plane
        if settings.plane > WORD:
            write_value(int(numbers[n]), planes, at - WORD)


@kernel
def write_observation(
    table: Any, settings: BatchSettings, buffers: BatchBuffers, i: int, position: Any
) -> None:
    """Write the legal actions and the planes of game i for the seat to act, or for a watcher."""
    seat = int(buffers.seats[i])
    game.mark(table, position, buffers.mask, i * game.actions, 1)
    seen_by = seat if seat >= 0 else -1
    write_planes(table, settings, position, seen_by, buffers.numbers, buffers.planes, i * settings.size)


@kernel
def first_illegal(buffers: BatchBuffers, actions: Sequence[int]) -> int:
    """The first game whose action is illegal, or -1; finished games accept any."""
    for i in range(len(buffers.seats)):
        if buffers.seats[i] != NOBODY:
            action = int(actions[i])
            if action < 0 or action >= game.actions or buffers.mask[i * game.actions + action] == 0:
                return i
    return -1


@kernel
def reset(table: Any, settings: BatchSettings, buffers: BatchBuffers) -> None:
    """Begin every game."""
    for i in range(len(buffers.seats)):
        write_observation(table, settings, buffers, i, begin(table, settings, buffers, i))


@kernel
def step(table: Any, settings: BatchSettings, buffers: BatchBuffers, actions: Sequence[int]) -> int:
    """Play one action in every game and return -1; if one is illegal, play none and return its game."""
    bad = first_illegal(buffers, actions)
    if bad >= 0:
        return bad
    for i in range(len(buffers.seats)):
        position = unpack(game.position, buffers.positions, i * FIELDS)
        if buffers.seats[i] == NOBODY:
            buffers.done[i] = 0  # it was over before this step
            for seat in range(settings.players):
                buffers.rewards[i * settings.players + seat] = 0.0
        else:
            game.mark(table, position, buffers.mask, i * game.actions, 0)
            buffers.plies[i] += 1
            position = play_chance(table, settings, buffers, i, game.play(table, position, int(actions[i])))
            write_rewards(table, settings, buffers, i, position)
            if buffers.done[i] == 1 and settings.resets == 1:
                position = begin(table, settings, buffers, i)
        write_observation(table, settings, buffers, i, position)
    return -1


@kernel
def observe_all(
    table: Any, settings: BatchSettings, buffers: BatchBuffers, seat: int, planes: MutableSequence[int]
) -> None:
    """Write the planes of every game for one seat."""
    for i in range(len(buffers.seats)):
        position = unpack(game.position, buffers.positions, i * FIELDS)
        write_planes(table, settings, position, seat, buffers.numbers, planes, i * settings.size)


@kernel
def sample_actions(
    table: Any, buffers: BatchBuffers, sample_seeds: MutableSequence[int], actions: MutableSequence[int]
) -> None:
    """Write a random legal action for every game (0 where it is over); each of `sample_seeds` advances."""
    for i in range(len(buffers.seats)):
        position = unpack(game.position, buffers.positions, i * FIELDS)
        seed = next_seed(int(sample_seeds[i]))
        sample_seeds[i] = seed
        actions[i] = 0
        if buffers.seats[i] == CHANCE:
            actions[i] = game.chance_action(table, position, pick(seed, game.chance_count(table, position)))
        elif buffers.seats[i] != NOBODY:
            actions[i] = game.nth_legal(table, position, pick(seed, game.legal_count(table, position)))
