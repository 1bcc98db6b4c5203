"""Draw the board of Buddel Bande: the garden, its road, hills and dens, and positions in a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from moleworks.games.buddel_bande.press import drawings
from moleworks.games.buddel_bande.press.layout import TrackLayout
from moleworks.games.buddel_bande.view_types import BuddelBandeMole, BuddelBandeView
from moleworks.press import art
from moleworks.press.example_marks import allowed, refused
from moleworks.press.game_print_set import ExampleMark
from moleworks.press.paths import Box, Path, Transform, parse_path, rectangle
from moleworks.press.sheet import Colour, Item, Role, Shape
from moleworks.press.typesetting import TextStyle, centred_text

FOOT, BULGE, ROAD = 0.26, 0.33, 0.44
"""The road, by the pitch: its distance below a hill, how far its bends reach out, its width."""


def draw_garden(layout: TrackLayout, symbols: str, palette: Mapping[str, Colour]) -> Iterator[Item]:
    """The board without dens and pieces."""
    pitch = layout.pitch

    shape = partial(Shape, Role.PRINT, "garden")

    sheet = rectangle(Box(0, 0, layout.width, layout.height), 0.3 * pitch)
    yield shape(sheet, fill=palette["lawn"])
    for row in range(0, layout.rows, 2):
        y = layout.rows_top + row * layout.row
        yield shape(rectangle(Box(0, y, layout.width, layout.row)), fill=palette["lawn-2"])
    yield shape(_tufts(layout), stroke=palette["lawn-deep"], width=0.022 * pitch)
    road = layout.road(FOOT * pitch, BULGE * pitch)
    for colour, width in (("outline", 1.0), ("rim", 0.93), ("wood", 0.83), ("track", 0.77)):
        yield shape(road, stroke=palette[colour], width=width * ROAD * pitch)
    yield from _hay(layout, palette)
    for place, sign in enumerate(symbols, 1):
        move = Transform(*layout.at(place), 0.94 * pitch / 106)
        yield from art.draw_on_sheet(drawings.mound(sign, place), palette, move, f"hill {place}")
    move = Transform(*layout.at(layout.hills + 1), 1.05 * pitch / 106)
    yield from art.draw_on_sheet(drawings.mound(None), palette, move, "last hill")
    yield shape(sheet, stroke=palette["outline"], width=0.03 * pitch)


def _tufts(layout: TrackLayout) -> Path:
    """Grass between the rows; always the same."""
    pitch, data = layout.pitch / 106, ""
    for row in range(layout.rows):
        y = layout.rows_top + row * layout.row + 0.1 * layout.row
        for n in range(5):
            x = layout.side + ((n * 0.21 + row * 0.13 + 0.05) % 1) * (layout.width - 2 * layout.side)
            for lean, tall in ((-7, 9), (0, 13), (7, 8)):
                data += f"M{x + lean * pitch} {y}q{0.1 * lean * pitch} {-0.6 * tall * pitch} "
                data += f"{0.6 * lean * pitch} {-tall * pitch}"
    return parse_path(data)


def _hay(layout: TrackLayout, palette: Mapping[str, Colour]) -> Iterator[Item]:
    """The haystack, with room for all moles."""
    box = layout.haystack.grown(-0.05 * layout.hay)
    x, y, w, h = box
    heap = parse_path(
        f"M{x} {y + 0.95 * h}"
        f"C{x - 0.02 * w} {y + 0.4 * h} {x + 0.1 * w} {y + 0.1 * h} {x + 0.25 * w} {y + 0.08 * h}"
        f"Q{x + 0.4 * w} {y - 0.06 * h} {x + 0.55 * w} {y + 0.04 * h}"
        f"Q{x + 0.75 * w} {y} {x + 0.85 * w} {y + 0.14 * h}"
        f"C{x + w} {y + 0.25 * h} {x + 1.02 * w} {y + 0.6 * h} {x + w} {y + 0.95 * h}"
        f"Q{x + w / 2} {y + 1.03 * h} {x} {y + 0.95 * h}Z"
    )
    pitch = layout.pitch
    for colour, width in (("outline", 0.09), ("rim", 0.05)):
        ink = palette[colour]
        yield Shape(Role.PRINT, "haystack", heap, fill=ink, stroke=ink, width=width * pitch)
    yield Shape(Role.PRINT, "haystack", heap, fill=palette["hay"])
    straws = ""
    for n in range(44):
        sx = x + w * (0.06 + 0.88 * ((n * 0.7549) % 1))
        sy = y + h * (0.2 + 0.62 * ((n * 0.5698) % 1))
        straws += f"M{sx} {sy}l{0.02 * pitch * (n % 5 - 2)} {0.16 * pitch}"
    yield Shape(Role.PRINT, "haystack", parse_path(straws), stroke=palette["wood"], width=0.025 * pitch)


def draw_dens(
    layout: TrackLayout, palette: Mapping[str, Colour], names: Sequence[str] = (), smallest: float = 0.0
) -> Iterator[Item]:
    """Four dens, each with its owner's animal in the door, and its name below."""
    for seat in range(4):
        box = layout.den(seat)
        den, animal = drawings.den(seat), drawings.animal(seat)
        top = Box(box.x, box.y + 0.06 * box.height, box.width, 0.74 * box.height).grown(-0.02 * box.width)
        move = art.fit_in_box(den, top)
        yield from art.draw_on_sheet(den, palette, move, f"den {seat + 1}")
        door = Transform(move.x, move.y + 18 * move.scale, 0.5 * move.scale)
        yield from art.draw_on_sheet(animal, palette, door, f"den {seat + 1}")
    for seat, name in enumerate(names):
        box = layout.den(seat)
        style = TextStyle(max(min(0.11 * box.height, 4.5), smallest), palette["on-lawn"], bold=True)
        yield centred_text(f"den {name}", name, style, box.middle.x, box.y + 0.91 * box.height, box.width)


