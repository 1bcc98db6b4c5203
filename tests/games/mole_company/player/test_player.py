"""The player of Mole Company through its public interface."""

from __future__ import annotations

import threading
from random import Random
from typing import Any

import pytest

from moleworks import engine
from moleworks.engine import Effort, Knowledge, Stop, chance
from moleworks.engine.kernel_pool import KernelPool
from moleworks.games import CHANCE, Refused
from moleworks.games.mole_company.game import MOLE_COMPANY, MoleCompanyState
from moleworks.games.mole_company.player import oversights, player, search
from moleworks.games.mole_company.player.player import PLAYER, MoleCompanyBudget
from moleworks.games.mole_company.player.search_kernels import MoleCompanyKernels
from moleworks.games.mole_company.rules import BONUS, CHOOSE, FLIP, MoleCompanyPosition
from moleworks.record import Match
from tests.games.mole_company.player.states import box, knowledge, random_state, state_with

LONG = 120.0
SOME = Effort(nodes=400)


@pytest.mark.parametrize("board", ["classic", "burrow"])
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("preset", list(MOLE_COMPANY.presets))
def test_plays_whole_games_by_the_rules(preset: str, seats: int, board: str) -> None:
    random = Random(f"{preset} {seats} {board}")
    match = Match.begin(MOLE_COMPANY.id, players=seats, preset=preset, board=board, rotations=(5, 1, 2, 3))
    while (actor := match.game.actor(match.state)) is not None:
        if actor == CHANCE:
            match.play([match.game.name(match.state, chance.draw(match.game, match.state, random))])
        else:
            advice = PLAYER.advise(engine.knowledge(match), SOME, patience=LONG)
            assert 0 <= advice.value <= 1
            match.play([advice.action])
    outcome = match.game.outcome(match.state)
    assert outcome is not None
    assert not outcome.draw, "it makes progress"


@pytest.mark.parametrize(
    "options",
    [
        {"reshuffle": 5},
        {"final_paths": "into"},
        {"turn_limit": 3},
        {"all_home": "may-wait", "specials": True},
    ],
)
def test_plays_with_every_option(options: dict[str, Any]) -> None:
    random = Random(1)
    match = Match.begin(MOLE_COMPANY.id, players=2, board="burrow", options=options)
    while (actor := match.game.actor(match.state)) is not None:
        if actor == CHANCE:
            match.play([match.game.name(match.state, chance.draw(match.game, match.state, random))])
        else:
            match.play([PLAYER.advise(engine.knowledge(match), SOME, patience=LONG).action])


def some_positions() -> list[MoleCompanyState]:
    starts = [box(players=2), box(players=3, preset="tactile-pro"), box(players=4, rotations=(1, 2, 3, 4))]
    states = [random_state(start, Random(n), n) for start in starts for n in (3, 41, 60, 90, 130)]
    return [state for state in states if MOLE_COMPANY.actor(state) not in (None, CHANCE)]


def test_the_same_effort_and_seed_give_the_same_answer() -> None:
    for state in some_positions():
        for effort in (Effort(nodes=2_000), Effort(level=2)):
            one, other = (PLAYER.advise(knowledge(state), effort, seed=3, patience=LONG) for _ in range(2))
            assert one.lines == other.lines
            assert one.searched.nodes == other.searched.nodes


def test_what_a_level_overlooks_hangs_on_the_seed() -> None:
    state = some_positions()[1]
    assert (
        len(
            {
                PLAYER.advise(knowledge(state), Effort(level=1), seed=n, patience=LONG).action
                for n in range(20)
            }
        )
        > 1
    )


def test_even_the_weakest_leaves_no_hole_for_nothing() -> None:
    """The moles at c2 and h5 are at home; the one at e2 can move: whatever is overlooked, it does."""
    state = state_with(box(players=2), 2, "c2 h5 e2", "f7 a1 a5", disc=1)
    chosen = {
        PLAYER.advise(knowledge(state), Effort(level=1), seed=n, patience=LONG).action for n in range(40)
    }
    assert len(chosen) > 1
    assert all(action.startswith("e2-") for action in chosen)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("level", engine.LEVELS)
