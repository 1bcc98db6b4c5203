"""Kernels that play many games of Mole Company at once: see `research.batches.loops`."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from moleworks.core.bits import count, lowest, write_bits
from moleworks.core.kernel import kernel
from moleworks.games.mole_company import rules
from moleworks.games.mole_company.observation import ENCODER, shape
from moleworks.games.mole_company.rules import (
    BONUS,
    CHOOSE,
    DISC,
    DO_FLIP,
    DO_STOP,
    DO_WAIT,
    FLIP,
    GO,
    MOVE,
    PLACE,
    MoleCompanyPosition,
    MoleCompanyTable,
)
from moleworks.research.batches.batch_kernels import BatchKernels


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
    table: MoleCompanyTable, position: MoleCompanyPosition, cells: MutableSequence[int], at: int, on: int
) -> None:
    """Mark legal actions with `on`. Before another position is marked, this one must be cleared (0).

    So only the cells of this position's actions are written.
    """
    phase = position.phase
    if phase == MOVE:
        rest = rules.moles(position, position.seat)
        while rest:
            space = lowest(rest)
            found = rules.reach(table, position, space) if on == 1 else 0
            write_bits(found, cells, at + GO + 64 * space)
            rest &= rest - 1
    elif phase == FLIP:
        for disc in range(1, 5):
            cells[at + DISC + disc] = on if rules.disc_weight(position, disc) > 0 else 0
    elif phase == PLACE:
        write_bits(rules.free_spaces(table, position) if on == 1 else 0, cells, at)
    elif phase in (CHOOSE, BONUS):
        cells[at + DO_FLIP] = on
        cells[at + (DO_WAIT if phase == CHOOSE else DO_STOP)] = on


@kernel
def write_sets(
    table: MoleCompanyTable,
    position: MoleCompanyPosition,
    seat: int,
    numbers: Sequence[int],
    sets: int,
    cells: MutableSequence[int],
    at: int,
    plane: int,
) -> None:
    """Write sets of spaces, row by row."""
    room = count(table.spaces[0])
    side = 3 if room == 19 else (4 if room == 37 else 5)
    rows = 2 * side - 1
    for n in range(sets):
        bits = int(numbers[n])
        for row in range(rows):
            below = row - (side - 1)
            gap = below if below > 0 else 0
            length = rows - (below if below > 0 else -below)
            write_bits((bits & ((1 << length) - 1)) << gap, cells, at + row * rows)
            bits >>= length
        at += plane


BATCH = BatchKernels(
    ENCODER,
    shape,
    rules.ACTIONS,
    rules.opening,
    actor,
    rules.play,
    rules.legal_count,
    rules.nth_legal,
    mark,
    chance_count,
    chance_action,
    write_sets=write_sets,
)
