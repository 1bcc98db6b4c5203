"""Fixtures for the tests of this game's computer player."""

from __future__ import annotations

import pytest

from moleworks.games.mole_company.player.player import PLAYER


@pytest.fixture(autouse=True)
def compiled() -> None:
    """The same level plays the same once it is compiled: before that, the clock has a say."""
    assert PLAYER.warm_up(300)
