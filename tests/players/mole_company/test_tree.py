"""The rival of the search: Monte-Carlo tree search, as the benchmarks play it."""

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
    VISITS,
    WORTH,
    Grower,
    Style,
)
from moleworks.games.mole_company.game import MOLE_COMPANY, State
from moleworks.games.mole_company.rules import FLIP
from moleworks.players import Effort
from moleworks.players.mole_company.search import FAN
from tests.players.mole_company.boxes import box, sight, standing, wandered

STYLES = [Style(), Style(backup=BEST), Style(playouts=1), Style(explore=3.0, warmth=10.0, trust=0.0)]


def grower(style: Style, room: int = 1 << 14) -> Grower:
    return Grower(style, native=False, room=room)


def choices(players: int) -> list[State]:
    states = [wandered(box(players=players), Random(n), 40 + 5 * n) for n in range(6)]
    return [state for state in states if MOLE_COMPANY.phase(state) in ("move", "bonus", "choose")]


@pytest.mark.parametrize("style", STYLES)
def test_finds_a_win_in_one(style: Style) -> None:
    state = standing(box(players=2, preset="tactile"), 3, "e1 a2", "i9 a5", disc=4)
    assert grower(style)(sight(state), Effort(nodes=300), 1) == "e1-e5"
    assert MOLE_COMPANY.play(state, MOLE_COMPANY.parse(state, "e1-e5")).position.winner == 0


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("players", [2, 4])
def test_visits_and_shares_add_up(players: int, style: Style) -> None:
    tried = 0
    for state in choices(players):
        player = grower(style)
        player(sight(state), Effort(nodes=600), 1)
        links, worth = player.tree.links, player.tree.worth
        waiting = [(0, state)]
        while waiting:
            node, here = waiting.pop()
            number, visits = links[node * LINKS + NUMBER], links[node * LINKS + VISITS]
            assert sum(worth[node * WORTH : node * WORTH + 4]) == pytest.approx(1)
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
                    assert worth[child * WORTH + PRIOR] == pytest.approx(float(odds[action]))
                    assert abs(times - visits * odds[action]) <= 1
            else:
                assert sum(seen) == visits - 1
                assert sum(worth[child * WORTH + PRIOR] for child in children) == pytest.approx(1)
            for child, action, times in zip(children, actions, seen, strict=True):
                if times:
                    waiting.append((child, MOLE_COMPANY.play(here, action)))
    assert tried > 50


def test_more_nodes_mean_more_visits_until_there_is_no_room() -> None:
    state = choices(2)[0]
    seen = []
    for room, nodes in ((1 << 14, 100), (1 << 14, 1000), (3 * FAN, 1 << 40)):
        player = grower(Style(), room)
        player(sight(state), Effort(nodes=nodes), 1)
        seen.append(player.tree.links[VISITS])
    assert 1 < seen[0] < seen[1]
    assert seen[2] > 1


def test_a_contest_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(methods, "GROWERS", {"small": Style()})
    contest = methods.Contest(("small", *[methods.GREEDY] * 3), 0.001)
    monkeypatch.setattr(methods, "_budget", lambda *_: 30)
    monkeypatch.setattr(methods, "Grower", grower)
    methods.method.cache_clear()
    found = methods.contested(contest, 4, tmp_path)
    assert found.games == 4
    assert 0 <= found.low <= found.share <= found.high <= 1
    assert methods.contested(contest, 4, tmp_path) == found
    monkeypatch.setattr(methods, "game", lambda *_: pytest.fail("it was played already"))
    assert methods.contested(contest, 7, tmp_path) == found
