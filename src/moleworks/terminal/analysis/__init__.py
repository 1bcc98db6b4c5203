"""An analysis for people: a table or sentences in the terminal, or a page to look at and to keep."""

from __future__ import annotations

from moleworks.terminal.analysis.page import page
from moleworks.terminal.analysis.table import sentences, show, table
from moleworks.terminal.analysis.work import analysed

__all__ = ["analysed", "page", "sentences", "show", "table"]
