"""Attacks on the running server: each is refused or slowed, and others do not notice."""

from __future__ import annotations

import pytest

from tests.web.people import RunningServer

pytestmark = pytest.mark.slow


def test_a_board_file_of_one_endless_key_is_refused_before_it_is_parsed(server: RunningServer) -> None:
    attacker = server.person()
    for toml in ("a." * 32_000 + "a=1", "[" + "a." * 32_000 + "a]", "a = " + "[" * 60_000):
        answer = attacker.http.post("/boards/file", json={"toml": toml})
        assert answer.status_code == 422
        assert "keys of at most 8 parts" in answer.json()["detail"]
