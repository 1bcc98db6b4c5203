"""The store in a browser: an SQLite file in memory, saved to the browser's storage after each commit."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from pathlib import Path

from moleworks.core.messages import N_, Complaint
from moleworks.matches.store.rows import Entry, MatchStatus, StoreUnavailable
from moleworks.matches.store.sqlite import SQLiteStore
from moleworks.matches.store.store import Batch, Row

logger = logging.getLogger("moleworks.matches")


class NotSaved(StoreUnavailable):
    """The browser's storage is full, or its user has refused it."""

    told_to_players = True

    def __init__(self) -> None:
        text = N_("This browser cannot store it: its storage is full, or is refused.")
        Complaint.__init__(self, text)


class BrowserStore(SQLiteStore):
    """Nobody is told of a commit before it is saved, and one that cannot be saved is taken back.

    A browser that does not even save the opened file is used without its storage: `keeps` is then False.
    """

    def __init__(self, path: Path, save: Callable[[], Awaitable[None]]) -> None:
        super().__init__(path)
        self._save_files = save
        self._turn = asyncio.Lock()
        """Of one reader or writer: between a commit and its saving nobody reads."""
        self._unfinished: set[asyncio.Task[list[int]]] = set()
        self.keeps = True

    async def open(self) -> None:
        """Open the file, and try whether it can be saved."""
        await super().open()
        self._path.touch()  # what has not changed would not be saved
        try:
            await self._save_files()
        except Exception:
            logger.warning("This browser saves nothing", exc_info=True)
            self.keeps = False

    async def close(self) -> None:
        """Finish what was begun, then close the file."""
        await asyncio.gather(*self._unfinished, return_exceptions=True)
        await super().close()

    async def fetch(self, statement: str, *values: object) -> list[Row]:
        """Run a query on what is saved."""
        async with self._turn:
            return await super().fetch(statement, *values)

    async def commit(self, batch: Batch, *, guarded: bool = False) -> list[int]:
        """Write a batch, and save it."""
        return await self._finish(super().commit(batch, guarded=guarded))

    async def append_entries(self, match: str, entries: Sequence[Entry], status: MatchStatus) -> None:
        """Write entries of a match, and save them."""

        async def append() -> list[int]:
            await super(BrowserStore, self).append_entries(match, entries, status)
            return []

        await self._finish(append())

    async def _finish(self, write: Coroutine[None, None, list[int]]) -> list[int]:
        """Write and save, even if the caller is cancelled meanwhile."""
        task = asyncio.ensure_future(self._write_and_save(write))
        self._unfinished.add(task)
        task.add_done_callback(self._unfinished.discard)
        return await asyncio.shield(task)

    async def _write_and_save(self, write: Coroutine[None, None, list[int]]) -> list[int]:
        async with self._turn:
            before = self._files() if self.keeps else {}
            found = await write
            try:
                await self._save()
            except NotSaved:
                self._bring_back(before)
                raise
            return found

    async def save(self) -> None:
        """Save what else is in the folder."""
        async with self._turn:
            await self._save()

    async def _save(self) -> None:
        if not self.keeps:
            return
        try:
            await self._save_files()
        except Exception as error:
            raise NotSaved from error

    def _files(self) -> Mapping[Path, bytes]:
        """The database, with its log if it has one."""
        paths = (self._path, self._path.with_name(f"{self._path.name}-wal"))
        return {path: path.read_bytes() for path in paths if path.exists()}

    def _bring_back(self, files: Mapping[Path, bytes]) -> None:
        """Undo the last commit: the files are again as they were before it."""
        self.disconnect()
        for path in self._path.parent.glob(f"{self._path.name}*"):
            path.unlink()
        for path, content in files.items():
            path.write_bytes(content)
