"""Reasons can be checked on the board, and two lines never contradict each other."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from moleworks import engine
from moleworks.engine import Effort, chance
from moleworks.games import CHANCE
from moleworks.games.mole_company.game import MOLE_COMPANY, MoleCompanyState
from moleworks.games.mole_company.player.player import PLAYER
from moleworks.games.mole_company.player.reasons import reason
from moleworks.games.mole_company.rules import (
    BONUS,
    CHOOSE,
    MOVE,
    board_holes,
    landings,
    leaves_hole,
    occupied,
)
from moleworks.record import Match
from tests.games.mole_company.player.states import box, knowledge, random_state, state_of, state_with


def counted(state: MoleCompanyState, space: int) -> int:
    """The discs that take a mole from here into a free hole, each of the six tried out by the rules."""
    table, position = state.table, state.position
    free = board_holes(table, 0) & ~occupied(position)
    return sum(
        bool(landings(table, 0, space, disc, occupied(position)) & free) for disc in (1, 2, 2, 3, 3, 4)
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_place_is_praised_for_what_the_moles_on_the_board_leave(seats: int) -> None:
    checked = 0
    for seed in range(12):
        state = random_state(box(players=seats), Random(seed), 2 * seed)
        if MOLE_COMPANY.phase(state) != "place":
            continue
        for line in PLAYER.advise(knowledge(state), Effort(nodes=300), lines=9, patience=120).lines:
            space, values = MOLE_COMPANY.parse(state, line.action), line.why.values
            if "into a hole" not in line.why.text:
                continue
            if "many" in values or "discs" in values:
                assert values.get("many", values.get("discs")) == counted(state, space)
                checked += 1
            else:
                assert counted(state, space) == 0
    assert checked > 20


def test_whoever_leaves_a_hole_hears_of_it_first() -> None:
    counts: Counter[str] = Counter()
    for seed in range(60):
        state = random_state(box(players=2 + seed % 3, preset="tactile-pro"), Random(seed), 40 + 2 * seed)
        if state.position.phase != MOVE:
            continue
        actions = MOLE_COMPANY.legal(state)
        for action in actions:
            for other in (None, actions[0], actions[-1]):
                why = reason(state.table, state.position, action, other)
                hole = leaves_hole(state.table, state.position, action)
                first = str(why).startswith(("It leaves a hole", "It goes from one hole into another"))
                assert hole == first, str(why)
                counts[why.text] += hole
    assert sum(map(bool, counts.values())) >= 4


def test_to_take_another_disc_and_to_stop_are_not_both_better() -> None:
    phases: Counter[int] = Counter()
    for seed in range(14):
        random = Random(seed)
        options = {"all_home": "may-wait", "specials": True}
        match = Match.begin(MOLE_COMPANY.id, players=2 + seed % 3, options=options)
        while (actor := match.game.actor(match.state)) is not None:
            if actor == CHANCE:
                match.act(chance.draw(match.game, match.state, random))
                continue
            phase = state_of(match).position.phase
            advice = PLAYER.advise(engine.knowledge(match), Effort(nodes=200), lines=2, patience=120)
            if phase in (CHOOSE, BONUS):
                better, worse = (str(line.why) for line in advice.lines)
                phases[phase] += 1
                if round(advice.lines[0].value - advice.lines[1].value, 2) > 0:
                    assert "stands well" not in worse
                    flips = advice.action == "flip"
                    assert ("promises more" in better) == flips
                    assert ("promises more" in worse) == flips
            match.play([advice.action])
    assert phases[BONUS] > 3
    assert phases[CHOOSE] > 3


def test_a_line_that_is_worth_less_says_so() -> None:
    start = box(players=2, options={"all_home": "may-wait", "specials": True})
    state = state_with(start, 0, "b2", "b4", phase=CHOOSE)
    flip, wait = MOLE_COMPANY.legal(state)
    checked = {
        (action, edge): str(reason(state.table, state.position, action, flip + wait - action, edge))
        for action in (flip, wait)
        for edge in (0.1, -0.1)
    }
    assert len(set(checked.values())) == 4
    assert "but moving on promises more" in checked[wait, -0.1]
    assert "leave its hole" in checked[flip, -0.1]


def test_a_move_that_is_worth_less_says_what_the_better_one_has() -> None:
    """Numbers are those of the board, whichever way round they are told."""
    counts: Counter[str] = Counter()
    for seed in range(40):
        state = random_state(box(players=2 + seed % 3), Random(seed), 45 + 2 * seed)
        if state.position.phase != MOVE:
            continue
        table, position = state.table, state.position
        actions = MOLE_COMPANY.legal(state)
        for action in actions[:6]:
            for other in set(actions[-6:]) - {action}:
                better, worse = (reason(table, position, action, other, edge) for edge in (0.1, -0.1))
                for why in (better, worse):
                    if "few" in why.values:
                        assert int(str(why.values["few"])) < int(str(why.values["many"])), str(why)
                    counts[why.text] += 1
    for words in (
        "more discs that reach a hole: {many}",
        "fewer discs that reach a hole: {few}",
        "no hole yet",
    ):
        assert any(words in text for text in counts), words


def test_the_first_hole_is_not_counted_twice() -> None:
    first = state_with(box(players=2), 2, "b4 e1", "a1 i7", disc=1)
    action = MOLE_COMPANY.parse(first, "b4-b5")
    assert str(reason(first.table, first.position, action)) == "It enters a hole, the first of 4."
