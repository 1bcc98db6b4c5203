"""Drawings that several games print: moles and molehills. Path data and colour names are the page's own.

A drawing is a list of strokes in its own units, about a hundred across; `draw_on_sheet` places it on a sheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from moleworks.press import fonts
from moleworks.press.paths import (
    Box,
    Path,
    Point,
    Transform,
    bounds,
    ellipse,
    parse_path,
    transform_path,
)
from moleworks.press.sheet import Colour, Role, Shape, TextLine

OUTFITS = ("helmet", "scarf", "glasses", "hat")
SCALES = {"S": 0.62, "M": 0.8, "L": 1.0}

MOLE = "M-36 34C-41 4-35-42 0-42S41 4 36 34C35 44 30 46 22 46H-22C-30 46-35 44-36 34Z"
PAW = "M-10 7C-13-2-12-10-8-11S-4-9-4-9S-4-13 0-13S4-9 4-9S5-12 8-11S13-2 10 7Q0 14-10 7Z"
HELMET = "M-29-30C-27-50-16-58 0-58S27-50 29-30L39-25Q41-19 36-19Q0-29-36-19Q-41-19-39-25Z"
HELMET_RIBS = "M-14-52V-28M14-52V-28"
SCARF = "M-34 6Q0 16 34 6L37 14Q36 18 30 20L40 38L24 42L18 23Q0 25-36 17Z"
SCARF_STRIPES = "M-22 12V18M-6 14V21M10 13V20M24 31L36 27"
HAT = "M-48-26Q-48-32-23-36C-23-62 23-62 23-36Q48-32 48-26Q46-21 0-25Q-46-21-48-26Z"
HAT_BAND = "M-23-38Q0-33 23-38"
SMILE = "M-6 8q6 5 12 0"
COAT_STRIPES = "M-33 25Q0 33 33 25M-32 37Q0 45 32 37"
COAT_HATCH = "M-30 24L-12 43M-14 22L8 45M8 22L24 40M30 24L12 43M14 22L-8 45M-8 22L-24 40"
COAT_DOTS = ((-20, 24), (0, 28), (20, 24), (-10, 38), (10, 38))
HILL = "M-42 36C-40 20-31 13-23 8C-18-1-8-3-2 1C6-4 17-1 21 8C31 12 40 20 42 36Q41 40 36 40H-36Q-41 40-42 36Z"
HILL_STONES = "M-30 22l5-4 4 4-4 4zM24 16l5-2 2 5-5 2zM-12 8l4-2 2 4-4 2zM27 31l5-2 1 5-5 1z"
HILL_CREASES = "M-31 27q4-8 10-11M-8 8q4-3 9-2M30 28q-2-6-7-10"


class Stroke(NamedTuple):
    """An outline with colour names for fill and line."""

    path: Path
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0


class Label(NamedTuple):
    """A number on a drawing, centred at (x, y)."""

    text: str
    x: float
    y: float
    size: float
    colour: str


Drawing = tuple[Stroke | Label, ...]


def draw_on_sheet(
    drawing: Drawing, palette: Mapping[str, Colour], move: Transform, name: str
) -> Iterator[Shape | TextLine]:
    """Convert a drawing to items of a sheet."""
    for part in drawing:
        if isinstance(part, Label):
            at = move(Point(part.x, part.y))
            size = part.size * move.scale
            wide = fonts.text_width(part.text, size, bold=True)
            turned = move.turn % 360 == 180
            y = at.y - 0.35 * size if turned else at.y + 0.35 * size
            box = Box(at.x - wide / 2 - 0.1, at.y - size, wide + 0.2, 2 * size)
            yield TextLine(
                name, part.text, at.x, y, size, palette[part.colour], box, bold=True, turn=move.turn % 360
            )
        else:
            yield Shape(
                Role.PRINT,
                name,
                transform_path(part.path, move),
                palette[part.fill] if part.fill else None,
                palette[part.stroke] if part.stroke else None,
                part.width * move.scale,
            )


def extent(drawing: Drawing) -> Box:
    """The bounding box of a drawing."""
    boxes = [
        bounds(part.path, part.width if part.stroke else 0) for part in drawing if isinstance(part, Stroke)
    ]
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    return Box(left, top, max(box.right for box in boxes) - left, max(box.bottom for box in boxes) - top)


def fit_in_box(drawing: Drawing, box: Box) -> Transform:
    """The transform that centres a drawing in a box, as large as possible."""
    size = extent(drawing)
    scale = min(box.width / size.width, box.height / size.height)
    return Transform(box.middle.x - scale * size.middle.x, box.middle.y - scale * size.middle.y, scale)


def transform_drawing(
    drawing: Iterable[Stroke | Label], x: float, y: float, scale: float, turn: float = 0.0
) -> Drawing:
    """Move, scale and rotate a drawing, to make it a part of another."""
    move = Transform(x, y, scale, turn)
    return tuple(
        Label(part.text, *move(Point(part.x, part.y)), part.size * scale, part.colour)
        if isinstance(part, Label)
        else part._replace(path=transform_path(part.path, move), width=part.width * scale)
        for part in drawing
    )


def paper_layers(outline: Path, ink: float = 11.0, rim: float = 6.0) -> Drawing:
    """The lowest layers of a cut-paper piece: an ink outline and an ivory rim."""
    return (
        Stroke(outline, "outline", "outline", ink),
        Stroke(outline, "rim", "rim", rim),
    )


# Pieces


def mole(team: int | None, size: str = "L") -> Drawing:
    """A mole with its feet at y = 45; without a team its coat is plain card."""
    body = parse_path(MOLE)
    outfit = None if team is None else OUTFITS[team % 4]
    coat = "card" if team is None else f"team-{team % 4}"
    silhouette = body + OUTFIT_OUTLINES[outfit] if outfit else body
    parts = (
        *paper_layers(silhouette, 13, 7),
        Stroke(body, coat, "outline", 2),
        *_coat(team),
        *(_eyes() if outfit != "glasses" else ()),
        Stroke(ellipse(0, 5, 17, 11), "skin", "outline", 2.5),
        Stroke(ellipse(0, -1, 8, 6), "outline"),
        Stroke(ellipse(-2.5, -3, 2, 1.4), "rim"),
        Stroke(parse_path(SMILE), None, "outline", 2.5),
        *_outfit(outfit),
        *(
            Stroke(transform_path(parse_path(PAW), Transform(x, 24, turn=turn)), "skin", "outline", 3.5)
            for x, turn in ((-29, 20), (29, -20))
        ),
    )
    return transform_drawing(parts, 0, 0, SCALES[size])


OUTFIT_OUTLINES: Mapping[str, Path] = {
    "helmet": parse_path(HELMET),
    "scarf": parse_path(SCARF),
    "glasses": ellipse(-18, -13, 17) + ellipse(18, -13, 17),
    "hat": parse_path(HAT),
}


def _coat(team: int | None) -> Drawing:
    if team is None:
        return ()
    ink = f"team-{team % 4}-ink"
    if team % 4 == 1:
        return (Stroke(parse_path(COAT_STRIPES), None, ink, 5),)
    if team % 4 == 2:
        return tuple(Stroke(ellipse(x, y, 4), ink) for x, y in COAT_DOTS)
    return (Stroke(parse_path(COAT_HATCH), None, ink, 3),) if team % 4 == 3 else ()


def _eyes() -> Drawing:
    return tuple(
        part
        for x in (-13, 13)
        for part in (Stroke(ellipse(x, -12, 7.5), "rim"), Stroke(ellipse(x, -11.5, 4.6), "outline"))
    )


def _outfit(outfit: str | None) -> Drawing:
    if outfit == "helmet":
        return (
            Stroke(OUTFIT_OUTLINES[outfit], "gold", "outline", 3),
            Stroke(parse_path(HELMET_RIBS), None, "outline", 2.5),
            Stroke(ellipse(0, -39, 10), "rim", "outline", 3.5),
        )
    if outfit == "scarf":
        return (
            Stroke(OUTFIT_OUTLINES[outfit], "clay", "outline", 3),
            Stroke(parse_path(SCARF_STRIPES), None, "rim", 4),
        )
    if outfit == "glasses":
        return (*(Stroke(ellipse(x, -13, 15), "rim", "outline", 5) for x in (-18, 18)), *_eyes())
    if outfit == "hat":
        return (
            Stroke(OUTFIT_OUTLINES[outfit], "loam", "outline", 3),
            Stroke(parse_path(HAT_BAND), None, "clay", 7),
        )
    return ()


def hill(dark: bool, number: int | None = None) -> Drawing:
    """A molehill with its foot at y = 40."""
    shape = parse_path(HILL)
    inner = (
        Stroke(parse_path(HILL_STONES), "pebble")
        if dark
        else Stroke(parse_path(HILL_CREASES), None, "outline", 2.5)
    )
    label = Label(str(number), 0, 25, 25, "on-earth" if dark else "outline") if number is not None else None
    return (
        *paper_layers(shape),
        Stroke(shape, "earth" if dark else "loam"),
        inner,
        *((label,) if label else ()),
    )
