"""Where games are played: somewhere that takes jobs and gives games back, in any order.

`Here` plays in this process, `Processes` in several of their own, `cluster.Ray` on the machines of a cluster.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext
from multiprocessing.process import BaseProcess
from typing import NamedTuple, Protocol, cast

from moleworks.arena.plans import Movers, Plan, leave
from moleworks.arena.play import AtFault, Played, play, told, warm_up
from moleworks.arena.schedule import Job

GRACE = 0.3
"""Seconds that a worker has to end before it is made to."""
TRIES = 2


class Failed(NamedTuple):
    """A game that could not be played to its end, however often it was tried."""

    job: Job
    why: str


class Troubled(NamedTuple):
    """A game that went wrong and is tried again."""

    job: Job
    why: str


class Pool(Protocol):
    """Somewhere to play."""

    @property
    def free(self) -> int:
        """How many more jobs would be begun at once."""

    def submit(self, job: Job) -> None:
        """Have a game played."""

    def collect(self, seconds: float) -> list[Played | Failed | Troubled]:
        """What has been finished; waits so long for the first, if there is none."""

    def close(self) -> None:
        """End at once; what is not finished is lost."""


class Desk:
    """Plays one game after the other; before the first, everybody warms up."""

    def __init__(self, plan: Plan, movers: Movers) -> None:
        self._plan, self._movers, self._warm = plan, movers, False

    def play(self, job: Job) -> Played | str:
        """The game; or why there is none: a player may do anything."""
        try:
            if not self._warm:
                warm_up(self._plan, self._movers)
                self._warm = True
            return play(self._plan, job, self._movers)
        except AtFault as fault:
            return str(fault)
        except Exception as error:  # noqa: BLE001
            return told(error)


class Here:
    """In this process, one game after the other."""

    def __init__(self, plan: Plan, movers: Movers) -> None:
        self._desk, self._movers = Desk(plan, movers), movers
        self._jobs: deque[Job] = deque()

    @property
    def free(self) -> int:
        return 1 - len(self._jobs)

    def submit(self, job: Job) -> None:
        self._jobs.append(job)

    def collect(self, seconds: float) -> list[Played | Failed | Troubled]:
        del seconds  # there is nobody to wait for
        job = self._jobs.popleft()
        happened: list[Played | Failed | Troubled] = []
        for left in reversed(range(TRIES)):
            done = self._desk.play(job)
            if isinstance(done, Played):
                return [*happened, done]
            happened.append(Troubled(job, done) if left else Failed(job, done))
        return happened

    def close(self) -> None:
        self._jobs.clear()
        leave(self._movers)


class Worker(NamedTuple):
    process: BaseProcess
    line: Connection


class Processes:
    """In so many processes; one that dies is replaced, and its game is played once more."""

    def __init__(self, plan: Plan, movers: Movers, count: int) -> None:
        self._plan, self._movers = plan, movers
        # Forked copies of a process with threads and compiled code may hang; and Windows has no fork.
        self._context: SpawnContext = multiprocessing.get_context("spawn")
        self._idle: list[Worker] = []
        self._busy: dict[Connection, tuple[Worker, Job]] = {}
        self._count = count
        self._tries: dict[Job, int] = {}

    @property
    def free(self) -> int:
        return self._count - len(self._busy)

    def submit(self, job: Job) -> None:
        worker = self._idle.pop() if self._idle else self._hired()
        self._busy[worker.line] = worker, job
        with contextlib.suppress(OSError):  # one that died in its sleep: `collect` finds that out
            worker.line.send(job)

    def collect(self, seconds: float) -> list[Played | Failed | Troubled]:
        happened: list[Played | Failed | Troubled] = []
        for line in wait(list(self._busy), seconds):
            worker, job = self._busy.pop(cast("Connection", line))
            done = self._answer(worker)
            if isinstance(done, Played):
                happened.append(done)
                continue
            self._tries[job] = self._tries.get(job, 1) + 1
            if self._tries[job] <= TRIES:
                happened.append(Troubled(job, done))
                self.submit(job)
            else:
                happened.append(Failed(job, done))
        return happened

    def close(self) -> None:
        workers = [*self._idle, *(worker for worker, _ in self._busy.values())]
        self._idle.clear()
        self._busy.clear()
        for worker in workers:
            worker.line.close()
            worker.process.terminate()
        for worker in workers:
            _end(worker.process)

    def _hired(self) -> Worker:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(
            target=_work, args=(theirs, self._plan, self._movers), name="arena", daemon=True
        )
        with _no_interruption():
            process.start()
        theirs.close()  # so that its death is the end of the line
        return Worker(process, ours)

    def _answer(self, worker: Worker) -> Played | str:
        """A game, or why there is none."""
        try:
            done: Played | str = worker.line.recv()
        except (EOFError, OSError):
            worker.line.close()
            worker.process.join()
            return f"the process ended with exit code {worker.process.exitcode}"
        self._idle.append(worker)
        return done


def pool(plan: Plan, movers: Movers, processes: int) -> Pool:
    """So many processes, or none but this one for 0."""
    return Processes(plan, movers, processes) if processes else Here(plan, movers)


def cores() -> int:
    """How many processes can compute at once here."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _end(process: BaseProcess) -> None:
    process.join(GRACE)
    if process.is_alive():
        process.kill()
        process.join()
    process.close()


@contextlib.contextmanager
def _no_interruption() -> Iterator[None]:
    """Ctrl-C waits: a process that is begun meanwhile does not hear of it."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(line: Connection, plan: Plan, movers: Movers) -> None:
    """What a worker does until nobody is on the line any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who gives the orders
    desk = Desk(plan, movers)
    while True:
        try:
            line.send(desk.play(line.recv()))
        except (EOFError, OSError):
            return
