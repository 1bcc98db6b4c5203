"""Draw Mole Company in the terminal: the upper board with space names, holes, special spaces and moles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.text import Text

from moleworks.core.game import Board, Setup, View
from moleworks.core.messages import N_
from moleworks.games.mole_company.board import MoleCompanyBoard, board_of, dotted_lines_count, names_within
from moleworks.games.mole_company.view_types import ShownBoard, free_holes, own_view
from moleworks.terminal.canvas import Canvas
from moleworks.terminal.colours import CLAY, DEEP, GOLD, INK, IVORY, LAWN, LOAM, SHAPES, TEAMS
from moleworks.terminal.game_drawing import DrawingContext, team_line

WIDE = 8
"""From one space to the next in a row; five letters and the line between."""

PAPERS = (f"{INK} on {LAWN}", f"{IVORY} on {CLAY}", f"{INK} on {LOAM}", f"{IVORY} on {DEEP}")
HOLE, SPECIAL = f"bold {IVORY} on {INK}", f"bold {INK} on {GOLD}"

LEGEND = N_("( ) hole, [ ] special space, ● ▲ ■ ◆ moles by team, ··· dotted line")
LEGEND_ALL_OPEN = N_("( ) hole, [ ] special space, ● ▲ ■ ◆ moles by team")
EXAMPLE_PLACE = "c3"


def legend(setup: Setup) -> str:
    """The signs that the drawing has by these options."""
    return LEGEND if dotted_lines_count(setup.options["final_paths"]) else LEGEND_ALL_OPEN


def picture(scene: DrawingContext) -> list[Text]:
    """The upper board in a view; special spaces and dotted lines only if the options use them."""
    view = own_view(scene.view)
    if not scene.setup.options["specials"]:
        view = {**view, "specials": []}
    if not dotted_lines_count(scene.setup.options["final_paths"]):
        view = {**view, "dotted": []}
    board = board_of(scene.setup)
    return draw_board(board.side, board.sides[view["level"] - 1], view)


def board_pictures(board: Board) -> Iterator[tuple[str, list[Text]]]:
    """All boards of the stack with their names, not rotated."""
    assert isinstance(board, MoleCompanyBoard)
    for level, stacked in enumerate(board.boards, 1):
        shown = ShownBoard(
            level=level, moles=(), holes=stacked.holes, specials=stacked.specials, dotted=stacked.dotted
        )
        yield stacked.name, draw_board(board.side, board.sides[level - 1], shown)


def below(scene: DrawingContext) -> Iterator[Text]:
    """The board and its holes, and each team's moles and discs."""
    view, say = own_view(scene.view), scene.language.say
    yield Text(
        say(
            N_("Board {level} of 4. Holes taken: {count} of {total}."),
            level=view["level"],
            count=len(view["holes"]) - len(free_holes(view)),
            total=len(view["holes"]),
        )
    )
    for seat, name in enumerate(scene.names):
        discs = " ".join(map(str, view["left"][seat]))
        text = N_("{name}: moles {count}, discs face down {discs}")
        told = say(text, name=name, count=len(view["moles"][seat]), discs=discs)
        yield team_line(seat, told)


def caption(view: View) -> Iterator[str]:
    """The disc if one is turned up, and the number of the turn."""
    view = own_view(view)
    if view["disc"]:
        yield f"Disc: {view['disc']}."
    yield f"Turn {view['turn']}."


def draw_board(side: int, own: int, view: ShownBoard) -> list[Text]:
    """Draw one board in its own size; `side` is that of the first board, by which spaces are named."""
    canvas = Canvas(WIDE * (2 * own - 1) + 3, 4 * own - 1)
    _paper(canvas, own, PAPERS[view["level"] - 1])
    places = dict(zip(names_within(side, own), _places(own), strict=True))
    dotted = {frozenset(pair) for pair in view["dotted"]}
    for name, place in places.items():
        for other, line, x, y in _lines(places, *place):
            canvas.put(x, y, "····"[: len(line)] if frozenset((name, other)) in dotted else line)
    moles = {name: seat for seat, names in enumerate(view["moles"]) for name in names}
    for name, (x, y) in places.items():
        _space(canvas, x, y, name, view)
        if name in moles:
            seat = moles[name]
            canvas.put(x - 1, y, SHAPES[seat] + name, TEAMS[seat])
    return canvas.lines()


def _paper(canvas: Canvas, side: int, paper: str) -> None:
    """Paint the background, half a step wider than the spaces."""
    middle = 2 * side - 1
    for y in range(canvas.height):
        left = min(abs(y - middle), middle - 1) * WIDE // 4 + 1
        canvas.paint(left, y, canvas.width - 2 * left, 1, paper)


def _places(side: int) -> Iterator[tuple[int, int]]:
    """The place of every space's letter, in the order of their names: rows run from the south."""
    far = side - 1
    for row in range(2 * side - 1):
        shift = abs(row - far)
        for step in range(2 * side - 1 - shift):
            yield 5 + shift * WIDE // 2 + step * WIDE, 1 + 2 * (2 * far - row)


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


def _space(canvas: Canvas, x: int, y: int, name: str, view: ShownBoard) -> None:
    if name in view["holes"]:
        canvas.put(x - 2, y, f"( {name})", HOLE)
    elif name in view["specials"]:
        canvas.put(x - 2, y, f"[ {name}]", SPECIAL)
    else:
        canvas.put(x - 1, y, f" {name} ")
