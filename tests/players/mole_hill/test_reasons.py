"""One sentence for every action, with numbers that can be counted."""

from __future__ import annotations

from random import Random

from moleworks.games.mole_hill.rules import ROD
from moleworks.players.mole_hill.reasons import reason, terms
from tests.players.mole_hill.lawns import lawn, legal, somewhere


def test_every_action_has_a_reason() -> None:
    table = lawn()
    dice = Random(1)
    said = set()
    for _ in range(150):
        position = somewhere(table, dice, dice.randint(1, 20))
        actions = legal(position)
        message = reason(table, position, dice.choice(actions), dice.choice([None, *actions]))
        assert "{" not in str(message)
        said.add(message.text)
    assert len(said) > 6


def test_terms_count_squares() -> None:
    table = lawn()
    position = somewhere(table, Random(2), 1)
    assert position.phase == ROD or position.reach
    assert terms(table, position).steps == position.reach.bit_count()
