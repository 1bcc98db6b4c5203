"""Draw Mole Hill in the terminal: squares, molehills, flowers, and rods on the edges."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from moleworks.core.messages import N_
from moleworks.games.mole_hill.board import MoleHillBoard, board_of, is_dark
from moleworks.games.mole_hill.rules import dark_hills, gardener_seat, mole_seat
from moleworks.games.mole_hill.view_types import MoleHillView, own_view
from moleworks.terminal.canvas import Canvas
from moleworks.terminal.colours import EARTH, FOREST, GOLD, INK, IVORY, LAWN, LOAM
from moleworks.terminal.game_drawing import DrawingContext

WIDE = 6
"""From one square to the next; five letters and an edge."""
LEFT, TOP = 3, 1
"""Where the corner of the lawn is, inside the letters and numbers of the rim."""

FRAME, TILE = f"{IVORY} on {FOREST}", f"{INK} on {LAWN}"
ROD = f"bold {IVORY} on {EARTH}"
MOLE = f"bold {INK} on {IVORY}"
HILLS = (f"{INK} on {LOAM}", f"bold {EARTH} on {LOAM}")
RED, WHITE = f"bold {IVORY} on #b3243a", f"bold {INK} on #ffffff"

LEGEND = N_("(•.•) mole, ╭─╮ light hill, ▟█▙ dark hill, ✿2 ❀1 flowers, (◎) centre, ━ ┃ rods")
EXAMPLE_PLACE = "c3"


def picture(scene: DrawingContext) -> list[Text]:
    """The board in a view."""
    return draw_board(board_of(scene.setup), own_view(scene.view))


def below(scene: DrawingContext) -> Iterator[Text]:
    """Who is mole and gardener in this round, the molehills, and the points."""
    view, board, say = own_view(scene.view), board_of(scene.setup), scene.language.say
    yield Text(
        say(
            N_("Round {round}: {mole} is the mole, {gardener} the gardener."),
            round=view["round"],
            mole=scene.names[mole_seat(view["round"])],
            gardener=scene.names[gardener_seat(view["round"])],
        )
    )
    dug = len(view["hills"])
    points = ", ".join(f"{name} {score}" for name, score in zip(scene.names, view["scores"], strict=True))
    yield Text(
        say(
            N_("Molehills: {count} of {total}, {dark} of them dark. Points: {points}."),
            count=dug,
            total=board.molehills,
            dark=dark_hills(board.light, dug),
            points=points,
        )
    )


def draw_board(board: MoleHillBoard, view: MoleHillView) -> list[Text]:
    """Draw the lawn."""
    canvas = Canvas(LEFT + board.columns * WIDE + 4, TOP + 2 * board.rows + 2)
    _lawn(canvas, board)
    for column in range(board.columns):
        for row in range(board.rows):
            _square(canvas, board, view, column, row)
    for rod in view["rods"]:
        _rod(canvas, board, rod)
    return canvas.lines()


def _corner(board: MoleHillBoard, column: int, row: int) -> tuple[int, int]:
    """Where the upper left corner of a square is; rows count from the bottom."""
    return LEFT + column * WIDE, TOP + 2 * (board.rows - 1 - row)


def _place(square: str) -> tuple[int, int]:
    return ord(square[0]) - ord("a"), int(square[1:]) - 1


def _lawn(canvas: Canvas, board: MoleHillBoard) -> None:
    """Draw rim, frame and a dot at every corner; edges without a rod stay empty."""
    width, bottom = board.columns * WIDE, TOP + 2 * board.rows
    canvas.put(LEFT, TOP, "╭" + "─" * (width - 1) + "╮", FRAME)
    canvas.put(LEFT, bottom, "╰" + "─" * (width - 1) + "╯", FRAME)
    for y in range(TOP + 1, bottom):
        canvas.put(LEFT, y, "│" + " " * (width - 1) + "│", FRAME)
    for row in range(1, board.rows):
        for column in range(1, board.columns):
            canvas.put(LEFT + column * WIDE, TOP + 2 * row, "·")
    for column in range(board.columns):
        letter = chr(ord("a") + column)
        for y in (0, bottom + 1):
            canvas.put(LEFT + column * WIDE + 3, y, letter)
    for row in range(board.rows):
        _, y = _corner(board, 0, row)
        canvas.put(LEFT - 2, y + 1, str(row + 1))
        canvas.put(LEFT + width + 2, y + 1, str(row + 1))


def _square(canvas: Canvas, board: MoleHillBoard, view: MoleHillView, column: int, row: int) -> None:
    name = f"{chr(ord('a') + column)}{row + 1}"
    x, y = _corner(board, column, row)
    flower = "✿2" if name in board.red else "❀1" if name in board.white else ""
    canvas.paint(x + 1, y + 1, WIDE - 1, 1, TILE)
    if name == view["mole"]:
        canvas.put(x + 1, y + 1, "(•.•)", MOLE)
    elif name in view["hills"]:
        dark = is_dark(board, view["hills"].index(name) + 1)
        inside = flower[:1] or "─█"[dark]
        canvas.put(x + 1, y + 1, f" ▟{inside}▙ " if dark else f" ╭{inside}╮ ", HILLS[dark])
    elif flower:
        canvas.put(x + 2, y + 1, flower, RED if name in board.red else WHITE)
    elif name == board.centre:
        canvas.put(x + 2, y + 1, "(◎)", f"bold {INK} on {GOLD}")


def _rod(canvas: Canvas, board: MoleHillBoard, name: str) -> None:
    near, far = map(_place, name.split("|"))
    x, y = _corner(board, *near)
    if near[1] == far[1]:
        canvas.put(x + WIDE, y + 1, "┃", ROD)
    else:
        canvas.put(x + 1, y, "━" * (WIDE - 1), ROD)
