"""Plays what is missing of a data set, in as many processes as one likes."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Generator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from pathlib import Path

from moleworks.arena.plans import whole
from moleworks.arena.pool import cores
from moleworks.games import Complaint
from moleworks.games.game import N_
from moleworks.research.dataset.folder import Folder, held
from moleworks.research.dataset.plans import MOST_GAMES, Plan
from moleworks.research.dataset.play import Game, play, warm_up

Games = Generator[Game, None, None]
Watch = Callable[[int, int], None]
"""Hears how many games are there, and of how many: at the start, and after every game."""


def make(
    plan: Plan, games: int, out: str | Path, *, processes: int | None = None, watch: Watch | None = None
) -> int:
    """See to it that the first so many games of a plan are in a folder; how many were played for that.

    What is there already is not played again, so an interrupted run goes on, and a set can grow. `processes`
    are as many as there are cores where nothing is said; 0 plays in this one.
    """
    games = whole(N_("The number of games"), games, 1, MOST_GAMES)
    count = cores() if processes is None else whole(N_("The number of processes"), processes, 0, 1000)
    with held(Path(out)):
        return _made(Folder(Path(out), plan), games, count, watch)


def _made(folder: Folder, games: int, count: int, watch: Watch | None) -> int:
    plan = folder.plan
    missing = [number for number in range(games) if number not in folder]
    there = games - len(missing)
    if watch:
        watch(there, games)
    somewhere = _in_processes(plan, missing, count) if count and missing else _here(plan, missing)
    with closing(somewhere):
        for played in somewhere:
            folder.add(played)
            there += 1
            if watch:
                watch(there, games)
    folder.close()
    return len(missing)


def _here(plan: Plan, missing: list[int]) -> Games:
    if missing:
        warm_up(plan)
    for number in missing:
        yield play(plan, number)


def _in_processes(plan: Plan, missing: list[int], count: int) -> Games:
    """In any order. Not all are handed out at once: there may be millions."""
    # Forked copies of a process with threads and compiled code may hang; and Windows has no fork.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(count, len(missing)), context, _prepared)
    left, running = iter(missing), set[Future[Game]]()
    try:
        while True:
            while len(running) < 2 * count and (number := next(left, None)) is not None:
                running.add(pool.submit(_there, plan, number))
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


def _prepared() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who gives the orders


def _there(plan: Plan, number: int) -> Game:
    warm_up(plan)  # here, for what it complains of must be heard
    return play(plan, number)
