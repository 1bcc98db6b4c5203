"""The colours of the house. Every style names ink and paper, so it reads on dark and on light terminals."""

from __future__ import annotations

INK, IVORY = "#22201c", "#fff8ea"
LAWN = "#8cbf5a"
FOREST, CLAY, LOAM, DEEP = "#3e6b2f", "#8c3b2e", "#d9b382", "#2e5c8a"
GOLD, STRAW, EARTH = "#e8b923", "#f0dfa8", "#5a3d28"

SHAPES = ("●", "▲", "■", "◆")
"""A team by its shape, seat by seat: colour is never alone."""

TEAMS = (
    f"bold {INK} on #56b4e9",
    f"bold {INK} on #f0e442",
    f"bold {INK} on #d55e00",
    f"bold {IVORY} on #000000",
)
"""A team by its colour."""

ASCII = {
    "●": "@", "▲": "^", "■": "#", "◆": "*",
    "·": ".", "•": "o", "─": "-", "│": "|", "━": "=", "┃": "|", "╲": "\\", "╱": "/",
    "╭": "+", "╮": "+", "╰": "+", "╯": "+", "├": "+", "┤": "+", "▟": "/", "▙": "\\", "█": "#",
    "✿": "*", "❀": "%", "◎": "@", "♣": "c", "♠": "l", "❁": "f", "↓": "v",
    "–": "-", "—": "-", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "’": "'", "‘": "'", "…": "...",
    "½": "1/2", "\u00a0": " ", "\u202f": " ", "ß": "ss",
    "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "œ": "oe", "Œ": "OE", "æ": "ae",
}  # fmt: skip
"""What stands for a letter that the terminal's encoding does not have."""
