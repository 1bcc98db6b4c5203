"""The drawings of the page, for paper: the same path data, the same names of colours (tests compare them).

A drawing is a list of strokes in units of its own, about a hundred across; `printed` lays it on a sheet.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from moleworks.press import fonts, textures
from moleworks.press.paths import Box, Move, Path, Point, bounds, moved, oval, read, rectangle, star
from moleworks.press.scene import Colour, Role, Shape, Text

LOOKS = ("helmet", "scarf", "glasses", "hat")
SCALES = {"S": 0.62, "M": 0.8, "L": 1.0}

MOLE = "M-36 34C-41 4-35-42 0-42S41 4 36 34C35 44 30 46 22 46H-22C-30 46-35 44-36 34Z"
PAW = "M-10 7C-13-2-12-10-8-11S-4-9-4-9S-4-13 0-13S4-9 4-9S5-12 8-11S13-2 10 7Q0 14-10 7Z"
HELMET = "M-29-30C-27-50-16-58 0-58S27-50 29-30L39-25Q41-19 36-19Q0-29-36-19Q-41-19-39-25Z"
HELMET_RIBS = "M-14-52V-28M14-52V-28"
SCARF = "M-34 6Q0 16 34 6L37 14Q36 18 30 20L40 38L24 42L18 23Q0 25-36 17Z"
SCARF_STRIPES = "M-22 12V18M-6 14V21M10 13V20M24 31L36 27"
HAT = "M-48-26Q-48-32-23-36C-23-62 23-62 23-36Q48-32 48-26Q46-21 0-25Q-46-21-48-26Z"
HAT_BAND = "M-23-38Q0-33 23-38"
SMILE = "M-6 8q6 5 12 0"
COAT_STRIPES = "M-33 25Q0 33 33 25M-32 37Q0 45 32 37"
COAT_HATCH = "M-30 24L-12 43M-14 22L8 45M8 22L24 40M30 24L12 43M14 22L-8 45M-8 22L-24 40"
COAT_DOTS = ((-20, 24), (0, 28), (20, 24), (-10, 38), (10, 38))
HILL = "M-42 36C-40 20-31 13-23 8C-18-1-8-3-2 1C6-4 17-1 21 8C31 12 40 20 42 36Q41 40 36 40H-36Q-41 40-42 36Z"
HILL_STONES = "M-30 22l5-4 4 4-4 4zM24 16l5-2 2 5-5 2zM-12 8l4-2 2 4-4 2zM27 31l5-2 1 5-5 1z"
HILL_CREASES = "M-31 27q4-8 10-11M-8 8q4-3 9-2M30 28q-2-6-7-10"
MOUND = (
    "M-47 38C-47 24-38 18-36 8C-33-6-22-10-16-18C-8-25 8-25 16-18C22-10 33-6 36 8C38 18 47 24 47 38"
    "Q46 43 40 43H-40Q-46 43-47 38Z"
)
LAST_MOUND = (
    "M-54 38C-54 20-46 10-40-2C-34-16-22-22-14-28C-6-34 6-34 14-28C22-22 34-16 40-2C46 10 54 20 54 38"
    "Q53 43 46 43H-46Q-53 43-54 38Z"
)
BLADE = "M-15-16C-17-34-8-42 0-46C8-42 17-34 15-16Q0-11-15-16Z"
LEAF = "M0 28C-26 10-22-18 0-32C22-18 26 10 0 28Z"
LEAF_VEINS = "M0-20V36M0 0L-11-8M0 0L11-8M0 14L-12 5M0 14L12 5"
CLOVER_STALK = "M2 4Q2 22 12 30"
CLOVER_VEINS = "M0 0L-12 4M0 0L12 4M0 0V-14"
SITTING = "M-20 42C-24 20-16 4 2 2C24 2 34 22 32 42Z"
EAR = "M6-34C20-38 30-26 26-8C24 0 14-2 13-8C13-18 6-24 6-34Z"
WAG = "M30 38C50 36 56 20 50 10C47 5 42 8 44 13C47 22 40 28 30 27Z"
TONGUE = "M-22-1q2 14 8 12q6-2 2-12z"
LADYBIRD = "M-34 26C-36-12-14-28 6-28S38-8 36 26Q0 30-34 26Z"
LADYBIRD_HEAD = "M-34 26C-36 10-32-4-26-12Q-14-2-14 26Z"
WORM = (
    "M-40 24C-46 12-34-6-20-6C-4-6-6 12 6 12C16 12 12-26 30-26C44-26 46-6 36-6C30-6 32-14 28-14"
    "C22-12 26 26 4 26C-16 26-10 8-20 8C-26 8-26 26-34 28Q-38 28-40 24Z"
)
WORM_RINGS = "M-24-4l-3 10M-10 2l-8 6M12 14l6 10M20-8l-9-3"
FOOT = "M-42 28C-44 6-36-16-32-26C-29-31-22-28-24-22C-22-8-20 8-10 14L34 18C40 19 44 24 40 28Z"
SPIRAL = "M8-4c5-4 10 2 7 8c-4 8-18 6-19-6c-1-13 14-20 25-12"
ANT_LEGS = "M-12 8l-6 18M0 9v18M8 8l8 18M-34-6l-6-14M-26-9l2-15"
DEN = "M-52 44C-56 0-34-40 0-40S56 0 52 44Q0 50-52 44Z"
DOOR = "M-30 44V12C-30-8-16-20 0-20S30-8 30 12V44Z"
HAYSTACK = "M-60 44C-64 16-46 10-42-4C-40-30-18-46 2-46C26-46 40-28 42-6C48 10 64 18 60 44Q0 50-60 44Z"
STRAWS = (
    "M-6-36l-8 14M10-38l6 14M-22-18l-6 12M24-20l6 14M0-22v14M-40 18l-6 16M-20 20l-4 16M0 22v16"
    "M20 20l4 16M40 16l6 18"
)


class Stroke(NamedTuple):
    """An outline with the names of its colours."""

    path: Path
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0


class Label(NamedTuple):
    """A number on a drawing, its middle at (x, y)."""

    text: str
    x: float
    y: float
    size: float
    colour: str


Art = tuple[Stroke | Label, ...]


def printed(art: Art, palette: Mapping[str, Colour], move: Move, name: str) -> Iterator[Shape | Text]:
    """A drawing as it lies on a sheet."""
    for part in art:
        if isinstance(part, Label):
            at = move(Point(part.x, part.y))
            size = part.size * move.scale
            wide = fonts.width(part.text, size, bold=True)
            turned = move.turn % 360 == 180
            y = at.y - 0.35 * size if turned else at.y + 0.35 * size
            box = Box(at.x - wide / 2 - 0.1, at.y - size, wide + 0.2, 2 * size)
            yield Text(
                name, part.text, at.x, y, size, palette[part.colour], box, bold=True, turn=move.turn % 360
            )
        else:
            yield Shape(
                Role.PRINT,
                name,
                moved(part.path, move),
                palette[part.fill] if part.fill else None,
                palette[part.stroke] if part.stroke else None,
                part.width * move.scale,
            )


def extent(art: Art) -> Box:
    """How much room a drawing takes."""
    boxes = [bounds(part.path, part.width if part.stroke else 0) for part in art if isinstance(part, Stroke)]
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    return Box(left, top, max(box.right for box in boxes) - left, max(box.bottom for box in boxes) - top)


def fitted(art: Art, box: Box) -> Move:
    """How to lay a drawing in the middle of a box, as large as it goes."""
    size = extent(art)
    scale = min(box.width / size.width, box.height / size.height)
    return Move(box.middle.x - scale * size.middle.x, box.middle.y - scale * size.middle.y, scale)


def scaled(art: Iterable[Stroke | Label], x: float, y: float, scale: float, turn: float = 0.0) -> Art:
    """A drawing as a part of another."""
    move = Move(x, y, scale, turn)
    return tuple(
        Label(part.text, *move(Point(part.x, part.y)), part.size * scale, part.colour)
        if isinstance(part, Label)
        else part._replace(path=moved(part.path, move), width=part.width * scale)
        for part in art
    )


def paper(outline: Path, ink: float = 11.0, rim: float = 6.0) -> Art:
    """One cut piece: an ink outline, an ivory rim; what is printed on it goes inside."""
    return (
        Stroke(outline, "outline", "outline", ink),
        Stroke(outline, "rim", "rim", rim),
    )


# Pieces


def mole(team: int | None, size: str = "L") -> Art:
    """A mole, its feet at y = 45; without a team it is cut from plain card."""
    body = read(MOLE)
    look = None if team is None else LOOKS[team % 4]
    coat = "card" if team is None else f"team-{team % 4}"
    silhouette = body + WORN[look] if look else body
    parts = (
        *paper(silhouette, 13, 7),
        Stroke(body, coat, "outline", 2),
        *_coat(team),
        *(_eyes() if look != "glasses" else ()),
        Stroke(oval(0, 5, 17, 11), "skin", "outline", 2.5),
        Stroke(oval(0, -1, 8, 6), "outline"),
        Stroke(oval(-2.5, -3, 2, 1.4), "rim"),
        Stroke(read(SMILE), None, "outline", 2.5),
        *_worn(look),
        *(
            Stroke(moved(read(PAW), Move(x, 24, turn=turn)), "skin", "outline", 3.5)
            for x, turn in ((-29, 20), (29, -20))
        ),
    )
    return scaled(parts, 0, 0, SCALES[size])


WORN: Mapping[str, Path] = {
    "helmet": read(HELMET),
    "scarf": read(SCARF),
    "glasses": oval(-18, -13, 17) + oval(18, -13, 17),
    "hat": read(HAT),
}


def _coat(team: int | None) -> Art:
    if team is None:
        return ()
    ink = f"team-{team % 4}-ink"
    if team % 4 == 1:
        return (Stroke(read(COAT_STRIPES), None, ink, 5),)
    if team % 4 == 2:
        return tuple(Stroke(oval(x, y, 4), ink) for x, y in COAT_DOTS)
    return (Stroke(read(COAT_HATCH), None, ink, 3),) if team % 4 == 3 else ()


def _eyes() -> Art:
    return tuple(
        part
        for x in (-13, 13)
        for part in (Stroke(oval(x, -12, 7.5), "rim"), Stroke(oval(x, -11.5, 4.6), "outline"))
    )


def _worn(look: str | None) -> Art:
    if look == "helmet":
        return (
            Stroke(WORN[look], "gold", "outline", 3),
            Stroke(read(HELMET_RIBS), None, "outline", 2.5),
            Stroke(oval(0, -39, 10), "rim", "outline", 3.5),
        )
    if look == "scarf":
        return (
            Stroke(WORN[look], "clay", "outline", 3),
            Stroke(read(SCARF_STRIPES), None, "rim", 4),
        )
    if look == "glasses":
        return (*(Stroke(oval(x, -13, 15), "rim", "outline", 5) for x in (-18, 18)), *_eyes())
    if look == "hat":
        return (Stroke(WORN[look], "loam", "outline", 3), Stroke(read(HAT_BAND), None, "clay", 7))
    return ()


def hill(dark: bool, number: int | None = None) -> Art:
    """A molehill, its foot at y = 40."""
    shape = read(HILL)
    inner = Stroke(read(HILL_STONES), "pebble") if dark else Stroke(read(HILL_CREASES), None, "outline", 2.5)
    label = Label(str(number), 0, 25, 25, "on-earth" if dark else "outline") if number is not None else None
    return (
        *paper(shape),
        Stroke(shape, "earth" if dark else "loam"),
        inner,
        *((label,) if label else ()),
    )


def rod(lying: bool = True, length: float = 92.0) -> Art:
    """A gardener's stick, its middle at the origin."""
    half, reach = length / 2 - 4, length / 2 - 12
    outline = rectangle(Box(-half, -6, 2 * half, 12), 6)
    parts = (
        *paper(outline, 12),
        Stroke(outline, "wood"),
        Stroke(read(f"M{-reach} -3H{reach}"), None, "wood-light", 3),
        Stroke(read(f"M{-reach + 4} -6v12M{reach - 4} -6v12"), None, "outline", 2.5),
    )
    return parts if lying else scaled(parts, 0, 0, 1, 90)


