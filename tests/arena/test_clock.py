"""Clocks, adjudication, values of moves, options of engines, equal players, a run that is killed."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import pytest

from benchmarks.research.resume import BOOK, run_with_kills
from moleworks import arena, engine
from moleworks.arena import store
from moleworks.arena.adjudication import Adjudication, Adjudicator, Limits
from moleworks.arena.play import FinishedGame, play
from moleworks.arena.player_finder import PlayerFinder, TimedPlayer
from moleworks.arena.schedule import schedule
from moleworks.engine import Knowledge
from moleworks.engine.player_names import ChooseAction, ValuedAction
from moleworks.games import Complaint
from tests.arena import example_players
from tests.cli.calls import call_main

BOTS = "tests.arena.bots"


def saying(chances: dict[str, float], is_chance: bool = True) -> Any:
    """Players that always value their action the same."""

    def find(game: str, name: str) -> ChooseAction:
        def choose(knowledge: Knowledge, seed: int) -> str:
            action = example_players.choosy(knowledge, seed)
            if name not in chances:
                return action
            return ValuedAction(action, 3, chances[name], is_chance=is_chance)

        return choose if name in chances else example_players.player_named(game, name)

    return find


def played(find: Any, names: list[str], **rest: Any) -> FinishedGame:
    plan = arena.plan("mole-hill", names, 2, board="patch", find_player=find, **rest)
    return play(plan, schedule(plan)[0], find)


def test_who_uses_up_its_time_loses() -> None:
    find = example_players.player_named
    game = played(find, ["slow", "last"], clock=(0.05, 0))
    assert (game.winner, game.forfeit, game.why) == (1, 0, "out of time")
    assert game.seconds[0] > 0.05
    assert 1 <= game.moves[0] <= 3, "0.02 seconds for each, or more"
    patient = played(find, ["slow", "last"], clock=(0.05, 1))
    assert (patient.forfeit, patient.rule) == (None, "MH10"), "every action adds a second"


def test_players_are_told_how_much_time_they_may_take() -> None:
    told: list[float | None] = []

    def find(game: str, name: str) -> ChooseAction:
        def ask(knowledge: Knowledge, seed: int, seconds: float | None) -> str:
            told.append(seconds)
            return example_players.first(knowledge, seed)

        return TimedPlayer(ask) if name == "first" else example_players.player_named(game, name)

    played(find, ["first", "last"])
    assert set(told) == {None}
    told.clear()
    played(find, ["first", "last"], clock=(50, 4))
    assert told[0] == 50 / 25 + 4 * 0.75
    assert all(seconds and seconds >= told[0] for seconds in told), "it gets more than it takes"


def test_the_strongest_player_keeps_to_its_clock() -> None:
    plan = arena.plan("mole-hill", ["best", "random"], 2, board="patch", clock=(2, 0.05))
    finder = PlayerFinder(values=plan.wants_values)
    engine.player("mole-hill").warm_up(60)
    game = play(plan, schedule(plan)[0], finder)
    assert game.forfeit is None
    assert game.seconds[0] <= 2 + 0.05 * game.moves[0]


def test_a_class_is_told_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.arena.bots import Lot

    seen: list[float] = []

    def choose(self: Any, view: object, legal: list[str]) -> str:
        del view
        seen.append(self.seconds)
        return legal[0]

    monkeypatch.setattr(Lot, "choose", choose)
    plan = arena.plan("mole-hill", [f"{BOTS}:Lot", "random"], 2, board="patch", clock=(5, 0))
    play(plan, schedule(plan)[0], PlayerFinder())
    assert seen[0] == 0.2


def test_a_game_is_won_where_all_agree() -> None:
    game = played(saying({"hopeful": 0.97, "sad": 0.02}), ["hopeful", "sad"], resign=(0.95, 3))
    assert (game.winner, game.rule, game.moves) == (0, "adjudicated", (3, 3))
    for chances in ({"hopeful": 0.97, "sad": 0.2}, {"hopeful": 0.97, "sad": 0.97}, {"hopeful": 0.97}):
        names = ["hopeful", "sad" if "sad" in chances else "random"]
        assert played(saying(chances), names, resign=(0.95, 3)).rule == "MH10"
    points = saying({"hopeful": 0.97, "sad": 0.02}, is_chance=False)
    assert played(points, ["hopeful", "sad"], resign=(0.95, 3)).rule == "MH10", "points are no chances"


def test_a_game_is_drawn_where_all_values_stay_even() -> None:
    even = saying({"hopeful": 0.53, "sad": 0.46})
    game = played(even, ["hopeful", "sad"], draw=(0.05, 3))
    assert (game.winner, game.rule, game.moves, game.share("sad")) == (None, "adjudicated", (3, 3), 0.5)
    late = played(even, ["hopeful", "sad"], draw=(0.05, 3, 11))
    assert (late.winner, late.rule, late.plies) == (None, "adjudicated", 11)
    for within, chances in ((0.05, {"hopeful": 0.56, "sad": 0.5}), (0.03, {"hopeful": 0.53, "sad": 0.46})):
        assert played(saying(chances), ["hopeful", "sad"], draw=(within, 3)).rule == "MH10"
    assert played(saying({"hopeful": 0.5}), ["hopeful", "random"], draw=(0.05, 3)).rule == "MH10"
    points = saying({"hopeful": 0.5, "sad": 0.5}, is_chance=False)
    assert played(points, ["hopeful", "sad"], draw=(0.05, 3)).rule == "MH10", "points are no chances"


def test_a_value_that_leaves_the_middle_begins_the_count_again() -> None:
    judge = Adjudicator(3, Limits(draw=(0.1, 2, 0), resign=(0.9, 2)))
    third = 1 / 3
    for ply, chance in enumerate((third, third, third, third, third, 0.5, third, third, third), 1):
        assert judge.told((ply - 1) % 3, chance, ply) is None, "the last seat was sure of more once"
    assert judge.told(0, third, 10) is None
    assert judge.told(1, third, 11) is None
    assert judge.told(2, third, 12) == Adjudication(None)


def test_a_draw_that_players_agree_on_is_in_the_file_and_in_the_plan(tmp_path: Path) -> None:
    """The values of the computer players themselves; Mole Hill's second round, where they are chances."""
    plan = arena.plan(
        "mole-hill", ["best@200n", "best@201n"], 4, board="patch", draw=(0.499, 1, 0), keep_records=True
    )
    arena.run(plan, tmp_path / "games.json", processes=0)
    loaded = store.load(tmp_path / "games.json")
    assert loaded.plan == plan
    drawn = [game for game in loaded.games if game.rule == "adjudicated"]
    assert drawn
    for game in drawn:
        assert game.values
        assert game.winner is None
        assert {len(game.actions or ()) - 1, game.plies - 1} == {game.values[-1][0]}
        assert all(abs(value - 0.5) <= 0.499 for *_, value in game.values[-1:])
    arena.run(plan, tmp_path / "games.json", processes=0)
    with pytest.raises(Complaint, match="another plan"):
        arena.run(plan._replace(draw=None), tmp_path / "games.json", processes=0)


