"""Looking back at a game: what each action was worth, what would have been better, and what was luck.

A choice is judged by what its seat could know when it was made. Luck and the chances of winning, which tell
how the game really stood, are worked out with everything open. See docs/analysis.md.
"""

from __future__ import annotations

from moleworks.players.analysis.accounts import Account, accounts
from moleworks.players.analysis.judge import Progress, analyse
from moleworks.players.analysis.moments import (
    Analysis,
    Choice,
    Mark,
    Moment,
    bounds,
    mark,
)

__all__ = [
    "Account",
    "Analysis",
    "Choice",
    "Mark",
    "Moment",
    "Progress",
    "accounts",
    "analyse",
    "bounds",
    "mark",
]
