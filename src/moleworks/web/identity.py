"""Identify the caller of a request by cookie or token, and check its `Host` and `Origin`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

from moleworks.core.messages import N_, Complaint
from moleworks.matches.idempotency_key import IdempotencyKey
from moleworks.matches.tokens import digest, new_token
from moleworks.texts import LANGUAGES, Language, language
from moleworks.web.settings import IPV4_MAPPED

COOKIE, SECURE_COOKIE = "moleworks", "__Host-moleworks"
"""The name of the cookie, and over TLS: a browser takes that one from this very server only, over TLS."""
COOKIE_SECONDS = 400 * 24 * 3600
"""Browsers keep no cookie longer."""
PROTOCOL, TOKEN_PROTOCOL = "moleworks", "moleworks.token."
_TOKEN = re.compile(r"[A-Za-z0-9_-]{16,86}")
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^\s:@/\[\]]+)(?::\d{0,5})?")
LOCAL_HOSTS = ("127.0.0.1", "::1", "localhost")
_FORWARDED = (
    b"x-forwarded-for",
    b"x-forwarded-proto",
    b"x-forwarded-host",
    b"x-real-ip",
    b"forwarded",
    b"via",
)
"""Headers that proxies add."""
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class CrossOrigin(Complaint):
    """A page of another website tries to act for its visitor."""

    def __init__(self) -> None:
        super().__init__(N_("This was sent from another website, so nothing was done."))


class UnknownHost(Complaint):
    """A host name that is not ours: by DNS rebinding, a page there could act for its visitor."""

    def __init__(self, host: str) -> None:
        super().__init__(
            N_(
                "This server does not answer to the name {host}. Whoever runs it can give it that name by "
                "the setting hosts or public_url."
            ),
            host=host[:80],
        )


class Caller(NamedTuple):
    """What a request says about its sender; of secrets only digests."""

    person: str | None
    """Digest of the cookie."""
    token: str | None
    """Digest of a seat's or the watchers' token."""
    words: Language
    address: str
    secure: bool
    """Whether it came over TLS."""
    base: str
    """The start of our links, for this caller."""
    forwarded: bool = False
    """Whether a proxy sent it, so that the address may be the proxy's."""


Scope = Any


def identify(scope: Scope, public_url: str = "") -> Caller:
    """The sender of a request or of a WebSocket handshake."""
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    secure = _is_secure(scope)
    token = _bearer_token(headers) or _protocol_token(scope.get("subprotocols", ()))
    return Caller(
        person(scope),
        digest(token) if token else None,
        request_language(scope["query_string"].decode("latin-1"), headers.get(b"accept-language", "")),
        address(scope),
        secure,
        public_url.rstrip("/") or f"{'https' if secure else 'http'}://{headers.get(b'host', 'localhost')}",
        any(name in headers for name in _FORWARDED),
    )


def address(scope: Scope) -> str:
    """The address that limits count by: of IPv6 only the network, because a home has a whole one."""
    client = scope.get("client")
    if not client:
        return ""
    return network_address(client[0])


def network_address(host: str) -> str:
    """An address as limits count it.

    >>> network_address("192.0.2.7"), network_address("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '2001:db8:1:2')
    """
    return ":".join(host.split(":")[:4]) if host.count(":") > 1 and not host.startswith("::") else host


def person(scope: Scope) -> str | None:
    """Digest of the cookie that came with a request."""
    cookie = _cookie(dict(scope["headers"]).get(b"cookie", b"").decode("latin-1"), _is_secure(scope))
    return digest(cookie) if cookie else None


def check_host(scope: Scope, hosts: frozenset[str]) -> None:
    """Check that the `Host` header is one of our names or our address, against DNS rebinding.

    Otherwise a page could let its own name point here, and we would take it for one of ours.
    """
    sent = dict(scope["headers"]).get(b"host", b"").decode("latin-1").lower()
    if not sent:  # no browser
        return
    found = _HOST.fullmatch(sent)
    host = found[1].strip("[]").rstrip(".") if found else ""
    here = scope.get("server")
    if host not in hosts and not (here and host == here[0].removeprefix(IPV4_MAPPED)):
        raise UnknownHost(sent)


