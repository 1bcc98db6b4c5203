"""Build tactile marks: Braille, textures and grooves, raised on boards or cut into undersides of pieces."""

from __future__ import annotations

from collections.abc import Iterator

from manifold3d import CrossSection, Manifold

from moleworks.press import braille, textures
from moleworks.press.paths import Path, Transform, bounds, ellipse, flatten, transform_path
from moleworks.press.solid.model import DOT, DOT_HIGH, LINE, RaisedFeature
from moleworks.press.solid.shapes import chain, cone, disc, merge_sections, section, strokes
from moleworks.press.typesetting import braille_line

GROOVE = 2.2
"""The width of a groove in an underside; it is half as deep, so that it prints without supports."""
COARSER = 1.3
"""Cut marks are larger than raised ones, so that fingers can feel them."""
DIGITS = {
    "1": ((-1.2, -2.6), (0.6, -4), (0.6, 4)),
    "2": ((-2.2, -2.4), (-1.6, -3.6), (0, -4), (1.7, -3.4), (2.1, -1.8), (1.3, -0.2), (-2.3, 4), (2.4, 4)),
    "3": ((-2.1, -4), (2.1, -4), (-0.3, -0.9), (1.5, -0.3), (2.2, 1.4), (1.6, 3.3), (0, 4), (-2.1, 3.3)),
    "4": ((1.3, 4), (1.3, -4), (-2.4, 1.6), (2.6, 1.6)),
}
"""Digits as single strokes, eight millimetres high."""


def label(name: str, text: str, code: str, x: float, y: float) -> RaisedFeature:
    """A line of Braille, centred at (x, y)."""
    line = braille_line(name, text, code, x, y)
    places = tuple(braille.dots(line.cells, line.x, line.y))
    return RaisedFeature(
        name, merge_sections(disc(*place, DOT / 2) for place in places), height=DOT_HIGH, domes=places
    )


def label_size(text: str, code: str) -> tuple[float, float]:
    """Width and height of a line of Braille."""
    return braille.width(len(braille.translate(text, code))) + DOT - braille.DOT, braille_height()


def braille_height() -> float:
    """The height of a line of Braille, which is the same for all texts."""
    return braille.HEIGHT + DOT - braille.DOT


def title_label(title: str, code: str, room: float, x: float, y: float) -> Iterator[RaisedFeature]:
    """A board's title in Braille, centred at (x, y); nothing if it is longer than `room`."""
    text = braille.printable(title, code)
    if text and label_size(text, code)[0] <= room:
        yield label("title", text, code, x, y)


def patch(name: str, texture: str, outline: Path, base: float | None = None) -> RaisedFeature:
    """An area with a texture."""
    return RaisedFeature(name, texture_shape(texture, outline), base=base)


def texture_shape(texture: str, outline: Path) -> CrossSection:
    """The raised part of a texture inside an outline, no line thinner than a printer can make."""
    return merge_sections(
        strokes(mark.path, max(mark.width, LINE)) if mark.width else section(mark.path)
        for mark in textures.marks(texture, outline)
    )


def cut_texture(texture: str, radius: float) -> Iterator[Manifold]:
    """Bodies to cut a texture into the underside of a round piece; the solid texture cuts nothing."""
    if texture == textures.SOLID:
        return
    outline = ellipse(0, 0, radius / COARSER)
    for n, mark in enumerate(textures.marks(texture, outline)):
        path = transform_path(mark.path, Transform(scale=COARSER))
        if mark.width:
            # Widths differ, so that two grooves never meet in a single line, where the surface would be open.
            yield groove(path, GROOVE + 0.013 * n)
        else:
            yield cone(textures.SPOT * COARSER / 2, *bounds(path).middle)


def groove(path: Path, width: float = GROOVE) -> Manifold:
    """A body to cut a line from below."""
    (points,) = flatten(path)
    return chain([cone(width / 2, x, y) for x, y in points])
