"""What the evaluation's weights are, for one diagonal rule.

Those of `path` are fitted to how some thousand rounds of the player against itself ended, on the classic
lawn; those of `edges` to the values of deeper searches, because that plays better there.
"""

from __future__ import annotations

from typing import NamedTuple

Rows = tuple[tuple[int, ...], ...]
"""By stage of the round, and within it the mole to act, then the gardener."""

STAGES = (4, 7, 10, 14)
"""A new stage begins with so many hills down on the classic lawn."""


class Weights(NamedTuple):
    """Vigour is in 32nds."""

    steps: Rows
    """Vigour by the number of squares one step away."""
    ways: Rows
    """Vigour by the number of steps out of those squares."""
    second: Rows
    """Vigour by the number of squares two steps away."""
    further: Rows
    """Vigour by half the number of steps out of those."""
    third: Rows
    """Vigour by the number of squares three steps away."""
    leap: Rows
    """Vigour for the centre: out of sight, or one, two or three steps away."""
    home: Rows
    """Vigour by where the mole stands: rows from the border, five squares each, from the corner inwards."""
    scent: Rows
    """64ths of a point for a point of flowers, one, two or three steps away."""
    jumping: tuple[int, ...]
    """Vigour of a mole about to jump."""
    offset: tuple[tuple[int, ...], tuple[int, ...]]
    """By side to act and hills down: vigour to begin with."""
