"""Plays games on Ray: on the cores of this machine or of all machines of a cluster."""

from __future__ import annotations

import logging
import os
import socket
import time
from collections import deque
from collections.abc import Sequence
from typing import Any, NamedTuple

from moleworks.arena.plans import ArenaPlan, FindPlayer
from moleworks.arena.play import FinishedGame
from moleworks.arena.pool import TRIES, FailedGame, GameRunner, RetriedGame, cpu_count
from moleworks.arena.runs import PoolFactory
from moleworks.arena.schedule import GameJob
from moleworks.arena.store import source_digest
from moleworks.core.messages import N_, Complaint

LOCAL = "local"
"""The address that starts a new Ray on this machine."""
QUEUED_BATCHES = 2
"""Batches of games queued for each worker, so that it never waits for the network."""
BATCH_SECONDS = 0.5
"""Seconds of play in a batch: calling a worker takes about as long as a very quick game."""
MAX_BATCH = 64
CONNECT_SECONDS = 10.0
"""Seconds to wait for a connection to a cluster."""
OBJECT_STORE_BYTES = 100_000_000
"""Ray's shared memory; games are small."""


def ray_at(address: str = LOCAL, count: int | None = None) -> PoolFactory:
    """A pool on the Ray at an address, with `count` workers or one for each core."""
    return lambda plan, find_player: RayPool(plan, find_player, address, count)


class RemoteGameRunner(GameRunner):
    """Plays games on a machine of the cluster, which needs the same rules and players as this one."""

    def __init__(self, plan: ArenaPlan, find_player: FindPlayer, expected: str) -> None:
        if source_digest(plan.game) != expected:
            raise RuntimeError("another version of Moleworks is installed where the game should be played")
        super().__init__(plan, find_player)

    def play_all(self, jobs: Sequence[GameJob]) -> tuple[list[FinishedGame | str], float]:
        """The games, each or the reason why it failed, and the seconds that all took."""
        start = time.perf_counter()
        return [self.play(job) for job in jobs], time.perf_counter() - start


JobBatch = tuple[GameJob, ...]


class RayWorker(NamedTuple):
    """A Ray actor that plays games, and the batches that it was sent."""

    actor: Any
    batches: deque[JobBatch]
    """The first one is being played, the others are queued."""


