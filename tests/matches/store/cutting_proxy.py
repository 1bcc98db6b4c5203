"""A proxy to a PostgreSQL server that can cut the connection just when the server has answered."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

NAME = ".s.PGSQL.5432"


class CuttingProxy:
    """Forwards everything, until it drops the answer to a message and closes the connection."""

    def __init__(self, folder: Path, server: Path) -> None:
        self.folder = folder
        self.cuts = 0
        self._server = server / NAME
        self._before: bytes | None = None
        self._asked = False

    def cut_after(self, message: bytes) -> None:
        """Forward the next message that contains this, but not its answer."""
        self._before, self._asked = message, False

    async def open(self) -> None:
        self._listening = await asyncio.start_unix_server(self._carry, self.folder / NAME)

    async def close(self) -> None:
        self._listening.close()
        await self._listening.wait_closed()

    async def _carry(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        server, to_server = await asyncio.open_unix_connection(self._server)

        async def ask() -> None:
            while message := await client.read(65536):
                self._asked = self._asked or (self._before is not None and self._before in message)
                to_server.write(message)

        async def answer() -> None:
            while message := await server.read(65536):
                if self._asked:
                    self._asked, self._before = False, None
                    self.cuts += 1
                    return
                to_client.write(message)

        tasks = [asyncio.create_task(ask()), asyncio.create_task(answer())]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        for writer in (to_client, to_server):
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()
