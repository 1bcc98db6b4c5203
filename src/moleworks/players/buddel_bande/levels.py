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
    """By how much a chance of winning is misjudged, typically."""
    forgets: float = 0.0
    """How often, for each size, it does not remember whose the moles are."""
    leap: float = 0.0
    """What it likes about each hill jumped over."""


LEVELS = (
    Level(Budget(1_000, depth=0, worlds=16), slip=0.60, forgets=1.0, leap=0.008),
    Level(Budget(1_000, depth=0, worlds=16), slip=0.21, forgets=0.33, leap=0.004),
    Level(Budget(1_000, depth=0, worlds=16), slip=0.12, forgets=0.13, leap=0.003),
    Level(Budget(2_000, depth=1, worlds=32), slip=0.083, forgets=0.085, leap=0.002),
    Level(Budget(2_000, depth=1, worlds=32), slip=0.050, forgets=0.02, leap=0.001),
    Level(Budget(4_000, depth=1, worlds=64), slip=0.028),
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

    def looks(found: Weighed) -> float:
        if found.chances[position.seat] == 1:
            return 2.0  # nobody overlooks a win
        lots = _lots(seed, position, found.choice)
        error = level.slip * (sum(lots.random() for _ in range(4)) - 2) * 3**0.5
        hills = (
            target(table, position, found.choice) - place(position, found.choice)
            if found.choice < PASS
            else 0
        )
        return found.chances[position.seat] + error + level.leap * hills

    return tuple(sorted(weighed, key=looks, reverse=True))


def _lots(seed: int, position: Position, what: object) -> Random:
    return Random(f"{seed} {position.places} {position.dog} {position.face} {position.symbol} {what}")
