"""Where matches are kept: an SQLite file, or a PostgreSQL server for many workers."""

from __future__ import annotations

from moleworks.service.store.rows import NoStore, Taken
from moleworks.service.store.store import Store
from moleworks.service.store.urls import sqlite_file

__all__ = ["NoStore", "Store", "Taken", "store_at"]


def store_at(url: str) -> Store:
    """The store at `sqlite:///FILE` or `postgresql://USER:PASSWORD@HOST/NAME`, yet to be opened."""
    path = sqlite_file(url)
    if path is not None:
        from moleworks.service.store.sqlite import SQLiteStore  # noqa: PLC0415 - only what is used is loaded

        return SQLiteStore(path)
    from moleworks.service.store.postgres import PostgresStore  # noqa: PLC0415 - asyncpg takes a while to load

    return PostgresStore(url)
