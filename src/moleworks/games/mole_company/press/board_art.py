"""Draw the boards of Mole Company: four sheets with holes, the plate with the shovel, and positions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from moleworks.games.mole_company.press import drawings
from moleworks.games.mole_company.press.layout import ROW, HexLayout, between
from moleworks.games.mole_company.view_types import BoardSpaces, MoleCompanyView
from moleworks.press import art
from moleworks.press.colours import mix
from moleworks.press.example_marks import allowed, arrow, refused
from moleworks.press.game_print_set import ExampleMark
from moleworks.press.paths import Point, Transform, ellipse, line
from moleworks.press.sheet import Colour, Item, Role, Shape
from moleworks.press.typesetting import TextStyle, centred_text

HOLE, BANK, SPOT, SPECIAL = 0.44, 0.07, 0.25, 0.42
"""Radii and a width, by the pitch."""
FACES = ("lawn", "clay", "loam", "deep")
"""Colours by level: grass, clay, loam, water."""


def draw_board(
    layout: HexLayout, level: int, spaces: BoardSpaces, palette: Mapping[str, Colour], specials: bool = True
) -> Iterator[Item]:
    """A board: level 1 is on top. `spaces` are its holes, specials and dotted lines."""
    pitch, colour, rim = layout.pitch, palette[FACES[level - 1]], palette["rim"]
    saving = colour in (rim, (255, 255, 255))
    lines = palette["line"] if saving else mix(colour, rim, 0.62)
    spots = colour if saving else mix(colour, rim, 0.52)
    bank = mix(colour, palette["outline"], 0.65) if not saving else palette["track"]

    shape = partial(Shape, Role.PRINT, f"board {level}")

    yield shape(layout.outline(soft=0.3 * pitch), fill=colour)
    dotted = {frozenset(pair) for pair in spaces["dotted"]}
    for pair in layout.joined():
        ends = _line_ends(layout, spaces["holes"], *pair)
        home = any(name in spaces["holes"] for name in pair) and dotted
        if frozenset(pair) in dotted:
            yield shape(
                line(*ends),
                stroke=palette["outline"] if saving else rim,
                width=0.09 * pitch,
                dash=(0.001, 0.15 * pitch),
            )
        else:
            thick = 0.1 if home else 0.018 if saving else 0.05
            yield shape(line(*ends), stroke=(palette["outline"] if saving else rim) if home else lines,
                        width=thick * pitch)  # fmt: skip
    for name in layout.names:
        if name in spaces["holes"]:
            yield shape(ellipse(*layout.at(name), (HOLE + BANK) * pitch), fill=bank)
        elif name in spaces["specials"]:
            move = Transform(*layout.at(name), 0.9 * pitch / 100)
            if specials:
                yield from art.draw_on_sheet(drawings.special(), palette, move, f"special {name}")
            else:
                yield shape(ellipse(*layout.at(name), SPECIAL * pitch), fill=mix(colour, rim, 0.35),
                            stroke=lines, width=0.02 * pitch)  # fmt: skip
        else:
            yield shape(
                ellipse(*layout.at(name), SPOT * pitch), fill=spots, stroke=lines if saving else None,
                width=0.018 * pitch,
            )  # fmt: skip


def _line_ends(layout: HexLayout, holes: Sequence[str], near: str, far: str) -> tuple[Point, Point]:
    out = (HOLE + BANK) * layout.pitch
    return between(
        layout.at(near), layout.at(far), out if near in holes else 0.0, out if far in holes else 0.0
    )


def draw_plate(
    layout: HexLayout, smaller: Sequence[int], palette: Mapping[str, Colour], margin: float
) -> Iterator[Item]:
    """The plate below the boards: a frame with the names of rows and lines, and the golden shovel.

    Where boards are smaller than the first, lines show how each of their sizes lies on it.
    """
    pitch = layout.pitch
    yield Shape(
        Role.PRINT, "frame", layout.outline(margin, 0.5 * pitch), fill=palette["fold"],
        stroke=palette["outline"], width=0.3,
    )  # fmt: skip
    yield Shape(
        Role.PRINT, "plate", layout.outline(0.4, 0.3 * pitch), fill=palette["gold"],
        stroke=palette["outline"], width=0.3,
    )  # fmt: skip
    for side in smaller:
        yield Shape(
            Role.PRINT, f"place of side {side}", layout.sized(side).outline(0.4, 0.3 * pitch),
            stroke=palette["outline"], width=0.3,
        )  # fmt: skip
    yield Shape(Role.PRINT, "pit", ellipse(0, 0, 0.9 * pitch), fill=palette["earth"],
                stroke=palette["outline"], width=0.3)  # fmt: skip
    yield from art.draw_on_sheet(drawings.shovel(), palette, Transform(0, 0.6, 1.35 * pitch / 100), "shovel")
    yield from draw_names(layout, palette, margin / 2, 6.0)


def draw_names(layout: HexLayout, palette: Mapping[str, Colour], out: float, size: float) -> Iterator[Item]:
    """Letters at the left ends of the rows, numbers at the lower ends of the lines."""
    style = TextStyle(size, palette["ink"], bold=True)
    away = (layout.rim + out) / ROW
    for letter, start in layout.rows():
        yield centred_text(f"row {letter}", letter, style, start.x - away, start.y, 2 * size)
    for number, end in layout.lines():
        yield centred_text(f"line {number}", number, style, end.x + away / 2, end.y + away * ROW, 2 * size)


def draw_position(
    layout: HexLayout,
    view: MoleCompanyView,
    marks: Sequence[ExampleMark],
    palette: Mapping[str, Colour],
    specials: bool,
) -> Iterator[Item]:
    """The upper board in a position."""
    pitch = layout.pitch
    yield from draw_board(layout, view["level"], view, palette, specials)
    for name in view["holes"]:
        yield Shape(
            Role.PRINT, f"hole {name}", ellipse(*layout.at(name), HOLE * pitch), fill=palette["outline"]
        )
    yield from draw_names(layout, palette, 0.26 * pitch, 0.34 * pitch)
    for seat, moles in enumerate(view["moles"]):
        for name in moles:
            yield from art.draw_on_sheet(
                art.mole(seat), palette, Transform(*layout.at(name), 0.72 * pitch / 100), name
            )
    moves = [mark for mark in marks if "-" in mark.action]
    for action, good in moves:
        start, end = (layout.at(name) for name in action.split("-"))
        if good:
            near, far = between(start, end, 0.3 * pitch, 0.3 * pitch)
            yield from arrow(near, far, 0.07 * pitch, palette)
    for action, good in marks:
        name = action.split("-")[-1]
        if name in layout.names:
            at = layout.at(name)
            sign = allowed if good else refused
            yield from sign(at.x + 0.3 * pitch, at.y + 0.3 * pitch, 0.19 * pitch, palette)