class RayPool:
    """Plays in Ray workers. A worker that dies is replaced, and its games are played again."""

    def __init__(
        self, plan: ArenaPlan, find_player: FindPlayer, address: str = LOCAL, count: int | None = None
    ) -> None:
        self._ray = _import_ray()
        self._plan, self._find_player, self._source = plan, find_player, source_digest(plan.game)
        self._started_ray = not self._ray.is_initialized()
        if self._started_ray:
            _connect(self._ray, address, count)
        cpus = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        self._count = cpus if count is None else max(1, count)
        # More workers than cores share the cores, so that none waits for a core for ever.
        share = min(1.0, cpus / self._count)
        self._actor_class = self._ray.remote(num_cpus=share, max_restarts=0, max_task_retries=0)(
            RemoteGameRunner
        )
        self._workers: list[RayWorker] = []
        self._pending: dict[Any, tuple[RayWorker, JobBatch]] = {}
        self._waiting: deque[GameJob] = deque()
        self._play_alone: set[GameJob] = set()
        """Games of a batch that killed its worker: played one by one, to find out which one did."""
        self._batch_size = 1
        """Games in a batch, adjusted to `BATCH_SECONDS`."""
        self._tries: dict[GameJob, int] = {}

    @property
    def free(self) -> int:
        """How many more games fit into the queues of all workers."""
        sent = sum(len(batch) for _, batch in self._pending.values())
        # Batches shrink when games turn out to be long; then more games are pending than the new limit.
        return max(0, self._count * QUEUED_BATCHES * self._batch_size - sent - len(self._waiting))

    def submit(self, job: GameJob) -> None:
        """Queue a game; it is sent with the next batch."""
        self._waiting.append(job)

    def collect(self, seconds: float) -> list[FinishedGame | FailedGame | RetriedGame]:
        """Send queued games to idle workers, then return what is done; wait up to `seconds` for the first."""
        self._hand_out()
        events: list[FinishedGame | FailedGame | RetriedGame] = []
        ready, _ = self._ray.wait(list(self._pending), num_returns=1, timeout=seconds)
        if ready:
            ready, _ = self._ray.wait(list(self._pending), num_returns=len(self._pending), timeout=0)
        for reference in ready:
            if reference not in self._pending:  # its worker died meanwhile
                continue
            worker, batch = self._pending.pop(reference)
            try:
                games, took = self._ray.get(reference)
            except self._ray.exceptions.RayError as error:
                events += self._replace_worker(worker, batch, error)
                continue
            worker.batches.remove(batch)
            self._batch_size = min(MAX_BATCH, max(1, round(BATCH_SECONDS * len(batch) / max(took, 1e-6))))
            for job, done in zip(batch, games, strict=True):
                events += [done] if isinstance(done, FinishedGame) else self._retry(job, done)
        return events

    def close(self) -> None:
        """Kill the workers, and shut Ray down if this pool started it."""
        for worker in self._workers:
            self._ray.kill(worker.actor)
        self._workers.clear()
        self._pending.clear()
        self._waiting.clear()
        if self._started_ray:
            self._ray.shutdown()

    def _hand_out(self) -> None:
        """Send waiting games to workers, up to `QUEUED_BATCHES` each."""
        while self._waiting:
            if len(self._workers) < self._count:
                actor = self._actor_class.remote(self._plan, self._find_player, self._source)
                self._workers.append(RayWorker(actor, deque()))
            worker = min(self._workers, key=lambda worker: len(worker.batches))
            if len(worker.batches) >= QUEUED_BATCHES:
                return
            batch = self._next_batch()
            worker.batches.append(batch)
            self._pending[worker.actor.play_all.remote(batch)] = worker, batch

    def _next_batch(self) -> JobBatch:
        """The next games for one worker; near the end batches shrink, so that all workers have some."""
        jobs = [self._waiting.popleft()]
        size = min(self._batch_size, -(-len(self._waiting) // self._count))
        while len(jobs) < size and not self._play_alone.intersection((jobs[0], self._waiting[0])):
            jobs.append(self._waiting.popleft())
        return tuple(jobs)

    def _replace_worker(
        self, worker: RayWorker, batch: JobBatch, error: Exception
    ) -> Sequence[FailedGame | RetriedGame]:
        """Remove a dead worker: its current batch is tried again, its queued ones go to others."""
        current = worker.batches[0] if worker.batches else batch
        queued = [job for other in worker.batches if other != current for job in other]
        self._workers = [other for other in self._workers if other is not worker]
        for reference in [ref for ref, (whose, _) in self._pending.items() if whose is worker]:
            del self._pending[reference]
        why = _reason(error)
        if len(current) == 1:
            events = self._retry(current[0], why)
        else:
            self._play_alone.update(current)
            self._waiting.extendleft(reversed(current))
            events = [RetriedGame(job, why) for job in current]
        self._waiting.extendleft(reversed(queued))
        return events

    def _retry(self, job: GameJob, why: str) -> Sequence[FailedGame | RetriedGame]:
        self._tries[job] = self._tries.get(job, 1) + 1
        if self._tries[job] > TRIES:
            return [FailedGame(job, why)]
        self._waiting.appendleft(job)
        return [RetriedGame(job, why)]


def _import_ray() -> Any:
    # Ray reports its usage to its makers by default.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray  # noqa: PLC0415
    except ImportError as error:
        raise Complaint(
            N_("Ray is not installed ({reason}); this installs it: pip install 'moleworks[ray]'"),
            reason=error,
        ) from error
    return ray


def _connect(ray: Any, address: str, count: int | None) -> None:
    quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
    try:
        if address == LOCAL:
            ray.init(
                address=LOCAL,
                num_cpus=cpu_count() if count is None else max(1, count),
                include_dashboard=False,
                object_store_memory=OBJECT_STORE_BYTES,
                **quiet,
            )
        else:
            _check_reachable(address)
            ray.init(address=address, **quiet)
    except (OSError, ValueError, RuntimeError) as error:
        raise Complaint(
            N_("There is no Ray to play on at {address}: {reason}"),
            address=address,
            reason=" ".join(str(error).split())[:300],
        ) from error


def _check_reachable(address: str) -> None:
    """Fail early: Ray tries for minutes to reach a cluster that does not answer."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdigit():
        socket.create_connection((host, int(port)), CONNECT_SECONDS).close()


def _reason(error: Exception) -> str:
    """The first sentence of Ray's long message, and the error of the worker."""
    cause = getattr(error, "cause", None)
    if cause is not None:
        return f"{type(cause).__name__}: {cause}"
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    reasons = [line for line in lines if line.startswith("RuntimeError")]
    return f"the worker died: {' '.join(reasons or lines[:1])}"[:300]
