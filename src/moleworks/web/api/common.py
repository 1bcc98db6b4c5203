"""Types, dependencies and responses that the routes share."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Annotated, Any, TypeVar

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from litestar.exceptions import HTTPException
from litestar.handlers import BaseRouteHandler
from litestar.params import PathParameter, QueryParameter

from moleworks.core.game import MAX_PLAYERS
from moleworks.matches.client_messages import encode
from moleworks.web.context import AppContext
from moleworks.web.identity import Caller, identify

T = TypeVar("T")
JSON = "application/json"
ContextDep = NamedDependency[AppContext]
CallerDep = NamedDependency[Caller]
MatchId = Annotated[str, PathParameter(pattern="^[A-Za-z0-9_-]{1,64}$", description="The id of a match.")]
SeatQuery = Annotated[
    int | None, QueryParameter(ge=0, lt=MAX_PLAYERS, description="The seat whose view is shown.")
]
Seq = Annotated[int, QueryParameter(ge=0, le=2**31, description="The last entry of the log that you know.")]


def provide_context(request: Request[Any, Any, Any]) -> AppContext:
    """The application's context, for handlers that ask for it."""
    context: AppContext = request.app.state.context
    return context


def provide_caller(request: Request[Any, Any, Any]) -> Caller:
    """Who sends the request, for handlers that ask for it."""
    context: AppContext = request.app.state.context
    return identify(request.scope, context.public_url)


def require_json(connection: ASGIConnection[Any, Any, Any, Any], _handler: BaseRouteHandler) -> None:
    """Refuse a body whose content type is given and is not JSON."""
    kind = connection.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in {"", JSON} and connection.headers.get("content-length") != "0":
        raise HTTPException(status_code=415)


def json_response(content: object, status: int = 200) -> Response[bytes]:
    """A response in JSON."""
    return Response(encode(content), status_code=status, media_type=JSON)


async def run_while_connected(request: Request[Any, Any, Any], work: Coroutine[Any, Any, T]) -> T:
    """The result of the work, which is cancelled when the client disconnects."""
    running, disconnected = asyncio.ensure_future(work), asyncio.ensure_future(_disconnected(request))
    try:
        await asyncio.wait({running, disconnected}, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            return running.result()
        raise HTTPException(status_code=400)  # nobody is there to read it
    finally:
        running.cancel()
        disconnected.cancel()


async def _disconnected(request: Request[Any, Any, Any]) -> None:
    """Wait for the end of the connection; the body has been read already."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
