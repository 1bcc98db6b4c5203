"""Drawings that several games print: moles. Path data is in `art.json`, which the page reads too.

A drawing is a list of strokes in its own units, about a hundred across; `draw_on_sheet` places it on a sheet.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
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

COAT_DOTS = ((-20, 24), (0, 28), (20, 24), (-10, 38), (10, 38))


class Outlines:
    """Outlines by name, from the file `art.json` of a package; the page draws from the same file."""

    def __init__(self, package: str) -> None:
        text = (resources.files(package) / "art.json").read_text("utf-8")
        self._data: dict[str, str] = json.loads(text)

    def __getitem__(self, name: str) -> Path:
        return parse_path(self._data[name])


OUTLINES = Outlines("moleworks.press")


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


def mole(team: int | None, size: str = "L", plain: str = "card") -> Drawing:
    """A mole with its feet at y = 45; without a team its coat is plain."""
    body = OUTLINES["mole"]
    outfit = None if team is None else OUTFITS[team % 4]
    coat = plain if team is None else f"team-{team % 4}"
    silhouette = body + OUTFIT_OUTLINES[outfit] if outfit else body
    parts = (
        *paper_layers(silhouette, 13, 7),
        Stroke(body, coat, "outline", 2),
        *_coat(team),
        *(_eyes() if outfit != "glasses" else ()),
        Stroke(ellipse(0, 5, 17, 11), "skin", "outline", 2.5),
        Stroke(ellipse(0, -1, 8, 6), "outline"),
        Stroke(ellipse(-2.5, -3, 2, 1.4), "rim"),
        Stroke(OUTLINES["smile"], None, "outline", 2.5),
        *_outfit(outfit),
        *(
            Stroke(transform_path(OUTLINES["paw"], Transform(x, 24, turn=turn)), "skin", "outline", 3.5)
            for x, turn in ((-29, 20), (29, -20))
        ),
    )
    return transform_drawing(parts, 0, 0, SCALES[size])


OUTFIT_OUTLINES: Mapping[str, Path] = {
    "helmet": OUTLINES["helmet"],
    "scarf": OUTLINES["scarf"],
    "glasses": ellipse(-18, -13, 17) + ellipse(18, -13, 17),
    "hat": OUTLINES["hat"],
}


def _coat(team: int | None) -> Drawing:
    if team is None:
        return ()
    ink = f"team-{team % 4}-ink"
    if team % 4 == 1:
        return (Stroke(OUTLINES["coatStripes"], None, ink, 5),)
    if team % 4 == 2:
        return tuple(Stroke(ellipse(x, y, 4), ink) for x, y in COAT_DOTS)
    return (Stroke(OUTLINES["coatHatch"], None, ink, 3),) if team % 4 == 3 else ()


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
            Stroke(OUTLINES["helmetRibs"], None, "outline", 2.5),
            Stroke(ellipse(0, -39, 10), "rim", "outline", 3.5),
        )
    if outfit == "scarf":
        return (
            Stroke(OUTFIT_OUTLINES[outfit], "clay", "outline", 3),
            Stroke(OUTLINES["scarfStripes"], None, "rim", 4),
        )
    if outfit == "glasses":
        return (*(Stroke(ellipse(x, -13, 15), "rim", "outline", 5) for x in (-18, 18)), *_eyes())
    if outfit == "hat":
        return (
            Stroke(OUTFIT_OUTLINES[outfit], "loam", "outline", 3),
            Stroke(OUTLINES["hatBand"], None, "clay", 7),
        )
    return ()
