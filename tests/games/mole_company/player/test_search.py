"""The search agrees with a plain recursion over the rules."""

from __future__ import annotations

from random import Random

import pytest

from moleworks.engine import Stop
from moleworks.games.mole_company.game import MOLE_COMPANY, MoleCompanyState
from moleworks.games.mole_company.player import search
from moleworks.games.mole_company.player.evaluation import FEATURES, chances
from moleworks.games.mole_company.player.search_kernels import MoleCompanyKernels
from moleworks.games.mole_company.player.tables import ONE, search_tables
from moleworks.games.mole_company.rules import DISC, FLIP, MOVE, PLACE, disc_weight
from tests.games.mole_company.player.states import box, random_state, state_with

Values = tuple[int, ...]


def glance(state: MoleCompanyState) -> Values:
    values = [0] * 4
    chances(state.table, search_tables(state.table), state.position, [0] * FEATURES, values, 0)
    return tuple(values)


def expected(state: MoleCompanyState, depth: int) -> Values:
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
    kernels = MoleCompanyKernels(native=True)
    start = box(players=seats, preset=preset, board="burrow", rotations=(1, 0, 2, 5))
    states = [random_state(start, Random(n), 10 + 3 * n) for n in range(12)]
    states += [state_with(start, 3, "a1 e3", "e5 a3", disc=2), state_with(start, 2, "c4 b1", "e3 d5", disc=1)]
    seen = 0
    for state in states:
        if MOLE_COMPANY.phase(state) not in ("move", "bonus", "choose"):
            continue
        seen += 1
        seat = state.position.seat
        legal = MOLE_COMPANY.legal(state)
        for depth in (1, 2):
            buffers = kernels.buffers._replace(stop=Stop().flag)
            buffers.report[search.R_COUNT] = len(legal)
            buffers.report[search.R_ONLY_BEST] = 0
            for at, action in enumerate(legal):
                buffers.root[at], buffers.bias[at] = action, 0
            table, tables = kernels.tables(state.table)
            kernels.search(table, tables, buffers, state.position, depth, search.FAN, 1 << 50)
            for at in range(len(legal)):
                plain = expected(MOLE_COMPANY.play(state, int(buffers.root[at])), depth - 1)
                assert int(buffers.root_chances[4 * at + seat]) == plain[seat]
            assert int(buffers.root_chances[seat]) == max(
                expected(MOLE_COMPANY.play(state, action), depth - 1)[seat] for action in legal
            )
    assert seen > 3


def test_one_flip_from_the_shovel() -> None:
    """By hand: of six discs the one 4 wins, and whatever else comes is judged at a glance."""
    state = state_with(box(players=2, preset="tactile"), 3, "e1", "i9 a5", phase=FLIP)
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
    kernels = MoleCompanyKernels(native=False)
    assert search.evaluate_ahead(
        state.table, search_tables(state.table), kernels.buffers, state.position, 1, 8, 0, ONE, 1 << 50
    )
    assert kernels.buffers.result[0] == by_hand


def test_bounds_change_no_choice() -> None:
    kernels = MoleCompanyKernels(native=True)
    for n in range(8):
        state = random_state(box(players=2), Random(n), 60 + 7 * n)
        if MOLE_COMPANY.phase(state) != "move":
            continue
        best = []
        for only_best in (0, 1):
            buffers = kernels.buffers._replace(stop=Stop().flag)
            buffers.report[search.R_COUNT] = len(MOLE_COMPANY.legal(state))
            buffers.report[search.R_ONLY_BEST] = only_best
            for at, action in enumerate(MOLE_COMPANY.legal(state)):
                buffers.root[at], buffers.bias[at] = action, 0
            table, tables = kernels.tables(state.table)
            kernels.search(table, tables, buffers, state.position, 3, search.WIDTH, 1 << 50)
            best.append((int(buffers.root[0]), int(buffers.root_chances[state.position.seat])))
        assert best[0] == best[1]
