"""The data of a record, and the limits on its size."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field

from moleworks import __version__
from moleworks.record.match import Match

SEATS = ("Seat0", "Seat1", "Seat2", "Seat3")
TAGS = ("Game", "Preset", "Options", "Board", "Rotations", "Players", *SEATS, "Date", "Result", "Version")

LONGEST_RECORD = 1_000_000
LONGEST_TAG = 300_000
"""Enough for the largest possible board, with a title in every language."""
LONGEST_NAME = 40
LONGEST_COMMENT = 2_000
MOST_ACTIONS = 70_000
LINE = 100

UNFINISHED, DRAWN, NOBODY = "*", "draw", "none"


@dataclass
class Record:
    """A match with the names of the players, the date and comments."""

    match: Match
    seats: tuple[str, ...] = ()
    """The names of the players by seat, or nothing."""
    date: str = field(default_factory=lambda: datetime.datetime.now(tz=datetime.UTC).date().isoformat())
    version: str = __version__
    comments: Mapping[int, str] = field(default_factory=dict)
    """By the number of actions played before them."""

    def undo(self, count: int = 1) -> None:
        """Undo the last actions, and delete the comments on them."""
        self.match.undo(count)
        self.comments = {ply: text for ply, text in self.comments.items() if ply <= self.match.ply}


def result(match: Match) -> str:
    """The Result tag: the winning seat, `draw`, `none` (nobody can win, as in a single round), or `*`."""
    outcome = match.outcome
    if outcome is None:
        return UNFINISHED
    if outcome.winner is not None:
        return str(outcome.winner)
    return DRAWN if outcome.draw else NOBODY


def turn_starts(match: Match) -> list[bool]:
    """For each action, whether it begins a turn. A turn is all actions in a row with the same mover."""
    movers = match.movers()
    return [ply == 0 or mover != movers[ply - 1] for ply, mover in enumerate(movers)]
