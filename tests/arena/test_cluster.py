"""The same games on Ray: with real workers, one of which is killed."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from moleworks import arena
from moleworks.arena import cluster, runs, store
from moleworks.arena.pool import Troubled
from moleworks.arena.reports import Report
from moleworks.games import Complaint
from tests.arena.movers import MARK, mover
from tests.arena.test_run import Ear, duel
from tests.arena.test_store import timeless

# Ray itself leaves sockets and files to the collector.
pytestmark = pytest.mark.filterwarnings("default")


def test_the_same_games_on_ray(tmp_path: Path) -> None:
    plan = arena.plan("mole-hill", ["best@40n", "depth1", "random"], 4, board="patch", opening=2)
    here, there = tmp_path / "here.json", tmp_path / "there.json"
    one = arena.run(plan, here, processes=0)
    other = arena.run(plan, there, where=cluster.ray_at(count=2))
    assert timeless(here) == timeless(there)
    assert (one.standings, one.ratings) == (other.standings, other.ratings)
    assert other.complete


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


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_a_killed_worker_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark, out = tmp_path / "mark", tmp_path / "out.json"
    monkeypatch.setenv(MARK, str(mark))
    monkeypatch.setattr(runs, "REVIEW", 0.0)
    killer = Killer(mark)
    plan = duel(["signed", "last"], 40)
    result = arena.run(plan, out, where=cluster.ray_at(count=2), movers=mover, watch=killer)
    assert killer.killed not in {0, os.getpid()}, "a worker was at work elsewhere"
    assert killer.troubles, "and was missed"
    assert all(isinstance(trouble, Troubled) for trouble in killer.troubles)
    assert (result.games, result.failed) == (40, ())
    games = [(game.set, game.rotation) for game in store.games(out)]
    assert sorted(games) == [(number, turn) for number in range(20) for turn in (0, 1)], "each one once"
    quiet = arena.run(plan, processes=0, movers=mover)
    assert [standing.won for standing in result.standings] == [standing.won for standing in quiet.standings]


def test_no_ray_there(tmp_path: Path) -> None:
    with pytest.raises(Complaint, match=r"There is no Ray to play on at 127\.0\.0\.1:1"):
        arena.run(duel(["first", "last"], 2), movers=mover, where=cluster.ray_at("127.0.0.1:1"))
