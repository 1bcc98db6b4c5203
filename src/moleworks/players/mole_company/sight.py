"""The position behind a view: nothing is hidden in this game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from moleworks.games import Setup, View
from moleworks.games.bits import bitset
from moleworks.games.mole_company.board import by_name
from moleworks.games.mole_company.game import MOLE_COMPANY, PHASES, State
from moleworks.games.mole_company.rules import Position
from moleworks.players.advice import Sight

NUMBERS = {name: phase for phase, name in PHASES.items()}


@lru_cache(maxsize=16)
def opening(setup: Setup) -> State:
    """The state before the first action."""
    return MOLE_COMPANY.start(setup)


def state(view: View, setup: Setup) -> State:
    """The state of which this is the view; of a game that goes on."""
    start = opening(setup)
    numbers = by_name(start.side)
    moles = [bitset([numbers[name] for name in names]) for names in view["moles"]]
    moles += [0] * (4 - len(moles))
    position = Position(
        NUMBERS[view["phase"]],
        view["level"] - 1,
        view["seat"],
        moles[0],
        moles[1],
        moles[2],
        moles[3],
        sum(_face_down(discs) << 8 * seat for seat, discs in enumerate(view["left"])),
        view["disc"] or 0,
        int(view["bonus"]),
        view["turn"],
        -1,
    )
    return start._replace(position=position)


def heard(sight: Sight) -> Sequence[int]:
    """What was heard, as the rules number it; nothing if some of it is of another box."""
    names = _numbers(sight.setup)
    found = [names.get(name, -1) for name in sight.heard]
    return () if -1 in found else found


@lru_cache(maxsize=16)
def _numbers(setup: Setup) -> Mapping[str, int]:
    names = MOLE_COMPANY.names(setup)
    return {**names.seats, **names.chance}


def _face_down(discs: list[int]) -> int:
    """The lower of two bits for one disc of a value, both for two."""
    down = 0
    for disc in discs:
        down |= 1 << 2 * (disc - 1) + (down >> 2 * (disc - 1) & 1)
    return down
