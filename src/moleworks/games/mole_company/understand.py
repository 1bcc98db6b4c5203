"""Read actions and places of Mole Company typed in plain words."""

from __future__ import annotations

from collections.abc import Mapping

from moleworks.core.game import Game
from moleworks.games.mole_company.game import MoleCompanyState
from moleworks.speech.game_understanding import Sentence

LETTERED_PLACES = True
VOCABULARY: Mapping[str, Mapping[str, str]] = {
    "en": {
        "flip": "flip disc up draw reveal",
        "stop": "stop end done enough finish",
        "wait": "wait stay",
    },
    "fr": {
        "flip": "retourner retourne disque jeton piocher pioche tourner tourne tirer tire",
        "stop": "arrêter arrête stop fin finir finis terminer termine",
        "wait": "attendre attends attend reste rester",
    },
    "de": {
        "flip": "umdrehen scheibe drehen drehe dreh aufdecken decke deck wenden wende",
        "stop": "aufhören höre hör stopp stop stoppen ende fertig genug",
        "wait": "warten warte bleiben bleibe",
    },
}


def read_action(game: Game[MoleCompanyState], state: MoleCompanyState, sentence: Sentence) -> str | None:
    """The name of the action, legal or not; None if the sentence is not understood."""
    kinds = set(sentence.kinds) - {"step"}
    if sentence.numbers or (kinds and sentence.places):
        return None
    match sentence.places, sorted(kinds):
        case [space], []:
            return space
        case [start, end], []:
            return f"{start}-{end}"
        case [], ["pass"]:
            return "stop" if game.phase(state) == "bonus" else "wait"
        case [], ["flip" | "stop" | "wait" as word]:
            return word
    return None


def read_place(sentence: Sentence) -> str | None:
    """The name of the place; None if the sentence is not understood."""
    match sentence.places, sentence.kinds, sentence.numbers:
        case [space], [], []:
            return space
    return None
