"""The Monte-Carlo tree search of the benchmarks."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from benchmarks.players import methods
from benchmarks.players.tree import (
    ACTION,
    BEST,
    FIRST,
    LINKS,
    NUMBER,
    PRIOR,
    VALUES,
    VISITS,
    TreeSearchPlayer,
    TreeSearchSettings,
)
from moleworks.engine import Effort
from moleworks.games.mole_company.game import MOLE_COMPANY, MoleCompanyState
from moleworks.games.mole_company.player.search import FAN
from moleworks.games.mole_company.rules import FLIP
from tests.games.mole_company.player.states import box, knowledge, random_state, state_with

STYLES = [
    TreeSearchSettings(),
    TreeSearchSettings(backup=BEST),
    TreeSearchSettings(playouts=1),
    TreeSearchSettings(explore=3.0, temperature=10.0, prior_visits=0.0),
]


def grower(settings: TreeSearchSettings, room: int = 1 << 14) -> TreeSearchPlayer:
    return TreeSearchPlayer(settings, native=False, room=room)


def choices(players: int) -> list[MoleCompanyState]:
    states = [random_state(box(players=players), Random(n), 40 + 5 * n) for n in range(6)]
    return [state for state in states if MOLE_COMPANY.phase(state) in ("move", "bonus", "choose")]


@pytest.mark.parametrize("settings", STYLES)
def test_finds_a_win_in_one(settings: TreeSearchSettings) -> None:
    state = state_with(box(players=2, preset="tactile"), 3, "e1 a2", "i9 a5", disc=4)
    assert grower(settings)(knowledge(state), Effort(nodes=300), 1) == "e1-e5"
    assert MOLE_COMPANY.play(state, MOLE_COMPANY.parse(state, "e1-e5")).position.winner == 0


@pytest.mark.parametrize("settings", STYLES)
@pytest.mark.parametrize("players", [2, 4])
def test_visits_and_shares_add_up(players: int, settings: TreeSearchSettings) -> None:
    tried = 0
    for state in choices(players):
        player = grower(settings)
        player(knowledge(state), Effort(nodes=600), 1)
        links, values = player.tree.links, player.tree.values
        waiting = [(0, state)]
        while waiting:
            node, here = waiting.pop()
            number, visits = links[node * LINKS + NUMBER], links[node * LINKS + VISITS]
            assert sum(values[node * VALUES : node * VALUES + 4]) == pytest.approx(1)
            if number == 0:
                continue
            tried += 1
            children = range(links[node * LINKS + FIRST], links[node * LINKS + FIRST] + number)
            seen = [links[child * LINKS + VISITS] for child in children]
            actions = [links[child * LINKS + ACTION] for child in children]
            assert sorted(actions) == sorted(MOLE_COMPANY.legal(here))
            if here.position.phase == FLIP:
                odds = MOLE_COMPANY.odds(here)
                assert sum(seen) == visits
                for child, action, times in zip(children, actions, seen, strict=True):
                    assert values[child * VALUES + PRIOR] == pytest.approx(float(odds[action]))
                    assert abs(times - visits * odds[action]) <= 1
            else:
                assert sum(seen) == visits - 1
                assert sum(values[child * VALUES + PRIOR] for child in children) == pytest.approx(1)
            for child, action, times in zip(children, actions, seen, strict=True):
                if times:
                    waiting.append((child, MOLE_COMPANY.play(here, action)))
    assert tried > 50


def test_more_nodes_mean_more_visits_until_there_is_no_room() -> None:
    state = choices(2)[0]
    seen = []
    for room, nodes in ((1 << 14, 100), (1 << 14, 1000), (3 * FAN, 1 << 40)):
        player = grower(TreeSearchSettings(), room)
        player(knowledge(state), Effort(nodes=nodes), 1)
        seen.append(player.tree.links[VISITS])
    assert 1 < seen[0] < seen[1]
    assert seen[2] > 1


def test_a_contest_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(methods, "TREE_SETTINGS", {"small": TreeSearchSettings()})
    contest = methods.Contest(("small", *[methods.GREEDY] * 3), 0.001)
    monkeypatch.setattr(methods, "_budget", lambda *_: 30)
    monkeypatch.setattr(methods, "TreeSearchPlayer", grower)
    methods.method.cache_clear()
    found = methods.run_contest(contest, 4, tmp_path)
    assert found.games == 4
    assert 0 <= found.low <= found.share <= found.high <= 1
    assert methods.run_contest(contest, 4, tmp_path) == found
    monkeypatch.setattr(methods, "game", lambda *_: pytest.fail("it was played already"))
    assert methods.run_contest(contest, 7, tmp_path) == found
