"""Puzzles of Mole Hill: the only step that still gets the points, the only rod that holds the mole.

All are positions near the end of a single round, and the solver proves them: the value of the answer, and
that every other action is worse.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from moleworks.core.bits import count
from moleworks.core.messages import N_, Message
from moleworks.engine import Effort, knowledge
from moleworks.engine.kernel_pool import Stop
from moleworks.games.mole_hill import rules
from moleworks.games.mole_hill.board import rod_squares, square_name
from moleworks.games.mole_hill.game import MOLE_HILL, MoleHillState
from moleworks.games.mole_hill.player import proof, solver
from moleworks.games.mole_hill.player.player import PLAYER
from moleworks.games.mole_hill.player.search_kernels import KERNEL_POOL, MoleHillKernels
from moleworks.games.mole_hill.player.search_request import SearchRequest, every_action, make_request
from moleworks.games.mole_hill.rules import EAST, NORTH, OVER, PLACE, ROD, MoleHillPosition, MoleHillTable
from moleworks.lessons import LessonSetup
from moleworks.puzzles import Finding, Puzzle, PuzzleSource, WrongAnswer
from moleworks.puzzles.sentences import one_of_three, three_answers
from moleworks.record import Match

SHUT, HOLD, JUMP, FLOWER, STEP = "shut", "hold", "jump", "flower", "step"
THEMES: Mapping[str, str] = MappingProxyType(
    {
        SHUT: N_("Shut the mole in"),
        HOLD: N_("Hold the mole"),
        JUMP: N_("The best jump"),
        FLOWER: N_("Flowers on the way"),
        STEP: N_("Keep a way open"),
    }
)
SOURCES = (
    PuzzleSource(LessonSetup("classic", preset="blatz", options={"rounds": 1}), ("level6", "level4"), 3),
    PuzzleSource(LessonSetup("classic", preset="blatz", options={"rounds": 1}), ("level4", "level6"), 2),
    PuzzleSource(LessonSetup("classic", preset="blatz", options={"rounds": 1}), ("level6", "level2"), 3),
    PuzzleSource(LessonSetup("patch", preset="blatz", options={"rounds": 1}), ("level5", "level4"), 2),
    PuzzleSource(LessonSetup("classic", preset="short", options={"rounds": 1}), ("level6", "level3"), 2),
)
NODES = 1_000_000
LEFT = range(2, 11)
"""How many molehills are left in a puzzle: fewer leave no choice, more take long to prove."""
LEAST_STEPS = 3
"""The fewest steps to choose from."""


def find(match: Match, nodes: int) -> Sequence[Finding]:
    """The position, if one action alone keeps its value, as far as so many nodes prove it."""
    state = _state(match)
    table, position = state.table, state.position
    left = table.supply - count(position.hills)
    if position.phase in {PLACE, OVER} or left not in LEFT:
        return ()
    actions = every_action(position)
    if position.phase != ROD and len(actions) < LEAST_STEPS:
        return ()
    request = make_request(table, position)
    with KERNEL_POOL.borrow(reproducible=True) as kernels:
        buffers = kernels.solver_buffers(Stop(), request.table)
        guess = rules.points(request.table, position.hills) + left / 2
        proven = proof.prove(request, buffers, kernels, guess, nodes)
        if proven is None or proven.action < 0:
            return ()
        # Near the mole first: another answer is most likely there.
        others = sorted(set(actions) - {proven.action}, key=lambda action: _far(table, position, action))
        if any(_may_keep(request, other, proven.value, buffers, kernels, nodes) for other in others):
            return ()
    answer = MOLE_HILL.name(state, proven.action)
    rest = proven.value + (1 if position.phase == ROD else -1)
    return (Finding(_theme(state, proven.action), (answer,), proven.value, rest),)


def attempt(match: Match, finding: Finding, effort: Effort, seed: int) -> str:
    """The action of the computer player."""
    del finding
    return PLAYER.choose(knowledge(match), effort, seed=seed)


def reply(match: Match, finding: Finding) -> str:
    """The best action of the other side."""
    return _answer_to(match, finding.answers[0])[1]


def refute(match: Match, finding: Finding, wrong: str) -> WrongAnswer:
    """The points after a wrong action with best play, and the best reply."""
    del finding
    value, answer = _answer_to(match, wrong)
    return WrongAnswer(value, answer)


def choices(puzzle: Puzzle, match: Match) -> Mapping[str, Message]:
    """The answers are actions."""
    del puzzle, match
    return {}


def question(puzzle: Puzzle, match: Match) -> Message:
    """How many points one action alone gets, or allows."""
    values = {"points": int(puzzle.value)}
    if _state(match).position.phase == ROD:
        if puzzle.theme == SHUT:
            return Message(N_("You are the gardener. One rod shuts the mole in now. Where does it go?"))
        text = N_("You are the gardener. Only one rod holds the mole to {points} points. Where does it go?")
        return Message(text, values)
    if puzzle.theme == JUMP:
        text = N_("You are the mole and may jump. Only one square still gets you {points} points. Which?")
        return Message(text, values)
    text = N_("You are the mole. Only one step still gets you {points} points. Which?")
    return Message(text, values)


def hints(puzzle: Puzzle, match: Match) -> Sequence[Message]:
    """What to look at, then a part of the lawn, then three actions to choose from."""
    state = _state(match)
    answer = MOLE_HILL.parse(state, puzzle.answers[0])
    return (
        Message(HINTS[puzzle.theme]),
        _where(state, answer),
        one_of_three(_in_words(match, name) for name in three_answers(puzzle, _nearest(state))),
    )


HINTS: Mapping[str, str] = MappingProxyType(
    {
        SHUT: N_("Count the ways out that the mole has left. One rod can close several diagonal steps."),
        HOLD: N_("Look for the gap through which the mole would reach the most free squares."),
        JUMP: N_("A jump is worth most where many free squares lie together. Look for the largest part."),
        FLOWER: N_("There is a flower within reach. Can you take it and still go on?"),
        STEP: N_("Keep two ways open: the gardener can close only one of them."),
    }
)


def solution(puzzle: Puzzle, match: Match) -> Message:
    """What the answer gets, and what all others get."""
    values: dict[str, object] = {"points": int(puzzle.value), "rest": int(puzzle.rest)}
    if _state(match).position.phase != ROD:
        values["action"] = puzzle.answers[0]
        text = N_(
            "{action} gets {points} points whatever the gardener does. Every other way gets {rest} at most."
        )
        return Message(text, values)
    values |= _rod_between(puzzle.answers[0])
    if puzzle.theme == SHUT:
        text = N_(
            "A rod between {near} and {far} leaves no way out: the round ends with {points} points."
            " After any other rod it is {rest} or more."
        )
        return Message(text, values)
    text = N_(
        "After a rod between {near} and {far} the mole gets {points} points and no more."
        " After any other rod it gets {rest} or more."
    )
    return Message(text, values)


def mistake(puzzle: Puzzle, match: Match, answer: str) -> Message:
    """How many points a wrong action gets, and the reply to it."""
    mole = _state(match).position.phase != ROD
    found = puzzle.wrong.get(answer)
    if found is None:
        text = (
            N_("Then the mole gets {rest} points at most.")
            if mole
            else N_("Then the mole gets {rest} points or more.")
        )
        return Message(text, {"rest": int(puzzle.rest)})
    values: dict[str, object] = {"points": int(found.value)}
    if not found.reply:
        return Message(N_("Then the round ends with {points} points."), values)
    if mole:
        text = N_(
            "Then the gardener lays a rod between {near} and {far}, and the mole gets {points} points only."
        )
        return Message(text, values | _rod_between(found.reply))
    return Message(
        N_("Then the mole goes to {reply} and gets {points} points."), values | {"reply": found.reply}
    )


def _in_words(match: Match, name: str) -> object:
    """A rod in words; a square as it is called."""
    if _state(match).position.phase != ROD:
        return name
    return Message(N_("a rod between {near} and {far}"), _rod_between(name))


def _rod_between(name: str) -> dict[str, object]:
    """The two squares of a rod, as values of a message."""
    near, far = name.split("|")
    return {"near": near, "far": far}


def _state(match: Match) -> MoleHillState:
    assert isinstance(match.state, MoleHillState)
    return match.state


def _may_keep(
    request: SearchRequest,
    action: int,
    value: int,
    buffers: solver.SolverBuffers,
    kernels: MoleHillKernels,
    nodes: int,
) -> bool:
    """Whether an action keeps the value, or may keep it because the nodes are spent."""
    after = rules.play(request.table, request.position, action)
    goal = value if request.mole_acts else value + 1
    if after.phase == OVER:
        return request.mole_acts == (rules.points(request.table, after.hills) >= goal)
    key = make_request(request.table, after).pattern
    tables, limit = kernels.tables(request.table), int(buffers.report[0]) + nodes
    found = kernels.reaches(request.table, tables, buffers, after, key, goal, limit)
    return bool(found != (solver.NO if request.mole_acts else solver.YES))


def _answer_to(match: Match, name: str) -> tuple[float, str]:
    """The proven points after an action, and the best action of the other side; none at the end."""
    state = MOLE_HILL.play(_state(match), MOLE_HILL.parse(_state(match), name))
    table, position = state.table._replace(rounds=1), state.position
    if position.phase == OVER:
        return float(rules.points(table, position.hills)), ""
    request = make_request(table, position)
    with KERNEL_POOL.borrow(reproducible=True) as kernels:
        buffers = kernels.solver_buffers(Stop(), table)
        guess = float(rules.points(table, position.hills))
        proven = proof.prove(request, buffers, kernels, guess, 10 * NODES)
    if proven is None or proven.action < 0:
        after = match.copy()
        after.play(name)
        action = PLAYER.choose(knowledge(after), Effort(nodes=NODES))
        return float(proven.value if proven else guess), action
    return float(proven.value), MOLE_HILL.name(state, proven.action)


def _theme(state: MoleHillState, action: int) -> str:
    table, position = state.table, state.position
    if position.phase == ROD:
        return SHUT if rules.play(table, position, action).phase == OVER else HOLD
    if rules.may_jump(table, position.mole, position.hills):
        return JUMP
    return FLOWER if (table.red | table.white) >> action & 1 else STEP


def _far(table: MoleHillTable, position: MoleHillPosition, action: int) -> int:
    """How far an action is from the mole."""
    near = min(rod_squares(table.columns, action)) if action >= EAST else action
    columns = table.columns
    across, along = (
        abs(near % columns - position.mole % columns),
        abs(near // columns - position.mole // columns),
    )
    return max(across, along)


def _where(state: MoleHillState, answer: int) -> Message:
    """In which part of the lawn the answer is."""
    table, position = state.table, state.position
    if position.phase == ROD:
        low, high = rod_squares(table.columns, answer)
        if position.mole in {low, high}:
            return Message(N_("The rod touches the square of the mole."))
        row, column = low // table.columns + 1, square_name(table.columns, low)[0]
        if answer >= NORTH:
            return Message(N_("The rod lies in column {column}."), {"column": column})
        return Message(N_("The rod lies in row {row}."), {"row": row})
    return Message(N_("It is in row {row}."), {"row": answer // table.columns + 1})


def _nearest(state: MoleHillState) -> list[str]:
    """All legal actions, those near the mole first."""
    actions = every_action(state.position)
    near = sorted(actions, key=lambda action: _far(state.table, state.position, action))
    return [MOLE_HILL.name(state, action) for action in near]
