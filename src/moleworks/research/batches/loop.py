"""The loops over all games of a batch, written once: `over` gives each game its own.

`game` stands for one of the modules beside this one. All arrays are flat, one game's part after another's;
games are worked on in order, because painting a game's last plane writes a little into the next one's first.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any, NamedTuple

from moleworks.games.game import CHANCE, NOBODY
from moleworks.games.kernel import kernel
from moleworks.players.playouts import share, shuffled

game: Any = None
"""The kernels of a game: put in by `over`."""


class Desk(NamedTuple):
    """All that a batch writes on."""

    positions: Any
    """`game.FIELDS` numbers a game."""
    luck: Any
    """Where each game's own row of chances has got to."""
    seats: Any
    """Who acts: a seat, CHANCE or NOBODY."""
    mask: Any
    """`game.ACTIONS` cells a game."""
    planes: Any
    rewards: Any
    """By seat: of the step just made."""
    done: Any
    """1 if the step just made ended the game."""
    winners: Any
    """Of the game that last ended: a seat, or -1."""
    points: Any
    """By seat: after the step just made, so those of the whole game if that ended it."""
    plies: Any
    """Actions so far, those of chance among them."""
    lengths: Any
    """Of the game that last ended: its actions."""


class Habits(NamedTuple):
    """How a batch goes on."""

    players: int
    size: int
    """Cells of all planes of a game."""
    resets: int
    """1 if a game that is over begins anew at once."""
    draws: int
    """1 if chance acts by itself, 0 if somebody plays for it."""


@kernel
def begun(table: Any, habits: Habits, desk: Desk, i: int) -> Any:
    """Game i before its first action, and after what chance does first."""
    desk.plies[i] = 0
    return settled(table, habits, desk, i, game.opening(table))


@kernel
def settled(table: Any, habits: Habits, desk: Desk, i: int, position: Any) -> Any:
    """Let chance act for as long as it is its turn, if it does so by itself; then write the position down."""
    seat = game.actor(table, position)
    luck = int(desk.luck[i])
    while seat == CHANCE and habits.draws == 1:
        luck = shuffled(luck)
        lot = game.lot(table, position, share(luck, game.lot_count(table, position)))
        position = game.play(table, position, lot)
        seat = game.actor(table, position)
        desk.plies[i] += 1
    desk.luck[i] = luck
    desk.seats[i] = seat
    game.save(desk.positions, i * game.FIELDS, position)
    return position


@kernel
def paid(table: Any, habits: Habits, desk: Desk, i: int, position: Any) -> None:
    """What the step brought: nothing, until the game is over."""
    over = desk.seats[i] == NOBODY
    desk.done[i] = 1 if over else 0
    for seat in range(habits.players):
        at = i * habits.players + seat
        desk.rewards[at] = game.reward(table, position, seat, habits.players) if over else 0.0
        if game.POINTS:
            desk.points[at] = game.score(table, position, seat)
    if over:
        desk.winners[i] = game.winner(table, position)
        desk.lengths[i] = desk.plies[i]


@kernel
def shown(table: Any, habits: Habits, desk: Desk, i: int, position: Any) -> None:
    """The legal actions of game i, and its planes for the seat to act; where none acts, a watcher's."""
    seat = int(desk.seats[i])
    game.mark(table, position, desk.mask, i * game.ACTIONS, 1)
    game.observe(table, position, seat if seat >= 0 else -1, desk.planes, i * habits.size)


@kernel
def unfit(desk: Desk, actions: Sequence[int]) -> int:
    """The first game whose action is not legal, or -1; games that are over take any."""
    for i in range(len(desk.seats)):
        if desk.seats[i] != NOBODY:
            action = int(actions[i])
            if action < 0 or action >= game.ACTIONS or desk.mask[i * game.ACTIONS + action] == 0:
                return i
    return -1


@kernel
def reset(table: Any, habits: Habits, desk: Desk) -> None:
    """Begin every game."""
    for i in range(len(desk.seats)):
        shown(table, habits, desk, i, begun(table, habits, desk, i))


@kernel
def step(table: Any, habits: Habits, desk: Desk, actions: Sequence[int]) -> int:
    """Play one action in every game. If one is not legal nothing happens: which game's, else -1."""
    bad = unfit(desk, actions)
    if bad >= 0:
        return bad
    for i in range(len(desk.seats)):
        position = game.load(desk.positions, i * game.FIELDS)
        if desk.seats[i] == NOBODY:
            desk.done[i] = 0  # it was over before this step
            for seat in range(habits.players):
                desk.rewards[i * habits.players + seat] = 0.0
        else:
            game.mark(table, position, desk.mask, i * game.ACTIONS, 0)
            desk.plies[i] += 1
            position = settled(table, habits, desk, i, game.play(table, position, int(actions[i])))
            paid(table, habits, desk, i, position)
            if desk.done[i] == 1 and habits.resets == 1:
                position = begun(table, habits, desk, i)
        shown(table, habits, desk, i, position)
    return -1


@kernel
def look(table: Any, habits: Habits, desk: Desk, seat: int, planes: MutableSequence[int]) -> None:
    """The planes of every game for this seat, whoever acts."""
    for i in range(len(desk.seats)):
        game.observe(table, game.load(desk.positions, i * game.FIELDS), seat, planes, i * habits.size)


@kernel
def draw(table: Any, desk: Desk, lots: MutableSequence[int], actions: MutableSequence[int]) -> None:
    """Any legal action for every game, each alike (0 where the game is over); `lots` go on by one each."""
    for i in range(len(desk.seats)):
        position = game.load(desk.positions, i * game.FIELDS)
        luck = shuffled(int(lots[i]))
        lots[i] = luck
        actions[i] = 0
        if desk.seats[i] == CHANCE:
            actions[i] = game.lot(table, position, share(luck, game.lot_count(table, position)))
        elif desk.seats[i] != NOBODY:
            actions[i] = game.nth_legal(table, position, share(luck, game.legal_count(table, position)))