def test_a_long_game_is_drawn() -> None:
    game = played(example_players.player_named, ["first", "last"], longest=11)
    assert (game.winner, game.rule, game.plies, game.share("first")) == (None, "adjudicated", 11, 0.5)


def test_depth_and_value_of_every_move_are_in_the_file(tmp_path: Path) -> None:
    plan = arena.plan("mole-hill", ["best@30n", "random"], 2, board="patch", keep_records=True)
    arena.run(plan, tmp_path / "games.json", processes=0)
    for game in store.load(tmp_path / "games.json").games:
        assert game.values is not None
        assert game.actions is not None
        match = plan.begin()
        told = {ply: (depth, value) for ply, depth, value in game.values}
        own = 0
        for ply, action in enumerate(game.actions):
            if game.seats[match.game.actor(match.state) or 0] == "best@30n":
                own += 1
                assert ply in told
            match.play([action])
        assert len(told) == own == game.moves[game.seats.index("best@30n")]
        assert max(depth for depth, _ in told.values()) > 1


def test_equal_players_have_a_score_each(tmp_path: Path) -> None:
    plan = arena.plan("mole-hill", ["random", "random"], 8, board="patch", seed=3)
    assert plan.players == ("random", "random#2")
    found = arena.run(plan, tmp_path / "games.json", processes=0)
    assert [standing.name for standing in found.standings] == ["random", "random#2"]
    assert sum(standing.won for standing in found.standings) + found.standings[0].drawn == 8


