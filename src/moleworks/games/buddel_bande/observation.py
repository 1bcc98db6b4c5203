"""Encode positions of Buddel Bande for learning programs: a cell for each hill from the haystack to the den.

Adapters show a row of hills for each mole. An owner is shown if `rules.knows_owner` says so, as in views.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from moleworks.core.bits import members
from moleworks.core.game import Setup
from moleworks.core.kernel import kernel
from moleworks.games.buddel_bande.board import FACES, SYMBOLS, BuddelBandeBoard, board_of, mole_name
from moleworks.games.buddel_bande.game import BUDDEL_BANDE, PHASES
from moleworks.games.buddel_bande.rules import (
    ACT,
    ROLL,
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
PLANES = (
    *(f"{mole_name(mole)}, {whose}" for mole in range(12) for whose in OWNERS),
    "dog",
    *PLANTS.values(),
    *(f"the mole die shows {face}" for face in FACES),
    *(f"the hill die shows {plant}" for plant in PLANTS.values()),
    "turns, of 255 as far as the turn limit",
)
"""The planes of batches. From the dice on they are the same on every hill: 1 or 0, or a number."""
SETS, MOLE_PLANES = 64, 60
"""How many of them are sets of hills, and how many of those show a mole: five for each, by owner."""
REST = (
    *(mole_name(mole) for mole in range(12)),
    *PHASES.values(),
    *(f"turn: {whose}" for whose in SEATS),
    "turn",
)
"""Further numbers, in planes of adapters."""


def shape(board: BuddelBandeBoard, players: int) -> tuple[int, ...]:
    """Hills; planes of missing moles are empty."""
    del players
    return (len(board.track) + 2,)


@kernel
def shown_owner(table: BuddelBandeTable, position: BuddelBandePosition, seat: int, mole: int) -> int:
    """By which of `OWNERS` a mole is shown; a watcher (-1) has public knowledge, in the order of seat 0."""
    if not knows_owner(table, position, seat, mole):
        return 0
    ahead = owner(position, mole) - (seat if seat >= 0 else 0)
    return 1 + (ahead if ahead >= 0 else ahead + table.players)


@kernel
def encode(
    table: BuddelBandeTable, position: BuddelBandePosition, seat: int, numbers: MutableSequence[int]
) -> None:
    """Write the numbers of `PLANES`, but those of moles: batches write their planes without them."""
    numbers[60] = 1 << position.dog
    numbers[61] = table.clover
    numbers[62] = table.leaf
    numbers[63] = table.flower
    shown = position.phase == ACT
    for face in range(6):
        numbers[64 + face] = 1 if shown and position.face == face else 0
    for symbol in range(3):
        numbers[70 + symbol] = 1 if shown and position.symbol == symbol else 0
    numbers[73] = position.turns * 255 // table.turn_limit


@kernel
def encode_rest(
    table: BuddelBandeTable,
    position: BuddelBandePosition,
    seat: int,
    printed: Sequence[int],
    numbers: MutableSequence[int],
) -> None:
    """Write the numbers of `REST`, and those of moles in `PLANES`."""
    for mole in range(12):
        here = 1 << place(position, mole)
        numbers[74 + mole] = here
        whose = shown_owner(table, position, seat, mole)
        for kind in range(5):
            numbers[5 * mole + kind] = here if kind == whose else 0
    for phase in range(4):
        numbers[86 + phase] = 1 if position.phase == phase else 0
    begun = position.phase in (ROLL, ACT)
    ahead = position.seat - (seat if seat >= 0 else 0)
    turn = ahead if ahead >= 0 else ahead + table.players
    for n in range(4):
        numbers[90 + n] = 1 if begun and n == turn else 0
    numbers[94] = position.turns + (1 if begun else 0)


ENCODER = Encoder(BuddelBandeTable, BuddelBandePosition, PLANES, SETS, REST, encode, encode_rest)


class BuddelBandeObservation(EncodedPlanes):
    """The planes of Buddel Bande: a row of hills for each mole."""

    def __init__(self, setup: Setup) -> None:
        seats = SEATS[: setup.players]
        moles = [mole_name(mole) for mole in members(BUDDEL_BANDE.start(setup).table.moles)]
        super().__init__(
            ENCODER,
            {
                "mole": moles,
                **{f"mole of {n}": [f"{mole}, {whose}" for mole in moles] for n, whose in enumerate(seats)},
                "dog": ["dog"] * len(moles),
                **{f"hills {symbol}": [plant] * len(moles) for symbol, plant in PLANTS.items()},
            },
            {
                **{f"the mole die shows {face}": f"die {face}" for face in FACES},
                **{f"the hill die shows {plant}": f"die {symbol}" for symbol, plant in PLANTS.items()},
                **{phase: phase for phase in PHASES.values()},
                **{f"turn: {whose}": f"turn of {n}" for n, whose in enumerate(seats)},
                "turn": "turns",
            },
            len(moles),
            len(board_of(setup).track) + 2,
            divisors={"turn": int(setup.options["turn_limit"])},
        )


OBSERVATION = BuddelBandeObservation
