"""What every answer carries and every request has to pass, before anything looks at it."""

from __future__ import annotations

from typing import Any

import msgspec

from moleworks.games import Complaint
from moleworks.games.game import N_
from moleworks.web import problems
from moleworks.web.persons import address, check_host, check_origin, spoken
from moleworks.web.settings import Settings
from moleworks.web.site import Site

POLICY = (
    b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    b"manifest-src 'self'; worker-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; "
    b"frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]


UNKEPT = ("/api/", "/health", "/metrics")
"""What no browser or proxy shall keep."""


class Safety:
    """Around the HTTP part: limits for each address, the origin of what acts, headers for browsers."""

    def __init__(self, site: Site, app: Any) -> None:
        self.site, self.app = site, app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        asked = scope
        if (
            scope["method"] == "HEAD"
        ):  # for who only wants to know: as `GET`, and the server leaves the body out
            asked = {**scope, "method": "GET"}

        async def sent(event: Any) -> None:
            if event["type"] == "http.response.start":
                self.site.counts.answers[event["status"]] += 1
                own = [(b"cache-control", b"no-store")] if scope["path"].startswith(UNKEPT) else []
                event = {**event, "headers": [*event["headers"], *own, *HEADERS]}
            await send(event)

        try:
            self.site.requests.take(address(scope))
            check_host(scope, self.site.hosts)
            check_origin(scope, self.site.public_url)
        except Complaint as error:
            await _refused(scope, sent, error)
            return
        await self.app(asked, receive, sent)


def check_board(board: object, settings: Settings) -> None:
    """A board of one's own may be so large, and so deeply nested, before anybody looks at what it says."""
    if not isinstance(board, dict):
        return
    if not _shallow(board, settings.nesting):
        raise Complaint(N_("This board is nested deeper than a board can be."))
    if len(msgspec.json.encode(board)) > settings.board_bytes:
        raise Complaint(N_("This board is too large: it may have {most} bytes."), most=settings.board_bytes)


def _shallow(thing: object, left: int) -> bool:
    if not isinstance(thing, dict | list):
        return True
    parts = thing.values() if isinstance(thing, dict) else thing
    return left > 0 and all(_shallow(part, left - 1) for part in parts)


async def _refused(scope: Any, send: Any, error: Complaint) -> None:
    headers = dict(scope["headers"])
    words = spoken(
        scope["query_string"].decode("latin-1"), headers.get(b"accept-language", b"").decode("latin-1")
    )
    body = msgspec.json.encode(problems.told(error, words))
    pairs = [(b"content-type", problems.MEDIA.encode()), (b"content-length", str(len(body)).encode())]
    pairs += [(name.encode(), value.encode()) for name, value in problems.retry(error).items()]
    await send({"type": "http.response.start", "status": problems.status_of(error), "headers": pairs})
    await send({"type": "http.response.body", "body": body})
