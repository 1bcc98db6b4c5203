"""Analyse a finished game: the value of each action, better alternatives, and luck.

A choice is judged by what its seat could know at the time. Luck and the chances of winning are computed with
all secrets open. See docs/analysis.md.
"""

from __future__ import annotations

from moleworks.engine.analysis.analyser import Progress, analyse
from moleworks.engine.analysis.moments import (
    Analysis,
    Choice,
    Mark,
    Moment,
    bounds,
    mark,
)
from moleworks.engine.analysis.totals import SeatTotals, seat_totals

__all__ = [
    "Analysis",
    "Choice",
    "Mark",
    "Moment",
    "Progress",
    "SeatTotals",
    "analyse",
    "bounds",
    "mark",
    "seat_totals",
]
