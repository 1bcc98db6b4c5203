"""Sentences about puzzles that several games use."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from moleworks.core.messages import N_, Message
from moleworks.puzzles.puzzle import Puzzle
from moleworks.speech.sentences import comma_list


def three_answers(puzzle: Puzzle, others: Iterable[str]) -> list[str]:
    """The answer and two other actions, those first that players took for it, in any order."""
    wrong = [*puzzle.wrong, puzzle.second, *others]
    found = [name for name in dict.fromkeys(wrong) if name and name not in puzzle.answers][:2]
    found.append(puzzle.answers[0])
    Random(puzzle.id).shuffle(found)
    return found


def one_of_three(actions: Iterable[object]) -> Message:
    """A hint that leaves three actions."""
    return Message(N_("It is one of these three: {actions}."), {"actions": comma_list(actions)})


def lower_chance(puzzle: Puzzle, answer: str) -> Message:
    """The chance of winning after a wrong action, as far as it is known."""
    found = puzzle.wrong.get(answer)
    value = puzzle.rest if found is None else min(found.value, puzzle.rest)
    text = N_("Then you win {rest} times in 100. There is a better move.")
    if found is None and answer != puzzle.second:
        text = N_("Then you win {rest} times in 100 at most. There is a better move.")
    return Message(text, {"rest": round(100 * value)})
