"""Turn errors into RFC 9457 problem responses, in the language of the request."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

import msgspec

from moleworks.core.messages import N_, Complaint
from moleworks.matches import client_messages
from moleworks.matches.access import SeatTaken, SecretSeat
from moleworks.matches.apply_command import Stale
from moleworks.matches.fair_queue import QueueFull
from moleworks.matches.jobs import JobQueueFull
from moleworks.matches.message_types import AtMessage
from moleworks.matches.print_jobs import PrintQueueFull
from moleworks.matches.server import NoAccess, NoMatch
from moleworks.matches.store import StoreUnavailable
from moleworks.speech.sentences import semicolon_list
from moleworks.texts import Language
from moleworks.web import decode_errors
from moleworks.web.identity import CrossOrigin, UnknownHost, request_language
from moleworks.web.rate_limits import RateLimited
from moleworks.web.routes import HttpError, Reply, WrongRequest

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
    hidden = isinstance(error, StoreUnavailable) and not error.told_to_players
    detail = words.say(TEXTS[503]) if hidden else words.tell(error)
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


def problem_response(problem: Problem, headers: Mapping[str, str] | None = None) -> Reply[bytes]:
    """The response that describes a problem (RFC 9457)."""
    return Reply(msgspec.json.encode(problem), status=problem.status, media_type=MEDIA_TYPE, headers=headers)


def retry_headers(error: Complaint) -> dict[str, str]:
    """The header that says when to try again, for complaints that pass."""
    if isinstance(error, RateLimited):
        return {"retry-after": str(error.after)}
    if isinstance(error, PrintQueueFull | QueueFull):
        return {"retry-after": "5"}
    return {"retry-after": "60"} if isinstance(error, JobQueueFull) else {}


def error_reply(error: Exception, words: Language) -> Reply[bytes]:
    """Answer an error; clients are not told the details of our own."""
    try:
        return _error_reply(error, words)
    finally:
        forget_traceback(error)


def forget_traceback(error: BaseException) -> None:
    """Drop the frames that an error came through, once it was answered.

    They often hold the error in turn, or others that it came from, and all that was sent. That stays in
    memory until garbage is collected, which is seldom.
    """
    links: list[object] = [error]
    while links:
        link = links.pop()
        if isinstance(link, BaseException) and link.__traceback__ is not None:
            links += [link.__cause__, link.__context__]
            for frame, _ in traceback.walk_tb(link.__traceback__):
                for value in frame.f_locals.values():
                    # Litestar keeps a list of fields and their errors.
                    pairs = value if isinstance(value, list) else [(value,)]
                    links += [part for pair in pairs if isinstance(pair, tuple) for part in pair]
            link.__traceback__ = None


def _error_reply(error: Exception, words: Language) -> Reply[bytes]:
    match error:
        case Complaint():
            if isinstance(error, StoreUnavailable):
                logger.error("the store failed: %s", error)
            return problem_response(to_problem(error, words), retry_headers(error))
        case HttpError(status=status, headers=headers):
            return _status_reply(status, words, headers)
        case WrongRequest(reasons=reasons):
            detail = validation_text(reasons, words)
            return problem_response(Problem(title=title(400, words), status=400, detail=detail))
        case RecursionError() | UnicodeDecodeError():  # JSON that is nested too deep or is not UTF-8
            return _status_reply(400, words)
    logger.error("a request failed", exc_info=error)
    return _status_reply(500, words)


def validation_text(reasons: Sequence[tuple[str | None, str]], words: Language) -> str:
    """What a decoder found wrong with the request, and in which fields."""
    translated = [(name, decode_errors.describe(reason, words)) for name, reason in reasons]
    joined = semicolon_list(words.pair(name, why) if name else why for name, why in translated)
    return words.say(N_("What was sent does not fit: {reason}"), reason=joined if translated else "?")


def _status_reply(status: int, words: Language, headers: Mapping[str, str] | None = None) -> Reply[bytes]:
    detail = words.say(TEXTS.get(status, TEXTS[400] if status < 500 else TEXTS[500]))
    return problem_response(Problem(title=title(status, words), status=status, detail=detail), headers)


def request_words(scope: Any) -> Language:
    """The language of a request."""
    accepted = dict(scope["headers"]).get(b"accept-language", b"")
    return request_language(scope["query_string"].decode("latin-1"), accepted.decode("latin-1"))
