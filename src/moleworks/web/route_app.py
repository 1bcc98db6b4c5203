"""Serves the table of routes by itself, as an ASGI application, where there is no Litestar: in a browser."""

from __future__ import annotations

import re
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, get_args, get_origin
from urllib.parse import parse_qs

import msgspec

from moleworks.matches.client_messages import encode
from moleworks.web import problems
from moleworks.web.api import API, API_ROUTES, ROOT_ROUTES
from moleworks.web.context import AppContext
from moleworks.web.identity import identify
from moleworks.web.routes import (
    BODY,
    JSON,
    OURS,
    HttpError,
    Parameter,
    Reply,
    Request,
    Route,
    WrongRequest,
)

NO_CONTENT = 204


class KnownRoute(NamedTuple):
    """A route, and the form of its whole path."""

    form: re.Pattern[str]
    route: Route
    takes_json: bool
    """Whether a body must be JSON."""


class RouteApp:
    """The ASGI application."""

    def __init__(self, context: AppContext) -> None:
        self.context = context

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one HTTP request."""
        try:
            reply = await self._answer(scope, receive)
        except Exception as error:  # noqa: BLE001 - it is told to the client or to the log
            reply = problems.error_reply(error, problems.request_words(scope))
        content = reply.content if isinstance(reply.content, bytes) else b""
        headers = [(b"content-type", reply.media_type.encode())] if reply.media_type else []
        headers += [(name.encode(), value.encode()) for name, value in reply.headers.items()]
        headers += [(b"set-cookie", cookie.encode()) for cookie in reply.cookies]
        headers.append((b"content-length", str(len(content)).encode()))
        await send({"type": "http.response.start", "status": reply.status, "headers": headers})
        await send({"type": "http.response.body", "body": content})

    async def _answer(self, scope: Any, receive: Any) -> Reply[Any]:
        known, parts = _find(scope["method"], scope["path"])
        headers = {name.decode(): value.decode("latin-1") for name, value in scope["headers"]}
        body = await _body(receive, self.context.settings.body_bytes)
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if known.takes_json and body and kind not in {"", JSON}:
            raise HttpError(415)
        route = known.route
        values = _values(route, parts, scope["query_string"].decode("latin-1"), headers)
        for parameter in route.parameters():
            if parameter.name == BODY:
                values[BODY] = _data(body, parameter.annotation)
            elif parameter.name == "context":
                values["context"] = self.context
            elif parameter.name == "caller":
                values["caller"] = identify(scope, self.context.public_url)
            elif parameter.name == "request":
                values["request"] = Request(scope, receive)
        return _whole(await route.handler(**values), route)


def _whole(answer: Any, route: Route) -> Reply[Any]:
    """The reply with its status, its type and its bytes."""
    reply = answer if isinstance(answer, Reply) else Reply(answer)
    status = reply.status or route.status
    if status == NO_CONTENT:
        return Reply(b"", status=status)
    kind, content = reply.media_type or route.media_type, reply.content
    if isinstance(content, str) and kind != JSON:
        content, kind = content.encode(), kind if "charset" in kind else f"{kind}; charset=utf-8"
    elif not isinstance(content, bytes):
        content = encode(content)
    return Reply(content, status=status, media_type=kind, headers=reply.headers, cookies=reply.cookies)


def _find(method: str, path: str) -> tuple[KnownRoute, dict[str, str]]:
    """The route of a request, and the parts of its path that are parameters."""
    found = [(known, fits.groupdict()) for known in _known() if (fits := known.form.fullmatch(path))]
    for known, parts in found:
        if known.route.method == method:
            return known, parts
    if found:
        raise HttpError(405, {"allow": ", ".join(sorted({known.route.method for known, _ in found}))})
    raise HttpError(404)


@cache
def _known() -> tuple[KnownRoute, ...]:
    api = [KnownRoute(_form(f"{API}{route.path}", route), route, True) for route in API_ROUTES]
    return (*api, *(KnownRoute(_form(route.path, route), route, False) for route in ROOT_ROUTES))


def _form(path: str, route: Route) -> re.Pattern[str]:
    numbers = {each.name for each in route.parameters() if each.annotation is int}
    parts = [
        f"(?P<{part[1:-1]}>{r'-?[0-9]+' if part[1:-1] in numbers else '[^/]+'})"
        if part.startswith("{")
        else re.escape(part)
        for part in path.split("/")
    ]
    return re.compile("/".join(parts))


async def _body(receive: Any, most: int) -> bytes:
    """The whole body; an error if it is too large."""
    parts, size, more = [], 0, True
    while more:
        event = await receive()
        if event["type"] == "http.disconnect":
            raise HttpError(400)
        parts.append(event.get("body", b""))
        size += len(parts[-1])
        if size > most:
            raise HttpError(413)
        more = event.get("more_body", False)
    return b"".join(parts)


def _values(route: Route, parts: dict[str, str], query: str, headers: dict[str, str]) -> dict[str, Any]:
    """The parameters in the path, the query and headers; `WrongRequest` names all that do not fit."""
    fields = parse_qs(query, keep_blank_values=True)
    values: dict[str, Any] = {}
    wrong: list[tuple[str | None, str]] = []
    for each in route.parameters():
        if each.name in OURS or each.name == BODY:
            continue
        given = _given(each, parts, fields, headers)
        if given is None:
            if each.required:
                raise WrongRequest([(None, f"Object missing required field `{each.name}`")])
            values[each.name] = each.default
            continue
        try:
            values[each.name] = msgspec.convert(given, _given_type(each.annotation), strict=False)
        except msgspec.ValidationError as error:
            wrong.append((each.name, str(error)))
    if wrong:
        raise WrongRequest(wrong)
    return values


def _given_type(annotation: Any) -> Any:
    """The type of a parameter that is given: bounds are those of the number or the text, not of None."""
    if get_origin(annotation) is not Annotated:
        return annotation
    kind, *marks = get_args(annotation)
    given = (
        tuple(part for part in get_args(kind) if part is not NoneType) if isinstance(kind, UnionType) else ()
    )
    return Annotated[(given[0] if len(given) == 1 else kind, *marks)]


def _given(
    parameter: Parameter, parts: dict[str, str], fields: dict[str, list[str]], headers: dict[str, str]
) -> str | None:
    """What the client sent for a parameter; None for nothing."""
    if parameter.header:
        return headers.get(parameter.header.lower())
    if parameter.name in parts:
        return parts[parameter.name]
    values = fields.get(parameter.name)
    return values[-1] if values else None


def _data(body: bytes, kind: Any) -> Any:
    """The JSON body as the type that the handler takes."""
    try:
        sent = msgspec.json.decode(body or b"null")
    except msgspec.ValidationError as error:
        raise WrongRequest([(BODY, str(error))]) from error
    except msgspec.DecodeError as error:
        raise HttpError(400) from error
    try:
        return msgspec.convert(sent, kind, strict=False)
    except msgspec.ValidationError as error:
        reason, _, place = str(error).partition(" - at ")
        raise WrongRequest([(place.strip("`").removeprefix("$.") or BODY, reason)]) from error
