"""A whole run: processes, crashes, early stopping, Ctrl-C; what the report says."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from moleworks import arena
from moleworks.arena import progress, report_text, runs, store
from moleworks.arena.play import FinishedGame, play, warm_up
from moleworks.arena.pool import FailedGame, ProcessPool, RetriedGame
from moleworks.arena.reports import Report, report
from moleworks.arena.schedule import schedule
from moleworks.engine import Knowledge
from moleworks.engine.player_names import ChooseAction
from moleworks.games import Complaint
from tests.arena.example_players import MARK, player_named
from tests.arena.test_store import small, timeless


class Ear:
    """Hears everything."""

    def __init__(self) -> None:
        self.troubles: list[RetriedGame | FailedGame] = []
        self.reports: list[Report] = []
        self.ended = 0

    def begin(self, plan: arena.ArenaPlan, done: int, planned: int) -> None:
        pass

    def tell(self, report: Report, played: int) -> None:
        self.reports.append(report)

    def trouble(self, trouble: RetriedGame | FailedGame) -> None:
        self.troubles.append(trouble)

    def end(self) -> None:
        self.ended += 1


def duel(names: list[str], games: int, **rest: Any) -> arena.ArenaPlan:
    return arena.plan("mole-hill", names, games, board="patch", find_player=player_named, **rest)


def test_where_games_are_played_changes_nothing(tmp_path: Path) -> None:
    here, there = tmp_path / "here.json", tmp_path / "there.json"
    one = arena.run(small(12), here, processes=0, find_player=player_named)
    other = arena.run(small(12), there, processes=2, find_player=player_named)
    assert timeless(here) == timeless(there)
    assert one.standings == other.standings
    assert other.complete


def test_a_worker_that_dies_loses_only_its_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = tmp_path / "mark"
    monkeypatch.setenv(MARK, str(mark))
    ear = Ear()
    result = arena.run(duel(["dies_once", "last"], 6), processes=1, find_player=player_named, watch=ear)
    (trouble,) = ear.troubles
    assert isinstance(trouble, RetriedGame)
    assert trouble.job.seats == ("dies_once", "last")
    assert "exit code 3" in trouble.why
    assert "Set 1, game 1 (dies_once last) went wrong and is played again" in report_text.trouble_text(
        trouble
    )
    assert (result.games, result.failed, ear.ended) == (6, (), 1)
    mark.unlink()
    quiet = arena.run(duel(["first", "last"], 6), processes=0, find_player=player_named)
    assert [standing.won for standing in result.standings] == [standing.won for standing in quiet.standings]


def test_a_worker_that_dies_between_two_games_is_replaced() -> None:
    plan = duel(["first", "last"], 2)
    jobs = schedule(plan)
    pool = ProcessPool(plan, player_named, 1)
    try:
        pool.submit(jobs[0])
        (played,) = _collected(pool)
        assert isinstance(played, FinishedGame)
        (idle,) = pool._idle
        idle.process.kill()
        idle.process.join()
        pool.submit(jobs[1])
        again = [*_collected(pool), *_collected(pool)]
    finally:
        pool.close()
    assert [type(done) for done in again] == [RetriedGame, FinishedGame]
    assert pool.free == 1


def _collected(pool: ProcessPool) -> list[FinishedGame | FailedGame | RetriedGame]:
    while not (done := pool.collect(1.0)):
        pass
    return done


@pytest.mark.parametrize(("who", "warmed"), [("level1", 1), ("best@5n", 1), ("depth1", 0)])
def test_those_who_think_are_warm_before_the_clock_runs(
    monkeypatch: pytest.MonkeyPatch, who: str, warmed: int
) -> None:
    calls: list[object] = []

    class Thinker:
        def warm_up(self, wait: float) -> bool:
            calls.append(wait)
            return True

    chosen: list[str] = []

    def find(game: str, name: str) -> ChooseAction:
        chosen.append(name)
        return player_named(game, "first")

    monkeypatch.setattr("moleworks.engine.player", lambda game: Thinker())
    warm_up(arena.plan("mole-hill", [who, "random"], 2), find)
    assert len(calls) == warmed
    assert chosen == [who, "random"] * 3, "in each phase: place, rod, step"


@pytest.mark.parametrize(
    ("who", "told"),
    [
        ("raises", "RuntimeError: a mole bit me (example_players.py:"),
        ("cheats", "z99"),
        ("dies", "exit code 3"),
    ],
)
def test_games_that_always_fail_end_the_run(tmp_path: Path, who: str, told: str) -> None:
    out = tmp_path / "out.json"
    ear = Ear()
    with pytest.raises(Complaint, match="3 games in a row could not be played") as complaint:
        arena.run(
            duel([who, "last"], 20),
            out,
            processes=1 if who == "dies" else 0,
            find_player=player_named,
            watch=ear,
        )
    assert told in str(complaint.value)
    assert [type(trouble) for trouble in ear.troubles] == [RetriedGame, FailedGame] * 3
    failed = json.loads(out.read_text("utf-8"))["failed"]
    assert [(game["set"], game["rotation"]) for game in failed] == [(0, 0), (0, 1), (1, 0)]
    assert told in failed[0]["why"]


def test_no_report_on_games_of_which_none_counts(tmp_path: Path) -> None:
    """One of each set fails: two games are played, and neither counts without the other."""
    out = tmp_path / "out.json"
    plan = duel(["first", "last"], 4)
    kept = store.ArenaStore(plan, out)
    for game in _played(plan):
        if game.rotation:
            kept.add(game)
    kept.write(now=True)

    def biting(game: str, name: str) -> ChooseAction:
        return player_named(game, "raises" if name == "first" else name)

    with pytest.raises(Complaint, match=r"no game counts.*a mole bit me"):
        arena.run(plan, out, processes=0, find_player=biting)
    assert arena.run(plan, out, processes=0, find_player=player_named).games == 4


def test_a_failed_game_is_told_and_tried_again_another_day(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    plan = duel(["first", "last"], 6, seed=5)
    kept = store.ArenaStore(plan, out)
    games = [game for game in _played(plan) if (game.set, game.rotation) != (1, 1)]
    for game in games:
        kept.add(game)
    kept.fail(FailedGame(_played(plan)[3].job, "bitten"))
    kept.write(now=True)
    half = report(plan, games, kept.failed.values())
    assert (half.games, half.complete) == (4, False)
    assert any("Set 2, game 2 (last first) failed: bitten" in line for line in report_text.sentences(half))
    whole = arena.run(plan, out, processes=0, find_player=player_named)
    assert (whole.games, whole.failed, whole.complete) == (6, (), True)


def _played(plan: arena.ArenaPlan) -> list[FinishedGame]:
    return [play(plan, job, player_named) for job in schedule(plan)]


def test_an_sprt_stops_early_wherever_games_are_played(tmp_path: Path) -> None:
    plan = duel(["depth1", "random"], 1000, sprt=(0.0, 200.0))
    here = arena.run(plan, tmp_path / "here.json", processes=0, find_player=player_named)
    there = arena.run(plan, tmp_path / "there.json", processes=2, find_player=player_named)
    assert here.sprt
    assert here.sprt.better is True
    assert here.complete
    assert here.games < 100
    assert (here.standings, here.sprt) == (there.standings, there.sprt)
    assert any("the first player is better" in line for line in report_text.sentences(here))
    again = arena.run(plan, tmp_path / "there.json", processes=2, find_player=player_named)
    assert again == there, "it is decided: nothing is played"


def test_a_gap_keeps_an_sprt_waiting() -> None:
    """Sets count in their order: quick games must not be heard before slow ones."""
    plan = duel(["depth1", "random"], 40, sprt=(0.0, 400.0))
    games = _played(plan)
    assert report(plan, games).games > 4
    assert report(plan, [game for game in games if game.set != 2]).games == 4
    failed = [FailedGame(games[4].job, "bitten")]
    assert report(plan, [game for game in games if game.set != 2], failed).games > 4


def test_a_file_in_use_is_refused_and_its_run_goes_on(tmp_path: Path) -> None:
    """The newcomer is turned away, before it does anything; the first one ends as if nothing had been."""
    out = tmp_path / "out.json"
    refused: list[str] = []

    def find(game: str, name: str) -> ChooseAction:
        def choose(knowledge: Knowledge, seed: int) -> str:
            if not refused:
                with pytest.raises(Complaint) as complaint:
                    arena.run(small(), out, processes=0, find_player=player_named)
                refused.append(str(complaint.value))
            return player_named(game, name)(knowledge, seed)

        return choose

    assert arena.run(small(), out, processes=0, find_player=find).complete
    assert "out.json is in use by another run" in refused[0]
    assert [file.name for file in tmp_path.iterdir()] == ["out.json"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_a_run_that_was_killed_leaves_its_file_free(tmp_path: Path) -> None:
    program, out = tmp_path / "program.py", tmp_path / "out.json"
    program.write_text(PROGRAM)
    process = subprocess.Popen(
        [sys.executable, program],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    plan = arena.plan("mole-hill", ["slow", "last"], 2000, board="patch", find_player=player_named)
    try:
        while not out.exists():
            assert process.poll() is None
            time.sleep(0.05)
        with pytest.raises(Complaint, match="in use by another run"):
            arena.run(plan, out, processes=0, find_player=player_named, seconds=0.0)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
    before = len(store.read_games(out))
    result = arena.run(plan, out, processes=0, find_player=player_named, seconds=0.0)
    assert result.games <= before, "it is let in, and has no time to play"


def test_one_against_three() -> None:
    plan = arena.plan(
        "buddel-bande", ["choosy", "random", "random", "random"], 16, board="stroll", find_player=player_named
    )
    result = arena.run(plan, processes=0, find_player=player_named)
    one, others = result.standings
    assert (one.name, one.games, one.estimate.even) == ("choosy", 16, 0.25)
    assert one.won + others.won + one.drawn == 16
    assert others.estimate.even == 0.75
    assert one.estimate.share + others.estimate.share == pytest.approx(1)
    assert "/ 25.0 %" in report_text.markdown(result)


def test_all_against_all_and_steps() -> None:
    names = ["random", "depth1", "depth3"]
    result = arena.run(duel(names, 8, opening=2), processes=0, find_player=player_named)
    assert [standing.line_up for standing in result.standings[::2]] == [
        ("random", "depth1"),
        ("random", "depth3"),
        ("depth1", "depth3"),
    ]
    assert result.ratings["random"].elo == 0 < result.ratings["depth1"].elo
    ladder = arena.steps(
        "mole-hill", names, 8, processes=0, board="patch", opening=2, find_player=player_named
    )
    assert [standing.line_up for standing in ladder.standings[::2]] == [
        ("depth1", "random"),
        ("depth3", "depth1"),
    ]
    assert list(ladder.ratings) == names
    table = report_text.markdown(ladder)
    assert "| depth1 - random | 8 |" in table
    assert "| depth3 - depth1 | 8 |" in table


def test_a_report_by_hand() -> None:
    plan = duel(["first", "last"], 4)
    blank = FinishedGame(
        0, 0, ("first", "last"), 0, "MH10", 30, (8, 4), "a", (10, 20), (1.0, 4.0), (0.5, 1.0)
    )
    games = [
        blank,
        blank._replace(rotation=1, seats=("last", "first"), winner=0, points=(6, 2), digest="b"),
        blank._replace(set=1, winner=None, points=(5, 5), plies=40, digest="a"),
        blank._replace(set=1, rotation=1, seats=("last", "first"), winner=1, points=(1, 9), digest="c"),
    ]
    result = report(plan, games)
    first, last = result.standings
    assert (first.won, first.drawn, first.lost) == (2, 1, 1) == (last.lost, last.drawn, last.won)
    assert first.estimate.share == pytest.approx(2.5 / 4)
    assert first.sets == {0.5: 1, 0.75: 1}
    assert result.thinking["first"].moves == 10 + 20 + 10 + 20
    assert result.thinking["first"].seconds == pytest.approx((1 + 4 + 1 + 4) / 60)
    assert result.thinking["first"].points == pytest.approx((8 + 2 + 5 + 9) / 4)
    assert result.seats == pytest.approx((2.5 / 4, 1.5 / 4))
    assert (result.plies, result.different, result.complete) == (32.5, 3, True)
    assert any("Only 3 of 4 games differ" in line for line in report_text.sentences(result))
    assert report(plan, games[:3]).games == 2, "half a set does not count"


def test_time_is_up() -> None:
    result = arena.run(small(), processes=0, seconds=0.0, find_player=player_named)
    assert (result.games, result.complete) == (0, False)


@pytest.mark.parametrize("processes", [-1, 2.5, 5000])
def test_a_strange_number_of_processes(processes: Any) -> None:
    with pytest.raises(Complaint, match="0 to 1000 processes"):
        arena.run(small(), processes=processes, find_player=player_named)


def test_plain_lines_where_nobody_sees_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "REPORT_SECONDS", 0.0)
    paper = io.StringIO()
    display = progress.Display(Console(file=paper, width=60), every=0.0)
    arena.run(small(), processes=0, find_player=player_named, watch=display)
    lines = paper.getvalue().splitlines()
    assert lines[0] == "buddel-bande: random, choosy; 8 games to play."
    assert lines[-1].startswith("8/8 random ")
    assert "Elo" in lines[-1]
    between = lines[1:-1]  # how many there are hangs on how long a report takes
    assert between
    assert all(" left)" in line for line in lines[2:-2]), "how long it will take"
    assert "\x1b" not in paper.getvalue()


def test_plain_lines_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "REPORT_SECONDS", 0.0)
    paper = io.StringIO()
    display = progress.Display(Console(file=paper, width=60), every=3600.0)
    arena.run(small(), processes=0, find_player=player_named, watch=display)
    assert len(paper.getvalue().splitlines()) == 2


def test_a_bar_at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "REPORT_SECONDS", 0.0)
    paper = io.StringIO()
    console = Console(file=paper, width=100, force_terminal=True)
    arena.run(small(), processes=0, find_player=player_named, watch=progress.Display(console))
    assert "8/8" in paper.getvalue()
    assert "random" in paper.getvalue()


def test_a_report_at_a_terminal_and_on_paper() -> None:
    result = arena.run(small(4), processes=0, find_player=player_named)
    wide = io.StringIO()
    report_text.show(result, Console(file=wide, width=20))
    assert any(line.startswith("random - choosy") and "(" in line for line in wide.getvalue().splitlines())
    screen = io.StringIO()
    report_text.show(result, Console(file=screen, width=50, force_terminal=True, color_system=None))
    assert max(len(line) for line in screen.getvalue().splitlines()) <= 50
    assert "…" not in screen.getvalue()


PROGRAM = """
import signal
from moleworks import arena
from tests.arena.example_players import player_named
if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # some shells have it ignored
    plan = arena.plan("mole-hill", ["slow", "last"], 2000, board="patch", find_player=player_named)
    arena.run(plan, "out.json", processes=2, find_player=player_named)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal for one process")
def test_ctrl_c_leaves_a_good_file_and_no_process(tmp_path: Path) -> None:
    program, out = tmp_path / "program.py", tmp_path / "out.json"
    program.write_text(PROGRAM)
    root = Path(__file__).parents[2]
    process = subprocess.Popen(
        [sys.executable, program],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(root)},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        while not out.exists():
            assert process.poll() is None
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all of them
        # The workers have the same standard error: it ends when they all have.
        _, told = process.communicate(timeout=60)
    finally:
        process.kill()
    assert told.count("KeyboardInterrupt") == 1, "only the one who gives orders is interrupted"
    assert store.read_games(out)
