"""The player of Buddel Bande uses only what its seat knows, and gives true reasons."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from moleworks import engine
from moleworks.core.kernel import available
from moleworks.engine import Advice, Effort, Knowledge, Stop, kernel_pool
from moleworks.engine.kernel_pool import KernelPool
from moleworks.engine.player_names import player_named
from moleworks.games.buddel_bande.game import BUDDEL_BANDE, BuddelBandeState
from moleworks.games.buddel_bande.player import player as module
from moleworks.games.buddel_bande.player.lookahead import evaluate_choices
from moleworks.games.buddel_bande.player.player import PLAYER
from moleworks.games.buddel_bande.player.search_kernels import BuddelBandeKernels
from moleworks.record import Match
from moleworks.record.match import CannotPlay
from tests.games.buddel_bande.player.matches import play_to_end, random_match, replayed, state_of

LITTLE = Effort(nodes=300)


def comparable(advice: Advice) -> tuple[object, ...]:
    """All of an advice but its times."""
    return advice.lines, advice.searched.nodes, advice.searched.depth


def twins(match: Match) -> list[Match]:
    """Matches that look the same to the seat to act and differ in hidden owners."""
    seats = ["".join(order) for order in permutations("0123"[: match.setup.players])]
    knowledge, found = engine.knowledge(match), []
    for small, medium, large in product(seats, repeat=3):
        try:
            other = replayed(match, (f"deal:S={small}", f"deal:M={medium}", f"deal:L={large}"))
        except CannotPlay:
            continue
        acting = other.game.actor(other.state) == knowledge.seat
        if acting and other.names != match.names and engine.knowledge(other) == knowledge:
            found.append(other)
        if len(found) == 3:
            break
    return found


@pytest.mark.parametrize(("count", "know_own", "ply"), [(2, False, 8), (3, True, 30), (4, True, 30)])
def test_hidden_owners_change_nothing(count: int, know_own: bool, ply: int) -> None:
    match = random_match(count, ply, know_own=know_own)
    advice = PLAYER.advise(engine.knowledge(match), LITTLE, lines=3, seed=5)
    others = twins(match)
    assert others
    for other in others:
        assert comparable(PLAYER.advise(engine.knowledge(other), LITTLE, lines=3, seed=5)) == comparable(
            advice
        )


@pytest.mark.parametrize("count", [2, 3, 4])
@pytest.mark.parametrize("know_own", [True, False])
@pytest.mark.parametrize("either", ["choose", "dog"])
def test_whole_games(count: int, know_own: bool, either: str) -> None:
    PLAYER.warm_up(120)
    match = random_match(count, know_own=know_own, either=either)
    outcome = play_to_end(match, player_named("buddel-bande", "best@100n"))
    assert outcome.rule == "BB12"
    assert outcome.winner in range(count)


@pytest.mark.parametrize("level", engine.LEVELS)
def test_levels_give_the_same_answer_again(level: int) -> None:
    knowledge = engine.knowledge(random_match(2, 40))
    first = PLAYER.advise(knowledge, Effort(level=level), seed=3)
    again = PLAYER.advise(knowledge, Effort(level=level), seed=3)
    assert first.lines == again.lines


def test_levels_slip_by_the_seed() -> None:
    knowledge = engine.knowledge(random_match(3, 30))
    chosen = {PLAYER.advise(knowledge, Effort(level=1), seed=seed).action for seed in range(30)}
    assert len(chosen) > 1


def test_interpreted_and_compiled_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    if not available():
        pytest.skip("there is no Numba here")
    sights = [
        engine.knowledge(random_match(count, 24, know_own=own)) for count in (2, 4) for own in (True, False)
    ]
    assert PLAYER.warm_up(120)
    native = [PLAYER.advise(knowledge, LITTLE, lines=2) for knowledge in sights]

    monkeypatch.setattr(module, "KERNEL_POOL", KernelPool(BuddelBandeKernels, evaluate_choices))
    monkeypatch.setattr(kernel_pool, "available", lambda: False)
    for knowledge, expected in zip(sights, native, strict=True):
        advice = PLAYER.advise(knowledge, LITTLE, lines=2)
        assert not advice.searched.compiled
        assert expected.searched.compiled
        assert comparable(advice) == comparable(expected)


def test_a_set_stop_is_answered_at_the_first_glance() -> None:
    stop = Stop()
    stop.set()
    advice = PLAYER.advise(engine.knowledge(random_match(2, 20)), Effort(nodes=10**9), stop=stop)
    assert advice.searched.depth == 1


def test_lines_and_also() -> None:
    knowledge = _with_choices(3)
    state = engine.state(knowledge)
    names = [knowledge.game.name(state, action) for action in knowledge.game.legal(state)]
    advice = PLAYER.advise(knowledge, LITTLE, lines=2, also=names)
    assert sorted(line.action for line in advice.lines) == sorted(names)
    values = [line.value for line in advice.lines[:2]]
    assert values == sorted(values, reverse=True)
    assert all(line.line[0] == line.action and 0 <= line.value <= 1 for line in advice.lines)
    assert all(str(line.why) for line in advice.lines)


def _with_choices(least: int) -> Knowledge:
    for seed in range(50):
        match = random_match(3, 20, seed=seed)
        if len(match.game.legal(match.state)) >= least:
            return engine.knowledge(match)
    raise AssertionError("no such match")


def test_outlook_adds_up_from_the_deal_to_the_end() -> None:
    match = random_match(3, 10_000)
    for ply in range(0, match.ply + 1, 9):
        state = match.before(ply)
        assert isinstance(state, BuddelBandeState)
        chances = PLAYER.outlook(state, LITTLE)
        assert len(chances) == 3
        assert sum(chances) == pytest.approx(1)
    winner = state_of(match).position.winner
    assert PLAYER.outlook(state_of(match), LITTLE)[winner] == 1


def test_wins_at_once_and_never_for_a_rival() -> None:
    """Whenever a random game offers a win it is taken; no rival is made to win where there is a choice."""
    wins = gifts = 0
    for seed in range(60):
        match = random_match(2, 10_000, seed=seed)
        for ply in range(len(match.names) - 1, len(match.names) - 12, -1):
            state = match.before(ply)
            seat = match.game.actor(state)
            if seat is None or seat < 0:
                continue
            assert isinstance(state, BuddelBandeState)
            won = {
                BUDDEL_BANDE.name(state, a): BUDDEL_BANDE.play(state, a).position.winner
                for a in BUDDEL_BANDE.legal(state)
            }
            if set(won.values()) == {-1}:
                continue
            knowledge = Knowledge(match.setup, match.game.view(state, seat))
            chosen = won[PLAYER.advise(knowledge, LITTLE).action]
            if seat in won.values():
                wins += 1
                assert chosen == seat
            elif -1 in won.values():
                gifts += 1
                assert chosen == -1
    assert wins
    assert gifts
