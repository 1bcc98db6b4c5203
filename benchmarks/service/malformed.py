"""Nonsense of every kind, by HTTP and by WebSocket: no error of ours, no secret in an answer, no growth."""

from __future__ import annotations

import asyncio
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from benchmarks.report import Row, say
from benchmarks.service import load, servers, wire
from moleworks.service.tokens import digest

AT_ONCE = 8
WARM = 0.25
"""The share after which memory is compared: by then all that is loaded at first use has been."""
GROWTH = 8_000_000
"""Bytes that Python may hold more at the end: less than 100 for each piece of nonsense."""
PATIENCE, REST = 10.0, 1.0
"""Seconds to wait for an answer, and before the server is told that no more will come."""

HUGE = (10**40, -(10**40), 1e308, -1, 2**31, 2**63, 2**64, 0.1)
ODD = ("", "x" * 5000, "\0", "\ud7ff", "😀" * 50, "../../etc", "' OR 1=1 --", "NaN", "!seat 0 bot")
TYPES: tuple[Any, ...] = (None, True, False, [], {}, [[]], {"a": {}}, [None] * 50, *HUGE, *ODD)
LEAKS = re.compile(rb'Traceback|File \\?"|deal:[A-Z]=|"owner"|sqlite|asyncpg|site-packages')
"""What no answer may hold: how we are made, what chance dealt in secret, and whose a mole is.

In the match nobody knows even their own moles, and nonsense brings none of them home.
"""


class World(NamedTuple):
    """A match that hides something, and everything about it that nobody may be told."""

    port: int
    match: load.Opened
    watch: str
    secrets: tuple[bytes, ...]


class Tally:
    """What came back."""

    def __init__(self, total: int) -> None:
        self.total, self.sent = total, 0
        self.answers: Counter[str] = Counter()
        self.errors = self.leaks = self.silent = 0
        self.examples: list[str] = []

    def answer(
        self, world: World, kind: str, status: int, body: bytes, own: str | None, asked: bytes
    ) -> None:
        self.answers[f"{kind} {status}"] += 1
        if status >= 500:
            self._note("errors", asked, body)
        told = body.replace(own.encode(), b"") if own else body
        if any(secret in told and secret not in asked for secret in world.secrets):
            self._note("leaks", asked, body)
        found = LEAKS.search(told)
        if found and found.group() not in asked:
            self._note("leaks", asked, body)

    def _note(self, what: str, asked: bytes, body: bytes) -> None:
        setattr(self, what, getattr(self, what) + 1)
        if len(self.examples) < 5:
            self.examples.append(f"{what}: {asked[:300]!r} -> {body[:300]!r}")


def measure(folder: Path, total: int) -> Iterable[Row]:
    return asyncio.run(_measured(folder, total))


