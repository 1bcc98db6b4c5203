"""Serves the table of routes by Litestar."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal, cast, get_args, get_origin, get_type_hints

from litestar import Litestar, Response, Router
from litestar import Request as LitestarRequest
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.exceptions import HTTPException, ValidationException
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import HeaderParameter, JSONBody, PathParameter, QueryParameter
from msgspec import Meta

from moleworks.core.messages import Complaint
from moleworks.web import problems
from moleworks.web.api import API_ROUTES, ROOT_ROUTES, openapi, page
from moleworks.web.context import AppContext
from moleworks.web.identity import Caller, identify
from moleworks.web.routes import BODY, JSON, HttpError, Parameter, Reply, Request, Route, WrongRequest

HttpMethod = Literal["GET", "POST", "DELETE"]
BOUNDS = ("ge", "gt", "le", "lt", "min_length", "max_length", "pattern", "description")
"""What Litestar and msgspec call the same."""
_MISSING = re.compile(r"Missing required \w+ parameter '(.+?)'")


def litestar(context: AppContext) -> Litestar:
    """The Litestar application with all routes."""
    documented = routers()
    if context.settings.site:
        page.check_site(context.settings.site)
    return Litestar(
        [*documented, openapi.route(*documented), *page.ROUTES],
        state=State({"context": context}),
        exception_handlers=HANDLERS,
        openapi_config=None,
        request_max_body_size=context.settings.body_bytes,
        logging_config=None,
    )


def routers() -> tuple[Router, ...]:
    """The routes that the OpenAPI document describes."""
    dependencies = {
        name: Provide(provide, sync_to_thread=False)
        for name, provide in (("context", _context), ("caller", _caller), ("asgi", _asgi))
    }
    api = Router(
        "/api",
        route_handlers=[_handler(route) for route in API_ROUTES],
        dependencies=dependencies,
        guards=[_require_json],
    )
    root = Router("/", route_handlers=[_handler(route) for route in ROOT_ROUTES], dependencies=dependencies)
    return api, root


def _handler(route: Route) -> HTTPRouteHandler:
    """The route as a handler of Litestar."""
    path = "/".join(_path_part(route, part) for part in route.path.split("/"))
    documented = {
        status: ResponseSpec(
            reply.content,
            generate_examples=False,
            description=reply.description,
            media_type=reply.media_type,
        )
        for status, reply in route.replies.items()
    }
    return HTTPRouteHandler(
        path,
        http_method=cast("HttpMethod", route.method),
        status_code=route.status,
        media_type=route.media_type,
        responses=documented or None,
    )(_function(route))


def _path_part(route: Route, part: str) -> str:
    if not part.startswith("{"):
        return part
    (kind,) = (each.annotation for each in route.parameters() if each.name == part[1:-1])
    return f"{{{part[1:-1]}:{'int' if kind is int else 'str'}}}"


def _function(route: Route) -> Callable[..., Any]:
    """The handler with the types that Litestar reads; it makes Litestar's responses."""
    handler, wants_request = route.handler, "request" in {each.name for each in route.parameters()}

    async def function(**values: Any) -> Any:
        if wants_request:
            values["request"] = values.pop("asgi")
        reply = await handler(**values)
        return to_response(reply, route) if isinstance(reply, Reply) else reply

    hints: dict[str, Any] = {}
    parameters = []
    for each in route.parameters():
        name, hint = (
            ("asgi", NamedDependency[Request]) if each.name == "request" else (each.name, _hint(route, each))
        )
        hints[name] = hint
        kind = inspect.Parameter.KEYWORD_ONLY
        parameters.append(inspect.Parameter(name, kind, default=each.default, annotation=hint))
    returned = get_type_hints(handler)["return"]
    if get_origin(returned) is Reply:
        returned = Response[get_args(returned)[0]]  # type: ignore[misc] # it is known at run time only
    function.__name__, function.__doc__ = handler.__name__, handler.__doc__
    function.__annotations__ = hints | {"return": returned}
    function.__signature__ = inspect.Signature(parameters, return_annotation=returned)  # type: ignore[attr-defined]
    return function


