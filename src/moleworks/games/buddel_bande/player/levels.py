"""The seven levels of Buddel Bande: search depth, and the errors that a level makes.

A level is a budget of nodes, so it plays the same on every machine. Weak levels err as people do: they see
only their own move, misjudge its value, forget whose a mole is, and like to jump far. Each error depends on
the seed and the position alone.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from moleworks.games.buddel_bande.player.search import BuddelBandeBudget, BuddelBandeOption
from moleworks.games.buddel_bande.rules import (
    MOLES_EACH,
    PASS,
    BuddelBandePosition,
    BuddelBandeTable,
    place,
    target,
)


class BuddelBandeLevel(NamedTuple):
    """The budget of a level, and the errors that it makes."""

    budget: BuddelBandeBudget
    noise: float = 0.0
    """The standard deviation of the error in a choice's value, as a share of the stake."""
    forgets: float = 0.0
    """The probability, for each size, that it forgets whose the moles are."""
    jump_bonus: float = 0.0
    """The value that it adds for each hill of a move, as a share of the stake."""
    avoids_losses: bool = True
    """Whether it never chooses a move that lets another seat win, if there is another move."""


LEVELS = (
    BuddelBandeLevel(
        BuddelBandeBudget(1_000, depth=0, worlds=16),
        noise=8.0,
        forgets=1.0,
        jump_bonus=0.05,
        avoids_losses=False,
    ),
    BuddelBandeLevel(
        BuddelBandeBudget(1_000, depth=0, worlds=16), noise=1.165, forgets=0.645, jump_bonus=0.03
    ),
    BuddelBandeLevel(
        BuddelBandeBudget(1_000, depth=0, worlds=16), noise=0.852, forgets=0.332, jump_bonus=0.02
    ),
    BuddelBandeLevel(
        BuddelBandeBudget(1_000, depth=0, worlds=32), noise=0.597, forgets=0.183, jump_bonus=0.01
    ),
    BuddelBandeLevel(
        BuddelBandeBudget(2_000, depth=1, worlds=32), noise=0.418, forgets=0.102, jump_bonus=0.005
    ),
    BuddelBandeLevel(BuddelBandeBudget(4_000, depth=1, worlds=64), noise=0.288),
    BuddelBandeLevel(BuddelBandeBudget(120_000)),
)


def forget_owners(
    level: BuddelBandeLevel, table: BuddelBandeTable, position: BuddelBandePosition, seed: int
) -> BuddelBandePosition:
    """The position without the owners that the level forgets; it forgets all moles of a size together."""
    random = _random(seed, position, "forgotten")
    seen = position.seen
    for size in range(MOLES_EACH):
        if random.random() < level.forgets:
            for mole in range(4 * size, 4 * size + table.players):
                if place(position, mole) != table.last:
                    seen &= ~(1 << 12 * position.seat + mole)
    return position._replace(seen=seen)


def reorder_by_errors(
    level: BuddelBandeLevel,
    table: BuddelBandeTable,
    position: BuddelBandePosition,
    options: tuple[BuddelBandeOption, ...],
    seed: int,
) -> tuple[BuddelBandeOption, ...]:
    """The options in the order in which the level sees them, with its errors."""
    if not (level.noise or level.jump_bonus):
        return options

    me = position.seat
    mine = [found.chances[me] for found in options]
    stake = max(mine) - min(mine)

    def apparent_value(found: BuddelBandeOption) -> float:
        chance = found.chances[me]
        if chance == 1 or (chance == 0 and level.avoids_losses):
            return 4 * chance - 2  # wins are never overlooked, losses only by the weakest level
        random = _random(seed, position, found.choice)
        error = level.noise * (sum(random.random() for _ in range(4)) - 2) * 3**0.5
        moves = found.choice < PASS
        hills = target(table, position, found.choice) - place(position, found.choice) if moves else 0
        return chance + stake * (error + level.jump_bonus * hills)

    return tuple(sorted(options, key=apparent_value, reverse=True))


def _random(seed: int, position: BuddelBandePosition, what: object) -> Random:
    return Random(f"{seed} {position.places} {position.dog} {position.face} {position.symbol} {what}")
