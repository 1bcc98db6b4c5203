"""Run tests in a folder of their own, with fake computer players."""

from __future__ import annotations

from pathlib import Path

import pytest

from moleworks import engine
from tests.terminal.fake_player import FakePlayer


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(autouse=True)
def fake_player(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> FakePlayer:
    """Replaces the computer players, unless a test uses `real_players`."""
    fake_player = FakePlayer()
    if "real_players" not in request.fixturenames:
        monkeypatch.setattr(engine, "player", lambda _game: fake_player)
    return fake_player


@pytest.fixture
def real_players() -> None:
    """Use real computer players."""
