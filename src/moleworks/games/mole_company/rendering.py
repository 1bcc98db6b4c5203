"""Draw Mole Company with pixels: the top board with holes, special spaces and moles.

Below the board are the moles that each seat has left, and the disc that was turned up.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from moleworks.core.game import Setup, View
from moleworks.games.mole_company.board import board_of, dotted_lines_count, names_within
from moleworks.games.mole_company.view_types import own_view
from moleworks.research.rendering import status_strip
from moleworks.research.rendering.raster import TEAMS, Raster
from moleworks.terminal.colours import CLAY, DEEP, FOREST, GOLD, INK, IVORY, LAWN, LOAM, STRAW

STEP = 36
PAPERS = (LAWN, CLAY, LOAM, DEEP)


def draw(setup: Setup, view: View) -> NDArray[np.uint8]:
    """The upper board with its moles, and a strip with turn and disc."""
    view = own_view(view)
    board = board_of(setup)
    side = int(board.side)
    width = 2 * side - 1
    image = Raster((width + 1) * STEP, (width + 2) * STEP + status_strip.HEIGHT, FOREST)
    specials = view["specials"] if setup.options["specials"] else []
    for name in names_within(side, board.sides[view["level"] - 1]):
        x, y = _middle(side, name)
        image.disc(x, y, 16, PAPERS[view["level"] - 1])
        if name in view["holes"]:
            image.disc(x, y, 13, INK)
        elif name in specials:
            image.disc(x, y, 13, GOLD)
    for near, far in view["dotted"] if dotted_lines_count(setup.options["final_paths"]) else ():
        (x, y), (far_x, far_y) = _middle(side, near), _middle(side, far)
        image.disc((x + far_x) / 2, (y + far_y) / 2, 3, STRAW)
    for seat, names in enumerate(view["moles"]):
        for name in names:
            image.disc(*_middle(side, name), 10, IVORY)
            image.disc(*_middle(side, name), 9, TEAMS[seat])
    if view["disc"] is not None and view["seat"] is not None:
        for pip in range(view["disc"]):
            image.disc(STEP * (1 + pip) / 2, (width + 1.4) * STEP, 6, TEAMS[view["seat"]])
    left = [len(names) for names in view["moles"]]
    status_strip.draw(image, left, view["seat"], str(view["disc"] or ""))
    return image.pixels


def _middle(side: int, name: str) -> tuple[float, float]:
    """Rows run from `a` in the south; each lies half a step further to the side."""
    row, column = ord(name[0]) - ord("a"), int(name[1:]) - 1
    return (column - (row - side + 1) / 2 + 1) * STEP, (2 * side - 1 - row) * STEP