def server_names(host: str, public_url: str, more: str) -> frozenset[str]:
    """All names that a server answers to, besides its own address."""
    public = urlsplit(public_url).hostname
    named = {name.strip().strip("[]").lower() for name in more.split(",")}
    return frozenset({*LOCAL_HOSTS, host.lower(), *named, *([public] if public else [])} - {""})


def check_origin(scope: Scope, public_url: str) -> None:
    """Check that the page that sends this is ours. Programs send no `Origin`, and no cookie to be abused.

    For a WebSocket, which is opened by `GET`, a browser always sends it.
    """
    headers = dict(scope["headers"])
    origin = headers.get(b"origin")
    if origin is None:
        changes = scope["type"] == "http" and scope["method"] not in _SAFE
        if changes and _cookie(headers.get(b"cookie", b"").decode("latin-1"), _is_secure(scope)):
            raise CrossOrigin
        return
    page, public = urlsplit(origin.decode("latin-1").lower()), urlsplit(public_url.lower())
    here = headers.get(b"host", b"").decode("latin-1").lower()
    own = {here: _is_secure(scope), public.netloc: public.scheme == "https"}
    if not page.netloc or page.netloc not in own:
        raise CrossOrigin
    # A page without TLS may come from an attacker on the way. That of a proxy with TLS is ours.
    if page.scheme not in {"https", "http"} or (page.scheme == "http" and own[page.netloc]):
        raise CrossOrigin


def read_idempotency_key(scope: Scope, sent: str, *, known: bool) -> IdempotencyKey:
    """What the caller's `Idempotency-Key` is for us; their cookie is a part of it if it is `known` here."""
    cookie = _cookie(dict(scope["headers"]).get(b"cookie", b"").decode("latin-1"), _is_secure(scope))
    return IdempotencyKey(sent.strip('"'), (cookie or "") if known else "")


def new_person(secure: bool, token: str = "") -> tuple[str, str]:
    """The digest and the cookie of a new person, as `Set-Cookie` has it."""
    token = token or new_token()
    name = SECURE_COOKIE if secure else COOKIE
    marks = f"Max-Age={COOKIE_SECONDS}; Path=/; HttpOnly; SameSite=lax{'; Secure' if secure else ''}"
    return digest(token), f"{name}={token}; {marks}"


def request_language(query: str, accepted: str) -> Language:
    """The language of the query, else the first of ours that the client accepts, else English."""
    codes = [parse_qs(query).get("lang", [""])[-1]] if "lang=" in query else []
    codes += [part.split(";")[0].strip()[:2].lower() for part in _by_weight(accepted)]
    return language(next((code for code in codes if code in LANGUAGES), "en"))


def _by_weight(accepted: str) -> Iterable[str]:
    """Sort accepted languages by weight, the preferred one first.

    >>> _by_weight("de;q=0.3, fr-CH, en;q=0.8")
    ['fr-CH', 'en;q=0.8', 'de;q=0.3']
    """

    def weight(part: str) -> float:
        found = re.search(r";\s*q=([01](?:\.\d{0,3})?)", part)
        return -float(found[1]) if found else -1.0

    return sorted((part.strip() for part in accepted[:200].split(",")), key=weight)


def _cookie(header: str, secure: bool) -> str | None:
    """The cookie of a person; over TLS the old name counts too, for those who have had it for long."""
    found = dict(part.strip().partition("=")[::2] for part in reversed(header.split(";")))
    for name in (SECURE_COOKIE, COOKIE) if secure else (COOKIE,):
        if _TOKEN.fullmatch(found.get(name, "")):
            return found[name]
    return None


def _is_secure(scope: Scope) -> bool:
    return scope["scheme"] in {"https", "wss"}


def _bearer_token(headers: Mapping[bytes, str]) -> str | None:
    kind, _, token = headers.get(b"authorization", "").partition(" ")
    return token if kind.lower() == "bearer" and _TOKEN.fullmatch(token) else None


def _protocol_token(protocols: Iterable[str]) -> str | None:
    """The token of a WebSocket client that cannot set headers, such as a browser."""
    for name in protocols:
        token = name.removeprefix(TOKEN_PROTOCOL)
        if token != name and _TOKEN.fullmatch(token):
            return token
    return None
