"""Starts Firefox for Playwright, and stands between the two: firefox_relay.py FIREFOX [its arguments].

Both speak WebDriver BiDi. Playwright sets the colour scheme of each page by a command that Debian's Firefox
does not have yet; without an answer to it no page opens. It is answered here: the scheme stays Firefox's own.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

NOT_YET = "emulation.setMediaFeaturesOverride"
LISTENS = re.compile(r"(?<=WebDriver BiDi listening on )ws://\S+")
"""What Firefox prints, and Playwright looks for."""


async def to_firefox(playwright: ServerConnection, firefox: ClientConnection) -> None:
    """Hand on commands, until Playwright is gone."""
    async for text in playwright:
        command = json.loads(text)
        if command["method"] == NOT_YET:
            answer = {"type": "success", "id": command["id"], "result": {}}
            await playwright.send(json.dumps(answer))
        else:
            await firefox.send(text)


async def to_playwright(firefox: ClientConnection, playwright: ServerConnection) -> None:
    """Hand on answers and events, until Firefox is gone."""
    async for text in firefox:
        await playwright.send(text)


async def main(command: list[str]) -> None:
    """Run until Firefox ends."""
    process = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
    assert process.stderr
    address = ""

    async def relay(playwright: ServerConnection) -> None:
        assert playwright.request
        async with connect(address + playwright.request.path, max_size=None, compression=None) as firefox:
            ways = to_firefox(playwright, firefox), to_playwright(firefox, playwright)
            await asyncio.wait(map(asyncio.ensure_future, ways), return_when=asyncio.FIRST_COMPLETED)

    async with serve(relay, "127.0.0.1", 0, max_size=None, compression=None) as server:
        own = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        async for line in process.stderr:
            text = line.decode(errors="replace")
            address = found[0] if (found := LISTENS.search(text)) else address
            print(LISTENS.sub(own, text), end="", file=sys.stderr, flush=True)
        await process.wait()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
