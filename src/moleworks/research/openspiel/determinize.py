"""Make an OpenSpiel state from the knowledge of a seat."""

from __future__ import annotations

from random import Random

from moleworks.engine import Knowledge
from moleworks.engine.determinize import sampled_match
from moleworks.research.openspiel.games import game_of
from moleworks.research.openspiel.states import OpenSpielState


def state_of(knowledge: Knowledge, seed: int = 0) -> OpenSpielState:
    """A state that agrees with the knowledge of a seat, with its whole history.

    Without secrets it is the state itself; else the unknown is drawn by the seed. Only the knowledge is used.

    >>> from moleworks.engine import knowledge
    >>> from moleworks.record import Match
    >>> match = Match.begin("mole-hill")
    >>> match.play(["e4", "a1|b1"])
    >>> str(state_of(knowledge(match)))
    'e4 a1|b1'
    """
    state: OpenSpielState = game_of(knowledge.setup).new_initial_state()
    state.play(sampled_match(knowledge, Random(seed)).names)
    return state
