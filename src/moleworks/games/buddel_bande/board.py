"""Buddel Bande's track: moles by name, and the table of numbers the rules work on."""

from __future__ import annotations

from collections.abc import Mapping
from math import factorial
from typing import NamedTuple

from moleworks.games.bits import bitset
from moleworks.games.buddel_bande.rules import Table
from moleworks.games.game import Value

SIZES = "SML"
FACES = "SMLADE"
SYMBOLS = "clf"


class Board(NamedTuple):
    """A track as its file tells it."""

    name: str
    title: Mapping[str, str]
    source: str
    version: int
    track: str
    """The symbols of the hills 1 to N: clover `c`, leaf `l`, flower `f`."""


def mole_name(mole: int) -> str:
    """A mole by its size and its slot on the haystack.

    >>> mole_name(0), mole_name(6), mole_name(11)
    ('S1', 'M3', 'L4')
    """
    return f"{SIZES[mole // 4]}{mole % 4 + 1}"


def table(board: Board, options: Mapping[str, Value], players: int) -> Table:
    """The numbers the rules play with."""
    track = board.track
    last = len(track) + 1
    moles = bitset([4 * size + slot for size in range(len(SIZES)) for slot in range(players)])
    return Table(
        players=players,
        last=last,
        hills=bitset(list(range(1, last))),
        clover=_hills_with("c", track),
        leaf=_hills_with("l", track),
        flower=_hills_with("f", track),
        moles=moles,
        either=moles if options["either"] == "choose" else 0,
        know_own=int(options["know_own"]),
        turn_limit=int(options["turn_limit"]),
        deals=(1 << factorial(players)) - 1,
    )


def _hills_with(symbol: str, track: str) -> int:
    """The hills with a symbol, and the last hill, which has every one (BB5)."""
    return bitset([hill for hill, its in enumerate(track, 1) if its == symbol]) | 1 << len(track) + 1
