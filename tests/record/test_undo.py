"""Undo: a seat's own last action, never across chance, a secret or the action of another."""

from __future__ import annotations

from typing import Any

import pytest

from moleworks.record import Match
from moleworks.record.undo import undo_problem

NOTHING = "Nothing has been played yet."
CHANCE = "Dice, discs and deals cannot be undone."
OTHERS = "Only your own last action can be undone, and somebody else has acted since."
SECRET = "This action has shown a secret, so it cannot be undone."

PLACED = "a1 a3 b1 b2 c1 c2 c3 e5"
DEALT = "deal:S=0123 deal:M=0123 deal:L=0123"


def problem_after(game: str, played: str, seat: int, **setup: Any) -> str | None:
    match = Match.begin(game, **setup)
    match.play(played.split())
    before = match.state, list(match.names)
    reason = undo_problem(match, seat)
    assert (match.state, match.names) == before  # asking changes nothing
    return None if reason is None else str(reason)


@pytest.mark.parametrize("game", ["mole-hill", "mole-company", "buddel-bande"])
@pytest.mark.parametrize("seat", [0, 1])
def test_nothing_to_take_back(game: str, seat: int) -> None:
    assert problem_after(game, "", seat) == NOTHING


@pytest.mark.parametrize(
    ("played", "seat", "reason"),
    [
        ("e4", 0, None),
        ("e4", 1, OTHERS),
        ("e4 a1|a2", 1, None),
        ("e4 a1|a2", 0, OTHERS),
        ("e4 a1|a2 e5", 0, None),
    ],
)
def test_mole_hill(played: str, seat: int, reason: str | None) -> None:
    assert problem_after("mole-hill", played, seat) == reason


def test_the_action_that_ends_a_round_is_one_s_own_too() -> None:
    """Seat 0 has used up its molehills. Seat 1 is to act, as the mole, but seat 0 may take back."""
    match = Match.begin("mole-hill", board="patch")
    rods = (f"{column}2|{column}3" for column in "abcde")
    more = (f"{column}3|{column}4" for column in "abcd")
    for square, rod in zip(
        ["a1", "b1", "c1", "d1", "e1", "e2", "d2", "c2", "b2"], [*rods, *more], strict=True
    ):
        match.play([square, rod])
    match.play(["a2"])
    assert match.game.actor(match.state) == 1
    assert match.game.phase(match.state) == "place"
    assert undo_problem(match, 0) is None
    assert undo_problem(match, 1) is not None


@pytest.mark.parametrize(
    ("played", "seat", "reason"),
    [
        ("a1", 0, None),
        ("a1", 1, OTHERS),
        (PLACED, 1, None),
        (f"{PLACED} =2", 0, CHANCE),
        (f"{PLACED} =2", 1, CHANCE),
        (f"{PLACED} =2 c3-c5", 0, None),
        (f"{PLACED} =2 c3-c5", 1, OTHERS),
        (f"{PLACED} =2 c3-c5 =1", 0, CHANCE),
    ],
)
def test_mole_company(played: str, seat: int, reason: str | None) -> None:
    assert problem_after("mole-company", played, seat, board="burrow") == reason


@pytest.mark.parametrize("know_own", [True, False])
@pytest.mark.parametrize(
    ("played", "seat", "reason"),
    [
        (DEALT, 0, CHANCE),
        (f"{DEALT} =Sc", 0, CHANCE),
        (f"{DEALT} =Sc S2>1", 0, SECRET),
        (f"{DEALT} =Sc S2>1", 1, OTHERS),
        (f"{DEALT} =Dc dog>1", 0, None),
        (f"{DEALT} =Dc dog>1", 1, OTHERS),
        (f"{DEALT} =Dc dog>1 =Dc", 0, CHANCE),
    ],
)
def test_buddel_bande(played: str, seat: int, reason: str | None, *, know_own: bool) -> None:
    assert problem_after("buddel-bande", played, seat, players=4, options={"know_own": know_own}) == reason


def test_one_s_own_mole_is_not_taken_back_either() -> None:
    """Otherwise the undo would tell the others that the mole belongs to the mover."""
    assert problem_after("buddel-bande", f"{DEALT} =Sc S1>1", 0, players=4) == SECRET


def test_the_end_that_shows_everything_is_not_taken_back() -> None:
    over = problem_after("buddel-bande", f"{DEALT} =Dc dog>1", 0, players=4, options={"turn_limit": 1})
    assert over == SECRET


def test_what_may_be_taken_back_can_be() -> None:
    match = Match.begin("mole-hill")
    match.play(["e4", "a1|a2"])
    assert undo_problem(match, 1) is None
    match.undo()
    assert undo_problem(match, 0) is None
