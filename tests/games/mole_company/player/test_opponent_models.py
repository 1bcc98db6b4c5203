"""Rivals get the model that explains their actions."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from moleworks import engine
from moleworks.engine import Effort, Knowledge, chance
from moleworks.engine.kernel_pool import to_list
from moleworks.games import CHANCE
from moleworks.games.mole_company.game import MOLE_COMPANY
from moleworks.games.mole_company.player.opponent_models import (
    GREEDY,
    NEAR,
    THINKS,
    position_seed,
    preferred_action,
)
from moleworks.games.mole_company.player.player import PLAYER
from moleworks.games.mole_company.player.reference import REFERENCES
from moleworks.games.mole_company.player.search_kernels import MoleCompanyKernels
from moleworks.games.mole_company.rules import MOVE, board_holes, moles
from moleworks.games.mole_company.state_from_view import heard_actions
from moleworks.record import Match
from tests.games.mole_company.player.states import box, random_state, state_of

Choice = Callable[[Knowledge, int], str]


def thinker(knowledge: Knowledge, seed: int) -> str:
    return PLAYER.choose(knowledge, Effort(nodes=600), seed=seed)


def reference(name: str) -> Choice:
    return lambda knowledge, seed: REFERENCES[name](knowledge, Effort(nodes=1), seed)


MODELS: dict[int, Choice] = {THINKS: thinker, GREEDY: reference("greedy"), NEAR: reference("near")}


def played(line_up: list[int], seed: int, choices: int) -> Match:
    """A match after so many choices, in which each seat has the habit named."""
    match, random = (
        Match.begin(MOLE_COMPANY.id, players=len(line_up), rotations=(2, 1, 3, seed % 6)),
        Random(seed),
    )
    while choices and (actor := match.game.actor(match.state)) is not None:
        if actor == CHANCE:
            match.play([match.game.name(match.state, chance.draw(match.game, match.state, random))])
        else:
            match.play([MODELS[line_up[actor]](engine.knowledge(match), random.getrandbits(30))])
            choices -= 1
    return match


def identify(kernels: MoleCompanyKernels, match: Match) -> list[int]:
    kernels.model_opponents(state_of(match), heard_actions(engine.knowledge(match)))
    return to_list(kernels.buffers.opponent_models)[: match.setup.players]


def to_act(match: Match) -> Match:
    """The same, once a seat is to act: only then somebody has a sight."""
    random = Random(1)
    while match.game.actor(match.state) == CHANCE:
        match.play([match.game.name(match.state, chance.draw(match.game, match.state, random))])
    return match


@pytest.mark.parametrize("seats", [3, 4])
def test_each_is_taken_for_what_it_is(seats: int) -> None:
    kernels, right, asked = MoleCompanyKernels(native=True), 0, 0
    for seed in range(8):
        line_up = [Random(seed).choice([THINKS, GREEDY, NEAR]) for _ in range(seats)]
        match = to_act(played(line_up, seed, 14 * seats))
        right += sum(a == b for a, b in zip(identify(kernels, match), line_up, strict=True))
        asked += seats
    assert right >= 0.9 * asked


def test_interpreted_and_compiled_agree() -> None:
    for seed in range(2):
        match = to_act(played([GREEDY, NEAR, THINKS], seed, 30))
        native, slow = MoleCompanyKernels(native=True), MoleCompanyKernels(native=False)
        assert identify(native, match) == identify(slow, match)
        assert to_list(native.scores) == to_list(slow.scores)


def test_who_heard_nothing_takes_all_for_thinkers() -> None:
    kernels, match = MoleCompanyKernels(native=True), to_act(played([GREEDY] * 3, 1, 30))
    assert identify(kernels, match) == [GREEDY] * 3
    kernels.model_opponents(state_of(match), ())
    assert to_list(kernels.buffers.opponent_models) == [THINKS] * 4


def test_what_was_heard_of_another_match_tells_nothing() -> None:
    kernels, match = MoleCompanyKernels(native=True), to_act(played([GREEDY] * 3, 1, 30))
    other = to_act(played([GREEDY] * 3, 2, 33))
    kernels.model_opponents(state_of(match), heard_actions(engine.knowledge(other)))
    assert to_list(kernels.buffers.opponent_models) == [THINKS] * 4
    assert heard_actions(engine.knowledge(match)._replace(heard=("z9",))) == ()


def test_one_alone_is_always_taken_for_a_thinker() -> None:
    assert identify(MoleCompanyKernels(native=True), to_act(played([GREEDY, GREEDY], 3, 30))) == [THINKS] * 2


@pytest.mark.parametrize("model", [GREEDY, NEAR])
def test_a_model_enters_a_hole_when_it_can_and_leaves_one_only_when_it_must(model: int) -> None:
    kernels, seen = MoleCompanyKernels(native=False), 0
    for n in range(60):
        state = random_state(box(players=3, rotations=(0, 1, 2, 3)), Random(n), 30 + n)
        position = state.position
        if position.phase != MOVE:
            continue
        table, tables = kernels.tables(state.table)
        holes = board_holes(state.table, position.level)
        action = preferred_action(
            table, tables, position, model, position_seed(position), kernels.buffers.actions, 0
        )
        legal = MOLE_COMPANY.legal(state)
        assert action in legal
        outside = moles(position, position.seat) & ~holes
        entering = [a for a in legal if holes >> (a & 63) & 1 and outside >> ((a - 64) >> 6) & 1]
        seen += bool(entering)
        assert not entering or action in entering
        stays = [a for a in legal if outside >> ((a - 64) >> 6) & 1]
        assert not stays or action in stays
    assert seen > 3


def test_a_search_expects_of_a_rival_what_it_is_used_to_do() -> None:
    seen = 0
    for seed in range(4):
        match = to_act(played([THINKS, GREEDY, GREEDY, GREEDY], seed, 36))
        position = state_of(match).position
        if position.phase != MOVE or position.seat != 0:
            continue
        seen += 1
        counts = PLAYER.advise(engine.knowledge(match), Effort(nodes=2000), seed=1)
        deaf = PLAYER.advise(engine.knowledge(match)._replace(heard=()), Effort(nodes=2000), seed=1)
        again = PLAYER.advise(engine.knowledge(match), Effort(nodes=2000), seed=1)
        assert counts.lines == again.lines
        assert counts.value != deaf.value
    assert seen
