"""Digits and the letters of the dice, three pixels wide and five high: enough to read a score in a film."""

from __future__ import annotations

WIDE, HIGH = 3, 5

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
        for sign, row in zip(words[::2], words[1::2], strict=True):
            found[sign] = (*found.get(sign, ()), row)
    return found


GLYPHS = _read()
"""By sign, its rows from the top: `#` is inked."""
