"""Positions for the tests of the Mole Company player."""

from __future__ import annotations

from random import Random
from typing import Any

from moleworks.core.bits import bitset
from moleworks.engine import Knowledge, chance
from moleworks.games import CHANCE
from moleworks.games.mole_company.board import space
from moleworks.games.mole_company.game import MOLE_COMPANY, MoleCompanyState
from moleworks.games.mole_company.rules import DISCS, MOVE, MoleCompanyPosition, board_holes
from moleworks.record import Match


def state_of(match: Match) -> MoleCompanyState:
    """The state of a match, known to be of Mole Company."""
    assert isinstance(match.state, MoleCompanyState)
    return match.state


def box(**setup: Any) -> MoleCompanyState:
    """A game before the first action."""
    return state_of(Match.begin(MOLE_COMPANY.id, **setup))


def state_with(
    start: MoleCompanyState, level: int, *moles: str, seat: int = 0, disc: int = 0, phase: int = MOVE
) -> MoleCompanyState:
    """A position by the names of the spaces, one string a seat, all discs face down."""
    sets = [bitset([_number(start, name) for name in names.split()]) for names in moles]
    first, second, third, fourth = sets + [0] * (4 - len(sets))
    left = sum(DISCS << 8 * n for n in range(start.table.players))
    return start._replace(
        position=MoleCompanyPosition(phase, level, seat, first, second, third, fourth, left, disc, 0, 10, -1)
    )


def _number(start: MoleCompanyState, name: str) -> int:
    found = space(start.side, name)
    assert found is not None
    return found


def knowledge(state: MoleCompanyState) -> Knowledge:
    return Knowledge(state.setup, MOLE_COMPANY.view(state, state.position.seat))


def random_state(start: MoleCompanyState, random: Random, actions: int) -> MoleCompanyState:
    """After so many actions, of which those that fill holes are taken when there are any."""
    state = start
    for _ in range(actions):
        actor = MOLE_COMPANY.actor(state)
        if actor is None:
            break
        legal = MOLE_COMPANY.legal(state)
        action = chance.draw(MOLE_COMPANY, state, random) if actor == CHANCE else random.choice(legal)
        holes = board_holes(state.table, state.position.level)
        digs = [a for a in legal if state.position.phase == MOVE and holes >> (a & 63) & 1]
        state = MOLE_COMPANY.play(state, random.choice(digs) if digs else action)
    return state
