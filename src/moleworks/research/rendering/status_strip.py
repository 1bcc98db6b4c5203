"""Draw the strip below a board: a number for each seat, a frame around the seat to act, and a short text."""

from __future__ import annotations

from collections.abc import Sequence

from moleworks.research.rendering.raster import INKS, TEAMS, Raster
from moleworks.terminal.colours import INK, IVORY

HEIGHT = 24
"""Pixels of the strip."""
CHIP_WIDTH = 30


def draw(image: Raster, numbers: Sequence[int], turn: int | None, text: str = "") -> None:
    """Draw on the last rows of an image, the text to the right."""
    top = image.pixels.shape[0] - HEIGHT
    image.box(0, top, image.pixels.shape[1], HEIGHT, INK)
    for seat, number in enumerate(numbers):
        x = 2 + seat * (CHIP_WIDTH + 2)
        image.box(x, top + 1, CHIP_WIDTH, HEIGHT - 2, IVORY if seat == turn else INK)
        image.box(x + 3, top + 4, CHIP_WIDTH - 6, HEIGHT - 8, TEAMS[seat])
        image.write(x + 6, top + 7, str(number), INKS[seat])
    image.write(2 + len(numbers) * (CHIP_WIDTH + 2) + 4, top + 7, text, IVORY)
