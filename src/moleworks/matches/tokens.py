"""Random tokens, stored as digests, and short codes that can be read out."""

from __future__ import annotations

import hashlib
import hmac
import secrets

CODE_DIGITS = 8


def new_token() -> str:
    """192 bits of the operating system's randomness, fit for a link."""
    return secrets.token_urlsafe(24)


def new_id() -> str:
    """A new id of a match. It gives no access, but it cannot be guessed either."""
    return secrets.token_urlsafe(12)


def digest(token: str) -> str:
    """The digest under which a token is stored. It needs no salt, because tokens are random and long.

    The timing of a lookup by digest tells an attacker nothing that helps to find the token.
    """
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def same_digest(presented: str | None, stored: str | None) -> bool:
    """Compare two digests in constant time."""
    return (
        presented is not None
        and stored is not None
        and hmac.compare_digest(presented.encode(), stored.encode())
    )


def new_code() -> str:
    """Digits, because they can be read out in every language."""
    return "".join(secrets.choice("0123456789") for _ in range(CODE_DIGITS))


def normalize_code(text: str) -> str:
    """A code as somebody typed it.

    >>> normalize_code("4821-90 37")
    '48219037'
    """
    return "".join(letter for letter in text if letter in "0123456789")[: CODE_DIGITS + 1]
