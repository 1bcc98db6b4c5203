"""Whole games from a static folder, in the ways in which they are played with a server; axe, and keys."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.page import test_access, test_by_ear, test_games
from tests.page.conftest import Visit
from tests.page.visitors import GAMES

pytestmark = pytest.mark.needs("node", "chromium")

WAYS: tuple[Callable[[Visit, str], None], ...] = (
    test_games.test_a_whole_game_by_touch_on_a_small_phone,
    test_games.test_a_whole_game_around_one_table_by_keyboard,
    test_games.test_a_whole_game_by_keyboard,
    test_access.test_every_key_answers_in_words,
)


@pytest.fixture
def base(address: str) -> str:
    """No server answers there."""
    return address


def test_a_whole_game_by_mouse(visit: Visit) -> None:
    test_games.test_a_whole_game_by_mouse(visit, "mole-hill")


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES[1:])
def test_longer_games_by_mouse(visit: Visit, game: str) -> None:
    test_games.test_a_whole_game_by_mouse(visit, game)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_in_every_way(visit: Visit, way: Callable[[Visit, str], None], game: str) -> None:
    way(visit, game)


@pytest.mark.long
@pytest.mark.parametrize(("game", "language"), list(zip(GAMES, ("en", "fr", "de"), strict=True)))
def test_a_whole_game_by_ear(visit: Visit, game: str, language: str) -> None:
    test_by_ear.test_a_whole_game_by_ear(visit, game, language)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [(1280, 800), (320, 640)], ids=["desktop", "phone"])
def test_axe_finds_nothing(visit: Visit, size: tuple[int, int], game: str) -> None:
    test_access.test_axe_finds_nothing_on_a_board(visit, size, "light", game)
