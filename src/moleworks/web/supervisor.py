"""Keep worker processes running: start one that died again, after a pause that grows; the others stay."""

from __future__ import annotations

import logging
import time

from uvicorn.supervisors import Multiprocess
from uvicorn.supervisors.multiprocess import Process

logger = logging.getLogger("moleworks.web")

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 15.0
"""Seconds before a worker is started again; each time it fails soon, twice as long."""
STABLE = 30.0
"""Seconds after which a worker counts as running well."""


class Supervisor(Multiprocess):
    """uvicorn's supervisor, which gives up when a worker cannot start; this one never does."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self._began: dict[int, float] = {}
        """By place: when its worker was started."""
        self._pauses: dict[int, float] = {}
        """By place: the pause before its next start."""
        self._restarts: dict[int, float] = {}
        """By place that has no worker: when one is started."""

    def keep_subprocess_alive(self) -> None:
        """Start what has died, when its pause is over. A worker that does not answer for long is ended."""
        for place, process in enumerate(self.processes):
            if self.should_exit.is_set():
                return
            now = time.monotonic()
            if place in self._restarts:
                if now >= self._restarts[place]:
                    self._start(place)
            elif not process.is_alive(timeout=self.config.timeout_worker_healthcheck):
                process.kill()
                process.join()
                self._plan_restart(place, process, now)

    def _plan_restart(self, place: int, process: Process, now: float) -> None:
        if now - self._began.get(place, now) > STABLE:
            self._pauses.pop(place, None)
        pause = self._pauses.get(place, FIRST_PAUSE)
        self._pauses[place] = min(2 * pause, LONGEST_PAUSE)
        self._restarts[place] = now + pause
        logger.error(
            "worker %s has ended (exit code %s); another is started in %.1f seconds",
            process.pid,
            process.exitcode,
            pause,
        )

    def _start(self, place: int) -> None:
        del self._restarts[place]
        self._began[place] = time.monotonic()
        self.processes[place] = Process(self.config, self.sockets)
        self.processes[place].start()
