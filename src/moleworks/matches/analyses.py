"""Analyses of matches that are over: long jobs, done once each, in other processes."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from moleworks.engine.analysis import Analysis, analyse
from moleworks.matches.cancellation import stop_when_deleted, write_progress
from moleworks.matches.jobs import JobQueue
from moleworks.record import read


class Analyses:
    """The analyses that were asked for; `limit` run at once, and half as many for one address."""

    def __init__(self, limit: int) -> None:
        self._jobs = JobQueue(limit, _analyse, max(1, limit // 2))

    def get(self, match: str, record: str, address: str = "") -> Analysis | float:
        """The analysis, or how much of it is done, from 0 to 1. It is started if necessary."""
        job = self._jobs.get(match, record, address)
        return _progress(job.progress_file) if job.result is None else job.result

    def close(self) -> None:
        """Stop all analyses and their processes."""
        self._jobs.close()


def _progress(progress_file: Path) -> float:
    with suppress(OSError, ValueError):
        return float(progress_file.read_text("ascii"))
    return 0.0


def _analyse(record: str, progress_file: Path) -> Analysis:
    """Runs in another process, and writes its progress to the file."""
    with stop_when_deleted(progress_file) as stop:
        return analyse(
            read(record),
            progress=lambda done, total: write_progress(progress_file, f"{done / total:.3f}"),
            stop=stop,
        )
