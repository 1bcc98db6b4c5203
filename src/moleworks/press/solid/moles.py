"""Model moles; teams differ in clothes and in the texture of the coat.

A mole is about 13 mm wide and printed upright, without overhangs of more than 45 degrees.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache

from manifold3d import Manifold

from moleworks.core.messages import N_
from moleworks.press import textures
from moleworks.press.art import OUTFITS
from moleworks.press.solid.shapes import (
    STEEP,
    chain,
    cone,
    double_cone,
    knob,
    lathe,
    on_wall,
    segments,
    smooth,
    subtract,
    teardrop,
    unite,
)
from moleworks.press.solid.touch_marks import cut_texture

BODY = 6.2
"""Half the width of the body."""
WIDEST = 7.0
"""Half the width with clothes."""
COAT = 0.75
"""The height of a coat's texture."""
PROFILE = (
    (0, 0), (5.7, 0), (6.2, 0.55), (6.2, 4.5), (6.05, 7), (5.6, 9), (5.3, 10.5), (5.25, 12), (5.2, 13.6),
    (4.85, 15.3), (4.1, 16.9), (3.0, 18.1), (1.6, 18.8), (0, 19.0),
)  # fmt: skip
HEIGHT = 19.0
HOLLOW = 4.7
"""The radius of the hollow under the foot: a mole stands over the relief of its space."""

MOLE_NAMES = (
    N_("Mole with a helmet, smooth"),
    N_("Mole with a scarf, striped"),
    N_("Mole with glasses, dotted"),
    N_("Mole with a hat, cross-hatched"),
)
"""By seat: what a mole wears, and how its coat feels."""


@cache
def mole(look: str | None, half: float = BODY, mark: str | None = None) -> Manifold:
    """A mole whose foot has that half width; its underside has `mark` cut in, else it is hollow."""
    parts = [lathe(smooth(PROFILE)), *_face(look), *_paws()]
    if look:
        parts += [*WORN[look](), *COATS[textures.TEAMS[OUTFITS.index(look)]]()]
    scale = half / BODY
    body = unite(parts).scale((scale, scale, scale))
    if mark is None:
        return body - cone(HOLLOW * scale)
    return subtract(body, cut_texture(mark, half - 2.2))


def _face(look: str | None) -> Iterator[Manifold]:
    yield knob((0, 0, 10.4), 0, 25, (4.6, 1.4), 6.6)
    yield teardrop(1.3).translate((0, -5.65, 13.1))
    if look != "glasses":
        for side in (-1, 1):
            yield teardrop(0.85).translate(on_wall(4.6, 32 * side, 14.5))


def _paws() -> Iterator[Manifold]:
    """Broad hands for digging, three fingers each."""
    for side in (-1, 1):
        yield teardrop(1.9).translate(on_wall(4.9, 42 * side, 4.4))
        for finger, high in ((27, 6.9), (42, 7.7), (57, 6.9)):
            tip, palm = on_wall(6.05, finger * side, high), on_wall(5.2, 42 * side, 4.8)
            yield chain([teardrop(0.9).translate(tip), teardrop(1.0).translate(palm)])


# Clothes


def _helmet() -> Iterator[Manifold]:
    """A round shell with a ridge from front to back, and a lamp."""
    shell = (
        (0, 15), (4.2, 14.8), (6.5, 17.2), (6.5, 17.8), (5.5, 18.3), (5.2, 19.6), (4.3, 21.1), (2.8, 22.2),
        (1.4, 22.7), (0, 22.8),
    )  # fmt: skip
    comb = ((0, 17), (5.9, 17.6), (6.0, 18.6), (5.9, 20.2), (5.0, 22.0), (3.3, 23.3), (1.6, 23.8), (0, 23.9))
    yield lathe(smooth(shell))
    yield lathe(smooth(comb)) ^ Manifold.cube((1.8, 20, 60), center=True)
    lamp = knob((0, -1.5, 17.9), 0, 35, (3.0, 2.0), 5.3)
    yield lamp - knob((0, -4.6, 20.1), 0, 35, (0.4, 1.3), 2.2)


def _scarf() -> Iterator[Manifold]:
    """A thick ring around the neck and an end that hangs down."""
    yield lathe(
        smooth(
            ((0, 6.8), (5.6, 7.0), (6.7, 8.1), (7.0, 9.1), (6.9, 10.2), (6.3, 11.1), (5.2, 11.4), (0, 11.4))
        )
    )
    end = lathe(((4, 0), (6.5, 0), (7.0, 0.5), (7.0, 9.6), (4, 9.6)), segments(7), 34)
    yield end.rotate((0, 0, -90 + 62))
    yield teardrop(1.5).translate(on_wall(5.5, 79, 9.9))


def _glasses() -> Iterator[Manifold]:
    """Two thick rims with a dent for a glass, and their legs."""
    for side in (-1, 1):
        x, y, z = on_wall(2.2, 34 * side, 13.4)
        rim = knob((x, y, z), 34 * side, 33, (3.5, 2.5), 4.0)
        x, y, z = on_wall(4.65, 34 * side, 15.0)
        yield rim - knob((x, y, z), 34 * side, 33, (0.4, 1.6), 1.9)
        legs = [on_wall(5.0, azimuth * side, 14.6) for azimuth in (60, 75, 90, 105, 120)]
        yield chain([double_cone(0.85).translate(place) for place in legs])


def _hat() -> Iterator[Manifold]:
    """A wide brim, a high crown with a band, and a dent on top."""
    shape = (
        (0, 14), (4.2, 14.3), (6.8, 17.1), (6.8, 17.8), (4.3, 18.4), (4.6, 18.8), (4.6, 20), (4.1, 20.5),
        (3.8, 24.2), (3.4, 24.6), (2.4, 24.6), (0, 22.4),
    )  # fmt: skip
    yield lathe(shape)


WORN: Mapping[str, Callable[[], Iterator[Manifold]]] = {
    "helmet": _helmet,
    "scarf": _scarf,
    "glasses": _glasses,
    "hat": _hat,
}


# Coats


def _smooth() -> Iterator[Manifold]:
    return iter(())


def _stripes() -> Iterator[Manifold]:
    for height in (1.6, 4.5):
        low, high = height - COAT * STEEP, height + COAT * STEEP
        wall = BODY
        yield lathe(((5, low), (wall, low), (wall + COAT, height), (wall, high), (5, high)))


def _dots() -> Iterator[Manifold]:
    for row, height in enumerate((1.9, 4.7, 7.5)):
        wall = (BODY, BODY, 5.9)[row]
        for n in range(11):
            azimuth = (n + row % 2 / 2) * 360 / 11
            yield double_cone(1.15).translate(on_wall(wall - 0.35, azimuth, height))


def _hatch() -> Iterator[Manifold]:
    """Lines that climb in both directions, steep enough to print without supports."""
    for n in range(7):
        for side in (-1, 1):
            places = [
                on_wall(BODY - 0.03 * step, 360 * n / 7 + side * 13.0 * step, 1.1 + 1.75 * step)
                for step in range(5)
            ]
            yield chain([double_cone(0.75).translate(place) for place in places])


COATS: Mapping[str, Callable[[], Iterator[Manifold]]] = {
    textures.SOLID: _smooth,
    textures.STRIPES: _stripes,
    textures.DOTTED: _dots,
    textures.HATCH: _hatch,
}
