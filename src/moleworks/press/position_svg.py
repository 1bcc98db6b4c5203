"""Draw the position of a match as an SVG picture, with the drawings of its game's print set."""

from __future__ import annotations

from moleworks.core import registry
from moleworks.press.colours import COLOURS
from moleworks.press.game_print_set import GamePrintSet
from moleworks.press.sheet import PrintSheet
from moleworks.press.svg import render_svg
from moleworks.record import Match

LARGEST = 150.0
"""The longer side of the picture, in millimetres."""


def position_svg(match: Match) -> str | None:
    """The board with its pieces, as everybody at the table sees it; None if the game has no print set.

    >>> from moleworks.record import Match
    >>> (position_svg(Match.begin("mole-hill")) or "").splitlines()[1]
    '<title>Mole Hill, actions played: 0</title>'
    """
    print_set = registry.part(match.game.id, "press", GamePrintSet)
    if print_set is None:
        return None
    picture = print_set.position(match, (), COLOURS)
    box, items = picture.scaled(LARGEST / max(picture.box.width, picture.box.height))
    title = f"{match.game.title}, actions played: {match.ply}"
    return render_svg(PrintSheet("position", title, box, items), "en")
