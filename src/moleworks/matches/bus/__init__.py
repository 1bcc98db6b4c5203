"""The bus, on which workers notify each other of what happened in a match."""

from __future__ import annotations

from moleworks.matches.bus.bus import Bus, LocalBus
from moleworks.matches.store.urls import sqlite_file

__all__ = ["Bus", "LocalBus", "bus_at"]


def bus_at(url: str, worker: str) -> Bus:
    """The bus that belongs to the store at that address. Each worker needs a name of its own."""
    if sqlite_file(url) is not None:
        return LocalBus()
    from moleworks.matches.bus.postgres import PostgresBus  # noqa: PLC0415 - asyncpg takes a while to load

    return PostgresBus(url, worker)
