"""A small font: digits and some letters, three pixels wide and five high."""

from __future__ import annotations

WIDTH, HEIGHT = 3, 5

_ROWS = """
0 ### 1 .#. 2 ### 3 ### 4 #.# 5 ### 6 ### 7 ### 8 ### 9 ### A ### D ##. E ### L #.. M #.# S .## R ##.
0 #.# 1 ##. 2 ..# 3 ..# 4 #.# 5 #.. 6 #.. 7 ..# 8 #.# 9 #.# A #.# D #.# E #.. L #.. M ### S #.. R #.#
0 #.# 1 .#. 2 ### 3 .## 4 ### 5 ### 6 ### 7 ..# 8 ### 9 ### A ### D #.# E ##. L #.. M ### S .#. R ##.
0 #.# 1 .#. 2 #.. 3 ..# 4 ..# 5 ..# 6 #.# 7 .#. 8 #.# 9 ..# A #.# D #.# E #.. L #.. M #.# S ..# R #.#
0 ### 1 ### 2 ### 3 ### 4 ..# 5 ### 6 ### 7 .#. 8 ### 9 ### A #.# D ##. E ### L ### M #.# S ##. R #.#
"""


def _read() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for line in _ROWS.split("\n")[1:-1]:
        words = line.split()
        for character, row in zip(words[::2], words[1::2], strict=True):
            found[character] = (*found.get(character, ()), row)
    return found


GLYPHS = _read()
"""By character, its rows from the top: `#` is a set pixel."""
