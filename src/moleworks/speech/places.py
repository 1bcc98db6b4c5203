"""All that has a place and a name on a board, for who wants to hear of every one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any

from moleworks.games import Game, Setup
from moleworks.games.buddel_bande.board import mole_name
from moleworks.games.mole_company.board import space_names
from moleworks.games.mole_hill.board import square_name
from moleworks.speech.mole_hill import rod_between


@lru_cache(maxsize=64)
def _listed(setup: Setup) -> tuple[str, ...]:
    return PLACES[setup.game](setup)


def places(game: Game[Any], state: Any) -> tuple[str, ...]:
    """The names of all spaces and pieces that `space` can tell of.

    >>> from moleworks.record import Match
    >>> match = Match.begin("mole-hill", board="patch")
    >>> places(match.game, match.state)[0]
    'a1'
    """
    del game  # its set-up says which it is
    return _listed(state.setup)


def _mole_hill(setup: Setup) -> tuple[str, ...]:
    """Squares, then edges."""
    columns, rows = setup.board.columns, setup.board.rows
    squares = [
        [square_name(columns, row * columns + column) for column in range(columns)] for row in range(rows)
    ]
    east = [rod_between(near, far) for row in squares for near, far in pairwise(row)]
    north = [
        rod_between(near, far)
        for row, above in pairwise(squares)
        for near, far in zip(row, above, strict=True)
    ]
    return (*(name for row in squares for name in row), *east, *north)


def _mole_company(setup: Setup) -> tuple[str, ...]:
    return space_names(setup.board.side)


def _buddel_bande(setup: Setup) -> tuple[str, ...]:
    """The way from the haystack home, then the pieces."""
    hills = [str(hill) for hill in range(1, len(setup.board.track) + 1)]
    moles = [mole_name(4 * size + slot) for size in range(3) for slot in range(setup.players)]
    return ("haystack", *hills, "home", "dog", *moles)


PLACES: Mapping[str, Callable[[Setup], tuple[str, ...]]] = {
    "mole-hill": _mole_hill,
    "mole-company": _mole_company,
    "buddel-bande": _buddel_bande,
}
