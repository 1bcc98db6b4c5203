"""Measure batches on a GPU: the same games as on the processor, and how many steps a second."""

from __future__ import annotations

from benchmarks.bench import Bench
from benchmarks.gpu import equality, libraries, random_play, registers, search, steps

BENCH = Bench(
    "gpu",
    __doc__,
    "batches on a GPU",
    (
        registers.MEASURE,
        equality.MEASURE,
        libraries.MEASURE,
        random_play.MEASURE,
        steps.MEASURE,
        search.MEASURE,
    ),
    files="where the table is kept",
)
main = BENCH.main
