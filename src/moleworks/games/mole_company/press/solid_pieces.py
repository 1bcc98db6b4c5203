"""Model the discs and the golden shovel of Mole Company for a 3D printer."""

from __future__ import annotations

from collections.abc import Iterator

from manifold3d import CrossSection, Manifold

from moleworks.press.art import OUTLINES
from moleworks.press.paths import Box, Point, Transform, rectangle, transform_path
from moleworks.press.solid.model import GAP, LINE, LINE_HIGH, RaisedFeature
from moleworks.press.solid.shapes import (
    lathe,
    merge_sections,
    ring,
    section,
    slab,
    stroke,
    subtract,
)
from moleworks.press.solid.touch_marks import (
    DIGITS,
    cut_texture,
    label,
    label_size,
)

DISC, DISC_THICK = 15.4, 3.6
SHOVEL_THICK = 3.2


def disc_face(name: str, value: int, code: str) -> Iterator[RaisedFeature]:
    """The face of a disc: a digit above, the same in Braille below, and a rim."""
    _, high = label_size(str(value), code)
    figure = 8 + LINE
    top = -(figure + GAP + high) / 2
    at = Transform(0, top + figure / 2 - 0.35)
    points = [at(Point(*place)) for place in DIGITS[str(value)]]
    yield RaisedFeature(f"{name}, figure", stroke(points, LINE))
    yield label(f"{name}, Braille", str(value), code, 0, top + figure + GAP + high / 2 - 0.35)
    yield RaisedFeature(f"{name}, rim", ring(0, 0, DISC, LINE))


def disc_body(texture: str) -> Manifold:
    """A disc without its face, with its team's texture on the back."""
    edge = 0.5
    coin = lathe(((0, 0), (DISC - edge, 0), (DISC, edge), (DISC, DISC_THICK), (0, DISC_THICK)), 72)
    return subtract(coin, cut_texture(texture, DISC - 2.5))


SHOVEL_SCALE = 0.4


def shovel_outline(grown: float = 0.0) -> CrossSection:
    """The outline of the shovel: handle, grip and blade."""
    parts = (
        rectangle(Box(-4.5, -20, 9, 56), 3),
        rectangle(Box(-14, 31, 28, 11), 4),
        OUTLINES["blade"],
    )
    flat = merge_sections(section(transform_path(part, Transform(scale=SHOVEL_SCALE))) for part in parts)
    return flat.offset(grown, circular_segments=24) if grown else flat


def shovel() -> Manifold:
    """The golden shovel, with a ridge along its blade."""
    body = slab(shovel_outline(), 0, SHOVEL_THICK)
    ridge = stroke([(0, -15.2), (0, -8.2)], LINE)
    return body + slab(ridge, SHOVEL_THICK - 0.2, SHOVEL_THICK + LINE_HIGH)
