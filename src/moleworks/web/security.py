"""Security of all HTTP requests: rate limits, host and origin checks, response headers, board sizes."""

from __future__ import annotations

from typing import Any

import msgspec

from moleworks.core.messages import N_, Complaint
from moleworks.matches.loop_watch import MeasuredSteps
from moleworks.web import problems
from moleworks.web.context import AppContext
from moleworks.web.identity import address, check_host, check_origin, person, request_language
from moleworks.web.json_logging import set_request_id
from moleworks.web.settings import Settings

CONTENT_SECURITY_POLICY = (
    b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    b"manifest-src 'self'; worker-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; "
    b"frame-ancestors 'none'"
)
FOR_PYTHON = CONTENT_SECURITY_POLICY.replace(b"script-src 'self'", b"script-src 'self' 'wasm-unsafe-eval'")
"""For a page that runs Python itself where no server answers."""
HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]


STRICT_TRANSPORT = (b"strict-transport-security", b"max-age=31536000")
"""For a year only TLS, once the public address of the server is one with TLS."""
NO_STORE_PATHS = ("/api/", "/health", "/metrics")
"""Paths of replies that no browser or proxy may store."""


class SecurityMiddleware:
    """ASGI middleware: limits requests by address, checks host and origin, adds security headers."""

    def __init__(self, context: AppContext, app: Any) -> None:
        self.context, self.app = context, app
        policy = FOR_PYTHON if context.settings.site else CONTENT_SECURITY_POLICY
        self.headers = [(b"content-security-policy", policy), *HEADERS]

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Limit the caller's requests, check host and origin, and add security headers to the response."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        request_id = set_request_id(dict(scope["headers"]).get(b"x-request-id", b""))
        # uvicorn leaves out the body of an answer to `HEAD`.
        inner_scope = {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope

        async def send_with_headers(event: Any) -> None:
            if event["type"] == "http.response.start":
                self.context.metrics.answers[event["status"]] += 1
                more = [(b"x-request-id", request_id.encode())]
                if scope["path"].startswith(NO_STORE_PATHS):
                    more.append((b"cache-control", b"no-store"))
                if scope["scheme"] == "https" and self.context.public_url.startswith("https:"):
                    more.append(STRICT_TRANSPORT)
                event = {**event, "headers": [*event["headers"], *more, *self.headers]}
            await send(event)

        try:
            sender = address(scope)
            self.context.request_limit.take(sender)
            check_host(scope, self.context.hosts)
            check_origin(scope, self.context.public_url)
            cost = self.context.cost(sender, person(scope), f"{scope['method']} {scope['path'][:200]}")
            await cost.wait()
        except Complaint as error:
            await _reject(scope, send_with_headers, error)
            return
        try:
            await MeasuredSteps(self.app(inner_scope, receive, send_with_headers), cost)
        finally:
            cost.settle()


def check_board(board: object, settings: Settings) -> None:
    """Check the size and the nesting of a board that a client sent, before it is read."""
    if not isinstance(board, dict):
        return
    if not _is_shallow(board, settings.nesting):
        raise Complaint(N_("This board is nested deeper than a board can be."))
    if len(msgspec.json.encode(board)) > settings.board_bytes:
        raise Complaint(N_("This board is too large: it may have {most} bytes."), most=settings.board_bytes)


def _is_shallow(value: object, levels: int) -> bool:
    if not isinstance(value, dict | list):
        return True
    parts = value.values() if isinstance(value, dict) else value
    return levels > 0 and all(_is_shallow(part, levels - 1) for part in parts)


async def _reject(scope: Any, send: Any, error: Complaint) -> None:
    headers = dict(scope["headers"])
    words = request_language(
        scope["query_string"].decode("latin-1"), headers.get(b"accept-language", b"").decode("latin-1")
    )
    body = msgspec.json.encode(problems.to_problem(error, words))
    pairs = [(b"content-type", problems.MEDIA_TYPE.encode()), (b"content-length", str(len(body)).encode())]
    pairs += [(name.encode(), value.encode()) for name, value in problems.retry_headers(error).items()]
    await send({"type": "http.response.start", "status": problems.status_of(error), "headers": pairs})
    await send({"type": "http.response.body", "body": body})
