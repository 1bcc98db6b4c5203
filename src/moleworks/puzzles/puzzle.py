"""A puzzle: a position, the answers that solve it, what they are worth, and how hard it is."""

from __future__ import annotations

import hashlib

import msgspec

from moleworks.lessons import LessonSetup
from moleworks.record import Match

ID_LENGTH = 8


class WrongAnswer(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A wrong answer that players give: what it is worth, and the reply that shows why."""

    value: float
    reply: str = ""


class Puzzle(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A position with a question to the seat that acts there."""

    id: str
    theme: str
    laid: LessonSetup
    actions: str
    """All actions before it, those of chance too, with blanks between them."""
    seat: int
    answers: list[str]
    """All that solve it: names of actions, or of the game's own choices."""
    value: float
    """What the answers are worth, in the unit of the theme."""
    rest: float
    """What the best of all other answers is worth."""
    second: str = ""
    """The best of all other answers, where it is known."""
    about: str = ""
    """What the question is about where it is no action: a piece, for example."""
    reply: str = ""
    """The actions that follow the first answer."""
    wrong: dict[str, WrongAnswer] = {}
    """Wrong answers that players gave."""
    solved: list[int] = []
    """By level: how many of `rate.TRIES` attempts found an answer."""
    rating: int = 1500
    level: int = 0
    """The lowest level that is expected to solve it mostly: see `rate`. 0 if it is easier, 8 if none is."""

    def match(self, game: str) -> Match:
        """The position of the puzzle, as a match of this game."""
        return self.laid.match(game, self.actions.split())


def puzzle_id(game: str, laid: LessonSetup, actions: str, about: str) -> str:
    """A short name of a puzzle that depends on its position and question alone."""
    text = f"{game} {msgspec.json.encode(laid).decode()} {actions} {about}"
    return hashlib.sha256(text.encode()).hexdigest()[:ID_LENGTH]
