"""What the routes share."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from litestar.exceptions import HTTPException
from litestar.handlers import BaseRouteHandler
from litestar.params import PathParameter, QueryParameter

from moleworks.web.persons import Caller, caller
from moleworks.web.site import Site

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
