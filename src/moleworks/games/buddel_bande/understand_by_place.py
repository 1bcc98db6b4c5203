"""Read actions of Buddel Bande that name moles by their places, for tables that hide the tags."""

from __future__ import annotations

from moleworks.core.game import Game
from moleworks.core.messages import N_, Complaint
from moleworks.games.buddel_bande.board import mole_number
from moleworks.games.buddel_bande.game import BuddelBandeState, goal_name
from moleworks.games.buddel_bande.understand import LETTERED_PLACES, VOCABULARY
from moleworks.games.buddel_bande.view_types import BuddelBandeView, moles_at, own_view
from moleworks.speech.game_understanding import Sentence

__all__ = ["LETTERED_PLACES", "VOCABULARY", "read_action", "read_place"]

SIZES = ("small", "medium", "large")


def read_action(game: Game[BuddelBandeState], state: BuddelBandeState, sentence: Sentence) -> str | None:
    """The name of the action, legal or not; None if the sentence is not understood.

    `small 7`: the small mole on hill 7, or any mole there without its size. `small haystack 2`: the one in
    place 2 of the haystack. A goal may follow.
    """
    kinds = set(sentence.kinds) - {"step"}
    sizes = [size for size in SIZES if size in kinds]
    goes_home, rest = "home" in kinds, kinds - {"home", *SIZES}
    view = own_view(game.view(state, None))
    match len(sizes), sorted(rest), sentence.numbers:
        case 0, ["pass"], [] if not goes_home:
            return "pass"
        case 0, ["dog"], [] if goes_home:
            return "dog>home"
        case 0, ["dog"], [hill] if not goes_home:
            return f"dog>{hill}"
        case 1, ["haystack"], [place, *goal]:
            mole = _mole_in_haystack(view, sizes[0], place)
        case 1, ["haystack"], []:
            only = _of_size(moles_at(view, 0), sizes[0])
            if len(only) != 1:
                return None
            mole, goal = only[0], []
        case 0 | 1, [], [hill, *goal]:
            mole = _mole_on_hill(view, sizes, hill)
        case _:
            return None
    if len(goal) + goes_home > 1:
        return None
    if goes_home or goal:
        return f"{mole}>{'home' if goes_home else goal[0]}"
    return f"{mole}>{goal_name(state, mole_number(mole)) if view['dice'] else 'home'}"


def read_place(sentence: Sentence) -> str | None:
    """The name of the place; None if the sentence is not understood. A mole is looked for where it stands."""
    match sorted(set(sentence.kinds) - set(SIZES)), sentence.numbers:
        case ["haystack"], _:
            return "haystack"
        case ["home" | "dog" as word], []:
            return word
        case [], [hill]:
            return str(hill)
    return None


def _mole_on_hill(view: BuddelBandeView, sizes: list[str], hill: int) -> str:
    found = _of_size(moles_at(view, hill), *sizes) if hill > 0 else []
    if len(found) != 1:
        raise Complaint(N_("There is no such mole on hill {hill}."), hill=hill)
    return found[0]


def _mole_in_haystack(view: BuddelBandeView, size: str, place: int) -> str:
    name = f"{size[0].upper()}{place}"
    if name not in moles_at(view, 0):
        raise Complaint(N_("There is no such mole in place {place} of the haystack."), place=place)
    return name


def _of_size(moles: list[str], *sizes: str) -> list[str]:
    letters = [size[0].upper() for size in sizes] or [size[0].upper() for size in SIZES]
    return [mole for mole in moles if mole[0] in letters]
