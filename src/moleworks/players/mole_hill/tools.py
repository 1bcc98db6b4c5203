"""Where the kernels are compiled, in the background, and where searches find something to write on.

Memory: a search takes at most 9 MB (its table of positions 8 MB) and a proof 4 MB more; as many sets are kept
as searches ran at once.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, MutableSequence
from functools import lru_cache
from typing import Any, cast

from moleworks.games.kernel import arrays, available, compiled
from moleworks.games.mole_hill.rules import ROD, Position, Table
from moleworks.players.mole_hill import lawn as lawns
from moleworks.players.mole_hill import search, solver
from moleworks.players.mole_hill.evaluation import Outlook
from moleworks.players.mole_hill.lawn import ACTIONS, Lawn

NATIVE_BITS, PLAIN_BITS = 18, 12
"""Of the search's table of positions: places in pairs, 32 bytes each."""
NATIVE_PROOF_BITS, PLAIN_PROOF_BITS = 14, 9
"""Of the solver's: buckets of 256 bytes."""

Numbers = MutableSequence[int]


class Stop:
    """A flag that ends one search."""

    def __init__(self) -> None:
        self.flag: Numbers = _numbers(available(), 1)

    def set(self) -> None:
        self.flag[0] = 1


def _numbers(native: bool, size: int) -> Numbers:
    if not native:
        return [0] * size
    import numpy  # noqa: PLC0415

    return cast(Numbers, numpy.zeros(size, dtype=numpy.int64))


@lru_cache(maxsize=16)
def _native_lawn(table: Table) -> Lawn:
    found: Lawn = arrays(lawns.lawn(table))
    return found


@lru_cache(maxsize=64)
def _native_outlook(table: Table, first: int | None) -> Outlook:
    found: Outlook = arrays(lawns.outlook(table, first))
    return found


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

    def _new(self, size: int) -> Numbers:
        return _numbers(self.native, size)

    def tables(self, table: Table) -> Lawn:
        return _native_lawn(table) if self.native else lawns.lawn(table)

    def outlook(self, table: Table, first: int | None) -> Outlook:
        return _native_outlook(table, first) if self.native else lawns.outlook(table, first)

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
                report=self._new(2),
                stop=stop.flag,
            )
        _clear(self._bench.memory)
        for at, rank in enumerate(lawns.lawn(table).near):
            self._bench.history[at] = rank
        self._bench.report[0] = 0
        return self._bench._replace(stop=stop.flag)


def _clear(numbers: Any) -> None:
    if isinstance(numbers, list):
        numbers[:] = [0] * len(numbers)
    else:
        numbers[:] = 0


class Workshop:
    """Hands out tools: compiled ones once they are there, plain ones before that and without Numba."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._done = threading.Event()
        self._native = False
        self._begun = False
        self._free: dict[bool, list[Tools]] = {True: [], False: []}

    def warm_up(self) -> None:
        """Begins to compile in the background, once."""
        with self._lock:
            if self._begun:
                return
            self._begun = True
        threading.Thread(target=self._compile, name="mole hill kernels", daemon=True).start()

    def tools(self, patience: float) -> Tools:
        """Compiled tools if they are ready within so many seconds."""
        self.warm_up()
        native = self._done.wait(patience) and self._native
        with self._lock:
            if self._free[native]:
                return self._free[native].pop()
        return Tools(native)

    def put_back(self, tools: Tools) -> None:
        with self._lock:
            self._free[tools.native].append(tools)

    def _compile(self) -> None:
        """Calls each kernel once: Numba compiles, or loads what it compiled another day."""
        try:
            if not available():
                return
            tools, stop = Tools(native=True), Stop()
            table = Table(3, 511, 219, 63, 0, 0, 511, 4, 0, 0, 2, 4, 1)
            position = Position(1, ROD, 0, 1, 219, 63, 26, 0)
            views, tables = tools.outlook(table, None), tools.tables(table)
            tools.search(table, tables, views, tools.desk(stop), position, 0, 1, 2, 100)
            tools.reaches(table, tables, tools.bench(stop, table), position, 0, 1, 100)
            self.put_back(tools)
            self._native = True
        finally:
            self._done.set()


WORKSHOP = Workshop()
