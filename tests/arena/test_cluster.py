"""The same games on Ray: with real workers, one of which is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks.research.resume import BOOK
from moleworks import arena
from moleworks.arena import cluster, runs, store
from moleworks.arena.pool import RetriedGame
from moleworks.arena.reports import Report
from moleworks.arena.schedule import schedule
from moleworks.games import Complaint
from moleworks.terminal.arena import parse_book
from tests.arena.example_players import MARK, player_named
from tests.arena.test_player_finder import BOTS
from tests.arena.test_run import Ear, duel
from tests.arena.test_store import timeless
from tests.cli.calls import run

# Ray itself leaves sockets and files to the collector.
pytestmark = pytest.mark.filterwarnings("default")


def test_no_ray_there(tmp_path: Path) -> None:
    with pytest.raises(Complaint, match=r"There is no Ray to play on at 127\.0\.0\.1:1"):
        arena.run(duel(["first", "last"], 2), find_player=player_named, where=cluster.ray_at("127.0.0.1:1"))


def test_a_command_begins_a_ray_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`--ray`, and no address behind it."""
    mark, here, there = (tmp_path / name for name in ("mark", "here.json", "there.json"))
    monkeypatch.setenv(MARK, str(mark))
    names = ["random", f"{BOTS}:guest"]
    arguments = ["arena", "mole-hill", "--players", ",".join(names), "--board", "patch", "--games", "4"]
    done = run(*arguments, "--processes", "1", "--lang", "en", "--out", str(there), "--ray")
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr
    assert "4 of 4 games count." in done.stdout
    assert mark.read_text(), "it was played in a worker of Ray"
    arena.run(arena.plan("mole-hill", names, 4, board="patch"), here, processes=0)
    assert not mark.read_text(), "and this was not"
    assert timeless(here) == timeless(there)


def test_more_work_than_wanted_is_no_room() -> None:
    """Batches that shrink leave more games pending than would be sent now."""
    full = cluster.RayPool.__new__(cluster.RayPool)
    full._count, full._batch_size, full._pending = 1, 1, {}
    full._waiting = deque(schedule(duel(["first", "last"], 2 * cluster.QUEUED_BATCHES + 4)))
    assert full.free == 0
    full._batch_size = 64
    assert full.free == 64 * cluster.QUEUED_BATCHES - len(full._waiting)


@pytest.fixture(scope="module")
def ray(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """One Ray for all tests here, begun as the arena begins its own: that takes longer than the games."""
    loaded = cluster._import_ray()
    with pytest.MonkeyPatch.context() as patch:  # workers see what was there when Ray began
        patch.setenv(MARK, str(tmp_path_factory.mktemp("ray") / "mark"))
        cluster._connect(loaded, cluster.LOCAL, 2)
        yield loaded
        loaded.shutdown()


@pytest.mark.usefixtures("ray")
def test_the_same_games_on_ray(tmp_path: Path) -> None:
    plan = arena.plan("mole-hill", ["best@40n", "depth1", "random"], 2, board="patch", opening=2)
    here, there = tmp_path / "here.json", tmp_path / "there.json"
    one = arena.run(plan, here, processes=0)
    other = arena.run(plan, there, where=cluster.ray_at(count=2))
    assert timeless(here) == timeless(there)
    assert (one.standings, one.ratings) == (other.standings, other.ratings)
    assert other.complete


@pytest.mark.usefixtures("ray")
def test_the_same_games_on_ray_with_clocks_a_book_and_adjudication(tmp_path: Path) -> None:
    book = parse_book("\n".join(BOOK))
    plan = arena.plan(
        "mole-hill",
        ["best@20n", "best@5n"],
        12,
        board="patch",
        book=book,
        opening=2,
        clock=(60, 1),
        resign=(0.8, 2),
        longest=40,
        keep_records=True,
    )
    here, there = tmp_path / "here.json", tmp_path / "there.json"
    one = arena.run(plan, here, processes=0)
    other = arena.run(plan, there, where=cluster.ray_at(count=2))
    assert timeless(here) == timeless(there)
    assert one.standings == other.standings
    games = store.read_games(there)
    assert {game.rule for game in games} > {"adjudicated"}, "some end early, and some by their rules"
    for game in games:
        opening = book[game.set % len(book)]
        assert game.actions is not None
        assert game.actions[: len(opening)] == tuple(opening)
        assert game.values


class Killer(Ear):
    """Kills the process that was last at work, once, in the middle of its game."""

    def __init__(self, mark: Path) -> None:
        super().__init__()
        self.mark, self.killed = mark, 0

    def tell(self, report: Report, played: int) -> None:
        super().tell(report, played)
        if not self.killed and played >= 4:
            self.killed = int(self.mark.read_text() or 0)
            if self.killed:
                os.kill(self.killed, signal.SIGKILL)


@pytest.mark.usefixtures("ray")
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_a_killed_worker_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark, out = Path(os.environ[MARK]), tmp_path / "out.json"
    monkeypatch.setattr(runs, "REPORT_SECONDS", 0.0)
    killer = Killer(mark)
    plan = duel(["signed", "last"], 16)
    result = arena.run(plan, out, where=cluster.ray_at(count=2), find_player=player_named, watch=killer)
    assert killer.killed not in {0, os.getpid()}, "a worker was at work elsewhere"
    assert killer.troubles, "and was missed"
    assert all(isinstance(trouble, RetriedGame) for trouble in killer.troubles)
    assert (result.games, result.failed) == (16, ())
    games = [(game.set, game.rotation) for game in store.read_games(out)]
    assert sorted(games) == [(number, turn) for number in range(8) for turn in (0, 1)], "each one once"
    quiet = arena.run(plan, processes=0, find_player=player_named)
    assert [standing.won for standing in result.standings] == [standing.won for standing in quiet.standings]


def test_a_command_plays_on_the_cluster_at_an_address(tmp_path: Path, ray: Any) -> None:
    """A process of its own, which leaves the cluster as it was."""
    here, there = tmp_path / "here.json", tmp_path / "there.json"
    address = ray.get_runtime_context().gcs_address
    command = [sys.executable, "-m", "moleworks", "arena", "mole-hill", "--players", "random,depth1"]
    command += ["--board", "patch", "--games", "2", "--lang", "en", "--out", str(there)]
    command += ["--processes", "1", "--ray", address]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert "depth1" in done.stdout
    arena.run(arena.plan("mole-hill", ["random", "depth1"], 2, board="patch"), here, processes=0)
    assert timeless(here) == timeless(there)
    assert ray.cluster_resources()["CPU"] == 2
