"""What routes share: types of parameters, who calls, and work that ends with its client."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Annotated, Any, TypeVar

from msgspec import Meta

from moleworks.core.game import MAX_PLAYERS
from moleworks.matches.loop_watch import start_measured
from moleworks.web.context import AppContext
from moleworks.web.identity import Caller, new_person
from moleworks.web.routes import HttpError, Request

T = TypeVar("T")
MatchId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,64}$", description="The id of a match.")]
SeatQuery = Annotated[int | None, Meta(ge=0, lt=MAX_PLAYERS, description="The seat whose view is shown.")]
Seq = Annotated[int, Meta(ge=0, le=2**31, description="The last entry of the log that you know.")]


async def known_person(context: AppContext, caller: Caller, token: str = "") -> tuple[str, tuple[str, ...]]:
    """The caller's person; a caller without a cookie that we have given out gets a new one, this or any."""
    if caller.person is not None and await context.match_server.store.knows(caller.person):
        return caller.person, ()
    person, cookie = new_person(caller.secure, token)
    return person, (cookie,)


async def run_while_connected(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """The result of the work, which is cancelled when the client disconnects."""
    running, disconnected = start_measured(work), asyncio.ensure_future(_disconnected(request))
    try:
        await asyncio.wait({running, disconnected}, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            return running.result()
        raise HttpError(400)  # nobody is there to read it
    finally:
        running.cancel()
        disconnected.cancel()


async def _disconnected(request: Request) -> None:
    """Wait for the end of the connection; the body has been read already."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
