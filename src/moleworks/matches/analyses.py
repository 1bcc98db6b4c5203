"""Analyses of matches that are over: long jobs, done once each, in other processes."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from moleworks import speech
from moleworks.engine.analysis import Analysis, Moment, analyse, seat_totals
from moleworks.matches.cancellation import stop_when_deleted, write_progress
from moleworks.matches.jobs import JobQueue
from moleworks.record import read
from moleworks.texts import Language


class Analyses:
    """The analyses that were asked for; `limit` run at once, and half as many for one address."""

    def __init__(self, limit: int) -> None:
        self._jobs = JobQueue(limit, _analyse, max(1, limit // 2))

    def get(self, match: str, record: str, address: str = "") -> Analysis | float:
        """The analysis, or how much of it is done, from 0 to 1. It is started if necessary."""
        job = self._jobs.get(match, record, address)
        return _progress(job.progress_file) if job.result is None else job.result

    def close(self) -> None:
        self._jobs.close()


def analysis_data(analysis: Analysis, language: Language, names: Sequence[str]) -> dict[str, Any]:
    """An analysis as data, with reasons in sentences and these names of players."""
    return {
        "done": 1,
        "start": analysis.start,
        "moments": [_moment(moment, language, names) for moment in analysis.moments],
        "accounts": [account._asdict() for account in seat_totals(analysis)],
    }


def _moment(moment: Moment, language: Language, names: Sequence[str]) -> dict[str, Any]:
    data = moment._asdict() | {"actor": None if moment.by_chance else moment.actor, "choice": None}
    if (choice := moment.choice) is not None:
        data["choice"] = {
            "best": choice.best.action,
            "value": choice.best.value,
            "why": language.tell(speech.with_player_names(choice.best.why, names)),
            "line": choice.best.line,
            "worth": choice.played.value,
            "in_points": choice.in_points,
            "cost": choice.cost,
            "given": choice.given,
            "mark": None if choice.mark is None else choice.mark.name.lower(),
        }
    return data


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
