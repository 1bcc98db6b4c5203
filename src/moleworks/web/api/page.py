"""Serve the files of the page."""

from __future__ import annotations

import gzip
import hashlib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from litestar import Request, Response, get
from litestar.params import FromPath

from moleworks.core.messages import N_, Complaint
from moleworks.web.problems import NotFound

FOLDER = Path(__file__).parent.parent / "page"
MEDIA_TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
    ".whl": "application/octet-stream",
    ".txt": "text/plain",
    ".css": "text/css",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webp": "image/webp",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
INCOMPRESSIBLE = {".png", ".webp", ".whl", ".woff2"}
"""Suffixes of files that are compressed already."""


class StaticFile(NamedTuple):
    """A file of the page with what its response needs."""

    media_type: str
    content: bytes
    compressed: bytes | None
    """By gzip, where that helps."""
    etag: str


@cache
def files(folder: Path = FOLDER) -> dict[str, StaticFile]:
    """All files by path, read once. They are small, and no path of a request reaches the disk."""
    return {
        f"/{file.relative_to(folder).as_posix()}": _file(file)
        for file in sorted(folder.rglob("*"))
        if file.suffix in MEDIA_TYPES
    }


def check_site(folder: str) -> None:
    """Complain unless `moleworks site` wrote the folder."""
    from moleworks.web.site import is_site  # noqa: PLC0415 - few servers have one

    if not is_site(Path(folder)):
        raise Complaint(
            N_("{folder} is no folder of the page: write it by 'moleworks site --out {folder}'."),
            folder=folder,
        )


def _file(file: Path) -> StaticFile:
    content, before = file.read_bytes(), file.with_name(f"{file.name}.gz")
    compressed = None
    if file.suffix not in INCOMPRESSIBLE:
        compressed = before.read_bytes() if before.is_file() else gzip.compress(content, mtime=0)
    tag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
    return StaticFile(MEDIA_TYPES[file.suffix], content, compressed, tag)


@get(["/", "/{name:path}"], include_in_schema=False)
async def page(request: Request[Any, Any, Any], name: FromPath[str] = "/index.html") -> Response[bytes]:
    """A file of the page, or 304 if the browser has it already."""
    site = request.app.state.context.settings.site
    found = files(Path(site) if site else FOLDER).get(name if name != "/" else "/index.html")
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
