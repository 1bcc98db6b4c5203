"""The lawn of Mole Hill: hills as discs, the later ones dark, and rods between the squares.

Below it the points of both, and the round.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from moleworks.games import Setup, View
from moleworks.research.pictures import strip
from moleworks.research.pictures.raster import Raster
from moleworks.terminal.colours import EARTH, FOREST, GOLD, INK, IVORY, LAWN, LOAM

TILE, EDGE = 32, 4


def draw(setup: Setup, view: View) -> NDArray[np.uint8]:
    board = setup.board
    sheet = Raster(board.columns * TILE + EDGE, board.rows * TILE + EDGE + strip.HIGH, FOREST)
    for column in range(board.columns):
        for row in range(board.rows):
            _square(sheet, board.rows, column, row)
    flowers = [(name, 5, "#b3243a") for name in board.red] + [(name, 4, "#ffffff") for name in board.white]
    centre = [(board.centre, 9, GOLD)] if board.centre else []
    hills = [(name, 12, LOAM if dug < board.light else EARTH) for dug, name in enumerate(view["hills"])]
    mole = [(view["mole"], 9, INK), (view["mole"], 3, IVORY)] if view["mole"] else []
    for name, size, colour in (*centre, *hills, *flowers, *mole):
        x, y = _middle(board.rows, name)
        sheet.disc(x, y, size, colour)
    for rod in view["rods"]:
        _rod(sheet, board.rows, *rod.split("|"))
    strip.draw(sheet, view["scores"], view["seat"], f"R{view['round']}")
    return sheet.pixels


def _middle(rows: int, name: str) -> tuple[float, float]:
    column, row = ord(name[0]) - ord("a"), int(name[1:]) - 1
    half = (TILE + EDGE) / 2
    return column * TILE + half, (rows - 1 - row) * TILE + half


def _square(sheet: Raster, rows: int, column: int, row: int) -> None:
    inside = TILE - EDGE
    sheet.box(column * TILE + EDGE, (rows - 1 - row) * TILE + EDGE, inside, inside, LAWN)


def _rod(sheet: Raster, rows: int, near: str, far: str) -> None:
    (x, y), (far_x, far_y) = _middle(rows, near), _middle(rows, far)
    across = x == far_x
    long, thin = TILE - EDGE, EDGE
    width, height = (long, thin) if across else (thin, long)
    sheet.box((x + far_x - width) / 2, (y + far_y - height) / 2, width, height, IVORY)
