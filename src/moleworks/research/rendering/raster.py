"""A pixel image with rectangles, discs and a few characters."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from moleworks.research.rendering import glyphs
from moleworks.terminal import colours

TEAMS = tuple(style.rpartition(" ")[2] for style in colours.TEAMS)
"""The colours of the seats, as in the terminal."""
INKS = tuple(style.split()[1] for style in colours.TEAMS)
"""Readable text colours on them."""


class Raster:
    """An image; what lies outside its edges is not drawn.

    >>> image = Raster(6, 4, "#000000")
    >>> image.box(1, 1, 3, 2, "#ff0000")
    >>> int((image.pixels[:, :, 0] == 255).sum())
    6
    """

    def __init__(self, width: int, height: int, colour: str) -> None:
        self.pixels: NDArray[np.uint8] = np.full((height, width, 3), rgb(colour), np.uint8)

    def box(self, x: float, y: float, width: float, height: float, colour: str) -> None:
        """Fill a rectangle; what lies outside the picture is cut off."""
        left, top = max(0, round(x)), max(0, round(y))
        self.pixels[top : max(0, round(y + height)), left : max(0, round(x + width))] = rgb(colour)

    def disc(self, x: float, y: float, radius: float, colour: str) -> None:
        """Fill a disc around (x, y); what lies outside the picture is cut off."""
        top, left = max(0, int(y - radius)), max(0, int(x - radius))
        part = self.pixels[top : int(y + radius) + 2, left : int(x + radius) + 2]
        rows, columns = np.ogrid[top : top + part.shape[0], left : left + part.shape[1]]
        part[(rows - y) ** 2 + (columns - x) ** 2 <= radius**2] = rgb(colour)

    def write(self, x: float, y: float, text: str, colour: str, size: int = 2) -> None:
        """Write characters of `glyphs`, scaled by `size`; others leave a space."""
        for place, character in enumerate(text):
            for row, dots in enumerate(glyphs.GLYPHS.get(character, ())):
                for column, dot in enumerate(dots):
                    if dot == "#":
                        left = x + (place * (glyphs.WIDTH + 1) + column) * size
                        self.box(left, y + row * size, size, size, colour)


def rgb(colour: str) -> tuple[int, ...]:
    """Red, green and blue of a colour, from 0 to 255.

    >>> rgb("#8cbf5a")
    (140, 191, 90)
    """
    return tuple(bytes.fromhex(colour[1:]))
