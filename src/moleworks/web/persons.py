"""Who asks: by the cookie, by a seat's token, and whether a page of ours sent it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

from litestar.datastructures import Cookie

from moleworks.games import Complaint
from moleworks.games.game import N_
from moleworks.service.tokens import digest, new_token
from moleworks.texts import LANGUAGES, Language, language
from moleworks.web.settings import MAPPED

COOKIE = "moleworks"
LASTS = 400 * 24 * 3600
"""Seconds; browsers keep nothing longer."""
PROTOCOL, TOKEN_PROTOCOL = "moleworks", "moleworks.token."
_TOKEN = re.compile(r"[A-Za-z0-9_-]{16,86}")
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^\s:@/\[\]]+)(?::\d{0,5})?")
LOCAL = ("127.0.0.1", "::1", "localhost")
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class Stranger(Complaint):
    """A page of somebody else tries to act for whoever looks at it."""

    def __init__(self) -> None:
        super().__init__(N_("This was sent from another website, so nothing was done."))


class Misdirected(Complaint):
    """A name that somebody made to point here: a page there could act for who looks at it."""

    def __init__(self, host: str) -> None:
        super().__init__(
            N_(
                "This server does not answer to the name {host}. Whoever runs it can give it that name by "
                "the setting hosts or public_url."
            ),
            host=host[:80],
        )


class Caller(NamedTuple):
    """What a request tells of who sent it; of secrets only digests."""

    person: str | None
    """Of the cookie."""
    token: str | None
    """Of a seat's or the watchers' token."""
    words: Language
    address: str
    secure: bool
    """Whether it came over TLS."""
    base: str
    """What our links begin with, for this caller."""


Scope = Any


def caller(scope: Scope, public_url: str = "") -> Caller:
    """Who sends a request or opens a WebSocket."""
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    secure = scope["scheme"] in {"https", "wss"}
    token = _bearer(headers) or _offered(scope.get("subprotocols", ()))
    cookie = _cookie(headers.get(b"cookie", ""))
    return Caller(
        digest(cookie) if cookie else None,
        digest(token) if token else None,
        spoken(scope["query_string"].decode("latin-1"), headers.get(b"accept-language", "")),
        address(scope),
        secure,
        public_url.rstrip("/") or f"{'https' if secure else 'http'}://{headers.get(b'host', 'localhost')}",
    )


def address(scope: Scope) -> str:
    """Where it came from, as limits go: of an IPv6 address the network, since a home has a whole one."""
    client = scope.get("client")
    if not client:
        return ""
    host: str = client[0]
    return ":".join(host.split(":")[:4]) if host.count(":") > 1 and not host.startswith("::") else host


def check_host(scope: Scope, hosts: frozenset[str]) -> None:
    """What a browser believes to be talking to has to be us, by one of our names or by our address.

    Else a page could have its own name point here, and we would take it for one of ours.
    """
    told = dict(scope["headers"]).get(b"host", b"").decode("latin-1").lower()
    if not told:  # no browser
        return
    found = _HOST.fullmatch(told)
    host = found[1].strip("[]").rstrip(".") if found else ""
    here = scope.get("server")
    if host not in hosts and not (here and host == here[0].removeprefix(MAPPED)):
        raise Misdirected(told)


def names_of(host: str, public_url: str, more: str) -> frozenset[str]:
    """All names that a server answers to, besides the address that somebody has reached it by."""
    public = urlsplit(public_url).hostname
    named = {name.strip().strip("[]").lower() for name in more.split(",")}
    return frozenset({*LOCAL, host.lower(), *named, *([public] if public else [])} - {""})


def check_origin(scope: Scope, public_url: str) -> None:
    """A browser says which page sends; other programs say nothing, and have no cookie that could be abused.

    A WebSocket is opened by `GET`, and there a browser says so always.
    """
    headers = dict(scope["headers"])
    origin = headers.get(b"origin")
    if origin is None:
        acts = scope["type"] == "http" and scope["method"] not in _SAFE
        if acts and _cookie(headers.get(b"cookie", b"").decode("latin-1")):
            raise Stranger
        return
    place = urlsplit(origin.decode("latin-1")).netloc.lower()
    own = {headers.get(b"host", b"").decode("latin-1").lower(), urlsplit(public_url).netloc.lower()}
    if not place or place not in own:
        raise Stranger


def new_person(secure: bool) -> tuple[str, Cookie]:
    """The digest of a new person, and the cookie that makes them known."""
    token = new_token()
    cookie = Cookie(
        COOKIE, value=token, max_age=LASTS, path="/", httponly=True, samesite="lax", secure=secure
    )
    return digest(token), cookie


def spoken(query: str, accepted: str) -> Language:
    """The language of the query, else the first of ours that the client accepts, else English."""
    wishes = [parse_qs(query).get("lang", [""])[-1]] if "lang=" in query else []
    wishes += [part.split(";")[0].strip()[:2].lower() for part in _by_weight(accepted)]
    return language(next((wish for wish in wishes if wish in LANGUAGES), "en"))


def _by_weight(accepted: str) -> Iterable[str]:
    """The most welcome language first.

    >>> _by_weight("de;q=0.3, fr-CH, en;q=0.8")
    ['fr-CH', 'en;q=0.8', 'de;q=0.3']
    """

    def weight(part: str) -> float:
        found = re.search(r";\s*q=([01](?:\.\d{0,3})?)", part)
        return -float(found[1]) if found else -1.0

    return sorted((part.strip() for part in accepted[:200].split(",")), key=weight)


def _cookie(header: str) -> str | None:
    for part in header.split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE and _TOKEN.fullmatch(value):
            return value
    return None


def _bearer(headers: Mapping[bytes, str]) -> str | None:
    kind, _, token = headers.get(b"authorization", "").partition(" ")
    return token if kind.lower() == "bearer" and _TOKEN.fullmatch(token) else None


def _offered(protocols: Iterable[str]) -> str | None:
    """For clients that can set no header when they open a WebSocket."""
    for name in protocols:
        token = name.removeprefix(TOKEN_PROTOCOL)
        if token != name and _TOKEN.fullmatch(token):
            return token
    return None
