"""Play games of Mole Company to the end, by kernels, with a policy that enters holes where it can.

Each play-out returns the next seed, so the first seed repeats a run.
"""

from __future__ import annotations

from moleworks.core.bits import count, lowest, nth
from moleworks.core.kernel import kernel
from moleworks.core.random_kernels import next_seed, pick
from moleworks.games.mole_company import rules
from moleworks.games.mole_company.rules import MoleCompanyPosition, MoleCompanyTable


@kernel
def digging_move(table: MoleCompanyTable, position: MoleCompanyPosition, seed: int) -> tuple[int, int]:
    """A move into a hole if there is one, out of one only if there is no other; and the next seed."""
    holes = rules.board_holes(table, position.level)
    rest = rules.outside(table, position, position.seat)
    chosen = ways = 0
    digs = False
    # One pass: the n-th way found takes the place of the one chosen so far with a chance of 1 in n.
    while rest:
        space = lowest(rest)
        rest &= rest - 1
        found = rules.reach(table, position, space)
        if found & holes and not digs:
            digs = True
            ways = 0
        if digs:
            found &= holes
        if found:
            ways += count(found)
            seed = next_seed(seed)
            n = pick(seed, ways)
            if n < count(found):
                chosen = rules.move_action(space, nth(found, n))
    if ways == 0:
        seed = next_seed(seed)
        chosen = rules.nth_move(table, position, pick(seed, rules.move_count(table, position)))
    return chosen, seed


@kernel
def digging_action(table: MoleCompanyTable, position: MoleCompanyPosition, seed: int) -> tuple[int, int]:
    """The action of the digging policy (it waits, takes every bonus, places anywhere) and the next seed."""
    if position.phase == rules.MOVE:
        return digging_move(table, position, seed)
    seed = next_seed(seed)
    if position.phase == rules.FLIP:
        return rules.nth_disc(position, pick(seed, rules.disc_count(position))), seed
    if position.phase == rules.CHOOSE:
        return rules.DO_WAIT, seed
    if position.phase == rules.BONUS:
        return rules.DO_FLIP, seed
    ways = rules.legal_count(table, position)
    return rules.nth_legal(table, position, pick(seed, ways)), seed


@kernel
def digging_games(table: MoleCompanyTable, seed: int, games: int) -> tuple[int, int, int]:
    """Play games by the digging policy; return the wins of seat 0, the number of actions, the next seed."""
    wins = actions = 0
    for _ in range(games):
        position = rules.opening(table)
        while position.phase != rules.OVER:
            action, seed = digging_action(table, position, seed)
            position = rules.play(table, position, action)
            actions += 1
        wins += 1 if position.winner == 0 else 0
    return wins, actions, seed
