"""Draw figures for the rulebook: rows of pieces with their numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from moleworks.press import art
from moleworks.press.game_print_set import ExamplePicture
from moleworks.press.paths import Box
from moleworks.press.sheet import Colour, Item
from moleworks.press.typesetting import TextStyle, centred_text

CELL, LABEL = 100.0, 22.0


def rows_of_pieces(
    rows: Sequence[Sequence[tuple[art.Drawing, str]]], palette: Mapping[str, Colour]
) -> ExamplePicture:
    """Drawings in rows, each with a label below it, such as how many there are."""
    style = TextStyle(LABEL, palette["ink"], bold=True)
    columns = max(map(len, rows))
    items: list[Item] = []
    y = 0.0
    for row in rows:
        left = (columns - len(row)) * CELL / 2
        for number, (drawing, label) in enumerate(row):
            place = Box(left + number * CELL, y, CELL, CELL)
            items += art.draw_on_sheet(drawing, palette, art.fit_in_box(drawing, place.grown(-8)), "figure")
            if label:
                items.append(
                    centred_text("figure", label, style, place.middle.x, place.bottom + 0.6 * LABEL, CELL)
                )
        y += CELL + (1.6 * LABEL if any(label for _, label in row) else 0)
    return ExamplePicture(Box(0, 0, columns * CELL, y), tuple(items))
