"""Examples for the OpenAPI document: a board and a record."""

from __future__ import annotations

from moleworks import boards

BOARD = boards.data("buddel-bande", boards.named("buddel-bande", "stroll"))
RECORD = """\
[Game "mole-hill"]
[Preset "blatz"]
[Options "start=anywhere diagonal=path rounds=2"]
[Board "patch"]
[Players "2"]
[Date "2026-01-31"]
[Result "*"]
[Version "0.1"]

1. c3 2. a1|b1 3. c4 *
"""
