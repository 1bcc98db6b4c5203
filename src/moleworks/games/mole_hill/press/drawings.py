"""Draw the pieces and the board details of Mole Hill: molehills, rods, flowers, the centre."""

from __future__ import annotations

import math

from moleworks.press.art import Drawing, Label, Outlines, Stroke, paper_layers, transform_drawing
from moleworks.press.paths import Box, Path, ellipse, parse_path, rectangle, star

OUTLINES = Outlines("moleworks.games.mole_hill")


def hill(dark: bool, number: int | None = None) -> Drawing:
    """A molehill with its foot at y = 40."""
    shape = OUTLINES["hill"]
    inner = (
        Stroke(OUTLINES["hillStones"], "pebble")
        if dark
        else Stroke(OUTLINES["hillCreases"], None, "outline", 2.5)
    )
    label = Label(str(number), 0, 25, 25, "on-earth" if dark else "outline") if number is not None else None
    return (
        *paper_layers(shape),
        Stroke(shape, "earth" if dark else "loam"),
        inner,
        *((label,) if label else ()),
    )


def rod(horizontal: bool = True, length: float = 92.0) -> Drawing:
    """A rod, centred at the origin."""
    half, reach = length / 2 - 4, length / 2 - 12
    outline = rectangle(Box(-half, -6, 2 * half, 12), 6)
    parts = (
        *paper_layers(outline, 12),
        Stroke(outline, "wood"),
        Stroke(parse_path(f"M{-reach} -3H{reach}"), None, "wood-light", 3),
        Stroke(parse_path(f"M{-reach + 4} -6v12M{reach - 4} -6v12"), None, "outline", 2.5),
    )
    return parts if horizontal else transform_drawing(parts, 0, 0, 1, 90)


def flower(kind: str) -> Drawing:
    """A flower; the dots in its centre are its points: one for a white daisy, two for a red poppy."""
    red = kind == "red"
    leaves = _petals(4, 14, 15) if red else _petals(8, 19, 8)
    eyes = ellipse(-4.5, 0, 3) + ellipse(4.5, 0, 3) if red else ellipse(0, 0, 3.2)
    return (
        *(Stroke(petal, "outline", "outline", 10) for petal in (*leaves, ellipse(0, 0, 16))),
        *((Stroke(petal, "rim", "rim", 5.5) for petal in leaves) if red else ()),
        *(
            Stroke(petal, "poppy" if red else "rim", "outline" if red else "line", 2 if red else 1.2)
            for petal in leaves
        ),
        Stroke(ellipse(0, 0, 12), "gold", "outline", 3),
        Stroke(eyes, "outline"),
    )


def _petals(count: int, far: float, size: float) -> list[Path]:
    return [
        ellipse(far * math.cos(angle), far * math.sin(angle), size)
        for angle in (2 * math.pi * n / count - math.pi / 2 for n in range(count))
    ]


def centre() -> Drawing:
    """The centre: a hole with exits in all directions."""
    return (
        Stroke(star(8, 42, 26), "rim", "outline", 3),
        Stroke(ellipse(0, 0, 27), "loam", "outline", 3),
        Stroke(ellipse(1.5, 2.5, 18), "earth"),
        Stroke(ellipse(3, 5, 10), "outline"),
    )
