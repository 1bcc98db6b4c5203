"""Reference players of Buddel Bande: rules of thumb, and determinised flat Monte Carlo.

They never change and share nothing with the computer player but the rules, so that its strength can be
compared across versions.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableSequence
from types import MappingProxyType

from moleworks.core.bits import lowest
from moleworks.core.kernel import available, compiled, kernel
from moleworks.core.random_kernels import next_seed, pick
from moleworks.engine.advice import Effort, Knowledge, Reference
from moleworks.engine.kernel_pool import Stop, int_array
from moleworks.games.buddel_bande.game import BUDDEL_BANDE
from moleworks.games.buddel_bande.rules import (
    ACT,
    DOG_TO,
    OVER,
    PASS,
    BuddelBandePosition,
    BuddelBandeTable,
    home_count,
    legal_count,
    mole_on,
    nth_legal,
    owner,
    place,
    play,
    seen_moles,
    target,
)
from moleworks.games.buddel_bande.state_from_view import state
from moleworks.games.buddel_bande.worlds import sample_owners, with_owners

PLAYOUTS = 3_000
"""The default number of play-outs of flat Monte Carlo for a move."""


@kernel
def flat(
    table: BuddelBandeTable,
    position: BuddelBandePosition,
    known: int,
    playouts: int,
    seed: int,
    wins: MutableSequence[int],
    tries: MutableSequence[int],
    stop: MutableSequence[int],
) -> int:
    """The action that won most random play-outs, each in a random world; draws count half."""
    ways = legal_count(table, position)
    for n in range(64):
        wins[n] = 0
        tries[n] = 0
    for n in range(playouts):
        if stop[0] and n >= ways:
            break
        action = nth_legal(table, position, n % ways)
        world, seed = sample_owners(table, known, position.owners, seed)
        here = play(table, with_owners(table, position, world), action)
        while here.phase != OVER:
            seed = next_seed(seed)
            here = play(table, here, nth_legal(table, here, pick(seed, legal_count(table, here))))
        tries[action & 63] += 1
        wins[action & 63] += 2 if here.winner == position.seat else (1 if here.winner < 0 else 0)
    best = nth_legal(table, position, 0)
    for n in range(1, ways):
        action = nth_legal(table, position, n)
        if wins[action & 63] * tries[best & 63] > wins[best & 63] * tries[action & 63]:
            best = action
    return best


def flat_monte_carlo(knowledge: Knowledge, effort: Effort, seed: int) -> str:
    """Determinised flat Monte Carlo: `nodes` are play-outs."""
    here = state(knowledge.view, knowledge.setup)
    table, position, _ = here
    known = seen_moles(position, position.seat)
    playouts = effort.nodes or (PLAYOUTS if effort.seconds is None else 1 << 40)
    wins, tries = int_array(available(), 64), int_array(available(), 64)
    with Stop().within(effort.seconds) as stop:
        action = compiled(flat)(table, position, known, playouts, next_seed(seed + 1), wins, tries, stop.flag)
    return BUDDEL_BANDE.name(here, int(action))


@kernel
def thumb_value(table: BuddelBandeTable, position: BuddelBandePosition, known: int, choice: int) -> int:
    """The value of a choice by rules of thumb; more is better."""
    if choice == PASS:
        return 0
    if choice >= DOG_TO:
        return dog_value(table, position, known, choice - DOG_TO)
    gain = target(table, position, choice) - place(position, choice)
    if (known >> choice) & 1 == 0:
        return 100 - gain  # it may be an own mole, and the move shows it
    if owner(position, choice) == position.seat:
        return 200 + gain
    home = home_count(position, owner(position, choice))
    return -100 - gain * (1 + home) - (1000 * home if target(table, position, choice) == table.last else 0)


@kernel
def dog_value(table: BuddelBandeTable, position: BuddelBandePosition, known: int, hill: int) -> int:
    """Away from an own mole, and beside a rival's: best that of the leading rival, nearest home."""
    value = 90
    freed = mole_on(position, position.dog)
    if freed and freed & known:
        value += 150 if owner(position, lowest(freed)) == position.seat else -60
    held = mole_on(position, hill)
    if held and held & known:
        whose = owner(position, lowest(held))
        if whose == position.seat:
            return value - 300
        return value + hill + 30 * home_count(position, whose)
    return value + hill // 4 if held else value


def thumb(knowledge: Knowledge, effort: Effort, seed: int) -> str:
    """Rules of thumb: move own moles far, then unknown ones, rivals' moles as little as possible."""
    del effort, seed
    here = state(knowledge.view, knowledge.setup)
    table, position, _ = here
    me = position.seat
    known, owners = seen_moles(position, me), position.owners
    for size in range(3):
        mine = [4 * size + slot for slot in range(table.players)]
        if any(known >> mole & 1 and owner(position, mole) == me for mole in mine):
            # The others of this size are rivals' moles: that counts as known.
            for mole in mine:
                if not known >> mole & 1:
                    known |= 1 << mole
                    owners |= ((me + 1) % table.players) << 2 * mole
    position = position._replace(owners=owners)
    choices = [n for n in range(64) if position.choices >> n & 1]
    best = max(choices, key=lambda choice: (thumb_value(table, position, known, choice), -choice))
    return BUDDEL_BANDE.name(here, (ACT << 6) + best)


REFERENCES: Mapping[str, Reference] = MappingProxyType({"thumb": thumb, "flat": flat_monte_carlo})
