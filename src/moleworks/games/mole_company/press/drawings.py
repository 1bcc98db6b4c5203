"""Draw the pieces and the board details of Mole Company: special spaces, the golden shovel, discs."""

from __future__ import annotations

from moleworks.press import textures
from moleworks.press.art import OUTLINES, Drawing, Label, Stroke, mole, transform_drawing
from moleworks.press.paths import Box, Transform, ellipse, rectangle, star, transform_path


def special() -> Drawing:
    """A special space."""
    return (
        Stroke(star(10, 48, 38), "gold", "outline", 4),
        Stroke(star(5, 27, 12), "rim", "outline", 4),
    )


def shovel() -> Drawing:
    """The golden shovel, upright."""
    handle, grip, blade = (
        rectangle(Box(-3.5, -16, 7, 50), 3),
        rectangle(Box(-13, 32, 26, 9), 4),
        OUTLINES["blade"],
    )
    return (
        *(Stroke(part, "outline", "outline", 11) for part in (handle, grip, blade)),
        *(Stroke(part, "rim", "rim", 6) for part in (handle, grip, blade)),
        Stroke(handle, "wood", "outline", 2.5),
        Stroke(grip, "wood", "outline", 2.5),
        Stroke(blade, "gold", "outline", 2.5),
        Stroke(OUTLINES["bladeCrease"], None, "outline", 2.5),
    )


def disc(team: int, value: int | None) -> Drawing:
    """A disc with its number, or its back with a paw print."""
    colour, ink = f"team-{team % 4}", f"team-{team % 4}-ink"
    if value is None:
        toes = [
            ellipse(-18, -6, 6, 8),
            ellipse(-6.5, -16, 6, 9),
            ellipse(6.5, -16, 6, 9),
            ellipse(18, -6, 6, 8),
        ]
        return (
            Stroke(ellipse(0, 0, 37), colour, "outline", 2),
            *_pattern(team, ink),
            Stroke(ellipse(0, 0, 30), colour),
            *(Stroke(part, ink) for part in (ellipse(0, 10, 15, 12), *toes)),
        )
    return (
        Stroke(ellipse(0, 0, 37), "rim"),
        Stroke(ellipse(0, 0, 33), None, "outline", 9),
        Stroke(ellipse(0, 0, 33), None, colour, 5),
        Label(str(value), 0, -9, 36, "outline"),
        *transform_drawing(mole(team), 0, 19, 0.17),
    )


def _pattern(team: int, ink: str) -> Drawing:
    """The team's pattern on a disc, so that teams differ without colour."""
    if team % 4 == 0:
        return ()
    step = Transform(scale=10 / 2.9)
    small = textures.marks(textures.TEAMS[team % 4], ellipse(0, 0, 36 / step.scale))
    return tuple(
        Stroke(transform_path(mark.path, step), None, ink, mark.width * step.scale)
        if mark.width
        else Stroke(transform_path(mark.path, step), ink)
        for mark in small
    )
