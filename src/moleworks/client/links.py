"""Read the link of a seat."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import urlsplit

from moleworks.core.messages import N_, Complaint

_TOKEN = re.compile(r"[A-Za-z0-9_-]{16,86}")


class WrongLink(Complaint):
    """A text that is not the link of a seat."""


class SeatLink(NamedTuple):
    """The server's address and the token of the seat."""

    server: str
    token: str

    def __repr__(self) -> str:
        """Without the token, which must not get into logs and tracebacks."""
        return f"SeatLink({self.server!r})"


def seat_link(link: str, token: str | None = None) -> SeatLink:
    """Split a seat's link into address and token; or take an address and a separate token.

    >>> seat_link("http://127.0.0.1:8000/#join=Zm9yZXZlci1mb3JldmVyLTE").server
    'http://127.0.0.1:8000'
    >>> seat_link("https://moles.example/house", token="Zm9yZXZlci1mb3JldmVyLTE").server
    'https://moles.example/house'
    >>> seat_link("http://127.0.0.1:8000/")
    Traceback (most recent call last):
    moleworks.client.links.WrongLink: This link opens no seat: it has to end in #join= and a token.
    """
    try:
        parts = urlsplit(link.strip())
        valid = parts.scheme in {"http", "https"} and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        valid = False
    if not valid:
        raise WrongLink(N_("This is not a link to a server: it has to begin with http:// or https://."))
    kind, _, found = parts.fragment.partition("=")
    if token is None and kind == "watch":
        raise WrongLink(N_("This link is for watching. A bot needs the link of a seat."))
    if token is None and kind != "join":
        raise WrongLink(N_("This link opens no seat: it has to end in #join= and a token."))
    token = found if token is None else token
    if not _TOKEN.fullmatch(token):
        raise WrongLink(N_("The token of this link is not complete: copy the whole link."))
    return SeatLink(f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}", token)
