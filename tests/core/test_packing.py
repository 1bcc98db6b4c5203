"""Named tuples of ints in arrays: what is read is what was written, interpreted and compiled."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest
from numba.core.errors import TypingError

from moleworks.core.kernel import compiled, kernel
from moleworks.core.packing import pack, unpack
from tests.games.kernel_setups import SETUPS, kernel_arguments


class Pair(NamedTuple):
    low: int
    high: int


@kernel
def swap(numbers: Any, at: int) -> Pair:
    """Read a pair, write it the other way round, and return it as it was."""
    pair = unpack(Pair, numbers, at)
    pack(Pair(pair.high, pair.low), numbers, at)
    return pair


@pytest.mark.parametrize("function", [swap, compiled(swap)], ids=["interpreted", "compiled"])
def test_a_pair_is_read_and_written_in_its_place(function: Any) -> None:
    numbers = np.array([1, 2, 3, -(2**62)], np.int64)
    assert function(numbers, 2) == Pair(3, -(2**62))
    assert numbers.tolist() == [1, 2, -(2**62), 3]
    assert type(function(numbers, 0)) is Pair


def test_interpreted_it_takes_lists_and_gives_plain_ints() -> None:
    numbers = [1, 2, 3]
    assert swap(numbers, 1) == Pair(2, 3)
    assert numbers == [1, 3, 2]
    assert {type(field) for field in unpack(Pair, np.array([4, 5], np.int64), 0)} == {int}  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "numbers", [np.zeros(4, np.int32), np.zeros(8, np.int64)[::2]], ids=["narrow", "gaps"]
)
def test_compiled_it_refuses_other_arrays(numbers: Any) -> None:
    with pytest.raises(TypingError):
        compiled(swap)(numbers, 0)


@pytest.mark.parametrize("game", SETUPS)
def test_positions_of_every_game_come_back(game: str) -> None:
    random = Random(game)
    for match in SETUPS[game][::9]:
        state = match.state
        for _ in range(40):
            if match.game.actor(state) is None:
                break
            state = match.game.play(state, random.choice(match.game.legal(state)))
        _, position = kernel_arguments(state)
        numbers = np.full(len(position) + 2, 7, np.int64)
        pack(position, numbers, 1)  # type: ignore[arg-type]
        assert numbers.tolist() == [7, *position, 7]
        assert unpack(type(position), numbers, 1) == position  # type: ignore[arg-type]
