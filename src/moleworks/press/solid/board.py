"""Boards: a slab with raised things on it and hollows in it, cut into tiles where it is too large."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from manifold3d import CrossSection, Manifold

from moleworks.games.game import N_
from moleworks.press.solid.job import Job
from moleworks.press.solid.joints import Seam, parted
from moleworks.press.solid.model import DOT, DOT_HIGH, Hollow, Model, Raised
from moleworks.press.solid.shapes import EPS, joined, slab, together, turned, without

SUNK = 0.2
"""How deep raised things are rooted in what carries them."""
TILE = N_("{title}, part {number} of {count}")


def carved(ground: Manifold, thick: float, raised: Iterable[Raised], hollows: Iterable[Hollow]) -> Manifold:
    """First the hollows are cut, then the relief is put on: it may stand in a pocket."""
    cuts: dict[float, list[CrossSection]] = {}
    for hollow in hollows:
        cuts.setdefault(hollow.depth, []).append(hollow.shape)
    bodies = [
        slab(joined(shapes), thick - depth - (EPS if depth >= thick else 0), thick + EPS)
        for depth, shapes in cuts.items()
    ]
    body = without(ground, bodies) if bodies else ground
    heights: dict[tuple[float, float], list[CrossSection]] = {}
    domes: list[Manifold] = []
    for item in raised:
        base = thick if item.base is None else item.base
        if item.domes:
            domes += [dome().translate((x, -y, base)) for x, y in item.domes]
        else:
            heights.setdefault((base, item.height), []).append(item.shape)
    lines = [slab(joined(shapes), base - SUNK, base + high) for (base, high), shapes in heights.items()]
    return together((body, *lines, *domes))


@cache
def dome() -> Manifold:
    """A dot of Braille, rooted below z = 0."""
    half = DOT / 2
    profile = (
        (0, -SUNK),
        (half, -SUNK),
        (half, 0.1),
        (0.9 * half, 0.6 * DOT_HIGH),
        (0.55 * half, 0.9 * DOT_HIGH),
    )
    return turned((*profile, (0, DOT_HIGH)), 16)


def tiled(job: Job, model: Model, seams: Sequence[Seam]) -> Iterator[Model]:
    """A board as its tiles; the first one answers for the whole board in the checks."""
    parts = list(parted(model.body, seams))
    if len(parts) == 1:
        yield model
        return
    for number, part in enumerate(parts, 1):
        title = job.words.say(TILE, title=model.title, number=number, count=len(parts))
        tile = model._replace(name=f"{model.name}-{number}", title=title, body=part, tiles=len(parts))
        yield tile if number == 1 else tile._replace(piece=None, raised=(), hollows=())
