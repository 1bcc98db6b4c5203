"""The search of Buddel Bande: evaluate each choice over weighted worlds, with growing depth.

A few worlds are all searched, one choice after another, the best so far first. Of many worlds a sample is
searched, block by block.
"""

from __future__ import annotations

from typing import NamedTuple

from moleworks.core.bits import bitset, members
from moleworks.engine.kernel_pool import Stop
from moleworks.games.buddel_bande.player.search_kernels import BuddelBandeKernels
from moleworks.games.buddel_bande.rules import BuddelBandePosition, BuddelBandeTable

FEW = 32
"""Up to this number, all worlds are searched."""
DEEPEST = 5
WIDTHS = (64, 64, 8, 5, 3, 3)
"""By depth in turns: the number of best choices that are searched."""


class BuddelBandeBudget(NamedTuple):
    """The limits of a search."""

    nodes: int
    """Evaluated positions."""
    depth: int = DEEPEST
    worlds: int = 256


class BuddelBandeOption(NamedTuple):
    """A choice and its value."""

    choice: int
    chances: tuple[float, ...]
    """The chance of each seat to win."""
    depth: int


class BuddelBandeSearchResult(NamedTuple):
    """What a search found, and how much it searched."""

    options: tuple[BuddelBandeOption, ...]
    """Best first."""
    depth: int
    nodes: int
    worlds: int


def search(
    kernels: BuddelBandeKernels,
    table: BuddelBandeTable,
    position: BuddelBandePosition,
    count: int,
    budget: BuddelBandeBudget,
    *,
    required: int = 0,
    lines: int = 1,
    seed: int = 0,
    open_world: bool = False,
    stop: Stop,
) -> BuddelBandeSearchResult:
    """Evaluate the choices of the seat to act; those in `required` are searched to the full depth."""
    first_node = kernels.nodes
    few = count <= FEW
    worlds = 1 if open_world else kernels.sample(count, FEW, seed, budget.worlds)
    first = _evaluate(kernels, table, position, position.choices, 0, worlds, 0, Stop())
    best = {option.choice: option for option in first}
    depth = 0
    last = 0
    while depth < budget.depth and not stop.is_set:
        depth += 1
        used = kernels.nodes - first_node
        if used + 4 * last > budget.nodes:
            break
        ranked = _ranked(best, position.seat)
        again = [option.choice for option in ranked[: max(WIDTHS[depth], lines)]]
        again += [choice for choice in members(required) if choice not in again]
        left = budget.nodes - used
        deeper = (
            _by_choice(kernels, table, position, again, worlds, depth, left, stop)
            if few
            else _by_block(kernels, table, position, again, worlds, depth, left, stop)
        )
        best |= {option.choice: option for option in deeper}
        last = kernels.nodes - first_node - used
    ranked = _ranked(best, position.seat)
    return BuddelBandeSearchResult(tuple(ranked), ranked[0].depth, kernels.nodes - first_node, worlds)


def _ranked(best: dict[int, BuddelBandeOption], seat: int) -> list[BuddelBandeOption]:
    """The best first; those searched deeper come before the others."""
    return sorted(best.values(), key=lambda option: (-option.depth, -option.chances[seat], option.choice))


def _evaluate(
    kernels: BuddelBandeKernels,
    table: BuddelBandeTable,
    position: BuddelBandePosition,
    choices: int,
    first: int,
    last: int,
    depth: int,
    stop: Stop,
) -> list[BuddelBandeOption]:
    """Evaluate the choices in these worlds; an empty list if it was stopped."""
    done, totals = kernels.evaluate_choices(table, position, choices, first, last, depth, stop)
    if done < last - first:
        return []
    return _shares(table, totals, choices, depth)


def _shares(
    table: BuddelBandeTable, totals: list[list[int]], choices: int, depth: int
) -> list[BuddelBandeOption]:
    """Turn totals over worlds into chances that sum to 1."""
    options = []
    for choice in members(choices):
        whole = sum(totals[choice]) or 1
        chances = tuple(total / whole for total in totals[choice][: table.players])
        options.append(BuddelBandeOption(choice, chances, depth))
    return options


def _by_choice(
    kernels: BuddelBandeKernels,
    table: BuddelBandeTable,
    position: BuddelBandePosition,
    again: list[int],
    worlds: int,
    depth: int,
    nodes: int,
    stop: Stop,
) -> list[BuddelBandeOption]:
    first_node = kernels.nodes
    options: list[BuddelBandeOption] = []
    for choice in again:
        if stop.is_set or kernels.nodes - first_node >= nodes:
            break
        options += _evaluate(kernels, table, position, 1 << choice, 0, worlds, depth, stop)
    return options if len(options) > 1 or len(again) == 1 else []


BLOCK = 8
"""The number of worlds in a block."""


def _by_block(
    kernels: BuddelBandeKernels,
    table: BuddelBandeTable,
    position: BuddelBandePosition,
    again: list[int],
    worlds: int,
    depth: int,
    nodes: int,
    stop: Stop,
) -> list[BuddelBandeOption]:
    first_node = kernels.nodes
    choices = bitset(again)
    sums = [[0] * 4 for _ in range(64)]
    some = False
    for first in range(0, worlds, BLOCK):
        if stop.is_set or kernels.nodes - first_node >= nodes:
            break
        last = min(first + BLOCK, worlds)
        done, totals = kernels.evaluate_choices(table, position, choices, first, last, depth, stop)
        if done < last - first:
            break
        some = True
        for choice in members(choices):
            sums[choice] = [a + b for a, b in zip(sums[choice], totals[choice], strict=True)]
    return _shares(table, sums, choices, depth) if some else []
