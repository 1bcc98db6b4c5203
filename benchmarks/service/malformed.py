"""Send malformed input by HTTP and WebSocket: no server error, no leaked secret, no hang, no memory growth.

Requests, commands, records and boards are changed at random. Another `--seed` gives other input, so that
many short runs together are a long one: those of one folder are counted together.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from benchmarks.report import Row, say
from benchmarks.service import client, load, runs, servers
from moleworks import boards
from moleworks.matches.tokens import digest
from moleworks.web import examples

CONNECTIONS = 8
WARM = 0.25
"""The share of messages after which memory is compared: by then all modules are loaded."""
GROWTH = 8_000_000
"""Bytes that the server may grow: less than 100 for each message."""
PATIENCE, REST = 30.0, 1.0
"""Seconds after which a request without an answer hangs, and before a request is ended."""
DATABASES = ("sqlite", "postgresql")

HUGE = (10**40, -(10**40), 1e308, -1, 2**31, 2**63, 2**64, 0.1)
ODD = ("", "x" * 5000, "\0", "\ud7ff", "😀" * 50, "../../etc", "' OR 1=1 --", "NaN", "!seat 0 bot")
TYPES: tuple[Any, ...] = (None, True, False, [], {}, [[]], {"a": {}}, [None] * 50, *HUGE, *ODD)
LEAKS = re.compile(rb'Traceback|File \\?"|deal:[A-Z]=|"owner"|sqlite|asyncpg|site-packages')
"""What no answer may contain: internals, secret deals, and owners of moles.

