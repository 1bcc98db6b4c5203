"""Every action has a reason, with numbers that can be counted."""

from __future__ import annotations

from random import Random

from moleworks import engine
from moleworks.core.bits import count, members
from moleworks.core.messages import Message
from moleworks.engine import Effort
from moleworks.games.mole_hill.board import square_name
from moleworks.games.mole_hill.player.choose_action import MoleHillBudget, choose
from moleworks.games.mole_hill.player.player import PLAYER
from moleworks.games.mole_hill.player.reasons import (
    COUNTS,
    SHUT,
    PlannedAction,
    jumps,
    reason,
    reasons,
    terms,
)
from moleworks.games.mole_hill.rules import OVER, ROD, STEP, MoleHillPosition, MoleHillTable, play
from moleworks.record import Match
from tests.games.mole_hill.player.positions import lawn, legal, random_position

FOR_LATER = "It changes none of the mole's next three steps; it is for later."


def test_every_action_has_a_reason() -> None:
    table = lawn()
    dice = Random(1)
    seen_texts = set()
    for _ in range(200):
        position = random_position(table, dice, dice.randint(1, 20))
        actions = legal(position)
        message = reason(table, position, dice.choice(actions), dice.choice([None, *actions]))
        assert "{" not in str(message)
        seen_texts.add(message.text)
    assert len(seen_texts) > 8


def test_terms_count_squares() -> None:
    table = lawn()
    position = random_position(table, Random(2), 1)
    within = terms(table, position).counts
    assert within[0] == position.reach.bit_count()
    assert within[0] <= within[1] <= within[2] < count(table.squares)


def test_a_rod_is_told_against_the_lawn_without_it() -> None:
    table = lawn(rounds=1)
    dice = Random(3)
    checked = 0
    for _ in range(100):
        position = random_position(table, dice, dice.randint(2, 18))
        if position.phase != ROD:
            continue
        rod = dice.choice(legal(position))
        message = reason(table, position, rod)
        if message.text == COUNTS[0]:
            after = play(table, position, rod)
            assert message.values == {"now": count(after.reach), "then": count(position.reach)}
            checked += 1
    assert checked


def test_the_last_step_tells_the_points() -> None:
    table = lawn(rounds=1)
    dice = Random(4)
    while True:
        position = random_position(table, dice, table.supply - 1)
        if position.phase == STEP:
            break
    action = legal(position)[0]
    assert play(table, position, action).phase == OVER
    assert "last step" in str(reason(table, position, action))


def every_reason(
    table: MoleHillTable, position: MoleHillPosition, seed: int
) -> list[tuple[int, int, list[Message]]]:
    """By way of a search for three: its action, the one it is compared with, and all that speaks for it."""
    options = choose(table, position, MoleHillBudget(nodes=5_000), lines=3, seed=seed).options
    if len(options) == 1:
        return []
    found = []
    for option in options:
        other = options[1] if option is options[0] else options[0]
        courses = PlannedAction(option.action, option.line), PlannedAction(other.action, other.line)
        checked = list(reasons(table, position, *courses, best=option is options[0]))
        assert checked
        found.append((option.action, other.action, checked))
    return found


def test_what_a_rod_is_said_to_do_it_does() -> None:
    table = lawn(rounds=1)
    dice = Random(5)
    named = idle = 0
    for seed in range(120):
        position = random_position(table, dice, dice.randint(2, 18))
        if position.phase != ROD or jumps(table, position):
            continue
        for rod, _, checked in every_reason(table, position, seed):
            after = play(table, position, rod)
            if after.phase == OVER:
                continue
            then, now = terms(table, position), terms(table, after)
            for message in checked:
                assert message.values.get("now", -1) != message.values.get("then", -2)
                if message.text == FOR_LATER:
                    assert now == then
                    idle += 1
                if message.text in SHUT:
                    at = SHUT.index(message.text)
                    gone = members(then.within[at] & ~now.within[at])
                    squares = ", ".join(square_name(table.columns, square) for square in gone)
                    assert message.values == {"squares": squares}
                    named += 1
    assert named
    assert idle


def test_a_step_is_never_counted_against_a_jump() -> None:
    table = lawn(rounds=1)
    dice = Random(6)
    met = 0
    while met < 10:
        position = random_position(table, dice, dice.randint(2, 12))
        if position.phase != STEP or not (position.reach >> table.centre) & 1 or jumps(table, position):
            continue
        for step in set(legal(position)) - {table.centre}:
            for best in (False, True):
                for message in reasons(
                    table, position, PlannedAction(step), PlannedAction(table.centre), best
                ):
                    assert "then" not in message.values
        met += 1


def test_steps_are_told_by_numbers_that_differ() -> None:
    table = lawn(rounds=1)
    dice = Random(7)
    seen_texts = set()
    for seed in range(120):
        position = random_position(table, dice, dice.randint(2, 16))
        if position.phase != STEP:
            continue
        for _, _, checked in every_reason(table, position, seed):
            for message in checked:
                assert message.values.get("now", -1) != message.values.get("then", -2)
                seen_texts.add(message.text)
    assert any(text.startswith("Later on, the mole should have") for text in seen_texts)


def test_three_lines_have_three_reasons() -> None:
    match = Match.begin("mole-hill")
    match.play(["d3", "d3|d4", "c3", "c3|c4"])
    for rod in (False, True):
        if rod:
            match.play(["b2"])
        advice = PLAYER.advise(engine.knowledge(match), Effort(nodes=20_000), lines=3, seed=1)
        assert len({str(line.why) for line in advice.lines}) == 3
