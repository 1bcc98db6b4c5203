"""Buddel Bande as cells of an array: which actions are legal, and what a seat may know of the track.

A plane is a cell for each hill: the haystack, the hills 1 to N, the den. Owners get into a plane by
`rules.knows` alone, as they get into a view. Cells are painted 64 at a time (see `bits.paint`), in order:
there must be 64 cells of room behind the last plane.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from moleworks.games.bits import paint, wash
from moleworks.games.buddel_bande.board import FACES, Board, mole_name
from moleworks.games.buddel_bande.rules import (
    ACT,
    OVER,
    Position,
    Table,
    knows,
    owner,
    place,
)
from moleworks.games.kernel import kernel

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


def shape(board: Board, players: int) -> tuple[int, ...]:
    """Hills; moles that nobody has are empty planes."""
    del players
    return (len(board.track) + 2,)


@kernel
def mark(table: Table, position: Position, cells: MutableSequence[int], at: int, on: int) -> None:
    """Mark the legal actions with 1 and all others with 0: so nothing need be cleared before (`on` 0)."""
    if on == 0:
        return
    for phase in range(OVER):
        paint(position.choices if phase == position.phase else 0, cells, at + (phase << 6))


@kernel
def observe(table: Table, position: Position, seat: int, cells: MutableSequence[int], at: int) -> None:
    """The planes as a seat sees them; a watcher (-1) knows what all know, in the order of seat 0."""
    size = table.last + 1
    me = seat if seat >= 0 else 0
    for mole in range(12):
        whose = 0
        if knows(table, position, seat, mole):
            ahead = owner(position, mole) - me
            whose = 1 + (ahead if ahead >= 0 else ahead + table.players)
        here = ((table.moles >> mole) & 1) << place(position, mole)
        for kind in range(5):
            paint(here if kind == whose else 0, cells, at)
            at += size
    paint(1 << position.dog, cells, at)
    paint(table.clover, cells, at + size)
    paint(table.leaf, cells, at + 2 * size)
    paint(table.flower, cells, at + 3 * size)
    at += 4 * size
    shown = position.phase == ACT
    for face in range(6):
        wash(1 if shown and position.face == face else 0, cells, at)
        at += size
    for symbol in range(3):
        wash(1 if shown and position.symbol == symbol else 0, cells, at)
        at += size
    wash(position.turns * 255 // table.turn_limit, cells, at)
