"""The file of an arena run is complete, can be continued, and is not overwritten by mistake."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

import moleworks
from moleworks import arena
from moleworks.arena import store
from moleworks.arena.plans import ArenaPlan, plan
from moleworks.arena.pool import FailedGame
from moleworks.arena.schedule import GameJob
from moleworks.core.registry import plugin
from moleworks.engine import Knowledge
from moleworks.engine.player_names import ChooseAction
from moleworks.games import GAMES, Complaint
from tests.arena.example_players import player_named


def small(games: int = 8, **rest: Any) -> ArenaPlan:
    return plan("buddel-bande", ["random", "choosy"], games, board="stroll", find_player=player_named, **rest)


def timeless(path: Path) -> bytes:
    """The games as they are in the file, but for what the clock said."""
    games = json.loads(path.read_text("utf-8"))["games"]
    for game in games:
        for name in ("seconds", "longest"):
            del game[name]
    return json.dumps(games).encode()


def interrupting(after: int) -> Any:
    """Players that press Ctrl-C after so many actions."""
    left = after

    def find(game: str, name: str) -> ChooseAction:
        def choose(knowledge: Knowledge, seed: int) -> str:
            nonlocal left
            left -= 1
            if not left:
                raise KeyboardInterrupt
            return player_named(game, name)(knowledge, seed)

        return choose

    return find


def test_an_interrupted_run_ends_as_one_that_was_not(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    uninterrupted = arena.run(small(), whole, processes=0, find_player=player_named)
    played = 0
    for after in (1, 60, 200):
        with pytest.raises(KeyboardInterrupt):
            arena.run(small(), parts, processes=0, find_player=interrupting(after))
        before, played = played, len(store.read_games(parts))
        assert played >= before
    assert 0 < played < 8
    result = arena.run(small(), parts, processes=0, find_player=player_named)
    assert timeless(parts) == timeless(whole)
    assert result.standings == uninterrupted.standings


def test_only_what_is_missing_is_played(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    arena.run(small(), out, processes=0, find_player=player_named)
    data = json.loads(out.read_text("utf-8"))
    kept = [game for game in data["games"] if (game["set"], game["rotation"]) not in {(1, 0), (3, 1)}]
    out.write_text(json.dumps({**data, "games": kept}), "utf-8")
    seen: set[tuple[str, ...]] = set()

    def counting(game: str, name: str) -> ChooseAction:
        def choose(knowledge: Knowledge, seed: int) -> str:
            if not [word for word in knowledge.heard if not word.startswith("=")]:
                seen.add((name, *knowledge.heard))
            return player_named(game, name)(knowledge, seed)

        return choose

    arena.run(small(), out, processes=0, find_player=counting)
    again = json.loads(out.read_text("utf-8"))["games"]
    assert len(again) == 8
    assert [game for game in again if game in kept] == kept, "with their seconds: they were not played again"
    assert len(seen) <= 2 + 2, "two games, and the warming up"
    before = out.read_bytes()
    arena.run(small(), out, processes=0, find_player=interrupting(1))
    assert out.read_bytes() == before


@pytest.mark.parametrize(
    ("other", "told"),
    [
        ({"seed": 2}, "seed 1 / 2"),
        ({"games": 4}, "games 8 / 4"),
        ({"options": {"know_own": False}}, '"know_own": false'),
        ({"keep_records": True}, "keep_records false / true"),
    ],
)
def test_another_plan_is_refused(tmp_path: Path, other: dict[str, Any], told: str) -> None:
    out = tmp_path / "out.json"
    arena.run(small(), out, processes=0, find_player=player_named)
    before = out.read_bytes()
    with pytest.raises(Complaint, match="holds another plan") as complaint:
        arena.run(small(**other), out, processes=0, find_player=player_named)
    assert told in str(complaint.value)
    assert out.read_bytes() == before


def test_a_file_may_grow_and_ends_as_one_that_was_larger_from_the_start(tmp_path: Path) -> None:
    grown, whole = tmp_path / "grown.json", tmp_path / "whole.json"
    names = ["random", "first", "last"]

    def three(games: int, **rest: Any) -> ArenaPlan:
        return plan("mole-hill", names, games, board="patch", find_player=player_named, **rest)

    first = arena.run(three(2), grown, processes=0, find_player=player_named)
    assert (first.games, first.complete) == (6, True)
    played = json.loads(grown.read_text("utf-8"))["games"]
    # Whoever needs more time or less for an answer goes on too.
    result = arena.run(three(6, patience=7), grown, processes=0, find_player=player_named)
    data = json.loads(grown.read_text("utf-8"))
    assert (data["plan"]["games"], data["plan"]["patience"]) == (6, 7)
    assert data["games"][:6] == played, "with their seconds: they were not played again"
    large = arena.run(three(6), whole, processes=0, find_player=player_named)
    assert timeless(grown) == timeless(whole)
    assert (result.standings, result.complete) == (large.standings, True)


def test_a_swiss_tournament_does_not_grow(tmp_path: Path) -> None:
    """Its rounds follow from all games of the rounds before."""

    def swiss(games: int) -> ArenaPlan:
        names = ["random", "first", "last", "choosy"]
        return plan(
            "mole-hill", names, games, board="patch", pairing="swiss", rounds=2, find_player=player_named
        )

    arena.run(swiss(2), tmp_path / "out.json", processes=0, find_player=player_named)
    with pytest.raises(Complaint, match=r"holds another plan; there and here: games 2 / 4\."):
        arena.run(swiss(4), tmp_path / "out.json", processes=0, find_player=player_named)


def test_failures_are_read_back(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    arena.run(small(2), out, processes=0, find_player=player_named)
    data = json.loads(out.read_text("utf-8"))
    data["games"].pop()
    data["failed"] = [{"set": 0, "rotation": 1, "why": "bitten"}]
    out.write_text(json.dumps(data), "utf-8")
    (failed,) = store.load(out).failed
    assert failed == FailedGame(GameJob(0, 1, ("choosy", "random")), "bitten")
    spoils: list[Any] = [[{"set": 0}], {"set": 0}, [[]], 3]
    for wrong in spoils:
        out.write_text(json.dumps({**data, "failed": wrong}), "utf-8")
        with pytest.raises(Complaint, match=r"damaged \(failed\)"):
            store.load(out)


def test_other_players_of_the_same_name_are_refused(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    arena.run(small(2), out, processes=0, find_player=player_named)
    data = json.loads(out.read_text("utf-8"))
    data["versions"] |= {"source": "0123456789abcdef", "python": "2.7"}
    out.write_text(json.dumps(data), "utf-8")
    with pytest.raises(Complaint, match=r"another version.*source \"0123456789abcdef\"") as complaint:
        arena.run(small(2), out, processes=0, find_player=player_named)
    assert "2.7" not in str(complaint.value)


def spoilt(text: str, game: dict[str, Any]) -> str:
    """The file with its first game changed."""
    data = json.loads(text)
    data["games"][0] |= game
    return json.dumps(data)


SPOILT: dict[str, Any] = {
    "cut off": lambda text: text[: len(text) // 2],
    "empty": lambda _: "",
    "no bytes of ours": lambda _: "\0\0\0",
    "nested deeply": lambda _: "[" * 100_000,
    "something else": lambda _: '{"name": "a package"}',
    "a list": lambda _: "[]",
    "no games": lambda text: json.dumps({**json.loads(text), "games": None}),
    "a game twice": lambda text: spoilt(text, {"rotation": 1, "seats": ["choosy", "random"]}),
    "no such set": lambda text: spoilt(text, {"set": 77}),
    "other seats": lambda text: spoilt(text, {"seats": ["choosy", "random"]}),
    "no such winner": lambda text: spoilt(text, {"winner": 2}),
    "a word for a number": lambda text: spoilt(text, {"seconds": ["x", "y"]}),
    "too few numbers": lambda text: spoilt(text, {"moves": [3]}),
    "a strange field": lambda text: spoilt(text, {"colour": "green"}),
    "no seats": lambda text: spoilt(text, {"seats": None}),
}


@pytest.mark.parametrize("how", SPOILT)
def test_a_damaged_file_is_left_as_it_is(tmp_path: Path, how: str) -> None:
    out = tmp_path / "out.json"
    arena.run(small(2), out, processes=0, find_player=player_named)
    out.write_text(SPOILT[how](out.read_text("utf-8")), "utf-8")
    before = out.read_bytes()
    with pytest.raises(Complaint, match=r"damaged|not the file of an arena"):
        arena.run(small(2), out, processes=0, find_player=player_named)
    assert out.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["out.json"]


def test_two_runs_do_not_share_a_file(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    one, other = store.ArenaStore(small(2), out), store.ArenaStore(small(2), out)
    one.write(now=True)
    one.write(now=True)
    with pytest.raises(Complaint, match="changed by somebody else"):
        other.write(now=True)


def test_a_full_disk_leaves_the_last_good_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "out.json"
    store.write_atomically(out, "good")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Complaint, match="cannot be written: No space left"):
        store.write_atomically(out, "new")
    assert out.read_text() == "good"
    assert [file.name for file in tmp_path.iterdir()] == ["out.json"]


@pytest.mark.parametrize("place", ["", "nowhere/out.json"])
def test_a_place_that_cannot_be_written_is_told_first(tmp_path: Path, place: str) -> None:
    with pytest.raises(Complaint, match=r"is a folder|no such folder"):
        arena.run(small(2), tmp_path / place, processes=0, find_player=interrupting(1))


def test_the_file_tells_what_it_holds(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    result = arena.run(small(4, keep_records=True), out, processes=0, find_player=player_named)
    data = json.loads(out.read_text("utf-8"))
    assert list(data) == ["format", "plan", "versions", "games", "failed", "summary"]
    assert data["plan"]["players"] == ["random", "choosy"]
    assert data["versions"]["moleworks"]
    assert [len(game["actions"]) for game in data["games"]] == [game["plies"] for game in data["games"]]
    assert data["summary"]["standings"][0]["won"] == result.standings[0].won
    assert arena.report(result.plan, store.read_games(out)) == result


def test_the_source_of_a_game_is_its_rules_and_players() -> None:
    folder = Path(moleworks.__file__).parent / "games" / "mole_hill"
    files = {file.relative_to(folder).as_posix() for file in store._rules_and_player(plugin("mole-hill"))}
    assert {
        "rules.py",
        "game.py",
        "state_from_view.py",
        "player/search.py",
        "player/weights_path.json",
    } <= files
    assert not {"words.py", "terminal.py", "rendering.py", "batch.py"} & files
    assert not any(file.startswith("press/") for file in files)
    assert len({store.source_digest(game) for game in GAMES}) == len(GAMES)
