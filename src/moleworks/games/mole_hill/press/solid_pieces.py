"""Model the rods and the molehills of Mole Hill for a 3D printer."""

from __future__ import annotations

from manifold3d import Manifold

from moleworks.press import textures
from moleworks.press.paths import Box, ellipse
from moleworks.press.solid.model import LINE_HIGH
from moleworks.press.solid.shapes import (
    Corners,
    bevelled_prism,
    box,
    chain,
    cone,
    double_cone,
    lathe,
    slab,
    smooth,
    subtract,
)
from moleworks.press.solid.touch_marks import (
    texture_shape,
)

HILL_HOLLOW = 4.3
"""Radius of a hill's hollow, which fits over the relief of a square."""


def rod(length: float, width: float, height: float) -> Manifold:
    """A rod with two bands near its ends."""
    stick = bevelled_prism(box(Box(-length / 2, -width / 2, length, width)), height, 0.8)
    bands = [
        chain([double_cone(0.5).translate((x, y, height)) for y in (-width, width)])
        for x in (-length / 2 + 3, length / 2 - 3)
    ]
    return subtract(stick, bands)


def hill(half: float, dark: bool) -> Manifold:
    """Light hills are low with a crater, dark ones high and hatched; both are hollow below."""
    profile: Corners
    if dark:
        profile = (
            (0, 0), (half - 0.4, 0), (half, 0.5), (half, 1.8), (half - 0.8, 4.6), (half - 1.8, 6.8),
            (half - 2.6, 7.8), (0, 7.8),
        )  # fmt: skip
        top = slab(texture_shape(textures.HATCH, ellipse(0, 0, half - 3.2)), 7.6, 7.8 + LINE_HIGH)
        return lathe(smooth(profile)) + top - cone(HILL_HOLLOW)
    profile = (
        (0, 0), (half - 0.4, 0), (half, 0.5), (half, 1.4), (half - 1.0, 3.4), (half - 2.4, 5.2),
        (half - 3.6, 6.2), (half - 4.3, 6.5), (half - 4.9, 6.3), (0, 5.9),
    )  # fmt: skip
    return lathe(smooth(profile)) - cone(HILL_HOLLOW)
