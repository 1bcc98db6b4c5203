"""The attackers of `scripts/bench service attack`, a program of their own: NAME PORT and details as JSON.

They keep to the limits of each connection, as somebody would who wants to do harm and knows the limits.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPException
from itertools import count
from typing import Any

from benchmarks.service.client import HttpError, WebSocketClient, frame, request
from benchmarks.service.servers import raise_open_file_limit, take_lowest_priority

PACE = 1 / 45
"""Seconds between two messages of a connection: just below its limit."""
ADDRESS = os.environ.get("ATTACK_ADDRESS", "127.0.0.1")
"""Where they connect from."""
HALF_REQUESTS = 1_500
FAILURES = (HttpError, OSError, HTTPException, TimeoutError)
"""What happens to attackers, and when the server is killed."""


def ready() -> None:
    """Tell the benchmark that the attack is in full swing."""
    print("ready", flush=True)


def post_repeatedly(port: int, path: str, body: dict[str, Any], clients: int) -> None:
    """So many clients post the same, one request after the other."""

    def client() -> None:
        while True:
            try:
                request(port, "POST", path, body, address=ADDRESS)
            except FAILURES:
                time.sleep(0.01)

    _in_threads(clients, client)


def get_repeatedly(port: int, path: str, token: str, clients: int) -> None:
    def client() -> None:
        while True:
            try:
                request(port, "GET", path, token=token, address=ADDRESS)
            except FAILURES:
                time.sleep(0.01)

    _in_threads(clients, client)


def _in_threads(count: int, work: Callable[[], None]) -> None:
    threads = [threading.Thread(target=work, daemon=True) for _ in range(count)]
    for thread in threads:
        thread.start()
    time.sleep(1)
    ready()
    for thread in threads:
        thread.join()


class AttackingClient(WebSocketClient):
    """A WebSocket that knows whether it has been closed."""

    def __init__(self) -> None:
        self.closed = False
        super().__init__(lambda _message: None, lambda _code: setattr(self, "closed", True))


async def _connect(port: int, wanted: dict[str, Any], address: str = ADDRESS) -> AttackingClient:
    path = f"/matches/{wanted['match']}/live?seq=0{wanted['query']}"
    while True:
        opened = AttackingClient()
        with suppress(HttpError, OSError, TimeoutError):
            await opened.connect(port, path, wanted["token"], address)
            return opened
        await asyncio.sleep(0.2)


def _neighbour(number: int) -> str:
    """An address after ours; 0 is ours."""
    network, _, host = ADDRESS.rpartition(".")
    return f"{network}.{int(host) + number}"


async def send_repeatedly(port: int, wanted: dict[str, Any]) -> None:
    """Many connections to one match; some of them send the same message again and again.

    `addresses`: from how many they come, by turns.
    """
    addresses = [_neighbour(number % wanted.get("addresses", 1)) for number in range(wanted["sockets"])]
    sockets = [await _connect(port, wanted, address) for address in addresses]
    number = 0
    while True:
        for place, opened in enumerate(sockets):
            if opened.closed:  # the server was killed, or has had enough of it
                sockets[place] = await _connect(port, wanted, addresses[place])
        for opened in sockets[: wanted["senders"]]:
            message = wanted["message"].replace("NUMBER", str(number))
            opened.write(frame(message.encode()))
        number += 1
        if number == 20:
            ready()
        await asyncio.sleep(PACE)


async def come_and_go(port: int, wanted: dict[str, Any]) -> None:
    """Watchers that connect, and leave as soon as they are in."""

    async def watcher() -> None:
        while True:
            opened = await _connect(port, wanted)
            await asyncio.sleep(0.5)
            opened.disconnect()

    watchers = [asyncio.create_task(watcher()) for _ in range(wanted["sockets"])]
    await asyncio.sleep(2)
    ready()
    await asyncio.gather(*watchers)


def half_requests(port: int) -> None:
    """Connections with half a request on each; those that are closed are opened again."""
    opened: list[socket.socket] = []
    for number in count(1):
        if number == HALF_REQUESTS:
            ready()
        try:
            half = socket.create_connection(("127.0.0.1", port), 1, (ADDRESS, 0))
            half.sendall(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
            opened.append(half)
        except OSError:  # nobody listens at the moment
            time.sleep(0.01)
        if len(opened) > HALF_REQUESTS:
            opened.pop(0).close()


def many_computers(port: int, matches: int) -> None:
    """Matches against the strongest computer, in which it is always the computer's turn soon."""
    for _ in range(matches):
        with suppress(*FAILURES):
            seats = [{"kind": "bot"}, {"kind": "computer", "level": 7}]
            wanted = {"game": "mole-hill", "seats": seats}
            opened = request(port, "POST", "/matches", wanted, address=ADDRESS)
            token = opened["seats"][0]["token"]
            request(port, "POST", "/join", {"token": token, "bot": True}, address=ADDRESS)
            at = request(port, "GET", f"/matches/{opened['id']}", token=token, address=ADDRESS)
            action = at["eyes"][0]["legal"][0]
            command = {"do": "play", "action": action, "seq": at["seq"]}
            path = f"/matches/{opened['id']}/commands"
            request(port, "POST", path, command, token, address=ADDRESS)
    ready()
    while True:
        time.sleep(1)


ATTACKS: dict[str, Callable[..., Any]] = {
    "post": post_repeatedly,
    "get": get_repeatedly,
    "half": half_requests,
    "computers": many_computers,
    "send": lambda port, **wanted: asyncio.run(send_repeatedly(port, wanted)),
    "come and go": lambda port, **wanted: asyncio.run(come_and_go(port, wanted)),
}


def main(name: str, port: int, wanted: dict[str, Any]) -> None:
    """Attack until somebody ends this program."""
    take_lowest_priority()
    raise_open_file_limit()
    ATTACKS[name](port, **wanted)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), json.loads(sys.argv[3]))
