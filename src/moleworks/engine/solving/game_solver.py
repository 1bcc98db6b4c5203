"""The interface of a game's solver: questions that can be answered on their own, and certificates.

The value of a game is the best that the first side can reach by any of its first actions. A question is
whether it can reach some points after one first action.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from moleworks.core.game import Setup

Rows = Sequence[Sequence[int]]
"""Proofs as rows of numbers, as only their solver understands them."""


class SolveQuestion(NamedTuple):
    """Whether the side that acts first can reach these points after this first action."""

    first: str
    points: int


class SolveProgress(NamedTuple):
    """What a worker has done on a question."""

    answer: bool | None
    """None while it is open."""
    nodes: int


class Certificate(NamedTuple):
    """Bounds of the value, and what proves them."""

    setup: Setup
    at_least: int
    at_most: int
    lines: Sequence[str]


class PerfectPlay(NamedTuple):
    """What is proven of a position: what it is worth if all play perfectly from there on."""

    chances: tuple[float, ...] | None
    """By seat: 1 wins, 0.5 draws, 0 loses. None where that is not proven, or where nobody wins."""
    points: tuple[int | None, ...] | None
    """By seat, at the end of the game; None for those that are not proven. None in games without points."""


class SolveWorker(Protocol):
    """Answers questions about one set-up, and keeps what it has proven."""

    def ask(self, question: SolveQuestion, nodes: int) -> SolveProgress:
        """Work on a question for so many nodes."""

    def claims(self, question: SolveQuestion, answer: bool) -> list[str]:
        """The lines of a certificate that prove the answer."""

    def save(self) -> Rows:
        """The proofs that took most work, as numbers, so that another run can go on with them."""

    def load(self, rows: Rows) -> None:
        """Go on with the proofs of an earlier run."""


@runtime_checkable
class GameSolver(Protocol):
    """A game's module or object that proves values."""

    def bounds(self, setup: Setup) -> tuple[int, int]:
        """The fewest and the most points that the rules allow."""

    def first_actions(self, setup: Setup, within: str | None = None) -> tuple[str, ...]:
        """The first actions, the most promising first; one of each set that symmetry makes the same.

        `within` names a part of the board that the side to act first does not leave: it can do no better
        there than on the whole board.
        """

    def options(self) -> Mapping[str, object]:
        """The options that a set-up needs to be solved."""

    def worker(self, setup: Setup, within: str | None = None) -> SolveWorker:
        """A worker for a set-up, or for a part of the board."""

    def perfect_play(self, setup: Setup, actions: Sequence[str], nodes: int) -> list[PerfectPlay]:
        """What each position of a game is worth, after each of its actions.

        A proof may take so many nodes for a position. The same game and nodes have the same proofs.
        """

    def check(self, setup: Setup, at_least: int, at_most: int, lines: Iterable[str]) -> int:
        """Check a certificate; the number of its claims. A complaint says what does not hold."""
