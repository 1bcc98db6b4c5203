"""Mole Company played by Hypothesis."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis.stateful import initialize

from moleworks.games import CHANCE
from moleworks.games.mole_company.board import board_of
from moleworks.record import Match
from tests.games.digging_policy import digging_policy
from tests.games.setup_strategies import matches
from tests.games.state_machine import LEADS, GameStateMachine

DISCS = Counter([1, 2, 2, 3, 3, 4])


class Box(GameStateMachine):
    """Moles and discs counted by hand."""

    phases = frozenset({"place", "choose", "flip", "move", "bonus", "over"})
    chance_phases = frozenset({"flip"})
    end_rule = "MC12"

    @initialize(match=matches("mole-company"), lead=LEADS)
    def begin(self, match: Match, lead: tuple[int, int]) -> None:
        self.match = match
        self.advance(*lead)

    def policy(self, names: list[str], random: Random) -> str:
        return digging_policy(self.game.view(self.state, None), names, random.choice)

    def pieces(self) -> None:
        view, setup = self.game.view(self.state, None), self.match.setup
        board = board_of(setup)
        assert all(self.game.view(self.state, seat) == view for seat in range(setup.players))
        everyone = [name for moles in view["moles"] for name in moles]
        assert len(set(everyone)) == len(everyone)
        assert len(view["moles"]) == len(view["left"]) == setup.players
        assert max(map(len, view["moles"])) <= board.moles[setup.players]
        assert all(left and Counter(left) <= DISCS for left in view["left"])
        assert len(view["holes"]) == len(board.boards[view["level"] - 1].holes)
        assert (view["disc"] is None) == (self.game.phase(self.state) != "move")
        if self.game.phase(self.state) == "place":
            assert not set(everyone) & set(view["holes"])
        elif not self.over:
            self.check_play(view)

    def check_play(self, view: dict[str, Any]) -> None:
        """Whoever is at it has moles, and a full board has been lifted."""
        assert view["moles"][view["seat"]]
        everyone = {name for moles in view["moles"] for name in moles}
        assert set(view["holes"]) - everyone
        assert sum(1 for moles in view["moles"] if moles) > 1
        assert view["turn"] <= self.match.setup.options["turn_limit"]

    def watch(self, before: Any, name: str) -> None:
        old, new = self.game.view(before, None), self.game.view(self.state, None)
        seat = self.game.mover(before)
        assert not self.game.reveals(before, self.state)
        if name.startswith("="):
            self.check_disc(old["left"][seat], new["left"][seat], int(name[1:]))
            new["left"][seat] = old["left"][seat]
        assert new["left"] == old["left"]
        moved = [set(moles) for moles in old["moles"]]
        if "-" in name:
            moved[seat] ^= set(name.split("-"))
        elif self.game.phase(before) == "place":
            moved[seat].add(name)
        if new["level"] > old["level"]:
            assert "-" in name
            assert set().union(*moved) >= set(old["holes"])
            moved = [moles & set(old["holes"]) for moles in moved]
        assert [set(moles) for moles in new["moles"]] == moved
        self.check_turns(old, new, name)

    def check_turns(self, old: dict[str, Any], new: dict[str, Any], name: str) -> None:
        """Every seat with moles that comes to act, or is skipped on the way, has had a turn (MC13)."""
        if self.over:
            return
        seats = []
        if self.game.phase(self.state) in {"flip", "choose"} and name != "flip":
            seats = [(old["seat"] + step) % len(new["moles"]) for step in range(1, len(new["moles"]) + 1)]
            seats = seats[: seats.index(new["seat"]) + 1]
        assert new["turn"] - old["turn"] == sum(1 for seat in seats if new["moles"][seat])

    def check_disc(self, old: list[int], new: list[int], disc: int) -> None:
        """One disc fewer; or, that being the last to be seen, all of them again."""
        left = Counter(old) - Counter([disc])
        assert disc in old
        assert self.game.actor(self.match.before(self.match.ply - 1)) == CHANCE
        unseen = 6 - int(self.match.setup.options["reshuffle"])
        assert Counter(new) == (left if left.total() > unseen else DISCS)


TestBox = pytest.mark.slow(Box.TestCase)
TestBox.settings = settings(max_examples=60, stateful_step_count=25)
