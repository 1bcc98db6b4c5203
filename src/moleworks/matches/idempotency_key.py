"""Keys that clients send when they open a match, so that a request that is sent again opens no second one.

The reply to the first request holds tokens, and only their digests are stored. So these tokens are computed
from secrets of the client: its cookie, and the key. A request that is sent again gives the same tokens.
"""

from __future__ import annotations

import base64
import hashlib
import hmac

import msgspec

from moleworks.core.messages import N_, Complaint
from moleworks.matches.requests import MatchRequest
from moleworks.matches.tokens import digest

KEEP = 86400.0
"""Seconds for which a key is remembered."""


class KeyReused(Complaint):
    """The same key came with another request."""

    def __init__(self) -> None:
        super().__init__(N_("This Idempotency-Key was used for another match: choose a new one."))


class IdempotencyKey:
    """A client's key. Without a cookie nothing else tells the client from others, so it has to be random."""

    def __init__(self, key: str, cookie: str = "") -> None:
        self._secret = f"{cookie}\n{key}".encode()

    def token(self, purpose: str) -> str:
        """A token for this purpose, always the same; nobody else can compute it."""
        code = hmac.digest(self._secret, purpose.encode(), hashlib.sha256)
        return base64.urlsafe_b64encode(code[:24]).decode()

    @property
    def stored(self) -> str:
        """What the key is stored as."""
        return digest(self.token("key"))


def request_digest(request: MatchRequest) -> str:
    """A digest by which a request is recognized."""
    return hashlib.sha256(msgspec.json.encode(request, order="sorted")).hexdigest()
