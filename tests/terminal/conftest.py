"""Records that are kept on the way out go nowhere but into a test's own folder; computers do not think."""

from __future__ import annotations

from pathlib import Path

import pytest

from moleworks import players
from tests.terminal.stand_in import StandIn


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(autouse=True)
def stand_in(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> StandIn:
    """Sits on every seat of the computer, unless a test wants real players."""
    stand_in = StandIn()
    if "real_players" not in request.fixturenames:
        monkeypatch.setattr(players, "player", lambda _game: stand_in)
    return stand_in


@pytest.fixture
def real_players() -> None:
    """Computers think after all."""
