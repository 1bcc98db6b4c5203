"""Serve the files of the page."""

from __future__ import annotations

import gzip
import hashlib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from litestar import Request, Response, get
from litestar.params import FromPath

from moleworks.web.problems import NotFound

FOLDER = Path(__file__).parent.parent / "page"
MEDIA_TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
INCOMPRESSIBLE = {".png", ".woff2"}
"""Suffixes of files that are compressed already."""


class StaticFile(NamedTuple):
    """A file of the page with what its response needs."""

    media_type: str
    content: bytes
    compressed: bytes | None
    """By gzip, where that helps."""
    etag: str


@cache
def files() -> dict[str, StaticFile]:
    """All files by path, read once. They are small, and no path of a request reaches the disk."""
    return {
        f"/{file.relative_to(FOLDER).as_posix()}": _file(file.suffix, file.read_bytes())
        for file in sorted(FOLDER.rglob("*"))
        if file.suffix in MEDIA_TYPES
    }


def _file(suffix: str, content: bytes) -> StaticFile:
    compressed = None if suffix in INCOMPRESSIBLE else gzip.compress(content, mtime=0)
    return StaticFile(
        MEDIA_TYPES[suffix], content, compressed, f'"{hashlib.sha256(content).hexdigest()[:20]}"'
    )


@get(["/", "/{name:path}"], include_in_schema=False)
async def page(request: Request[Any, Any, Any], name: FromPath[str] = "/index.html") -> Response[bytes]:
    """A file of the page, or 304 if the browser has it already."""
    found = files().get(name if name != "/" else "/index.html")
    if found is None:
        raise NotFound
    headers = {"cache-control": "no-cache", "etag": found.etag, "vary": "accept-encoding"}
    if found.etag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers)
    content = found.content
    if found.compressed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        content, headers["content-encoding"] = found.compressed, "gzip"
    return Response(content, media_type=found.media_type, headers=headers)


ROUTES = (page,)