def draw_position(
    layout: TrackLayout,
    symbols: str,
    view: BuddelBandeView,
    marks: Sequence[ExampleMark],
    palette: Mapping[str, Colour],
) -> Iterator[Item]:
    """The board in a position, with public knowledge only."""
    pitch = layout.pitch
    unit = pitch / 106
    yield from draw_garden(layout, symbols, palette)
    yield from draw_dens(layout, palette)
    home = [0, 0, 0, 0]
    for name, mole in view["moles"].items():
        x, y, size = _mole_place(layout, name, mole, home)
        at_home = mole["at"] > layout.hills
        team = mole.get("owner") if at_home else None
        yield from art.draw_on_sheet(art.mole(team, name[0]), palette, Transform(x, y, size * unit), name)
        style = TextStyle(26 * unit, palette["outline"], bold=True)
        if not at_home:
            # Beside the mole, where neither its row nor the goals of others stand.
            yield centred_text(name, name, style, x - 48 * unit, y + 10 * unit, 60 * unit)
    at = layout.at(view["dog"])
    yield from art.draw_on_sheet(
        drawings.dog(), palette, Transform(at.x + 0.36 * pitch, at.y + 0.3 * pitch, 0.5 * unit), "dog"
    )
    for action, good in marks:
        _, _, goal = action.partition(">")
        if not goal:
            continue
        at = layout.at(layout.hills + 1 if goal == "home" else int(goal))
        sign = allowed if good else refused
        yield from sign(at.x + 0.3 * pitch, at.y - 0.36 * pitch, 0.17 * pitch, palette)


def _mole_place(
    layout: TrackLayout, name: str, mole: BuddelBandeMole, home: list[int]
) -> tuple[float, float, float]:
    """The place and the size of a mole in a drawn position."""
    if mole["at"] > layout.hills:
        seat = int(mole.get("owner") or 0)
        box = layout.den(seat)
        home[seat] += 1
        return box.x + box.width * 0.25 * home[seat], box.y + 0.72 * box.height, 0.42
    if mole["at"] == 0:
        box = layout.haystack
        row, slot = "SML".index(name[0]), int(name[1:]) - 1
        return box.x + (0.2 + 0.2 * slot) * box.width, box.y + (0.28 + 0.25 * row) * box.height, 0.42
    at = layout.at(mole["at"])
    return at.x, at.y - 0.22 * layout.pitch, 0.66
