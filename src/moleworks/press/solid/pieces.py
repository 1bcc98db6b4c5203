"""Everything that is neither a board nor a mole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from manifold3d import CrossSection, Manifold

from moleworks.press import art, textures
from moleworks.press.paths import Box, Move, Point, line, moved, oval, read, rectangle
from moleworks.press.solid.feel import (
    DIGITS,
    cut_texture,
    groove,
    label,
    label_size,
    texture_shape,
)
from moleworks.press.solid.model import GAP, LINE, LINE_HIGH, Raised
from moleworks.press.solid.shapes import (
    STEEP,
    Corners,
    bevelled,
    box,
    chain,
    cone,
    drop,
    gem,
    joined,
    knob,
    ring,
    section,
    slab,
    smooth,
    stroke,
    together,
    turned,
    without,
)

DISC, DISC_THICK = 15.4, 3.6
DIE = 22.0
HILL_HOLLOW = 4.3
"""Half the width of a hill's hollow: it stands over what is raised on a square."""
SHOVEL_THICK = 3.2


def rod(length: float, width: float, height: float) -> Manifold:
    """A stick with two bands near its ends."""
    stick = bevelled(box(Box(-length / 2, -width / 2, length, width)), height, 0.8)
    bands = [
        chain([gem(0.5).translate((x, y, height)) for y in (-width, width)])
        for x in (-length / 2 + 3, length / 2 - 3)
    ]
    return without(stick, bands)


def hill(half: float, dark: bool) -> Manifold:
    """Light hills are low with a crater, dark ones high and hatched; both are hollow below."""
    profile: Corners
    if dark:
        profile = (
            (0, 0), (half - 0.4, 0), (half, 0.5), (half, 1.8), (half - 0.8, 4.6), (half - 1.8, 6.8),
            (half - 2.6, 7.8), (0, 7.8),
        )  # fmt: skip
        top = slab(texture_shape(textures.HATCH, oval(0, 0, half - 3.2)), 7.6, 7.8 + LINE_HIGH)
        return turned(smooth(profile)) + top - cone(HILL_HOLLOW)
    profile = (
        (0, 0), (half - 0.4, 0), (half, 0.5), (half, 1.4), (half - 1.0, 3.4), (half - 2.4, 5.2),
        (half - 3.6, 6.2), (half - 4.3, 6.5), (half - 4.9, 6.3), (0, 5.9),
    )  # fmt: skip
    return turned(smooth(profile)) - cone(HILL_HOLLOW)


def disc_face(name: str, value: int, code: str) -> Iterator[Raised]:
    """A figure above, the same in Braille below, a rim round both."""
    _, high = label_size(str(value), code)
    figure = 8 + LINE
    top = -(figure + GAP + high) / 2
    at = Move(0, top + figure / 2 - 0.35)
    points = [at(Point(*place)) for place in DIGITS[str(value)]]
    yield Raised(f"{name}, figure", stroke(points, LINE))
    yield label(f"{name}, Braille", str(value), code, 0, top + figure + GAP + high / 2 - 0.35)
    yield Raised(f"{name}, rim", ring(0, 0, DISC, LINE))


def disc_body(texture: str) -> Manifold:
    """Without its face; on its back the texture of its team."""
    edge = 0.5
    coin = turned(((0, 0), (DISC - edge, 0), (DISC, edge), (DISC, DISC_THICK), (0, DISC_THICK)), 72)
    return without(coin, cut_texture(texture, DISC - 2.5))


# The golden shovel

SHOVEL_SCALE = 0.4


def shovel_outline(grown: float = 0.0) -> CrossSection:
    """Lying: handle, grip and blade in one."""
    parts = (
        rectangle(Box(-4.5, -20, 9, 56), 3),
        rectangle(Box(-14, 31, 28, 11), 4),
        read(art.BLADE),
    )
    flat = joined(section(moved(part, Move(scale=SHOVEL_SCALE))) for part in parts)
    return flat.offset(grown, circular_segments=24) if grown else flat


