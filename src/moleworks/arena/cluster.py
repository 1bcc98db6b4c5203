"""Games on Ray: on the cores of this machine, or of all machines of a cluster."""

from __future__ import annotations

import logging
import os
import socket
import time
from collections import deque
from collections.abc import Sequence
from typing import Any, NamedTuple

from moleworks.arena.plans import Movers, Plan
from moleworks.arena.play import Played
from moleworks.arena.pool import TRIES, Desk, Failed, Troubled, cores
from moleworks.arena.runs import Somewhere
from moleworks.arena.schedule import Job
from moleworks.arena.store import source
from moleworks.games import Complaint
from moleworks.games.game import N_

LOCAL = "local"
"""The address of a Ray of our own, on this machine."""
AHEAD = 2
"""Sheaves of games that a worker has before it: it does not wait for the next one to come over the wire."""
CALL = 0.5
"""Seconds of play in a sheaf: to call a worker takes about as long as a very quick game."""
THICKEST = 64
KNOCK = 10.0
"""Seconds to wait for the door of a cluster."""
STORE = 100_000_000
"""Bytes for what workers share; games are small."""


def ray_at(address: str = LOCAL, count: int | None = None) -> Somewhere:
    """Somewhere to play: the Ray at an address, with so many workers, or as many as it has cores."""
    return lambda plan, movers: Ray(plan, movers, address, count)


class Site(Desk):
    """A desk on some machine, which has to have the same rules and players as the one that gives orders."""

    def __init__(self, plan: Plan, movers: Movers, expected: str) -> None:
        if source(plan.game) != expected:
            raise RuntimeError("another version of Moleworks is installed where the game should be played")
        super().__init__(plan, movers)

    def play_all(self, jobs: Sequence[Job]) -> tuple[list[Played | str], float]:
        """The games, or why there are none, and the seconds that all took."""
        began = time.perf_counter()
        return [self.play(job) for job in jobs], time.perf_counter() - began


Sheaf = tuple[Job, ...]


class Worker(NamedTuple):
    actor: Any
    sheaves: deque[Sheaf]
    """Begun in this order."""


