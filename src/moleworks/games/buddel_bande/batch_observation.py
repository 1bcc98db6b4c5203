"""Buddel Bande in arrays of a batch: the mask of legal actions and the observation planes.

A plane has a cell for each hill: the haystack, the hills 1 to N, the den. Owners are shown by `rules.knows`
alone, as in views. Cells are written 64 at a time (see `bits.paint`) and in order: 64 spare cells must follow
the last plane.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from moleworks.core.bits import write_bits, write_value
from moleworks.core.kernel import kernel
from moleworks.games.buddel_bande.board import FACES, BuddelBandeBoard, mole_name
from moleworks.games.buddel_bande.rules import (
    ACT,
    OVER,
    BuddelBandePosition,
    BuddelBandeTable,
    knows_owner,
    owner,
    place,
)

ACTIONS = OVER << 6
"""Every action is smaller: 64 times its phase plus a choice."""

OWNERS = ("somebody's", "mine", "of the next seat", "of the seat after it", "of the last of four seats")
PLANES = (
    *(f"{mole_name(mole)}, {whose}" for mole in range(12) for whose in OWNERS),
    "dog",
    "clover",
    "leaf",
    "flower",
    *(f"the mole die shows {face}" for face in FACES),
    "the hill die shows clover",
    "the hill die shows leaf",
    "the hill die shows flower",
    "turns, of 255 as far as the turn limit",
)
"""What each plane shows. From the dice on they are the same on every hill: 1 or 0, or a number."""


def shape(board: BuddelBandeBoard, players: int) -> tuple[int, ...]:
    """Hills; planes of missing moles are empty."""
    del players
    return (len(board.track) + 2,)


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
def observe(
    table: BuddelBandeTable, position: BuddelBandePosition, seat: int, cells: MutableSequence[int], at: int
) -> None:
    """Write the planes for a seat; a watcher (-1) has public knowledge, in the order of seat 0."""
    size = table.last + 1
    me = seat if seat >= 0 else 0
    for mole in range(12):
        whose = 0
        if knows_owner(table, position, seat, mole):
            ahead = owner(position, mole) - me
            whose = 1 + (ahead if ahead >= 0 else ahead + table.players)
        here = ((table.moles >> mole) & 1) << place(position, mole)
        for kind in range(5):
            write_bits(here if kind == whose else 0, cells, at)
            at += size
    write_bits(1 << position.dog, cells, at)
    write_bits(table.clover, cells, at + size)
    write_bits(table.leaf, cells, at + 2 * size)
    write_bits(table.flower, cells, at + 3 * size)
    at += 4 * size
    shown = position.phase == ACT
    for face in range(6):
        write_value(1 if shown and position.face == face else 0, cells, at)
        at += size
    for symbol in range(3):
        write_value(1 if shown and position.symbol == symbol else 0, cells, at)
        at += size
    write_value(position.turns * 255 // table.turn_limit, cells, at)
