"""Analyses of matches that are over: long work, done once, in processes of its own."""

from __future__ import annotations

import asyncio
import tempfile
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from moleworks import speech
from moleworks.games import Complaint
from moleworks.games.game import N_
from moleworks.players.analysis import Analysis, Moment, accounts, analyse
from moleworks.record import read
from moleworks.service.thinkers import Thinkers
from moleworks.texts import Language

KEPT = 200
"""So many results are kept at hand."""


class Busy(Complaint):
    """Others wait already."""

    def __init__(self) -> None:
        super().__init__(N_("Other analyses are being made just now: please ask again in a minute."))


class _Work(NamedTuple):
    task: asyncio.Task[Analysis]
    progress: Path


class Analyses:
    """Of the matches that somebody asked about; `most` are made at once."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._thinkers = Thinkers(most)
        self._kept: OrderedDict[str, _Work] = OrderedDict()
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def of(self, match: str, record: str) -> Analysis | float:
        """The analysis, or how much of it is done, from 0 to 1; it is begun if need be."""
        work = self._kept.get(match)
        if work is None or (work.task.done() and (work.task.cancelled() or work.task.exception())):
            work = self._begun(match, record)
        self._kept.move_to_end(match)
        return work.task.result() if work.task.done() else _progress(work.progress)

    def _begun(self, match: str, record: str) -> _Work:
        if sum(not work.task.done() for work in self._kept.values()) >= self.most:
            raise Busy
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="moleworks-")
        progress = Path(self._folder.name) / match
        task = asyncio.get_running_loop().create_task(self._thinkers.run(_analysed, record, str(progress)))
        work = self._kept[match] = _Work(task, progress)
        if len(self._kept) > KEPT:
            _, old = self._kept.popitem(last=False)
            old.task.cancel()
        return work

    def close(self) -> None:
        for work in self._kept.values():
            work.task.cancel()
        self._thinkers.close()
        if self._folder is not None:
            self._folder.cleanup()


def told(analysis: Analysis, words: Language, names: Sequence[str]) -> dict[str, Any]:
    """An analysis as data, with reasons in words, for players of these names."""
    return {
        "done": 1,
        "start": analysis.start,
        "moments": [_moment(moment, words, names) for moment in analysis.moments],
        "accounts": [account._asdict() for account in accounts(analysis)],
    }


def _moment(moment: Moment, words: Language, names: Sequence[str]) -> dict[str, Any]:
    told = moment._asdict() | {"actor": None if moment.by_chance else moment.actor, "choice": None}
    if (choice := moment.choice) is not None:
        told["choice"] = {
            "best": choice.best.action,
            "value": choice.best.value,
            "why": words.tell(speech.named(choice.best.why, names)),
            "line": choice.best.line,
            "worth": choice.played.value,
            "in_points": choice.in_points,
            "cost": choice.cost,
            "given": choice.given,
            "mark": None if choice.mark is None else choice.mark.name.lower(),
        }
    return told


def _progress(file: Path) -> float:
    with suppress(OSError, ValueError):
        return float(file.read_text("ascii"))
    return 0.0


def _analysed(record: str, progress: str) -> Analysis:
    """In a process of its own; how far it is stands in a file."""

    def told(done: int, total: int) -> None:
        with suppress(OSError):
            Path(progress).write_text(f"{done / total:.3f}", "ascii")

    return analyse(read(record), progress=told)
