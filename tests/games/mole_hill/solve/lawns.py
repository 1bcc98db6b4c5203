"""Small lawns for tests of the solver."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from moleworks.core.bits import members
from moleworks.core.game import Setup
from moleworks.engine.solving.game_solver import Certificate, SolveQuestion
from moleworks.engine.solving.run import SolveRun, SolveState
from moleworks.engine.solving.workers import in_this_process
from moleworks.games.mole_hill import rules
from moleworks.games.mole_hill.board import MoleHillBoard, board_of, make_table
from moleworks.games.mole_hill.game import MOLE_HILL
from moleworks.games.mole_hill.rules import OVER, MoleHillTable
from tests.games.mole_hill.player.positions import plain_value


def lawn_setup(
    columns: int,
    rows: int,
    hills: int,
    centre: str | None = None,
    red: Sequence[str] = (),
    white: Sequence[str] = (),
    diagonal: str = "path",
) -> Setup:
    """A set-up of one round on a lawn of which half of the molehills are light."""
    light = hills // 2
    board = MoleHillBoard(
        "small",
        {"en": "Small"},
        "own",
        1,
        columns,
        rows,
        centre,
        tuple(red),
        tuple(white),
        light,
        hills - light,
        hills,
    )
    return MOLE_HILL.setup(board, 2, "blatz", {"rounds": 1, "diagonal": diagonal})


def table_of(setup: Setup) -> MoleHillTable:
    """The numbers of a set-up for the rules."""
    return make_table(board_of(setup), setup.options)


class SilentWatcher:
    """Notes the bounds that were proven, and the questions that were answered."""

    def __init__(self) -> None:
        self.bounds: list[tuple[int, int]] = []
        self.answered: list[SolveQuestion] = []
        self.saved: list[SolveState] = []

    def proven(self, state: SolveState, question: SolveQuestion) -> None:
        self.bounds.append((state.low, state.high))
        self.answered.append(question)

    def working(self, state: SolveState, question: SolveQuestion) -> None:
        pass

    def certifying(self, done: int, of: int) -> None:
        pass

    def save(self, state: SolveState) -> None:
        self.saved.append(state)


def solved(setup: Setup) -> Certificate:
    """The certificate of the value."""
    run = SolveRun(setup, watcher := SilentWatcher())
    workers = in_this_process(setup, ())
    run.narrow(workers, lambda: False)
    for before, after in pairwise(watcher.bounds):
        assert before[0] <= after[0] <= after[1] <= before[1]
    found = run.certificate(workers)
    workers.close()
    return found


def plain_round(table: MoleHillTable) -> int:
    """The value of a round by a plain search of every first square, rod and step."""
    start, best = rules.opening(table), 0
    for square in members(table.starts):
        after = rules.step_to(table, start, square)
        assert after.phase != OVER
        best = max(best, plain_value(table, after, low=best))
    return best
