"""Who meets whom: gauntlets, and Swiss rounds that follow from what was played."""

from __future__ import annotations

import json
import re
from itertools import chain
from pathlib import Path
from random import Random

import pytest

from moleworks import arena
from moleworks.arena import progress, report_text, store
from moleworks.arena.plans import line_ups
from moleworks.arena.pool import FailedGame
from moleworks.arena.ratings import LineUpResults, ratings
from moleworks.arena.reports import Report, tally
from moleworks.arena.schedule import GameJob, schedule
from moleworks.arena.swiss import SwissStandings
from moleworks.engine import Knowledge
from moleworks.engine.player_names import ChooseAction
from moleworks.games import Complaint
from tests.arena.example_players import player_named
from tests.arena.test_store import timeless

NAMES = ["random", "first", "last", "choosy", "depth1"]


def swiss(rounds: int, names: list[str] = NAMES, games: int = 2) -> arena.ArenaPlan:
    return arena.plan(
        "mole-hill",
        names,
        games,
        board="patch",
        pairing="swiss",
        rounds=rounds,
        find_player=player_named,
        opening=2,
    )


def rounds_of(plan: arena.ArenaPlan, path: Path) -> list[list[tuple[str, ...]]]:
    """The pairs of each round."""
    size = len(plan.players) // 2
    firsts = sorted({(game.set, game.seats) for game in store.read_games(path) if game.rotation == 0})
    laps = plan.games // 2
    pairs = [seats for number, seats in firsts if number // size % laps == 0]
    return [pairs[at : at + size] for at in range(0, len(pairs), size)]


def test_a_gauntlet() -> None:
    plan = arena.plan("mole-hill", ["level3", "level1", "level2"], 2, pairing="gauntlet")
    assert line_ups(plan) == [("level3", "level1"), ("level3", "level2")]


@pytest.mark.parametrize("processes", [0, 2])
def test_a_swiss_tournament(tmp_path: Path, processes: int) -> None:
    plan = swiss(4, games=4)
    result = arena.run(plan, tmp_path / "out.json", processes=processes, find_player=player_named)
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
    arena.run(plan, tmp_path / "out.json", processes=0, find_player=player_named)
    first, second = rounds_of(plan, tmp_path / "out.json")
    assert first == [("depth1", "random"), ("depth3", "first")]
    points = dict.fromkeys(names, 0.0)
    for game in store.read_games(tmp_path / "out.json"):
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


def strangers(tmp_path: Path) -> Report:
    names = ["random", "first", "last", "choosy"]
    return arena.run(swiss(1, names, games=8), tmp_path / "out.json", processes=0, find_player=player_named)


def test_who_never_met_is_not_compared(tmp_path: Path) -> None:
    """One round of four: two pairs, and nothing is known of the one pair against the other."""
    result = strangers(tmp_path)
    assert {name: rating.above for name, rating in result.ratings.items()} == {
        "random": "random",
        "first": "random",
        "last": "last",
        "choosy": "last",
    }
    paper = report_text.markdown(result)
    assert "Elo of all" not in paper
    assert "**Elo of those who met, above random**" in paper
    assert "**Elo of those who met, above last**" in paper
    told = next(line for line in report_text.sentences(result) if "never met" in line)
    assert " | " in told
    assert sorted(re.findall(r"\w+", told.split(":")[1])) == sorted(NAMES[:4])
    assert "; " in progress.standing_line(result)
    assert json.loads((tmp_path / "out.json").read_text())["summary"]["ratings"]["last"]["above"] == "last"


def test_groups_have_the_ratings_that_they_have_alone(tmp_path: Path) -> None:
    result = strangers(tmp_path)
    games = [game for game in store.read_games(tmp_path / "out.json") if "last" in game.seats]
    whole = [games[at : at + 2] for at in range(0, len(games), 2)]
    alone = ratings(
        ["last", "choosy"], [LineUpResults(("last", "choosy"), 2, [tally(pair) for pair in whole])]
    )
    assert alone["choosy"] == result.ratings["choosy"]


def test_a_failed_game_does_not_end_the_tournament(tmp_path: Path) -> None:
    out, plan = tmp_path / "out.json", swiss(3)
    left = [2]

    def find(game: str, name: str) -> ChooseAction:
        def choose(knowledge: Knowledge, seed: int) -> str:
            if name == "depth1" and left[0] and len(knowledge.heard) > 6:
                left[0] -= 1
                raise RuntimeError("bitten")
            return player_named(game, name)(knowledge, seed)

        return choose

    result = arena.run(plan, out, processes=0, find_player=find)
    assert len(result.failed) == 1, "it was tried twice"
    assert (result.games, len(store.read_games(out))) == (10, 11), (
        "of the set that is not whole nothing counts"
    )
    assert len(rounds_of(plan, out)) == 3
    assert any("bitten" in line for line in report_text.sentences(result))
    assert store.load(out).failed == list(result.failed)
    # The rounds after it were drawn without that game, so that it is not tried again.
    again = arena.run(plan, out, processes=0, find_player=find)
    assert (again.games, again.failed) == (10, result.failed)


def test_a_failed_game_of_the_last_round_is_tried_again(tmp_path: Path) -> None:
    out, plan = tmp_path / "out.json", swiss(2)
    whole = arena.run(plan, out, processes=0, find_player=player_named)
    data = json.loads(out.read_text("utf-8"))
    last = data["games"].pop()
    data["failed"] = [{"set": last["set"], "rotation": last["rotation"], "why": "bitten"}]
    out.write_text(json.dumps(data), "utf-8")
    assert store.load(out).failed == [
        FailedGame(GameJob(last["set"], last["rotation"], tuple(last["seats"])), "bitten")
    ]
    again = arena.run(plan, out, processes=0, find_player=player_named)
    assert (again.standings, again.failed) == (whole.standings, ())


def least(table: SwissStandings, names: list[str]) -> int:
    """The fewest second meetings, by trying all rounds."""
    if not names:
        return 0
    first, *others = names
    return min(
        (frozenset((first, other)) in table._met) + least(table, [name for name in others if name != other])
        for other in others
    )


@pytest.mark.parametrize("seed", range(30))
def test_as_few_as_possible_meet_again(seed: int) -> None:
    """Longer than anybody has new opponents, with results by lot."""
    lot = Random(seed)
    names = "abcdefgh"[: lot.choice([4, 5, 6, 7, 8])]
    table = SwissStandings(names)
    for _ in range(10):
        pairs = table.next_round()
        playing = sorted(chain.from_iterable(pairs))
        assert len(set(playing)) == len(playing) == len(names) // 2 * 2
        rematches = sum(frozenset(pair) in table._met for pair in pairs)
        resters = (
            [[]]
            if len(names) % 2 == 0
            else [[name] for name in names if table._byes[name] == min(table._byes.values())]
        )
        assert rematches == min(
            least(table, [name for name in names if name not in rest]) for rest in resters
        )
        table.add_round(pairs, [], 2)
        for pair in pairs:
            table.points[lot.choice(pair)] += 2


def test_two_triangles_are_left_of_six() -> None:
    """After three rounds nobody new may be left for two of six, though five rounds are planned."""
    table = SwissStandings("abcdef")
    for one in "abc":
        for other in "def":
            table._met.add(frozenset((one, other)))
    pairs = table.next_round()
    assert sum(frozenset(pair) in table._met for pair in pairs) == 1
    assert pairs[0] == ("a", "b"), "those who are first meet first"


def test_many_players_are_paired_soon() -> None:
    table = SwissStandings([f"p{at}" for at in range(24)])
    for _ in range(23):
        table.add_round(table.next_round(), [], 2)
    assert len(table._met) > 240, "of 276 pairs"


def test_a_second_meeting_is_told(tmp_path: Path) -> None:
    plan = swiss(1, ["first", "last", "random", "choosy"])
    result = arena.run(plan, processes=0, find_player=player_named)
    assert not any("met again" in line for line in report_text.sentences(result))
    one = result.standings[0]._replace(games=4)
    again = result._replace(standings=(one, *result.standings[1:]))
    assert any(line.endswith("these met again: first - last.") for line in report_text.sentences(again))


def test_an_interrupted_swiss_tournament_goes_on_as_if_nothing_had_been(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    plan = swiss(3)
    arena.run(plan, whole, processes=0, find_player=player_named)
    kept = store.ArenaStore(plan, parts)
    for game in store.read_games(whole)[:5]:
        kept.add(game)
    kept.write(now=True)
    assert len(schedule(plan, store.read_games(parts))) == 8, "the third round is not known yet"
    arena.run(plan, parts, processes=0, find_player=player_named)
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
        arena.plan("mole-hill", NAMES, 2, find_player=player_named, **rest)  # type: ignore[arg-type]
    assert told in str(complaint.value)


def test_a_file_of_the_first_days_is_gone_on_with(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    plan = arena.plan("mole-hill", ["first", "last"], 4, board="patch", find_player=player_named)
    arena.run(plan, out, processes=0, find_player=player_named)
    data = json.loads(out.read_text("utf-8"))
    for part in ("pairing", "rounds", "engines", "patience", "forfeits"):
        del data["plan"][part]
    data["plan"]["steps"] = False
    out.write_text(json.dumps(data), "utf-8")
    assert arena.run(plan, out, processes=0, find_player=player_named).games == 4
