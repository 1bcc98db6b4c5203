"""What went wrong, as RFC 9457 has it, in the words of whoever asked."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException

from moleworks.games import Complaint, Refused
from moleworks.games.game import N_
from moleworks.service import tidings
from moleworks.service.decisions import Stale
from moleworks.service.house import NoMatch, NotYours
from moleworks.service.prints import Crowded
from moleworks.service.room import SeatTaken
from moleworks.service.store import NoStore
from moleworks.service.works import Busy
from moleworks.texts import Language
from moleworks.web import decoders
from moleworks.web.limits import TooMuch
from moleworks.web.persons import Misdirected, Stranger, spoken

log = logging.getLogger("moleworks.web")

MEDIA = "application/problem+json"


class Nowhere(Complaint):
    """An address that nothing is at."""

    def __init__(self) -> None:
        super().__init__(TEXTS[404])


class Closed(Complaint):
    """The counts are not for everybody."""

    def __init__(self) -> None:
        super().__init__(N_("Only the addresses that the setting metrics_from names may read this."))


STATUS: tuple[tuple[type[Complaint], int], ...] = (
    (Nowhere, 404),
    (NoMatch, 404),
    (NotYours, 403),
    (Closed, 403),
    (SeatTaken, 403),
    (Stranger, 403),
    (Misdirected, 421),
    (Stale, 409),
    (TooMuch, 429),
    (Busy, 429),
    (Crowded, 429),
    (NoStore, 503),
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
    values: dict[str, Any] | None = None
    current: dict[str, Any] | None = None
    """After a stale command: where the match is now, as the `at` message tells it."""


def status_of(error: Complaint) -> int:
    return next((status for kind, status in STATUS if isinstance(error, kind)), 422)


def told(error: Complaint, words: Language, current: bytes | None = None) -> Problem:
    """A complaint as a problem."""
    status = status_of(error)
    # Why a database cannot be used is for the log, not for players.
    detail = words.say(TEXTS[503]) if isinstance(error, NoStore) else words.tell(error)
    refusal = tidings.refused(error, words, None) if isinstance(error, Refused) else {}
    return Problem(
        title=title(status, words),
        status=status,
        detail=detail,
        rule=refusal.get("rule"),
        values=refusal.get("values"),
        current=None if current is None else msgspec.json.decode(current),
    )


def title(status: int, words: Language) -> str:
    return words.say(TITLES[status]) if status in TITLES else HTTPStatus(status).phrase


def answer(problem: Problem, headers: dict[str, str] | None = None) -> Response[bytes]:
    return Response(
        msgspec.json.encode(problem), status_code=problem.status, media_type=MEDIA, headers=headers
    )


def retry(error: Complaint) -> dict[str, str]:
    if isinstance(error, TooMuch):
        return {"retry-after": str(error.after)}
    if isinstance(error, Crowded):
        return {"retry-after": "5"}
    return {"retry-after": "60"} if isinstance(error, Busy) else {}


def complained(request: Request[Any, Any, Any], error: Complaint) -> Response[bytes]:
    """A complaint of the service or the rules."""
    if isinstance(error, NoStore):
        log.error("the store failed: %s", error)
    return answer(told(error, _words(request)), retry(error))


def http(request: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    """What Litestar found wrong."""
    words, status = _words(request), error.status_code
    detail = words.say(TEXTS.get(status, TEXTS[400] if status < 500 else TEXTS[500]))
    if isinstance(error, ValidationException):
        detail = unfit(_reasons(error), words)
    headers = {name: value for name, value in (error.headers or {}).items() if name.lower() == "allow"}
    return answer(Problem(title=title(status, words), status=status, detail=detail), headers)


def unfit(reasons: Sequence[tuple[str | None, str]], words: Language) -> str:
    """What a decoder says is wrong with what was sent, and with which part of it."""
    told = [(name, decoders.told(reason, words)) for name, reason in reasons]
    found = "; ".join(f"{name}: {why}" if name else why for name, why in told)
    return words.say(N_("What was sent does not fit: {reason}"), reason=found or "?")


def failed(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """A mistake of ours: noted, and not told to strangers."""
    log.error("a request failed", exc_info=error)
    return _plainly(500, request)


def unreadable(request: Request[Any, Any, Any], _error: Exception) -> Response[bytes]:
    """JSON that is nested deeper than anybody nests, or is no text at all."""
    return _plainly(400, request)


HANDLERS: dict[int | type[Exception], Callable[[Request[Any, Any, Any], Any], Response[bytes]]] = {
    Complaint: complained,
    HTTPException: http,
    RecursionError: unreadable,
    UnicodeDecodeError: unreadable,
    Exception: failed,
}


def _plainly(status: int, request: Request[Any, Any, Any]) -> Response[bytes]:
    words = _words(request)
    return answer(Problem(title=title(status, words), status=status, detail=words.say(TEXTS[status])))


def _words(request: Request[Any, Any, Any]) -> Language:
    return spoken(request.scope["query_string"].decode("latin-1"), request.headers.get("accept-language", ""))


def _reasons(error: ValidationException) -> list[tuple[str | None, str]]:
    parts = error.extra if isinstance(error.extra, list) else []
    if not parts and (missing := _MISSING.search(error.detail)):
        return [(None, f"Object missing required field `{missing[1]}`")]  # as a decoder says it of a body
    return [(part.get("key"), part.get("message") or "?") for part in parts if isinstance(part, dict)]
