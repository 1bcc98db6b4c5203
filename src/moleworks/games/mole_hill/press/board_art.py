"""Draw the board of Mole Hill: the lawn in a hedge, flowers, the centre, and positions in a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from moleworks.games.mole_hill.board import MoleHillBoard, is_dark
from moleworks.games.mole_hill.press import drawings
from moleworks.games.mole_hill.press.layout import LawnLayout, letters
from moleworks.games.mole_hill.rules import mole_seat
from moleworks.games.mole_hill.view_types import MoleHillView
from moleworks.press import art
from moleworks.press.example_marks import allowed, refused
from moleworks.press.game_print_set import ExampleMark
from moleworks.press.paths import Box, Transform, line, rectangle
from moleworks.press.sheet import Colour, Item, Role, Shape, TextLine
from moleworks.press.typesetting import TextStyle, centred_text

HEDGE = 0.36
"""The width of the hedge, by the size of a square."""


def draw_lawn(
    layout: LawnLayout,
    board: MoleHillBoard,
    palette: Mapping[str, Colour],
    with_names: bool = True,
    smallest_name: float = 0.0,
) -> Iterator[Item]:
    """The lawn without pieces; `with_names`: with its name in the corner of every square."""
    cell, box = layout.cell, layout.box
    rim = HEDGE * cell

    shape = partial(Shape, Role.PRINT, "lawn")

    yield shape(
        rectangle(box.grown(rim), 0.2 * cell),
        fill=palette["hedge"],
        stroke=palette["outline"],
        width=0.012 * cell,
    )
    yield shape(rectangle(box), fill=palette["lawn"])
    light = palette["lawn-2"]
    for column in range(layout.columns):
        for row in range(layout.rows):
            if (column + row) % 2:
                yield shape(rectangle(Box(box.x + column * cell, box.y + row * cell, cell, cell)), fill=light)
    between = partial(shape, stroke=palette["lawn-deep"], width=0.016 * cell)
    for n in range(1, layout.columns):
        yield between(line((box.x + n * cell, box.y), (box.x + n * cell, box.bottom)))
    for n in range(1, layout.rows):
        yield between(line((box.x, box.y + n * cell), (box.right, box.y + n * cell)))
    yield shape(rectangle(box), stroke=palette["outline"], width=0.03 * cell)
    yield from _rim(layout, palette)
    yield from _flowers_and_centre(layout, board, palette, aside=with_names and smallest_name > 0)
    if with_names:
        yield from _names(layout, palette, max(0.115 * layout.cell, smallest_name))


def _rim(layout: LawnLayout, palette: Mapping[str, Colour]) -> Iterator[TextLine]:
    """Letters and numbers on all four sides."""
    style = TextStyle(0.22 * layout.cell, palette["on-hedge"], bold=True)
    out = HEDGE * layout.cell / 2
    for n, letter in enumerate(letters(layout.columns)):
        x = layout.x + (n + 0.5) * layout.cell
        for y in (layout.y - out, layout.box.bottom + out):
            yield centred_text("column", letter, style, x, y, layout.cell)
    for row in range(layout.rows):
        y = layout.box.bottom - (row + 0.5) * layout.cell
        for x in (layout.x - out, layout.box.right + out):
            yield centred_text("row", str(row + 1), style, x, y, 2 * out)


def _flowers_and_centre(
    layout: LawnLayout, board: MoleHillBoard, palette: Mapping[str, Colour], aside: bool
) -> Iterator[Item]:
    """`aside`: a bit smaller and away from the corner where a large name stands."""
    scale, shift = (0.85, 0.12 * layout.cell) if aside else (1.0, 0.0)
    scale *= layout.cell / 100
    places = [("centre", board.centre, drawings.centre())] if board.centre else []
    for kind, names in (("red", board.red), ("white", board.white)):
        places += [(f"flower {name}", name, drawings.flower(kind)) for name in names]
    for element, name, drawing in places:
        x, y = layout.square(name).middle
        yield from art.draw_on_sheet(drawing, palette, Transform(x + shift, y + shift, scale), element)


def _names(layout: LawnLayout, palette: Mapping[str, Colour], size: float) -> Iterator[TextLine]:
    style = TextStyle(size, palette["on-lawn"])
    for name in layout.names():
        box = layout.square(name)
        yield centred_text(
            f"name {name}",
            name,
            style,
            box.x + 0.95 * size,
            box.y + 0.87 * size,
            1.75 * size,
        )


def draw_position(
    layout: LawnLayout,
    board: MoleHillBoard,
    view: MoleHillView,
    marks: Sequence[ExampleMark],
    palette: Mapping[str, Colour],
) -> Iterator[Item]:
    """The lawn in a position."""
    scale = layout.cell / 100
    yield from draw_lawn(layout, board, palette, with_names=False)

    def draw(drawing: art.Drawing, x: float, y: float, size: float) -> Iterator[Item]:
        yield from art.draw_on_sheet(drawing, palette, Transform(x, y, scale * size), "position")

    for number, name in enumerate(view["hills"], 1):
        if name != view["mole"]:
            yield from draw(drawings.hill(is_dark(board, number), number), *layout.square(name).middle, 0.84)
    for name in view["rods"]:
        at, lies = layout.edge(name)
        yield from draw(drawings.rod(lies), *at, 1.0)
    if view["mole"]:
        at = layout.square(view["mole"]).middle
        yield from draw(art.mole(mole_seat(view["round"])), at.x, at.y, 0.8)
    for action, good in marks:
        middle = layout.edge(action)[0] if "|" in action else layout.square(action).middle
        shift = 0 if "|" in action else 0.26 * layout.cell
        yield from (allowed if good else refused)(
            middle.x + shift, middle.y + shift, 0.17 * layout.cell, palette
        )
