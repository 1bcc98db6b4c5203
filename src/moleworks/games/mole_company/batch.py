"""Kernels that play many games of Mole Company at once: see `research.batches.loops`."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from moleworks.core.bits import lowest, write_cell
from moleworks.core.kernel import kernel
from moleworks.games.mole_company import rules
from moleworks.games.mole_company.observation import ENCODER
from moleworks.games.mole_company.rules import (
    MOVE,
    PLACE,
    MoleCompanyPosition,
    MoleCompanyTable,
)
from moleworks.research.batches.batch_kernels import BatchKernels, mark_set, number_of


@kernel
def actor(table: MoleCompanyTable, position: MoleCompanyPosition) -> int:
    """Who acts: see `rules.actor`."""
    return rules.actor(position)


@kernel
def chance_count(table: MoleCompanyTable, position: MoleCompanyPosition) -> int:
    """The number of chance events, all equally likely: the discs face down (MC3)."""
    return rules.disc_count(position)


@kernel
def chance_action(table: MoleCompanyTable, position: MoleCompanyPosition, n: int) -> int:
    """The nth face-down disc."""
    return rules.nth_disc(position, n)


@kernel
def mark(
    table: MoleCompanyTable,
    position: MoleCompanyPosition,
    lookup: Sequence[int],
    cells: MutableSequence[int],
    at: int,
) -> None:
    """Mark the numbers of legal actions with 1."""
    phase = position.phase
    if phase == MOVE:
        rest = rules.moles(position, position.seat)
        while rest:
            space = lowest(rest)
            mark_set(rules.reach(table, position, space), rules.move_action(space, 0), lookup, cells, at)
            rest &= rest - 1
    elif phase == PLACE:
        mark_set(rules.free_spaces(table, position), 0, lookup, cells, at)
    else:
        for n in range(rules.legal_count(table, position)):
            write_cell(1, cells, at + number_of(lookup, rules.nth_legal(table, position, n)))


BATCH = BatchKernels(
    ENCODER,
    rules.opening,
    actor,
    rules.play,
    rules.legal_count,
    rules.nth_legal,
    mark,
    chance_count,
    chance_action,
)
