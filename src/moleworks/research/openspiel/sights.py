"""From what a seat sees to a state of OpenSpiel's that it may think in."""

from __future__ import annotations

from random import Random

from moleworks.players import Sight
from moleworks.players.imagined import imagined
from moleworks.research.openspiel.games import game_of
from moleworks.research.openspiel.states import State


def state_of(sight: Sight, seed: int = 0) -> State:
    """The state as the seat may imagine it, with all that happened so far.

    Where nothing is hidden it is the state itself; in Buddel Bande the deal is one of those that agree with
    all that the seat knows, drawn by the seed. Nothing but the sight is looked at.

    >>> from moleworks.players import sight
    >>> from moleworks.record import Match
    >>> match = Match.begin("mole-hill")
    >>> match.play(["e4", "a1|b1"])
    >>> str(state_of(sight(match)))
    'e4 a1|b1'
    """
    state: State = game_of(sight.setup).new_initial_state()
    state.play(imagined(sight, Random(seed)).names)
    return state
