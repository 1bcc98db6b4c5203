"""Replies that a static folder holds as files, so that lessons and rules can be read while Python loads."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from moleworks import lessons
from moleworks.core import registry, work
from moleworks.texts import LANGUAGES
from moleworks.web.in_browser import BrowserService


def early_replies() -> dict[str, bytes]:
    """The replies by the names of their files, which `page/src/worker/early.ts` makes of addresses."""
    # In a thread of its own, because the caller may have an event loop.
    with work.run_at_once(), tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, _replies(Path(folder))).result()


async def _replies(folder: Path) -> dict[str, bytes]:
    service = BrowserService("http://localhost/", folder, _save_nothing)
    await service.open()
    try:
        return {name: await _reply(service, address) for name, address in _addresses()}
    finally:
        await service.close()


async def _reply(service: BrowserService, address: str) -> bytes:
    status, _, body = await service.request("GET", f"/api/{address}", {}, b"")
    if status != 200:
        raise RuntimeError(f"{address} is answered by {status}: {body.decode()}")
    return body


def _addresses() -> Iterator[tuple[str, str]]:
    """The name of a file, and the address whose reply it holds."""
    for lang in LANGUAGES:
        yield f"{lang}/games.json", f"games?lang={lang}"
        for id_ in filter(lessons.available, registry.BUILT_IN):
            for path in (f"lessons/{id_}", f"lessons/{id_}/strategy"):
                yield f"{lang}/{path}.json", f"{path}?lang={lang}"
            for preset in registry.GAMES[id_].presets:
                yield f"{lang}/rules/{id_}/{preset}.json", f"rules/{id_}?lang={lang}&preset={preset}"


async def _save_nothing() -> None:
    """The service is asked, and plays no match."""
