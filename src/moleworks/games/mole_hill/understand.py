"""Read actions and places of Mole Hill typed in plain words."""

from __future__ import annotations

from collections.abc import Mapping

from moleworks.core.game import Game
from moleworks.games.mole_hill.game import MoleHillState
from moleworks.games.mole_hill.view_types import own_view
from moleworks.games.mole_hill.words import rod_between
from moleworks.speech.game_understanding import Sentence

LETTERED_PLACES = True
VOCABULARY: Mapping[str, Mapping[str, str]] = {
    "en": {
        "rod": "rod rods fence stick bar",
    },
    "fr": {
        "rod": "piquet piquets bâton bâtons baguette baguettes tige barrière frontière",
    },
    "de": {
        "rod": "stab stäbe stäbchen stock stange zaun",
    },
}


def read_action(game: Game[MoleHillState], state: MoleHillState, sentence: Sentence) -> str | None:
    """The name of the action, legal or not; None if the sentence is not understood."""
    if sentence.numbers or set(sentence.kinds) - {"rod", "step"}:
        return None
    rod, step = "rod" in sentence.kinds, "step" in sentence.kinds
    match sentence.places:
        case [square] if not rod:
            return square
        case [near, far] if near != far:
            phase = game.phase(state)
            from_here = phase == "step" and near == own_view(game.view(state, None))["mole"]
            if not rod and (from_here or (step and phase == "rod")):
                return far
            return rod_between(near, far)
    return None


def read_place(sentence: Sentence) -> str | None:
    """The name of the place; None if the sentence is not understood."""
    match sentence.places, list(dict.fromkeys(sentence.kinds)), sentence.numbers:
        case [square], [], []:
            return square
        case [near, far], [] | ["rod"], []:
            return rod_between(near, far)
    return None
