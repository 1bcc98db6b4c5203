"""The frozen players play whole games by what a seat may know."""

from __future__ import annotations

import pytest

from moleworks import players
from moleworks.players import Effort
from moleworks.players.buddel_bande.reference import REFERENCES
from moleworks.players.ladder import mover
from tests.players.buddel_bande.tables import begun, played


@pytest.mark.parametrize("name", ["thumb", "flat@200n"])
@pytest.mark.parametrize(("count", "know_own"), [(2, True), (3, False), (4, True)])
def test_whole_games(name: str, count: int, know_own: bool) -> None:
    outcome = played(begun(count, know_own=know_own), mover("buddel-bande", name))
    assert outcome.rule == "BB12"


def test_flat_monte_carlo_repeats_itself_and_takes_a_win() -> None:
    taken = missed = 0
    for seed in range(60):
        match = begun(2, 10_000, seed=seed)
        for ply in range(match.ply - 1, match.ply - 8, -1):
            state = match.before(ply)
            seat = match.game.actor(state)
            if seat is None or seat < 0:
                continue
            after = {match.game.name(state, a): match.game.play(state, a) for a in match.game.legal(state)}
            wins = [name for name, then in after.items() if then.position.winner == seat]
            if wins:
                sight = players.Sight(match.setup, match.game.view(state, seat))
                chosen = REFERENCES["flat"](sight, Effort(nodes=300), 4)
                # A position so good that every play-out wins may be played on.
                missed += chosen not in wins
                assert REFERENCES["flat"](sight, Effort(nodes=300), 4) == chosen
                assert REFERENCES["thumb"](sight, Effort(), 4) in wins
                taken += 1
    assert missed * 10 < taken
