"""Buddel Bande played by Hypothesis: the game and its secrets."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule

from moleworks.games import CHANCE
from moleworks.games.buddel_bande.board import board_of
from moleworks.record import Match
from tests.games.action_names import every_name, legal_names
from tests.games.secret_strategies import known_owners, same_view_states
from tests.games.setup_strategies import matches
from tests.games.state_machine import LEADS, GameStateMachine


class Burrow(GameStateMachine):
    """Moles counted by hand; what each seat knows, kept beside the game."""

    phases = frozenset({"deal", "roll", "act", "over"})
    chance_phases = frozenset({"deal", "roll"})
    end_rule = "BB12"

    @initialize(match=matches("buddel-bande"), lead=LEADS)
    def begin(self, match: Match, lead: tuple[int, int]) -> None:
        self.match = match
        self.advance(*lead)

    def pieces(self) -> None:
        view, setup = self.game.view(self.state, None), self.match.setup
        last = len(board_of(setup).track) + 1
        names = [f"{size}{slot + 1}" for size, slot in product("SML", range(setup.players))]
        assert list(view["moles"]) == names
        places = [mole["at"] for mole in view["moles"].values()]
        assert all(0 <= place <= last for place in places)
        standing = [place for place in places if 0 < place < last]
        assert len(set(standing)) == len(standing)
        assert 1 <= view["dog"] < last
        assert (view["dice"] is None) == (self.game.phase(self.state) != "act")
        self.check_owners(last)

    def check_owners(self, last: int) -> None:
        """A seat sees the owners it has been dealt, has moved itself, or that came home; and no other."""
        setup, dealt = self.match.setup, self.dealt()
        for seat in (None, *range(setup.players)):
            moles = self.game.view(self.state, seat)["moles"]
            shown = {name: mole["owner"] for name, mole in moles.items() if "owner" in mole}
            known = {name for name, mole in moles.items() if mole["at"] == last} | self.moved_by(seat)
            if setup.options["know_own"]:
                known |= {name for name, owner in dealt.items() if owner == seat}
            if self.over:
                known = set(dealt)
            assert shown == {name: dealt[name] for name in known}

    def dealt(self) -> dict[str, int]:
        """Owners by mole, from the names of the deals."""
        deals = [name for name in self.match.names if name.startswith("deal:")]
        return {f"{deal[5]}{slot}": int(seat) for deal in deals for slot, seat in enumerate(deal[7:], 1)}

    def moved_by(self, seat: int | None) -> set[str]:
        movers = zip(self.match.names, self.match.movers(), strict=True)
        return {name.split(">")[0] for name, mover in movers if mover == seat and name[0] in "SML"}

    def watch(self, before: Any, name: str) -> None:
        game, after = self.game, self.state
        old, new = game.view(before, None)["moles"], game.view(after, None)["moles"]
        moved = [mole for mole in old if old[mole]["at"] != new[mole]["at"]]
        is_move = name[0] in "SML"
        assert moved == ([name.split(">", maxsplit=1)[0]] if is_move else [])
        assert all(new[mole]["at"] > old[mole]["at"] for mole in moved)
        assert (game.actor(before) == CHANCE) == name.startswith(("=", "deal:"))
        seats = range(self.match.setup.players)
        learned = any(
            known_owners(game, before, seat) != known_owners(game, after, seat) for seat in (None, *seats)
        )
        # Taking back only the moves of moles one knew would tell the others which those are.
        assert game.reveals(before, after) == (learned or is_move)

    @rule(data=st.data())
    def swap_secrets(self, data: st.DataObject) -> None:
        """In a world that differs only in what a seat does not know, the seat is told exactly the same."""
        seat = data.draw(st.sampled_from([None, *range(self.match.setup.players)]))
        other = data.draw(same_view_states(self.game, self.state, seat))
        if self.over:
            assert other == self.state
        for ask in (self.game.view, lambda state, seat: json.dumps(self.game.view(state, seat))):
            assert ask(other, seat) == ask(self.state, seat)
        assert legal_names(self.game, other) == legal_names(self.game, self.state)
        assert self.game.odds(other) == self.game.odds(self.state)
        for name in every_name(self.game.id, self.match.setup):
            assert self.game.attempt(other, name) == self.game.attempt(self.state, name)


TestBurrow = pytest.mark.slow(Burrow.TestCase)
TestBurrow.settings = settings(max_examples=60, stateful_step_count=25)
