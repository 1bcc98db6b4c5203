"""One sentence for every action, with numbers that can be counted."""

from __future__ import annotations

from random import Random

from moleworks.games.bits import count
from moleworks.games.mole_hill.rules import OVER, ROD, STEP, play
from moleworks.players.mole_hill.reasons import COUNTS, reason, terms
from tests.players.mole_hill.lawns import lawn, legal, somewhere


def test_every_action_has_a_reason() -> None:
    table = lawn()
    dice = Random(1)
    said = set()
    for _ in range(200):
        position = somewhere(table, dice, dice.randint(1, 20))
        actions = legal(position)
        message = reason(table, position, dice.choice(actions), dice.choice([None, *actions]))
        assert "{" not in str(message)
        said.add(message.text)
    assert len(said) > 8


def test_terms_count_squares() -> None:
    table = lawn()
    position = somewhere(table, Random(2), 1)
    within = terms(table, position).counts
    assert within[0] == position.reach.bit_count()
    assert within[0] <= within[1] <= within[2] < count(table.squares)


def test_a_rod_is_told_against_the_lawn_without_it() -> None:
    table = lawn(rounds=1)
    dice = Random(3)
    told = 0
    for _ in range(100):
        position = somewhere(table, dice, dice.randint(2, 18))
        if position.phase != ROD:
            continue
        rod = dice.choice(legal(position))
        message = reason(table, position, rod)
        if message.text == COUNTS[0]:
            after = play(table, position, rod)
            assert message.values == {"now": count(after.reach), "then": count(position.reach)}
            told += 1
    assert told


def test_the_last_step_tells_the_points() -> None:
    table = lawn(rounds=1)
    dice = Random(4)
    while True:
        position = somewhere(table, dice, table.supply - 1)
        if position.phase == STEP:
            break
    action = legal(position)[0]
    assert play(table, position, action).phase == OVER
    assert "last step" in str(reason(table, position, action))
