"""Routes for puzzles: those of each game, the day's, one that suits a solver. Nothing is stored.

A solver's progress stays on their device: a request brings it along, and the reply has it changed.
"""

from __future__ import annotations

import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from moleworks import puzzles
from moleworks.core.registry import GAMES
from moleworks.puzzles import Puzzle, files
from moleworks.puzzles import progress as solving
from moleworks.puzzles.progress import Attempt, PuzzleId, PuzzleProgress
from moleworks.puzzles.words import puzzle_words, theme_name
from moleworks.speech import setup_texts
from moleworks.texts import Language
from moleworks.web.api.learn import GameId, LessonPosition, Name, lesson_position
from moleworks.web.identity import Caller
from moleworks.web.routes import get, post

WantedId = Annotated[PuzzleId, Meta(description="The id of a puzzle.")]
Day = Annotated[str, Meta(description="A calendar date, such as 2026-12-24.", max_length=10)]


class PuzzleReply(msgspec.Struct, frozen=True):
    """A puzzle with all its texts: the position as `POST /api/try` reads it, and the answers."""

    id: str
    game: str
    theme: str
    theme_name: str
    rating: int
    level: int
    """The lowest level of the computer that solves it more often than not; 0: easier, 8: none does."""
    daily: bool
    """Whether it is the puzzle of the day that was asked for."""
    position: LessonPosition
    seat: int
    question: str
    hints: list[str]
    solution: str
    answers: list[str]
    choices: dict[str, str]
    """The possible answers in words, where they are no actions."""
    mistakes: dict[str, str]
    """By wrong answer, why it fails."""
    mistake: str
    """Why all others fail."""
    then: list[str]
    """The actions that follow the first answer."""


class PuzzleTheme(msgspec.Struct, frozen=True):
    """A theme, and how many puzzles it has."""

    theme: str
    name: str
    count: int


class PuzzleGame(msgspec.Struct, frozen=True):
    """The puzzles of a game."""

    game: str
    title: str
    count: int
    themes: list[PuzzleTheme]


class NextPuzzleRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A solver asks for a puzzle, of one theme or of any."""

    day: datetime.date
    progress: PuzzleProgress | None = None
    theme: Name | None = None


class AttemptRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a puzzle went, and the progress before it."""

    day: datetime.date
    attempt: Attempt
    progress: PuzzleProgress | None = None
    daily: bool = False
    own: bool = False
    """Whether it is a mistake of one's own match, which only the client has. It is not rated."""


class ProgressReply(msgspec.Struct, frozen=True):
    """The progress afterwards; a line to share that gives nothing away."""

    progress: PuzzleProgress
    gain: int
    """How much the rating has changed."""
    streak: int
    """The days in a row up to this one."""
    share: str


@get("/puzzles")
async def games_with_puzzles(caller: Caller) -> list[PuzzleGame]:
    """The games that bring puzzles, with their themes."""
    found = []
    for game in GAMES:
        if not puzzles.available(game):
            continue
        shipped = list(puzzles.book(game).values())
        themes = [
            PuzzleTheme(
                theme,
                theme_name(game, theme, caller.words),
                sum(puzzle.theme == theme for puzzle in shipped),
            )
            for theme in files.part(game).THEMES
        ]
        title = caller.words.tell(setup_texts.title(game))
        found.append(PuzzleGame(game, title, len(shipped), [theme for theme in themes if theme.count]))
    return found


@get("/puzzles/{game}/daily/{day}")
async def daily_puzzle(game: GameId, day: Day, caller: Caller) -> PuzzleReply:
    """The puzzle of a calendar date: the same for everybody."""
    return _reply(game, puzzles.daily(game, puzzles.read_day(day)), caller.words, daily=True)


@get("/puzzles/{game}/{puzzle}")
async def one_puzzle(game: GameId, puzzle: WantedId, caller: Caller) -> PuzzleReply:
    """A puzzle by its id."""
    return _reply(game, puzzles.find_puzzle(game, puzzle), caller.words)


@post("/puzzles/{game}/next")
async def next_puzzle(game: GameId, data: NextPuzzleRequest, caller: Caller) -> PuzzleReply:
    """A mistake that comes back, or a puzzle near the solver's rating."""
    shipped = puzzles.book(game)
    found = solving.next_puzzle(shipped, data.progress or PuzzleProgress(), data.day, data.theme)
    return _reply(game, found or puzzles.daily(game, data.day), caller.words)


@post("/puzzles/{game}/{puzzle}/attempt")
async def attempt_puzzle(
    game: GameId, puzzle: WantedId, data: AttemptRequest, caller: Caller
) -> ProgressReply:
    """The solver's progress after a puzzle. The first attempt of a day counts at the puzzle of the day."""
    before = data.progress or PuzzleProgress()
    if data.own:
        changed = solving.after_own(before, puzzle, data.attempt, data.day)
    else:
        solved = puzzles.find_puzzle(game, puzzle)
        changed = solving.after(before, solved, data.attempt, data.day, data.daily)
    # A puzzle of the day that was done before keeps its result.
    first = solving.first_try(changed, puzzle, data.day)
    attempt = data.attempt if first is None else first.attempt
    streak = solving.current_streak(changed, data.day)
    title = caller.words.tell(setup_texts.title(game))
    gain = round(changed.rating) - round(before.rating)
    return ProgressReply(changed, gain, streak, solving.share_text(title, data.day, attempt, streak))


def _reply(game: str, puzzle: Puzzle, words: Language, daily: bool = False) -> PuzzleReply:
    texts = puzzle_words(game, puzzle, words)
    return PuzzleReply(
        id=puzzle.id,
        game=game,
        theme=puzzle.theme,
        theme_name=texts.theme,
        rating=puzzle.rating,
        level=puzzle.level,
        daily=daily,
        position=lesson_position(game, puzzle.laid, puzzle.actions.split()),
        seat=puzzle.seat,
        question=texts.question,
        hints=texts.hints,
        solution=texts.solution,
        answers=puzzle.answers,
        choices=texts.choices,
        mistakes=texts.mistakes,
        mistake=texts.mistake,
        then=puzzle.reply.split(),
    )


ROUTES = (games_with_puzzles, daily_puzzle, one_puzzle, next_puzzle, attempt_puzzle)
