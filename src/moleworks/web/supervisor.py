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
    """uvicorn's supervisor, but this one never gives up, and never ends a worker that lives.

    uvicorn's pings its workers and kills those that are silent for five seconds. On a loaded machine that is
    no sign of a fault, and such a worker has players.
    """

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self._began: dict[Process, float] = {}
        """When a worker was started, if another had died in its place."""
        self._pauses: dict[Process, float] = {}
        """The pause before the next start in the place of a worker."""
        self._restarts: dict[Process, float] = {}
        """By worker that has died: when another is started in its place."""

    def keep_subprocess_alive(self) -> None:
        """Start others in the places of workers that have died, when their pause is over."""
        for place, process in enumerate(self.processes):
            if self.should_exit.is_set():
                return
            now = time.monotonic()
            if process in self._restarts:
                if now >= self._restarts[process]:
                    self._start(place)
            elif not process.process.is_alive():
                process.join()
                self._plan_restart(process, now)
        for by_process in (self._began, self._pauses, self._restarts):
            for process in by_process.keys() - set(self.processes):  # replaced, by SIGHUP or SIGTTOU
                del by_process[process]

    def _plan_restart(self, process: Process, now: float) -> None:
        if now - self._began.get(process, now) > STABLE:
            self._pauses.pop(process, None)
        pause = self._pauses.get(process, FIRST_PAUSE)
        self._pauses[process] = min(2 * pause, LONGEST_PAUSE)
        self._restarts[process] = now + pause
        logger.error(
            "worker %s has ended (exit code %s); another is started in %.1f seconds",
            process.pid,
            process.exitcode,
            pause,
        )

    def _start(self, place: int) -> None:
        died, started = self.processes[place], Process(self.config, self.sockets)
        self._began[started] = time.monotonic()
        self._pauses[started] = self._pauses[died]
        died.parent_conn.close()
        died.child_conn.close()
        self.processes[place] = started
        started.start()
