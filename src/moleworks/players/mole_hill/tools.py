"""What a search and a proof work with: their kernels, compiled or not, and all that they write on.

Memory: a search takes at most 9 MB (its table of positions 8 MB) and a proof 4 MB more; as many sets are kept
as searches ran at once. What they read is kept for the last lawns, and for what was last played for there.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from moleworks.games.kernel import arrays, compiled
from moleworks.games.mole_hill.rules import ROD, Position, Table
from moleworks.players.mole_hill import lawn as lawns
from moleworks.players.mole_hill import search, solver
from moleworks.players.mole_hill.evaluation import Outlook
from moleworks.players.mole_hill.lawn import ACTIONS, Lawn
from moleworks.players.workshop import Numbers, Stop, Workshop, numbers

NATIVE_BITS, PLAIN_BITS = 18, 12
"""Of the search's table of positions: places in pairs, 32 bytes each."""
NATIVE_PROOF_BITS, PLAIN_PROOF_BITS = 14, 9
"""Of the solver's: buckets of 256 bytes."""

NATIVE_RATE, PLAIN_RATE = 8_000_000, 15_000
"""Nodes a second, more or less, before any search has told."""


LAWNS, PROSPECTS = 8, 16
"""Of how many lawns the tables are kept, and for how many ends: a match needs two in each round."""


@lru_cache(maxsize=LAWNS)
def _native_lawn(table: Table) -> Lawn:
    found: Lawn = arrays(lawns.lawn(table))
    return found


@lru_cache(maxsize=LAWNS)
def _outlook(table: Table, native: bool) -> Outlook:
    found: Outlook = arrays(lawns.outlook(table)) if native else lawns.outlook(table)
    return found


@lru_cache(maxsize=PROSPECTS)
def _prospect(table: Table, first: int | None, root: int, native: bool) -> lawns.Prospect:
    found = lawns.prospect(table, first, root)
    return arrays(found) if native else found


class Tools:
    """The kernels, compiled or not, with all that one search writes on."""

    def __init__(self, native: bool) -> None:
        self.native = native
        self.search: Callable[..., int] = compiled(search.search) if native else search.search
        self.reaches: Callable[..., int] = compiled(solver.reaches) if native else solver.reaches
        bits = NATIVE_BITS if native else PLAIN_BITS
        plies = search.PLIES
        self._desk = search.Desk(
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
        self._bench: solver.Bench | None = None
        self._generation = 0
        self.rate = NATIVE_RATE if native else PLAIN_RATE
        """Nodes a second, as the last searches had it."""

    def _new(self, size: int) -> Numbers:
        return numbers(self.native, size)

    def try_out(self) -> None:
        stop = Stop()
        table = Table(3, 511, 219, 63, 0, 0, 511, 4, 0, 0, 2, 4, 1)
        position = Position(1, ROD, 0, 1, 219, 63, 26, 0)
        views, tables = self.outlook(table, None, 0), self.tables(table)
        self.search(table, tables, views, self.desk(stop), position, 0, 1, 2, 100)
        self.reaches(table, tables, self.bench(stop, table), position, 0, 1, 100)

    def went(self, nodes: int, seconds: float) -> None:
        """Learns how fast this machine is; short searches tell nothing."""
        if nodes > self.rate // 200 and seconds > 0:
            self.rate = (3 * self.rate + int(nodes / seconds)) // 4

    def tables(self, table: Table) -> Lawn:
        return _native_lawn(table) if self.native else lawns.lawn(table)

    def outlook(self, table: Table, first: int | None, root: int) -> Outlook:
        prospect = _prospect(table, first, root, self.native)
        return _outlook(table, self.native)._replace(hope=prospect.hope, worth=prospect.worth)

    def desk(self, stop: Stop) -> search.Desk:
        return self._desk._replace(stop=stop.flag)

    def next_generation(self) -> int:
        """What was remembered under another generation counts as forgotten."""
        self._generation += 1
        if self._generation == search.GENERATIONS:
            self._generation = 1
            _clear(self._desk.memory)
        return self._generation

    def bench(self, stop: Stop, table: Table) -> solver.Bench:
        """For a new proof: nothing is known, and near actions look best."""
        if self._bench is None:
            bits = NATIVE_PROOF_BITS if self.native else PLAIN_PROOF_BITS
            self._bench = solver.Bench(
                frames=self._new(search.PLIES * solver.FRAME),
                history=self._new(64 * ACTIONS),
                memory=self._new(solver.BUCKET << bits),
                report=self._new(3),
                stop=stop.flag,
            )
        _clear(self._bench.memory)
        self._bench.history[:] = self.tables(table).near
        self._bench.report[0] = 0
        self._bench.report[2] = 0
        return self._bench._replace(stop=stop.flag)


def _clear(memory: Any) -> None:
    if isinstance(memory, list):
        memory[:] = [0] * len(memory)
    else:
        memory[:] = 0


WORKSHOP = Workshop(Tools, search.search)
