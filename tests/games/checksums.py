"""Checksums of whole games, which differ if any bit of any position differs.

These are kernels, so that the very same games can be run interpreted and compiled.
"""

from __future__ import annotations

from moleworks.core.kernel import kernel
from moleworks.games.buddel_bande import rules as buddel_bande
from moleworks.games.mole_company import rules as mole_company
from moleworks.games.mole_hill import rules as mole_hill

LARGEST = 0x7FFFFFFFFFFFFFFF
WORD = 0xFFFFFFFF
TRIES = 16


@kernel
def next_seed(seed: int) -> int:
    """The next of a long row of numbers: multiply with carry, within 63 bits."""
    return 2131995753 * (seed & WORD) + (seed >> 32)


@kernel
def pick(seed: int, ways: int) -> int:
    """A number below a limit, by the lower half of a seed."""
    return ((seed & WORD) * ways) >> 32


@kernel
def fold(total: int, value: int) -> int:
    """The number so far, with one more value in it (-1 too)."""
    return next_seed((total ^ value) & LARGEST)


@kernel
def mole_hill_checksum(table: mole_hill.MoleHillTable, seed: int, games: int) -> int:
    """Random games of Mole Hill."""
    total = 1
    for _ in range(games):
        position = mole_hill.opening(table)
        while position.phase != mole_hill.OVER:
            seed = next_seed(seed)
            ways = mole_hill.legal_count(table, position)
            action = mole_hill.nth_legal(table, position, pick(seed, ways))
            position = mole_hill.play(table, position, action)
            total = fold(fold(total, ways), action)
            total = fold(fold(total, position.round), position.phase)
            total = fold(fold(total, position.mole), position.hills)
            total = fold(fold(total, position.east), position.north)
            total = fold(fold(total, position.reach), position.first)
            total = fold(total, mole_hill.points(table, position.hills))
    return total


@kernel
def choose_move(
    table: mole_company.MoleCompanyTable, position: mole_company.MoleCompanyPosition, seed: int
) -> int:
    """The first move drawn that enters a hole, else the last drawn that does not leave one, else the last."""
    holes = mole_company.board_holes(table, position.level)
    ways = mole_company.legal_count(table, position)
    best = mole_company.nth_legal(table, position, pick(seed, ways))
    for _ in range(TRIES):
        seed = next_seed(seed)
        action = mole_company.nth_legal(table, position, pick(seed, ways))
        start = (action - mole_company.GO) >> 6
        if (holes >> start) & 1 == 0:
            best = action
            if (holes >> (action & 63)) & 1 == 1:
                return action
    return best


@kernel
def mole_company_checksum(table: mole_company.MoleCompanyTable, seed: int, games: int) -> int:
    """Games of Mole Company: one move in four is any legal one, the others dig, or no game would end."""
    total = 1
    for _ in range(games):
        position = mole_company.opening(table)
        while position.phase != mole_company.OVER:
            seed = next_seed(seed)
            ways = mole_company.legal_count(table, position)
            action = mole_company.nth_legal(table, position, pick(seed, ways))
            if position.phase == mole_company.MOVE and (seed >> 32) & 3:
                action = choose_move(table, position, seed)
            position = mole_company.play(table, position, action)
            total = fold(fold(total, ways), action)
            total = fold(fold(total, position.phase), position.level)
            total = fold(fold(total, position.seat), position.moles0)
            total = fold(fold(total, position.moles1), position.moles2)
            total = fold(fold(total, position.moles3), position.left)
            total = fold(fold(total, position.disc), position.bonus)
            total = fold(fold(total, position.turns), position.winner)
    return total


@kernel
def buddel_bande_checksum(table: buddel_bande.BuddelBandeTable, seed: int, games: int) -> int:
    """Random games of Buddel Bande."""
    total = 1
    for _ in range(games):
        position = buddel_bande.opening(table)
        while position.phase != buddel_bande.OVER:
            seed = next_seed(seed)
            ways = buddel_bande.legal_count(table, position)
            action = buddel_bande.nth_legal(table, position, pick(seed, ways))
            position = buddel_bande.play(table, position, action)
            total = fold(fold(total, ways), action)
            total = fold(fold(total, position.phase), position.seat)
            total = fold(fold(total, position.turns), position.places)
            total = fold(fold(total, position.owners), position.occupied)
            total = fold(fold(total, position.able), position.dog)
            total = fold(fold(total, position.face), position.symbol)
            total = fold(fold(total, position.choices), position.seen)
            total = fold(fold(total, position.home), position.winner)
    return total
