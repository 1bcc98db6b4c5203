"""Complaints can be sent to another process and back, and say the same in any language."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import pytest

from moleworks import boards
from moleworks.games import GAMES, Complaint
from moleworks.record import Match, read
from moleworks.texts import language

COMPLAINTS: dict[str, Callable[[], object]] = {
    "malformed": lambda: GAMES["mole-hill"].parse(Match.begin("mole-hill").state, "castle"),
    "refused": lambda: GAMES["mole-hill"].parse(Match.begin("mole-hill").state, "z9"),
    "cannot play": lambda: Match.begin("mole-company").play(["a1", "a1"]),
    "set-up": lambda: Match.begin("buddel-bande", options={"either": "cat"}),
    "board": lambda: boards.check({"game": "mole-hill"}, "lawn.toml"),
    "record": lambda: read("[Game]"),
}


@pytest.mark.parametrize("raises", COMPLAINTS.values(), ids=COMPLAINTS)
def test_a_copy_says_the_same(raises: Callable[[], object]) -> None:
    with pytest.raises(Complaint) as caught:
        raises()
    for again in (pickle.loads(pickle.dumps(caught.value)), copy.copy(caught.value)):
        assert type(again) is caught.type
        assert str(again) == str(caught.value)
        assert language("de").tell(again) == language("de").tell(caught.value)
