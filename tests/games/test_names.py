"""In every position of whole games on small boards, every name is tried."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from moleworks.games import GAMES
from moleworks.games.mole_company import view_types as mole_company
from moleworks.games.mole_hill import view_types as mole_hill
from moleworks.record import Match
from tests.boards.invalid_boards import with_stacked_board
from tests.games.action_names import legal_names, refusals
from tests.games.digging_policy import digging_policy

SPECIAL = with_stacked_board(2, specials=["c3", "a2", "b1", "b4", "d2", "d5", "e4", "a3"])
"""A board with so many special spaces that an extra move is likely to meet another."""

GAMES_TO_PLAY: dict[str, list[dict[str, Any]]] = {
    "mole-hill": [
        {"board": "patch"},
        {"board": "patch", "preset": "short"},
        {"board": "patch", "options": {"rounds": 1, "diagonal": "edges"}},
    ],
    "mole-company": [
        {"board": "burrow"},
        {"board": SPECIAL, "preset": "tactile-pro"},
        {"board": "burrow", "players": 3, "options": {"final_paths": "into"}},
    ],
    "buddel-bande": [
        {"board": "stroll"},
        {"board": "stroll", "players": 3, "options": {"either": "dog", "know_own": False}},
    ],
}

# What it takes to meet them all: MH10, MC12 and BB12 refuse whatever comes after the end.
RULES_MET = {
    "mole-hill": {"MH1", "MH2", "MH3", "MH4", "MH5", "MH6", "MH10"},
    "mole-company": {"MC2", "MC3", "MC5", "MC10", "MC11", "MC12"},
    "buddel-bande": {"BB1", "BB3", "BB4", "BB5", "BB6", "BB8", "BB9", "BB10", "BB11", "BB12"},
}


def chosen(match: Match, random: Random) -> str:
    """A random action; but moles dig or look for special spaces, and rods mostly go next to the mole."""
    names, view = legal_names(match.game, match.state), match.game.view(match.state, None)
    if match.game.id == "mole-company":
        special = [
            name
            for name in names
            if name == "flip" or name.split("-")[-1] in mole_company.own_view(view)["specials"]
        ]
        return random.choice(special) if special else digging_policy(view, names, random.choice)
    if match.game.phase(match.state) == "rod" and random.random() < 0.8:
        mole = mole_hill.own_view(view)["mole"]
        names = [name for name in names if mole in name.split("|")] or names
    return random.choice(names)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_name_in_every_position(game: str) -> None:
    random, met = Random(game), set()
    for setup in GAMES_TO_PLAY[game]:
        match = Match.begin(game, **setup)
        while match.game.outcome(match.state) is None:
            met |= {refusal.rule for refusal in refusals(match).values()}
            match.play([chosen(match, random)])
        met |= {refusal.rule for refusal in refusals(match).values()}
    assert met == RULES_MET[game]
