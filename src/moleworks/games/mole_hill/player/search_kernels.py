"""The kernels of Mole Hill's search and proofs, compiled or interpreted, with their buffers and tables.

Memory: a search takes at most 9 MB (8 MB of it for its transposition table), a proof 4 MB more. The pool
keeps one set for each search that ran at the same time. Tables are cached for the last lawns and goals.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from moleworks.core.kernel import arrays, compiled
from moleworks.engine.kernel_pool import IntArray, KernelPool, Stop, clear, int_array
from moleworks.games.mole_hill.player import proof_table, search, solver
from moleworks.games.mole_hill.player.evaluation import MoleHillEvaluationTables
from moleworks.games.mole_hill.player.tables import (
    GoalTables,
    MoleHillSearchTables,
    evaluation_tables,
    goal_tables,
    search_tables,
)
from moleworks.games.mole_hill.rules import ACTIONS, ROD, MoleHillPosition, MoleHillTable

NATIVE_BITS, INTERPRETED_BITS = 18, 12
"""Size of the transposition table: two to this power pairs of entries, 32 bytes each."""
NATIVE_PROOF_BITS, INTERPRETED_PROOF_BITS = 13, 8
"""The same for the solver's table of proofs: buckets of 512 bytes."""

NATIVE_RATE, INTERPRETED_RATE = 8_000_000, 15_000
"""Nodes per second, roughly, before any search was measured."""

TABLES_KEPT, GOALS_KEPT = 8, 16
"""Cache sizes: tables of lawns, and tables of goals (a match needs two in each round)."""


@lru_cache(maxsize=TABLES_KEPT)
def _native_search_tables(table: MoleHillTable) -> MoleHillSearchTables:
    found: MoleHillSearchTables = arrays(search_tables(table))
    return found


@lru_cache(maxsize=TABLES_KEPT)
def _evaluation_tables(table: MoleHillTable, native: bool) -> MoleHillEvaluationTables:
    found: MoleHillEvaluationTables = arrays(evaluation_tables(table)) if native else evaluation_tables(table)
    return found


@lru_cache(maxsize=GOALS_KEPT)
def _goal_tables(table: MoleHillTable, first: int | None, chooser: int, native: bool) -> GoalTables:
    found = goal_tables(table, first, chooser)
    return arrays(found) if native else found


class MoleHillKernels:
    """The kernels, compiled or interpreted, with the buffers of one search."""

    def __init__(self, native: bool) -> None:
        self.native = native
        self.search: Callable[..., int] = compiled(search.search) if native else search.search
        self.reaches: Callable[..., int] = compiled(solver.reaches) if native else solver.reaches
        bits = NATIVE_BITS if native else INTERPRETED_BITS
        plies = search.PLIES
        self._buffers = search.MoleHillBuffers(
            frames=self._new(plies * search.FRAME),
            actions=self._new(plies * search.FAN),
            ranks=self._new(plies * search.FAN),
            lines=self._new(plies * plies),
            lengths=self._new(plies),
            killers=self._new(2 * plies),
            history=self._new(64 * ACTIONS),
            memory=self._new(4 << bits),
            root=self._new(search.FAN + 1),
            bias=self._new(ACTIONS),
            report=self._new(plies + search.R_LINE),
            stop=self._new(1),
        )
        self._solver_buffers: solver.SolverBuffers | None = None
        self._generation = 0
        self.rate = NATIVE_RATE if native else INTERPRETED_RATE
        """Nodes per second in recent searches."""

    def _new(self, size: int) -> IntArray:
        return int_array(self.native, size)

    def compile(self) -> None:
        """Call every kernel once with small arguments of the right types."""
        stop = Stop()
        table = MoleHillTable(3, 511, 219, 63, 0, 0, 511, 4, 0, 0, 2, 4, 1)
        position = MoleHillPosition(1, ROD, 0, 1, 219, 63, 26, 0)
        evaluation, tables = self.evaluation(table, None, 0), self.tables(table)
        self.search(table, tables, evaluation, self.buffers(stop), position, 0, 1, 2, 100)
        self.reaches(table, tables, self.solver_buffers(stop, table), position, 0, 1, 100)

    def measure_rate(self, nodes: int, seconds: float) -> None:
        """Update the speed estimate; short searches are too noisy to count."""
        if nodes > self.rate // 200 and seconds > 0:
            self.rate = (3 * self.rate + int(nodes / seconds)) // 4

    def tables(self, table: MoleHillTable) -> MoleHillSearchTables:
        """The search's tables for a lawn, as arrays if the kernels are compiled."""
        return _native_search_tables(table) if self.native else search_tables(table)

    def evaluation(self, table: MoleHillTable, first: int | None, chooser: int) -> MoleHillEvaluationTables:
        """The evaluation's tables, by what is played for: points, or the match after a first round."""
        goal = _goal_tables(table, first, chooser, self.native)
        return _evaluation_tables(table, self.native)._replace(
            expected_values=goal.expected_values, final_values=goal.final_values
        )

    def buffers(self, stop: Stop) -> search.MoleHillBuffers:
        """The buffers of a search that can be stopped."""
        return self._buffers._replace(stop=stop.flag)

    def next_generation(self) -> int:
        """Start a new generation: table entries of earlier searches no longer count."""
        self._generation += 1
        if self._generation == search.GENERATIONS:
            self._generation = 1
            clear(self._buffers.memory)
        return self._generation

    def new_solver_buffers(self, bits: int, stop: Stop) -> solver.SolverBuffers:
        """Empty buffers with two to the power of `bits` buckets in the table of proofs."""
        return solver.SolverBuffers(
            frames=self._new(search.PLIES * solver.FRAME),
            history=self._new(64 * ACTIONS),
            memory=self._new(proof_table.BUCKET << bits),
            report=self._new(3),
            stop=stop.flag,
        )

    def solver_buffers(self, stop: Stop, table: MoleHillTable) -> solver.SolverBuffers:
        """Buffers for a new proof: no proof is stored, and actions near the mole rank first."""
        if self._solver_buffers is None:
            bits = NATIVE_PROOF_BITS if self.native else INTERPRETED_PROOF_BITS
            self._solver_buffers = self.new_solver_buffers(bits, stop)
        clear(self._solver_buffers.memory)
        self._solver_buffers.history[:] = self.tables(table).near
        self._solver_buffers.report[0] = 0
        self._solver_buffers.report[2] = 0
        return self._solver_buffers._replace(stop=stop.flag)


KERNEL_POOL = KernelPool(MoleHillKernels, search.search)
