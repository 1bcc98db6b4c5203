"""Stores are tested on every kind of database."""

from __future__ import annotations

import pytest


@pytest.fixture
def url(each_url: str) -> str:
    """The address of a new database, of each kind there is."""
    return each_url
