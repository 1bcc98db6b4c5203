"""Buddel Bande's garden for the eye: a lawn, the road cut out of it, hills with signs, and positions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from moleworks.press import art
from moleworks.press.buddel_bande.plan import Track
from moleworks.press.marks import allowed, refused
from moleworks.press.part import Mark
from moleworks.press.paths import Box, Move, Path, read, rectangle
from moleworks.press.scene import Colour, Item, Role, Shape
from moleworks.press.setting import Style, centred

FOOT, BULGE, ROAD = 0.26, 0.33, 0.44
"""By the pitch: how far below a hill the road passes, how far it swings out to turn, how wide it is."""


def garden(track: Track, symbols: str, palette: Mapping[str, Colour]) -> Iterator[Item]:
    """Everything but dens and pieces."""
    pitch = track.pitch

    def shape(path: Path, **look: Any) -> Shape:
        return Shape(Role.PRINT, "garden", path, **look)

    sheet = rectangle(Box(0, 0, track.width, track.height), 0.3 * pitch)
    yield shape(sheet, fill=palette["lawn"])
    for row in range(0, track.rows, 2):
        y = track.dens + row * track.row
        yield shape(rectangle(Box(0, y, track.width, track.row)), fill=palette["lawn-2"])
    yield shape(_tufts(track), stroke=palette["lawn-deep"], width=0.022 * pitch)
    road = track.road(FOOT * pitch, BULGE * pitch)
    for colour, width in (("outline", 1.0), ("rim", 0.93), ("wood", 0.83), ("track", 0.77)):
        yield shape(road, stroke=palette[colour], width=width * ROAD * pitch)
    yield from _hay(track, palette)
    for place, sign in enumerate(symbols, 1):
        move = Move(*track.at(place), 0.94 * pitch / 106)
        yield from art.printed(art.mound(sign, place), palette, move, f"hill {place}")
    move = Move(*track.at(track.hills + 1), 1.05 * pitch / 106)
    yield from art.printed(art.mound(None), palette, move, "last hill")
    yield shape(sheet, stroke=palette["outline"], width=0.03 * pitch)


def _tufts(track: Track) -> Path:
    """Grass between the rows, the same each time."""
    pitch, data = track.pitch / 106, ""
    for row in range(track.rows):
        y = track.dens + row * track.row + 0.1 * track.row
        for n in range(5):
            x = track.side + ((n * 0.21 + row * 0.13 + 0.05) % 1) * (track.width - 2 * track.side)
            for lean, tall in ((-7, 9), (0, 13), (7, 8)):
                data += f"M{x + lean * pitch} {y}q{0.1 * lean * pitch} {-0.6 * tall * pitch} "
                data += f"{0.6 * lean * pitch} {-tall * pitch}"
    return read(data)


def _hay(track: Track, palette: Mapping[str, Colour]) -> Iterator[Item]:
    """A heap with room for all moles."""
    box = track.haystack.grown(-0.05 * track.hay)
    x, y, w, h = box
    heap = read(
        f"M{x} {y + 0.95 * h}"
        f"C{x - 0.02 * w} {y + 0.4 * h} {x + 0.1 * w} {y + 0.1 * h} {x + 0.25 * w} {y + 0.08 * h}"
        f"Q{x + 0.4 * w} {y - 0.06 * h} {x + 0.55 * w} {y + 0.04 * h}"
        f"Q{x + 0.75 * w} {y} {x + 0.85 * w} {y + 0.14 * h}"
        f"C{x + w} {y + 0.25 * h} {x + 1.02 * w} {y + 0.6 * h} {x + w} {y + 0.95 * h}"
        f"Q{x + w / 2} {y + 1.03 * h} {x} {y + 0.95 * h}Z"
    )
    pitch = track.pitch
    for colour, width in (("outline", 0.09), ("rim", 0.05)):
        ink = palette[colour]
        yield Shape(Role.PRINT, "haystack", heap, fill=ink, stroke=ink, width=width * pitch)
    yield Shape(Role.PRINT, "haystack", heap, fill=palette["hay"])
    straws = ""
    for n in range(44):
        sx = x + w * (0.06 + 0.88 * ((n * 0.7549) % 1))
        sy = y + h * (0.2 + 0.62 * ((n * 0.5698) % 1))
        straws += f"M{sx} {sy}l{0.02 * pitch * (n % 5 - 2)} {0.16 * pitch}"
    yield Shape(Role.PRINT, "haystack", read(straws), stroke=palette["wood"], width=0.025 * pitch)


def dens(track: Track, palette: Mapping[str, Colour], names: Sequence[str] = ()) -> Iterator[Item]:
    """Four dens, each with the animal of its owner in the door, and its name below."""
    for seat in range(4):
        box = track.den(seat)
        den, animal = art.den(seat), art.animal(seat)
        top = Box(box.x, box.y + 0.06 * box.height, box.width, 0.74 * box.height).grown(-0.02 * box.width)
        move = art.fitted(den, top)
        yield from art.printed(den, palette, move, f"den {seat + 1}")
        door = Move(move.x, move.y + 18 * move.scale, 0.5 * move.scale)
        yield from art.printed(animal, palette, door, f"den {seat + 1}")
    for seat, name in enumerate(names):
        box = track.den(seat)
        style = Style(min(0.11 * box.height, 4.5), palette["on-lawn"], bold=True)
        yield centred(f"den {name}", name, style, box.middle.x, box.y + 0.91 * box.height, box.width)


def position(
    track: Track, symbols: str, view: Mapping[str, Any], marks: Sequence[Mark], palette: Mapping[str, Colour]
) -> Iterator[Item]:
    """The garden in the middle of a game, as somebody sees it who knows nothing secret."""
    pitch = track.pitch
    unit = pitch / 106
    yield from garden(track, symbols, palette)
    yield from dens(track, palette)
    home = [0, 0, 0, 0]
    for name, mole in view["moles"].items():
        x, y, size = _stand(track, name, mole, home)
        at_home = mole["at"] > track.hills
        team = mole.get("owner") if at_home else None
        yield from art.printed(art.mole(team, name[0]), palette, Move(x, y, size * unit), name)
        style = Style(26 * unit, palette["outline"], bold=True)
        if not at_home:
            yield centred(name, name, style, x, y + 30 * unit * size, 60 * unit)
    at = track.at(view["dog"])
    yield from art.printed(
        art.dog(), palette, Move(at.x + 0.36 * pitch, at.y + 0.3 * pitch, 0.5 * unit), "dog"
    )
    for action, good in marks:
        _, _, goal = action.partition(">")
        if not goal:
            continue
        at = track.at(track.hills + 1 if goal == "home" else int(goal))
        sign = allowed if good else refused
        yield from sign(at.x + 0.3 * pitch, at.y - 0.36 * pitch, 0.17 * pitch, palette)


def _stand(track: Track, name: str, mole: Mapping[str, Any], home: list[int]) -> tuple[float, float, float]:
    """Where a mole stands, and how large it is drawn."""
    if mole["at"] > track.hills:
        seat = int(mole.get("owner") or 0)
        box = track.den(seat)
        home[seat] += 1
        return box.x + box.width * 0.25 * home[seat], box.y + 0.72 * box.height, 0.42
    if mole["at"] == 0:
        box = track.haystack
        row, slot = "SML".index(name[0]), int(name[1:]) - 1
        return box.x + (0.16 + 0.2 * slot) * box.width, box.y + (0.28 + 0.25 * row) * box.height, 0.42
    at = track.at(mole["at"])
    return at.x, at.y - 0.22 * track.pitch, 0.66