def test_no_level_overlooks_a_win(level: int, seats: int) -> None:
    """In games by chance, wherever a move wins; even a search that is stopped at once finds it."""
    stop, found = Stop(), 0
    stop.set()
    for number in range(12):
        state, random = box(players=seats, board="burrow"), Random(f"{seats} {number}")
        while (actor := MOLE_COMPANY.actor(state)) is not None:
            winning = {
                MOLE_COMPANY.name(state, a) for a in MOLE_COMPANY.legal(state) if oversights.wins(state, a)
            }
            for seed in range(5) if winning else ():
                found += 1
                assert PLAYER.choose(knowledge(state), Effort(level=level), seed=seed) in winning
                advice = PLAYER.advise(knowledge(state), Effort(level=level), seed=seed, lines=3, stop=stop)
                assert advice.action in winning
            state = random_state(state, random, 1)
        assert actor is None
    assert found >= 60


def test_interpreted_and_compiled_search_find_the_same() -> None:
    kernel_sets = MoleCompanyKernels(native=True), MoleCompanyKernels(native=False)
    for state in some_positions():
        found = [
            player._search_result(
                state, MoleCompanyBudget(nodes=300, blind=0.6, missed=0.5), 5, Stop(), kernels, only_best=only
            )
            for kernels in kernel_sets
            for only in (True, False)
        ]
        assert found[:2] == found[2:]


def test_lines_are_the_best_first_and_those_asked_about() -> None:
    for state in some_positions():
        names = [MOLE_COMPANY.name(state, action) for action in MOLE_COMPANY.legal(state)]
        advice = PLAYER.advise(
            knowledge(state), Effort(nodes=3_000), lines=3, also=[names[-1], names[0]], patience=LONG
        )
        found = [line.action for line in advice.lines]
        assert len(set(found)) == len(found) >= min(3, len(names))
        assert {names[0], names[-1]} <= set(found) <= set(names)
        values = [line.value for line in advice.lines]
        assert values == sorted(values, reverse=True)
        for line in advice.lines:
            assert line.line[0] == line.action
            assert str(line.why)


def test_stops_when_told() -> None:
    state = some_positions()[2]
    stop = Stop()
    stop.set()
    advice = PLAYER.advise(knowledge(state), Effort(nodes=1 << 50), stop=stop, patience=LONG)
    assert advice.searched.nodes <= 64
    later = Stop()
    timer = threading.Timer(0.05, later.set)
    timer.start()
    advice = PLAYER.advise(knowledge(state), Effort(nodes=1 << 50), stop=later, patience=LONG)
    assert MOLE_COMPANY.explain(state, advice.action) is None


def test_seconds_end_a_search() -> None:
    state = some_positions()[2]
    advice = PLAYER.advise(knowledge(state), Effort(seconds=0.02), patience=LONG)
    assert MOLE_COMPANY.explain(state, advice.action) is None


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_outlook_of_all_seats_sums_to_one(seats: int) -> None:
    state, random = box(players=seats, board="burrow"), Random(seats)
    while (actor := MOLE_COMPANY.actor(state)) is not None:
        outlook = PLAYER.outlook(state, Effort(nodes=200))
        assert len(outlook) == seats
        assert sum(outlook) == pytest.approx(1, abs=1e-4)
        name = "" if actor == CHANCE else PLAYER.advise(knowledge(state), SOME, patience=LONG).action
        action = MOLE_COMPANY.parse(state, name) if name else chance.draw(MOLE_COMPANY, state, random)
        state = MOLE_COMPANY.play(state, action)
    assert sorted(PLAYER.outlook(state, SOME)) == [0.0] * (seats - 1) + [1.0]


def test_a_draw_is_shared_by_those_still_in() -> None:
    state = box(players=3, board="burrow", options={"turn_limit": 10})
    here = state_with(state, 2, "a1", "", "e3", disc=1)
    over = MOLE_COMPANY.play(here, MOLE_COMPANY.parse(here, "a1-b1"))
    assert MOLE_COMPANY.phase(over) == "over"
    assert PLAYER.outlook(over, SOME) == (0.5, 0.0, 0.5)


