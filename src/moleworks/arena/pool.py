"""Pools that play games: they take jobs and return finished games in any order.

`InProcessPool` plays in this process, `ProcessPool` in others, `cluster.RayPool` on a Ray cluster.
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

from moleworks.arena.plans import ArenaPlan, FindPlayer, close_players
from moleworks.arena.play import (
    FinishedGame,
    OnPlayerCall,
    PlayerCall,
    PlayerFailed,
    describe_error,
    forfeited_game,
    ignore_call,
    play,
    warm_up,
)
from moleworks.arena.player_finder import FAULTS
from moleworks.arena.schedule import GameJob

END_SECONDS = 0.3
"""Seconds that a worker has to end before it is killed."""
TRIES = 2


class FailedGame(NamedTuple):
    """A game that failed in all `TRIES`."""

    job: GameJob
    why: str


class RetriedGame(NamedTuple):
    """A game that failed and is tried again."""

    job: GameJob
    why: str


class GamePool(Protocol):
    """Plays games."""

    @property
    def free(self) -> int:
        """How many more jobs would start at once."""

    def submit(self, job: GameJob) -> None:
        """Queue a game."""

    def collect(self, seconds: float) -> list[FinishedGame | FailedGame | RetriedGame]:
        """The results so far; waits up to `seconds` for the first one."""

    def close(self) -> None:
        """End at once; unfinished games are lost."""


class GameRunner:
    """Plays one game after the other; all players warm up before the first."""

    def __init__(
        self,
        plan: ArenaPlan,
        find_player: FindPlayer,
        on_call: OnPlayerCall = ignore_call,
        skipped: Collection[str] = frozenset(),
    ) -> None:
        self._plan, self._find_player, self._warm = plan, find_player, False
        self._on_call, self._skipped = on_call, skipped

    def play(self, job: GameJob) -> FinishedGame | str:
        """The game, or the reason why it failed."""
        try:
            if not self._warm:
                warm_up(self._plan, self._find_player, self._on_call, self._skipped)
                self._warm = True
            return play(self._plan, job, self._find_player, self._on_call)
        except PlayerFailed as fault:
            return str(fault)
        except FAULTS as error:
            return describe_error(error)


class InProcessPool:
    """Plays in this process, one game after the other."""

    def __init__(self, plan: ArenaPlan, find_player: FindPlayer) -> None:
        self._runner, self._find_player = GameRunner(plan, find_player), find_player
        self._jobs: deque[GameJob] = deque()

    @property
    def free(self) -> int:
        """One game at a time is played."""
        return 1 - len(self._jobs)

    def submit(self, job: GameJob) -> None:
        """Keep the game until `collect` plays it."""
        self._jobs.append(job)

    def collect(self, seconds: float) -> list[FinishedGame | FailedGame | RetriedGame]:
        """Play the next game to its end, whatever `seconds` says."""
        del seconds  # nothing runs in the background
        job = self._jobs.popleft()
        events: list[FinishedGame | FailedGame | RetriedGame] = []
        for tries_left in reversed(range(TRIES)):
            done = self._runner.play(job)
            if isinstance(done, FinishedGame):
                return [*events, done]
            events.append(RetriedGame(job, done) if tries_left else FailedGame(job, done))
        return events

    def close(self) -> None:
        """Forget queued games, and end engines that the players started."""
        self._jobs.clear()
        close_players(self._find_player)


class CallMonitor:
    """Shared memory in which a worker notes whose code it runs.

    The worker writes before and after it calls other people's code, which costs next to nothing. So the main
    process knows whose code it was if the worker dies or hangs.
    """

    def __init__(self, players: Sequence[str], memory: Any = None) -> None:
        self._players = list(dict.fromkeys(players))
        self._memory = RawArray(c_int64, 4) if memory is None else memory

    def __reduce__(self) -> tuple[Any, ...]:
        return CallMonitor, (self._players, self._memory)

    def __call__(self, call: PlayerCall | None) -> None:
        """Note that a player is asked, or (None) that it has answered."""
        if call is not None:
            seat = -1 if call.seat is None else call.seat
            self._memory[1:] = [self._players.index(call.name), seat, call.ply]
        self._memory[0] += 1

    @property
    def count(self) -> int:
        """How often calls began or ended: odd during a call."""
        return int(self._memory[0])

    def read(self) -> PlayerCall | None:
        """The call that runs now."""
        if self.count % 2 == 0:
            return None
        player, seat, ply = self._memory[1:]
        return PlayerCall(self._players[player], None if seat < 0 else seat, ply)


class WorkerProcess(NamedTuple):
    """A process that plays games, its pipe, and what it is doing now."""

    process: BaseProcess
    connection: Connection
    monitor: CallMonitor


class LostWorker(NamedTuple):
    """A worker that died or was killed."""

    why: str
    call: PlayerCall | None
    late: bool = False
    """It was killed because a player did not answer in time."""


class ProcessPool:
    """Plays in several processes. One that dies is replaced, and its game is played once more.

    A process in which other people's code takes longer than the patience of the plan is killed.
    """

    def __init__(self, plan: ArenaPlan, find_player: FindPlayer, count: int) -> None:
        self._plan, self._find_player = plan, find_player
        # Forked copies of a process with threads and compiled code may hang; and Windows has no fork.
        self._context: SpawnContext = multiprocessing.get_context("spawn")
        self._idle: list[WorkerProcess] = []
        self._busy: dict[Connection, tuple[WorkerProcess, GameJob]] = {}
        self._count = count
        self._tries: dict[GameJob, int] = {}
        self._seen_counts: dict[Connection, tuple[int, float]] = {}
        """For each worker, the last count of its monitor and when it was first seen."""
        self._skipped: set[str] = set()

    @property
    def free(self) -> int:
        """The number of processes that are idle or not started yet."""
        return self._count - len(self._busy)

    def submit(self, job: GameJob) -> None:
        """Send the game to an idle process, or to a new one."""
        worker = self._idle.pop() if self._idle else self._start_worker()
        self._busy[worker.connection] = worker, job
        with contextlib.suppress(OSError):  # it died while idle: `collect` finds out
            worker.connection.send(job)

    def collect(self, seconds: float) -> list[FinishedGame | FailedGame | RetriedGame]:
        """The games that processes have finished; processes that take too long are killed."""
        events: list[FinishedGame | FailedGame | RetriedGame] = []
        for connection in wait(list(self._busy), seconds):
            worker, job = self._busy.pop(cast("Connection", connection))
            events.append(self._handle_result(job, self._receive(worker)))
        for worker, job in self._late_workers():
            del self._busy[worker.connection]
            events.append(self._handle_result(job, self._kill(worker)))
        return events

    def _handle_result(
        self, job: GameJob, done: FinishedGame | str | LostWorker
    ) -> FinishedGame | FailedGame | RetriedGame:
        """The event for a result; a failed game is submitted again at once."""
        if isinstance(done, FinishedGame):
            return done
        if not isinstance(done, LostWorker):
            return self._retry(job, done)
        call = done.call
        if call and call.seat is None and call.name not in self._skipped:
            # It failed in the warm-up, perhaps without taking part in this game.
            self._skipped.add(call.name)
            self.submit(job)
            return RetriedGame(job, done.why)
        # One death of a process may be an accident, two in the same game are the fault of the player.
        at_fault = call is not None and call.seat is not None and job.seats[call.seat] == call.name
        if at_fault and self._plan.forfeits and (done.late or self._tries.get(job, 1) >= TRIES):
            assert call is not None
            assert call.seat is not None
            return forfeited_game(job, call.seat, call.ply, done.why.removeprefix(f"{call.name}: "))
        return self._retry(job, done.why)

    def _retry(self, job: GameJob, why: str) -> FailedGame | RetriedGame:
        self._tries[job] = self._tries.get(job, 1) + 1
        if self._tries[job] > TRIES:
            return FailedGame(job, why)
        self.submit(job)
        return RetriedGame(job, why)

    def _late_workers(self) -> list[tuple[WorkerProcess, GameJob]]:
        """Workers in which other people's code runs for too long."""
        late, now = [], time.monotonic()
        for connection, (worker, job) in self._busy.items():
            count = worker.monitor.count
            if count % 2 == 0:
                continue
            if self._seen_counts.get(connection, (0, 0.0))[0] != count:
                self._seen_counts[connection] = count, now
            elif now - self._seen_counts[connection][1] > self._plan.patience:
                late.append((worker, job))
        return late

    def _kill(self, worker: WorkerProcess) -> LostWorker:
        call = worker.monitor.read()
        worker.process.kill()
        self._clean_up(worker)
        assert call is not None
        why = f"{call.name}: it has not chosen within {self._plan.patience:g} seconds"
        return LostWorker(why, call, late=True)

    def _clean_up(self, worker: WorkerProcess) -> None:
        self._seen_counts.pop(worker.connection, None)
        worker.connection.close()
        worker.process.join()

    def close(self) -> None:
        """Terminate all processes; those that do not end are killed."""
        workers = [*self._idle, *(worker for worker, _ in self._busy.values())]
        self._idle.clear()
        self._busy.clear()
        for worker in workers:
            worker.connection.close()
            worker.process.terminate()
        for worker in workers:
            _end(worker.process)

    def _start_worker(self) -> WorkerProcess:
        own_end, worker_end = self._context.Pipe()
        monitor = CallMonitor(self._plan.players)
        process = self._context.Process(
            target=_work,
            args=(worker_end, self._plan, self._find_player, monitor, frozenset(self._skipped)),
            name="arena",
            daemon=True,
        )
        with _block_interrupts():
            process.start()
        worker_end.close()  # so that the connection ends when the process does
        return WorkerProcess(process, own_end, monitor)

    def _receive(self, worker: WorkerProcess) -> FinishedGame | str | LostWorker:
        """A game, the reason why it failed, or the death of the worker."""
        try:
            done: FinishedGame | str = worker.connection.recv()
        except (EOFError, OSError):
            call = worker.monitor.read()
            self._clean_up(worker)
            why = f"the process ended with exit code {worker.process.exitcode}"
            return LostWorker(f"{call.name}: {why}" if call else why, call)
        self._idle.append(worker)
        return done


def make_pool(plan: ArenaPlan, find_player: FindPlayer, processes: int) -> GamePool:
    """A pool of processes, or of this process alone for 0."""
    return ProcessPool(plan, find_player, processes) if processes else InProcessPool(plan, find_player)


def cpu_count() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _end(process: BaseProcess) -> None:
    process.join(END_SECONDS)
    if process.is_alive():
        process.kill()
        process.join()
    process.close()


@contextlib.contextmanager
def _block_interrupts() -> Iterator[None]:
    """Delay Ctrl-C, so that a process that is being started does not receive it."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(
    connection: Connection,
    plan: ArenaPlan,
    find_player: FindPlayer,
    monitor: CallMonitor,
    skipped: Collection[str],
) -> None:
    """The loop of a worker: it ends when the connection is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process handles Ctrl-C
    runner = GameRunner(plan, find_player, monitor, skipped)
    while True:
        try:
            connection.send(runner.play(connection.recv()))
        except (EOFError, OSError):
            return
