"""Draw figures for the rulebook: rows of pieces with their numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from moleworks.press import art
from moleworks.press.game_print_set import ExamplePicture
from moleworks.press.paths import Box
from moleworks.press.sheet import Colour, Item
from moleworks.press.typesetting import TextStyle, centred_text

CELL, LABEL = 100.0, 22.0


class FigurePiece(NamedTuple):
    """A piece in a figure, with a label below it, such as how many there are."""

    drawing: art.Drawing
    label: str = ""
    size: float = 1.0
    """Beside the largest piece of its kind."""


def rows_of_pieces(rows: Sequence[Sequence[FigurePiece]], palette: Mapping[str, Colour]) -> ExamplePicture:
    """Drawings in rows; those of one row stand on one line."""
    style = TextStyle(LABEL, palette["ink"], bold=True)
    columns = max(map(len, rows))
    items: list[Item] = []
    y = 0.0
    for row in rows:
        left = (columns - len(row)) * CELL / 2
        for number, (drawing, label, size) in enumerate(row):
            place = Box(left + number * CELL, y, CELL, CELL)
            room = place.grown(-8)
            room = Box(room.x, room.bottom - size * room.height, room.width, size * room.height)
            items += art.draw_on_sheet(drawing, palette, art.fit_in_box(drawing, room), "figure")
            if label:
                items.append(
                    centred_text("figure", label, style, place.middle.x, place.bottom + 0.6 * LABEL, CELL)
                )
        y += CELL + (1.6 * LABEL if any(piece.label for piece in row) else 0)
    return ExamplePicture(Box(0, 0, columns * CELL, y), tuple(items))
