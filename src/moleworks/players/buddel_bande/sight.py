"""The position behind a view, as far as it shows: owners stay open where the seat cannot tell."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from moleworks.games import Complaint, Setup, View
from moleworks.games.bits import bitset
from moleworks.games.buddel_bande import rules
from moleworks.games.buddel_bande.board import FACES, SIZES, SYMBOLS
from moleworks.games.buddel_bande.game import BUDDEL_BANDE, PHASES, State
from moleworks.games.buddel_bande.rules import ACT, PASS, PAW, ROLL, Position
from moleworks.games.game import N_

NUMBERS = {name: phase for phase, name in PHASES.items()}


@lru_cache(maxsize=16)
def opening(setup: Setup) -> State:
    """The state before the first action."""
    return BUDDEL_BANDE.start(setup)


def mole(name: str) -> int:
    """
    >>> mole("M2")
    5
    """
    return 4 * SIZES.index(name[0]) + int(name[1:]) - 1


def state(view: View, setup: Setup) -> State:
    """A state that looks like this; where the view names no owner it says seat 0, which means nothing.

    What others have seen is not in a view: `seen` holds what this view's seat knows, under its number.
    """
    start = opening(setup)
    table = start.table
    moles = {mole(name): seen for name, seen in view["moles"].items()}
    hills = bitset([seen["at"] for seen in moles.values()]) & table.hills
    if view["dog"] not in range(table.last + 1):
        raise ValueError(f"the dog is on no hill of the track: {view['dog']}")
    held = [number for number, seen in moles.items() if seen["at"] in {view["dog"], table.last}]
    home = [seen["owner"] for seen in moles.values() if seen["at"] == table.last]
    known = bitset([number for number, seen in moles.items() if "owner" in seen])
    position = Position(
        NUMBERS[view["phase"]],
        view["seat"],
        view["turn"] - 1,
        sum(seen["at"] << 5 * number for number, seen in moles.items()),
        sum(seen.get("owner", 0) << 2 * number for number, seen in moles.items()),
        hills,
        table.moles & ~bitset(held),
        view["dog"],
        0,
        0,
        rules.DICE,
        known << 12 * view["seat"],
        sum(1 << 2 * owner for owner in home),
        -1,
    )
    if position.phase != ACT:
        return start._replace(position=position)
    own = [number for number, seen in moles.items() if seen.get("owner") == view["seat"]]
    if table.know_own and len(own) < len(SIZES):
        # Only what is certain: another seat may have seen all of them by now.
        raise Complaint(
            N_("This is not the view of the seat that is to act: it does not know all its moles.")
        )
    face, symbol = FACES.index(view["dice"][0]), SYMBOLS.index(view["dice"][1])
    choices = rules.possible(table, position, face, symbol)
    acting = position._replace(face=face, symbol=symbol, choices=choices)
    return start._replace(position=acting)


def actions(heard: Sequence[str]) -> list[int]:
    """What was heard, as the rules number it.

    >>> actions(["=Sc", "S2>7", "=Dl", "dog>9", "pass"])
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
    return (ACT << 6) + (PAW + int(where) if what == "dog" else mole(what))
