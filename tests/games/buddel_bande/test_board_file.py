"""Board files of Buddel Bande: valid and invalid ones for each check."""

from __future__ import annotations

from typing import Any

import pytest

from moleworks import boards
from moleworks.games.buddel_bande.board import BuddelBandeBoard
from tests.boards.invalid_boards import TRACK, changed_board, error_parts


@pytest.mark.parametrize(
    "track", ["clfclf", "clf" * 10, "cccllllfff".replace("llll", "lll"), "cllfffcl", "fffcccll"]
)
def test_good_tracks(track: str) -> None:
    board = boards.check(changed_board(TRACK, track=track))
    assert isinstance(board, BuddelBandeBoard)
    assert board.track == track


@pytest.mark.parametrize(
    "track",
    ["", "clfcl", "clf" * 10 + "c", "clfclx", "CLFCLF", "clf clf", "clfclf\n", 5, None, True, ["clfclf"]],
)
def test_bad_letters_and_lengths(track: Any) -> None:
    field, value, reason = error_parts(changed_board(TRACK, track=track))
    assert (field, value) == ("track", track)
    assert reason == "A track is 6 to 30 letters: c for clover, l for leaf, f for flower."


def test_a_track_is_needed() -> None:
    assert error_parts(changed_board(TRACK, track=...)) == ("track", None, "This field is missing.")


@pytest.mark.parametrize(
    ("track", "symbol"), [("clflfl", "c"), ("clfccff", "l"), ("clcllf", "f"), ("ccllcc", "f")]
)
def test_every_symbol_twice(track: str, symbol: str) -> None:
    reason = f"Every symbol is needed at least twice; {symbol} is not."
    assert error_parts(changed_board(TRACK, track=track)) == ("track", track, reason)


@pytest.mark.parametrize(("track", "symbol"), [("ccccllff", "c"), ("cclllllff", "l"), ("ccllffff", "f")])
def test_no_four_equal_neighbours(track: str, symbol: str) -> None:
    reason = f"At most three equal symbols may follow each other; here are four {symbol}."
    assert error_parts(changed_board(TRACK, track=track)) == ("track", track, reason)
