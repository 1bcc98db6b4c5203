"""The palette of each kind of print; the colours are those of the page in light mode."""

from __future__ import annotations

from collections.abc import Mapping

from moleworks.press.paper import PrintKind
from moleworks.press.sheet import BLACK, Colour

WHITE: Colour = (255, 255, 255)


def _parse_colour(code: str) -> Colour:
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


COLOURS: Mapping[str, Colour] = {
    name: _parse_colour(code)
    for name, code in {
        "paper": "#fff8ea",
        "sheet": "#fffdf6",
        "fold": "#f1e4c8",
        "ink": "#22201c",
        "faint": "#5d5648",
        "line": "#7d7465",
        "lawn": "#8cbf5a",
        "lawn-2": "#a2cf72",
        "lawn-deep": "#3e6b2f",
        "clay": "#8c3b2e",
        "loam": "#d9b382",
        "deep": "#2e5c8a",
        "gold": "#e8b923",
        "rim": "#fff8ea",
        "outline": "#22201c",
        "skin": "#f2b8a0",
        "card": "#e4d3b0",
        "earth": "#6a4630",
        "on-earth": "#fff8ea",
        "wood": "#a4652f",
        "wood-light": "#d49a5b",
        "poppy": "#d8402f",
        "hay": "#ecc75c",
        "clover": "#5f9e3c",
        "leaf": "#d98a2b",
        "blossom": "#d886b4",
        "stop": "#d55e00",
        "hedge": "#3e6b2f",
        "on-hedge": "#fff8ea",
        "on-lawn": "#22201c",
        "track": "#cfa672",
        "pebble": "#d9b382",
        "team-0": "#56b4e9",
        "team-1": "#f0e442",
        "team-2": "#d55e00",
        "team-3": "#000000",
        "team-0-ink": "#22201c",
        "team-1-ink": "#22201c",
        "team-2-ink": "#22201c",
        "team-3-ink": "#fff8ea",
    }.items()
}
DARK_NAMES = {
    "ink",
    "faint",
    "line",
    "outline",
    "on-earth",
    "on-hedge",
    "on-lawn",
    "pebble",
    "lawn-deep",
    "stop",
}
"""Colours of lines and letters: black in the ink saver palette."""


def _ink_saver_colour(name: str) -> Colour:
    if name in DARK_NAMES or name.endswith("-ink"):
        return BLACK
    return (221, 221, 221) if name == "track" else WHITE


def _swell_tint(colour: Colour) -> Colour:
    """A tint that printers mix without black."""
    red, green, blue = (round(255 - 0.5 * (255 - part)) for part in colour)
    return red, green, blue


SWELL_INK: Colour = (20, 105, 190)
"""For text on swell paper that must not rise."""

PALETTES: Mapping[PrintKind, Mapping[str, Colour]] = {
    PrintKind.COLOR: COLOURS,
    PrintKind.LARGE_18: COLOURS,
    PrintKind.LARGE_24: COLOURS,
    PrintKind.INK_SAVER: {name: _ink_saver_colour(name) for name in COLOURS},
    PrintKind.SWELL: {
        name: SWELL_INK if name in DARK_NAMES else _swell_tint(colour) for name, colour in COLOURS.items()
    }
    | {"team-3": (200, 190, 214)},
}


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """Mix two colours; `share` is the part of the first.

    >>> mix((0, 0, 0), (200, 100, 50), 0.5)
    (100, 50, 25)
    """
    red, green, blue = (round(a * share + b * (1 - share)) for a, b in zip(one, other, strict=True))
    return red, green, blue
