"""The actions that everybody heard: as numbers of the rules, and what a pass tells about owners."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from moleworks.core.bits import members
from moleworks.games.buddel_bande import rules
from moleworks.games.buddel_bande.board import FACES, SYMBOLS, mole_number
from moleworks.games.buddel_bande.rules import ACT, DOG_TO, PASS, ROLL, BuddelBandeTable, shown_by_deal


def action_numbers(heard: Sequence[str]) -> list[int]:
    """The actions heard, as numbers of the rules.

    >>> action_numbers(["=Sc", "S2>7", "=Dl", "dog>9", "pass"])
    [64, 129, 81, 153, 140]
    """
    return [_action(name) for name in heard]


@lru_cache(maxsize=512)
def _action(name: str) -> int:
    if name[0] == "=":
        return (ROLL << 6) + 4 * FACES.index(name[1]) + SYMBOLS.index(name[2])
    if name == "pass":
        return (ACT << 6) + PASS
    what, _, where = name.partition(">")
    return (ACT << 6) + (DOG_TO + int(where) if what == "dog" else mole_number(what))


def denied_owners(table: BuddelBandeTable, owners: int, heard: Sequence[str]) -> frozenset[tuple[int, int]]:
    """Moles with a seat that cannot own them: the seat passed, and would have known its own mole (BB10).

    `owners` has those of all moles that are at home by now.
    """
    if table.pass_any or "pass" not in heard:
        return frozenset()
    denied: set[tuple[int, int]] = set()
    position = rules.after_deal(table, owners, 0)
    for action in action_numbers(heard):
        if action == (ACT << 6) + PASS:
            seat = position.seat
            choices = rules.public_choices(table, position, position.face, position.symbol)
            for mole in members(choices & table.moles):
                if shown_by_deal(table, mole) or rules.seen_moles(position, seat) >> mole & 1:
                    denied.add((mole, seat))
        position = rules.play(table, position, action)
    return frozenset(denied)
