"""The table of HTTP routes: the path, the handler and the reply of each, whatever carries the requests.

A server hands the table to Litestar (`litestar_app.py`). A browser's Python calls the handlers itself
(`route_app.py`), because neither Litestar nor its dependencies have to be loaded there.

A handler asks for what it needs by the names of its parameters. `context`, `caller` and `request` come from
the application, `data` is the JSON body, a name in the path is a part of the path, and others are fields of
the query. Their types hold the bounds, as `msgspec.Meta`.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from typing import Annotated, Any, Generic, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from moleworks.matches.client_messages import encode

T = TypeVar("T")
JSON = "application/json"
OURS = ("context", "caller", "request")
"""Parameters that the application gives."""
BODY = "data"


class HttpError(Exception):
    """An answer by its status alone, such as 426."""

    def __init__(self, status: int, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(status)
        self.status, self.headers = status, headers or {}


class WrongRequest(Exception):
    """What was sent does not fit: fields, with what the decoder says of each."""

    def __init__(self, reasons: list[tuple[str | None, str]]) -> None:
        super().__init__(reasons)
        self.reasons = reasons


class Reply(Generic[T]):
    """A reply that is more than its content; `T` is the content's type in the OpenAPI document."""

    __slots__ = ("content", "cookies", "headers", "media_type", "status")

    def __init__(
        self,
        content: object,
        *,
        status: int | None = None,
        media_type: str | None = None,
        headers: Mapping[str, str] | None = None,
        cookies: tuple[str, ...] = (),
    ) -> None:
        self.content, self.status, self.media_type = content, status, media_type
        self.headers: Mapping[str, str] = headers or {}
        self.cookies = cookies
        """As values of `Set-Cookie`."""


class Request(NamedTuple):
    """What a handler may need of a request beside its fields."""

    scope: Any
    """As ASGI has it."""
    receive: Callable[[], Awaitable[Any]]


class Header(NamedTuple):
    """Marks a parameter that is a header."""

    name: str


class DocumentedReply(NamedTuple):
    """A reply in the OpenAPI document."""

    content: Any
    description: str
    media_type: str = JSON


Handler = Callable[..., Awaitable[Any]]


class Parameter(NamedTuple):
    """A parameter of a handler."""

    name: str
    annotation: Any
    default: Any
    """`inspect.Parameter.empty` if it must be given."""
    header: str | None
    """The name of the header that it is."""

    @property
    def required(self) -> bool:
        """Whether it must be given."""
        return self.default is inspect.Parameter.empty


class Route(NamedTuple):
    """A route: what a request by this method to this path does."""

    method: str
    path: str
    handler: Handler
    status: int
    """Of a reply that names no other."""
    media_type: str = JSON
    replies: Mapping[int, DocumentedReply] = {}
    """For the OpenAPI document, where the handler's return type does not tell it."""

    def parameters(self) -> tuple[Parameter, ...]:
        """The handler's parameters."""
        return _parameters(self.handler)

    def in_path(self) -> frozenset[str]:
        """The parameters that are parts of the path."""
        return frozenset(part[1:-1] for part in self.path.split("/") if part.startswith("{"))


def get(
    path: str, *, media_type: str = JSON, replies: Mapping[int, DocumentedReply] | None = None
) -> Callable[[Handler], Route]:
    """Make a route of a handler that changes nothing."""
    return lambda handler: Route("GET", path, handler, 200, media_type, replies or {})


def post(
    path: str,
    *,
    status: int = 200,
    media_type: str = JSON,
    replies: Mapping[int, DocumentedReply] | None = None,
) -> Callable[[Handler], Route]:
    """Make a route of a handler that does something, or needs a body."""
    return lambda handler: Route("POST", path, handler, status, media_type, replies or {})


def delete(path: str) -> Callable[[Handler], Route]:
    """Make a route of a handler that deletes; it answers nothing."""
    return lambda handler: Route("DELETE", path, handler, 204)


def json_reply(content: object, status: int = 200) -> Reply[Any]:
    """A reply in JSON."""
    return Reply(encode(content), status=status, media_type=JSON)


def plain_type(annotation: Any) -> Any:
    """A type without the marks of this module, as msgspec reads it."""
    if get_origin(annotation) is not Annotated:
        return annotation
    kind, *marks = get_args(annotation)
    kept = [mark for mark in marks if not isinstance(mark, Header)]
    return Annotated[(kind, *kept)] if kept else kind


@cache
def _parameters(handler: Handler) -> tuple[Parameter, ...]:
    hints = get_type_hints(handler, include_extras=True)
    return tuple(
        Parameter(name, plain_type(hints[name]), parameter.default, _header(hints[name]))
        for name, parameter in inspect.signature(handler).parameters.items()
    )


def _header(annotation: Any) -> str | None:
    marks = get_args(annotation)[1:] if get_origin(annotation) is Annotated else ()
    return next((mark.name for mark in marks if isinstance(mark, Header)), None)
