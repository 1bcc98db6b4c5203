"""The time for a turn, and what happens when it is over. Without a clock, people play at their own pace."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

SHORTEST, LONGEST = 60, 14 * 24 * 3600
"""Seconds for a turn, if there is a clock: a minute to two weeks."""


class TimeControl(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The time for a turn, and what happens when it is over."""

    turn: Annotated[int, msgspec.Meta(ge=SHORTEST, le=LONGEST)] | None = None
    """Seconds for a whole turn; None: no clock."""
    absent: Literal["wait", "computer", "resign"] = "wait"
    """When the time is over: wait, let a computer play the turn, or count the seat as resigned."""
    level: Annotated[int, msgspec.Meta(ge=1, le=7)] = 3
    """How well a computer plays for somebody who is absent or has resigned."""
    hints: bool = True
    """Whether people may ask the computer for advice during the match."""

    def deadline(self, since: float) -> float | None:
        """When a turn that began at `since` is over; None if nothing follows from it."""
        return None if self.turn is None or self.absent == "wait" else since + self.turn

    def left(self, since: float, now: float) -> float | None:
        """Seconds left of a turn that began at `since`; None without a clock."""
        return None if self.turn is None else max(0.0, since + self.turn - now)
