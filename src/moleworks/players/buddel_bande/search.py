"""Which action is best on the whole: in every world by its weight, deeper and deeper while the budget lasts.

Few worlds: all of them, one action after another, the most promising first. Many: a sample, block by block.
"""

from __future__ import annotations

from typing import NamedTuple

from moleworks.games.bits import bitset, members
from moleworks.games.buddel_bande.rules import Position, Table
from moleworks.players.buddel_bande.kit import BuddelKit
from moleworks.players.workshop import Stop

FEW = 32
"""So many worlds, or fewer, are all looked at."""
DEEPEST = 5
KEEP = (64, 64, 8, 5, 3, 3)
"""By turns ahead: how many of the best actions are looked at again."""


class Budget(NamedTuple):
    nodes: int
    """Positions judged."""
    depth: int = DEEPEST
    worlds: int = 256


class Weighed(NamedTuple):
    """What a choice is worth."""

    choice: int
    chances: tuple[float, ...]
    """Of each seat to win."""
    depth: int


class Thought(NamedTuple):
    weighed: tuple[Weighed, ...]
    """Best first."""
    depth: int
    nodes: int
    worlds: int


def think(
    kit: BuddelKit,
    table: Table,
    position: Position,
    count: int,
    budget: Budget,
    *,
    must: int = 0,
    lines: int = 1,
    seed: int = 0,
    open_world: bool = False,
    stop: Stop,
) -> Thought:
    """Weigh the choices of the seat to act; `must` are those that are looked at to the end in any case."""
    begun = kit.nodes
    few = count <= FEW
    drawn = 1 if open_world else kit.draw(count, FEW, seed, budget.worlds)
    first = _whole(kit, table, position, position.choices, 0, drawn, 0, Stop())
    best = {weighed.choice: weighed for weighed in first}
    depth = 0
    last = 0
    while depth < budget.depth and not stop.is_set:
        depth += 1
        used = kit.nodes - begun
        if used + 4 * last > budget.nodes:
            break
        ranked = _ranked(best, position.seat)
        again = [weighed.choice for weighed in ranked[: max(KEEP[depth], lines)]]
        again += [choice for choice in members(must) if choice not in again]
        left = budget.nodes - used
        found = (
            _by_choice(kit, table, position, again, drawn, depth, left, stop)
            if few
            else _by_block(kit, table, position, again, drawn, depth, left, stop)
        )
        best |= {weighed.choice: weighed for weighed in found}
        last = kit.nodes - begun - used
    ranked = _ranked(best, position.seat)
    return Thought(tuple(ranked), ranked[0].depth, kit.nodes - begun, drawn)


def _ranked(best: dict[int, Weighed], seat: int) -> list[Weighed]:
    """The best first; what was looked at deeper goes before the rest."""
    return sorted(best.values(), key=lambda found: (-found.depth, -found.chances[seat], found.choice))


def _whole(
    kit: BuddelKit,
    table: Table,
    position: Position,
    choices: int,
    first: int,
    last: int,
    depth: int,
    stop: Stop,
) -> list[Weighed]:
    """The choices weighed in all these worlds; nothing if it was stopped."""
    done, totals = kit.weigh(table, position, choices, first, last, depth, stop)
    if done < last - first:
        return []
    return _shares(table, totals, choices, depth)


def _shares(table: Table, totals: list[list[int]], choices: int, depth: int) -> list[Weighed]:
    """Totals over worlds as chances that add up to one."""
    found = []
    for choice in members(choices):
        whole = sum(totals[choice]) or 1
        chances = tuple(total / whole for total in totals[choice][: table.players])
        found.append(Weighed(choice, chances, depth))
    return found


def _by_choice(
    kit: BuddelKit,
    table: Table,
    position: Position,
    again: list[int],
    worlds: int,
    depth: int,
    nodes: int,
    stop: Stop,
) -> list[Weighed]:
    begun = kit.nodes
    found: list[Weighed] = []
    for choice in again:
        if stop.is_set or kit.nodes - begun >= nodes:
            break
        found += _whole(kit, table, position, 1 << choice, 0, worlds, depth, stop)
    return found if len(found) > 1 or len(again) == 1 else []


BLOCK = 8
"""Worlds looked at at a time."""


def _by_block(
    kit: BuddelKit,
    table: Table,
    position: Position,
    again: list[int],
    worlds: int,
    depth: int,
    nodes: int,
    stop: Stop,
) -> list[Weighed]:
    begun = kit.nodes
    choices = bitset(again)
    sums = [[0] * 4 for _ in range(64)]
    some = False
    for first in range(0, worlds, BLOCK):
        if stop.is_set or kit.nodes - begun >= nodes:
            break
        last = min(first + BLOCK, worlds)
        done, totals = kit.weigh(table, position, choices, first, last, depth, stop)
        if done < last - first:
            break
        some = True
        for choice in members(choices):
            sums[choice] = [a + b for a, b in zip(sums[choice], totals[choice], strict=True)]
    return _shares(table, sums, choices, depth) if some else []
