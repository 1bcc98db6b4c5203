"""What a game brings for puzzles: what to look for in its positions, and the words for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from moleworks.core.messages import Message
from moleworks.engine import Effort
from moleworks.lessons import LessonSetup
from moleworks.puzzles.puzzle import Puzzle, WrongAnswer
from moleworks.record import Match


class PuzzleSource(NamedTuple):
    """Games in which puzzles are looked for: their set-up, and the players that take the seats by turns."""

    laid: LessonSetup
    players: tuple[str, ...]
    """As `engine.player_names` reads them."""
    opening: int = 0
    """How many first actions of seats are chosen at random."""


class Finding(NamedTuple):
    """A position that makes a puzzle: the question and the proven answers."""

    theme: str
    answers: tuple[str, ...]
    value: float
    rest: float
    """What the best of all other answers is worth."""
    second: str = ""
    """The best of all other answers, where it is known."""
    about: str = ""


@runtime_checkable
class GamePuzzles(Protocol):
    """The part `puzzles` of a plug-in: a module with these names."""

    THEMES: Mapping[str, str]
    """By theme, its name for people."""
    SOURCES: Sequence[PuzzleSource]
    NODES: int
    """How much a search for a puzzle may think; ten times as much confirms what it found."""

    def find(self, match: Match, nodes: int) -> Sequence[Finding]:
        """The puzzles that the current position makes, judged by a search of so many nodes."""

    def attempt(self, match: Match, finding: Finding, effort: Effort, seed: int) -> str:
        """The answer that the computer player gives with this effort, a level and a share of its nodes."""

    def reply(self, match: Match, finding: Finding) -> str:
        """The actions that follow the first answer; empty if none do."""

    def refute(self, match: Match, finding: Finding, wrong: str) -> WrongAnswer:
        """What a wrong answer is worth, and the reply that shows why."""

    def choices(self, puzzle: Puzzle, match: Match) -> Mapping[str, Message]:
        """The possible answers in words, where they are no actions; else empty."""

    def question(self, puzzle: Puzzle, match: Match) -> Message:
        """What is asked."""

    def hints(self, puzzle: Puzzle, match: Match) -> Sequence[Message]:
        """Hints, each tells more than the one before."""

    def solution(self, puzzle: Puzzle, match: Match) -> Message:
        """Why the answer is right and the others fail."""

    def mistake(self, puzzle: Puzzle, match: Match, answer: str) -> Message:
        """Why another answer fails."""
