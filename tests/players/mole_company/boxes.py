"""Positions for the tests of the Mole Company player."""

from __future__ import annotations

from random import Random
from typing import Any

from moleworks.games import CHANCE
from moleworks.games.bits import bitset
from moleworks.games.mole_company.board import space
from moleworks.games.mole_company.game import MOLE_COMPANY, State
from moleworks.games.mole_company.rules import DISCS, MOVE, Position
from moleworks.players import Sight, lots
from moleworks.record import Match


def box(**setup: Any) -> State:
    """A game before the first action."""
    state: State = Match.begin(MOLE_COMPANY.id, **setup).state
    return state


def standing(start: State, level: int, *moles: str, seat: int = 0, disc: int = 0, phase: int = MOVE) -> State:
    """A position by the names of the spaces, one string a seat, all discs face down."""
    sets = [bitset([_number(start, name) for name in names.split()]) for names in moles]
    first, second, third, fourth = sets + [0] * (4 - len(sets))
    left = sum(DISCS << 8 * n for n in range(start.table.players))
    return start._replace(
        position=Position(phase, level, seat, first, second, third, fourth, left, disc, 0, 10, -1)
    )


def _number(start: State, name: str) -> int:
    found = space(start.side, name)
    assert found is not None
    return found


def sight(state: State) -> Sight:
    return Sight(state.setup, MOLE_COMPANY.view(state, state.position.seat))


def wandered(start: State, random: Random, actions: int) -> State:
    """After so many actions, of which those that fill holes are taken when there are any."""
    state = start
    for _ in range(actions):
        actor = MOLE_COMPANY.actor(state)
        if actor is None:
            break
        legal = MOLE_COMPANY.legal(state)
        action = lots.draw(MOLE_COMPANY, state, random) if actor == CHANCE else random.choice(legal)
        holes = state.table.holes[state.position.level]
        digs = [a for a in legal if state.position.phase == MOVE and holes >> (a & 63) & 1]
        state = MOLE_COMPANY.play(state, random.choice(digs) if digs else action)
    return state
