"""Puzzles of every game: positions with one right answer, found in self-play and proven by search."""

from __future__ import annotations

from moleworks.puzzles.files import available, book, daily, find_puzzle, read_day
from moleworks.puzzles.game_puzzles import Finding, GamePuzzles, PuzzleSource
from moleworks.puzzles.puzzle import Puzzle, WrongAnswer

__all__ = [
    "Finding",
    "GamePuzzles",
    "Puzzle",
    "PuzzleSource",
    "WrongAnswer",
    "available",
    "book",
    "daily",
    "find_puzzle",
    "read_day",
]
