"""The uppermost board of Mole Company: holes dark, special spaces golden, moles in their teams' colours.

Below it how many moles each has left, and the disc that was turned up, in pips and as a number.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from moleworks.games import Setup, View
from moleworks.research.pictures import strip
from moleworks.research.pictures.raster import TEAMS, Raster
from moleworks.terminal.colours import CLAY, DEEP, FOREST, GOLD, INK, IVORY, LAWN, LOAM, STRAW

STEP = 36
PAPERS = (LAWN, CLAY, LOAM, DEEP)


def draw(setup: Setup, view: View) -> NDArray[np.uint8]:
    side = int(setup.board.side)
    wide = 2 * side - 1
    sheet = Raster((wide + 1) * STEP, (wide + 2) * STEP + strip.HIGH, FOREST)
    specials = view["specials"] if setup.options["specials"] else []
    for row in range(wide):
        for step in range(wide - abs(row - side + 1)):
            name = f"{chr(ord('a') + row)}{1 + max(0, row - side + 1) + step}"
            x, y = _middle(side, name)
            sheet.disc(x, y, 16, PAPERS[view["level"] - 1])
            if name in view["holes"]:
                sheet.disc(x, y, 13, INK)
            elif name in specials:
                sheet.disc(x, y, 13, GOLD)
    for near, far in view["dotted"]:
        (x, y), (far_x, far_y) = _middle(side, near), _middle(side, far)
        sheet.disc((x + far_x) / 2, (y + far_y) / 2, 3, STRAW)
    for seat, names in enumerate(view["moles"]):
        for name in names:
            sheet.disc(*_middle(side, name), 10, IVORY)
            sheet.disc(*_middle(side, name), 9, TEAMS[seat])
    for pip in range(view["disc"] or 0):
        sheet.disc(STEP * (1 + pip) / 2, (wide + 1.4) * STEP, 6, TEAMS[view["seat"]])
    left = [len(names) for names in view["moles"]]
    strip.draw(sheet, left, view["seat"], str(view["disc"] or ""))
    return sheet.pixels


def _middle(side: int, name: str) -> tuple[float, float]:
    """Rows run from `a` in the south; each lies half a step further to the side."""
    row, column = ord(name[0]) - ord("a"), int(name[1:]) - 1
    return (column - (row - side + 1) / 2 + 1) * STEP, (2 * side - 1 - row) * STEP
