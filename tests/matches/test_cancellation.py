"""Cancelled jobs: a real search in a real process stops early."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from pathlib import Path

import pytest

from moleworks import engine
from moleworks.engine import Knowledge, Stop, chance, knowledge
from moleworks.games import GAMES
from moleworks.matches.cancellation import Cancelled, JobFiles, stop_when_deleted, write_progress
from moleworks.matches.engine_pool import EnginePool
from moleworks.record import Match
from tests.matches.helpers import until

pytestmark = pytest.mark.slow


def _searched(seen: Knowledge, job_file: Path, begun: Path) -> tuple[bool, int]:
    with stop_when_deleted(job_file) as stop:
        begun.touch()
        advice = engine.best(seen.view, seen.setup, seen.heard, seconds=3600, stop=stop)
        return stop.is_set, advice.searched.nodes


def first_choice(game: str) -> Knowledge:
    match = Match.begin(game)
    while match.game.actor(match.state) not in range(match.setup.players):
        match.act(chance.draw(match.game, match.state))
    return knowledge(match)


@pytest.mark.parametrize("game", GAMES)
def test_a_search_of_an_hour_ends_when_it_is_not_wanted_any_more(game: str, tmp_path: Path) -> None:
    begun = tmp_path / "begun"

    async def scenario() -> None:
        engine_pool, files = EnginePool(1), JobFiles()
        try:
            job_file = files.new()
            work = asyncio.ensure_future(engine_pool.run(_searched, first_choice(game), job_file, begun))
            await until(begun.exists)
            assert not work.done()
            job_file.unlink()
            assert (await work)[0]
        finally:
            engine_pool.close()
            files.close()

    asyncio.run(scenario())


def test_what_nobody_wants_is_not_begun(tmp_path: Path) -> None:
    with pytest.raises(Cancelled), stop_when_deleted(tmp_path / "nothing"):
        raise AssertionError("it was begun")
    with pytest.raises(Cancelled):
        write_progress(tmp_path / "nothing", "half of it")


def test_a_flag_is_set_by_whoever_asked_and_by_nobody_else() -> None:
    files = JobFiles()
    job_file = files.new("work")
    with stop_when_deleted(job_file) as stop:
        assert isinstance(stop, Stop)
        assert not stop.is_set
    assert not stop.is_set
    with stop_when_deleted(job_file) as stop:
        files.close()
        while not stop.is_set:
            pass
    assert files.new("work") != job_file
    files.close()


ABANDONED = """
import asyncio, os, time
from moleworks.matches.cancellation import JobFiles
from moleworks.matches.engine_pool import EnginePool

async def main():
    pool, files = EnginePool(1), JobFiles()
    print(await pool.run(os.getpid), files.new().parent, flush=True)
    await pool.run(time.sleep, 3600)

if __name__ == "__main__":
    asyncio.run(main())
"""


def test_a_killed_server_leaves_no_process_and_no_folder(tmp_path: Path) -> None:
    program = tmp_path / "server.py"
    program.write_text(ABANDONED)
    with subprocess.Popen([sys.executable, program], stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            thinker, folder = server.stdout.readline().split()
            kept = JobFiles()
            mine = kept.new().parent
            assert Path(folder).exists(), "a folder that is in use stays"
        finally:
            server.kill()
    while _runs(int(thinker)):
        time.sleep(0.01)
    other = JobFiles()
    other.new()
    assert not Path(folder).exists()
    assert mine.exists()
    kept.close()
    other.close()


def _runs(process: int) -> bool:
    """Whether a process is there, and no mere entry that nobody has read."""
    try:
        return "(zombie)" not in Path(f"/proc/{process}/status").read_text()
    except OSError:
        return False
