"""Renderings tell what a board alone cannot: whose turn it is, what fell, how it stands."""

from __future__ import annotations

from random import Random
from typing import Any, cast

import numpy as np
import pytest

from moleworks.engine import chance
from moleworks.games import CHANCE, GAMES, View
from moleworks.games.buddel_bande.board import board_of
from moleworks.record import Match
from moleworks.research import encoding, rendering
from moleworks.research.episode import Episode
from moleworks.terminal.captions import caption


def view_of(game: str) -> tuple[Match, dict[str, Any]]:
    match, random = Match.begin(game, players=GAMES[game].player_counts[-1]), Random(2)
    while match.ply < 45 or match.game.actor(match.state) == CHANCE:
        by_chance = match.game.actor(match.state) == CHANCE
        match.act((chance.draw if by_chance else chance.random_legal)(match.game, match.state, random))
    return match, dict(match.game.view(match.state, None))


@pytest.mark.parametrize(
    ("game", "part", "values"),
    [
        ("mole-hill", "seat", [0, 1, None]),
        ("mole-hill", "round", [1, 2]),
        ("mole-hill", "scores", [[0, 0], [7, 0], [17, 0], [17, 8]]),
        ("mole-company", "seat", [0, 1, 2, 3, None]),
        ("mole-company", "disc", [None, 1, 2, 3, 4]),
        ("buddel-bande", "seat", [0, 1, 2, 3, None]),
        ("buddel-bande", "dice", [None, *([face, symbol] for face in "SMLADE" for symbol in "clf")]),
    ],
)
def test_every_value_has_a_picture_of_its_own(game: str, part: str, values: list[Any]) -> None:
    match, view = view_of(game)
    if part == "seat":
        view = view | {"disc": None} if "disc" in view else view
    drawn = {rendering.draw(match.setup, cast(View, view | {part: value})).tobytes() for value in values}
    assert len(drawn) == len(values)


def test_moles_that_are_gone_or_home_are_counted() -> None:
    """In numbers below the board, so on rows that show nothing else."""
    for game in ("mole-company", "buddel-bande"):
        match, view = view_of(game)
        before = rendering.draw(match.setup, cast(View, view))
        if game == "mole-company":
            other = view | {"moles": [view["moles"][0][1:], *view["moles"][1:]]}
        else:
            home = {"at": len(board_of(match.setup).track) + 1, "owner": 3}
            other = view | {"moles": view["moles"] | {"S1": home}}
        after = rendering.draw(match.setup, cast(View, other))
        assert before.shape == after.shape
        assert (before[-20:] != after[-20:]).any()


def told(match: Match) -> str:
    game = match.game
    lines = caption(match.setup, game.view(match.state, None), game.outcome(match.state))
    return "\n".join(line.plain for line in lines)


def test_the_lines_below_a_board() -> None:
    match = Match.begin("mole-hill")
    match.play(["e4"])
    assert "Points: seat 0 0, seat 1 0." in told(match)
    assert told(match).endswith("Seat 1 is to act (rod).")
    match = Match.begin("buddel-bande", players=3)
    match.play(["deal:S=012", "deal:M=120", "deal:L=201", "=Ac"])
    assert told(match).endswith("Seat 0 is to act (act). Dice: Ac. Turn 1.")
    match, view = view_of("mole-company")
    assert f"Turn {view['turn']}." in told(match)
    assert (f"Disc: {view['disc']}." in told(match)) == bool(view["disc"])


@pytest.mark.parametrize("game", GAMES)
def test_the_end_is_told(game: str) -> None:
    options = {} if game == "mole-hill" else {"turn_limit": 20}
    here = encoding.for_game(game, options=options)
    table, random = Episode(here, Random(1)), Random(2)
    while table.seat is not None:
        shown = table.render("ansi")
        assert isinstance(shown, str)
        assert f"Seat {table.seat} is to act" in shown
        table.play(random.choice(here.seats.legal(table.state)))
    shown = table.render("ansi")
    assert isinstance(shown, str)
    assert "Over (" in shown.splitlines()[-1]
    assert isinstance(table.render("rgb_array"), np.ndarray)
