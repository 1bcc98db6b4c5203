"""Players against players: pairings, common luck, intervals, early stopping; in local processes."""

from __future__ import annotations

from moleworks.arena.plans import Plan, plan
from moleworks.arena.reports import Report, report
from moleworks.arena.runs import run, steps

__all__ = ["Plan", "Report", "plan", "report", "run", "steps"]
