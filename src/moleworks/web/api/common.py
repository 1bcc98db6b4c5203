"""What the routes share."""

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

from moleworks.web.persons import Caller, caller
from moleworks.web.site import Site

T = TypeVar("T")
JSON = "application/json"
Here = NamedDependency[Site]
Asks = NamedDependency[Caller]
MatchId = Annotated[str, PathParameter(pattern="^[A-Za-z0-9_-]{1,64}$", description="The id of a match.")]
Seq = Annotated[int, QueryParameter(ge=0, le=2**31, description="The last entry of the log that you know.")]


def provide_site(request: Request[Any, Any, Any]) -> Site:
    site: Site = request.app.state.site
    return site


def provide_caller(request: Request[Any, Any, Any]) -> Caller:
    site: Site = request.app.state.site
    return caller(request.scope, site.public_url)


def sends_json(connection: ASGIConnection[Any, Any, Any, Any], _handler: BaseRouteHandler) -> None:
    """What is sent is JSON, and says so if it says anything."""
    kind = connection.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in {"", JSON} and connection.headers.get("content-length") != "0":
        raise HTTPException(status_code=415)


def ready(content: bytes, status: int = 200) -> Response[bytes]:
    """JSON that is made already."""
    return Response(content, status_code=status, media_type=JSON)


async def as_long_as_awaited(request: Request[Any, Any, Any], work: Coroutine[Any, Any, T]) -> T:
    """What comes of the work, which ends when whoever asked for it goes away."""
    asked, gone = asyncio.ensure_future(work), asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({asked, gone}, return_when=asyncio.FIRST_COMPLETED)
        if asked.done():
            return asked.result()
        raise HTTPException(status_code=400)  # nobody is there to read it
    finally:
        asked.cancel()
        gone.cancel()


async def _gone(request: Request[Any, Any, Any]) -> None:
    """What was sent has been read: all that can come now is the end."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
