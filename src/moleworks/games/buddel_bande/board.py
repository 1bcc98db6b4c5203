"""The board of Buddel Bande: names of moles, and the table for the rules."""

from __future__ import annotations

from collections.abc import Mapping
from math import factorial
from typing import NamedTuple

from moleworks.core.bits import bitset
from moleworks.core.game import Setup, Value
from moleworks.games.buddel_bande.rules import BuddelBandeTable

SIZES = "SML"
FACES = "SMLADE"
SYMBOLS = "clf"
CORNERS = ("top-left", "top-right", "bottom-left", "bottom-right")
"""Where the haystack may lie."""


class BuddelBandeBoard(NamedTuple):
    """A board as in its file."""

    name: str
    title: Mapping[str, str]
    source: str
    version: int
    track: str
    """The symbols of the hills 1 to N: clover `c`, leaf `l`, flower `f`."""
    haystack: str | None = None
    """The corner with the haystack, one of `CORNERS`; None: top left, as on the sheet."""

    @property
    def last(self) -> int:
        """The number of the last hill, N + 1."""
        return len(self.track) + 1

    @property
    def from_right(self) -> bool:
        """Whether the track begins on the right, where the haystack lies."""
        return self.haystack in {"top-right", "bottom-right"}

    @property
    def from_bottom(self) -> bool:
        """Whether the track begins at the bottom, and the dens are at the top."""
        return self.haystack in {"bottom-left", "bottom-right"}


def board_of(setup: Setup) -> BuddelBandeBoard:
    """The board of a set-up of this game."""
    assert isinstance(setup.board, BuddelBandeBoard)
    return setup.board


def mole_name(mole: int) -> str:
    """The name of a mole: its size and its slot on the haystack.

    >>> mole_name(0), mole_name(6), mole_name(11)
    ('S1', 'M3', 'L4')
    """
    return f"{SIZES[mole // 4]}{mole % 4 + 1}"


def mole_number(name: str) -> int:
    """The number of a mole by its name.

    >>> mole_number("S1"), mole_number("M3"), mole_number("L4")
    (0, 6, 11)
    """
    return 4 * SIZES.index(name[0]) + int(name[1:]) - 1


def mole_numbers(players: int) -> list[int]:
    """The moles of this number of players."""
    return [4 * size + slot for size in range(len(SIZES)) for slot in range(players)]


def make_table(board: BuddelBandeBoard, options: Mapping[str, Value], players: int) -> BuddelBandeTable:
    """The board and the options as numbers for the rules."""
    track = board.track
    moles = bitset(mole_numbers(players))
    return BuddelBandeTable(
        players=players,
        last=board.last,
        hills=bitset(list(range(1, board.last))),
        clover=_hills_with("c", track),
        leaf=_hills_with("l", track),
        flower=_hills_with("f", track),
        moles=moles,
        either=moles if options["either"] == "choose" else 0,
        know_own=int(options["know_own"]),
        pass_any=int(options["pass"] == "any"),
        turn_limit=int(options["turn_limit"]),
        deals=(1 << factorial(players)) - 1,
    )


def _hills_with(symbol: str, track: str) -> int:
    """The hills with a symbol, and the last hill, which has all symbols (BB5)."""
    return bitset([hill for hill, its in enumerate(track, 1) if its == symbol]) | 1 << len(track) + 1
