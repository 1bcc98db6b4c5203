"""Solve a puzzle in the terminal: answers in words, hints in steps, the solution, and the progress kept."""

from __future__ import annotations

import datetime
import os
from pathlib import Path

import msgspec

from moleworks import speech
from moleworks.core.file_reading import read_bytes
from moleworks.core.messages import N_, Complaint
from moleworks.core.registry import GAMES
from moleworks.puzzles import Puzzle, files, words
from moleworks.puzzles.progress import (
    Attempt,
    PuzzleProgress,
    after,
    begin,
    current_streak,
    first_try,
    next_puzzle,
    share_text,
)
from moleworks.record import Match
from moleworks.record.match import CannotPlay
from moleworks.speech import setup_texts
from moleworks.speech.seat_names import default_names, fold_accents
from moleworks.terminal.drawing import show_position
from moleworks.terminal.screen import EndOfInput, TerminalScreen
from moleworks.terminal.vocabulary import parse_command

LARGEST_FILE = 4_000_000
SOLVE_WORDS = {"solve", "solution", "loesung", "losung"}
"""What asks for the solution, in any language."""

AllProgress = dict[str, PuzzleProgress]
"""By the id of a game."""


class PuzzleSolver:
    """One puzzle at a terminal."""

    def __init__(
        self, screen: TerminalScreen, game: str, puzzle: Puzzle, begun: Attempt | None = None
    ) -> None:
        self.screen, self.game, self.puzzle = screen, game, puzzle
        self.match = puzzle.match(game)
        self.texts = words.puzzle_words(game, puzzle, screen.language)
        self.names = words.table_names(puzzle, self.match, screen.language)
        self.mistakes = begun.mistakes if begun else 0
        self.hints = begun.hints if begun else 0

    def solve(self) -> Attempt | None:
        """Ask until it is solved or shown; None if the solver leaves."""
        screen = self.screen
        self._show(self.match)
        screen.write(self.texts.question)
        for number, said in enumerate(self.texts.choices.values(), 1):
            screen.write(f"{number}. {said}")
        while True:
            try:
                line = screen.ask(screen.language.say(N_("Your answer, or hint, solution, quit >")) + " ")
            except EndOfInput:
                return None
            command = parse_command(line, screen.language.code)
            if command == ("quit", ""):
                return None
            if fold_accents(line) in SOLVE_WORDS:
                self._show_solution()
                return msgspec.structs.replace(self.attempt, shown=True)
            if command == ("hint", ""):
                self._hint()
            elif command == ("show", ""):
                self._show(self.match)
            elif line and self._answer(line):
                return self.attempt

    @property
    def attempt(self) -> Attempt:
        """How it went so far."""
        return Attempt(self.mistakes, self.hints)

    def _answer(self, line: str) -> bool:
        """Judge an answer; whether it is right."""
        answer = self._chosen(line) if self.texts.choices else self._action(line)
        if answer is None:
            return False
        if answer in self.puzzle.answers:
            self.screen.say(N_("Right! {solution}"), solution=self.texts.solution)
            self._reply(answer)
            return True
        self.mistakes += 1
        self.screen.write(self.texts.mistakes.get(answer, self.texts.mistake))
        return False

    def _chosen(self, line: str) -> str | None:
        """The choice of a number or a word."""
        choices = list(self.texts.choices.items())
        if line.isascii() and line.isdigit() and 1 <= int(line[:4]) <= len(choices):
            return choices[int(line[:4]) - 1][0]
        for answer, said in choices:
            if fold_accents(line) == fold_accents(said):
                return answer
        self.screen.say(N_("Type the number of an answer."))
        return None

    def _action(self, line: str) -> str | None:
        """The legal action that is meant; else why there is none."""
        game, state = self.match.game, self.match.state
        try:
            name = speech.understand(game, state, line, self.screen.language.code, self.names)
            refusal = game.explain(state, name, self.puzzle.seat)
        except Complaint as complaint:
            self.screen.tell(complaint)
            return None
        if refusal:
            self.screen.tell(speech.reason(game, refusal, self.names))
            return None
        return name

    def _hint(self) -> None:
        if self.hints == len(self.texts.hints):
            self.screen.say(N_("There are no more hints. Type solution to see the answer."))
            return
        self.screen.write(self.texts.hints[self.hints])
        self.hints += 1

    def _show_solution(self) -> None:
        answer = self.puzzle.answers[0]
        said = words.answer_text(self.match, answer, self.texts.choices, self.screen.language)
        self.screen.say(N_("The answer: {answer}. {solution}"), answer=said, solution=self.texts.solution)
        self._reply(answer)

    def _reply(self, answer: str) -> None:
        """Play the answer and what follows it, and tell it."""
        if self.texts.choices:
            return
        after_all, start = self.match.copy(), self.match.ply
        follows = self.puzzle.reply.split() if answer == self.puzzle.answers[0] else []
        try:
            after_all.play([answer, *follows])
        except CannotPlay:
            return
        for ply in range(start, after_all.ply):
            before, then = after_all.before(ply), after_all.before(ply + 1)
            told = speech.tell(
                after_all.game, before, after_all.names[ply], then, self.names, self.puzzle.seat
            )
            self.screen.tell(*told)
        self._show(after_all)

    def _show(self, match: Match) -> None:
        """The position. What stands below a drawing needs names, and no "you"."""
        names = self.names
        if not self.screen.plain:
            humans = tuple(seat == self.puzzle.seat for seat in range(match.setup.players))
            names = default_names(self.screen.language, humans)
        show_position(self.screen, match, match.state, names, self.puzzle.seat)


