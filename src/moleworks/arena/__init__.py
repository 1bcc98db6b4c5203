"""Tournaments of computer players: pairings, common random numbers, intervals and early stopping."""

from __future__ import annotations

from moleworks.arena.plans import ArenaPlan, plan
from moleworks.arena.reports import Report, report
from moleworks.arena.runs import run, steps

__all__ = ["ArenaPlan", "Report", "plan", "report", "run", "steps"]
