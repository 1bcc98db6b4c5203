"""Read actions and places of Buddel Bande typed in plain words."""

from __future__ import annotations

from collections.abc import Mapping

from moleworks.core.game import Game
from moleworks.games.buddel_bande.board import mole_number
from moleworks.games.buddel_bande.game import BuddelBandeState, goal_name
from moleworks.games.buddel_bande.view_types import own_view
from moleworks.speech.game_understanding import Sentence

LETTERED_PLACES = False
VOCABULARY: Mapping[str, Mapping[str, str]] = {
    "en": {
        "small": "s small little",
        "medium": "m medium middle",
        "large": "l large big",
        "dog": "dog hound",
        "home": "home den",
        "haystack": "haystack hay stack",
    },
    "fr": {
        "small": "s petit petite",
        "medium": "m moyen moyenne",
        "large": "l grand grande gros grosse",
        "dog": "chien",
        "home": "maison tanière terrier rentrer rentre",
        "haystack": "tas foin meule",
    },
    "de": {
        "small": "s klein kleine kleiner kleinen kleines",
        "medium": "m mittel mittlere mittlerer mittleren mittleres mittelgroß mittelgroße mittelgroßer"
        " mittelgroßen",
        "large": "l groß große großer großen großes",
        "dog": "hund",
        "home": "heim hause haus daheim bau höhle",
        "haystack": "heuhaufen heu haufen",
        "filler": "platz",
    },
}


def read_action(game: Game[BuddelBandeState], state: BuddelBandeState, sentence: Sentence) -> str | None:
    """The name of the action, legal or not; None if the sentence is not understood."""
    match sorted(set(sentence.kinds) - {"step"}), sentence.numbers:
        case ["pass"], []:
            return "pass"
        case ["dog"], [hill]:
            return f"dog>{hill}"
        case ["dog", "home"], []:
            return "dog>home"
        case ["small" | "medium" | "large" as size], [slot]:
            return _complete_move(game, state, f"{size[0].upper()}{slot}")
        case ["small" | "medium" | "large" as size], [slot, hill]:
            return f"{size[0].upper()}{slot}>{hill}"
        case ["home", "small" | "medium" | "large" as size], [slot]:
            return f"{size[0].upper()}{slot}>home"
    return None


def read_place(sentence: Sentence) -> str | None:
    """The name of the place; None if the sentence is not understood."""
    match list(dict.fromkeys(sentence.kinds)), sentence.numbers:
        case ["small" | "medium" | "large" as size], [slot]:
            return f"{size[0].upper()}{slot}"
        case ["haystack" | "home" | "dog" as word], []:
            return word
        case [], [hill]:
            return str(hill)
    return None


def _complete_move(game: Game[BuddelBandeState], state: BuddelBandeState, mole: str) -> str:
    """Complete the move of a mole with the hill that the dice lead to, also if the move is illegal."""
    view = own_view(game.view(state, None))
    rolled = mole in view["moles"] and view["dice"]
    return f"{mole}>{goal_name(state, mole_number(mole)) if rolled else 'home'}"
