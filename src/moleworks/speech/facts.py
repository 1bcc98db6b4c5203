"""What the views leave out because it never changes: the board and the options of the set-up."""

from __future__ import annotations

from typing import Any, NamedTuple


class Lawn(NamedTuple):
    """Mole Hill; squares by name."""

    columns: int
    rows: int
    centre: str | None
    red: tuple[str, ...]
    white: tuple[str, ...]
    light: int
    hills: int
    """Molehills, light and dark."""
    rounds: int


class Box(NamedTuple):
    """Mole Company."""

    side: int
    moles: int
    """How many each player starts with."""
    specials: bool
    """Whether the special spaces are played with."""
    final_paths: str
    may_wait: bool
    """Whether those with all moles in holes choose to wait, and need not."""


class Track(NamedTuple):
    """Buddel Bande."""

    symbols: str
    """Of the hills 1 to N."""
    either: bool
    """Whether face E lets the player choose between the dog and a mole."""

    @property
    def last(self) -> int:
        """The number of the last hill."""
        return len(self.symbols) + 1


def lawn(state: Any) -> Lawn:
    board, options = state.setup.board, state.setup.options
    return Lawn(
        board.columns,
        board.rows,
        board.centre,
        board.red,
        board.white,
        board.light,
        board.light + board.dark,
        options["rounds"],
    )


def box(state: Any) -> Box:
    board, options = state.setup.board, state.setup.options
    moles, may_wait = board.moles[state.setup.players], options["all_home"] == "may-wait"
    return Box(board.side, moles, options["specials"], options["final_paths"], may_wait)


def track(state: Any) -> Track:
    return Track(state.setup.board.track, state.setup.options["either"] == "choose")
