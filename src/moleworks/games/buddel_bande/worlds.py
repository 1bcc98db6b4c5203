"""Worlds of Buddel Bande: owners of all moles that agree with those a seat knows.

A world is a permutation of the seats for each size (BB1). `tests/games/buddel_bande/test_worlds.py` holds
these functions equal to `rules.deal_fits`.
"""

from __future__ import annotations

from functools import cache
from math import factorial

from moleworks.core.bits import count, lowest, nth
from moleworks.core.kernel import kernel
from moleworks.core.random_kernels import next_seed, pick
from moleworks.games.buddel_bande.rules import (
    MOLES_EACH,
    BuddelBandePosition,
    BuddelBandeTable,
    deal_fits,
    permutation,
    shown_by_deal,
)


@kernel
def with_owners(table: BuddelBandeTable, p: BuddelBandePosition, owners: int) -> BuddelBandePosition:
    """The position with the owners of a world, and what the deal then showed to each seat (BB1)."""
    seen = p.seen
    moles = table.moles
    while moles:
        mole = lowest(moles)
        moles &= moles - 1
        seen |= shown_by_deal(table, mole) << (12 * ((owners >> (2 * mole)) & 3))
    return BuddelBandePosition(
        p.phase,
        p.seat,
        p.turns,
        p.places,
        owners,
        p.occupied,
        p.able,
        p.dog,
        p.face,
        p.symbol,
        p.choices,
        seen,
        p.home,
        p.winner,
    )


@kernel
def own_slots(table: BuddelBandeTable, world: int, seat: int) -> int:
    """A seat's mole of each size, two bits for a size."""
    mine = 0
    for size in range(MOLES_EACH):
        for slot in range(table.players):
            if (world >> (8 * size + 2 * slot)) & 3 == seat:
                mine |= slot << (2 * size)
    return mine


@kernel
def slots_possible(table: BuddelBandeTable, owners: int, known: int, seat: int, mine: int) -> bool:
    """Whether some world with these owners of the moles in `known` gives a seat these slots."""
    for size in range(MOLES_EACH):
        slot = (mine >> (2 * size)) & 3
        if slot >= table.players:
            return False
        for n in range(table.players):
            mole = 4 * size + n
            if (known >> mole) & 1 and ((owners >> (2 * mole)) & 3 == seat) != (n == slot):
                return False
    return True


@kernel
def sample_owners(table: BuddelBandeTable, known: int, owners: int, seed: int) -> tuple[int, int]:
    """Random owners that agree with those known, each deal equally likely; and the next seed."""
    world = 0
    for size in range(MOLES_EACH):
        left = (1 << table.players) - 1
        for slot in range(table.players):
            mole = 4 * size + slot
            if (known >> mole) & 1:
                left &= ~(1 << ((owners >> (2 * mole)) & 3))
        for slot in range(table.players):
            mole = 4 * size + slot
            seat = (owners >> (2 * mole)) & 3
            if (known >> mole) & 1 == 0:
                seed = next_seed(seed)
                seat = nth(left, pick(seed, count(left)))
                left &= ~(1 << seat)
            world |= seat << (2 * mole)
    return world, seed


def possible_owners(
    table: BuddelBandeTable,
    owners: int,
    known: int,
    mole: int,
    denied: frozenset[tuple[int, int]] = frozenset(),
) -> set[int]:
    """The seats that a mole can belong to, by the owners of the moles in `known`.

    `denied`: moles with a seat that cannot own them.
    """
    size, slot = divmod(mole, 4)
    return {
        order >> 2 * slot & 3
        for order in _orders(table.players)
        if deal_fits(table.players, size, order, owners, known)
        and not any((4 * size + n, order >> 2 * n & 3) in denied for n in range(table.players))
    }


@cache
def _orders(players: int) -> tuple[int, ...]:
    """All deals of one size."""
    return tuple(permutation(players, deal) for deal in range(factorial(players)))
