"""All names that look like an action, near misses included, and malformed texts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations, product
from typing import Any

from moleworks.games import Refusal, Setup
from moleworks.games.buddel_bande import board as buddel_bande
from moleworks.games.mole_company import board as mole_company
from moleworks.games.mole_hill import board as mole_hill
from moleworks.record import Match

RULE = re.compile(r"(MH|MC|BB)(1[0-3]|[1-9])")
RULES = {"mole-hill": "MH", "mole-company": "MC", "buddel-bande": "BB"}
LETTERS = "abcdefghijklmnopqrstuvwxyz"
FAR_OFF = ["z1", "a0", "a999999999"]


def every_name(game: str, setup: Setup) -> list[str]:
    """All names worth trying in any position of a game with this set-up; none is malformed."""
    shapes = {"mole-hill": _hill_names, "mole-company": _company_names, "buddel-bande": _band_names}
    return list(dict.fromkeys(shapes[game](setup)))


def _grid(columns: int, rows: int) -> list[str]:
    return [f"{LETTERS[column]}{row}" for column in range(columns) for row in range(1, rows + 1)]


def _hill_names(setup: Setup) -> Iterator[str]:
    board = mole_hill.board_of(setup)
    squares = _grid(board.columns, board.rows)
    # One column and one row too many, and what lies far off.
    outside = [name for name in _grid(board.columns + 1, board.rows + 1) if name not in squares] + FAR_OFF
    yield from squares
    yield from outside
    # Both orders, a square with itself, squares that do not touch.
    yield from (f"{near}|{far}" for near, far in product(squares, repeat=2))
    yield from (f"{near}|{far}" for near, far in product(squares[:9], outside))
    yield from (f"{near}|{far}" for near, far in product(outside, squares[-9:]))


def _company_names(setup: Setup) -> Iterator[str]:
    side = mole_company.board_of(setup).side
    across = 2 * side - 1
    # The corners of this grid are not on the hexagon.
    grid = _grid(across, across)
    outside = [f"{LETTERS[across]}{across}", f"a{across + 1}", *FAR_OFF]
    yield from grid
    yield from outside
    yield from (f"{start}-{end}" for start, end in product(grid, repeat=2))
    yield from (f"{grid[0]}-{end}" for end in outside)
    yield from (f"{start}-{grid[0]}" for start in outside)
    yield from (f"={disc}" for disc in (*range(12), 44, 10**30))
    yield from ("flip", "wait", "stop")


def _band_names(setup: Setup) -> Iterator[str]:
    players = setup.players
    for size, seats in product("SMLX", range(1, 5)):
        yield from (f"deal:{size}={''.join(order)}" for order in permutations("0123"[:seats]))
        # A seat twice, a seat too many, no seats at all.
        yield from (f"deal:{size}={'0' * players}", f"deal:{size}={players}0", f"deal:{size}=9")
    yield from (f"={face}{symbol}" for face, symbol in product("SMLADEZ", "clfz"))
    hills = [*range(len(buddel_bande.board_of(setup).track) + 4), 999999999, "home"]
    yield from (f"{size}{slot}>{hill}" for size, slot, hill in product("SML", (*range(6), 999999999), hills))
    yield from (f"dog>{hill}" for hill in hills)
    yield "pass"


NO_NAMES: dict[str, tuple[str, ...]] = {
    "mole-hill": (
        "", " ", "e", "5", "E5", "e05", "e5 ", " e5", "e5\n", "é5", "e\uff15", "e-1", "e1234567890", "aa1",
        "e5|", "|e5", "e5|e6|e7", "e5 | e6", "e5||e6", "e5-e6", "pass", "flip", "=3", "dog>3", "deal:S=01",
        "e5\x00", "!resign",
    ),
    "mole-company": (
        "", " ", "C3", "c03", "c3 ", "c3\n", "c3-", "-c3", "c3-c6-c9", "c3 - c6", "c3–c6", "c3|c6", "c3c6",
        "=", "=x", "=-1", "= 3", "=3 ", "=٣", "Flip", "flip ", "pass", "dog>3", "deal:S=01", "c1234567890",
        "!resign",
    ),
    "buddel-bande": (
        "", " ", "deal:S=", "deal:=01", "deal:SM=01", "deal:s=01", "Deal:S=01", "deal:S=0x", "deal:S=٠1",
        "=S", "=c", "=sc", "=SC", "=Scl", "= Sc", "S1", "S1>", ">5", "s1>5", "S01>5", "S1>05", "S1>Home",
        "S1>-1", "S1 > 5", "S1>5 ", "S1>5\n", "S1>1234567890", "SS1>5", "dog", "dog>", "Dog>5", "dog>05",
        "dog>x", "passe", "Pass", "e5", "flip", "!resign",
    ),
}  # fmt: skip
"""Malformed in every position, by game."""


def legal_names(game: Any, state: Any) -> list[str]:
    """The legal actions by name."""
    return [game.name(state, action) for action in game.legal(state)]


def refusals(match: Match) -> dict[str, Refusal]:
    """Why each name that is refused here is refused; what is accepted are the legal names and no other."""
    game, state = match.game, match.state
    legal = legal_names(game, state)
    assert len(set(legal)) == len(legal)
    found = {name: game.attempt(state, name) for name in every_name(game.id, match.setup)}
    accepted = {name: action for name, action in found.items() if not isinstance(action, Refusal)}
    assert accepted == dict(zip(legal, game.legal(state), strict=True))
    refused = {name: refusal for name, refusal in found.items() if isinstance(refusal, Refusal)}
    for refusal in refused.values():
        number = RULE.fullmatch(refusal.rule)
        assert number
        assert number[1] == RULES[game.id]
        assert "{" not in str(refusal)  # and every gap of the sentence was filled, or this had raised
    return refused
