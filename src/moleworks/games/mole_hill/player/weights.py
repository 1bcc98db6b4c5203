"""Read the evaluation's weights: a JSON file for each diagonal rule.

Those of `path` are fitted to the results of some thousand rounds of self-play on the classic lawn; those of
`edges` to the values of deeper searches, because that plays better there.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

Rows = tuple[tuple[int, ...], ...]
"""Two rows for each stage of the round: the mole to act, then the gardener."""

STAGES = (4, 7, 10, 14)
"""The numbers of hills on the classic lawn at which a new stage begins."""


class MoleHillWeights(NamedTuple):
    """Mobility is in 32nds."""

    steps: Rows
    """Mobility by the number of squares one step away."""
    ways: Rows
    """Mobility by the number of steps out of those squares."""
    second: Rows
    """Mobility by the number of squares two steps away."""
    further: Rows
    """Mobility by half the number of steps out of those."""
    third: Rows
    """Mobility by the number of squares three steps away."""
    centre_distance: Rows
    """Mobility for the centre: out of sight, or one, two or three steps away."""
    standing: Rows
    """Mobility by where the mole stands: rows from the border, five squares each, from the corner inwards."""
    flower_value: Rows
    """64ths of a point for a point of flowers, one, two or three steps away."""
    jumping: Rows
    """Mobility of a mole about to jump."""
    offset: Rows
    """By side to act and hills down: mobility to begin with."""


@cache
def read_weights(diagonal: str) -> MoleHillWeights:
    """The weights for one value of the rules' option `diagonal`."""
    file = Path(__file__).with_name(f"weights_{diagonal}.json")
    rows_by_name = json.loads(file.read_text("utf-8"))
    return MoleHillWeights(**{name: tuple(map(tuple, rows)) for name, rows in rows_by_name.items()})
