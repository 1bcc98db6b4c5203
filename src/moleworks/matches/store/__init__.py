"""The store of matches: an SQLite file, or a PostgreSQL database for several workers."""

from __future__ import annotations

from moleworks.matches.store.rows import Conflict, StoreUnavailable
from moleworks.matches.store.store import MatchStore
from moleworks.matches.store.urls import sqlite_file

__all__ = ["Conflict", "MatchStore", "StoreUnavailable", "store_at"]


def store_at(url: str) -> MatchStore:
    """The store at `sqlite:///FILE` or `postgresql://USER:PASSWORD@HOST/NAME`; it is not open yet."""
    path = sqlite_file(url)
    if path is not None:
        from moleworks.matches.store.sqlite import SQLiteStore  # noqa: PLC0415 - only what is used is loaded

        return SQLiteStore(path)
    from moleworks.matches.store.postgres import PostgresStore  # noqa: PLC0415 - asyncpg takes a while to load

    return PostgresStore(url)
