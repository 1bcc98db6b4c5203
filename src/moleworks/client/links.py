"""The link that opens a seat."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import urlsplit

from moleworks.games import Complaint
from moleworks.games.game import N_

_TOKEN = re.compile(r"[A-Za-z0-9_-]{16,86}")


class WrongLink(Complaint):
    """A text that is no link to a seat."""


class SeatLink(NamedTuple):
    """Where the server is, and what opens the seat there."""

    server: str
    token: str

    def __repr__(self) -> str:
        """Logs and tracebacks must not hold what opens a seat."""
        return f"SeatLink({self.server!r})"


def seat_link(link: str, token: str | None = None) -> SeatLink:
    """A seat's link taken apart; or a server's address, and the token told apart from it.

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
        known = parts.scheme in {"http", "https"} and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        known = False
    if not known:
        raise WrongLink(N_("This is no link to a server: it has to begin with http:// or https://."))
    what, _, given = parts.fragment.partition("=")
    if token is None and what == "watch":
        raise WrongLink(N_("This link is for watching. A bot needs the link of a seat."))
    if token is None and what != "join":
        raise WrongLink(N_("This link opens no seat: it has to end in #join= and a token."))
    token = given if token is None else token
    if not _TOKEN.fullmatch(token):
        raise WrongLink(N_("The token of this link is not complete: copy the whole link."))
    return SeatLink(f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}", token)
