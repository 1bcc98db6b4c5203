"""OpenSpiel's bots by import path, quick enough for tests."""

from __future__ import annotations

from moleworks.research.openspiel import bots


class Tree(bots.MCTS):
    simulations = 3


class Forest(bots.ISMCTS):
    simulations = 3
