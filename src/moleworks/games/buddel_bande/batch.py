"""Kernels that play many games of Buddel Bande at once: see `research.batches.loops`."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from moleworks.core.kernel import kernel
from moleworks.games.buddel_bande import rules
from moleworks.games.buddel_bande.observation import ENCODER
from moleworks.games.buddel_bande.rules import BuddelBandePosition, BuddelBandeTable
from moleworks.research.batches.batch_kernels import BatchKernels, mark_set


@kernel
def actor(table: BuddelBandeTable, position: BuddelBandePosition) -> int:
    """Who acts: see `rules.actor`."""
    return rules.actor(position)


@kernel
def mark(
    table: BuddelBandeTable,
    position: BuddelBandePosition,
    lookup: Sequence[int],
    cells: MutableSequence[int],
    at: int,
) -> None:
    """Mark the numbers of legal actions with 1."""
    mark_set(position.choices, position.phase << 6, lookup, cells, at)


BATCH = BatchKernels(
    ENCODER,
    rules.opening,
    actor,
    rules.play,
    rules.legal_count,
    rules.nth_legal,
    mark,
    chance_count=rules.legal_count,  # all deals and all rolls are equally likely (BB1, BB3)
    chance_action=rules.nth_legal,
)
