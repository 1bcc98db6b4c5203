"""The lawn of Mole Hill: squares, molehills, flowers, and the rods on the edges between them."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from moleworks.games import View
from moleworks.terminal.canvas import Canvas
from moleworks.terminal.colours import EARTH, FOREST, GOLD, INK, IVORY, LAWN, LOAM

WIDE = 6
"""From one square to the next; five letters and an edge."""
LEFT, TOP = 3, 1
"""Where the corner of the lawn is, inside the letters and numbers of the rim."""

FRAME, TILE = f"{IVORY} on {FOREST}", f"{INK} on {LAWN}"
ROD = f"bold {IVORY} on {EARTH}"
MOLE = f"bold {INK} on {IVORY}"
HILLS = (f"{INK} on {LOAM}", f"bold {EARTH} on {LOAM}")
RED, WHITE = f"bold {IVORY} on #b3243a", f"bold {INK} on #ffffff"


def picture(board: Any, view: View) -> list[Text]:
    """The lawn as a view shows it."""
    sheet = Canvas(LEFT + board.columns * WIDE + 4, TOP + 2 * board.rows + 2)
    _lawn(sheet, board)
    for column in range(board.columns):
        for row in range(board.rows):
            _square(sheet, board, view, column, row)
    for rod in view["rods"]:
        _rod(sheet, board, rod)
    return sheet.lines()


def _corner(board: Any, column: int, row: int) -> tuple[int, int]:
    """Where the upper left corner of a square is; rows count from the bottom."""
    return LEFT + column * WIDE, TOP + 2 * (board.rows - 1 - row)


def _place(square: str) -> tuple[int, int]:
    return ord(square[0]) - ord("a"), int(square[1:]) - 1


def _lawn(sheet: Canvas, board: Any) -> None:
    """Rim, frame and a dot at every corner: an edge without a rod stays open."""
    width, bottom = board.columns * WIDE, TOP + 2 * board.rows
    sheet.put(LEFT, TOP, "╭" + "─" * (width - 1) + "╮", FRAME)
    sheet.put(LEFT, bottom, "╰" + "─" * (width - 1) + "╯", FRAME)
    for y in range(TOP + 1, bottom):
        sheet.put(LEFT, y, "│" + " " * (width - 1) + "│", FRAME)
    for row in range(1, board.rows):
        for column in range(1, board.columns):
            sheet.put(LEFT + column * WIDE, TOP + 2 * row, "·")
    for column in range(board.columns):
        letter = chr(ord("a") + column)
        for y in (0, bottom + 1):
            sheet.put(LEFT + column * WIDE + 3, y, letter)
    for row in range(board.rows):
        _, y = _corner(board, 0, row)
        sheet.put(LEFT - 2, y + 1, str(row + 1))
        sheet.put(LEFT + width + 2, y + 1, str(row + 1))


def _square(sheet: Canvas, board: Any, view: View, column: int, row: int) -> None:
    name = f"{chr(ord('a') + column)}{row + 1}"
    x, y = _corner(board, column, row)
    flower = "✿2" if name in board.red else "❀1" if name in board.white else ""
    sheet.paint(x + 1, y + 1, WIDE - 1, 1, TILE)
    if name == view["mole"]:
        sheet.put(x + 1, y + 1, "(•.•)", MOLE)
    elif name in view["hills"]:
        dark = view["hills"].index(name) >= board.light
        inside = flower[:1] or "─█"[dark]
        sheet.put(x + 1, y + 1, f" ▟{inside}▙ " if dark else f" ╭{inside}╮ ", HILLS[dark])
    elif flower:
        sheet.put(x + 2, y + 1, flower, RED if name in board.red else WHITE)
    elif name == board.centre:
        sheet.put(x + 2, y + 1, "(◎)", f"bold {INK} on {GOLD}")


def _rod(sheet: Canvas, board: Any, name: str) -> None:
    near, far = map(_place, name.split("|"))
    x, y = _corner(board, *near)
    if near[1] == far[1]:
        sheet.put(x + WIDE, y + 1, "┃", ROD)
    else:
        sheet.put(x + 1, y, "━" * (WIDE - 1), ROD)
