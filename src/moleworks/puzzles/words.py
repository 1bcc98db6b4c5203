"""Everything about a puzzle in words of one language, as the page and the terminal show it."""

from __future__ import annotations

import msgspec

from moleworks import speech
from moleworks.core.messages import N_, Message
from moleworks.engine import LEVELS
from moleworks.puzzles import files
from moleworks.puzzles.puzzle import Puzzle
from moleworks.record import Match
from moleworks.speech.seat_names import spoken_names
from moleworks.speech.second_person import you
from moleworks.speech.sentences import with_player_names
from moleworks.texts import Language


class PuzzleWords(msgspec.Struct, frozen=True):
    """The texts of a puzzle."""

    theme: str
    question: str
    hints: list[str]
    """Each tells more than the one before."""
    solution: str
    choices: dict[str, str]
    """By answer, where the answers are no actions."""
    mistakes: dict[str, str]
    """By wrong answer, why it fails: those that players give."""
    mistake: str
    """Why any other answer fails."""


def theme_name(game: str, theme: str, language: Language) -> str:
    """The name of a theme."""
    return language.say(files.part(game).THEMES[theme])


def puzzle_words(game: str, puzzle: Puzzle, language: Language) -> PuzzleWords:
    """All texts of a puzzle."""
    part, match = files.part(game), puzzle.match(game)
    names = table_names(puzzle, match, language)

    def tell(message: Message) -> str:
        return language.tell(with_player_names(message, names))

    choices = part.choices(puzzle, match)
    wrong = [*puzzle.wrong, *([puzzle.second] if puzzle.second else [])]
    answers = [answer for answer in (choices or dict.fromkeys(wrong)) if answer not in puzzle.answers]
    other = N_("That is not it. There is a better answer.")
    return PuzzleWords(
        theme=theme_name(game, puzzle.theme, language),
        question=tell(part.question(puzzle, match)),
        hints=[tell(hint) for hint in part.hints(puzzle, match)],
        solution=tell(part.solution(puzzle, match)),
        choices={answer: tell(said) for answer, said in choices.items()},
        mistakes={answer: tell(part.mistake(puzzle, match, answer)) for answer in answers},
        mistake=language.say(other) if choices else tell(part.mistake(puzzle, match, "")),
    )


def answer_text(match: Match, answer: str, choices: dict[str, str], language: Language) -> str:
    """An answer in words."""
    return choices.get(answer) or language.tell(speech.action(match.game, match.state, answer))


def table_names(puzzle: Puzzle, match: Match, language: Language) -> tuple[str, ...]:
    """The names of the players: the solver is "you"."""
    names = spoken_names(language, tuple(seat == puzzle.seat for seat in range(match.setup.players)))
    return tuple(you(language) if seat == puzzle.seat else name for seat, name in enumerate(names))


def difficulty(puzzle: Puzzle) -> Message:
    """How hard it is: its rating, and the level that follows from it (see `rate`)."""
    if not puzzle.level:
        return Message(N_("rating {rating}, easy"), {"rating": puzzle.rating})
    if puzzle.level > len(LEVELS):
        return Message(N_("rating {rating}, above level 7"), {"rating": puzzle.rating})
    return Message(N_("rating {rating}, level {level}"), {"rating": puzzle.rating, "level": puzzle.level})
