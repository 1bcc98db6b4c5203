"""An independent, slow and simple implementation of the three games, written from the rule pages.

One file a game: `brute_hill`, `brute_company`, `brute_band`; this one has what they share.

Sets, dicts and names, no tables and no bits; nothing here knows how the engine does it. A position is
changed by `play`. `why` gives the number of the rule that forbids a name, or None; it raises `NoName` for
what is no name.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Protocol

CHANCE = -1

Data = Mapping[str, Any]
Options = Mapping[str, Any]
End = tuple[str, int | None, bool]
"""The rule that ended the game (empty where the page names none), the winner, and whether it is a draw."""


class NoName(ValueError):
    """A text that is no action name of the game."""


class Position(Protocol):
    """What the three have in common."""

    phase: str
    end: End | None

    def copy(self) -> Position: ...
    def actor(self) -> int | None: ...
    def mover(self) -> int | None: ...
    def names(self) -> set[str]: ...
    def odds(self) -> dict[str, Fraction]: ...
    def play(self, name: str) -> None: ...
    def view(self, seat: int | None) -> dict[str, Any]: ...
    def scores(self) -> list[int] | None: ...
    def why(self, name: str) -> str | None: ...
