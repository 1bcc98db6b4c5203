"""Read the address of a database."""

from __future__ import annotations

from pathlib import Path

from moleworks.core.messages import N_, Complaint

SQLITE = "sqlite:///"
POSTGRESQL = ("postgresql://", "postgres://")


def sqlite_file(url: str) -> Path | None:
    """The file of an SQLite database; None if the address is one of PostgreSQL."""
    if url.startswith(POSTGRESQL):
        return None
    name = url.removeprefix(SQLITE)
    if name in {url, "", ":memory:"} or name.endswith("/"):
        # The address is not repeated in the error: it may hold a password.
        raise Complaint(
            N_(
                "A database is written sqlite:///FILE (sqlite:////FOLDER/FILE from the root) or "
                "postgresql://USER:PASSWORD@HOST/NAME; this is neither."
            )
        )
    return Path(name)
