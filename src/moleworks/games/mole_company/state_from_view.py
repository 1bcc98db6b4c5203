"""Rebuild a state of Mole Company from a view: nothing is hidden in this game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from moleworks.core.bits import bitset
from moleworks.core.game import Setup, View
from moleworks.engine.advice import Knowledge
from moleworks.games.mole_company.board import by_name
from moleworks.games.mole_company.game import MOLE_COMPANY, PHASES, MoleCompanyState
from moleworks.games.mole_company.rules import MoleCompanyPosition, disc_set
from moleworks.games.mole_company.view_types import own_view

NUMBERS = {name: phase for phase, name in PHASES.items()}


@lru_cache(maxsize=16)
def opening(setup: Setup) -> MoleCompanyState:
    """The state before the first action."""
    return MOLE_COMPANY.start(setup)


def state(view: View, setup: Setup) -> MoleCompanyState:
    """The state of which this is the view; of a game that goes on."""
    view = own_view(view)
    assert view["seat"] is not None, "a seat is to act"
    start = opening(setup)
    numbers = by_name(start.side)
    moles = [bitset([numbers[name] for name in names]) for names in view["moles"]]
    moles += [0] * (4 - len(moles))
    position = MoleCompanyPosition(
        NUMBERS[view["phase"]],
        view["level"] - 1,
        view["seat"],
        moles[0],
        moles[1],
        moles[2],
        moles[3],
        sum(disc_set(discs) << 8 * seat for seat, discs in enumerate(view["left"])),
        view["disc"] or 0,
        int(view["bonus"]),
        view["turn"],
        -1,
    )
    return start._replace(position=position)


def heard_actions(knowledge: Knowledge) -> Sequence[int]:
    """The actions heard, as numbers of the rules; none if some of them belong to another box."""
    names = _action_numbers(knowledge.setup)
    found = [names.get(name, -1) for name in knowledge.heard]
    return () if -1 in found else found


@lru_cache(maxsize=16)
def _action_numbers(setup: Setup) -> Mapping[str, int]:
    names = MOLE_COMPANY.action_names(setup)
    return {**names.seats, **names.chance}