def flower(kind: str) -> Art:
    """A flower of the lawn; its heart counts: a white daisy one, a red poppy two."""
    red = kind == "red"
    leaves = _petals(4, 14, 15) if red else _petals(8, 19, 8)
    eyes = oval(-4.5, 0, 3) + oval(4.5, 0, 3) if red else oval(0, 0, 3.2)
    return (
        *(Stroke(petal, "outline", "outline", 10) for petal in (*leaves, oval(0, 0, 16))),
        *((Stroke(petal, "rim", "rim", 5.5) for petal in leaves) if red else ()),
        *(
            Stroke(petal, "poppy" if red else "rim", "outline" if red else "line", 2 if red else 1.2)
            for petal in leaves
        ),
        Stroke(oval(0, 0, 12), "gold", "outline", 3),
        Stroke(eyes, "outline"),
    )


def _petals(count: int, far: float, size: float) -> list[Path]:
    return [
        oval(far * math.cos(angle), far * math.sin(angle), size)
        for angle in (2 * math.pi * n / count - math.pi / 2 for n in range(count))
    ]


def centre() -> Art:
    """A hole cut through the lawn, with ways out in all directions."""
    return (
        Stroke(star(8, 42, 26), "rim", "outline", 3),
        Stroke(oval(0, 0, 27), "loam", "outline", 3),
        Stroke(oval(1.5, 2.5, 18), "earth"),
        Stroke(oval(3, 5, 10), "outline"),
    )


