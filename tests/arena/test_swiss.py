"""Who meets whom: gauntlets, and Swiss rounds that follow from what was played."""

from __future__ import annotations

import json
from itertools import chain
from pathlib import Path

import pytest

from moleworks import arena
from moleworks.arena import store
from moleworks.arena.plans import line_ups
from moleworks.arena.schedule import schedule
from moleworks.games import Complaint
from tests.arena.movers import mover
from tests.arena.test_store import timeless

NAMES = ["random", "first", "last", "choosy", "depth1"]


def swiss(rounds: int, names: list[str] = NAMES, games: int = 2) -> arena.Plan:
    return arena.plan(
        "mole-hill", names, games, board="patch", pairing="swiss", rounds=rounds, movers=mover, opening=2
    )


def rounds_of(plan: arena.Plan, path: Path) -> list[list[tuple[str, ...]]]:
    """The pairs of each round."""
    size = len(plan.players) // 2
    firsts = sorted({(game.set, game.seats) for game in store.games(path) if game.rotation == 0})
    laps = plan.games // 2
    pairs = [seats for number, seats in firsts if number // size % laps == 0]
    return [pairs[at : at + size] for at in range(0, len(pairs), size)]


def test_a_gauntlet() -> None:
    plan = arena.plan("mole-hill", ["level3", "level1", "level2"], 2, pairing="gauntlet")
    assert line_ups(plan) == [("level3", "level1"), ("level3", "level2")]


@pytest.mark.parametrize("processes", [0, 2])
def test_a_swiss_tournament(tmp_path: Path, processes: int) -> None:
    plan = swiss(4, games=4)
    result = arena.run(plan, tmp_path / "out.json", processes=processes, movers=mover)
    assert (result.games, result.planned, result.complete) == (32, 32, True)
    rounds = rounds_of(plan, tmp_path / "out.json")
    assert len(rounds) == 4
    met = list(chain.from_iterable(rounds))
    assert len({frozenset(pair) for pair in met}) == len(met), "nobody meets anybody twice"
    for pairs in rounds:
        assert len(set(chain.from_iterable(pairs))) == 4, "one rests"
    rested = [set(NAMES) - set(chain.from_iterable(pairs)) for pairs in rounds]
    assert len({frozenset(rest) for rest in rested}) == 4, "never the same one"
    assert set(result.ratings) == set(NAMES)
    assert {standing.line_up for standing in result.standings} == set(met)


def test_winners_meet_winners(tmp_path: Path) -> None:
    names = ["depth1", "random", "depth3", "first"]
    plan = swiss(2, names)
    arena.run(plan, tmp_path / "out.json", processes=0, movers=mover)
    first, second = rounds_of(plan, tmp_path / "out.json")
    assert first == [("depth1", "random"), ("depth3", "first")]
    points = dict.fromkeys(names, 0.0)
    for game in store.games(tmp_path / "out.json"):
        if game.set < 2:
            for name in game.seats:
                points[name] += game.share(name)
    best = max(points, key=lambda name: points[name])
    opponents = next(set(pair) for pair in second if best in pair) - {best}
    assert points[opponents.pop()] == max(
        points[name]
        for name in names
        if name != best and (best, name) not in first and (name, best) not in first
    )


def test_an_interrupted_swiss_tournament_goes_on_as_if_nothing_had_been(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    plan = swiss(3)
    arena.run(plan, whole, processes=0, movers=mover)
    kept = store.Store(plan, parts)
    for game in store.games(whole)[:5]:
        kept.add(game)
    kept.write(now=True)
    assert len(schedule(plan, store.games(parts))) == 8, "the third round is not known yet"
    arena.run(plan, parts, processes=0, movers=mover)
    assert timeless(whole) == timeless(parts)


@pytest.mark.parametrize(
    ("rest", "told"),
    [
        ({"pairing": "swiss"}, "The number of rounds"),
        ({"pairing": "swiss", "rounds": 5}, "The number of rounds is a whole number from 1 to 4"),
        ({"pairing": "knockout"}, "There is no schedule knockout; there are all, steps, gauntlet, swiss"),
        ({"pairing": "gauntlet", "seats": 3}, "two sit at a table"),
    ],
)
def test_schedules_that_cannot_be(rest: dict[str, object], told: str) -> None:
    with pytest.raises(Complaint) as complaint:
        arena.plan("mole-hill", NAMES, 2, movers=mover, **rest)  # type: ignore[arg-type]
    assert told in str(complaint.value)


def test_a_file_of_the_first_days_is_gone_on_with(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    plan = arena.plan("mole-hill", ["first", "last"], 4, board="patch", movers=mover)
    arena.run(plan, out, processes=0, movers=mover)
    data = json.loads(out.read_text("utf-8"))
    for part in ("pairing", "rounds", "engines", "patience", "forfeits"):
        del data["plan"][part]
    data["plan"]["steps"] = False
    out.write_text(json.dumps(data), "utf-8")
    assert arena.run(plan, out, processes=0, movers=mover).games == 4
