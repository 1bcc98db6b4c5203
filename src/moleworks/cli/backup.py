"""`moleworks backup` and `moleworks restore`: a copy of all matches, and back."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from moleworks.cli.app import app, paragraphs, say
from moleworks.core.messages import N_, Complaint

_Config = Annotated[Path | None, Parameter(help=say("A TOML file with the settings of the server."))]
_Database = Annotated[str | None, Parameter(help=say("The database, as for serve. [MOLEWORKS_DATABASE]"))]


@app.command(
    name="backup",
    help=paragraphs(
        say("Copy all matches to a file, while the server runs, and read the file again."),
        """
    moleworks backup matches.backup
    moleworks backup matches.backup --config /etc/moleworks.toml
""",
    ),
)
def backup(file: Path, /, *, database: _Database = None, config: _Config = None) -> int:
    """Write a backup; the exit code."""
    from moleworks.matches.store.backup import back_up  # noqa: PLC0415 - not needed for help

    try:
        counts = asyncio.run(back_up(_url(database, config), file))
    except Complaint as complaint:
        return _complain(complaint)
    print(
        say(
            "{path} holds {matches} matches with {entries} entries, and was read again.",
            path=file, matches=counts.matches, entries=counts.entries,
        )
    )  # fmt: skip
    return 0


@app.command(
    name="restore",
    help=paragraphs(
        say("Write a backup into a new database, and read that again. Stop the server first."),
        """
    moleworks restore matches.backup --database sqlite:///new.sqlite
    moleworks restore --cleared
""",
    ),
)
def restore(
    file: Path | None = None,
    /,
    *,
    cleared: Annotated[
        bool,
        Parameter(
            negative="", help=say("Bring back the matches that were cleared away in the last week instead.")
        ),
    ] = False,
    database: _Database = None,
    config: _Config = None,
) -> int:
    """Restore a backup, or what was cleared away; the exit code."""
    from moleworks.matches.store import backup as backups  # noqa: PLC0415 - not needed for help

    try:
        if cleared != (file is None):
            raise Complaint(N_("Give either the file of a backup or --cleared."))
        url = _url(database, config)
        if file is None:
            count = asyncio.run(_bring_back(url))
            print(say("{count} matches are back.", count=count))
            return 0
        counts = asyncio.run(backups.restore(url, file))
    except Complaint as complaint:
        return _complain(complaint)
    print(
        say(
            "The database holds {matches} matches with {entries} entries, and was read again.",
            matches=counts.matches, entries=counts.entries,
        )
    )  # fmt: skip
    return 0


async def _bring_back(url: str) -> int:
    from moleworks.matches.store import store_at  # noqa: PLC0415

    store = store_at(url)
    await store.open()
    try:
        return await store.bring_back(0.0)
    finally:
        await store.close()


def _url(database: str | None, config: Path | None) -> str:
    from moleworks.web import settings  # noqa: PLC0415

    return settings.read(config, given={"database": database} if database else {}).database_url


def _complain(complaint: Complaint) -> int:
    from moleworks.texts import language, preferred  # noqa: PLC0415

    print(language(preferred()).tell(complaint), file=sys.stderr)
    return 2
