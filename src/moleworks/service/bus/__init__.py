"""How workers tell each other what happened in a match."""

from __future__ import annotations

from moleworks.service.bus.bus import Bus, LocalBus
from moleworks.service.store.urls import sqlite_file

__all__ = ["Bus", "LocalBus", "bus_at"]


def bus_at(url: str, worker: str) -> Bus:
    """The bus that goes with the store at that address; each worker has a name of its own."""
    if sqlite_file(url) is not None:
        return LocalBus()
    from moleworks.service.bus.postgres import PostgresBus  # noqa: PLC0415 - asyncpg takes a while to load

    return PostgresBus(url, worker)