def _hint(route: Route, parameter: Parameter) -> Any:
    """The type of a parameter, with Litestar's marks."""
    given: dict[str, Any] = {
        "context": NamedDependency[AppContext],
        "caller": NamedDependency[Caller],
        "request": NamedDependency[Request],
    }
    if parameter.name in given:
        return given[parameter.name]
    kind: Any = parameter.annotation
    json_body: Any = JSONBody
    if parameter.name == BODY:
        return json_body[kind]
    bounds: dict[str, Any] = {}
    if get_origin(kind) is Annotated:
        kind, *marks = get_args(kind)
        bounds = {
            name: getattr(mark, name)
            for mark in marks
            if isinstance(mark, Meta)
            for name in BOUNDS
            if getattr(mark, name) is not None
        }
    if parameter.name in route.in_path():
        return Annotated[kind, PathParameter(**bounds)]
    if parameter.header:
        return Annotated[kind, HeaderParameter(name=parameter.header, **bounds)]
    return Annotated[kind, QueryParameter(**bounds)]


def to_response(reply: Reply[Any], route: Route | None = None) -> Response[Any]:
    """A reply as Litestar's response."""
    response: Response[Any] = Response(
        reply.content,
        status_code=reply.status or (route.status if route else 200),
        media_type=reply.media_type or (route.media_type if route else JSON),
        headers=dict(reply.headers),
    )
    for cookie in reply.cookies:
        response.headers["set-cookie"] = cookie
    return response


def _context(request: LitestarRequest[Any, Any, Any]) -> AppContext:
    context: AppContext = request.app.state.context
    return context


def _caller(request: LitestarRequest[Any, Any, Any]) -> Caller:
    return identify(request.scope, _context(request).public_url)


def _asgi(request: LitestarRequest[Any, Any, Any]) -> Request:
    return Request(request.scope, request.receive)


def _require_json(connection: ASGIConnection[Any, Any, Any, Any], _handler: BaseRouteHandler) -> None:
    """Refuse a body whose content type is given and is not JSON."""
    kind = connection.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in {"", JSON} and connection.headers.get("content-length") != "0":
        raise HttpError(415)


def _handle(request: LitestarRequest[Any, Any, Any], error: Exception) -> Response[Any]:
    """Answer an error, ours or one that Litestar found."""
    words = problems.request_words(request.scope)
    if isinstance(error, ValidationException):
        problems.forget_traceback(error)
        error = WrongRequest(_reasons(error))
    elif isinstance(error, HTTPException):
        headers = {name: value for name, value in (error.headers or {}).items() if name.lower() == "allow"}
        error = HttpError(error.status_code, headers)
    return to_response(problems.error_reply(error, words))


Handler = Callable[[LitestarRequest[Any, Any, Any], Any], Response[Any]]
ERRORS = (Complaint, HttpError, HTTPException, RecursionError, UnicodeDecodeError, Exception)
HANDLERS: dict[int | type[Exception], Handler] = dict.fromkeys(ERRORS, _handle)


def _reasons(error: ValidationException) -> list[tuple[str | None, str]]:
    parts: Sequence[Any] = error.extra if isinstance(error.extra, list) else []
    if not parts and (missing := _MISSING.search(error.detail)):
        return [(None, f"Object missing required field `{missing[1]}`")]  # as a decoder says it of a body
    return [(part.get("key"), _message(part)) for part in parts if isinstance(part, dict)]


def _message(part: dict[str, Any]) -> str:
    """What the decoder says; a field of the query can be left out, but cannot be null."""
    message: str = part.get("message") or "?"
    if message == repr(BODY):  # there is none
        return "Expected `object`, got `null`"
    return message.replace(" | null", "") if part.get("source") == "query" else message
