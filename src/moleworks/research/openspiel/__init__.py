"""OpenSpiel: this registers `moleworks_mole_hill`, `moleworks_mole_company` and `moleworks_buddel_bande`.

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
    import pyspiel  # noqa: F401 - whoever has it not is told what to install
except ImportError as error:
    raise extras.missing("openspiel", error) from error

from moleworks.research.openspiel.games import BuddelBandeGame, MoleCompanyGame, MoleHillGame, game_of
from moleworks.research.openspiel.sights import state_of

__all__ = ["BuddelBandeGame", "MoleCompanyGame", "MoleHillGame", "game_of", "state_of"]
