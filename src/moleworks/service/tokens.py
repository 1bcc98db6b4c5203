"""What opens a door: tokens that nobody can guess, kept as digests, and short codes to be read out."""

from __future__ import annotations

import hashlib
import hmac
import secrets

CODE_DIGITS = 8


def new_token() -> str:
    """192 bits of the operating system's randomness, fit for a link."""
    return secrets.token_urlsafe(24)


def new_id() -> str:
    """The name of a match: it opens nothing, but it should not be guessed either."""
    return secrets.token_urlsafe(12)


def digest(token: str) -> str:
    """What is kept of a token. It has no salt, because a token is no password: it is random and long.

    Looking a digest up tells an attacker nothing by its timing that helps to find the token.
    """
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def same(shown: str | None, kept: str | None) -> bool:
    """Whether two digests are the same, found out in the same time wherever they differ."""
    return shown is not None and kept is not None and hmac.compare_digest(shown.encode(), kept.encode())


def new_code() -> str:
    """Digits are read out alike in every language."""
    return "".join(secrets.choice("0123456789") for _ in range(CODE_DIGITS))


def code_of(text: str) -> str:
    """A code as somebody typed it.

    >>> code_of("4821-90 37")
    '48219037'
    """
    return "".join(letter for letter in text if letter in "0123456789")[: CODE_DIGITS + 1]
