"""Data from the rule pages: classic boards, presets and options; and small boards for examples."""

from __future__ import annotations

import json
import re
from typing import Any

Data = dict[str, Any]

PRESETS: dict[str, dict[str, dict[str, Any]]] = {
    "mole-hill": {
        "blatz": {"start": "anywhere", "diagonal": "path", "rounds": 2},
        "short": {"start": "ring", "diagonal": "path", "rounds": 2},
    },
    "mole-company": {
        "ravensburger": {"specials": True, "all_home": "must-wait", "reshuffle": 6, "turn_limit": 1000},
        "ravensburger-basic": {
            "specials": False,
            "all_home": "must-wait",
            "reshuffle": 6,
            "turn_limit": 1000,
        },
        "tactile": {
            "specials": False,
            "all_home": "may-wait",
            "reshuffle": 6,
            "turn_limit": 1000,
            "final_paths": "all",
        },
        "tactile-pro": {
            "specials": True,
            "all_home": "may-wait",
            "reshuffle": 6,
            "turn_limit": 1000,
            "final_paths": "solid",
        },
    },
    "buddel-bande": {
        "goldsieber": {"know_own": True, "either": "choose", "pass": "unless-own", "turn_limit": 1000}
    },
}
"""By game and preset, the default preset first. What is missing here depends on the number of players."""

VALUES: dict[str, dict[str, tuple[Any, ...]]] = {
    "mole-hill": {"start": ("anywhere", "ring"), "diagonal": ("path", "edges"), "rounds": (1, 2)},
    "mole-company": {
        "specials": (True, False),
        "all_home": ("must-wait", "may-wait"),
        "reshuffle": (6, 5),
        "final_paths": ("all", "solid", "into"),
        "turn_limit": (1000, 7),
    },
    "buddel-bande": {
        "know_own": (True, False),
        "either": ("choose", "dog"),
        "pass": ("unless-own", "any"),
        "turn_limit": (1000, 7),
    },
}
"""Every option with every value the pages name (of the whole numbers, two)."""

SEATS = {"mole-hill": (2,), "mole-company": (2, 3, 4), "buddel-bande": (2, 3, 4)}


def resolved(game: str, preset: str, players: int) -> dict[str, Any]:
    """All options of a preset, `final_paths` decided."""
    paths = {"final_paths": "into" if players == 2 else "all"} if game == "mole-company" else {}
    return paths | PRESETS[game][preset]


def _named(q: int, r: int) -> str:
    """The page gives axial coordinates; the name is the letter for -r + 4 and the number q + 5."""
    return "abcdefghi"[4 - r] + str(q + 5)


def _spaces(text: str) -> list[str]:
    pairs = [pair.split(",") for pair in text.replace("(", "").split(")")[:-1]]
    return [_named(int(q), int(r)) for q, r in pairs]


def _board(game: str, name: str, **fields: Any) -> Data:
    title = {"en": name, "fr": name, "de": name}
    return {"game": game, "name": name, "title": title, "source": "own", "version": 1} | fields


CLASSIC: dict[str, Data] = {
    "mole-hill": _board(
        "mole-hill", "classic",
        columns=9, rows=7, centre="e4", red=["a4", "e1", "e7", "i4"], white=["b2", "b6", "h2", "h6"],
        light=10, dark=12, rods=22,
    ),
    "mole-company": _board(
        "mole-company", "classic",
        side=5,
        moles={"2": 10, "3": 7, "4": 6},
        boards=[
            {
                "name": "green",
                "holes": _spaces(
                    "(-4,2) (-3,-1) (-3,3) (-2,1) (-1,-1) (-1,3) (0,-3)"
                    "(1,-2) (1,1) (2,2) (3,-3) (3,0) (4,-2)"
                ),
                "specials": [],
                "dotted": [],
            },
            {
                "name": "red",
                "holes": _spaces("(-3,1) (-2,3) (-1,0) (0,-2) (0,2) (1,-1) (2,-3) (2,0)"),
                "specials": _spaces("(0,0) (1,3) (-4,1) (3,-4)"),
                "dotted": [],
            },
            {
                "name": "brown",
                "holes": _spaces("(-3,2) (0,-3) (0,3) (2,-1)"),
                "specials": _spaces("(0,0) (-2,4) (-2,-2) (4,-2)"),
                "dotted": [],
            },
            {
                "name": "blue",
                "holes": _spaces("(0,0)"),
                "specials": _spaces("(0,2) (-2,0) (2,-2)"),
                "dotted": [_spaces(f"(0,0) {end}") for end in ("(0,1)", "(-1,0)", "(1,-1)")],
            },
        ],
    ),
    "buddel-bande": _board("buddel-bande", "classic", track="clfcflclflcflfcfclflclfc"),
}  # fmt: skip

