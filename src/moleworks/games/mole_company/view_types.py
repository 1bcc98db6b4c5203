"""The fields of a view of Mole Company."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict, cast

from moleworks.core.game import View
from moleworks.games.mole_company.board import StackedBoard
from moleworks.games.mole_company.rules import DISCS, disc_values

PAGE_CONSTANTS = {"DISCS": disc_values(DISCS)}
"""Written into the types of the page: every player's discs (MC3)."""


class BoardSpaces(TypedDict):
    """What distinguishes the spaces of one board; spaces by name."""

    holes: Sequence[str]
    specials: Sequence[str]
    dotted: Sequence[Sequence[str]]
    """The pairs of spaces that a dotted line joins."""


class ShownBoard(BoardSpaces):
    """One board of the stack and the moles on it; spaces by name."""

    level: int
    """1 to 4 from the top."""
    moles: Sequence[Sequence[str]]
    """By seat, the spaces of its moles."""


class MoleCompanyView(View, ShownBoard):
    """The board is the uppermost one."""

    left: list[list[int]]
    """By seat, the values of its discs that are face down."""
    disc: int | None
    bonus: bool
    """Whether the mover has one more disc, from a special space."""
    turn: int


def spaces_of(board: StackedBoard) -> BoardSpaces:
    """The spaces of a board as its file tells them."""
    return BoardSpaces(holes=board.holes, specials=board.specials, dotted=board.dotted)


def free_holes(view: ShownBoard) -> list[str]:
    """The holes without a mole."""
    taken = {name for moles in view["moles"] for name in moles}
    return [name for name in view["holes"] if name not in taken]


def own_view(view: View) -> MoleCompanyView:
    """A view that is known to be one of this game."""
    return cast(MoleCompanyView, view)