def solve_one(
    screen: TerminalScreen,
    game: str,
    path: Path,
    *,
    day: datetime.date,
    id_: str | None = None,
    theme: str | None = None,
    more: bool = False,
) -> bool:
    """Solve the puzzle of the day, or one by its id, or one that suits the solver; False if left unsolved."""
    kept = read_progress(path)
    progress = kept.get(game, PuzzleProgress())
    puzzle, daily = _chosen_puzzle(game, progress, day, id_, theme, more)
    title, language = setup_texts.title(game), screen.language
    screen.say(
        N_("{game}, puzzle {id}: {theme} ({difficulty})."),
        game=title,
        id=puzzle.id,
        theme=words.theme_name(game, puzzle.theme, language),
        difficulty=words.difficulty(puzzle),
    )
    begun = first_try(progress, puzzle.id, day)
    solver = PuzzleSolver(screen, game, puzzle, begun.attempt if begun and not begun.done else None)
    attempt = solver.solve()
    if attempt is None:
        if not solver.attempt.clean:
            write_progress(path, {**kept, game: begin(progress, puzzle.id, solver.attempt, day)})
        return False
    changed = after(progress, puzzle, attempt, day, daily)
    write_progress(path, {**kept, game: changed})
    _tell_result(screen, progress, changed)
    if daily:
        if changed == progress:
            screen.say(N_("Your first try today counts."))
        first = first_try(changed, puzzle.id, day)
        streak = current_streak(changed, day)
        screen.write(share_text(language.tell(title), day, first.attempt if first else attempt, streak))
    return True


def _chosen_puzzle(
    game: str, progress: PuzzleProgress, day: datetime.date, id_: str | None, theme: str | None, more: bool
) -> tuple[Puzzle, bool]:
    """The puzzle, and whether it is that of the day."""
    today = files.daily(game, day)
    if id_ is not None:
        return files.find_puzzle(game, id_), False
    if theme is None and not more:
        return today, True
    themes = sorted({each.theme for each in files.book(game).values()})
    if theme is not None and theme not in themes:
        text = N_("There is no theme {theme}; there are {known}.")
        raise Complaint(text, theme=theme[:40], known=", ".join(themes))
    found = next_puzzle(files.book(game), progress, day, theme)
    return found or today, False


def _tell_result(screen: TerminalScreen, before: PuzzleProgress, changed: PuzzleProgress) -> None:
    rating, gain = round(changed.rating), round(changed.rating - before.rating)
    if gain:
        screen.say(N_("Your rating: {rating} ({gain})."), rating=rating, gain=f"{gain:+}")
    if len(changed.due) > len(before.due):
        screen.say(N_("This puzzle comes back tomorrow."))


def first_game() -> str:
    """The first game that brings puzzles."""
    found = next((game for game in GAMES if files.available(game)), None)
    if found is None:
        raise files.NoPuzzles(N_("No game brings puzzles."))
    return found


def default_path() -> Path:
    """Where progress is kept."""
    from platformdirs import user_data_path  # noqa: PLC0415 - only needed for the default

    return user_data_path("moleworks", appauthor=False) / "puzzles.json"


def read_progress(path: Path) -> AllProgress:
    """The progress in a file; none if there is no file."""
    try:
        return msgspec.json.decode(read_bytes(path, LARGEST_FILE), type=AllProgress)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise Complaint(N_("{path} is damaged ({reason})."), path=path, reason=error) from error


def write_progress(path: Path, kept: AllProgress) -> None:
    """Replace the file."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(".part")
        partial.write_bytes(msgspec.json.encode(kept))
        os.replace(partial, path)  # noqa: PTH105 - as one step
    except OSError as error:
        raise Complaint(
            N_("{path} cannot be written: {reason}."), path=path, reason=error.strerror or error
        ) from error
