"""Where games are played: somewhere that takes jobs and gives games back, in any order.

`Here` plays in this process, `Processes` in several of their own, `cluster.Ray` on the machines of a cluster.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import time
from collections import deque
from collections.abc import Collection, Iterator, Sequence
from ctypes import c_int64
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext
from multiprocessing.process import BaseProcess
from multiprocessing.sharedctypes import RawArray
from typing import Any, NamedTuple, Protocol, cast

from moleworks.arena.entrants import FAULTS
from moleworks.arena.plans import Movers, Plan, leave
from moleworks.arena.play import Asked, Asking, AtFault, Played, lost, play, told, unheard, warm_up
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

    def __init__(
        self, plan: Plan, movers: Movers, asking: Asking = unheard, cold: Collection[str] = frozenset()
    ) -> None:
        self._plan, self._movers, self._warm = plan, movers, False
        self._asking, self._cold = asking, cold

    def play(self, job: Job) -> Played | str:
        """The game; or why there is none: a player may do anything."""
        try:
            if not self._warm:
                warm_up(self._plan, self._movers, self._asking, self._cold)
                self._warm = True
            return play(self._plan, job, self._movers, self._asking)
        except AtFault as fault:
            return str(fault)
        except FAULTS as error:
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


class Notice:
    """A board in memory that a worker and the one who gives the orders both see.

    The worker writes there before and after it calls the code of others, which costs next to nothing. So it
    is known whose code it was if the worker does not come back.
    """

    def __init__(self, players: Sequence[str], board: Any = None) -> None:
        self._players = list(dict.fromkeys(players))
        self._board = RawArray(c_int64, 4) if board is None else board

    def __reduce__(self) -> tuple[Any, ...]:
        return Notice, (self._players, self._board)

    def __call__(self, asked: Asked | None) -> None:
        if asked is not None:
            seat = -1 if asked.seat is None else asked.seat
            self._board[1:] = [self._players.index(asked.name), seat, asked.ply]
        self._board[0] += 1

    @property
    def count(self) -> int:
        """How often others were called or came back: odd while one of them is at it."""
        return int(self._board[0])

    def read(self) -> Asked | None:
        """Who is at it."""
        if self.count % 2 == 0:
            return None
        at, seat, ply = self._board[1:]
        return Asked(self._players[at], None if seat < 0 else seat, ply)


class Worker(NamedTuple):
    process: BaseProcess
    line: Connection
    notice: Notice


class Gone(NamedTuple):
    """A worker that does not come back."""

    why: str
    asked: Asked | None
    late: bool = False
    """It was sent away, because the one it had asked never answered."""


class Processes:
    """In so many processes; one that dies is replaced, and its game is played once more.

    One in which the code of others does not come back within the patience of the plan is ended.
    """

    def __init__(self, plan: Plan, movers: Movers, count: int) -> None:
        self._plan, self._movers = plan, movers
        # Forked copies of a process with threads and compiled code may hang; and Windows has no fork.
        self._context: SpawnContext = multiprocessing.get_context("spawn")
        self._idle: list[Worker] = []
        self._busy: dict[Connection, tuple[Worker, Job]] = {}
        self._count = count
        self._tries: dict[Job, int] = {}
        self._seen: dict[Connection, tuple[int, float]] = {}
        """What the notice of a worker counted when we looked, and since when it does."""
        self._cold: set[str] = set()

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
            happened.append(self._settled(job, self._answer(worker)))
        for worker, job in self._late():
            del self._busy[worker.line]
            happened.append(self._settled(job, self._sent_away(worker)))
        return happened

    def _settled(self, job: Job, done: Played | str | Gone) -> Played | Failed | Troubled:
        """What becomes of a game; another try begins at once."""
        if isinstance(done, Played):
            return done
        if not isinstance(done, Gone):
            return self._again(job, done)
        asked = done.asked
        if asked and asked.seat is None and asked.name not in self._cold:
            # It may not even sit at this table.
            self._cold.add(asked.name)
            self.submit(job)
            return Troubled(job, done.why)
        # Who killed a process cannot be told from outside; twice at the same table is no accident.
        known = asked is not None and asked.seat is not None and job.seats[asked.seat] == asked.name
        if known and self._plan.forfeits and (done.late or self._tries.get(job, 1) >= TRIES):
            assert asked is not None
            assert asked.seat is not None
            return lost(job, asked.seat, asked.ply, done.why.removeprefix(f"{asked.name}: "))
        return self._again(job, done.why)

    def _again(self, job: Job, why: str) -> Failed | Troubled:
        self._tries[job] = self._tries.get(job, 1) + 1
        if self._tries[job] > TRIES:
            return Failed(job, why)
        self.submit(job)
        return Troubled(job, why)

    def _late(self) -> list[tuple[Worker, Job]]:
        """Those who wait for the code of others for too long; our own players are not among them."""
        late, now = [], time.monotonic()
        for line, (worker, job) in self._busy.items():
            count = worker.notice.count
            if count % 2 == 0:
                continue
            if self._seen.get(line, (0, 0.0))[0] != count:
                self._seen[line] = count, now
            elif now - self._seen[line][1] > self._plan.patience:
                late.append((worker, job))
        return late

    def _sent_away(self, worker: Worker) -> Gone:
        asked = worker.notice.read()
        worker.process.kill()
        self._buried(worker)
        assert asked is not None
        why = f"{asked.name}: it has not chosen within {self._plan.patience:g} seconds"
        return Gone(why, asked, late=True)

    def _buried(self, worker: Worker) -> None:
        self._seen.pop(worker.line, None)
        worker.line.close()
        worker.process.join()

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
        notice = Notice(self._plan.players)
        process = self._context.Process(
            target=_work,
            args=(theirs, self._plan, self._movers, notice, frozenset(self._cold)),
            name="arena",
            daemon=True,
        )
        with _no_interruption():
            process.start()
        theirs.close()  # so that its death is the end of the line
        return Worker(process, ours, notice)

    def _answer(self, worker: Worker) -> Played | str | Gone:
        """A game, or why there is none."""
        try:
            done: Played | str = worker.line.recv()
        except (EOFError, OSError):
            asked = worker.notice.read()
            self._buried(worker)
            why = f"the process ended with exit code {worker.process.exitcode}"
            return Gone(f"{asked.name}: {why}" if asked else why, asked)
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


def _work(line: Connection, plan: Plan, movers: Movers, notice: Notice, cold: Collection[str]) -> None:
    """What a worker does until nobody is on the line any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who gives the orders
    desk = Desk(plan, movers, notice, cold)
    while True:
        try:
            line.send(desk.play(line.recv()))
        except (EOFError, OSError):
            return
