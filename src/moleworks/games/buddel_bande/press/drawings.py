"""Draw the pieces and the board details of Buddel Bande: hills, signs, dog, animals, dens, die faces."""

from __future__ import annotations

from moleworks.press.art import Drawing, Label, Outlines, Stroke, mole, paper_layers, transform_drawing
from moleworks.press.paths import Transform, ellipse, parse_path, transform_path

OUTLINES = Outlines("moleworks.games.buddel_bande")
DARK, PALE = "earth", "rim"
"""Coats of the moles on the mole die: the one that may move, and the others."""
DIE_MOLES = {"S": (-26.0, 8.0), "M": (-5.0, 5.0), "L": (21.0, 1.0)}
"""Where the three moles stand on a face of the mole die."""


def sign(kind: str) -> Drawing:
    """A sign of hills and dice: clover (c), leaf (l), flower (f)."""
    if kind == "c":
        return (
            Stroke(OUTLINES["cloverStalk"], None, "outline", 6),
            *(Stroke(ellipse(x, y, 13), "clover", "outline", 4) for x, y in ((-14, 4), (14, 4), (0, -16))),
            Stroke(OUTLINES["cloverVeins"], None, "outline", 3),
        )
    if kind == "l":
        return Stroke(OUTLINES["leaf"], "leaf", "outline", 4), Stroke(
            OUTLINES["leafVeins"], None, "outline", 3.5
        )
    return (
        *(
            Stroke(transform_path(ellipse(0, -17, 10, 13), Transform(turn=turn)), "blossom", "outline", 4)
            for turn in (0, 72, 144, 216, 288)
        ),
        Stroke(ellipse(0, 0, 9), "gold", "outline", 4),
    )


def mound(kind: str | None, number: int | None = None) -> Drawing:
    """A hill of the road with its sign on a plate; the last hill (no kind) has all three."""
    if kind is None:
        plates = (("c", 0, -9), ("l", -22, 21), ("f", 22, 21))
        return (
            *paper_layers(OUTLINES["lastMound"], 9, 5),
            Stroke(OUTLINES["lastMound"], "earth"),
            *(
                part
                for each, x, y in plates
                for part in (
                    Stroke(ellipse(x, y, 19), "rim", "outline", 3),
                    *transform_drawing(sign(each), x, y + 1, 0.5),
                )
            ),
        )
    return (
        *paper_layers(OUTLINES["mound"], 9, 5),
        Stroke(OUTLINES["mound"], "earth"),
        Stroke(ellipse(0, 14, 26), "rim", "outline", 3),
        *transform_drawing(sign(kind), 0, 15, 0.72),
        *(
            (
                Stroke(ellipse(-42, 55, 21, 16), "rim", "outline", 2.5),
                Label(str(number), -42, 55, 27, "outline"),
            )
            if number is not None
            else ()
        ),
        *transform_drawing(paw_print(), 42, 53, 0.5),
    )


def paw_print() -> Drawing:
    """A paw print: the place of the dog beside a hill."""
    pads = [
        ellipse(0, 8, 12, 9),
        ellipse(-15, -5, 5, 7),
        ellipse(-5, -13, 5, 7),
        ellipse(6, -13, 5, 7),
        ellipse(16, -5, 5, 7),
    ]
    return tuple(Stroke(pad, "faint") for pad in pads)


def dog() -> Drawing:
    """The sitting dog with its foot at y = 42."""
    parts = (
        OUTLINES["sittingDog"],
        ellipse(-8, -18, 27, 23),
        ellipse(-22, -10, 16, 12),
        OUTLINES["dogEar"],
        OUTLINES["dogTail"],
    )
    sitting, head, muzzle, ear, wag = parts
    return (
        *(Stroke(part, "outline", "outline", 13) for part in parts),
        *(Stroke(part, "rim", "rim", 7) for part in parts),
        Stroke(wag, "wood", "outline", 3),
        Stroke(sitting, "wood", "outline", 3),
        Stroke(OUTLINES["dogLegs"], None, "outline", 3),
        Stroke(head, "wood-light", "outline", 3),
        Stroke(OUTLINES["dogTongue"], "poppy", "outline", 3),
        Stroke(muzzle, "rim", "outline", 3),
        Stroke(ear, "earth", "outline", 3),
        Stroke(ellipse(-32, -16, 7, 5.5), "outline"),
        Stroke(ellipse(-8, -26, 4.5), "outline"),
    )


def animal(seat: int) -> Drawing:
    """The animal under a seat's moles: ant, ladybird, earthworm or snail."""
    colour = f"team-{seat % 4}"
    if seat % 4 == 0:
        parts = (ellipse(-26, 2, 12, 11), ellipse(-2, 0, 13, 10), ellipse(25, -2, 17, 13))
        return (
            Stroke(OUTLINES["antLegs"], None, "outline", 4),
            *(Stroke(part, colour, "outline", 3) for part in parts),
            Stroke(ellipse(-30, 0, 2), "outline"),
        )
    if seat % 4 == 1:
        spots = (ellipse(4, -12, 5), ellipse(22, -2, 5), ellipse(2, 12, 5), ellipse(22, 18, 4))
        return (
            Stroke(OUTLINES["ladybird"], colour, "outline", 3),
            Stroke(OUTLINES["ladybirdHead"], "outline"),
            *(Stroke(spot, "outline") for spot in spots),
            Stroke(ellipse(-24, 8, 3), "rim"),
        )
    if seat % 4 == 2:
        return (
            Stroke(OUTLINES["worm"], colour, "outline", 3),
            Stroke(OUTLINES["wormRings"], None, "outline", 3),
            Stroke(ellipse(33, -18, 2.5), "outline"),
        )
    return (
        Stroke(OUTLINES["snailFoot"], "skin", "outline", 3),
        Stroke(ellipse(8, -4, 25), colour, "outline", 3),
        Stroke(OUTLINES["snailSpiral"], None, "team-3-ink", 4.5),
        Stroke(ellipse(-29, -21, 2.5), "outline"),
    )


def den(team: int) -> Drawing:
    """A player's den: a door in a mound of earth."""
    return (
        *paper_layers(OUTLINES["den"]),
        Stroke(OUTLINES["den"], f"team-{team % 4}", "outline", 2),
        Stroke(OUTLINES["door"], "rim", "outline", 4),
    )


def face(letter: str) -> Drawing:
    """A face of a die: a sign; three moles, the one to move dark; one mole: any (A); dog (D); either (E)."""
    if letter in "clf":
        return sign(letter)
    if letter in "SML":
        return tuple(
            part
            for size, (x, y) in DIE_MOLES.items()
            for part in transform_drawing(mole(None, size, DARK if size == letter else PALE), x, y, 0.42)
        )
    if letter == "A":
        return transform_drawing(mole(None, "L", DARK), 0, -1, 0.64)
    if letter == "D":
        return transform_drawing(dog(), 0, 4, 0.62)
    return (
        *transform_drawing(dog(), -16, -12, 0.42),
        *transform_drawing(mole(None, "L", DARK), 17, 15, 0.4),
        Stroke(parse_path("M28-28L12-12M-12 12L-28 28"), None, "outline", 3),
    )
