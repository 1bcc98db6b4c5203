"""Narrow the value of a game down to one number, question by question."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import NamedTuple, Protocol

from moleworks.core.game import Setup
from moleworks.core.registry import required_part
from moleworks.engine.solving.game_solver import Certificate, GameSolver, Rows, SolveQuestion
from moleworks.engine.solving.workers import Answered, SolveWorkers

FIRST_NODES, MOST_NODES = 200_000, 20_000_000
"""How long a worker stays with a question: at first, and at most. One that comes again gets twice as much."""
SAVE_SECONDS = 60.0


class SolveState(NamedTuple):
    """What is proven so far, and how much work it was."""

    low: int
    high: int
    answers: Mapping[SolveQuestion, bool]
    nodes: Mapping[SolveQuestion, int]
    """How many were spent on each question."""
    rows: Rows
    """Proofs of a worker, for the next run."""

    @property
    def solved(self) -> bool:
        """Whether the value is known."""
        return self.low == self.high


class SolveWatcher(Protocol):
    """Is told what a run does."""

    def proven(self, state: SolveState, question: SolveQuestion) -> None:
        """A question was answered."""

    def working(self, state: SolveState, question: SolveQuestion) -> None:
        """A worker has spent its nodes on a question that is still open."""

    def certifying(self, done: int, of: int) -> None:
        """So many parts of the certificate are written."""

    def save(self, state: SolveState) -> None:
        """The state is to be kept, so that another run can go on with it."""


class SolveRun:
    """One run: it asks question after question until the value is known or its time is over."""

    def __init__(
        self, setup: Setup, watcher: SolveWatcher, state: SolveState | None = None, within: str | None = None
    ) -> None:
        self._setup, self._watcher, self._within = setup, watcher, within
        solver = required_part(setup.game, "solver", GameSolver)
        self._firsts, self._bounds = solver.first_actions(setup, within), solver.bounds(setup)
        self.state = state or SolveState(*self._bounds, {}, {}, ())

    def narrow(self, workers: SolveWorkers, until: Callable[[], bool]) -> None:
        """Ask until nothing is open that would narrow a bound, or `until` says so."""
        busy: dict[Future[Answered], tuple[int, SolveQuestion]] = {}
        idle, saved = list(range(workers.count)), time.monotonic()
        while not self.state.solved and not until():
            wants_rows = time.monotonic() - saved > SAVE_SECONDS
            asked = {question for _, question in busy.values()}
            for question in self._open_questions(asked)[: len(idle)]:
                number, nodes = idle.pop(), _next_nodes(self.state, question)
                busy[workers.ask(number, question, nodes, wants_rows)] = number, question
            if not busy:
                break
            for future in wait(busy, return_when=FIRST_COMPLETED).done:
                number, question = busy.pop(future)
                idle.append(number)
                self._learn(question, future.result())
            if wants_rows:
                self._watcher.save(self.state)
                saved = time.monotonic()

    def certificate(self, workers: SolveWorkers) -> Certificate:
        """What proves the bounds."""
        state = self.state
        asked: list[tuple[SolveQuestion, bool]] = []
        if state.low > self._bounds[0]:
            reached = (q for q, answer in state.answers.items() if answer and q.points == state.low)
            asked.append((next(reached), True))
        if state.high < self._bounds[1]:
            asked += [(SolveQuestion(first, state.high + 1), False) for first in self._firsts]
        futures = [workers.claims(n % workers.count, *question) for n, question in enumerate(asked)]
        lines: dict[str, None] = {}
        for n, future in enumerate(futures):
            lines.update(dict.fromkeys(future.result()))
            self._watcher.certifying(n + 1, len(futures))
        return Certificate(self._setup, state.low, state.high, tuple(lines))

    def _open_questions(self, asked: set[SolveQuestion]) -> list[SolveQuestion]:
        """The questions whose answers narrow a bound, those with the least work so far first."""
        # Who stays within a part of the board gives lower bounds only.
        goals = (self.state.low + 1,) if self._within else (self.state.low + 1, self.state.high)
        every = [SolveQuestion(first, goal) for goal in dict.fromkeys(goals) for first in self._firsts]
        found = [question for question in every if question not in asked and self._is_open(*question)]
        return sorted(found, key=lambda question: _next_nodes(self.state, question))

    def _is_open(self, first: str, points: int) -> bool:
        """Whether no answer decides it; what is out of reach stays so for more points."""
        return not any(
            q.first == first and (q.points >= points if answer else q.points <= points)
            for q, answer in self.state.answers.items()
        )

    def _learn(self, question: SolveQuestion, answered: Answered) -> None:
        state, (answer, spent) = self.state, answered.progress
        nodes = {**state.nodes, question: state.nodes.get(question, 0) + spent}
        self.state = state = state._replace(nodes=nodes, rows=answered.rows or state.rows)
        if answer is None:
            self._watcher.working(state, question)
            return
        low = max(state.low, question.points) if answer else state.low
        self.state = state._replace(answers={**state.answers, question: answer}, low=low)
        high = state.high
        while (
            not self._within and high > low and not any(self._is_open(first, high) for first in self._firsts)
        ):
            high -= 1
        self.state = self.state._replace(high=high)
        self._watcher.proven(self.state, question)


def _next_nodes(state: SolveState, question: SolveQuestion) -> int:
    """How many nodes a question gets next."""
    return min(max(FIRST_NODES, state.nodes.get(question, 0)), MOST_NODES)
