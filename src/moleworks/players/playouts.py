"""Quick play to the end, through the kernels of the rules alone: for benchmarks and for searches.

A seed is a positive int below 2**63; each play-out hands on the next one, so its first seed repeats a run.
"""

from __future__ import annotations

from moleworks.games.bits import count, lowest, nth
from moleworks.games.buddel_bande import rules as buddel_bande
from moleworks.games.kernel import kernel
from moleworks.games.mole_company import rules as mole_company
from moleworks.games.mole_hill import rules as mole_hill

WORD = 0xFFFFFFFF


@kernel
def shuffled(seed: int) -> int:
    """The next seed: multiply with carry, which never leaves the non-negative 63-bit integers."""
    return 2131995753 * (seed & WORD) + (seed >> 32)


@kernel
def share(seed: int, ways: int) -> int:
    """One of so many ways, each alike.

    >>> share(2**31, 10)
    5
    """
    return ((seed & WORD) * ways) >> 32


@kernel
def mole_hill_turn(table: mole_hill.Table, position: mole_hill.Position, seed: int) -> mole_hill.Position:
    """Any legal action, each alike."""
    return mole_hill.play(
        table,
        position,
        mole_hill.nth_legal(table, position, share(seed, mole_hill.legal_count(table, position))),
    )


@kernel
def mole_hill_rounds(table: mole_hill.Table, seed: int, rounds: int) -> tuple[int, int, int]:
    """So many rounds (of a table with `rounds` 1): points and actions of all of them, and the next seed.

    Two rounds are under way at a time, so that the processor need not wait for either; each side has its
    share of the rounds, because the first to end would be the short ones.
    """
    total = actions = 0
    left, other_left = rounds - rounds // 2, rounds // 2
    other_seed = shuffled(shuffled(seed) ^ WORD)
    one = other = mole_hill.opening(table)
    while left and other_left:
        seed, other_seed = shuffled(seed), shuffled(other_seed)
        one = mole_hill_turn(table, one, seed)
        other = mole_hill_turn(table, other, other_seed)
        actions += 2
        if one.phase == mole_hill.OVER:
            total += mole_hill.points(table, one.hills)
            left -= 1
            one = mole_hill.opening(table)
        if other.phase == mole_hill.OVER:
            total += mole_hill.points(table, other.hills)
            other_left -= 1
            other = mole_hill.opening(table)
    if other_left:
        one, left = other, other_left
    while left:
        seed = shuffled(seed)
        one = mole_hill_turn(table, one, seed)
        actions += 1
        if one.phase == mole_hill.OVER:
            total += mole_hill.points(table, one.hills)
            left -= 1
            one = mole_hill.opening(table)
    return total, actions, seed


@kernel
def digging_move(table: mole_company.Table, position: mole_company.Position, seed: int) -> tuple[int, int]:
    """A move into a hole if there is one, out of one only if there is no other; and the next seed."""
    holes = table.holes[position.level]
    rest = mole_company.moles(position, position.seat) & ~holes
    chosen = ways = 0
    digs = False
    # One pass: the n-th way found takes the place of the one chosen so far with a chance of 1 in n.
    while rest:
        space = lowest(rest)
        rest &= rest - 1
        found = mole_company.reach(table, position, space)
        if found & holes and not digs:
            digs = True
            ways = 0
        if digs:
            found &= holes
        if found:
            ways += count(found)
            seed = shuffled(seed)
            n = share(seed, ways)
            if n < count(found):
                chosen = mole_company.GO + 64 * space + nth(found, n)
    if ways == 0:
        seed = shuffled(seed)
        chosen = mole_company.nth_move(table, position, share(seed, mole_company.move_count(table, position)))
    return chosen, seed


@kernel
def digging_action(table: mole_company.Table, position: mole_company.Position, seed: int) -> tuple[int, int]:
    """What the digging policy does: waits at home, takes every bonus, places anywhere; and the next seed."""
    if position.phase == mole_company.MOVE:
        return digging_move(table, position, seed)
    seed = shuffled(seed)
    if position.phase == mole_company.FLIP:
        return mole_company.nth_disc(position, share(seed, mole_company.disc_count(position))), seed
    if position.phase == mole_company.CHOOSE:
        return mole_company.DO_WAIT, seed
    if position.phase == mole_company.BONUS:
        return mole_company.DO_FLIP, seed
    ways = mole_company.legal_count(table, position)
    return mole_company.nth_legal(table, position, share(seed, ways)), seed


@kernel
def mole_company_games(table: mole_company.Table, seed: int, games: int) -> tuple[int, int, int]:
    """So many games by the digging policy: games won by seat 0, actions, and the next seed."""
    wins = actions = 0
    for _ in range(games):
        position = mole_company.opening(table)
        while position.phase != mole_company.OVER:
            action, seed = digging_action(table, position, seed)
            position = mole_company.play(table, position, action)
            actions += 1
        wins += 1 if position.winner == 0 else 0
    return wins, actions, seed


@kernel
def buddel_bande_games(table: buddel_bande.Table, seed: int, games: int) -> tuple[int, int, int]:
    """So many random games: games won by seat 0, actions, and the next seed."""
    wins = actions = 0
    for _ in range(games):
        position = buddel_bande.opening(table)
        while position.phase != buddel_bande.OVER:
            seed = shuffled(seed)
            position = buddel_bande.play(
                table,
                position,
                buddel_bande.nth_legal(
                    table, position, share(seed, buddel_bande.legal_count(table, position))
                ),
            )
            actions += 1
        wins += 1 if position.winner == 0 else 0
    return wins, actions, seed
