"""The reference players play whole games with what a seat knows."""

from __future__ import annotations

import pytest

from moleworks import engine
from moleworks.engine import Effort
from moleworks.engine.player_names import player_named
from moleworks.games.buddel_bande.game import BUDDEL_BANDE, BuddelBandeState
from moleworks.games.buddel_bande.player.reference import REFERENCES
from tests.games.buddel_bande.player.matches import play_to_end, random_match


@pytest.mark.parametrize("name", ["thumb", "flat@200n"])
@pytest.mark.parametrize(("count", "know_own"), [(2, True), (3, False), (4, True)])
def test_whole_games(name: str, count: int, know_own: bool) -> None:
    outcome = play_to_end(random_match(count, know_own=know_own), player_named("buddel-bande", name))
    assert outcome.rule == "BB12"


def test_flat_monte_carlo_repeats_itself_and_takes_a_win() -> None:
    taken = missed = 0
    for seed in range(60):
        match = random_match(2, 10_000, seed=seed)
        for ply in range(match.ply - 1, match.ply - 8, -1):
            state = match.before(ply)
            seat = match.game.actor(state)
            if seat is None or seat < 0:
                continue
            assert isinstance(state, BuddelBandeState)
            after = {
                BUDDEL_BANDE.name(state, a): BUDDEL_BANDE.play(state, a) for a in BUDDEL_BANDE.legal(state)
            }
            wins = [name for name, then in after.items() if then.position.winner == seat]
            if wins:
                knowledge = engine.Knowledge(match.setup, match.game.view(state, seat))
                chosen = REFERENCES["flat"](knowledge, Effort(nodes=300), 4)
                # A position so good that every play-out wins may be played on.
                missed += chosen not in wins
                assert REFERENCES["flat"](knowledge, Effort(nodes=300), 4) == chosen
                assert REFERENCES["thumb"](knowledge, Effort(), 4) in wins
                taken += 1
    assert missed * 10 < taken
