"""Rivals are taken for what they are, by what they did."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from moleworks import players
from moleworks.games import CHANCE
from moleworks.games.mole_company.game import MOLE_COMPANY
from moleworks.games.mole_company.rules import MOVE, moles
from moleworks.players import Effort, Sight, lots
from moleworks.players.mole_company.habits import GREEDY, NEAR, THINKS, favourite, lot
from moleworks.players.mole_company.player import PLAYER
from moleworks.players.mole_company.reference import REFERENCES
from moleworks.players.mole_company.sight import heard
from moleworks.players.mole_company.workshop import Kit
from moleworks.players.workshop import plain
from moleworks.record import Match
from tests.players.mole_company.boxes import box, wandered

Choice = Callable[[Sight, int], str]


def thinker(sight: Sight, seed: int) -> str:
    return PLAYER.choose(sight, Effort(nodes=600), seed=seed)


def reference(name: str) -> Choice:
    return lambda sight, seed: REFERENCES[name](sight, Effort(nodes=1), seed)


HABITS: dict[int, Choice] = {THINKS: thinker, GREEDY: reference("greedy"), NEAR: reference("near")}


def played(line_up: list[int], seed: int, choices: int) -> Match:
    """A match after so many choices, in which each seat has the habit named."""
    match, random = (
        Match.begin(MOLE_COMPANY.id, players=len(line_up), rotations=(2, 1, 3, seed % 6)),
        Random(seed),
    )
    while choices and (actor := match.game.actor(match.state)) is not None:
        if actor == CHANCE:
            match.play([match.game.name(match.state, lots.draw(match.game, match.state, random))])
        else:
            match.play([HABITS[line_up[actor]](players.sight(match), random.getrandbits(30))])
            choices -= 1
    return match


def taken_for(kit: Kit, match: Match) -> list[int]:
    kit.watch(match.state, heard(players.sight(match)))
    return plain(kit.desk.habits)[: match.setup.players]


def to_act(match: Match) -> Match:
    """The same, once a seat is to act: only then somebody has a sight."""
    random = Random(1)
    while match.game.actor(match.state) == CHANCE:
        match.play([match.game.name(match.state, lots.draw(match.game, match.state, random))])
    return match


@pytest.mark.parametrize("seats", [3, 4])
def test_each_is_taken_for_what_it_is(seats: int) -> None:
    kit, right, asked = Kit(native=True), 0, 0
    for seed in range(8):
        line_up = [Random(seed).choice([THINKS, GREEDY, NEAR]) for _ in range(seats)]
        match = to_act(played(line_up, seed, 14 * seats))
        right += sum(a == b for a, b in zip(taken_for(kit, match), line_up, strict=True))
        asked += seats
    assert right >= 0.9 * asked


def test_interpreted_and_compiled_agree() -> None:
    for seed in range(2):
        match = to_act(played([GREEDY, NEAR, THINKS], seed, 30))
        native, slow = Kit(native=True), Kit(native=False)
        assert taken_for(native, match) == taken_for(slow, match)
        assert plain(native.scores) == plain(slow.scores)


def test_who_heard_nothing_takes_all_for_thinkers() -> None:
    kit, match = Kit(native=True), to_act(played([GREEDY] * 3, 1, 30))
    assert taken_for(kit, match) == [GREEDY] * 3
    kit.watch(match.state, ())
    assert plain(kit.desk.habits) == [THINKS] * 4


def test_what_was_heard_of_another_match_tells_nothing() -> None:
    kit, match = Kit(native=True), to_act(played([GREEDY] * 3, 1, 30))
    other = to_act(played([GREEDY] * 3, 2, 33))
    kit.watch(match.state, heard(players.sight(other)))
    assert plain(kit.desk.habits) == [THINKS] * 4
    assert heard(players.sight(match)._replace(heard=("z9",))) == ()


def test_one_alone_is_always_taken_for_a_thinker() -> None:
    assert taken_for(Kit(native=True), to_act(played([GREEDY, GREEDY], 3, 30))) == [THINKS] * 2


@pytest.mark.parametrize("habit", [GREEDY, NEAR])
def test_a_habit_enters_a_hole_when_it_can_and_leaves_one_only_when_it_must(habit: int) -> None:
    kit, seen = Kit(native=False), 0
    for n in range(60):
        state = wandered(box(players=3, rotations=(0, 1, 2, 3)), Random(n), 30 + n)
        position = state.position
        if position.phase != MOVE:
            continue
        table, ground = kit.tables(state.table)
        holes = state.table.holes[position.level]
        action = favourite(table, ground, position, habit, lot(position), kit.desk.actions, 0)
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
        position = match.state.position
        if position.phase != MOVE or position.seat != 0:
            continue
        seen += 1
        told = PLAYER.advise(players.sight(match), Effort(nodes=2000), seed=1)
        deaf = PLAYER.advise(players.sight(match)._replace(heard=()), Effort(nodes=2000), seed=1)
        again = PLAYER.advise(players.sight(match), Effort(nodes=2000), seed=1)
        assert told.lines == again.lines
        assert told.value != deaf.value
    assert seen
