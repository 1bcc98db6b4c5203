"""Draw the pieces and the board details of Buddel Bande: hills, signs, dog, animals, dens, die faces."""

from __future__ import annotations

from moleworks.press.art import Drawing, Label, Stroke, mole, paper_layers, transform_drawing
from moleworks.press.paths import Transform, ellipse, parse_path, transform_path

MOUND = (
    "M-47 38C-47 24-38 18-36 8C-33-6-22-10-16-18C-8-25 8-25 16-18C22-10 33-6 36 8C38 18 47 24 47 38"
    "Q46 43 40 43H-40Q-46 43-47 38Z"
)
LAST_MOUND = (
    "M-54 38C-54 20-46 10-40-2C-34-16-22-22-14-28C-6-34 6-34 14-28C22-22 34-16 40-2C46 10 54 20 54 38"
    "Q53 43 46 43H-46Q-53 43-54 38Z"
)
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


def sign(kind: str) -> Drawing:
    """A sign of hills and dice: clover (c), leaf (l), flower (f)."""
    if kind == "c":
        return (
            Stroke(parse_path(CLOVER_STALK), None, "outline", 6),
            *(Stroke(ellipse(x, y, 13), "clover", "outline", 4) for x, y in ((-14, 4), (14, 4), (0, -16))),
            Stroke(parse_path(CLOVER_VEINS), None, "outline", 3),
        )
    if kind == "l":
        return Stroke(parse_path(LEAF), "leaf", "outline", 4), Stroke(
            parse_path(LEAF_VEINS), None, "outline", 3.5
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
            *paper_layers(parse_path(LAST_MOUND), 9, 5),
            Stroke(parse_path(LAST_MOUND), "earth"),
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
        *paper_layers(parse_path(MOUND), 9, 5),
        Stroke(parse_path(MOUND), "earth"),
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
        parse_path(SITTING),
        ellipse(-8, -18, 27, 23),
        ellipse(-22, -10, 16, 12),
        parse_path(EAR),
        parse_path(WAG),
    )
    sitting, head, muzzle, ear, wag = parts
    return (
        *(Stroke(part, "outline", "outline", 13) for part in parts),
        *(Stroke(part, "rim", "rim", 7) for part in parts),
        Stroke(wag, "wood", "outline", 3),
        Stroke(sitting, "wood", "outline", 3),
        Stroke(parse_path("M-8 42V24M8 42V26"), None, "outline", 3),
        Stroke(head, "wood-light", "outline", 3),
        Stroke(parse_path(TONGUE), "poppy", "outline", 3),
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
            Stroke(parse_path(ANT_LEGS), None, "outline", 4),
            *(Stroke(part, colour, "outline", 3) for part in parts),
            Stroke(ellipse(-30, 0, 2), "outline"),
        )
    if seat % 4 == 1:
        spots = (ellipse(4, -12, 5), ellipse(22, -2, 5), ellipse(2, 12, 5), ellipse(22, 18, 4))
        return (
            Stroke(parse_path(LADYBIRD), colour, "outline", 3),
            Stroke(parse_path(LADYBIRD_HEAD), "outline"),
            *(Stroke(spot, "outline") for spot in spots),
            Stroke(ellipse(-24, 8, 3), "rim"),
        )
    if seat % 4 == 2:
        return (
            Stroke(parse_path(WORM), colour, "outline", 3),
            Stroke(parse_path(WORM_RINGS), None, "outline", 3),
            Stroke(ellipse(33, -18, 2.5), "outline"),
        )
    return (
        Stroke(parse_path(FOOT), "skin", "outline", 3),
        Stroke(ellipse(8, -4, 25), colour, "outline", 3),
        Stroke(parse_path(SPIRAL), None, "team-3-ink", 4.5),
        Stroke(ellipse(-29, -21, 2.5), "outline"),
    )


def den(team: int) -> Drawing:
    """A player's den: a door in a mound of earth."""
    return (
        *paper_layers(parse_path(DEN)),
        Stroke(parse_path(DEN), f"team-{team % 4}", "outline", 2),
        Stroke(parse_path(DOOR), "rim", "outline", 4),
    )


def face(letter: str) -> Drawing:
    """A face of a die: a sign, a size of mole, any mole (A), the dog (D) or either (E)."""
    if letter in "clf":
        return sign(letter)
    if letter in "SML":
        down = {"S": 8, "M": 3, "L": -1}[letter]
        return transform_drawing(mole(None, letter), 0, down, 0.64)
    if letter == "A":
        return (
            *transform_drawing(mole(None, "S"), -21, 10, 0.36),
            *transform_drawing(mole(None, "L"), 19, 2, 0.42),
            *transform_drawing(mole(None, "M"), -3, 8, 0.4),
        )
    if letter == "D":
        return transform_drawing(dog(), 0, 4, 0.62)
    return (
        *transform_drawing(dog(), -16, -12, 0.42),
        *transform_drawing(mole(None, "L"), 17, 15, 0.4),
        Stroke(parse_path("M28-28L12-12M-12 12L-28 28"), None, "outline", 3),
    )