def special() -> Art:
    """A special space of Mole Company."""
    return (
        Stroke(star(10, 48, 38), "gold", "outline", 4),
        Stroke(star(5, 27, 12), "rim", "outline", 4),
    )


def shovel() -> Art:
    """The golden shovel, upright."""
    handle, grip, blade = rectangle(Box(-3.5, -16, 7, 50), 3), rectangle(Box(-13, 32, 26, 9), 4), read(BLADE)
    return (
        *(Stroke(part, "outline", "outline", 11) for part in (handle, grip, blade)),
        *(Stroke(part, "rim", "rim", 6) for part in (handle, grip, blade)),
        Stroke(handle, "wood", "outline", 2.5),
        Stroke(grip, "wood", "outline", 2.5),
        Stroke(blade, "gold", "outline", 2.5),
        Stroke(read("M0-38V-20"), None, "outline", 2.5),
    )


def disc(team: int, value: int | None) -> Art:
    """A disc with its number, or its back with a paw print."""
    colour, ink = f"team-{team % 4}", f"team-{team % 4}-ink"
    if value is None:
        toes = [oval(-18, -6, 6, 8), oval(-6.5, -16, 6, 9), oval(6.5, -16, 6, 9), oval(18, -6, 6, 8)]
        return (
            Stroke(oval(0, 0, 37), colour, "outline", 2),
            *_pattern(team, ink),
            Stroke(oval(0, 0, 30), colour),
            *(Stroke(part, ink) for part in (oval(0, 10, 15, 12), *toes)),
        )
    return (
        Stroke(oval(0, 0, 37), "rim"),
        Stroke(oval(0, 0, 33), None, "outline", 9),
        Stroke(oval(0, 0, 33), None, colour, 5),
        Label(str(value), 0, -5, 42, "outline"),
        *scaled(mole(team), 0, 19, 0.19),
    )


