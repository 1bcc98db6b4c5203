"""Long jobs in other processes: each is done once, reports its progress and can be cancelled."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from moleworks.core.messages import N_, Complaint
from moleworks.matches.cancellation import JobFiles
from moleworks.matches.engine_pool import EnginePool
from moleworks.matches.loop_watch import start_measured

T = TypeVar("T")
A = TypeVar("A")

MAX_RESULTS = 200
"""Jobs whose results are kept."""
FORGOTTEN_AFTER = 15.0
"""Seconds after which a running job that nobody asks about may be cancelled for another."""


class JobQueueFull(Complaint):
    """Too many jobs are running."""

    def __init__(self) -> None:
        super().__init__(N_("Other analyses are being made just now: please ask again in a minute."))


class QueuedJob(NamedTuple, Generic[T]):
    """A job that is running or done."""

    task: asyncio.Task[T]
    progress_file: Path
    """Holds the progress. It is deleted to cancel the job."""
    owner: str = ""
    """For whom the job was started."""

    @property
    def result(self) -> T | None:
        """The result, once the job is done."""
        return self.task.result() if self.task.done() else None

    def cancel(self) -> None:
        """Cancel the job. The process stops when it sees that the file is deleted."""
        self.task.cancel()
        self.progress_file.unlink(missing_ok=True)


class JobQueue(Generic[A, T]):
    """The jobs of one kind; `limit` run at once, and `limit_per_owner` for one owner."""

    def __init__(
        self, limit: int, function: Callable[[A, Path], T], limit_per_owner: int | None = None
    ) -> None:
        """`function` is called in another process, with the argument and the progress file of the job."""
        self.limit, self._function, self.limit_per_owner = limit, function, limit_per_owner or limit
        self._engine_pool = EnginePool(limit, long_work=True)
        self._jobs: OrderedDict[str, QueuedJob[T]] = OrderedDict()
        self._last_asked: dict[str, float] = {}
        """By key: when the job was last asked about."""
        self._files = JobFiles()

    def get(self, key: str, argument: A, owner: str = "") -> QueuedJob[T]:
        """The job of that key. It is started if necessary, and again if it failed."""
        job = self._jobs.get(key)
        if job is None or (job.task.done() and (job.task.cancelled() or job.task.exception())):
            job = self._start(key, argument, owner)
        self._jobs.move_to_end(key)
        self._last_asked[key] = time.monotonic()
        return job

    def cancel(self, key: str) -> None:
        """Cancel the job, and forget its result."""
        self._last_asked.pop(key, None)
        job = self._jobs.pop(key, None)
        if job is not None:
            job.cancel()

    def close(self) -> None:
        """Cancel all jobs, and end their processes."""
        for job in self._jobs.values():
            job.task.cancel()
        self._engine_pool.close()
        self._files.close()

    def _start(self, key: str, argument: A, owner: str) -> QueuedJob[T]:
        if self._is_full(owner):
            self._cancel_forgotten()
        if self._is_full(owner):
            raise JobQueueFull
        progress_file = self._files.new(key)
        task = start_measured(self._engine_pool.run(self._function, argument, progress_file))
        job = self._jobs[key] = QueuedJob(task, progress_file, owner)
        if len(self._jobs) > MAX_RESULTS:
            self.cancel(next(iter(self._jobs)))
        return job

    def _is_full(self, owner: str) -> bool:
        """Whether no further job can be started, or none for this owner."""
        running_for_owner = sum(self._jobs[key].owner == owner for key in self._running())
        return len(self._running()) >= self.limit or running_for_owner >= self.limit_per_owner

    def _running(self) -> list[str]:
        return [key for key, job in self._jobs.items() if not job.task.done()]

    def _cancel_forgotten(self) -> None:
        """Cancel jobs that nobody asks about: clients that want a result ask again and again."""
        for key in self._running():
            if time.monotonic() - self._last_asked[key] > FORGOTTEN_AFTER:
                self.cancel(key)
