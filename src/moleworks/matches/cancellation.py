"""Cancel jobs in other processes: each has a file that is deleted when nobody wants the result any more.

A caller cannot interrupt another process, so a long job checks now and then whether its file still exists.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

from moleworks.core import work
from moleworks.core.file_lock import try_lock
from moleworks.engine import Stop

PREFIX, LOCK = "moleworks-", "lock"
"""How temporary folders begin, and the file in each that its process keeps locked."""
CHECK_INTERVAL = 0.05
"""Seconds between two checks."""


_told: list[Callable[[str], None]] = []
"""Who else is told of progress."""


class Cancelled(Exception):
    """Raised inside a job whose file was deleted."""


class JobFiles:
    """A temporary folder with one file for each job, which also holds its progress."""

    def __init__(self) -> None:
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._lock: int | None = None
        self._numbers = count()

    def new(self, name: str = "") -> Path:
        """The file of a new job. A job that is started again gets another file: the old one may still run."""
        if self._folder is None:
            _remove_abandoned()
            self._folder = tempfile.TemporaryDirectory(prefix=PREFIX)
            self._lock = os.open(Path(self._folder.name) / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
            try_lock(self._lock)
        folder = Path(self._folder.name)
        folder.mkdir(mode=0o700, exist_ok=True)  # systems delete old temporary folders
        job_file = folder / f"{name}-{next(self._numbers)}"
        job_file.touch()
        return job_file

    def close(self) -> None:
        """Delete all files, which cancels all jobs."""
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def _remove_abandoned() -> None:
    """Delete the folders of processes that were killed: nobody holds the lock in them."""
    for lock in Path(tempfile.gettempdir()).glob(f"{PREFIX}*/{LOCK}"):
        with suppress(OSError):  # it is another user's, or just being deleted
            file = os.open(lock, os.O_RDWR)
            try:
                if try_lock(file):
                    shutil.rmtree(lock.parent, ignore_errors=True)
            finally:
                os.close(file)


def write_progress(job_file: Path, text: str) -> None:
    """Replace the progress in the file of a job at once; `Cancelled` if the file was deleted."""
    store_progress(job_file, text)
    for tell in _told:
        tell(text)


def store_progress(job_file: Path, text: str) -> None:
    """Write the progress that was told of a job elsewhere; `Cancelled` if the file was deleted."""
    if not job_file.exists():
        raise Cancelled
    temporary = job_file.with_suffix(".new")
    with suppress(OSError):
        temporary.write_text(text, "ascii")
        temporary.replace(job_file)


@contextmanager
def progress_told(tell: Callable[[str], None]) -> Iterator[None]:
    """Tell the progress of a job to somebody who cannot read its file, too."""
    _told.append(tell)
    try:
        yield
    finally:
        _told.remove(tell)


@contextmanager
def stop_when_deleted(job_file: Path) -> Iterator[Stop]:
    """A stop flag for a search, which is set as soon as the file of the job is deleted."""
    if not job_file.exists():
        raise Cancelled
    stop, done = Stop(), threading.Event()
    if not work.runs_beside():  # nobody can delete the file before this search is over
        yield stop
        return

    def check() -> None:
        while not done.wait(CHECK_INTERVAL):
            if not job_file.exists():
                stop.set()
                return

    thread = threading.Thread(target=check, name="cancellation", daemon=True)
    thread.start()
    try:
        yield stop
    finally:
        done.set()
        thread.join()
