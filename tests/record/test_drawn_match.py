"""A match as text and as a picture: what everybody at the table sees, and no secret."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from moleworks import GAMES, Match
from moleworks.terminal.drawing import picture

DEAL = ["deal:S=0123", "deal:M=0123", "deal:L=0123", "=Sc", "S1>1"]
OTHER_DEAL = ["deal:S=0132", "deal:M=3210", "deal:L=1230", "=Sc", "S1>1"]


def begun(names: list[str]) -> Match:
    match = Match.begin("buddel-bande", players=4)
    match.play(names)
    return match


def svg(match: Match) -> str:
    drawn = match._repr_svg_()
    assert drawn is not None
    return drawn


@pytest.mark.parametrize("game", GAMES)
def test_text_is_the_board_and_the_turn(game: str) -> None:
    match = Match.begin(game)
    lines = str(match).splitlines()
    board = [line.plain.rstrip() for line in picture(match, match.state, None)]
    assert lines[: len(board)] == board
    assert lines[-1].startswith("Seat 0 is to act" if game != "buddel-bande" else "The deal.")


def test_text_follows_the_actions() -> None:
    match = Match.begin("mole-hill")
    before = str(match)
    match.play("e4")
    assert str(match) != before
    match.undo()
    assert str(match) == before


@pytest.mark.parametrize("game", GAMES)
def test_picture_is_an_svg_of_notebook_size(game: str) -> None:
    match = Match.begin(game)
    root = ElementTree.fromstring(svg(match))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    width, height = (float(root.attrib[side].removesuffix("mm")) for side in ("width", "height"))
    assert max(width, height) == pytest.approx(150)
    title = root.find("{http://www.w3.org/2000/svg}title")
    assert title is not None
    assert title.text == f"{match.game.title}, actions played: 0"


def test_picture_shows_the_pieces() -> None:
    match = Match.begin("mole-hill")
    empty = svg(match)
    match.play(["e4", "e4|e5"])
    assert svg(match).count("<path") > empty.count("<path")


def test_no_secret_is_shown() -> None:
    match, other = begun(DEAL), begun(OTHER_DEAL)
    assert match.state != other.state
    assert str(match) == str(other)
    assert svg(match) == svg(other)
    assert repr(match) == repr(other)