ENGINE = """
import json, sys
from moleworks.record import Match

options = {}
for line in sys.stdin:
    asked = json.loads(line)
    params, result = asked["params"], {}
    if asked["method"] == "option":
        options[params["name"]] = params["value"]
    elif asked["method"] == "new":
        match = Match.begin(**params)
    elif asked["method"] == "play":
        match.play(params["actions"])
    else:
        legal = match.game.legal(match.state)
        place = 0 if options["from"] == "front" else -1
        action = match.game.name(match.state, legal[place])
        result = {"action": action, "value": 0.5, "searched": {"depth": 4}}
    print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
"""


@pytest.mark.parametrize(("where", "same"), [("front", "first"), ("back", "last")])
def test_an_engine_is_told_its_options(tmp_path: Path, where: str, same: str) -> None:
    program = tmp_path / "engine.py"
    program.write_text(ENGINE)
    plan = arena.plan(
        "mole-hill",
        ["digger", "random"],
        2,
        board="patch",
        keep_records=True,
        engines={"digger": f"{sys.executable} {program}"},
        engine_options={"digger": {"from": where}},
    )
    arena.run(plan, tmp_path / "games.json", processes=0)
    loaded = store.load(tmp_path / "games.json")
    assert loaded.plan.engine_options == {"digger": {"from": where}}
    expected = played(example_players.player_named, [same, "random"], keep_records=True)
    assert loaded.games[0].actions == expected.actions
    assert loaded.games[0].values
    assert tuple(loaded.games[0].values[0]) == (0, 4, 0.5)


@pytest.mark.parametrize(
    ("rest", "words"),
    [
        ({"clock": (0, 1)}, "A clock has seconds"),
        ({"resign": (0.4, 2)}, "decided at a chance"),
        ({"resign": (0.9, 0)}, "The number of actions that decide"),
        ({"longest": -1}, "The number of actions until a draw"),
        ({"draw": (0.5, 3)}, "A draw is agreed on within"),
        ({"draw": (0.1, 0)}, "The number of actions that make a draw"),
        ({"draw": (0.1, 3, -1)}, "The first action of a draw"),
        ({"engine_options": {"digger": {"a": "b"}}}, "There is no engine digger"),
    ],
)
def test_what_is_wrong_is_said(rest: dict[str, Any], words: str) -> None:
    with pytest.raises(Complaint, match=words):
        arena.plan("mole-hill", ["random", "depth1"], 2, **rest)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--clock", "soon"),
        ("--adjudicate", "0.9"),
        ("--draw", "0.1"),
        ("--draw", "0.1,3,4,5"),
        ("--engine-option", "digger"),
    ],
)
def test_the_command_says_how_it_is_written(
    option: str, value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["arena", "mole-hill", "--players", "random,depth1", "--games", "2", option, value]
    code, _, told = call_main(capsys, *command, "--lang", "en")
    assert code == 2
    assert f"“{value}”" in told


@pytest.mark.slow
def test_a_run_that_is_killed_five_times_ends_as_one_that_was_not(tmp_path: Path) -> None:
    began = time.monotonic()
    found = run_with_kills(tmp_path, 240)
    assert found.kills == 5, f"after {time.monotonic() - began:.0f} s"
    assert found.changed == 0
    assert found.games == found.expected
    assert len(found.games) == 240
    rules = {game["rule"] for game in found.games}
    assert "adjudicated" in rules
    openings = [line.split("#")[0].split() for line in BOOK]
    assert all(any(game["actions"][: len(line)] == line for line in openings) for game in found.games)
