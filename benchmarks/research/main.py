"""Measure the research adapters beside OpenSpiel, PettingZoo and pgx, as one table."""

from __future__ import annotations

from benchmarks.bench import Bench
from benchmarks.research import arena, batches, duels, ismcts, openspiel, pettingzoo, resume

BENCH = Bench(
    "research",
    __doc__,
    "what researchers get",
    (  # a new line of the table is a module with a measure, and its name here
        openspiel.MEASURE,
        ismcts.MEASURE,
        pettingzoo.MEASURE,
        batches.MEASURE,
        arena.MEASURE,
        arena.RAY,
        resume.MEASURE,
        duels.MEASURE,
    ),
    files="where games are kept",
    interrupted="Interrupted: this is what was measured before; the same command goes on with the games.",
)
main = BENCH.main