class Ray:
    """In workers of Ray; one that dies, whatever killed it, is replaced, and its games are played again."""

    def __init__(self, plan: Plan, movers: Movers, address: str = LOCAL, count: int | None = None) -> None:
        self._ray = _loaded()
        self._plan, self._movers, self._source = plan, movers, source(plan.game)
        self._ours = not self._ray.is_initialized()
        if self._ours:
            _connect(self._ray, address, count)
        there = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        self._count = there if count is None else max(1, count)
        # More workers than cores share them, so that none waits for a core for ever.
        share = min(1.0, there / self._count)
        self._site = self._ray.remote(num_cpus=share, max_restarts=0, max_task_retries=0)(Site)
        self._workers: list[Worker] = []
        self._pending: dict[Any, tuple[Worker, Sheaf]] = {}
        self._waiting: deque[Job] = deque()
        self._alone: set[Job] = set()
        """One of them killed its worker, and nobody knows which."""
        self._thick = 1
        """Games of a sheaf: as many as make going over the wire worth while."""
        self._tries: dict[Job, int] = {}

    @property
    def free(self) -> int:
        begun = sum(len(sheaf) for _, sheaf in self._pending.values())
        # Sheaves grow thinner when games turn out to be long: then more may be begun than would be now.
        return max(0, self._count * AHEAD * self._thick - begun - len(self._waiting))

    def submit(self, job: Job) -> None:
        self._waiting.append(job)

    def collect(self, seconds: float) -> list[Played | Failed | Troubled]:
        self._deal()
        happened: list[Played | Failed | Troubled] = []
        ready, _ = self._ray.wait(list(self._pending), num_returns=1, timeout=seconds)
        if ready:
            ready, _ = self._ray.wait(list(self._pending), num_returns=len(self._pending), timeout=0)
        for reference in ready:
            if reference not in self._pending:  # a worker died meanwhile, and its games were taken back
                continue
            worker, sheaf = self._pending.pop(reference)
            try:
                games, took = self._ray.get(reference)
            except self._ray.exceptions.RayError as error:
                happened += self._lost(worker, sheaf, error)
                continue
            worker.sheaves.remove(sheaf)
            self._thick = min(THICKEST, max(1, round(CALL * len(sheaf) / max(took, 1e-6))))
            for job, done in zip(sheaf, games, strict=True):
                happened += [done] if isinstance(done, Played) else self._again(job, done)
        return happened

    def close(self) -> None:
        for worker in self._workers:
            self._ray.kill(worker.actor)
        self._workers.clear()
        self._pending.clear()
        self._waiting.clear()
        if self._ours:
            self._ray.shutdown()

    def _deal(self) -> None:
        """Hand out what waits, so that every worker has one sheaf more than it is at."""
        while self._waiting:
            if len(self._workers) < self._count:
                actor = self._site.remote(self._plan, self._movers, self._source)
                self._workers.append(Worker(actor, deque()))
            worker = min(self._workers, key=lambda worker: len(worker.sheaves))
            if len(worker.sheaves) >= AHEAD:
                return
            sheaf = self._bound()
            worker.sheaves.append(sheaf)
            self._pending[worker.actor.play_all.remote(sheaf)] = worker, sheaf

    def _bound(self) -> Sheaf:
        """The next games for one worker; the last ones are shared out."""
        jobs = [self._waiting.popleft()]
        thick = min(self._thick, -(-len(self._waiting) // self._count))
        while len(jobs) < thick and not self._alone.intersection((jobs[0], self._waiting[0])):
            jobs.append(self._waiting.popleft())
        return tuple(jobs)

    def _lost(self, worker: Worker, sheaf: Sheaf, error: Exception) -> Sequence[Failed | Troubled]:
        """A worker is gone. What it was at is tried again; what only waited for it begins elsewhere."""
        began = worker.sheaves[0] if worker.sheaves else sheaf
        waited = [job for other in worker.sheaves if other != began for job in other]
        self._workers = [other for other in self._workers if other is not worker]
        for reference in [ref for ref, (whose, _) in self._pending.items() if whose is worker]:
            del self._pending[reference]
        why = _reason(error)
        if len(began) == 1:
            happened = self._again(began[0], why)
        else:
            self._alone.update(began)
            self._waiting.extendleft(reversed(began))
            happened = [Troubled(job, why) for job in began]
        self._waiting.extendleft(reversed(waited))
        return happened

    def _again(self, job: Job, why: str) -> Sequence[Failed | Troubled]:
        self._tries[job] = self._tries.get(job, 1) + 1
        if self._tries[job] > TRIES:
            return [Failed(job, why)]
        self._waiting.appendleft(job)
        return [Troubled(job, why)]


def _loaded() -> Any:
    # It would tell its makers how it is used.
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
                num_cpus=cores() if count is None else max(1, count),
                include_dashboard=False,
                object_store_memory=STORE,
                **quiet,
            )
        else:
            _knock(address)
            ray.init(address=address, **quiet)
    except (OSError, ValueError, RuntimeError) as error:
        raise Complaint(
            N_("There is no Ray to play on at {address}: {reason}"),
            address=address,
            reason=" ".join(str(error).split())[:300],
        ) from error


def _knock(address: str) -> None:
    """Ray itself tries for minutes to reach somebody who is not there."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdigit():
        socket.create_connection((host, int(port)), KNOCK).close()


def _reason(error: Exception) -> str:
    """Ray tells a long story; the first sentence of it, and what a worker said itself, are enough."""
    cause = getattr(error, "cause", None)
    if cause is not None:
        return f"{type(cause).__name__}: {cause}"
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    said = [line for line in lines if line.startswith("RuntimeError")]
    return f"the worker died: {' '.join(said or lines[:1])}"[:300]