async def _measured(folder: Path, total: int) -> list[Row]:
    # Few matches may be opened: some of the nonsense makes sense, and would fill the memory rightly.
    with servers.ours(servers.sqlite(folder), folder, matches_per_hour=300) as server:
        world = _world(server.port)
        tally = Tally(total)
        jobs = [_by_http, _by_websocket] * (AT_ONCE // 2)
        warm = 0
        for goal in (WARM, 1.0):
            chooser = [random.Random(f"{goal} {n}") for n in range(len(jobs))]
            share = int(total * goal) - tally.sent
            parts = [share // len(jobs) + (n < share % len(jobs)) for n in range(len(jobs))]
            await asyncio.gather(*(job(world, tally, chooser[n], parts[n]) for n, job in enumerate(jobs)))
            if goal == WARM:
                warm = server.memory()
        growth = server.memory() - warm
        alive = server.alive() and wire.ask(server.port, "GET", "/health", root="")["ok"]
        logged = server.faults()
    for example in tally.examples:
        say(example, markup=False)
    return [
        Row(
            f"{tally.sent:,} malformed requests and messages",
            "no 500, no leak, no growth",
            f"{tally.errors} errors, {tally.leaks} leaks, {growth / 1e6:+.1f} MB",
            f"answers: {', '.join(f'{count:,} {kind}' for kind, count in tally.answers.most_common(9))}; "
            f"{tally.silent} without; {logged} errors logged; server {'alive' if alive else 'DEAD'}",
            not tally.errors and not tally.leaks and growth < GROWTH and bool(alive) and tally.sent == total,
        )
    ]


def _world(port: int) -> World:
    asked = {"game": "buddel-bande", "seats": [{"kind": "bot"}] * 2, "options": {"know_own": False}}
    found = wire.ask(port, "POST", "/matches", asked)
    tokens = tuple(seat["token"] for seat in found["seats"])
    for token in tokens:
        wire.ask(port, "POST", "/join", {"token": token, "bot": True})
    watch = found["watch"]["token"]
    hidden = (*tokens, watch)
    secrets = tuple(text.encode() for token in hidden for text in (token, digest(token)))
    return World(port, load.Opened(found["id"], tokens), watch, secrets)


# What would make sense


def _requests(world: World) -> list[tuple[str, str, Any]]:
    here = f"/api/matches/{world.match.id}"
    order = {"game": "mole-hill", "seats": [{"kind": "bot"}, {"kind": "computer", "level": 3}], "options": {}}
    return [
        ("POST", "/api/matches", order),
        ("POST", "/api/matches", order | {"board": {"game": "mole-hill", "name": "mine", "size": [9, 7]}}),
        ("POST", "/api/join", {"token": "A" * 32, "name": "Lina", "bot": True}),
        ("POST", "/api/join", {"code": "12345678", "name": "Lina"}),
        *(("POST", f"{here}/commands", command) for command in _commands()),
        ("POST", f"{here}/hint", {"seat": 0, "lines": 3}),
        ("POST", f"{here}/seats/0/link", None),
        ("GET", f"{here}?seq=3&lang=fr", None),
        ("GET", f"{here}/legal", None),
        ("GET", f"{here}/record?seat=1", None),
        ("GET", f"{here}/replay?seat=1&first=2", None),
        ("GET", f"{here}/text?seat=0&lang=de", None),
        ("GET", f"{here}/analysis", None),
        ("GET", "/api/matches", None),
        ("GET", "/api/games", None),
        ("GET", "/api/me", None),
        ("DELETE", "/api/me", None),
        ("POST", "/api/qr", {"text": "http://127.0.0.1/#join=abc"}),
    ]


def _commands() -> list[dict[str, Any]]:
    """Nothing that may end the match: what was hidden in it may then be told."""
    return [
        {"do": "play", "action": "S1>5", "seq": 4, "id": "a1", "seat": 0},
        {"do": "undo", "seq": 4},
        {"do": "offer", "what": "undo"},
        {"do": "answer", "what": "draw", "yes": True},
        {"do": "emote", "name": "hello"},
        {"do": "reseat", "whose": 1, "kind": "computer", "level": 3},
        {"do": "rename", "name": "Lina"},
        {"do": "look", "seq": 0},
    ]


# How sense is lost


def _spoilt(value: Any, chooser: random.Random) -> bytes:
    """The bytes of a message that was one once."""
    return chooser.choice(_WAYS)(value, chooser)


def _encode(value: Any) -> bytes:
    return msgspec.json.encode(value)


def _other_type(value: Any, chooser: random.Random) -> bytes:
    if not isinstance(value, dict) or not value:
        return _encode(chooser.choice(TYPES))
    return _encode(value | {chooser.choice(list(value)): chooser.choice(TYPES)})


def _other_names(value: Any, chooser: random.Random) -> bytes:
    changed = dict(value) if isinstance(value, dict) else {}
    if changed and chooser.random() < 0.5:
        del changed[chooser.choice(list(changed))]
    return _encode(changed | {chooser.choice(ODD): chooser.choice(TYPES)})


def _deep(_value: Any, chooser: random.Random) -> bytes:
    depth = chooser.choice((20, 500, 5000, 20000))
    opening, closing = chooser.choice(((b"[", b"]"), (b'{"a":', b"}")))
    return opening * depth + b"1" + closing * chooser.choice((depth, 0))


def _cut(value: Any, chooser: random.Random) -> bytes:
    text = _encode(value)
    return text[: chooser.randrange(len(text))]


def _flipped(value: Any, chooser: random.Random) -> bytes:
    text = bytearray(_encode(value))
    for _ in range(chooser.randint(1, 6)):
        text[chooser.randrange(len(text))] = chooser.randrange(256)
    return bytes(text)


def _random(_value: Any, chooser: random.Random) -> bytes:
    return chooser.randbytes(chooser.randrange(200))


def _no_text(value: Any, chooser: random.Random) -> bytes:
    text = _encode(value)
    at = chooser.randrange(len(text))
    return (
        text[:at] + chooser.choice((b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80")) + text[at:]
    )


def _digits(value: Any, chooser: random.Random) -> bytes:
    digits = b"9" * chooser.choice((20, 400, 5000))
    return re.sub(rb"\d+", digits, _encode(value), count=1)


_WAYS: tuple[Callable[[Any, random.Random], bytes], ...] = (
    _other_type, _other_type, _other_names, _deep, _cut, _flipped, _random, _no_text, _digits,
)  # fmt: skip


def _token(world: World, chooser: random.Random) -> str | None:
    """Mostly a good one, so that the nonsense gets further; sometimes a wrong one or none."""
    near = world.match.tokens[0][:-1] + "!"
    return chooser.choice(
        (*world.match.tokens, *world.match.tokens, world.watch, near, "A" * 32, "x" * 300, None)
    )


# By HTTP


async def _by_http(world: World, tally: Tally, chooser: random.Random, count: int) -> None:
    known = _requests(world)
    for _ in range(count):
        method, path, data = chooser.choice(known)
        token = _token(world, chooser)
        asked = _request(world, method, path, data, token, chooser)
        try:
            async with asyncio.timeout(PATIENCE):
                body = await _exchanged(world.port, asked)
        except (OSError, TimeoutError):
            body = b""
        status = re.match(rb"HTTP/1\.\d (\d{3})", body)
        if status:
            tally.answer(world, "HTTP", int(status[1]), body, token, asked)
        else:
            tally.silent += 1
        _count(tally)


def _request(
    world: World, method: str, path: str, data: Any, token: str | None, chooser: random.Random
) -> bytes:
    """Mostly HTTP with nonsense in it, sometimes hardly HTTP."""
    body = _spoilt(data, chooser) if data is not None else b""
    where = path.encode()
    if data is None or chooser.random() < 0.2:
        where = _bent(where, chooser)
        method = chooser.choice((method, method, "PUT", "PATCH", "BREW", "OPTIONS"))
    kind = chooser.choice((b"application/json",) * 8 + (b"text/plain", b"application/x-msgpack", b"\xff"))
    length = len(body) if chooser.random() < 0.95 else chooser.choice((0, 1, 10**12, -5))
    lines = [
        method.encode() + b" " + where + b" HTTP/1.1",
        b"Host: 127.0.0.1:%d" % world.port,
        b"Connection: close",
        b"Content-Type: " + kind,
        *([b"Authorization: Bearer " + token.encode()] if token else []),
        *([b"Cookie: moleworks=" + chooser.randbytes(9).hex().encode()] if chooser.random() < 0.1 else []),
        *([b"Accept-Language: " + b"x," * 500] if chooser.random() < 0.05 else []),
        *([b"Content-Length: %d" % length] if body or length else []),
    ]
    whole = b"\r\n".join([*lines, b"", body])
    return chooser.randbytes(300) + b"\r\n\r\n" if chooser.random() < 0.03 else whole


def _bent(path: bytes, chooser: random.Random) -> bytes:
    at = chooser.randrange(1, len(path))
    odd = (b"%00", b"%ff%fe", b"/..", b"//", b"%2e%2e/", b"9" * 30, b"?", b"&seq=-1", b"&seat=9" * 50, b"%")
    return path[:at] + chooser.choice(odd) + path[at + chooser.randrange(3) :]


async def _exchanged(port: int, asked: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(asked)
        async with asyncio.timeout(REST):
            return await reader.read()
    except TimeoutError:  # it waits for the rest of what was announced, as it should
        writer.write_eof()
        return await reader.read()
    finally:
        writer.close()


# By WebSocket


async def _by_websocket(world: World, tally: Tally, chooser: random.Random, count: int) -> None:
    """Message after message on one connection; where that was too much for it, on another."""
    commands = _commands()
    line = _Line(world, tally)
    for _ in range(count):
        await line.opened(chooser)
        payload = _spoilt(chooser.choice(commands), chooser)
        kind = chooser.choice((wire.TEXT,) * 6 + (wire.BINARY, wire.PING, 3, 0))
        first = 0x80 if chooser.random() < 0.95 else chooser.choice((0x00, 0xC0, 0xF0))
        await line.say(payload, kind, first)
        _count(tally)
    line.close()


class _Line:
    """A connection that is made again when it is gone."""

    def __init__(self, world: World, tally: Tally) -> None:
        self.world, self.tally = world, tally
        self.asked, self.own = b"", world.match.tokens[0]
        self._wire: wire.Wire | None = None
        self._heard = asyncio.Event()

    async def opened(self, chooser: random.Random) -> None:
        if self._wire is not None:
            return
        self.own = chooser.choice(self.world.match.tokens)
        path = f"/matches/{self.world.match.id}/live?seq=0"
        self._wire = wire.Wire(self._hear, self._gone)
        await self._wire.dial(self.world.port, path, self.own)

    async def say(self, payload: bytes, kind: int, first: int) -> None:
        assert self._wire is not None
        self.asked = payload
        self._heard.clear()
        self._wire.write(wire.frame(payload, kind, first))
        if kind in {wire.TEXT, wire.BINARY} and first == 0x80:
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._heard.wait()
            except TimeoutError:
                self.tally.silent += 1

    def _hear(self, message: bytes) -> None:
        kind = "WebSocket refused" if b'"type":"refused"' in message else "WebSocket told"
        self.tally.answer(self.world, kind, 0, message, self.own, self.asked)
        self._heard.set()

    def _gone(self, code: int) -> None:
        self._wire = None
        self.tally.answers[f"WebSocket closed {code}"] += 1
        if code == 1011:  # "the server met something that it did not expect"
            self.tally._note("errors", self.asked, b"closed with 1011")
        self._heard.set()

    def close(self) -> None:
        if self._wire is not None:
            self._wire.leave()


def _count(tally: Tally) -> None:
    tally.sent += 1
    if tally.sent % 10_000 == 0:
        say(f"malformed: {tally.sent:,} of {tally.total:,}; {tally.errors} errors, {tally.leaks} leaks")
