"""The search against the same expectation worked out by plain recursion over the rules."""

from __future__ import annotations

from random import Random

import pytest

from moleworks.games.mole_company.game import MOLE_COMPANY, State
from moleworks.games.mole_company.rules import DISC, FLIP, MOVE, PLACE, disc_weight
from moleworks.players import Stop
from moleworks.players.mole_company import search
from moleworks.players.mole_company.evaluation import FEATURES, chances
from moleworks.players.mole_company.ground import ONE, ground
from moleworks.players.mole_company.workshop import Kit
from tests.players.mole_company.boxes import box, standing, wandered

Values = tuple[int, ...]


def glance(state: State) -> Values:
    values = [0] * 4
    chances(state.table, ground(state.table), state.position, [0] * FEATURES, values, 0)
    return tuple(values)


def expected(state: State, depth: int) -> Values:
    """Everybody's chances if each takes the best for the own seat and discs count by their odds."""
    phase, seat = state.position.phase, state.position.seat
    name = MOLE_COMPANY.phase(state)
    if name == "over" or (depth == 0 and name not in ("bonus", "choose")):
        return glance(state)
    after = [(action, MOLE_COMPANY.play(state, action)) for action in MOLE_COMPANY.legal(state)]
    if phase == FLIP:
        weights = [disc_weight(state.position, action - DISC) for action, _ in after]
        found = [expected(s, depth if s.position.phase == MOVE else depth - 1) for _, s in after]
        return tuple(
            sum(w * values[n] for w, values in zip(weights, found, strict=True)) // sum(weights)
            for n in range(4)
        )
    further = depth - 1 if phase in (MOVE, PLACE) else depth
    return max((expected(s, further) for _, s in after), key=lambda values: values[seat])


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("preset", ["ravensburger", "tactile-pro"])
def test_finds_what_plain_recursion_finds(preset: str, seats: int) -> None:
    kit = Kit(native=True)
    start = box(players=seats, preset=preset, board="burrow", rotations=(1, 0, 2, 5))
    states = [wandered(start, Random(n), 10 + 3 * n) for n in range(12)]
    states += [standing(start, 3, "a1 e3", "e5 a3", disc=2), standing(start, 2, "c4 b1", "e3 d5", disc=1)]
    seen = 0
    for state in states:
        if MOLE_COMPANY.phase(state) not in ("move", "bonus", "choose"):
            continue
        seen += 1
        seat = state.position.seat
        legal = MOLE_COMPANY.legal(state)
        for depth in (1, 2):
            desk = kit.desk._replace(stop=Stop().flag)
            desk.report[search.R_COUNT] = len(legal)
            desk.report[search.R_ONLY_BEST] = 0
            for at, action in enumerate(legal):
                desk.root[at], desk.bias[at] = action, 0
            table, tables = kit.tables(state.table)
            kit.search(table, tables, desk, state.position, depth, search.FAN, 1 << 50)
            for at in range(len(legal)):
                plain = expected(MOLE_COMPANY.play(state, int(desk.root[at])), depth - 1)
                assert int(desk.worth[4 * at + seat]) == plain[seat]
            assert int(desk.worth[seat]) == max(
                expected(MOLE_COMPANY.play(state, action), depth - 1)[seat] for action in legal
            )
    assert seen > 3


def test_one_flip_from_the_shovel() -> None:
    """By hand: of six discs the one 4 wins, and whatever else comes is judged at a glance."""
    state = standing(box(players=2, preset="tactile"), 3, "e1", "i9 a5", phase=FLIP)
    others = [
        (
            disc_weight(state.position, disc),
            max(glance(MOLE_COMPANY.play(after, a))[0] for a in MOLE_COMPANY.legal(after)),
        )
        for disc in (1, 2, 3)
        for after in [MOLE_COMPANY.play(state, DISC + disc)]
    ]
    by_hand = (ONE + sum(weight * value for weight, value in others)) // 6
    assert expected(state, 1)[0] == by_hand
    kit = Kit(native=False)
    assert search.look(state.table, ground(state.table), kit.desk, state.position, 1, 8, 0, ONE, 1 << 50)
    assert kit.desk.result[0] == by_hand


def test_bounds_change_no_choice() -> None:
    kit = Kit(native=True)
    for n in range(8):
        state = wandered(box(players=2), Random(n), 60 + 7 * n)
        if MOLE_COMPANY.phase(state) != "move":
            continue
        best = []
        for only_best in (0, 1):
            desk = kit.desk._replace(stop=Stop().flag)
            desk.report[search.R_COUNT] = len(MOLE_COMPANY.legal(state))
            desk.report[search.R_ONLY_BEST] = only_best
            for at, action in enumerate(MOLE_COMPANY.legal(state)):
                desk.root[at], desk.bias[at] = action, 0
            table, tables = kit.tables(state.table)
            kit.search(table, tables, desk, state.position, 3, search.WIDTH, 1 << 50)
            best.append((int(desk.root[0]), int(desk.worth[state.position.seat])))
        assert best[0] == best[1]
