"""Kernels that play many games of Buddel Bande at once: see `research.batches.loops`."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from moleworks.core.bits import write_bits, write_value
from moleworks.core.kernel import kernel
from moleworks.games.buddel_bande import rules
from moleworks.games.buddel_bande.observation import ENCODER, MOLE_PLANES, shape, shown_owner
from moleworks.games.buddel_bande.rules import (
    OVER,
    BuddelBandePosition,
    BuddelBandeTable,
)
from moleworks.research.batches.batch_kernels import BatchKernels


@kernel
def actor(table: BuddelBandeTable, position: BuddelBandePosition) -> int:
    """Who acts: see `rules.actor`."""
    return rules.actor(position)


@kernel
def mark(
    table: BuddelBandeTable, position: BuddelBandePosition, cells: MutableSequence[int], at: int, on: int
) -> None:
    """Mark legal actions with 1 and all others with 0; so there is nothing to clear (`on` 0)."""
    if on == 0:
        return
    for phase in range(OVER):
        write_bits(position.choices if phase == position.phase else 0, cells, at + (phase << 6))


@kernel
def write_sets(
    table: BuddelBandeTable,
    position: BuddelBandePosition,
    seat: int,
    numbers: Sequence[int],
    sets: int,
    cells: MutableSequence[int],
    at: int,
    plane: int,
) -> None:
    """Write the planes of moles, a single 1 for each mole, and then those of other sets."""
    for cell in range(at, at + MOLE_PLANES * plane, 64):
        write_value(0, cells, cell)
    for mole in range(12):
        shown = 5 * mole + shown_owner(table, position, seat, mole)
        cells[at + shown * plane + rules.place(position, mole)] = (table.moles >> mole) & 1
    for n in range(MOLE_PLANES, sets):
        write_bits(int(numbers[n]), cells, at + n * plane)


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
    chance_count=rules.legal_count,  # all deals and all rolls are equally likely (BB1, BB3)
    chance_action=rules.nth_legal,
    write_sets=write_sets,
)
