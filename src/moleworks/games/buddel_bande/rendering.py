"""Draw Buddel Bande with pixels: a row for each mole, a column for each hill in the colour of its symbol.

The dice are in the upper left corner: the letter of the mole die on the colour of the symbol. Below the track
are the moles that each seat has at home.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from moleworks.core.game import Setup, View
from moleworks.games.buddel_bande.board import board_of
from moleworks.games.buddel_bande.view_types import moles_at_home, own_view
from moleworks.research.rendering import status_strip
from moleworks.research.rendering.raster import TEAMS, Raster
from moleworks.terminal.colours import CLAY, EARTH, FOREST, GOLD, INK, IVORY, LAWN, LOAM, STRAW

STEP = 20
SYMBOLS = {"c": LAWN, "l": GOLD, "f": CLAY}
SIZES = {"S": 4, "M": 6, "L": 8}
NOBODY = "#8f8a80"
"""The colour of a mole whose owner is not known."""


def draw(setup: Setup, view: View) -> NDArray[np.uint8]:
    """The track from left to right, a row for each mole, and a strip with turn and dice."""
    view = own_view(view)
    board, moles = board_of(setup), view["moles"]
    rows = len(moles) + 2
    image = Raster((board.last + 1) * STEP, rows * STEP + status_strip.HEIGHT, STRAW)
    for hill, symbol in enumerate(board.track, 1):
        image.box(hill * STEP + 1, 0, STEP - 2, STEP - 2, SYMBOLS[symbol])
        image.box(hill * STEP + 1, STEP, STEP - 2, (rows - 1) * STEP, LOAM)
    image.box(board.last * STEP, 0, STEP, rows * STEP, FOREST)
    image.box(view["dog"] * STEP + 4, STEP + 3, STEP - 8, STEP - 6, EARTH)
    for row, (name, mole) in enumerate(moles.items(), 2):
        x, y, size = (mole["at"] + 0.5) * STEP, (row + 0.5) * STEP, SIZES[name[0]]
        image.disc(x, y, size + 1, IVORY)
        image.disc(x, y, size, TEAMS[mole["owner"]] if "owner" in mole else NOBODY)
    if view["dice"]:
        face, symbol = view["dice"][0], view["dice"][1]
        image.box(2, 2, STEP - 4, STEP - 4, SYMBOLS[symbol])
        image.write(STEP / 2 - 3, STEP / 2 - 5, face, INK)
    counts = [len(moles_at_home(view, seat, board.last)) for seat in range(setup.players)]
    status_strip.draw(image, counts, view["seat"], view["dice"][0] if view["dice"] else "")
    return image.pixels
