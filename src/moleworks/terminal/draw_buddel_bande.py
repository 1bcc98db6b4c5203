"""The burrow of Buddel Bande: a winding tunnel of hills with their symbols, the moles and the dog."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from moleworks.games import View
from moleworks.terminal.canvas import Canvas
from moleworks.terminal.colours import DEEP, EARTH, GOLD, INK, IVORY, LAWN, LOAM, SHAPES, STRAW, TEAMS

WIDE, HIGH = 8, 3
"""From one hill to the next, and from one bend to the next."""
LONGEST = 9
"""Hills side by side."""

SYMBOLS: Mapping[str, str] = {"c": "♣", "l": "♠", "f": "❁"}
STYLES: Mapping[str, str] = {"c": f"{INK} on {LAWN}", "l": f"{INK} on {LOAM}", "f": f"{IVORY} on {DEEP}"}
WALL = f"{LOAM} on {EARTH}"
MOLE, DOG = f"bold {INK} on {IVORY}", f"bold {IVORY} on #b3243a"
HOME = f"bold {INK} on {GOLD}"


def picture(board: Any, view: View) -> list[Text]:
    """The tunnel as a view shows it: an owner's shape stands beside a mole only where the view knows it."""
    track = board.track
    rows = -(-(len(track) + 1) // LONGEST)
    across = -(-(len(track) + 1) // rows)
    sheet = Canvas(across * WIDE + 3, rows * HIGH + 1)
    _tunnel(sheet, rows, across)
    by_hill = {mole["at"]: (name, mole.get("owner")) for name, mole in view["moles"].items()}
    for hill, symbol in enumerate(track, 1):
        x, y = _place(hill, across)
        sheet.put(x, y, f"{hill:>2} {SYMBOLS[symbol]}   ", STYLES[symbol])
        sheet.put(x, y + 1, " " * (WIDE - 1), STYLES[symbol])
        if hill in by_hill:
            _mole(sheet, x + 1, y + 1, *by_hill[hill])
        if hill == view["dog"]:
            sheet.put(x + 4, y + 1, "dog", DOG)
    x, y = _place(len(track) + 1, across)
    sheet.put(x, y, f" {''.join(SYMBOLS.values())}   ", HOME)
    sheet.put(x, y + 1, " home  ", HOME)
    return sheet.lines()


def peeks(before: View, after: View) -> bool:
    """Whether a mole moved whose owner not everybody sees now, whether the mover knew it or not."""
    return any(
        mole["at"] != before["moles"][name]["at"] and "owner" not in mole
        for name, mole in after["moles"].items()
    )


def chip(name: str, owner: int | None) -> Text:
    """A mole as it is drawn: its name, and its owner's shape and colour if known."""
    if owner is None:
        return Text(f" {name} ", f"{INK} on {STRAW}")
    return Text(f"{SHAPES[owner]}{name} ", TEAMS[owner])


def _mole(sheet: Canvas, x: int, y: int, name: str, owner: int | None) -> None:
    if owner is None:
        sheet.put(x, y, name, MOLE)
    else:
        sheet.put(x - 1, y, SHAPES[owner] + name, TEAMS[owner])


def _place(hill: int, across: int) -> tuple[int, int]:
    """Where a hill is drawn: to the right in the first row, back in the second, and so on."""
    row, step = divmod(hill - 1, across)
    return 2 + (step if row % 2 == 0 else across - 1 - step) * WIDE, 1 + row * HIGH


def _tunnel(sheet: Canvas, rows: int, across: int) -> None:
    """The walls: between two rows they leave one hill open, where the way turns."""
    sheet.paint(0, 0, sheet.width, sheet.height, WALL)
    inside = sheet.width - 2
    sheet.put(0, 0, "╭" + "─" * inside + "╮")
    sheet.put(0, rows * HIGH, "╰" + "─" * inside + "╯")
    for row in range(rows):
        for y in (1, 2):
            sheet.put(0, 1 + row * HIGH + y - 1, "│")
            sheet.put(sheet.width - 1, 1 + row * HIGH + y - 1, "│")
        if row:
            _bend(sheet, row * HIGH, right=row % 2 == 1)


def _bend(sheet: Canvas, y: int, right: bool) -> None:
    wall = "─" * (sheet.width - 2 - WIDE)
    if right:
        sheet.put(0, y, "├" + wall + " " * (WIDE // 2) + "↓")
        sheet.put(sheet.width - 1, y, "│")
    else:
        sheet.put(0, y, "│   ↓    " + wall + "┤")
