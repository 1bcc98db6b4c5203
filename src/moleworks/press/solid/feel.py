"""What fingers read: Braille, textures and lines, raised on boards or cut into the undersides of pieces."""

from __future__ import annotations

from collections.abc import Iterator

from manifold3d import CrossSection, Manifold

from moleworks.press import braille, textures
from moleworks.press.paths import Move, Path, bounds, flattened, moved, oval
from moleworks.press.setting import dots
from moleworks.press.solid.model import DOT, DOT_HIGH, LINE, Raised
from moleworks.press.solid.shapes import chain, cone, disc, joined, section, strokes

GROOVE = 2.2
"""How wide a line is cut into an underside; half as deep, for its walls have to carry themselves."""
COARSER = 1.3
"""Cut marks are larger than raised ones: a finger has to find its way into them."""
DIGITS = {
    "1": ((-1.2, -2.6), (0.6, -4), (0.6, 4)),
    "2": ((-2.2, -2.4), (-1.6, -3.6), (0, -4), (1.7, -3.4), (2.1, -1.8), (1.3, -0.2), (-2.3, 4), (2.4, 4)),
    "3": ((-2.1, -4), (2.1, -4), (-0.3, -0.9), (1.5, -0.3), (2.2, 1.4), (1.6, 3.3), (0, 4), (-2.1, 3.3)),
    "4": ((1.3, 4), (1.3, -4), (-2.4, 1.6), (2.6, 1.6)),
}
"""Figures of a single stroke, eight high."""


def label(name: str, text: str, code: str, x: float, y: float) -> Raised:
    """A line of Braille, its middle at (x, y)."""
    line = dots(name, text, code, x, y)
    places = tuple(braille.dots(line.cells, line.x, line.y))
    return Raised(name, joined(disc(*place, DOT / 2) for place in places), height=DOT_HIGH, domes=places)


def label_size(text: str, code: str) -> tuple[float, float]:
    """How wide and how high a line of Braille is."""
    more = DOT - braille.DOT
    return braille.width(len(braille.translated(text, code))) + more, braille.HEIGHT + more


def patch(name: str, texture: str, outline: Path, base: float | None = None) -> Raised:
    """A place that feels in its own way."""
    return Raised(name, texture_shape(texture, outline), base=base)


def texture_shape(texture: str, outline: Path) -> CrossSection:
    return joined(
        strokes(mark.path, max(mark.width, LINE)) if mark.width else section(mark.path)
        for mark in textures.marks(texture, outline)
    )


def cut_texture(texture: str, radius: float) -> Iterator[Manifold]:
    """The same texture to be cut into the underside of a round piece; a solid one stays smooth."""
    if texture == textures.SOLID:
        return
    outline = oval(0, 0, radius / COARSER)
    for n, mark in enumerate(textures.marks(texture, outline)):
        path = moved(mark.path, Move(scale=COARSER))
        if mark.width:
            # No two alike, so that they never meet in a single line, where a surface would not be closed.
            yield groove(path, GROOVE + 0.013 * n)
        else:
            yield cone(textures.SPOT * COARSER / 2, *bounds(path).middle)


def groove(path: Path, width: float = GROOVE) -> Manifold:
    """A line to be cut from below."""
    (points,) = flattened(path)
    return chain([cone(width / 2, x, y) for x, y in points])
