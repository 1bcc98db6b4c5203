"""Board files of Buddel Bande: valid and invalid ones for each check."""

from __future__ import annotations

from typing import Any

import pytest

from moleworks import boards
from moleworks.games.buddel_bande.board import CORNERS, BuddelBandeBoard
from moleworks.record import Match, Record, read, write
from tests.boards.invalid_boards import TRACK, changed_board, error_parts

PLACED: tuple[dict[str, str], ...] = ({}, {"haystack": "bottom-right"})


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


@pytest.mark.parametrize("corner", CORNERS)
def test_a_board_may_say_where_its_haystack_lies(corner: str) -> None:
    given = changed_board(TRACK, haystack=corner)
    board = boards.check(given)
    assert isinstance(board, BuddelBandeBoard)
    assert board.haystack == corner
    assert (board.from_right, board.from_bottom) == ("right" in corner, "bottom" in corner)
    assert boards.data("buddel-bande", board)["haystack"] == corner


def test_without_a_word_it_lies_top_left_and_the_file_stays_as_it_is() -> None:
    board = boards.check(changed_board(TRACK))
    assert isinstance(board, BuddelBandeBoard)
    assert (board.from_right, board.from_bottom) == (False, False)
    assert "haystack" not in boards.data("buddel-bande", board)


@pytest.mark.parametrize("corner", ["middle", "Top-Left", "", 5, ["top-left"]])
def test_other_places_are_refused(corner: Any) -> None:
    field, value, reason = error_parts(changed_board(TRACK, haystack=corner))
    assert (field, value) == ("haystack", corner)
    assert reason == "The haystack lies in a corner: top-left, top-right, bottom-left, bottom-right."


def test_the_corner_changes_no_rule() -> None:
    """The same actions, and a record that differs only in its board."""
    here, there = (Match.begin("buddel-bande", board=changed_board(TRACK, **more)) for more in PLACED)
    for match in (here, there):
        match.play(["deal:S=10", "deal:M=01", "deal:L=01", "=Sc"])
    assert [here.game.name(here.state, one) for one in here.game.legal(here.state)] == [
        there.game.name(there.state, one) for one in there.game.legal(there.state)
    ]
    assert here.game.view(here.state, 0) == there.game.view(there.state, 0)
    again = read(write(Record(there, ("Lina", "Max")))).match.setup.board
    assert isinstance(again, BuddelBandeBoard)
    assert again.haystack == "bottom-right"
