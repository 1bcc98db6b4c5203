"""Below every board: a chip a seat with a number on it, a frame around whose turn it is, and what fell."""

from __future__ import annotations

from collections.abc import Sequence

from moleworks.research.pictures.raster import INKS, TEAMS, Raster
from moleworks.terminal.colours import INK, IVORY

HIGH = 24
"""So much higher a picture is than its board."""
CHIP = 30


def draw(sheet: Raster, numbers: Sequence[int], turn: int | None, told: str = "") -> None:
    """On the last rows of the sheet; whatever is `told` stands to the right."""
    top = sheet.pixels.shape[0] - HIGH
    sheet.box(0, top, sheet.pixels.shape[1], HIGH, INK)
    for seat, number in enumerate(numbers):
        x = 2 + seat * (CHIP + 2)
        sheet.box(x, top + 1, CHIP, HIGH - 2, IVORY if seat == turn else INK)
        sheet.box(x + 3, top + 4, CHIP - 6, HIGH - 8, TEAMS[seat])
        sheet.write(x + 6, top + 7, str(number), INKS[seat])
    sheet.write(2 + len(numbers) * (CHIP + 2) + 4, top + 7, told, IVORY)