def _pattern(team: int, ink: str) -> Art:
    """The team's pattern over a disc: nobody needs to see its colour."""
    if team % 4 == 0:
        return ()
    step = Move(scale=10 / 2.9)
    small = textures.marks(textures.TEAMS[team % 4], oval(0, 0, 36 / step.scale))
    return tuple(
        Stroke(moved(mark.path, step), None, ink, mark.width * step.scale)
        if mark.width
        else Stroke(moved(mark.path, step), ink)
        for mark in small
    )


def sign(kind: str) -> Art:
    """A sign of hills and dice: clover (c), leaf (l), flower (f)."""
    if kind == "c":
        return (
            Stroke(read(CLOVER_STALK), None, "outline", 6),
            *(Stroke(oval(x, y, 13), "clover", "outline", 4) for x, y in ((-14, 4), (14, 4), (0, -16))),
            Stroke(read(CLOVER_VEINS), None, "outline", 3),
        )
    if kind == "l":
        return Stroke(read(LEAF), "leaf", "outline", 4), Stroke(read(LEAF_VEINS), None, "outline", 3.5)
    return (
        *(
            Stroke(moved(oval(0, -17, 10, 13), Move(turn=turn)), "blossom", "outline", 4)
            for turn in (0, 72, 144, 216, 288)
        ),
        Stroke(oval(0, 0, 9), "gold", "outline", 4),
    )


def mound(kind: str | None, number: int | None = None) -> Art:
    """A hill of the road with its sign on a plate; the last hill (no kind) has all three."""
    if kind is None:
        plates = (("c", 0, -9), ("l", -22, 21), ("f", 22, 21))
        return (
            *paper(read(LAST_MOUND), 9, 5),
            Stroke(read(LAST_MOUND), "earth"),
            *(
                part
                for each, x, y in plates
                for part in (
                    Stroke(oval(x, y, 19), "rim", "outline", 3),
                    *scaled(sign(each), x, y + 1, 0.5),
                )
            ),
        )
    return (
        *paper(read(MOUND), 9, 5),
        Stroke(read(MOUND), "earth"),
        Stroke(oval(0, 14, 26), "rim", "outline", 3),
        *scaled(sign(kind), 0, 15, 0.72),
        *(
            (Stroke(oval(-42, 55, 21, 16), "rim", "outline", 2.5), Label(str(number), -42, 55, 27, "outline"))
            if number is not None
            else ()
        ),
        *scaled(paw_print(), 42, 53, 0.5),
    )


