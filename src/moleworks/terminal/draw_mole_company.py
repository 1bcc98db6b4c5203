"""The uppermost board of Mole Company: a hexagon of spaces with names, holes, special spaces, moles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.text import Text

from moleworks.games import View
from moleworks.terminal.canvas import Canvas
from moleworks.terminal.colours import CLAY, DEEP, GOLD, INK, IVORY, LAWN, LOAM, SHAPES, TEAMS

WIDE = 8
"""From one space to the next in a row; five letters and the line between."""

PAPERS = (f"{INK} on {LAWN}", f"{IVORY} on {CLAY}", f"{INK} on {LOAM}", f"{IVORY} on {DEEP}")
HOLE, SPECIAL = f"bold {IVORY} on {INK}", f"bold {INK} on {GOLD}"


def picture(side: int, view: View) -> list[Text]:
    """The board as a view shows it; special spaces are not in it where the game is played without."""
    sheet = Canvas(WIDE * (2 * side - 1) + 3, 4 * side - 1)
    _paper(sheet, side, PAPERS[view["level"] - 1])
    places = {name: (x, y) for name, x, y in _places(side)}
    dotted = {frozenset(pair) for pair in view["dotted"]}
    for name, place in places.items():
        for other, line, x, y in _lines(places, *place):
            sheet.put(x, y, "····"[: len(line)] if frozenset((name, other)) in dotted else line)
    moles = {name: seat for seat, names in enumerate(view["moles"]) for name in names}
    for name, (x, y) in places.items():
        _space(sheet, x, y, name, view)
        if name in moles:
            seat = moles[name]
            sheet.put(x - 1, y, SHAPES[seat] + name, TEAMS[seat])
    return sheet.lines()


def _paper(sheet: Canvas, side: int, paper: str) -> None:
    """The hexagon itself, half a step wider than its spaces."""
    middle = 2 * side - 1
    for y in range(sheet.height):
        left = min(abs(y - middle), middle - 1) * WIDE // 4 + 1
        sheet.paint(left, y, sheet.width - 2 * left, 1, paper)


def _places(side: int) -> Iterator[tuple[str, int, int]]:
    """Every space with the place of its letter; rows run from `a` in the south."""
    far = side - 1
    for row in range(2 * side - 1):
        shift = abs(row - far)
        for step in range(2 * side - 1 - shift):
            x = 5 + shift * WIDE // 2 + step * WIDE
            yield f"{chr(ord('a') + row)}{1 + max(0, row - far) + step}", x, 1 + 2 * (2 * far - row)


def _lines(places: Mapping[str, tuple[int, int]], x: int, y: int) -> Iterator[tuple[str, str, int, int]]:
    """The lines to the neighbours east and south of a space, and where they are drawn."""
    names = {place: name for name, place in places.items()}
    half = WIDE // 2
    for place, line, start in (
        ((x + WIDE, y), "────", (x + 3, y)),
        ((x + half, y + 2), "╲", (x + half // 2, y + 1)),
        ((x - half, y + 2), "╱", (x - half // 2, y + 1)),
    ):
        if place in names:
            yield names[place], line, *start


def _space(sheet: Canvas, x: int, y: int, name: str, view: View) -> None:
    if name in view["holes"]:
        sheet.put(x - 2, y, f"( {name})", HOLE)
    elif name in view["specials"]:
        sheet.put(x - 2, y, f"[ {name}]", SPECIAL)
    else:
        sheet.put(x - 1, y, f" {name} ")
