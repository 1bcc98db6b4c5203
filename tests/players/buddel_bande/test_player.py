"""The player of Buddel Bande: it plays by what its seat may know, and says what it thinks."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from moleworks import players
from moleworks.games.kernel import available
from moleworks.players import Advice, Effort, Sight, Stop, workshop
from moleworks.players.buddel_bande import player as module
from moleworks.players.buddel_bande.kit import BuddelKit
from moleworks.players.buddel_bande.look import weigh
from moleworks.players.buddel_bande.player import PLAYER
from moleworks.players.ladder import mover
from moleworks.players.workshop import Workshop
from moleworks.record import Match
from moleworks.record.match import CannotPlay
from tests.players.buddel_bande.tables import begun, played, replayed

LITTLE = Effort(nodes=300)


def told(advice: Advice) -> tuple[object, ...]:
    """All of an advice but its times."""
    return advice.lines, advice.searched.nodes, advice.searched.depth


def twins(match: Match) -> list[Match]:
    """Matches that look the same to the seat to act and differ in hidden owners."""
    seats = ["".join(order) for order in permutations("0123"[: match.setup.players])]
    sight, found = players.sight(match), []
    for small, medium, large in product(seats, repeat=3):
        try:
            other = replayed(match, (f"deal:S={small}", f"deal:M={medium}", f"deal:L={large}"))
        except CannotPlay:
            continue
        acting = other.game.actor(other.state) == sight.seat
        if acting and other.names != match.names and players.sight(other) == sight:
            found.append(other)
        if len(found) == 3:
            break
    return found


@pytest.mark.parametrize(("count", "know_own", "ply"), [(2, False, 8), (3, True, 30), (4, True, 30)])
def test_hidden_owners_change_nothing(count: int, know_own: bool, ply: int) -> None:
    match = begun(count, ply, know_own=know_own)
    advice = PLAYER.advise(players.sight(match), LITTLE, lines=3, seed=5)
    others = twins(match)
    assert others
    for other in others:
        assert told(PLAYER.advise(players.sight(other), LITTLE, lines=3, seed=5)) == told(advice)


@pytest.mark.parametrize("count", [2, 3, 4])
@pytest.mark.parametrize("know_own", [True, False])
@pytest.mark.parametrize("either", ["choose", "dog"])
def test_whole_games(count: int, know_own: bool, either: str) -> None:
    PLAYER.warm_up(120)
    match = begun(count, know_own=know_own, either=either)
    outcome = played(match, mover("buddel-bande", "best@100n"))
    assert outcome.rule == "BB12"
    assert outcome.winner in range(count)


@pytest.mark.parametrize("level", players.LEVELS)
def test_levels_give_the_same_answer_again(level: int) -> None:
    sight = players.sight(begun(2, 40))
    first = PLAYER.advise(sight, Effort(level=level), seed=3)
    again = PLAYER.advise(sight, Effort(level=level), seed=3)
    assert first.lines == again.lines


def test_levels_slip_by_the_seed() -> None:
    sight = players.sight(begun(3, 30))
    chosen = {PLAYER.advise(sight, Effort(level=1), seed=seed).action for seed in range(30)}
    assert len(chosen) > 1


def test_interpreted_and_compiled_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    if not available():
        pytest.skip("there is no Numba here")
    sights = [players.sight(begun(count, 24, know_own=own)) for count in (2, 4) for own in (True, False)]
    assert PLAYER.warm_up(120)
    native = [PLAYER.advise(sight, LITTLE, lines=2) for sight in sights]

    monkeypatch.setattr(module, "WORKSHOP", Workshop(BuddelKit, weigh))
    monkeypatch.setattr(workshop, "available", lambda: False)
    for sight, expected in zip(sights, native, strict=True):
        advice = PLAYER.advise(sight, LITTLE, lines=2)
        assert not advice.searched.compiled
        assert expected.searched.compiled
        assert told(advice) == told(expected)


def test_a_set_stop_is_answered_at_the_first_glance() -> None:
    stop = Stop()
    stop.set()
    advice = PLAYER.advise(players.sight(begun(2, 20)), Effort(nodes=10**9), stop=stop)
    assert advice.searched.depth == 1


def test_lines_and_also() -> None:
    sight = _with_choices(3)
    state = players.state(sight)
    names = [sight.game.name(state, action) for action in sight.game.legal(state)]
    advice = PLAYER.advise(sight, LITTLE, lines=2, also=names)
    assert sorted(line.action for line in advice.lines) == sorted(names)
    values = [line.value for line in advice.lines[:2]]
    assert values == sorted(values, reverse=True)
    assert all(line.line[0] == line.action and 0 <= line.value <= 1 for line in advice.lines)
    assert all(str(line.why) for line in advice.lines)


def _with_choices(least: int) -> Sight:
    for seed in range(50):
        match = begun(3, 20, seed=seed)
        if len(match.game.legal(match.state)) >= least:
            return players.sight(match)
    raise AssertionError("no such match")


def test_outlook_adds_up_from_the_deal_to_the_end() -> None:
    match = begun(3, 10_000)
    for ply in range(0, match.ply + 1, 9):
        chances = PLAYER.outlook(match.before(ply), LITTLE)
        assert len(chances) == 3
        assert sum(chances) == pytest.approx(1)
    winner = match.state.position.winner
    assert PLAYER.outlook(match.state, LITTLE)[winner] == 1


def test_wins_at_once_and_never_for_a_rival() -> None:
    """Whenever a random game offers a win it is taken; no rival is made to win where there is a choice."""
    wins = gifts = 0
    for seed in range(60):
        match = begun(2, 10_000, seed=seed)
        for ply in range(len(match.names) - 1, len(match.names) - 12, -1):
            state = match.before(ply)
            seat = match.game.actor(state)
            if seat is None or seat < 0:
                continue
            after = {match.game.name(state, a): match.game.play(state, a) for a in match.game.legal(state)}
            won = {name: then.position.winner for name, then in after.items()}
            if set(won.values()) == {-1}:
                continue
            sight = Sight(match.setup, match.game.view(state, seat))
            chosen = won[PLAYER.advise(sight, LITTLE).action]
            if seat in won.values():
                wins += 1
                assert chosen == seat
            elif -1 in won.values():
                gifts += 1
                assert chosen == -1
    assert wins
    assert gifts
