"""A reconnect storm: a hundred clients are cut off at once and come back at once."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.web.people import TIMEOUT, Json, RunningServer

MATCHES, WATCHERS, STORMS = 20, 3, 3


class Client:
    """Somebody with a token who follows a match, notes every entry that is told, and comes back."""

    def __init__(self, server: RunningServer, match: str, token: str) -> None:
        self.url = f"ws://127.0.0.1:{server.port}/api/matches/{match}/live"
        self.headers = {"authorization": f"Bearer {token}"}
        self.news: list[tuple[int, str]] = []
        self.at: Json = {"seq": 0}
        self.changed = asyncio.Event()
        self.line: ClientConnection | None = None
        self.listening: asyncio.Task[None] | None = None

    async def come(self) -> None:
        """Connect with the last entry that is known, and listen."""
        url = f"{self.url}?seq={self.at['seq']}"
        self.line = await connect(url, additional_headers=self.headers, compression=None)
        self.listening = asyncio.create_task(self._listen(self.line))

    async def _listen(self, line: ClientConnection) -> None:
        try:
            async for text in line:
                message = json.loads(text)
                if message["type"] == "at":
                    self.news += [(entry["seq"], entry["name"]) for entry in message["news"]]
                    self.at = message
                    self.changed.set()
        except ConnectionClosed:
            return

    async def until(self, seq: int) -> None:
        """Wait until that entry is known."""
        while self.at["seq"] < seq:
            self.changed.clear()
            await self.changed.wait()

    def cut(self) -> None:
        """The cable is pulled: whatever is under way is lost."""
        assert self.line is not None
        self.line.transport.abort()

    async def gone(self) -> None:
        assert self.listening is not None
        await self.listening


class Match:
    """Two bots play, some watch."""

    def __init__(self, server: RunningServer, opened: Json) -> None:
        self.id: str = opened["id"]
        self.tokens = [seat["token"] for seat in opened["seats"]]
        tokens = [*self.tokens, *[opened["watch"]["token"]] * WATCHERS]
        self.clients = [Client(server, self.id, token) for token in tokens]

    async def play(self, http: httpx.AsyncClient, random: Random) -> None:
        """Whoever is to act does, by a request of its own: the lines may be cut."""
        at = await self._asked(http, "GET", 0, "")
        actor = at["actor"]
        at = await self._asked(http, "GET", actor, "")
        order = {"do": "play", "action": random.choice(at["eyes"][0]["legal"]), "seq": at["seq"]}
        await self._asked(http, "POST", actor, "/commands", json=order)

    async def come_amid_play(self, http: httpx.AsyncClient, random: Random) -> None:
        """With every action one of them comes back."""
        coming = []
        for client in self.clients:
            coming.append(asyncio.create_task(client.come()))
            await self.play(http, random)
        await asyncio.gather(*coming)

    async def _asked(self, http: httpx.AsyncClient, method: str, seat: int, path: str, **more: Any) -> Json:
        headers = {"authorization": f"Bearer {self.tokens[seat]}"}
        answer = await http.request(method, f"/matches/{self.id}{path}", headers=headers, **more)
        assert answer.is_success, answer.text
        reply: Json = answer.json()
        return reply


def opened(server: RunningServer) -> list[Match]:
    host, matches = server.person(), []
    for _ in range(MATCHES):
        table = host.post("/matches", game="mole-hill", seats=[{"kind": "bot"}, {"kind": "bot"}])
        for seat in table["seats"]:
            host.post("/join", token=seat["token"], bot=True)
        matches.append(Match(server, table))
    return matches


def test_a_hundred_clients_are_cut_and_come_back_at_once(server: RunningServer) -> None:
    matches, random = opened(server), Random(5)
    clients = [client for match in matches for client in match.clients]
    assert len(clients) == 100
    limits = httpx.Limits(max_connections=8)

    async def storms() -> None:
        async with (
            httpx.AsyncClient(base_url=server.base + "/api", timeout=TIMEOUT, limits=limits) as http,
            asyncio.timeout(TIMEOUT),
        ):
            await asyncio.gather(*(client.come() for client in clients))
            for _ in range(STORMS):
                playing = asyncio.gather(*(match.play(http, random) for match in matches))
                await asyncio.gather(*(match.clients[0].until(3) for match in matches))
                for client in clients:  # in the middle of it
                    client.cut()
                await asyncio.gather(playing, *(client.gone() for client in clients))
                await asyncio.gather(*(match.play(http, random) for match in matches[::2]))
                await asyncio.gather(
                    *(client.come() for match in matches[::2] for client in match.clients),
                    *(match.come_amid_play(http, random) for match in matches[1::2]),
                )
            await asyncio.gather(*(match.play(http, random) for match in matches))
            for match in matches:
                last = server.app.context.match_server.live_matches[match.id].log.seq
                await asyncio.gather(*(client.until(last) for client in match.clients))
            for client in clients:
                client.cut()
            await asyncio.gather(*(client.gone() for client in clients))

    asyncio.run(storms())
    for number, match in enumerate(matches):
        log = [
            (entry.seq, entry.name)
            for entry in server.app.context.match_server.live_matches[match.id].entries
        ]
        away = 1 + (len(match.clients) if number % 2 else 1)
        assert len(log) == 2 + 2 + STORMS * away + 1  # opened, sat down, played
        for client in match.clients:
            assert client.news == log, "nothing is missing, nothing comes twice"
