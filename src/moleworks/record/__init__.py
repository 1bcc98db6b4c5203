"""The text record of a match, in the manner of PGN: read, write, replay. See docs/records.md."""

from __future__ import annotations

from moleworks.record.match import CannotPlay, Match
from moleworks.record.read import RecordError, read
from moleworks.record.record import Record, result
from moleworks.record.write import write

__all__ = ["CannotPlay", "Match", "Record", "RecordError", "read", "result", "write"]
