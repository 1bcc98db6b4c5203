"""The solver of Mole Hill: whole rounds, from the placing of the mole on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from moleworks.core.bits import count, members
from moleworks.core.game import Setup
from moleworks.core.kernel import available
from moleworks.engine.kernel_pool import Stop, to_list
from moleworks.engine.solving.game_solver import PerfectPlay, Rows, SolveProgress, SolveQuestion
from moleworks.games.mole_hill import rules
from moleworks.games.mole_hill.board import board_of, make_table, square_name
from moleworks.games.mole_hill.game import MOLE_HILL
from moleworks.games.mole_hill.player import proof_table, solver
from moleworks.games.mole_hill.player.search_kernels import MoleHillKernels
from moleworks.games.mole_hill.player.search_request import make_request
from moleworks.games.mole_hill.player.tables import search_tables
from moleworks.games.mole_hill.rules import MoleHillPosition, MoleHillTable
from moleworks.games.mole_hill.solve import flower_race
from moleworks.games.mole_hill.solve.certificate import PLAN, REFUSAL, lines_of
from moleworks.games.mole_hill.solve.checker import CertificateChecker, read_claims
from moleworks.games.mole_hill.solve.perfect_play import prove_positions
from moleworks.games.mole_hill.solve.strategies import PlanWriter, RefusalWriter
from moleworks.games.mole_hill.solve.symmetry import different_starts, part_of

NATIVE_BITS, INTERPRETED_BITS = 20, 10
"""Size of the table of proofs: two to this power buckets of 512 bytes."""
SAVED_ROWS = 20_000
"""The most proofs that `save` gives: those with the fewest squares visited, which took most work."""


class MoleHillSolveWorker:
    """Answers whether the mole can reach some points from a first square."""

    def __init__(self, lawn: MoleHillTable, within: str | None = None) -> None:
        native = available()
        self._table = lawn if within is None else part_of(lawn, within)
        self._kernels = MoleHillKernels(native)
        self._tables = self._kernels.tables(lawn)
        self._buffers = self._kernels.new_solver_buffers(NATIVE_BITS if native else INTERPRETED_BITS, Stop())
        self._buffers.history[:] = search_tables(lawn).near

    def ask(self, question: SolveQuestion, nodes: int) -> SolveProgress:
        """Search for a plan or a refusal for so many nodes."""
        answer = self._reaches(self._placed(question.first), question.points, nodes)
        known = None if answer == solver.UNKNOWN else answer == solver.YES
        return SolveProgress(known, int(self._buffers.report[0]))

    def claims(self, question: SolveQuestion, answer: bool) -> list[str]:
        """The mole's plan from this square, or the gardener's refusals."""
        position, goal = self._placed(question.first), question.points

        def find_action(here: MoleHillPosition) -> int:
            found = self._reaches(here, goal, 1 << 62)
            assert found == (solver.YES if answer else solver.NO), "an answer has changed"
            return int(self._buffers.report[1])

        if answer:
            plans = PlanWriter(self._table, goal, find_action)
            plans.add(position)
            return lines_of(PLAN, plans.claims)
        refusals = RefusalWriter(self._table, goal, find_action)
        refusals.add_step(position)
        return lines_of(REFUSAL, refusals.claims)

    def save(self) -> Rows:
        """The proofs with the fewest squares visited."""
        size, memory = proof_table.BUCKET, self._buffers.memory
        if not hasattr(memory, "reshape"):
            return []  # interpreted runs are too short to be worth it
        rows = memory.reshape(-1, size)
        buckets = sorted((to_list(row) for row in rows[rows[:, 0] > 0]), key=lambda row: count(row[0]))
        return buckets[:SAVED_ROWS]

    def load(self, rows: Rows) -> None:
        """Write saved buckets back to where they belong; those of another version are left out."""
        memory = self._buffers.memory
        for row in reversed(rows):
            if len(row) != proof_table.BUCKET:
                continue
            mole, level = proof_table.where(row)
            at = proof_table.bucket_place(memory, _key(self._table, row[0], mole), level)
            for n, word in enumerate(row):
                memory[at + n] = word

    def _placed(self, first: str) -> MoleHillPosition:
        start = rules.opening(self._table)
        number = next(n for n in range(64) if square_name(self._table.columns, n) == first)
        return rules.step_to(self._table, start, number)

    def _reaches(self, position: MoleHillPosition, goal: int, nodes: int) -> int:
        if rules.points(self._table, position.hills) >= goal:
            return solver.YES
        if position.phase == rules.OVER:
            return solver.NO
        buffers = self._buffers
        buffers.report[0] = 0
        key = _key(self._table, position.hills, position.mole)
        return self._kernels.reaches(self._table, self._tables, buffers, position, key, goal, nodes)


def _key(table: MoleHillTable, hills: int, mole: int) -> int:
    """The key of a place, as in `SearchRequest.pattern`."""
    return make_request(
        table, MoleHillPosition(1, rules.STEP, mole, hills, table.east, table.north, 0, 0)
    ).pattern


class MoleHillSolver:
    """Proves the points of a round."""

    def bounds(self, setup: Setup) -> tuple[int, int]:
        """From no points to what a gardener allows who only encloses flowers."""
        return 0, flower_race.most_points(_table(setup))

    def first_actions(self, setup: Setup, within: str | None = None) -> tuple[str, ...]:
        """The starting squares, those with the most squares around them and the nearest flowers first."""
        lawn = _table(setup)
        table = lawn if within is None else part_of(lawn, within)
        different = list(members(table.starts)) if within else different_starts(table)

        def promise(start: int) -> int:
            near = rules.one_step_away(table, 1 << start, table.east, table.north)
            further = rules.one_step_away(table, near, table.east, table.north)
            return -(
                2 * count(near) + count(further) + 2 * rules.flower_points(table, 1 << start | near | further)
            )

        starts = sorted(different, key=promise)
        return tuple(square_name(table.columns, start) for start in starts)

    def options(self) -> Mapping[str, object]:
        """A single round: the second one is the same with the roles swapped."""
        return {"rounds": 1}

    def worker(self, setup: Setup, within: str | None = None) -> MoleHillSolveWorker:
        """A worker with its own table of proofs; `within` is a rectangle such as a1-e5."""
        return MoleHillSolveWorker(_table(setup), within)

    def perfect_play(self, setup: Setup, actions: Sequence[str], nodes: int) -> list[PerfectPlay]:
        """The result of the match and the points of both rounds, as far as they are proven."""
        state, states = MOLE_HILL.start(setup), []
        for name in actions:
            state = MOLE_HILL.play(state, MOLE_HILL.parse(state, name))
            states.append(state)
        return prove_positions(states, nodes)

    def check(self, setup: Setup, at_least: int, at_most: int, lines: Iterable[str]) -> int:
        """Check every claim, and that the bounds rest on them."""
        table = _table(setup)
        claims = read_claims(table, lines)
        CertificateChecker(table, claims, at_least, at_most).check()
        return sum(len(found) for kind in claims for found in kind.values())


def _table(setup: Setup) -> MoleHillTable:
    return make_table(board_of(setup), setup.options)._replace(rounds=1)


SOLVER = MoleHillSolver()
