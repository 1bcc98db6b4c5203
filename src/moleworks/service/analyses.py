"""Analyses of matches that are over: long work, done once, in processes of its own."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from moleworks import speech
from moleworks.players.analysis import Analysis, Moment, accounts, analyse
from moleworks.record import read
from moleworks.service.wanted import note, search
from moleworks.service.works import Works
from moleworks.texts import Language


class Analyses:
    """Of the matches that somebody asked about; `most` are made at once, and half of them for one address."""

    def __init__(self, most: int) -> None:
        self._works = Works(most, _analysed, max(1, most // 2))

    def of(self, match: str, record: str, address: str = "") -> Analysis | float:
        """The analysis, or how much of it is done, from 0 to 1; it is begun if need be."""
        work = self._works.of(match, record, address)
        return _progress(work.notes) if work.found is None else work.found

    def close(self) -> None:
        self._works.close()


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


def _progress(notes: Path) -> float:
    with suppress(OSError, ValueError):
        return float(notes.read_text("ascii"))
    return 0.0


def _analysed(record: str, notes: Path) -> Analysis:
    """In a process of its own; how far it is stands in its notes."""
    with search(notes) as stop:
        return analyse(
            read(record), progress=lambda done, total: note(notes, f"{done / total:.3f}"), stop=stop
        )