def test_takes_the_shovel() -> None:
    state = state_with(box(players=3), 3, "e1 b1", "i9", "i5", disc=4)
    advice = PLAYER.advise(knowledge(state), SOME, patience=LONG)
    assert (advice.action, advice.value, advice.searched.exact) == ("e1-e5", 1.0, True)
    assert "shovel" in str(advice.lines[0].why)


def test_wins_by_closing_the_board_on_all_rivals() -> None:
    # Three of the four holes are the seat's own, and no rival is in the fourth.
    state = state_with(box(players=2), 2, "c2 h5 f7 b2", "a5 e1 i7", disc=3)
    advice = PLAYER.advise(knowledge(state), SOME, patience=LONG)
    assert (advice.action, advice.value) == ("b2-b5", 1.0)


def test_does_not_leave_a_hole_for_nothing() -> None:
    # Two holes are left, and others would have the one that is left as well.
    state = state_with(box(players=2), 2, "c2 h5 e2", "f7 a1 a5", disc=1)
    for n in range(5):
        advice = PLAYER.advise(knowledge(state), Effort(nodes=2_000), seed=n, patience=LONG)
        assert advice.action.startswith("e2-")


def test_late_in_a_game_it_enters_a_hole_whenever_it_can() -> None:
    state = state_with(box(players=2), 2, "b2 e2 e4", "f7 h5 c2 a1", disc=3)
    late = state._replace(position=state.position._replace(turns=2 * search.LATE_TURNS))
    assert PLAYER.advise(knowledge(late), SOME, patience=LONG).action == "b2-b5"


def test_waits_at_home_rather_than_leave_it() -> None:
    state = state_with(box(players=2, preset="tactile"), 2, "c2 h5", "f7 a1 a2", phase=CHOOSE)
    assert PLAYER.advise(knowledge(state), SOME, patience=LONG).action == "wait"


def test_flips_once_more_when_that_can_win() -> None:
    state = state_with(box(players=2), 3, "c5 e9 f9", "a1", phase=BONUS)
    state = state._replace(position=state.position._replace(bonus=1))
    assert PLAYER.advise(knowledge(state), Effort(nodes=2_000), patience=LONG).action == "flip"


def test_chance_is_weighed_by_what_is_left() -> None:
    """Seat 0 wins with a 4 and with nothing else, and has a 4 and a 1 face down."""
    start = box(players=2, preset="tactile")
    here = state_with(start, 3, "e1", "i9 a5 e9", phase=FLIP)
    here = here._replace(position=here.position._replace(left=(here.position.left & ~255) | 0b01_00_00_01))
    outlook = PLAYER.outlook(here, Effort(nodes=20_000))
    assert 0.5 < outlook[0] < 1


def test_without_compiled_kernels_it_answers_too(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = KernelPool(MoleCompanyKernels, search.search)
    monkeypatch.setattr(plain, "warm_up", lambda wait=0.0, stop=None: False)
    monkeypatch.setattr(player, "KERNEL_POOL", plain)
    state = some_positions()[1]
    advice = PLAYER.advise(knowledge(state), Effort(seconds=0.05))
    assert not advice.searched.compiled
    assert MOLE_COMPANY.explain(state, advice.action) is None


def test_a_view_is_all_it_needs() -> None:
    match = Match.begin(MOLE_COMPANY.id, players=2)
    seen = Knowledge(match.setup, match.game.view(match.state, None))
    assert (
        PLAYER.advise(seen, SOME, patience=LONG).action == PLAYER.advise(engine.knowledge(match), SOME).action
    )


def test_an_action_that_cannot_be_played_is_not_valued() -> None:
    match = Match.begin("mole-company", board="burrow")
    with pytest.raises(Refused):
        PLAYER.advise(engine.knowledge(match), Effort(nodes=100), also=["z9"])


def test_the_text_that_seeds_a_choice_never_changes() -> None:
    """Frozen games and levels depend on it, whatever the class and its fields are called."""
    text = player._seed_text(3, MoleCompanyPosition(2, 1, 0, 5, 6, 7, 8, 90, 4, 0, 12, -1))
    assert text == (
        "3 Position(phase=2, level=1, seat=0, moles0=5, moles1=6, moles2=7, moles3=8,"
        " left=90, disc=4, bonus=0, turns=12, winner=-1)"
    )
