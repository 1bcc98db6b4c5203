"""Seven levels: how far each looks, and how it errs.

A level is a budget of nodes, so it plays the same on every machine. Weak levels err as people do: they see
only their own move, misjudge what it is worth, forget which mole is theirs, and like to jump far. Each error
hangs on the seed and the position alone.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from moleworks.games.buddel_bande.rules import PASS, Position, Table, place, target
from moleworks.players.buddel_bande.search import Budget, Weighed


class Level(NamedTuple):
    budget: Budget
    slip: float = 0.0
    """How far a choice is misjudged, typically, as a share of what is at stake."""
    forgets: float = 0.0
    """How often, for each size, it does not remember whose the moles are."""
    leap: float = 0.0
    """What it likes about each hill jumped over, as a share of the same."""
    heeds: bool = True
    """Whether it minds that a move ends the game for another."""


LEVELS = (
    Level(Budget(1_000, depth=0, worlds=16), slip=5.0, forgets=1.0, leap=0.05, heeds=False),
    Level(Budget(1_000, depth=0, worlds=16), slip=1.135, forgets=0.62, leap=0.03),
    Level(Budget(1_000, depth=0, worlds=16), slip=0.863, forgets=0.34, leap=0.02),
    Level(Budget(1_000, depth=0, worlds=32), slip=0.625, forgets=0.19, leap=0.01),
    Level(Budget(2_000, depth=1, worlds=32), slip=0.435, forgets=0.11, leap=0.005),
    Level(Budget(4_000, depth=1, worlds=64), slip=0.288),
    Level(Budget(120_000)),
)


def remembered(level: Level, table: Table, position: Position, seed: int) -> Position:
    """The position as a forgetful player remembers it: of some sizes it cannot tell whose the moles are."""
    lots = _lots(seed, position, "forgotten")
    seen = position.seen
    for size in range(3):
        if lots.random() < level.forgets:
            for mole in range(4 * size, 4 * size + table.players):
                if place(position, mole) != table.last:
                    seen &= ~(1 << 12 * position.seat + mole)
    return position._replace(seen=seen)


def misjudged(
    level: Level, table: Table, position: Position, weighed: tuple[Weighed, ...], seed: int
) -> tuple[Weighed, ...]:
    """The choices in the order in which they look best to this level."""
    if not (level.slip or level.leap):
        return weighed

    me = position.seat
    mine = [found.chances[me] for found in weighed]
    stake = max(mine) - min(mine)

    def looks(found: Weighed) -> float:
        chance = found.chances[me]
        if chance == 1 or (chance == 0 and level.heeds):
            return 4 * chance - 2  # nobody overlooks a win, and hardly anybody gives one away
        lots = _lots(seed, position, found.choice)
        error = level.slip * (sum(lots.random() for _ in range(4)) - 2) * 3**0.5
        moves = found.choice < PASS
        hills = target(table, position, found.choice) - place(position, found.choice) if moves else 0
        return chance + stake * (error + level.leap * hills)

    return tuple(sorted(weighed, key=looks, reverse=True))


def _lots(seed: int, position: Position, what: object) -> Random:
    return Random(f"{seed} {position.places} {position.dog} {position.face} {position.symbol} {what}")
