"""Draw Mole Hill with pixels: hills as discs, the later ones dark, and rods between the squares.

Below the lawn are the points of both seats and the round.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from moleworks.core.game import Setup, View
from moleworks.games.mole_hill.board import board_of, is_dark
from moleworks.games.mole_hill.view_types import own_view
from moleworks.research.rendering import status_strip
from moleworks.research.rendering.raster import Raster
from moleworks.terminal.colours import EARTH, FOREST, GOLD, INK, IVORY, LAWN, LOAM

TILE, EDGE = 32, 4


def draw(setup: Setup, view: View) -> NDArray[np.uint8]:
    """The lawn with mole, molehills and rods, and a strip with turn and score."""
    view = own_view(view)
    board = board_of(setup)
    image = Raster(board.columns * TILE + EDGE, board.rows * TILE + EDGE + status_strip.HEIGHT, FOREST)
    for column in range(board.columns):
        for row in range(board.rows):
            _square(image, board.rows, column, row)
    flowers = [(name, 5, "#b3243a") for name in board.red] + [(name, 4, "#ffffff") for name in board.white]
    centre = [(board.centre, 9, GOLD)] if board.centre else []
    hills = [(name, 12, EARTH if is_dark(board, dug) else LOAM) for dug, name in enumerate(view["hills"], 1)]
    mole = [(view["mole"], 9, INK), (view["mole"], 3, IVORY)] if view["mole"] else []
    for name, size, colour in (*centre, *hills, *flowers, *mole):
        x, y = _middle(board.rows, name)
        image.disc(x, y, size, colour)
    for rod in view["rods"]:
        _rod(image, board.rows, *rod.split("|"))
    status_strip.draw(image, view["scores"], view["seat"], f"R{view['round']}")
    return image.pixels


def _middle(rows: int, name: str) -> tuple[float, float]:
    column, row = ord(name[0]) - ord("a"), int(name[1:]) - 1
    half = (TILE + EDGE) / 2
    return column * TILE + half, (rows - 1 - row) * TILE + half


def _square(image: Raster, rows: int, column: int, row: int) -> None:
    inside = TILE - EDGE
    image.box(column * TILE + EDGE, (rows - 1 - row) * TILE + EDGE, inside, inside, LAWN)


def _rod(image: Raster, rows: int, near: str, far: str) -> None:
    (x, y), (far_x, far_y) = _middle(rows, near), _middle(rows, far)
    across = x == far_x
    long, thin = TILE - EDGE, EDGE
    width, height = (long, thin) if across else (thin, long)
    image.box((x + far_x - width) / 2, (y + far_y - height) / 2, width, height, IVORY)
