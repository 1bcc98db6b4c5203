"""What a record holds besides the match, and the limits that keep reading one quick."""

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
"""Room for the largest board there can be, with a title in every language."""
LONGEST_NAME = 40
LONGEST_COMMENT = 2_000
MOST_ACTIONS = 70_000
LINE = 100

UNFINISHED, DRAWN, NOBODY = "*", "draw", "none"


@dataclass
class Record:
    """A match with who played it, when, and what was said about it."""

    match: Match
    seats: tuple[str, ...] = ()
    """Names of the players by seat; may be left out."""
    date: str = field(default_factory=lambda: datetime.datetime.now(tz=datetime.UTC).date().isoformat())
    version: str = __version__
    comments: Mapping[int, str] = field(default_factory=dict)
    """By the number of actions played before them."""

    def undo(self, count: int = 1) -> None:
        """Take back the last actions, and what was said about them."""
        self.match.undo(count)
        self.comments = {ply: text for ply, text in self.comments.items() if ply <= self.match.ply}


def result(match: Match) -> str:
    """The Result tag: the winning seat, `draw`, `none` (a round for study), or `*` while it goes on."""
    outcome = match.game.outcome(match.state)
    if outcome is None:
        return UNFINISHED
    if outcome.winner is not None:
        return str(outcome.winner)
    return DRAWN if outcome.draw else NOBODY


def turn_starts(match: Match) -> list[bool]:
    """For each action, whether a turn begins with it: all a seat does in a row, dice and discs included."""
    movers = match.movers()
    return [ply == 0 or mover != movers[ply - 1] for ply, mover in enumerate(movers)]
