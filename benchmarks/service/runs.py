"""Counts of many short runs together: a file keeps them, so that a long trial can go on later."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import msgspec

_Line = dict[str, float]


def add_run(file: Path, counts: Mapping[str, float], seed: int) -> str:
    """Add a run, and tell what all runs of the file have found; the same seed counts once, the last time.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "kills.jsonl")
    ...     add_run(file, {"kills": 80, "lost": 0}, seed=1), add_run(file, {"kills": 20, "lost": 0}, seed=2)
    ('1 run in this folder: 80 kills, 0 lost', '2 runs in this folder: 100 kills, 0 lost')
    """
    lines = file.read_bytes().splitlines() if file.exists() else []
    runs = {run["seed"]: run for run in (msgspec.json.decode(line, type=_Line) for line in lines)}
    runs[seed] = {**counts, "seed": seed}
    text = b"".join(msgspec.json.encode(run) + b"\n" for run in runs.values())
    new = file.with_suffix(".new")
    new.write_bytes(text)
    new.replace(file)  # whole or not at all: the next run reads it
    total: Counter[str] = Counter()
    for run in runs.values():
        total.update({name: int(count) for name, count in run.items() if name != "seed"})
    told = ", ".join(f"{total[name]:,} {name}" for name in counts)
    return f"{len(runs)} run{'s' * (len(runs) > 1)} in this folder: {told}"
