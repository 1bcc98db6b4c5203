"""A lawn for the eye: mown paper in a hedge, flowers, the hole in the middle, and positions on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from moleworks.press import art
from moleworks.press.marks import allowed, refused
from moleworks.press.mole_hill.plan import Lawn, letters
from moleworks.press.part import Mark
from moleworks.press.paths import Box, Move, line, rectangle
from moleworks.press.scene import Colour, Item, Role, Shape, Text
from moleworks.press.setting import Style, centred

HEDGE = 0.36
"""The rim round the lawn, by the size of a square."""


def ground(lawn: Lawn, board: Any, palette: Mapping[str, Colour], named: bool = True) -> Iterator[Item]:
    """The lawn without pieces; `named`: with the name in the corner of every square."""
    cell, box = lawn.cell, lawn.box
    rim = HEDGE * cell

    def shape(path: Any, **look: Any) -> Shape:
        return Shape(Role.PRINT, "lawn", path, **look)

    yield shape(
        rectangle(box.grown(rim), 0.2 * cell),
        fill=palette["hedge"],
        stroke=palette["outline"],
        width=0.012 * cell,
    )
    yield shape(rectangle(box), fill=palette["lawn"])
    light = palette["lawn-2"]
    for column in range(lawn.columns):
        for row in range(lawn.rows):
            if (column + row) % 2:
                yield shape(rectangle(Box(box.x + column * cell, box.y + row * cell, cell, cell)), fill=light)
    lines = {"stroke": palette["lawn-deep"], "width": 0.016 * cell}
    for n in range(1, lawn.columns):
        yield shape(line((box.x + n * cell, box.y), (box.x + n * cell, box.bottom)), **lines)
    for n in range(1, lawn.rows):
        yield shape(line((box.x, box.y + n * cell), (box.right, box.y + n * cell)), **lines)
    yield shape(rectangle(box), stroke=palette["outline"], width=0.03 * cell)
    yield from _rim(lawn, palette)
    yield from _things(lawn, board, palette)
    if named:
        yield from _names(lawn, palette)


def _rim(lawn: Lawn, palette: Mapping[str, Colour]) -> Iterator[Text]:
    """Letters and numbers on all four sides."""
    style = Style(0.22 * lawn.cell, palette["on-hedge"], bold=True)
    out = HEDGE * lawn.cell / 2
    for n, letter in enumerate(letters(lawn.columns)):
        x = lawn.x + (n + 0.5) * lawn.cell
        for y in (lawn.y - out, lawn.box.bottom + out):
            yield centred("column", letter, style, x, y, lawn.cell)
    for row in range(lawn.rows):
        y = lawn.box.bottom - (row + 0.5) * lawn.cell
        for x in (lawn.x - out, lawn.box.right + out):
            yield centred("row", str(row + 1), style, x, y, 2 * out)


def _things(lawn: Lawn, board: Any, palette: Mapping[str, Colour]) -> Iterator[Item]:
    scale = lawn.cell / 100
    if board.centre:
        yield from art.printed(
            art.centre(), palette, Move(*lawn.square(board.centre).middle, scale), "centre"
        )
    for kind, names in (("red", board.red), ("white", board.white)):
        for name in names:
            move = Move(*lawn.square(name).middle, scale)
            yield from art.printed(art.flower(kind), palette, move, f"flower {name}")


def _names(lawn: Lawn, palette: Mapping[str, Colour]) -> Iterator[Text]:
    style = Style(0.115 * lawn.cell, palette["on-lawn"])
    for name in lawn.names():
        box = lawn.square(name)
        yield centred(
            f"name {name}", name, style, box.x + 0.11 * lawn.cell, box.y + 0.1 * lawn.cell, 0.2 * lawn.cell
        )


def position(
    lawn: Lawn, board: Any, view: Mapping[str, Any], marks: Sequence[Mark], palette: Mapping[str, Colour]
) -> Iterator[Item]:
    """A lawn in the middle of a round."""
    scale = lawn.cell / 100
    yield from ground(lawn, board, palette, named=False)

    def put(drawing: art.Art, x: float, y: float, size: float) -> Iterator[Item]:
        yield from art.printed(drawing, palette, Move(x, y, scale * size), "position")

    for number, name in enumerate(view["hills"], 1):
        if name != view["mole"]:
            yield from put(art.hill(number > board.light, number), *lawn.square(name).middle, 0.84)
    for name in view["rods"]:
        at, lies = lawn.edge(name)
        yield from put(art.rod(lies), *at, 1.0)
    if view["mole"]:
        at = lawn.square(view["mole"]).middle
        yield from put(art.mole(view["round"] - 1), at.x, at.y, 0.8)
    for action, good in marks:
        middle = lawn.edge(action)[0] if "|" in action else lawn.square(action).middle
        shift = 0 if "|" in action else 0.26 * lawn.cell
        yield from (allowed if good else refused)(
            middle.x + shift, middle.y + shift, 0.17 * lawn.cell, palette
        )
