"""Where a run's questions are answered: in this process, or in others."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from concurrent.futures import Executor, Future
from functools import partial
from typing import NamedTuple, Protocol

from moleworks.core import work
from moleworks.core.game import Setup
from moleworks.core.registry import required_part
from moleworks.engine.solving.game_solver import GameSolver, Rows, SolveProgress, SolveQuestion, SolveWorker


class Answered(NamedTuple):
    """What a worker has done on a question, and its most laborious proofs if they were asked for."""

    progress: SolveProgress
    rows: Rows


class SolveWorkers(Protocol):
    """Workers by number; each answers one question at a time."""

    @property
    def count(self) -> int:
        """How many there are."""

    def ask(self, number: int, question: SolveQuestion, nodes: int, wants_rows: bool) -> Future[Answered]:
        """Work on a question."""

    def claims(self, number: int, question: SolveQuestion, answer: bool) -> Future[list[str]]:
        """Write the part of a certificate that proves an answer."""

    def close(self) -> None:
        """End at once; unfinished work is lost."""


class ExecutorWorkers:
    """Workers in executors, each of which holds one."""

    def __init__(self, executors: Sequence[Executor]) -> None:
        self._executors = executors

    @property
    def count(self) -> int:
        """One for each executor."""
        return len(self._executors)

    def ask(self, number: int, question: SolveQuestion, nodes: int, wants_rows: bool) -> Future[Answered]:
        """Work on a question."""
        return self._executors[number].submit(_ask, question, nodes, wants_rows)

    def claims(self, number: int, question: SolveQuestion, answer: bool) -> Future[list[str]]:
        """Write the part of a certificate that proves an answer."""
        return self._executors[number].submit(_claims, question, answer)

    def close(self) -> None:
        """End all processes."""
        for executor in self._executors:
            work.end_processes(executor)
        _worker.clear()


def in_this_process(setup: Setup, rows: Rows, within: str | None = None) -> ExecutorWorkers:
    """One worker, which answers before it returns."""
    _begin(setup, rows, within)
    return ExecutorWorkers([work.CallingExecutor()])


def in_processes(setup: Setup, rows: Rows, count: int, within: str | None = None) -> ExecutorWorkers:
    """So many workers in processes of their own; none for 0: then this process answers."""
    if count == 0 or not work.runs_beside():
        return in_this_process(setup, rows, within)
    begin = partial(_begin_process, setup, rows, within)
    return ExecutorWorkers([work.process_pool(1, begin) for _ in range(count)])


_worker: list[SolveWorker] = []
"""This process's worker."""


def _begin(setup: Setup, rows: Rows, within: str | None) -> None:
    worker = required_part(setup.game, "solver", GameSolver).worker(setup, within)
    worker.load(rows)
    _worker[:] = [worker]


def _begin_process(setup: Setup, rows: Rows, within: str | None) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process handles Ctrl-C
    _begin(setup, rows, within)


def _ask(question: SolveQuestion, nodes: int, wants_rows: bool) -> Answered:
    progress = _worker[0].ask(question, nodes)
    return Answered(progress, _worker[0].save() if wants_rows else ())


def _claims(question: SolveQuestion, answer: bool) -> list[str]:
    return _worker[0].claims(question, answer)
