"""The OpenAPI document."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec
from litestar import Litestar, Response, Router, get
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig

from moleworks import __version__
from moleworks.matches.commands import AnyCommand
from moleworks.matches.message_types import RedactedRecord, ServerMessage
from moleworks.matches.requests import MatchRequest
from moleworks.texts import LANGUAGES
from moleworks.web.api.catalogue import QRRequest
from moleworks.web.api.matches import JoinRequest
from moleworks.web.api.review import HintRequest
from moleworks.web.identity import COOKIE
from moleworks.web.problems import MEDIA_TYPE, Problem

ABOUT = """\
Matches of three mole games. Nobody needs an account: a seat is a token that cannot be guessed. A browser gets
a cookie when it opens or joins a match; a program sends `Authorization: Bearer TOKEN`, that of its seat.

A match is a numbered log. Each `at` message tells where the match is (`seq`), what the seat sees (`view`),
what it may do (`legal`) and what happened (`news`). A client that plays names the `seq` it knows; if that is
old, it gets the news and may try again. What is sent twice under the same `id` is done once.
"""
"""In English only, as the names in it are."""

REFERENCE = "#/components/schemas/{name}"

PROBLEMS = {
    "400": "What was sent cannot be read, or does not fit.",
    "403": "Not yours to do.",
    "404": "There is no such thing.",
    "409": "The match has gone on meanwhile; `current` says where it is.",
    "413": "Too large.",
    "415": "Not JSON.",
    "421": "The server has no such name; `Host` has to be one of its own.",
    "422": "The rules or the table forbid it; `detail` says why.",
    "429": "Too often.",
    "500": "A mistake of ours.",
    "503": "The matches cannot be reached just now.",
}


SECURITY = {
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": "Browsers get it when they open or join a match. Requests with it need an `Origin`.",
    },
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "The token of a seat, of the watchers, or of a phone that shows a seat's secrets.",
    },
}
LANG = {
    "name": "lang",
    "in": "query",
    "required": False,
    "schema": {"type": "string", "enum": list(LANGUAGES)},
    "description": "The language of texts; else the first of these that `Accept-Language` names.",
}


def route(*routers: Router) -> HTTPRouteHandler:
    """The route of the document, which is built at the first request."""

    @cache
    def encoded() -> bytes:
        return msgspec.json.encode(document(routers))

    @get("/api/openapi.json", include_in_schema=False)
    async def openapi() -> Response[bytes]:
        # In a thread: it takes half a second, once.
        return Response(await asyncio.to_thread(encoded), media_type="application/json")

    return openapi


def document(routers: Sequence[Router]) -> dict[str, Any]:
    """Litestar's document, with msgspec's more precise schemas of requests and messages."""
    config = OpenAPIConfig("Moleworks", __version__, description=ABOUT, use_handler_docstrings=True)
    built: dict[str, Any] = Litestar(list(routers), openapi_config=config).openapi_schema.to_schema()
    (command, message, *_), schemas = msgspec.json.schema_components(
        [
            AnyCommand,
            ServerMessage,
            MatchRequest,
            JoinRequest,
            HintRequest,
            QRRequest,
            Problem,
            RedactedRecord,
        ],
        ref_template=REFERENCE,
    )
    built["components"]["schemas"] |= schemas | {"AnyCommand": command, "ServerMessage": message}
    built["components"]["securitySchemes"] = SECURITY
    built["security"] = [{}, *({name: []} for name in SECURITY)]
    record_content = built["paths"]["/api/matches/{match}/record"]["get"]["responses"]["200"]["content"]
    record_content["application/json"] = {"schema": {"$ref": REFERENCE.format(name=RedactedRecord.__name__)}}
    del built["paths"]["/api/matches/{match}/live"]["get"]["responses"]["200"]
    for path in built["paths"].values():
        for operation in path.values():
            operation["parameters"] = [*operation.get("parameters", ()), LANG]
            operation["responses"] |= {status: _problem(text) for status, text in PROBLEMS.items()}
    return built


def _problem(text: str) -> dict[str, Any]:
    return {
        "description": text,
        "content": {MEDIA_TYPE: {"schema": {"$ref": REFERENCE.format(name="Problem")}}},
    }
