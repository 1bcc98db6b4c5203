"""How a PostgreSQL server is reached, and what its errors mean."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias, TypeVar

import asyncpg  # type: ignore[import-untyped]

from moleworks.games.game import N_, Message
from moleworks.service.store.rows import NoStore

T = TypeVar("T")
Connection: TypeAlias = asyncpg.Connection
Pool: TypeAlias = asyncpg.Pool

TIMEOUT = 10.0
"""Seconds for the server to let us in, and for an answer."""

ERRORS = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError)
LOST = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # what asyncpg says when it is hung up on at a bad moment
    asyncpg.exceptions.OperatorInterventionError,
    asyncpg.TooManyConnectionsError,
)
"""The server cannot be reached just now, and nobody knows what became of what it was to do."""
UNDONE = asyncpg.exceptions.TransactionRollbackError
"""The server gave up because of what others did at the same time: nothing was done."""
GIVEN = (asyncpg.exceptions.DataError, asyncpg.exceptions.IntegrityConstraintViolationError, ValueError)
"""Errors of what a statement was given, whether the server found them or asyncpg before it."""


async def connect(url: str) -> Connection:
    """A connection of one's own."""
    return await reached(lambda: asyncpg.connect(url, timeout=TIMEOUT))


async def pool(url: str, most: int) -> Pool:
    """So many connections at most, made as they are needed, with a limit to every wait."""
    return await reached(
        lambda: asyncpg.create_pool(url, min_size=1, max_size=most, timeout=TIMEOUT, command_timeout=TIMEOUT)
    )


async def reached(connecting: Callable[[], Awaitable[T]]) -> T:
    """What connecting gives; an error tells nothing of the address, which may hold a password."""
    try:
        return await connecting()
    except (OSError, asyncpg.PostgresError) as error:
        raise trouble(error) from None
    except (ValueError, asyncpg.InterfaceError):
        raise NoStore(Message(N_("Its address cannot be understood."))) from None


def trouble(error: BaseException) -> NoStore:
    """The error for whoever runs the service."""
    if isinstance(error, TimeoutError):
        return NoStore(Message(N_("The server does not answer.")))
    if isinstance(error, OSError):
        reason = os.strerror(error.errno) if error.errno else type(error).__name__
        return NoStore(Message(N_("The server cannot be reached ({reason})."), {"reason": reason}))
    return NoStore(str(error))


def count(status: Any) -> int:
    """The rows that a statement touched, from what the server says after it: `INSERT 0 1`, `UPDATE 3`."""
    return int(str(status).rpartition(" ")[2])
