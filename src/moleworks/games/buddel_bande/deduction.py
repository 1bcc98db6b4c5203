"""Deduce the owners of moles that follow for certain from what a seat has seen and from who has passed.

Each size is a permutation of the seats (BB1). A seat knows some owners (its own, those it has moved, those at
home), and a pass tells that a mole is not the passing seat's (BB10).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from moleworks.core.bits import members
from moleworks.games.buddel_bande import rules, worlds
from moleworks.games.buddel_bande.board import mole_name
from moleworks.games.buddel_bande.game import BuddelBandeState
from moleworks.games.buddel_bande.heard import denied_owners


class Deduction(NamedTuple):
    """A mole whose owner the seat has not seen, but can tell."""

    mole: int
    owner: int
    denied: tuple[tuple[int, int], ...]
    """Moles of its size with a seat that passed and so does not own them, as far as they are needed."""


def deductions(state: BuddelBandeState, seat: int, heard: Sequence[str]) -> list[Deduction]:
    """Every unseen mole whose owner follows."""
    table, position = state.table, state.position
    home = sum(
        rules.owner(position, mole) << 2 * mole
        for mole in members(table.moles)
        if rules.place(position, mole) == table.last
    )
    denied = denied_owners(table, home, heard)
    found = []
    for mole in members(table.moles):
        if rules.knows_owner(table, position, seat, mole):
            continue
        owners = possible_owners(state, seat, mole, denied)
        if len(owners) == 1:
            needed = _needed(state, seat, mole, sorted(pair for pair in denied if pair[0] >> 2 == mole >> 2))
            found.append(Deduction(mole, owners.pop(), needed))
    return found


def possible_owners(
    state: BuddelBandeState,
    seat: int,
    mole: int,
    denied: Sequence[tuple[int, int]] | frozenset[tuple[int, int]],
) -> set[int]:
    """The seats that a mole can belong to, by all that this seat has seen and heard."""
    table, position = state.table, state.position
    known = rules.known_moles(table, position, seat)
    return worlds.possible_owners(table, position.owners, known, mole, frozenset(denied))


def _needed(
    state: BuddelBandeState, seat: int, mole: int, denied: Sequence[tuple[int, int]]
) -> tuple[tuple[int, int], ...]:
    """As few of these pairs as suffice."""
    kept = list(denied)
    for pair in denied:
        fewer = [other for other in kept if other != pair]
        if len(possible_owners(state, seat, mole, fewer)) == 1:
            kept = fewer
    return tuple(kept)


def known_names(state: BuddelBandeState, seat: int, mole: int) -> list[tuple[str, int]]:
    """The moles of the same size whose owners the seat has seen, with the owners."""
    table, position = state.table, state.position
    first = mole & ~3
    return [
        (mole_name(each), rules.owner(position, each))
        for each in range(first, first + table.players)
        if rules.knows_owner(table, position, seat, each)
    ]
