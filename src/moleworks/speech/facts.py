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
    hills = board.light + board.dark
    return Lawn(
        board.columns, board.rows, board.centre, board.red, board.white, board.light, hills, options["rounds"]
    )


def box(state: Any) -> Box:
    board, options = state.setup.board, state.setup.options
    return Box(board.side, board.moles[state.setup.players], options["specials"], options["final_paths"])


def track(state: Any) -> Track:
    return Track(state.setup.board.track, state.setup.options["either"] == "choose")
