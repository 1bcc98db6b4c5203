"""Data sets: the same again from the same seed, whole after every interruption, and readable."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moleworks import engine, record
from moleworks.games import CHANCE, GAMES, Complaint
from moleworks.research import dataset
from moleworks.research.dataset import folder as folders

SMALL: dict[str, dict[str, Any]] = {
    "mole-hill": {"board": "patch"},
    "mole-company": {"board": "burrow", "players": 3, "options": {"turn_limit": 60}},
    "buddel-bande": {"board": "stroll", "players": 4, "options": {"know_own": False}},
}


def a_plan(
    game: str = "mole-hill", player: str = "random", nodes: int = 0, **rest: Any
) -> dataset.DatasetPlan:
    return dataset.plan(game, player, nodes=nodes, **SMALL[game], **rest)


def files(path: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in path.iterdir()}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_what_its_actions_make_it(game: str, tmp_path: Path) -> None:
    """Replayed by the waist, and by a batch: outcome, actors, codes, numbers and values all fit."""
    plan = a_plan(game, "level1", 50)
    assert dataset.make(plan, 2, tmp_path, processes=0) == 2
    games = list(dataset.read(tmp_path))
    assert [played.number for played in games] == [0, 1]
    assert games == [dataset.play(plan, number) for number in (0, 1)]
    for played in games:
        match, batch = played.match(), played.batch()
        outcome = match.game.outcome(match.state)
        assert outcome
        assert (played.winner, played.rule) == (outcome.winner, outcome.rule)
        assert played.points == match.game.scores(match.state)
        steps = zip(played.codes, played.numbers, played.actors, strict=True)
        for ply, (code, number, actor) in enumerate(steps):
            state = match.before(ply)
            assert match.game.actor(state) == actor == batch.seats[0]
            assert match.game.name(state, code) == played.actions[ply]
            batch.step([number])
        assert batch.done[0]
        assert len(played.values) == len(played.codes)
        np.testing.assert_allclose(np.sum(played.values, axis=1), 1, atol=0.001)
        if played.winner is not None:
            assert played.values[-1][played.winner] == 1
    assert (CHANCE in games[0].actors) == (game != "mole-hill")


def test_a_game_can_be_read_as_a_record(tmp_path: Path) -> None:
    dataset.make(a_plan("mole-company"), 1, tmp_path, processes=0)
    (game,) = dataset.read(tmp_path)
    again = record.read(record.write(game.record()))
    assert tuple(again.match.names) == game.actions
    assert again.match.setup.rotations == game.rotations


def test_arrays_hold_the_same(tmp_path: Path) -> None:
    dataset.make(a_plan(nodes=20), 4, tmp_path, processes=0)
    found, games = dataset.arrays(tmp_path), list(dataset.read(tmp_path))
    for i, game in enumerate(games):
        part = slice(found.starts[i], found.starts[i + 1])
        assert tuple(found.codes[part]) == game.codes
        assert found.numbers[part].tolist() == game.numbers
        assert tuple(found.actors[part]) == game.actors
        np.testing.assert_allclose(found.values[part], game.values, atol=1e-6)
        assert found.winners[i] == (-1 if game.winner is None else game.winner)
        assert found.points is not None
        assert tuple(found.points[i]) == game.points
    dataset.make(a_plan("buddel-bande"), 1, tmp_path / "more", processes=0)
    found = dataset.arrays(tmp_path / "more")
    assert found.points is None
    assert found.values.shape == (0, 4)
    assert found.numbers.tolist() == next(dataset.read(tmp_path / "more")).numbers


def test_games_differ_and_seeds_matter() -> None:
    first, second = dataset.play(a_plan(), 0), dataset.play(a_plan(), 1)
    assert first.actions != second.actions != dataset.play(a_plan(seed=2), 1).actions


def test_without_lots_a_player_without_luck_begins_alike() -> None:
    plan = dataset.plan("mole-hill", "depth1", nodes=0, opening=0, board="patch")
    assert dataset.play(plan, 0).actions[0] == dataset.play(plan, 1).actions[0]


def test_a_finished_set_has_a_card_and_one_that_grows_has_none(tmp_path: Path) -> None:
    path = tmp_path / "set"
    dataset.make(a_plan(), 2, path, processes=0)
    card = (path / "README.md").read_text("utf-8")
    for words in ("2 games of `mole-hill` with 2 players", "board `", "The seed is 1", "CC0 1.0"):
        assert words in card
    folders.DatasetFolder(path, a_plan())
    assert not (path / "README.md").exists()


def test_positions_that_a_solver_knows_have_labels_of_perfect_play(tmp_path: Path) -> None:
    plan = a_plan(proofs=2_000)
    dataset.make(plan, 2, tmp_path / "set", processes=0)
    games = list(dataset.read(tmp_path / "set"))
    assert games == [dataset.play(plan, number) for number in (0, 1)]
    found = dataset.arrays(tmp_path / "set")
    labels = [label for game in games for label in game.perfect]
    assert found.perfect.shape == found.perfect_points.shape == (len(found.codes), 2)
    for label, row, points in zip(labels, found.perfect, found.perfect_points, strict=True):
        assert np.isnan(row).all() if label.chances is None else tuple(row) == label.chances
        assert label.points == tuple(None if one < 0 else one for one in points)
    assert {label.chances is None for label in labels} == {True, False}
    for game in games:
        assert game.perfect[-1].points == game.points
        assert game._replace(perfect=(), plan=a_plan()) == dataset.play(a_plan(), game.number)
    card = (tmp_path / "set" / "README.md").read_text("utf-8")
    results = sum(label.chances is not None for label in labels)
    assert "Labels of perfect play, `perfect`: what each position is worth if all play perfectly" in card
    assert "at most 2,000 nodes a position" in card
    assert f"Of {len(labels):,} positions the result of the game is proven in {results:,} (" in card
    dataset.make(a_plan(), 1, tmp_path / "without", processes=0)
    assert "perfect" not in (tmp_path / "without" / "README.md").read_text("utf-8")
    assert dataset.arrays(tmp_path / "without").perfect.shape == (0, 2)


def test_labels_of_perfect_play_need_a_solver() -> None:
    with pytest.raises(Complaint, match="does not bring what is needed for this: solver"):
        a_plan("buddel-bande", proofs=1)
    with pytest.raises(Complaint, match="The number of nodes of a proof is a whole number from 0"):
        a_plan(proofs=-1)


@pytest.mark.parametrize("label", [7, [], [[0.5, 0.5]], [[0.5], [1, 2]], [None, [1]], [None, "ab"]])
def test_a_label_that_cannot_be_is_told(tmp_path: Path, label: object) -> None:
    dataset.make(a_plan(proofs=1), 1, tmp_path, processes=0)
    file = tmp_path / "games-00000.jsonl.gz"
    line = json.loads(gzip.decompress(file.read_bytes()))
    line["perfect"][2] = label
    file.write_bytes(gzip.compress(json.dumps(line).encode()))
    with pytest.raises(Complaint, match=r"line 1 is no game of this data set \(perfect"):
        next(dataset.read(tmp_path))


def test_the_same_files_however_it_was_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At once, grown, with files of few games, interrupted anywhere: byte by byte the same."""
    monkeypatch.setattr(folders, "SHARD", 4)
    plan = a_plan()
    dataset.make(plan, 10, tmp_path / "once", processes=0)
    names = sorted(files(tmp_path / "once"))
    assert names == ["README.md", "dataset.json", *(f"games-0000{n}.jsonl.gz" for n in range(3))]
    assert [game.number for game in dataset.read(tmp_path / "once")] == list(range(10))
    for games in (1, 3, 4, 6, 10):
        before = len(list(dataset.read(tmp_path / "grown"))) if games > 1 else 0
        assert dataset.make(plan, games, tmp_path / "grown", processes=0) == games - before
    assert files(tmp_path / "grown") == files(tmp_path / "once")

    def stop(there: int, games: int) -> None:
        if there in {2, 5, 9} and there not in seen:
            seen.add(there)
            raise KeyboardInterrupt

    seen: set[int] = set()
    for left in range(3):
        with pytest.raises(KeyboardInterrupt):
            dataset.make(plan, 10, tmp_path / "torn", processes=0, watch=stop)
        assert len(list(dataset.read(tmp_path / "torn"))) == (2, 5, 9)[left]
    assert dataset.make(plan, 10, tmp_path / "torn", processes=0, watch=stop) == 1
    assert files(tmp_path / "torn") == files(tmp_path / "once")
    assert dataset.make(plan, 7, tmp_path / "torn", processes=0) == 0
    assert files(tmp_path / "torn") == files(tmp_path / "once")


