"""Matches and their text records, a format similar to PGN. See docs/records.md."""

from __future__ import annotations

from moleworks.record.match import CannotPlay, Match
from moleworks.record.read import RecordError, read
from moleworks.record.record import LONGEST_NAME, Record, result
from moleworks.record.write import clean, write

__all__ = [
    "LONGEST_NAME",
    "CannotPlay",
    "Match",
    "Record",
    "RecordError",
    "clean",
    "read",
    "result",
    "write",
]
