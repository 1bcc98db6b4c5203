"""OpenSpiel: importing this registers every game that brings observations, as `moleworks_` and its id.

>>> import pyspiel
>>> import moleworks.research.openspiel
>>> game = pyspiel.load_game("moleworks_mole_hill(preset=short)")
>>> state = game.new_initial_state()
>>> state.apply_action(state.string_to_action("d4"))
>>> state.current_player(), len(state.legal_actions())
(1, 110)

OpenSpiel's own MCTS written in C++ does not work on games written in Python: see docs/research.md.
"""

from __future__ import annotations

from moleworks.research import extras

try:
    import pyspiel  # noqa: F401 - the error says what to install
except ImportError as error:
    raise extras.missing_extra("openspiel", error) from error

from moleworks.research.openspiel.determinize import state_of
from moleworks.research.openspiel.games import OpenSpielGame, game_of

__all__ = ["OpenSpielGame", "game_of", "state_of"]