# Nine squares and three hills a round: two rounds take ten actions.
BED = _board(
    "mole-hill", "bed", columns=3, rows=3, centre="b2", red=["a1"], white=["c1"], light=1, dark=2, rods=3
)  # fmt: skip

# Nineteen spaces, holes 4 / 3 / 2 / 1, so that a whole game can be written down in a few lines.
WARREN = _board(
    "mole-company", "warren",
    side=3,
    moles={"2": 3, "3": 2, "4": 2},
    boards=[
        {"name": "green", "holes": ["b2", "b3", "d3", "d4"], "specials": [], "dotted": []},
        {"name": "red", "holes": ["a1", "c5", "e3"], "specials": ["c3", "d5"], "dotted": []},
        {"name": "brown", "holes": ["c2", "c4"], "specials": ["c3", "b1"], "dotted": []},
        {
            "name": "blue",
            "holes": ["c3"],
            "specials": ["d2", "b4"],
            "dotted": [["c3", "b3"], ["c3", "c2"], ["c3", "d4"]],
        },
    ],
)  # fmt: skip


def shifted(line: str) -> str:
    """Names of the warren, in the frame of a board that is larger by one: c3, the centre, becomes d4."""
    return re.sub("([a-h])([1-8])", lambda space: f"{chr(ord(space[1]) + 1)}{int(space[2]) + 1}", line)


TAPER = _board(
    "mole-company", "taper",
    side=4,
    moles={"2": 3, "3": 2, "4": 2},
    boards=[
        {"name": "green", "holes": ["c3", "c4", "e4", "e5"], "specials": [], "dotted": []},
        *(json.loads(shifted(json.dumps(sheet))) | {"side": 3} for sheet in WARREN["boards"][1:]),
    ],
)  # fmt: skip
"""The warren under a larger first board: after the first lift both are the same but for their names."""

# Seat 0 on d2 e3 c1, seat 1 on e4 b1 c5.
PLACED = "d2 e4 e3 b1 c1 c5"
# Two moles each reach the red board: seat 0 on b2 b3, seat 1 on d3 d4. Seat 0 is next.
ON_RED = f"{PLACED} =2 d2-b2 =1 e4-d4 =3 e3-b3 =2 b1-d3"
# One mole each reaches the blue board, seat 0 on c2 (a dotted neighbour of the hole), seat 1 on c4 (a solid
# one). No special space and no wait on the way, so it can be played with all options. Seat 0 is next.
ON_BLUE = (
    f"{ON_RED} =2 b2-d2 =2 d3-b1 =3 b3-e3 =4 =1 d2-c1 =3 d4-a1 =4 c1-c5 =3 a1-d4 =3 c5-c2 =4"
    " =3 e3-b3 =1 d4-c4"
)
# All of seat 0 in holes, b2 b3 d4; d3 is still free. Seat 1 is next, on b1 c3 d5.
HOME = "d2 b1 e3 c1 e4 c5 =2 d2-b2 =1 c5-d5 =3 e3-b3 =2 c1-c3 =1 e4-d4"

# Six hills: clover 1 and 4, leaf 2 and 5, flower 3 and 6.
LANE = _board("buddel-bande", "lane", track="clfclf")

# Who owns what: seat 0 S1 M2 L1, seat 1 S2 M1 L2.
DEALT = "deal:S=01 deal:M=10 deal:L=01"
