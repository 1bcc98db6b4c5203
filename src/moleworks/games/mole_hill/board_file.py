"""Check board files of Mole Hill."""

from __future__ import annotations

from collections.abc import Mapping

from moleworks.boards.validation import (
    COMMON_FIELDS,
    FieldReader,
    level_number_label,
    read_common_fields,
    same_value,
)
from moleworks.core.messages import N_
from moleworks.games.mole_hill.board import MoleHillBoard, square

LIMITS: Mapping[str, tuple[int, int]] = {
    "columns": (3, 9),
    "rows": (3, 9),
    "light": (0, 63),
    "dark": (0, 63),
    "rods": (0, 999),
}
FIELDS = (*COMMON_FIELDS, "columns", "rows", "centre", "red", "white", "light", "dark", "rods")
MOST_SQUARES = 63


def check(data: object, where: str) -> MoleHillBoard:
    """Build the board from the data of a file; squares have to be on it, and rods have to suffice."""
    fields = FieldReader(data, where, "", FIELDS)
    name, title, source, version = read_common_fields(fields, "mole-hill")
    columns, rows = (fields.number(side, *LIMITS[side]) for side in ("columns", "rows"))
    squares = columns * rows
    if squares > MOST_SQUARES:
        text = N_("{columns} columns and {rows} rows make {squares} squares; {most} is the most.")
        fields.refuse("rows", rows, text, columns=columns, rows=rows, squares=squares, most=MOST_SQUARES)
    centre = _centre(fields, columns, rows)
    red, white = (_flowers(fields, colour, columns, rows, centre) for colour in ("red", "white"))
    for flower in white:
        if flower in red:
            fields.refuse(
                "white", flower, N_("A red flower already grows on this square."), fields.spots((flower,))
            )
    light, dark = fields.number("light", 0, squares), fields.number("dark", 0, squares)
    if not 1 <= light + dark <= squares:
        text = N_("Light and dark molehills together must be from 1 to the {squares} squares there are.")
        fields.refuse("dark", dark, text, squares=squares)
    rods = fields.number("rods", *LIMITS["rods"])
    if rods < light + dark:
        text = N_("At least as many rods as molehills are needed ({hills}), or they could run out first.")
        fields.refuse("rods", rods, text, hills=light + dark)
    return MoleHillBoard(name, title, source, version, columns, rows, centre, red, white, light, dark, rods)


def _centre(fields: FieldReader, columns: int, rows: int) -> str | None:
    centre = fields.data.get("centre")
    if centre is None or centre == "none":
        return None
    if not isinstance(centre, str) or square(columns, rows, centre) is None:
        fields.refuse(
            "centre", centre, N_("This is not a square of the board; write a square such as b2, or none.")
        )
    return centre


def _flowers(
    fields: FieldReader, colour: str, columns: int, rows: int, centre: str | None
) -> tuple[str, ...]:
    flowers = fields.texts(colour, columns * rows, default=())
    for flower in flowers:
        if square(columns, rows, flower) is None:
            fields.refuse(colour, flower, N_("There is no such square on this board."))
        if flower == centre:
            fields.refuse(colour, flower, N_("No flower grows on the centre."), fields.spots((flower,)))
    return flowers


shown_value = same_value
board_label = level_number_label
