"""Colours of terminal drawings. Every style sets text and background, for dark and light terminals."""

from __future__ import annotations

INK, IVORY = "#22201c", "#fff8ea"
LAWN = "#8cbf5a"
FOREST, CLAY, LOAM, DEEP = "#3e6b2f", "#8c3b2e", "#d9b382", "#2e5c8a"
GOLD, STRAW, EARTH = "#e8b923", "#f0dfa8", "#5a3d28"

SHAPES = ("●", "▲", "■", "◆")
"""Team shapes by seat, so that teams differ without colour."""

TEAMS = (
    f"bold {INK} on #56b4e9",
    f"bold {INK} on #f0e442",
    f"bold {INK} on #d55e00",
    f"bold {IVORY} on #000000",
)
"""Team colours by seat."""

ASCII = {
    "●": "@", "▲": "^", "■": "#", "◆": "*",
    "·": ".", "•": "o", "─": "-", "│": "|", "━": "=", "┃": "|", "╲": "\\", "╱": "/",
    "╭": "+", "╮": "+", "╰": "+", "╯": "+", "├": "+", "┤": "+", "▟": "/", "▙": "\\", "█": "#",
    "✿": "*", "❀": "%", "◎": "@", "♣": "c", "♠": "l", "❁": "f", "↓": "v",
    "–": "-", "—": "-", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "’": "'", "‘": "'", "…": "...",
    "½": "1/2", "\u00a0": " ", "\u202f": " ", "ß": "ss",
    "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "œ": "oe", "Œ": "OE", "æ": "ae",
}  # fmt: skip
"""ASCII spellings of characters that a terminal's encoding may lack."""
