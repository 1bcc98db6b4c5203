"""Model the dog and the dice of Buddel Bande for a 3D printer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from manifold3d import Manifold

from moleworks.press.paths import Box, ellipse, rectangle
from moleworks.press.solid.shapes import (
    STEEP,
    bevelled_prism,
    box,
    chain,
    cone,
    double_cone,
    knob,
    lathe,
    subtract,
    teardrop,
    unite,
)
from moleworks.press.solid.touch_marks import cut_texture, groove

DIE = 22.0


def dog(half: float) -> Manifold:
    """The sitting dog on a square foot, easy to tell from a mole."""
    foot = bevelled_prism(box(Box(-half, -half, 2 * half, 2 * half), 1.2), 2.4, 0.5)
    chest = lathe(((0, 1), (4.6, 1), (4.6, 5), (4.0, 10), (3.3, 13.5), (0, 13.5)), 32)
    head = lathe(((0, 11), (2.6, 11.2), (4.5, 13.4), (4.6, 15.4), (3.9, 17.3), (2.2, 18.4), (0, 18.8)), 32)
    back = 1.0
    parts = [foot, chest.translate((0, back, 0)), head.translate((0, -0.2, 0))]
    parts.append(knob((0, -0.6, 12.9), 0, 27, (3.8, 1.7), 5.6))
    parts.append(teardrop(1.2).translate((0, -5.5, 15.9)))
    for side in (-1, 1):
        ear = [
            double_cone(1.7).translate((2.7 * side, 0.6, 16.6)),
            double_cone(0.8).translate((3.2 * side, 1.0, 21.6)),
        ]
        parts.append(chain(ear))
        parts.append(teardrop(0.8).translate((1.9 * side, -3.55, 17.3)))
        parts.append(
            chain(
                [
                    teardrop(1.5).translate((2.2 * side, -4.0, 2.6)),
                    teardrop(1.3).translate((1.9 * side, -2.4, 9)),
                ]
            )
        )
    tail = [double_cone(1.2).translate(place) for place in ((0, 4.6, 3.0), (0, 5.0, 7.5), (0, 3.9, 11.5))]
    parts.append(chain(tail))
    return unite(parts)


PITS = {"S": (-4.6, 4.4, 1.9), "M": (4.4, 3.4, 2.9), "L": (-2.0, -4.4, 4.1)}
"""Place and radius of the pits that mean moles, by size: the one to move is a pit, the others are rings."""
RING = 1.2
"""How wide such a ring is cut."""
ALONE = 5.0
"""Radius of the only pit on a face: any mole."""


def die(letters: Sequence[str], signs: Mapping[str, str]) -> Manifold:
    """A die with marks cut in: raised ones roll badly. Opposite faces are adjacent in `letters`."""
    half = DIE / 2
    cube = bevelled_prism(box(Box(-half, -half, DIE, DIE), 1.6), DIE, 1.6).translate((0, 0, -half))
    turns = ((0, 0, 0), (180, 0, 0), (90, 0, 0), (-90, 0, 0), (0, 90, 0), (0, -90, 0))
    cuts = [
        mark.translate((0, 0, -half)).rotate(turn)
        for letter, turn in zip(letters, turns, strict=True)
        for mark in _face(letter, signs)
    ]
    return subtract(cube, cuts).translate((0, 0, half))


def _face(letter: str, signs: Mapping[str, str]) -> Iterator[Manifold]:
    """The marks of a face, to be cut from below."""
    if letter in signs:
        yield from cut_texture(signs[letter], DIE / 2 - 3.2)
    elif letter in PITS:
        for size, (x, y, radius) in PITS.items():
            yield cone(radius, x, y) if size == letter else groove(ellipse(x, y, radius - RING / 2), RING)
    elif letter == "A":
        yield cone(ALONE, steep=STEEP)
    elif letter == "D":
        yield _dog_mark(0, 0, 5.0)
    else:
        yield _dog_mark(-4.4, -4.4, 2.6)
        yield cone(2.6, 4.6, 4.6)


def _dog_mark(x: float, y: float, half: float) -> Manifold:
    """The outline of a square, like the dog's foot and its pockets: crosses are flowers."""
    return groove(rectangle(Box(x - half, y - half, 2 * half, 2 * half)))
