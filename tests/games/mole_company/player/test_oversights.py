"""What levels overlook, and what they never overlook."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from moleworks.games.mole_company.game import MOLE_COMPANY, MoleCompanyState
from moleworks.games.mole_company.player import oversights
from moleworks.games.mole_company.player.levels import LEVELS
from moleworks.games.mole_company.rules import CHOOSE
from tests.games.mole_company.player.states import box, random_state, state_with

SEEDS = range(300)


def seldom_seen(state: MoleCompanyState, missed: float = 1.0) -> dict[str, float]:
    """By action, how often it is overlooked by somebody who sees nothing else at all."""
    legal = MOLE_COMPANY.legal(state)
    times = dict.fromkeys(legal, 0)
    for seed in SEEDS:
        dice = Random(seed)
        for action in oversights.overlooked(state, dice.sample(legal, len(legal)), 1.0, missed, dice):
            times[action] += 1
    return {MOLE_COMPANY.name(state, action): number / len(SEEDS) for action, number in times.items()}


@pytest.mark.parametrize(
    ("disc", "moles", "into", "least", "most"),
    [
        (1, "b4 e1 e2", "b4-b5", 0.0, 0.0),
        (2, "b3 e1 e2", "b3-b5", 0.42, 0.58),
        (3, "b2 e1 e2", "b2-b5", 0.67, 0.83),
        (4, "b1 e1 e2", "b1-b5", 0.8, 0.95),
    ],
)
def test_a_hole_is_overlooked_the_likelier_the_further_it_is(
    disc: int, moles: str, into: str, least: float, most: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(oversights, "first_seen", lambda state, actions: -1)  # wherever their eyes are
    state = state_with(box(players=2), 2, moles, "f7 h5 a1", disc=disc)
    assert least <= seldom_seen(state, missed=0.5)[into] <= most
    assert seldom_seen(state, missed=0.0)[into] == 0


def test_eyes_are_on_the_mole_that_stands_best() -> None:
    """Most discs lead from b2 into a hole, and c2 is one: if all else is overlooked, the mole at b2 moves."""
    state = state_with(box(players=2), 2, "b2 e1 c2", "f7 h5 a1", disc=2)
    seen = {action for action, often in seldom_seen(state).items() if often < 1}
    assert len(seen) > 1
    assert {action[:2] for action in seen} == {"b2"}


def test_nobody_leaves_a_hole_because_a_better_move_is_overlooked() -> None:
    """The mole outside can only enter a hole, the one at home only leave it: the former is seen."""
    state = state_with(box(players=2), 2, "b1 c2", "a1 c1 f7 h5", disc=4)
    actions = MOLE_COMPANY.legal(state)
    names = {MOLE_COMPANY.name(state, action) for action in actions}
    assert {name[:2] for name in names} == {"b1", "c2"}
    assert MOLE_COMPANY.name(state, oversights.first_seen(state, actions)).startswith("b1")


def test_something_is_always_seen() -> None:
    for number in range(60):
        state = random_state(box(players=3), Random(number), 3 * number)
        actions = MOLE_COMPANY.legal(state)
        if actions:
            assert len(oversights.overlooked(state, actions, 1.0, 1.0, Random(number))) < len(actions)


def test_of_two_things_to_choose_from_none_is_overlooked() -> None:
    state = state_with(box(players=2, preset="tactile"), 2, "c2 h5", "f7 a1 a2", phase=CHOOSE)
    assert set(seldom_seen(state).values()) == {0.0}


def test_levels_overlook_less_and_less() -> None:
    for below, above in pairwise(LEVELS):
        assert above.blind < below.blind
        assert above.missed < below.missed or above.missed == below.missed == 0
    assert LEVELS[-1].blind == LEVELS[-1].missed == 0
    assert all(level.missed <= 0.06 for level in LEVELS[2:]), "from level 3 a hole is hardly ever overlooked"