In this match no seat knows its own moles, and malformed input brings none of them home.
"""


class SecretMatch(NamedTuple):
    """A match with hidden information, and the texts that no answer may contain."""

    port: int
    match: load.OpenedMatch
    secrets: tuple[bytes, ...]


class AnswerCounts:
    """Counts of the answers."""

    def __init__(self, total: int) -> None:
        self.total, self.sent = total, 0
        self.answers: Counter[str] = Counter()
        self.errors = self.leaks = self.hung = 0
        self.unanswered = 0
        """How often the connection was closed without an answer, as for bytes that are no HTTP."""
        self.examples: list[str] = []

    def add_answer(
        self,
        secret_match: SecretMatch,
        kind: str,
        status: int,
        body: bytes,
        own: str | None,
        sent_bytes: bytes,
    ) -> None:
        self.answers[f"{kind} {status}"] += 1
        if status >= 500:
            self.add_finding("errors", sent_bytes, body)
        others = body.replace(own.encode(), b"") if own else body
        if any(secret in others and secret not in sent_bytes for secret in secret_match.secrets):
            self.add_finding("leaks", sent_bytes, body)
        found = LEAKS.search(others)
        if found and found.group() not in sent_bytes:
            self.add_finding("leaks", sent_bytes, body)

    def add_finding(self, what: str, sent_bytes: bytes, body: bytes) -> None:
        setattr(self, what, getattr(self, what) + 1)
        self.add_example(what, sent_bytes, body)

    def add_example(self, what: str, sent_bytes: bytes, body: bytes) -> None:
        if len(self.examples) < 5:
            self.examples.append(f"{what}: {sent_bytes[:300]!r} -> {body[:300]!r}")


def measure(folder: Path, total: int, databases: Sequence[str] = DATABASES, seed: int = 0) -> Iterable[Row]:
    """A row for each database."""
    for name in databases:
        with _database(name, folder) as database:
            yield asyncio.run(_measure(name, database, folder, total, seed))


@contextmanager
def _database(name: str, folder: Path) -> Iterator[str]:
    """The address of a new database."""
    if name == "sqlite":
        yield servers.sqlite(folder)
        return
    with servers.postgresql() as postgres:
        yield postgres.database()


async def _measure(name: str, database: str, folder: Path, total: int, seed: int) -> Row:
    # Few matches may be opened: some messages are valid by chance, and their matches need memory.
    log_file = folder / f"malformed-{name}-{seed}.log"
    with servers.moleworks_server(database, folder, log_file=log_file, matches_per_hour=300) as server:
        secret_match = _open_secret_match(server.port)
        counts = AnswerCounts(total)
        jobs = [_by_http, _by_websocket] * (CONNECTIONS // 2)
        warm = 0
        for goal in (WARM, 1.0):
            rng = [random.Random(f"{seed} {goal} {n}") for n in range(len(jobs))]
            share = int(total * goal) - counts.sent
            parts = [share // len(jobs) + (n < share % len(jobs)) for n in range(len(jobs))]
            await asyncio.gather(*(job(secret_match, counts, rng[n], parts[n]) for n, job in enumerate(jobs)))
            if goal == WARM:
                warm = server.memory()
        growth = server.memory() - warm
        alive = server.alive() and client.request(server.port, "GET", "/health", root="")["ok"]
        logged = server.logged_errors()
    for example in counts.examples:
        say(example, markup=False)
    together = runs.add_run(
        folder / f"malformed-{name}.jsonl",
        {
            "inputs": counts.sent,
            "errors": counts.errors,
            "leaks": counts.leaks,
            "hung": counts.hung,
            "errors logged": logged,
        },
        seed,
    )
    return Row(
        f"{counts.sent:,} malformed requests and messages, {name}",
        "no 500, no leak, no hang, no growth",
        f"{counts.errors} errors, {counts.leaks} leaks, {counts.hung} hung, {growth / 1e6:+.1f} MB",
        f"answers: {', '.join(f'{count:,} {kind}' for kind, count in counts.answers.most_common(9))}; "
        f"{counts.unanswered} without; {logged} errors logged; seed {seed}; "
        f"server {'alive' if alive else 'DEAD'}; {together}",
        not (counts.errors or counts.leaks or counts.hung or logged)
        and growth < GROWTH
        and bool(alive)
        and counts.sent == total,
    )


def _open_secret_match(port: int) -> SecretMatch:
    order = {"game": "buddel-bande", "seats": [{"kind": "bot"}] * 2, "options": {"know_own": False}}
    found = client.request(port, "POST", "/matches", order)
    tokens = tuple(seat["token"] for seat in found["seats"])
    for token in tokens:
        client.request(port, "POST", "/join", {"token": token, "bot": True})
    watch = found["watch"]["token"]
    hidden = (*tokens, watch)
    secrets = tuple(text.encode() for token in hidden for text in (token, digest(token)))
    return SecretMatch(port, load.OpenedMatch(found["id"], tokens, watch), secrets)


# Valid requests and commands


def _requests(secret_match: SecretMatch) -> list[tuple[str, str, Any]]:
    here = f"/api/matches/{secret_match.match.id}"
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
        *_uploads(),
    ]


def _uploads() -> Iterator[tuple[str, str, Any]]:
    """Records and boards, which are read in processes of their own."""
    record = {"record": examples.RECORD}
    yield "POST", "/api/records", record
    yield "POST", "/api/records/position", record | {"ply": 1}
    yield "POST", "/api/records/lines", record | {"lines": [{"ply": 1, "line": ["e4|f4", "e5"]}]}
    for game in ("mole-hill", "mole-company", "buddel-bande"):
        board = boards.data(game, boards.named(game, "classic"))
        yield "POST", "/api/boards", {"board": board}
        yield "POST", "/api/boards/file", {"toml": boards.to_toml(board)}


def _commands() -> list[dict[str, Any]]:
    """No command that can end the match: after the end its secrets are public."""
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


# Mutations


def _mutate(value: Any, rng: random.Random) -> bytes:
    """The bytes of a message after a random mutation."""
    return rng.choice(_MUTATIONS)(value, rng)


def _encode(value: Any) -> bytes:
    return msgspec.json.encode(value)


def _change_type(value: Any, rng: random.Random) -> bytes:
    if not isinstance(value, dict) or not value:
        return _encode(rng.choice(TYPES))
    return _encode(value | {rng.choice(list(value)): rng.choice(TYPES)})


def _change_names(value: Any, rng: random.Random) -> bytes:
    changed = dict(value) if isinstance(value, dict) else {}
    if changed and rng.random() < 0.5:
        del changed[rng.choice(list(changed))]
    return _encode(changed | {rng.choice(ODD): rng.choice(TYPES)})


def _nest(_value: Any, rng: random.Random) -> bytes:
    depth = rng.choice((20, 500, 5000, 20000))
    opening, closing = rng.choice(((b"[", b"]"), (b'{"a":', b"}")))
    return opening * depth + b"1" + closing * rng.choice((depth, 0))


def _truncate(value: Any, rng: random.Random) -> bytes:
    text = _encode(value)
    return text[: rng.randrange(len(text))]


def _change_bytes(value: Any, rng: random.Random) -> bytes:
    text = bytearray(_encode(value))
    for _ in range(rng.randint(1, 6)):
        text[rng.randrange(len(text))] = rng.randrange(256)
    return bytes(text)


def _random_bytes(_value: Any, rng: random.Random) -> bytes:
    return rng.randbytes(rng.randrange(200))


def _invalid_utf8(value: Any, rng: random.Random) -> bytes:
    text = _encode(value)
    at = rng.randrange(len(text))
    return text[:at] + rng.choice((b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80")) + text[at:]


def _huge_number(value: Any, rng: random.Random) -> bytes:
    digits = b"9" * rng.choice((20, 400, 5000))
    return re.sub(rb"\d+", digits, _encode(value), count=1)


_MUTATIONS: tuple[Callable[[Any, random.Random], bytes], ...] = (
    _change_type, _change_type, _change_names, _nest, _truncate, _change_bytes, _random_bytes,
    _invalid_utf8, _huge_number,
)  # fmt: skip


def _token(secret_match: SecretMatch, rng: random.Random) -> str | None:
    """Mostly a valid token, so that the message gets further; sometimes a wrong one or none."""
    near = secret_match.match.tokens[0][:-1] + "!"
    return rng.choice(
        (
            *secret_match.match.tokens,
            *secret_match.match.tokens,
            secret_match.match.watch,
            near,
            "A" * 32,
            "x" * 300,
            None,
        )
    )


# By HTTP


async def _by_http(secret_match: SecretMatch, counts: AnswerCounts, rng: random.Random, count: int) -> None:
    known = _requests(secret_match)
    for _ in range(count):
        method, path, data = rng.choice(known)
        token = _token(secret_match, rng)
        sent_bytes = _request(secret_match, method, path, data, token, rng)
        try:
            async with asyncio.timeout(PATIENCE):
                body = await _exchange(secret_match.port, sent_bytes)
        except TimeoutError:
            counts.hung += 1
            counts.add_example("hung", sent_bytes, b"no answer")
            body = b""
        except OSError:
            body = b""
        status = re.match(rb"HTTP/1\.\d (\d{3})", body)
        if status:
            counts.add_answer(secret_match, "HTTP", int(status[1]), body, token, sent_bytes)
        else:
            counts.unanswered += 1
        _count(counts)


def _request(
    secret_match: SecretMatch, method: str, path: str, data: Any, token: str | None, rng: random.Random
) -> bytes:
    """Mostly a valid HTTP request with a malformed body, sometimes malformed HTTP."""
    body = _mutate(data, rng) if data is not None else b""
    where = path.encode()
    if data is None or rng.random() < 0.2:
        where = _mutate_path(where, rng)
        method = rng.choice((method, method, "PUT", "PATCH", "BREW", "OPTIONS"))
    kind = rng.choice((b"application/json",) * 8 + (b"text/plain", b"application/x-msgpack", b"\xff"))
    length = len(body) if rng.random() < 0.95 else rng.choice((0, 1, 10**12, -5))
    lines = [
        method.encode() + b" " + where + b" HTTP/1.1",
        b"Host: 127.0.0.1:%d" % secret_match.port,
        b"Connection: close",
        b"Content-Type: " + kind,
        *([b"Authorization: Bearer " + token.encode()] if token else []),
        *([b"Cookie: moleworks=" + rng.randbytes(9).hex().encode()] if rng.random() < 0.1 else []),
        *([b"Accept-Language: " + b"x," * 500] if rng.random() < 0.05 else []),
        *([b"Content-Length: %d" % length] if body or length else []),
    ]
    whole = b"\r\n".join([*lines, b"", body])
    return rng.randbytes(300) + b"\r\n\r\n" if rng.random() < 0.03 else whole


def _mutate_path(path: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(1, len(path))
    odd = (b"%00", b"%ff%fe", b"/..", b"//", b"%2e%2e/", b"9" * 30, b"?", b"&seq=-1", b"&seat=9" * 50, b"%")
    return path[:at] + rng.choice(odd) + path[at + rng.randrange(3) :]


async def _exchange(port: int, sent_bytes: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(sent_bytes)
        async with asyncio.timeout(REST):
            return await reader.read()
    except TimeoutError:  # the server rightly waits for the rest of the announced body
        writer.write_eof()
        return await reader.read()
    finally:
        writer.close()


# By WebSocket


async def _by_websocket(
    secret_match: SecretMatch, counts: AnswerCounts, rng: random.Random, count: int
) -> None:
    """Send messages on one connection, and open another when the server closes it."""
    commands = _commands()
    socket = _ReconnectingSocket(secret_match, counts)
    for _ in range(count):
        await socket.ensure_open(rng)
        payload = _mutate(rng.choice(commands), rng)
        kind = rng.choice((client.TEXT,) * 6 + (client.BINARY, client.PING, 3, 0))
        first = 0x80 if rng.random() < 0.95 else rng.choice((0x00, 0xC0, 0xF0))
        await socket.send(payload, kind, first)
        _count(counts)
    socket.close()


class _ReconnectingSocket:
    """A WebSocket that is opened again when it was closed."""

    def __init__(self, secret_match: SecretMatch, counts: AnswerCounts) -> None:
        self.secret_match, self.counts = secret_match, counts
        self.sent_bytes, self.own = b"", secret_match.match.tokens[0]
        self._socket: client.WebSocketClient | None = None
        self._answered = asyncio.Event()

    async def ensure_open(self, rng: random.Random) -> None:
        if self._socket is not None:
            return
        match = self.secret_match.match
        # A changed request may by chance be that for a new link, which ends the old token.
        for own in (*rng.sample(match.tokens, len(match.tokens)), match.watch):
            self.own, opened = own, client.WebSocketClient(self._receive, self._closed)
            try:
                await opened.connect(self.secret_match.port, f"/matches/{match.id}/live?seq=0", own)
            except client.HttpError as error:
                self.counts.answers[f"WebSocket {error.status}"] += 1
                if error.status >= 500:
                    self.counts.add_finding("errors", own.encode(), str(error).encode())
            else:
                self._socket = opened
                return
        raise RuntimeError("nobody may see the match any more")

    async def send(self, payload: bytes, kind: int, first: int) -> None:
        assert self._socket is not None
        self.sent_bytes = payload
        self._answered.clear()
        self._socket.write(client.frame(payload, kind, first))
        if kind in {client.TEXT, client.BINARY} and first == 0x80:
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._answered.wait()
            except TimeoutError:
                self.counts.hung += 1
                self.counts.add_example("hung", payload, b"no answer")

    def _receive(self, message: bytes) -> None:
        kind = "WebSocket refused" if b'"type":"refused"' in message else "WebSocket answered"
        self.counts.add_answer(self.secret_match, kind, 0, message, self.own, self.sent_bytes)
        self._answered.set()

    def _closed(self, code: int) -> None:
        self._socket = None
        self.counts.answers[f"WebSocket closed {code}"] += 1
        if code == 1011:  # internal server error
            self.counts.add_finding("errors", self.sent_bytes, b"closed with 1011")
        self._answered.set()

    def close(self) -> None:
        if self._socket is not None:
            self._socket.disconnect()


def _count(counts: AnswerCounts) -> None:
    counts.sent += 1
    if counts.sent % 10_000 == 0:
        say(
            f"malformed: {counts.sent:,} of {counts.total:,}; {counts.errors} errors, {counts.leaks} leaks, "
            f"{counts.hung} hung"
        )
