"""Valid boards of each game, and helpers to make them invalid and read the error."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from moleworks import boards
from moleworks.boards import BoardError

Data = dict[str, Any]

LAWN: Data = {
    "game": "mole-hill", "name": "own", "title": {"en": "Own"}, "source": "own", "version": 1,
    "columns": 5, "rows": 4, "centre": "c2", "red": ["a1", "e4"], "white": ["b2"],
    "light": 3, "dark": 4, "rods": 7,
}  # fmt: skip

# Rings of places round the centre c3: b2 b3 c2 c4 d3 d4 are next to it; the corners are a1 a3 c1 c5 e3 e5.
STACK: Data = {
    "game": "mole-company", "name": "own", "title": {"en": "Own"}, "source": "own", "version": 1,
    "side": 3,
    "moles": {"2": 4, "3": 3, "4": 2},
    "boards": [
        {"name": "green", "holes": ["b2", "b3", "d3", "d4"]},
        {"name": "red", "holes": ["a1", "c5", "e3"], "specials": ["c3"], "dotted": []},
        {"name": "brown", "holes": ["c2", "c4"], "specials": ["a2"]},
        {"name": "blue", "holes": ["c3"], "specials": ["a2"], "dotted": [["c3", "b3"], ["d4", "c3"]]},
    ],
}  # fmt: skip

TRACK: Data = {
    "game": "buddel-bande", "name": "own", "title": {"en": "Own"}, "source": "own", "version": 1,
    "track": "clfclf",
}  # fmt: skip

ALL = (LAWN, STACK, TRACK)


def changed_board(board: Data, **fields: Any) -> Data:
    """The board with other fields; what is set to `...` is left out."""
    changed = copy.deepcopy(board) | fields
    return {field: value for field, value in changed.items() if value is not ...}


def with_stacked_board(level: int, **fields: Any) -> Data:
    """The stack with other fields on one of its boards, counted from 1."""
    board = copy.deepcopy(STACK)
    board["boards"][level - 1] = changed_board(board["boards"][level - 1], **fields)
    return board


def board_error(board: Any, where: str = "garden.toml") -> BoardError:
    """What is wrong with it; the sentence begins with file, field and value."""
    with pytest.raises(BoardError) as error:
        boards.check(board, where)
    told = str(error.value)
    assert told.startswith(f"{where}, {error.value.field} = ")
    assert "{" not in error.value.message.text.format_map(error.value.message.values)
    return error.value


def error_parts(board: Any) -> tuple[str, Any, str]:
    """Field, value and reason."""
    error = board_error(board)
    assert error.where == "garden.toml"
    return error.field, error.value, str(error.message)
