"""Mole Hill played by Hypothesis."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import settings
from hypothesis.stateful import initialize

from moleworks.games.mole_hill.board import board_of
from moleworks.record import Match
from tests.games.setup_strategies import matches
from tests.games.state_machine import LEADS, GameStateMachine


class Lawn(GameStateMachine):
    """Hills, rods and points counted by hand."""

    phases = frozenset({"place", "step", "rod", "over"})
    chance_phases = frozenset()
    end_rule = "MH10"

    @initialize(match=matches("mole-hill"), lead=LEADS)
    def begin(self, match: Match, lead: tuple[int, int]) -> None:
        self.match = match
        self.advance(*lead)

    def pieces(self) -> None:
        view, board = self.game.view(self.state, None), board_of(self.match.setup)
        assert all(self.game.view(self.state, seat) == view for seat in range(2))  # nothing is hidden
        hills, rods = self.this_round()
        if self.game.phase(self.state) == "place":
            hills, rods = [], []  # the action before ended the other round
        assert view["hills"] == hills
        assert view["mole"] == (hills[-1] if hills else None)
        assert view["rods"] == sorted(rods)
        assert len(set(hills)) == len(hills) <= board.light + board.dark
        assert len(set(rods)) == len(rods) <= board.rods
        assert 0 <= len(hills) - len(rods) <= 1
        assert view["scores"][view["round"] - 1] == self.points(hills)
        assert view["scores"] == list(self.game.scores(self.state))

    def this_round(self) -> tuple[list[str], list[str]]:
        """Squares and rods since the last placing, from the names alone."""
        names = self.match.names
        starts = [ply for ply in range(len(names)) if self.game.phase(self.match.before(ply)) == "place"]
        played = names[starts[-1] :] if starts else []
        return [name for name in played if "|" not in name], [name for name in played if "|" in name]

    def points(self, hills: list[str]) -> int:
        board = board_of(self.match.setup)
        flowers = sum(2 * (square in board.red) + (square in board.white) for square in hills)
        return max(0, len(hills) - int(board.light)) + flowers

    def watch(self, before: Any, name: str) -> None:
        assert ("|" in name) == (self.game.phase(before) == "rod")
        assert not self.game.reveals(before, self.state)  # there are no secrets
        first, second = self.game.scores(before)
        assert self.game.scores(self.state)[0] >= first
        assert self.game.scores(self.state)[1] >= second


TestLawn = pytest.mark.slow(Lawn.TestCase)
TestLawn.settings = settings(max_examples=60, stateful_step_count=25)
