"""The log: a JSON object a line on standard error, without anything that opens a door."""

from __future__ import annotations

import datetime
import json
import logging
import re
import sys

OURS = ("moleworks", "uvicorn")
_SECRET = re.compile(r"(?=[\w-]*\d)(?=[\w-]*[a-z])[A-Za-z0-9_-]{30,}")
"""What looks like a token or the digest of one."""


class Lines(logging.Formatter):
    """A record as one line of JSON.

    >>> record = logging.LogRecord("moleworks.web", logging.INFO, "", 0, "seat of %s", ("x1" * 16,), None)
    >>> json.loads(Lines().format(record))["message"]
    'seat of ...'
    """

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "at": datetime.datetime.fromtimestamp(record.created, tz=datetime.UTC).isoformat(),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": scrubbed(record.getMessage()),
        }
        if record.exc_info:
            told["error"] = scrubbed(self.formatException(record.exc_info))
        return json.dumps(told, ensure_ascii=False)


def scrubbed(text: str) -> str:
    """The text without secrets, whatever a library put there."""
    return _SECRET.sub("...", text)


class Denied(logging.Filter):
    """uvicorn takes a WebSocket that was answered with a problem, or that sent no text, for our mistake.

    And it says that it could not start where the reason is told.
    """

    NOT_OURS = ("without completing handshake", "Invalid UTF-8", "Application startup failed")

    def filter(self, record: logging.LogRecord) -> bool:
        return not any(words in str(record.msg) for words in self.NOT_OURS)


def set_up(level: str) -> None:
    """Log from here on, ours and that of uvicorn, which tells only what is amiss."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    for name in OURS:
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.propagate = False
        logger.setLevel(level.upper())
    # Its plain news are lines about every connection, with addresses and paths.
    logging.getLogger("uvicorn.error").addFilter(Denied())
    for name in ("uvicorn.error", "uvicorn.asgi"):
        logging.getLogger(name).setLevel(max(logging.WARNING, getattr(logging, level.upper())))