def paw_print() -> Art:
    """Where the dog sits."""
    pads = [
        oval(0, 8, 12, 9),
        oval(-15, -5, 5, 7),
        oval(-5, -13, 5, 7),
        oval(6, -13, 5, 7),
        oval(16, -5, 5, 7),
    ]
    return tuple(Stroke(pad, "faint") for pad in pads)


def dog() -> Art:
    """The dog, sitting; its foot at y = 42."""
    parts = (read(SITTING), oval(-8, -18, 27, 23), oval(-22, -10, 16, 12), read(EAR), read(WAG))
    sitting, head, muzzle, ear, wag = parts
    return (
        *(Stroke(part, "outline", "outline", 13) for part in parts),
        *(Stroke(part, "rim", "rim", 7) for part in parts),
        Stroke(wag, "wood", "outline", 3),
        Stroke(sitting, "wood", "outline", 3),
        Stroke(read("M-8 42V24M8 42V26"), None, "outline", 3),
        Stroke(head, "wood-light", "outline", 3),
        Stroke(read(TONGUE), "poppy", "outline", 3),
        Stroke(muzzle, "rim", "outline", 3),
        Stroke(ear, "earth", "outline", 3),
        Stroke(oval(-32, -16, 7, 5.5), "outline"),
        Stroke(oval(-8, -26, 4.5), "outline"),
    )


def animal(seat: int) -> Art:
    """What is hidden under the moles: ant, ladybird, earthworm, snail."""
    colour = f"team-{seat % 4}"
    if seat % 4 == 0:
        parts = (oval(-26, 2, 12, 11), oval(-2, 0, 13, 10), oval(25, -2, 17, 13))
        return (
            Stroke(read(ANT_LEGS), None, "outline", 4),
            *(Stroke(part, colour, "outline", 3) for part in parts),
            Stroke(oval(-30, 0, 2), "outline"),
        )
    if seat % 4 == 1:
        spots = (oval(4, -12, 5), oval(22, -2, 5), oval(2, 12, 5), oval(22, 18, 4))
        return (
            Stroke(read(LADYBIRD), colour, "outline", 3),
            Stroke(read(LADYBIRD_HEAD), "outline"),
            *(Stroke(spot, "outline") for spot in spots),
            Stroke(oval(-24, 8, 3), "rim"),
        )
    if seat % 4 == 2:
        return (
            Stroke(read(WORM), colour, "outline", 3),
            Stroke(read(WORM_RINGS), None, "outline", 3),
            Stroke(oval(33, -18, 2.5), "outline"),
        )
    return (
        Stroke(read(FOOT), "skin", "outline", 3),
        Stroke(oval(8, -4, 25), colour, "outline", 3),
        Stroke(read(SPIRAL), None, "team-3-ink", 4.5),
        Stroke(oval(-29, -21, 2.5), "outline"),
    )


def den(team: int) -> Art:
    """A door in a bank of earth."""
    return (
        *paper(read(DEN)),
        Stroke(read(DEN), f"team-{team % 4}", "outline", 2),
        Stroke(read(DOOR), "rim", "outline", 4),
    )


def haystack() -> Art:
    """Where the moles of Buddel Bande begin."""
    return (
        *paper(read(HAYSTACK)),
        Stroke(read(HAYSTACK), "hay"),
        Stroke(read(f"M-40 2Q0 14 40 0{STRAWS}"), None, "outline", 3),
    )


def face(letter: str) -> Art:
    """What a die shows: a sign, a size of mole, any mole (A), the dog (D) or either (E)."""
    if letter in "clf":
        return sign(letter)
    if letter in "SML":
        down = {"S": 8, "M": 3, "L": -1}[letter]
        return scaled(mole(None, letter), 0, down, 0.64)
    if letter == "A":
        return (
            *scaled(mole(None, "S"), -21, 10, 0.36),
            *scaled(mole(None, "L"), 19, 2, 0.42),
            *scaled(mole(None, "M"), -3, 8, 0.4),
        )
    if letter == "D":
        return scaled(dog(), 0, 4, 0.62)
    return (
        *scaled(dog(), -16, -12, 0.42),
        *scaled(mole(None, "L"), 17, 15, 0.4),
        Stroke(read("M28-28L12-12M-12 12L-28 28"), None, "outline", 3),
    )
