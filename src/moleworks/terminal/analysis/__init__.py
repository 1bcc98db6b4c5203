"""Run an analysis and show it: a table or sentences in the terminal, or an HTML page."""

from __future__ import annotations

from moleworks.reports.analysis_page import page
from moleworks.terminal.analysis.run import run_analysis
from moleworks.terminal.analysis.table import sentences, show, table

__all__ = ["page", "run_analysis", "sentences", "show", "table"]