def test_a_torn_line_is_played_again(tmp_path: Path) -> None:
    def stop(there: int, games: int) -> None:
        if there == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        dataset.make(a_plan(), 5, tmp_path / "torn", processes=0, watch=stop)
    waiting = tmp_path / "torn" / "waiting.jsonl"
    waiting.write_bytes(waiting.read_bytes()[:-20])
    assert len(list(dataset.read(tmp_path / "torn"))) == 2
    assert dataset.make(a_plan(), 5, tmp_path / "torn", processes=0) == 3
    dataset.make(a_plan(), 5, tmp_path / "once", processes=0)
    assert files(tmp_path / "torn") == files(tmp_path / "once")


def test_a_larger_set_that_was_begun_is_not_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of several files wait, and somebody asks for fewer."""
    monkeypatch.setattr(folders, "SHARD", 4)
    plan = a_plan()
    folder = folders.DatasetFolder(tmp_path, plan)
    for number in (0, 1, 4, 5, 6, 7, 9):
        folder.add(dataset.play(plan, number))
    assert dataset.make(plan, 2, tmp_path, processes=0) == 0
    assert [game.number for game in dataset.read(tmp_path)] == [4, 5, 6, 7, 0, 1, 9]
    assert dataset.make(plan, 10, tmp_path, processes=0) == 3
    assert [game.number for game in dataset.read(tmp_path)] == list(range(10))


def test_processes_make_the_same(tmp_path: Path) -> None:
    dataset.make(a_plan(), 6, tmp_path / "one", processes=0)
    dataset.make(a_plan(), 6, tmp_path / "two", processes=2)
    assert files(tmp_path / "one") == files(tmp_path / "two")


def test_what_is_wrong_is_said(tmp_path: Path) -> None:
    plan = a_plan()
    dataset.make(plan, 1, tmp_path / "set", processes=0)
    with pytest.raises(Complaint, match=r"holds another data set; there and here: seed 1 / 2\."):
        dataset.make(a_plan(seed=2), 1, tmp_path / "set", processes=0)
    with pytest.raises(Complaint, match="give best@1s nodes to spend"):
        dataset.plan("mole-hill", "best@1s")
    with pytest.raises(Complaint, match="There is no player nobody"):
        dataset.plan("mole-hill", "nobody")
    with pytest.raises(Complaint, match="The number of games is a whole number from 1"):
        dataset.make(plan, 0, tmp_path / "none")
    with pytest.raises(Complaint, match="The number of nodes is a whole number from 0"):
        dataset.plan("mole-hill", nodes=-1)
    with pytest.raises(Complaint, match="is not a data set of games"):
        list(dataset.read(tmp_path / "nowhere"))
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "thesis.txt").write_text("mine", "utf-8")
    with pytest.raises(Complaint, match="is not a data set of games"):
        dataset.make(plan, 1, tmp_path / "other", processes=0)
    with pytest.raises(Complaint, match="cannot be written"):
        dataset.make(plan, 1, tmp_path / "other" / "thesis.txt", processes=0)
    head = tmp_path / "set" / "dataset.json"
    changed = json.loads(head.read_text("utf-8"))
    changed["versions"]["source"] = "old"
    del changed["check"]  # as before there was one
    head.write_text(json.dumps(changed), "utf-8")
    with pytest.raises(Complaint, match="holds another data set; there and here: source"):
        dataset.make(plan, 2, tmp_path / "set", processes=0)
    file = tmp_path / "set" / "games-00000.jsonl.gz"
    whole = file.read_bytes()
    for damage in (whole[:-9], b"nonsense", gzip.compress(b"{")):
        file.write_bytes(damage)
        with pytest.raises(Complaint, match="is damaged"):
            list(dataset.read(tmp_path / "set"))


def half_made(path: Path) -> list[dataset.SelfPlayGame]:
    """Six games: four in a file, two that wait."""
    folder = folders.DatasetFolder(path, a_plan())
    games = [dataset.play(a_plan(), number) for number in range(6)]
    for game in games:
        folder.add(game)
    assert sorted(files(path)) == ["dataset.json", "games-00000.jsonl.gz", "waiting.jsonl"]
    return games


def what_is_read(path: Path) -> tuple[list[dataset.SelfPlayGame], str]:
    """The games that were given away, and the complaint that followed."""
    seen: list[dataset.SelfPlayGame] = []
    try:
        seen.extend(dataset.read(path))
    except Complaint as complaint:
        return seen, str(complaint)
    return seen, ""


@pytest.mark.parametrize("name", ["dataset.json", "games-00000.jsonl.gz", "waiting.jsonl"])
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_whatever_bit_is_wrong_is_noticed_and_told(name: str, data: st.DataObject) -> None:
    """There is a complaint that names the file, or all games are as they were.

    Only where the end of the last line that waits is gone that game is taken for torn, and is played again.
    """
    with tempfile.TemporaryDirectory() as place, pytest.MonkeyPatch.context() as patch:
        patch.setattr(folders, "SHARD", 4)
        path = Path(place)
        games = half_made(path)
        whole = bytearray((path / name).read_bytes())
        at = data.draw(st.integers(0, len(whole) - 1))
        whole[at] ^= 1 << data.draw(st.integers(0, 7))
        (path / name).write_bytes(whole)
        seen, told = what_is_read(path)
        if told:
            assert name in told
            assert name != "waiting.jsonl" or "line " in told
            assert not seen
            with pytest.raises(Complaint):
                dataset.make(a_plan(), 6, path, processes=0)
        else:
            torn = name == "waiting.jsonl" and at == len(whole) - 1
            assert seen == (games[:-1] if torn else games)


@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        ("waiting.jsonl", None, "7\n", "line 1 is no game"),
        ("waiting.jsonl", None, "{}\n", r"line 1 is no game of this data set \(its fields\)"),
        ("waiting.jsonl", '"winner":', '"loser":', "line 1 is no game"),
        ("waiting.jsonl", '"rule":"', '"rule":"x', r"line 1 is no game of this data set \(its checksum\)"),
        ("dataset.json", None, "[]", "dataset.json is missing or damaged"),
        ("dataset.json", '"plan"', '"plot"', "dataset.json is missing or damaged"),
        ("dataset.json", '"seed"', '"speed"', "dataset.json is missing or damaged"),
        ("dataset.json", '"versions"', '"verses"', "dataset.json is missing or damaged"),
        ("dataset.json", '"seed": 1', '"seed": 2', "dataset.json is missing or damaged"),
    ],
)
def test_damage_is_told(tmp_path: Path, name: str, old: str | None, new: str, told: str) -> None:
    half_made_here = tmp_path / "set"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(folders, "SHARD", 4)
        half_made(half_made_here)
        file = half_made_here / name
        was = file.read_text("utf-8")
        assert old is None or old in was
        file.write_text(new if old is None else was.replace(old, new), "utf-8")
        for command in (dataset.read, dataset.arrays, lambda path: dataset.make(a_plan(), 6, path)):
            with pytest.raises(Complaint, match=told):
                list(command(half_made_here))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("number", 700),
        ("number", "0"),
        ("rotations", 4),
        ("actions", None),
        ("codes", [1]),
        ("actors", "0"),
        ("values", [[0.5]]),
        ("winner", 2),
        ("rule", 8),
        ("points", [1]),
    ],
)
def test_a_field_that_cannot_be_is_told(tmp_path: Path, field: str, value: object) -> None:
    """Not a bit that flipped, but a file that somebody wrote."""
    dataset.make(a_plan(), 2, tmp_path, processes=0)
    file = tmp_path / "games-00000.jsonl.gz"
    first, second = map(json.loads, gzip.decompress(file.read_bytes()).splitlines())
    second[field] = value
    file.write_bytes(gzip.compress("\n".join(map(json.dumps, (first, second))).encode()))
    reading = dataset.read(tmp_path)
    with pytest.raises(
        Complaint, match=r"games-00000.jsonl.gz is damaged: line 2 is no game of this data set"
    ):
        next(reading)


def test_one_run_at_a_time(tmp_path: Path) -> None:
    refused = []

    def another(there: int, games: int) -> None:
        with pytest.raises(Complaint, match="is in use by another run"):
            dataset.make(a_plan(), 9, tmp_path / "set", processes=0)
        refused.append(there)

    dataset.make(a_plan(), 2, tmp_path / "set", processes=0, watch=another)
    assert refused == [0, 1, 2]
    assert dataset.make(a_plan(), 3, tmp_path / "set", processes=0) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["set"]


@pytest.mark.parametrize("processes", [0, 1])
def test_what_could_not_be_compiled_in_time_plays_no_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, processes: int
) -> None:
    if processes:  # no time at all, in a process that begins anew
        monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), *sys.path]))
        (tmp_path / "sitecustomize.py").write_text(
            "import sys, moleworks.research.dataset\n"
            "sys.modules['moleworks.research.dataset.play'].PATIENCE = 0.0\n"
        )
    else:
        monkeypatch.setattr(type(engine.player("mole-hill")), "warm_up", lambda *_: False)
    with pytest.raises(Complaint, match="could not be compiled within"):
        dataset.make(a_plan(player="level1"), 1, tmp_path / "set", processes=processes)
    assert list(dataset.read(tmp_path / "set")) == []


def test_what_was_never_compiled_says_so_and_stays_apart(tmp_path: Path) -> None:
    program = (
        "from moleworks.research import dataset\n"
        "plan = dataset.plan('mole-hill', 'random', nodes=0, board='patch')\n"
        f"dataset.make(plan, 1, {str(tmp_path / 'set')!r}, processes=0)\n"
    )
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    subprocess.run([sys.executable, "-c", program], check=True, env=env)
    assert folders.read_head(tmp_path / "set")["versions"]["kernels"] == "interpreted"
    with pytest.raises(
        Complaint, match='another data set; there and here: kernels "interpreted" / "compiled"'
    ):
        dataset.make(a_plan(), 2, tmp_path / "set", processes=0)


def test_at_the_command_line(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "moleworks", "selfplay", "--game", "mole-hill", "--board", "patch"]
    command += ["--player", "random", "--nodes", "0", "--processes", "0", "--out", str(tmp_path / "set")]
    done = subprocess.run([*command, "--games", "3"], capture_output=True, text=True, check=True)
    assert " ".join(done.stdout.split()) == f"3 games are in {tmp_path / 'set'}; 3 of them are new."
    assert len(list(dataset.read(tmp_path / "set"))) == 3
    done = subprocess.run([*command, "--games", "0"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("The number of games is a whole number from 1")
    german = [*command, "--games", "3", "--seed", "9", "--lang", "de"]
    done = subprocess.run(german, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "seed 1 / 9" in done.stderr
    assert "Datensatz" in done.stderr
