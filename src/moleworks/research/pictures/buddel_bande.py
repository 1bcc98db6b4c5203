"""The track of Buddel Bande as a table: a row a mole, a column a hill, its colour the symbol.

The dice lie in the upper left corner: the letter of the mole die on the colour of the symbol. Below the
track, how many moles each has at home.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from moleworks.games import Setup, View
from moleworks.research.pictures import strip
from moleworks.research.pictures.raster import TEAMS, Raster
from moleworks.terminal.colours import CLAY, EARTH, FOREST, GOLD, INK, IVORY, LAWN, LOAM, STRAW

STEP = 20
SYMBOLS = {"c": LAWN, "l": GOLD, "f": CLAY}
SIZES = {"S": 4, "M": 6, "L": 8}
NOBODY = "#8f8a80"
"""The colour of a mole whose owner is not known."""


def draw(setup: Setup, view: View) -> NDArray[np.uint8]:
    track, moles = setup.board.track, view["moles"]
    rows = len(moles) + 2
    sheet = Raster((len(track) + 2) * STEP, rows * STEP + strip.HIGH, STRAW)
    for hill, symbol in enumerate(track, 1):
        sheet.box(hill * STEP + 1, 0, STEP - 2, STEP - 2, SYMBOLS[symbol])
        sheet.box(hill * STEP + 1, STEP, STEP - 2, (rows - 1) * STEP, LOAM)
    sheet.box((len(track) + 1) * STEP, 0, STEP, rows * STEP, FOREST)
    sheet.box(view["dog"] * STEP + 4, STEP + 3, STEP - 8, STEP - 6, EARTH)
    for row, (name, mole) in enumerate(moles.items(), 2):
        x, y, size = (mole["at"] + 0.5) * STEP, (row + 0.5) * STEP, SIZES[name[0]]
        sheet.disc(x, y, size + 1, IVORY)
        sheet.disc(x, y, size, TEAMS[mole["owner"]] if "owner" in mole else NOBODY)
    if view["dice"]:
        face, symbol = view["dice"]
        sheet.box(2, 2, STEP - 4, STEP - 4, SYMBOLS[symbol])
        sheet.write(STEP / 2 - 3, STEP / 2 - 5, face, INK)
    last = len(track) + 1
    home = [mole["owner"] for mole in moles.values() if mole["at"] == last]
    counts = [home.count(seat) for seat in range(setup.players)]
    strip.draw(sheet, counts, view["seat"], view["dice"][0] if view["dice"] else "")
    return sheet.pixels
