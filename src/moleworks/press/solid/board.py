"""Build boards: a slab with raised features and hollows, split into tiles if it is too large."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from manifold3d import CrossSection, Manifold

from moleworks.core.messages import N_
from moleworks.press.solid.joints import TileSeam, split_along_seams
from moleworks.press.solid.model import DOT, DOT_HIGH, HollowFeature, RaisedFeature, SolidModel
from moleworks.press.solid.order import SolidOrder
from moleworks.press.solid.shapes import EPS, lathe, merge_sections, slab, subtract, unite

SUNK = 0.2
"""How deep raised features reach into the body below."""
TILE = N_("{title}, part {number} of {count}")


def carve(
    ground: Manifold, thick: float, raised: Iterable[RaisedFeature], hollows: Iterable[HollowFeature]
) -> Manifold:
    """Cut the hollows, then add the relief, which may stand in a pocket."""
    cuts: dict[float, list[CrossSection]] = {}
    for hollow in hollows:
        cuts.setdefault(hollow.depth, []).append(hollow.shape)
    bodies = [
        slab(merge_sections(shapes), thick - depth - (EPS if depth >= thick else 0), thick + EPS)
        for depth, shapes in cuts.items()
    ]
    body = subtract(ground, bodies) if bodies else ground
    heights: dict[tuple[float, float], list[CrossSection]] = {}
    domes: list[Manifold] = []
    for feature in raised:
        base = thick if feature.base is None else feature.base
        if feature.domes:
            domes += [braille_dome().translate((x, -y, base)) for x, y in feature.domes]
        else:
            heights.setdefault((base, feature.height), []).append(feature.shape)
    lines = [
        slab(merge_sections(shapes), base - SUNK, base + high) for (base, high), shapes in heights.items()
    ]
    return unite((body, *lines, *domes))


@cache
def braille_dome() -> Manifold:
    """A Braille dot; its root reaches below z = 0."""
    half = DOT / 2
    profile = (
        (0, -SUNK),
        (half, -SUNK),
        (half, 0.1),
        (0.9 * half, 0.6 * DOT_HIGH),
        (0.55 * half, 0.9 * DOT_HIGH),
    )
    return lathe((*profile, (0, DOT_HIGH)), 16)


def split_into_tiles(order: SolidOrder, model: SolidModel, seams: Sequence[TileSeam]) -> Iterator[SolidModel]:
    """The tiles of a board; only the first one carries the raised features, which are measured once."""
    parts = list(split_along_seams(model.body, seams))
    if len(parts) == 1:
        yield model
        return
    for number, part in enumerate(parts, 1):
        title = order.language.say(TILE, title=model.title, number=number, count=len(parts))
        tile = model._replace(name=f"{model.name}-{number}", title=title, body=part, tiles=len(parts))
        yield tile if number == 1 else tile._replace(piece=None, raised=())
