"""An engine for each test that asks for one."""

from __future__ import annotations

import pytest

from tests.rpc.client import Client


@pytest.fixture
def client() -> Client:
    """An engine that has just started."""
    return Client()
