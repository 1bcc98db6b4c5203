"""Turn errors into RFC 9457 problem responses, in the language of the request."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException

from moleworks.core.messages import N_, Complaint
from moleworks.matches import client_messages
from moleworks.matches.apply_command import Stale
from moleworks.matches.fair_queue import QueueFull
from moleworks.matches.jobs import JobQueueFull
from moleworks.matches.live import SeatTaken, SecretSeat
from moleworks.matches.message_types import AtMessage
from moleworks.matches.print_jobs import PrintQueueFull
from moleworks.matches.server import NoAccess, NoMatch
from moleworks.matches.store import StoreUnavailable
from moleworks.texts import Language
from moleworks.web import decode_errors
from moleworks.web.identity import CrossOrigin, UnknownHost, request_language
from moleworks.web.rate_limits import RateLimited

logger = logging.getLogger("moleworks.web")

MEDIA_TYPE = "application/problem+json"


class NotFound(Complaint):
    """Nothing is at this address."""

    def __init__(self) -> None:
        super().__init__(TEXTS[404])


class MetricsForbidden(Complaint):
    """The metrics are not for this address."""

    def __init__(self) -> None:
        super().__init__(N_("Only the addresses that the setting metrics_from names may read this."))


STATUS: tuple[tuple[type[Complaint], int], ...] = (
    (NotFound, 404),
    (NoMatch, 404),
    (NoAccess, 403),
    (MetricsForbidden, 403),
    (SeatTaken, 403),
    (SecretSeat, 403),
    (CrossOrigin, 403),
    (UnknownHost, 421),
    (Stale, 409),
    (RateLimited, 429),
    (QueueFull, 429),
    (JobQueueFull, 429),
    (PrintQueueFull, 429),
    (StoreUnavailable, 503),
)

TEXTS = {
    400: N_("What was sent cannot be read."),
    404: N_("There is nothing at this address."),
    405: N_("This cannot be done at this address."),
    426: N_("A WebSocket is to be opened here."),
    413: N_("What was sent is too large."),
    415: N_("What was sent is of a kind that is not understood here; send JSON."),
    500: N_("Something went wrong here. It has been noted; please try again."),
    503: N_("The matches cannot be reached just now. Please try again in a moment."),
}


_MISSING = re.compile(r"Missing required \w+ parameter '(.+?)'")
TITLES = {
    400: N_("Bad request"),
    403: N_("Not allowed"),
    404: N_("Not found"),
    405: N_("Method not allowed"),
    409: N_("The match has gone on"),
    413: N_("Too large"),
    415: N_("Not understood"),
    421: N_("Not this server"),
    422: N_("Not possible"),
    426: N_("A WebSocket is needed"),
    429: N_("Too many requests"),
    500: N_("Our mistake"),
    503: N_("Not reachable"),
}


class Problem(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why something was not done. `rule` is the number of the rule that forbids an action."""

    title: str
    status: int
    detail: str
    type: str = "about:blank"
    rule: str | None = None
    values: Mapping[str, str | int] | None = None
    current: AtMessage | None = None
    """After a stale command: where the match is now."""


def status_of(error: Complaint) -> int:
    """The HTTP status for a complaint; 422 if its kind has none of its own."""
    return next((status for kind, status in STATUS if isinstance(error, kind)), 422)


def to_problem(error: Complaint, words: Language, current: AtMessage | None = None) -> Problem:
    """A complaint as a problem; `current` is where the match is now."""
    status = status_of(error)
    # Why a database cannot be used is for the log, not for players.
    detail = words.say(TEXTS[503]) if isinstance(error, StoreUnavailable) else words.tell(error)
    refused = client_messages.refused_message(error, words, None)
    return Problem(
        title=title(status, words),
        status=status,
        detail=detail,
        rule=refused.rule,
        values=refused.values,
        current=current,
    )


def title(status: int, words: Language) -> str:
    """The short name of an HTTP status, translated if we have a text for it."""
    return words.say(TITLES[status]) if status in TITLES else HTTPStatus(status).phrase


def problem_response(problem: Problem, headers: dict[str, str] | None = None) -> Response[bytes]:
    """The response that describes a problem (RFC 9457)."""
    return Response(
        msgspec.json.encode(problem), status_code=problem.status, media_type=MEDIA_TYPE, headers=headers
    )


def retry_headers(error: Complaint) -> dict[str, str]:
    """The header that says when to try again, for complaints that pass."""
    if isinstance(error, RateLimited):
        return {"retry-after": str(error.after)}
    if isinstance(error, PrintQueueFull | QueueFull):
        return {"retry-after": "5"}
    return {"retry-after": "60"} if isinstance(error, JobQueueFull) else {}


def handle_complaint(request: Request[Any, Any, Any], error: Complaint) -> Response[bytes]:
    """Answer a complaint of the match server or the rules."""
    if isinstance(error, StoreUnavailable):
        logger.error("the store failed: %s", error)
    return problem_response(to_problem(error, _words(request)), retry_headers(error))


def handle_http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    """Answer an error that Litestar found."""
    words, status = _words(request), error.status_code
    detail = words.say(TEXTS.get(status, TEXTS[400] if status < 500 else TEXTS[500]))
    if isinstance(error, ValidationException):
        detail = validation_text(_reasons(error), words)
    headers = {name: value for name, value in (error.headers or {}).items() if name.lower() == "allow"}
    return problem_response(Problem(title=title(status, words), status=status, detail=detail), headers)


def validation_text(reasons: Sequence[tuple[str | None, str]], words: Language) -> str:
    """What a decoder found wrong with the request, and in which fields."""
    translated = [(name, decode_errors.describe(reason, words)) for name, reason in reasons]
    joined = "; ".join(f"{name}: {why}" if name else why for name, why in translated)
    return words.say(N_("What was sent does not fit: {reason}"), reason=joined or "?")


def handle_exception(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """Log an error of our own; clients are not told the details."""
    logger.error("a request failed", exc_info=error)
    return _status_response(500, request)


def handle_unreadable(request: Request[Any, Any, Any], _error: Exception) -> Response[bytes]:
    """Answer JSON that is nested too deep or is not UTF-8."""
    return _status_response(400, request)


HANDLERS: dict[int | type[Exception], Callable[[Request[Any, Any, Any], Any], Response[bytes]]] = {
    Complaint: handle_complaint,
    HTTPException: handle_http_error,
    RecursionError: handle_unreadable,
    UnicodeDecodeError: handle_unreadable,
    Exception: handle_exception,
}


def _status_response(status: int, request: Request[Any, Any, Any]) -> Response[bytes]:
    words = _words(request)
    return problem_response(
        Problem(title=title(status, words), status=status, detail=words.say(TEXTS[status]))
    )


def _words(request: Request[Any, Any, Any]) -> Language:
    return request_language(
        request.scope["query_string"].decode("latin-1"), request.headers.get("accept-language", "")
    )


def _reasons(error: ValidationException) -> list[tuple[str | None, str]]:
    parts = error.extra if isinstance(error.extra, list) else []
    if not parts and (missing := _MISSING.search(error.detail)):
        return [(None, f"Object missing required field `{missing[1]}`")]  # as a decoder says it of a body
    return [(part.get("key"), part.get("message") or "?") for part in parts if isinstance(part, dict)]
