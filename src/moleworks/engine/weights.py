"""Read the learned weights of a computer player from a JSON file that lies beside its modules."""

from __future__ import annotations

import json
from functools import cache
from itertools import chain
from pathlib import Path


@cache
def read_weights(file: Path) -> tuple[int, ...]:
    """The numbers of a file that has a list of rows."""
    return tuple(chain.from_iterable(json.loads(file.read_text("utf-8"))))
