"""Prove what every position of a game is worth with perfect play, from the last one backwards.

The proofs of later positions help with earlier ones: they hold for every position with the same squares
visited that has the free edges, or the rods, that they need (`player/solver.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from moleworks.core.kernel import available
from moleworks.engine.kernel_pool import Stop
from moleworks.engine.solving.game_solver import PerfectPlay
from moleworks.games.mole_hill import rules
from moleworks.games.mole_hill.game import MoleHillState
from moleworks.games.mole_hill.player import solver
from moleworks.games.mole_hill.player.proof import most_reachable_points
from moleworks.games.mole_hill.player.search_kernels import MoleHillKernels
from moleworks.games.mole_hill.player.search_request import make_request
from moleworks.games.mole_hill.player.tables import search_tables
from moleworks.games.mole_hill.rules import DRAWN, OVER, WON, MoleHillPosition

NATIVE_BITS, INTERPRETED_BITS = 15, 10
"""Size of the table of proofs for a game: two to this power buckets of 512 bytes."""
CHANCES = {WON: 1.0, DRAWN: 0.5}


class PointBounds(NamedTuple):
    """What is proven of the mole's points at the end of a round."""

    low: int
    high: int

    @property
    def exact(self) -> int | None:
        """The points, if they are proven."""
        return self.low if self.low == self.high else None


def prove_positions(states: Sequence[MoleHillState], nodes: int) -> list[PerfectPlay]:
    """The worth of each of these states, which follow each other in a game."""
    if not states:
        return []
    proofs = _RoundProofs(states[0], nodes)
    found = [proofs.bounds(state.position) for state in reversed(states)][::-1]
    second_round = next(
        (bounds for state, bounds in zip(states, found, strict=True) if _begins_second_round(state)), None
    )
    return [_worth(state, bounds, second_round) for state, bounds in zip(states, found, strict=True)]


class _RoundProofs:
    """Proves bounds of one position after the other; both rounds of a game have the same lawn."""

    def __init__(self, state: MoleHillState, nodes: int) -> None:
        native = available()
        self._table, self._nodes = state.table._replace(rounds=1), nodes
        self._kernels = MoleHillKernels(native)
        self._tables = self._kernels.tables(self._table)
        self._buffers = self._kernels.new_solver_buffers(NATIVE_BITS if native else INTERPRETED_BITS, Stop())
        self._buffers.history[:] = search_tables(self._table).near
        self._guess = 0
        """The points of the position before, which most positions share."""

    def bounds(self, here: MoleHillPosition) -> PointBounds:
        """The bounds of a round's points; those that decide the match come first."""
        reached = rules.points(self._table, here.hills)
        if here.phase == OVER:
            self._guess = reached
            return PointBounds(reached, reached)
        self._buffers.report[0] = 0
        low, high = reached, most_reachable_points(self._table, here)
        wanted = [here.first + 1, here.first] if rules.decides_match(here.round) else []
        while low < high:
            goal = next((points for points in wanted if low < points <= high), self._guess)
            goal = min(max(goal, low + 1), high)
            answer = self._reaches(here, goal)
            if answer == solver.UNKNOWN:
                break
            low, high = (goal, high) if answer == solver.YES else (low, goal - 1)
            self._guess = low if answer == solver.NO else low + 1
        self._guess = low
        return PointBounds(low, high)

    def _reaches(self, here: MoleHillPosition, goal: int) -> int:
        request = make_request(self._table, here)
        return self._kernels.reaches(
            self._table, self._tables, self._buffers, request.position, request.pattern, goal, self._nodes
        )


def _begins_second_round(state: MoleHillState) -> bool:
    return rules.decides_match(state.position.round) and not state.position.hills


def _worth(state: MoleHillState, bounds: PointBounds, second_round: PointBounds | None) -> PerfectPlay:
    """What the bounds say of both seats."""
    if rules.decides_match(state.position.round):
        first = state.position.first
        return PerfectPlay(_chances(PointBounds(first, first), bounds), (first, bounds.exact))
    if second_round is None:
        # A single round has no winner, and no second mole.
        return PerfectPlay(None, (bounds.exact, 0))
    return PerfectPlay(_chances(bounds, second_round), (bounds.exact, second_round.exact))


def _chances(first: PointBounds, second: PointBounds) -> tuple[float, ...] | None:
    """What the match is worth for both seats, if the points that are possible all say the same."""
    results = {
        rules.second_round_result(one, other)
        for one, other in ((first.low, second.high), (first.high, second.low))
    }
    if len(results) > 1:
        return None
    mole = CHANCES.get(results.pop(), 0.0)
    return 1 - mole, mole
