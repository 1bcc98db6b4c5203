"""The OpenAPI document."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec
from litestar import Litestar, Response, Router, get
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig

from moleworks import __version__
from moleworks.service.commands import AnyCommand
from moleworks.service.orders import Order
from moleworks.texts import LANGUAGES
from moleworks.web.api.after import HintAsked
from moleworks.web.api.house import QR
from moleworks.web.api.matches import Join
from moleworks.web.messages import Message
from moleworks.web.persons import COOKIE
from moleworks.web.problems import MEDIA, Problem

ABOUT = """\
Matches of three mole games. Nobody needs an account: a seat is a token that cannot be guessed. A browser gets
a cookie when it opens or joins a match; a program sends `Authorization: Bearer TOKEN`, that of its seat.

A match is a numbered log. Each `at` message tells where the match is (`seq`), what the seat sees (`view`),
what it may do (`legal`) and what happened (`news`). Whoever plays names the `seq` it knows; whoever is behind
gets the news and may ask again. What is sent twice under the same `id` is done once.
"""
"""For programmers, and in English like the names in it."""

HIDING = "While the match hides something: its set-up, what all have heard, and what one's own seat sees."

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
        "description": "A browser's; who opens or joins a match gets it. What acts by it needs an `Origin`.",
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
    "description": "The language of what is told; else the first of these that `Accept-Language` names.",
}


def route(*routers: Router) -> HTTPRouteHandler:
    """The route that hands it out; it is made when it is first asked for."""

    @cache
    def made() -> bytes:
        return msgspec.json.encode(document(routers))

    @get("/api/openapi.json", include_in_schema=False)
    async def openapi() -> Response[bytes]:
        return Response(made(), media_type="application/json")

    return openapi


def document(routers: Sequence[Router]) -> dict[str, Any]:
    """What Litestar knows of the routes, with the precise shapes of what msgspec reads and writes."""
    config = OpenAPIConfig("Moleworks", __version__, description=ABOUT, use_handler_docstrings=True)
    told: dict[str, Any] = Litestar(list(routers), openapi_config=config).openapi_schema.to_schema()
    _, shapes = msgspec.json.schema_components(
        [AnyCommand, Order, Join, HintAsked, QR, Message, Problem], ref_template="#/components/schemas/{name}"
    )
    told["components"]["schemas"] |= shapes
    told["components"]["securitySchemes"] = SECURITY
    told["security"] = [{}, *({name: []} for name in SECURITY)]
    shown = told["paths"]["/api/matches/{match}/record"]["get"]["responses"]["200"]["content"]
    shown["application/json"] = {"schema": {"type": "object", "description": HIDING}}
    del told["paths"]["/api/matches/{match}/live"]["get"]["responses"]["200"]
    for path in told["paths"].values():
        for operation in path.values():
            operation["parameters"] = [*operation.get("parameters", ()), LANG]
            operation["responses"] |= {status: _problem(text) for status, text in PROBLEMS.items()}
    return told


def _problem(text: str) -> dict[str, Any]:
    return {"description": text, "content": {MEDIA: {"schema": {"$ref": "#/components/schemas/Problem"}}}}
