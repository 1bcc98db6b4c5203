"""Connect to a PostgreSQL server, and classify its errors."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from typing import TypeAlias, TypeVar

from moleworks.core.messages import N_, Complaint, Message
from moleworks.matches.store.rows import StoreUnavailable

try:
    import asyncpg  # type: ignore[import-untyped]
except ImportError as error:
    raise Complaint(
        N_("For PostgreSQL a library is missing. Install it with: {command}"),
        command='pip install "moleworks[server]"',
    ) from error

T = TypeVar("T")
Connection: TypeAlias = asyncpg.Connection
Pool: TypeAlias = asyncpg.Pool

TIMEOUT = 5.0
"""Seconds for connecting, and for an answer."""
SETTINGS = {
    "statement_timeout": "5000",
    "lock_timeout": "3000",
    "idle_in_transaction_session_timeout": "10000",
}
"""What the server itself gives up after, in milliseconds."""

ERRORS = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError)
CONNECTION_LOST = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # raised by asyncpg when a connection is lost at a bad moment
    asyncpg.exceptions.OperatorInterventionError,
    asyncpg.TooManyConnectionsError,
)
"""The server cannot be reached, and it is unknown whether it did the work."""
ROLLED_BACK = asyncpg.exceptions.TransactionRollbackError
"""The server rolled back because of concurrent transactions: nothing was done."""
DUPLICATE_KEY = asyncpg.UniqueViolationError
BAD_VALUES = (asyncpg.exceptions.DataError, asyncpg.exceptions.IntegrityConstraintViolationError, ValueError)
"""Errors in the values of a statement, found by the server or by asyncpg."""


async def connect(url: str) -> Connection:
    """A single connection."""
    return await translate_errors(lambda: asyncpg.connect(url, timeout=TIMEOUT))


async def pool(url: str, most: int) -> Pool:
    """A pool of connections, opened as they are needed, with a timeout for every wait."""
    return await translate_errors(
        lambda: asyncpg.create_pool(
            url,
            min_size=1,
            max_size=most,
            timeout=TIMEOUT,
            command_timeout=TIMEOUT,
            server_settings=SETTINGS,
        )
    )


async def translate_errors(connecting: Callable[[], Awaitable[T]]) -> T:
    """Connect. Errors do not show the address, which may hold a password."""
    try:
        return await connecting()
    except (OSError, asyncpg.PostgresError, asyncpg.InternalClientError) as error:
        raise store_error(error) from None
    except (ValueError, asyncpg.InterfaceError):
        raise StoreUnavailable(Message(N_("Its address cannot be understood."))) from None


def store_error(error: BaseException) -> StoreUnavailable:
    """The error for the operator of the server."""
    if isinstance(error, TimeoutError):
        return StoreUnavailable(Message(N_("The server does not answer.")))
    if isinstance(error, OSError):
        reason = os.strerror(error.errno) if error.errno else type(error).__name__
        return StoreUnavailable(Message(N_("The server cannot be reached ({reason})."), {"reason": reason}))
    return StoreUnavailable(str(error))


def row_count(status: object) -> int:
    """The rows that a statement touched, from its status: `INSERT 0 1`, `UPDATE 3`."""
    return int(str(status).rpartition(" ")[2])
