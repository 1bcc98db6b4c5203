"""Write learned weights in the format that `moleworks.engine.weights` reads."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path


def write_weights(file: Path, numbers: Sequence[int], width: int) -> None:
    """Write rows of `width` numbers, a row a line, so that versions can be compared."""
    rows = [json.dumps(numbers[start : start + width]) for start in range(0, len(numbers), width)]
    file.write_text("[\n " + ",\n ".join(rows) + "\n]\n", "utf-8")
