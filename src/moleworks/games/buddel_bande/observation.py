"""Encode positions of Buddel Bande for learning programs: a cell for each hill from the haystack to the den.

An owner is shown if `rules.knows_owner` says so, as in views.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from moleworks.core.bits import write_bits, write_cell, write_value
from moleworks.core.game import Setup
from moleworks.core.kernel import kernel
from moleworks.games.buddel_bande.board import FACES, SYMBOLS, board_of, mole_name
from moleworks.games.buddel_bande.rules import (
    ACT,
    FACE_COUNT,
    ROLL,
    SYMBOL_COUNT,
    BuddelBandePosition,
    BuddelBandeTable,
    knows_owner,
    owner,
    place,
)
from moleworks.research.encoded_planes import EncodedPlanes, Encoder

SEATS = ("mine", "of the next seat", "of the seat after it", "of the last of four seats")
OWNERS = ("somebody's", *SEATS)
PLANTS = dict(zip(SYMBOLS, ("clover", "leaf", "flower"), strict=True))
TURNS = "turns, of 255 as far as the turn limit"
PLANES = (
    *(f"{mole_name(mole)}, {whose}" for mole in range(12) for whose in OWNERS),
    "dog",
    *PLANTS.values(),
    *(f"the mole die shows {face}" for face in FACES),
    *(f"the hill die shows {plant}" for plant in PLANTS.values()),
    *(f"turn: {whose}" for whose in SEATS),
    TURNS,
)
"""From the dice on they are the same on every hill: 1 or 0, or a number."""
SETS, MOLE_PLANES = 64, 60
"""How many of them are sets of hills, and how many of those show a mole: five for each, by owner."""


@kernel
def shown_owner(table: BuddelBandeTable, position: BuddelBandePosition, seat: int, mole: int) -> int:
    """By which of `OWNERS` a mole is shown; a watcher (-1) has public knowledge, in the order of seat 0."""
    if not knows_owner(table, position, seat, mole):
        return 0
    ahead = owner(position, mole) - (seat if seat >= 0 else 0)
    return 1 + (ahead if ahead >= 0 else ahead + table.players)


@kernel
def encode(
    table: BuddelBandeTable,
    position: BuddelBandePosition,
    seat: int,
    printed: Sequence[int],
    numbers: MutableSequence[int],
) -> None:
    """Write the numbers of `PLANES`, but those of moles: `write_sets` writes their planes without them."""
    numbers[60] = 1 << position.dog
    numbers[61] = table.clover
    numbers[62] = table.leaf
    numbers[63] = table.flower
    shown = position.phase == ACT
    for face in range(FACE_COUNT):
        numbers[64 + face] = 1 if shown and position.face == face else 0
    for symbol in range(SYMBOL_COUNT):
        numbers[70 + symbol] = 1 if shown and position.symbol == symbol else 0
    begun = position.phase == ROLL or shown
    ahead = position.seat - (seat if seat >= 0 else 0)
    turn = ahead if ahead >= 0 else ahead + table.players
    for n in range(4):
        numbers[73 + n] = 1 if begun and n == turn else 0
    numbers[77] = position.turns * 255 // table.turn_limit


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
        write_cell((table.moles >> mole) & 1, cells, at + shown * plane + place(position, mole))
    for n in range(MOLE_PLANES, sets):
        write_bits(int(numbers[n]), cells, at + n * plane)


ENCODER = Encoder(BuddelBandeTable, BuddelBandePosition, PLANES, SETS, encode, write_sets)


class BuddelBandeObservation(EncodedPlanes):
    """The planes of Buddel Bande: hills from the haystack to the den. Those of missing moles are empty."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(ENCODER, (len(board_of(setup).track) + 2,), {TURNS: 255})


OBSERVATION = BuddelBandeObservation
