"""Puzzles of Mole Company: the one move that is clearly the best for the disc that was turned up.

The chance of winning counts every disc by its odds. A puzzle has a clear margin between the best move and
the next, and a search with ten times the nodes has to find the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from moleworks.core.bits import count
from moleworks.core.messages import N_, Message
from moleworks.engine import Effort
from moleworks.games.mole_company import rules
from moleworks.games.mole_company.board import space_name
from moleworks.games.mole_company.game import MOLE_COMPANY, MoleCompanyState
from moleworks.games.mole_company.player.oversights import wins
from moleworks.games.mole_company.player.reasons import reason
from moleworks.lessons import LessonSetup
from moleworks.puzzles import Finding, Puzzle, PuzzleSource, WrongAnswer
from moleworks.puzzles.by_search import chosen_action, clear_best, continuation, value_of
from moleworks.puzzles.sentences import lower_chance, one_of_three, three_answers
from moleworks.record import Match

SHOVEL, LAST_BOARD, RACE, BONUS, READY = "shovel", "last-board", "race", "bonus", "ready"
THEMES: Mapping[str, str] = MappingProxyType(
    {
        SHOVEL: N_("The golden shovel"),
        LAST_BOARD: N_("On the last board"),
        RACE: N_("The race for the holes"),
        BONUS: N_("A special space"),
        READY: N_("Getting ready"),
    }
)
SOURCES = (
    PuzzleSource(LessonSetup("classic", preset="ravensburger"), ("level5", "level3")),
    PuzzleSource(LessonSetup("burrow", preset="ravensburger"), ("level6", "level4")),
    PuzzleSource(LessonSetup("classic", preset="ravensburger-basic"), ("level5", "level4")),
    PuzzleSource(LessonSetup("funnel", preset="ravensburger"), ("level5", "level3")),
    PuzzleSource(LessonSetup("burrow", preset="ravensburger-basic"), ("level4", "level5")),
    PuzzleSource(LessonSetup("classic", players=3, preset="ravensburger"), ("level5", "level3", "level4")),
    PuzzleSource(
        LessonSetup("burrow", players=4, preset="ravensburger"), ("level5", "level3", "level4", "level6")
    ),
    PuzzleSource(
        LessonSetup("funnel", players=4, preset="ravensburger-basic"),
        ("level5", "level4", "level6", "level3"),
    ),
)
NODES = 60_000
MARGIN = 0.07
"""The least difference in chances of winning between the best move and the next."""
MOST_ACTIONS = 150
"""Later positions make long files, and their play is not on the way to anything."""
LEAST_MOVES = 4


def find(match: Match, nodes: int) -> Sequence[Finding]:
    """The position, if one move is clearly the best."""
    state = _state(match)
    table, position = state.table, state.position
    if position.phase != rules.MOVE or match.ply > MOST_ACTIONS:
        return ()
    if rules.move_count(table, position) < LEAST_MOVES:
        return ()
    best = clear_best(match, nodes, MARGIN)
    if best is None:
        return ()
    theme = _theme(state, MOLE_COMPANY.parse(state, best.action))
    return (Finding(theme, (best.action,), best.value, best.rest, best.second),)


def attempt(match: Match, finding: Finding, effort: Effort, seed: int) -> str:
    """The move of the computer player."""
    del finding
    return chosen_action(match, effort, seed)


def reply(match: Match, finding: Finding) -> str:
    """How the game may go on."""
    return continuation(match, finding.answers[0], NODES)


def refute(match: Match, finding: Finding, wrong: str) -> WrongAnswer:
    """The chance of winning after a wrong move."""
    del finding
    return value_of(match, wrong, NODES)


def choices(puzzle: Puzzle, match: Match) -> Mapping[str, Message]:
    """The answers are actions."""
    del puzzle, match
    return {}


def question(puzzle: Puzzle, match: Match) -> Message:
    """What the disc shows, and how many holes are free."""
    position = _state(match).position
    free = count(rules.free_holes(_state(match).table, position))
    values = {"disc": position.disc, "free": free}
    if puzzle.theme == SHOVEL:
        return Message(N_("Your disc shows {disc}. One move wins the game at once. Which?"), values)
    if free == 1:
        text = N_("Your disc shows {disc}, and one hole is free. Which move is clearly the best?")
        return Message(text, values)
    return Message(
        N_("Your disc shows {disc}, and {free} holes are free. Which move is clearly the best?"), values
    )


def hints(puzzle: Puzzle, match: Match) -> Sequence[Message]:
    """What to look at, then which mole, then the moves of that mole."""
    state = _state(match)
    answer = MOLE_COMPANY.parse(state, puzzle.answers[0])
    start = space_name(state.side, rules.move_start(answer))
    return (
        Message(HINTS[puzzle.theme]),
        one_of_three(_in_words(match, name) for name in three_answers(puzzle, match.legal)),
        Message(N_("Move the mole on {space}."), {"space": start}),
    )


HINTS: Mapping[str, str] = MappingProxyType(
    {
        SHOVEL: N_("The golden shovel lies below the last hole. Who can get there exactly?"),
        LAST_BOARD: N_("There is one hole left. From where can you reach it with most of your discs?"),
        RACE: N_("Which of your moles gets into a hole, and which hole do your rivals want?"),
        BONUS: N_("A special space gives you one more disc."),
        READY: N_("Nobody need go home now. Which discs come next, and who should stand ready for them?"),
    }
)


def solution(puzzle: Puzzle, match: Match) -> Message:
    """The chances with the answer and with the next best move, and the reason."""
    state = _state(match)
    answer = MOLE_COMPANY.parse(state, puzzle.answers[0])
    if puzzle.theme == SHOVEL:
        return Message(
            N_("You move {action}, into the last hole: you win the golden shovel."),
            {"action": _in_words(match, puzzle.answers[0])},
        )
    other = MOLE_COMPANY.parse(state, puzzle.second)
    values = {
        "action": _in_words(match, puzzle.answers[0]),
        "chance": round(100 * puzzle.value),
        "second": _in_words(match, puzzle.second),
        "rest": round(100 * puzzle.rest),
        "reason": reason(state.table, state.position, answer, other, round(puzzle.value - puzzle.rest, 2)),
    }
    text = N_(
        "If you move {action}, you win {chance} times in 100;"
        " with the next best move, {second}, {rest} times. {reason}"
    )
    return Message(text, values)


def mistake(puzzle: Puzzle, match: Match, answer: str) -> Message:
    """The chance of winning after another move."""
    del match
    return lower_chance(puzzle, answer)


def _in_words(match: Match, name: str) -> Message:
    from moleworks import speech  # noqa: PLC0415 - the words of the game import its rules, not its puzzles

    return speech.action(match.game, match.state, name)


def _state(match: Match) -> MoleCompanyState:
    assert isinstance(match.state, MoleCompanyState)
    return match.state


def _theme(state: MoleCompanyState, action: int) -> str:
    table, position = state.table, state.position
    if wins(state, action):
        return SHOVEL
    if position.level == rules.LAST:
        return LAST_BOARD
    if rules.enters_hole(table, position, action):
        return RACE
    special = rules.board_specials(table, position.level) >> rules.move_end(action) & 1
    return BONUS if special and not position.bonus else READY
