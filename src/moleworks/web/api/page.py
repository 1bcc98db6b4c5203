"""The page and what belongs to it, as files."""

from __future__ import annotations

import gzip
import hashlib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from litestar import Request, Response, get
from litestar.params import FromPath

from moleworks.web.problems import Nowhere

FOLDER = Path(__file__).parent.parent / "page"
KINDS = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
PRESSED = {".png", ".woff2"}
"""Kinds that cannot be made smaller."""


class File(NamedTuple):
    kind: str
    plain: bytes
    small: bytes | None
    """Compressed, where that helps."""
    tag: str
    """Changes when the content does."""


@cache
def files() -> dict[str, File]:
    """All of them, read once: they are small, and no path of a request ever meets the disk."""
    return {
        f"/{file.relative_to(FOLDER).as_posix()}": _file(file.suffix, file.read_bytes())
        for file in sorted(FOLDER.rglob("*"))
        if file.suffix in KINDS
    }


def _file(suffix: str, content: bytes) -> File:
    small = None if suffix in PRESSED else gzip.compress(content, mtime=0)
    return File(KINDS[suffix], content, small, f'"{hashlib.sha256(content).hexdigest()[:20]}"')


@get(["/", "/{name:path}"], include_in_schema=False)
async def page(request: Request[Any, Any, Any], name: FromPath[str] = "/index.html") -> Response[bytes]:
    """A file of the page, or word that the browser has it already."""
    found = files().get(name if name != "/" else "/index.html")
    if found is None:
        raise Nowhere
    headers = {"cache-control": "no-cache", "etag": found.tag, "vary": "accept-encoding"}
    if found.tag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers)
    content = found.plain
    if found.small is not None and "gzip" in request.headers.get("accept-encoding", ""):
        content, headers["content-encoding"] = found.small, "gzip"
    return Response(content, media_type=found.kind, headers=headers)


ROUTES = (page,)
