"""Log as JSON, one object a line on standard error, with tokens removed."""

from __future__ import annotations

import datetime
import faulthandler
import json
import logging
import re
import secrets
import sys
from contextvars import ContextVar

LOGGERS = ("moleworks", "uvicorn", "asyncio", "asyncpg")
_request_id: ContextVar[str] = ContextVar("request_id", default="")
_REQUEST_ID = re.compile(rb"[A-Za-z0-9.-]{1,64}")
_SECRET = re.compile(r"(?=[\w-]*\d)(?=[\w-]*[a-z])[A-Za-z0-9_-]{30,}")
"""Looks like a token or its digest."""


def set_request_id(sent: bytes = b"") -> str:
    """The id of the request that is being answered: that of the proxy, else a new one; log lines have it."""
    request_id = sent.decode() if _REQUEST_ID.fullmatch(sent) else secrets.token_hex(8)
    _request_id.set(request_id)
    return request_id


class JsonFormatter(logging.Formatter):
    """Formats a log record as one line of JSON.

    >>> record = logging.LogRecord("moleworks.web", logging.INFO, "", 0, "seat of %s", ("x1" * 16,), None)
    >>> json.loads(JsonFormatter().format(record))["message"]
    'seat of ...'
    """

    def format(self, record: logging.LogRecord) -> str:
        """One line of JSON; tokens are replaced."""
        fields = {
            "at": datetime.datetime.fromtimestamp(record.created, tz=datetime.UTC).isoformat(),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": hide_secrets(record.getMessage()),
        }
        if _request_id.get():
            fields["request"] = _request_id.get()
        if record.exc_info:
            fields["error"] = hide_secrets(self.formatException(record.exc_info))
        return json.dumps(fields, ensure_ascii=False)


def hide_secrets(text: str) -> str:
    """The text without tokens, whichever library put them there."""
    return _SECRET.sub("...", text)


class UvicornNoiseFilter(logging.Filter):
    """Drops messages of uvicorn that are no errors of the server.

    It logs rejected WebSockets and clients that send invalid text, and repeats a failed start.
    """

    NOISE = ("without completing handshake", "Invalid UTF-8", "Application startup failed")

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to keep a message."""
        return not any(text in str(record.msg) for text in self.NOISE)


def set_up_logging(level: str) -> None:
    """Configure our loggers and those of libraries; of uvicorn, only warnings are kept.

    A signal that kills the process, such as a bus error, leaves its stacks in the log too.
    """
    if not faulthandler.is_enabled():
        faulthandler.enable(sys.__stderr__ or sys.stderr)
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    for name in LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.propagate = False
        logger.setLevel(level.upper())
    # At the level info uvicorn logs every connection, with addresses and paths.
    logging.getLogger("uvicorn.error").addFilter(UvicornNoiseFilter())
    for name in ("uvicorn.error", "uvicorn.asgi"):
        logging.getLogger(name).setLevel(max(logging.WARNING, getattr(logging, level.upper())))
