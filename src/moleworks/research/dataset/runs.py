"""Play the missing games of a data set, in any number of processes."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Generator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from pathlib import Path

from moleworks.arena.plans import check_whole_number
from moleworks.arena.pool import cpu_count
from moleworks.core.messages import N_, Complaint
from moleworks.research.dataset.folder import DatasetFolder, lock_folder
from moleworks.research.dataset.plans import MOST_GAMES, DatasetPlan
from moleworks.research.dataset.play import SelfPlayGame, play, warm_up

Games = Generator[SelfPlayGame, None, None]
OnProgress = Callable[[int, int], None]
"""Called with the number of games so far and in total: at the start and after every game."""


def make(
    plan: DatasetPlan,
    games: int,
    out: str | Path,
    *,
    processes: int | None = None,
    watch: OnProgress | None = None,
) -> int:
    """Make a data set with the first `games` of a plan; the number of games that were played now.

    Existing games are not played again, so an interrupted run continues and a set can grow. `processes` is
    the number of cores by default; 0 plays in this process.
    """
    games = check_whole_number(N_("The number of games"), games, 1, MOST_GAMES)
    count = (
        cpu_count()
        if processes is None
        else check_whole_number(N_("The number of processes"), processes, 0, 1000)
    )
    with lock_folder(Path(out)):
        return _fill(DatasetFolder(Path(out), plan), games, count, watch)


def _fill(folder: DatasetFolder, games: int, count: int, watch: OnProgress | None) -> int:
    plan = folder.plan
    missing = [number for number in range(games) if number not in folder]
    done = games - len(missing)
    if watch:
        watch(done, games)
    in_processes = count and missing
    played_games = _in_processes(plan, missing, count) if in_processes else _in_this_process(plan, missing)
    with closing(played_games):
        for played in played_games:
            folder.add(played)
            done += 1
            if watch:
                watch(done, games)
    folder.close()
    return len(missing)


def _in_this_process(plan: DatasetPlan, missing: list[int]) -> Games:
    if missing:
        warm_up(plan)
    for number in missing:
        yield play(plan, number)


def _in_processes(plan: DatasetPlan, missing: list[int], count: int) -> Games:
    """The games in any order. Few are submitted at a time: there may be millions."""
    # Forked copies of a process with threads and compiled code may hang; and Windows has no fork.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(count, len(missing)), context, _ignore_interrupts)
    left, running = iter(missing), set[Future[SelfPlayGame]]()
    try:
        while True:
            while len(running) < 2 * count and (number := next(left, None)) is not None:
                running.add(pool.submit(_play_in_worker, plan, number))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for game in done:
                yield game.result()
    except BrokenProcessPool as error:
        raise Complaint(
            N_("A process that played games ended by itself; what was played is kept. Run it once more.")
        ) from error
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process handles Ctrl-C


def _play_in_worker(plan: DatasetPlan, number: int) -> SelfPlayGame:
    warm_up(plan)  # here, so that its complaint reaches the main process
    return play(plan, number)