def shovel() -> Manifold:
    body = slab(shovel_outline(), 0, SHOVEL_THICK)
    ridge = stroke([(0, -15.2), (0, -8.2)], LINE)
    return body + slab(ridge, SHOVEL_THICK - 0.2, SHOVEL_THICK + LINE_HIGH)


# The dog


def dog(half: float) -> Manifold:
    """It sits on a square foot, ears up, nose ahead, tail behind: nothing like a mole."""
    foot = bevelled(box(Box(-half, -half, 2 * half, 2 * half), 1.2), 2.4, 0.5)
    chest = turned(((0, 1), (4.6, 1), (4.6, 5), (4.0, 10), (3.3, 13.5), (0, 13.5)), 32)
    head = turned(((0, 11), (2.6, 11.2), (4.5, 13.4), (4.6, 15.4), (3.9, 17.3), (2.2, 18.4), (0, 18.8)), 32)
    back = 1.0
    parts = [foot, chest.translate((0, back, 0)), head.translate((0, -0.2, 0))]
    parts.append(knob((0, -0.6, 12.9), 0, 27, (3.8, 1.7), 5.6))
    parts.append(drop(1.2).translate((0, -5.5, 15.9)))
    for side in (-1, 1):
        ear = [gem(1.7).translate((2.7 * side, 0.6, 16.6)), gem(0.8).translate((3.2 * side, 1.0, 21.6))]
        parts.append(chain(ear))
        parts.append(drop(0.8).translate((1.9 * side, -3.55, 17.3)))
        parts.append(
            chain([drop(1.5).translate((2.2 * side, -4.0, 2.6)), drop(1.3).translate((1.9 * side, -2.4, 9))])
        )
    tail = [gem(1.2).translate(place) for place in ((0, 4.6, 3.0), (0, 5.0, 7.5), (0, 3.9, 11.5))]
    parts.append(chain(tail))
    return together(parts)


# Dice

PIT = {"S": 2.0, "M": 3.6, "L": 5.6}
"""The size of a mole on a die is the size of a pit."""


def die(letters: Sequence[str], signs: Mapping[str, str]) -> Manifold:
    """Marks are cut in: raised ones would hang, and roll badly. Opposite faces follow each other."""
    half = DIE / 2
    cube = bevelled(box(Box(-half, -half, DIE, DIE), 1.6), DIE, 1.6).translate((0, 0, -half))
    turns = ((0, 0, 0), (180, 0, 0), (90, 0, 0), (-90, 0, 0), (0, 90, 0), (0, -90, 0))
    cuts = [
        mark.translate((0, 0, -half)).rotate(turn)
        for letter, turn in zip(letters, turns, strict=True)
        for mark in _face(letter, signs)
    ]
    return without(cube, cuts).translate((0, 0, half))


def _face(letter: str, signs: Mapping[str, str]) -> Iterator[Manifold]:
    """To be cut from below."""
    if letter in signs:
        yield from cut_texture(signs[letter], DIE / 2 - 3.2)
    elif letter in PIT:
        yield cone(PIT[letter], steep=STEEP)
    elif letter == "A":
        for (x, y), size in zip(((-4.2, 4), (4.4, 2.6), (-2.2, -4.6)), PIT.values(), strict=True):
            yield cone(0.55 * size + 0.7, x, y)
    elif letter == "D":
        yield from _cross(0, 0, 5.0)
    else:
        yield from _cross(-4.2, -4.2, 2.6)
        yield groove(line((-5.6, 5.6), (5.6, -5.6)))
        yield cone(PIT["S"] + 0.6, 4.6, 4.6)


def _cross(x: float, y: float, reach: float) -> Iterator[Manifold]:
    yield groove(line((x - reach, y - reach), (x + reach, y + reach)))
    yield groove(line((x - reach, y + reach), (x + reach, y - reach)))
