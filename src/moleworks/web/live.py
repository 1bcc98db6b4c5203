"""The WebSocket of a match: commands in, tidings out. A raw ASGI application, as every move passes here."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Generator
from typing import Any
from urllib.parse import parse_qs

import msgspec

from moleworks.games import Complaint
from moleworks.games.game import N_
from moleworks.service import tidings
from moleworks.service.commands import AnyCommand, Look
from moleworks.service.decisions import Repeated, Stale
from moleworks.service.room import Ear, Room, Who
from moleworks.service.store import NoStore
from moleworks.service.tidings import Eyes
from moleworks.texts import Language
from moleworks.web import problems, wording
from moleworks.web.limits import Bucket
from moleworks.web.persons import PROTOCOL, Caller, caller, check_host, check_origin
from moleworks.web.site import Site

log = logging.getLogger("moleworks.web")

PATH = re.compile(r"/api/matches/([A-Za-z0-9_-]{1,64})/live")
OUTBOX = 64
"""Messages that wait for a client; one that has more to catch up with is told where the match is instead."""
AGAIN, LATER, FLOOD = 1012, 1013, 1008
"""Codes of closing: come back at once, come back later, and you send too much."""

Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Coroutine[Any, Any, None]]

_decode = msgspec.json.Decoder(AnyCommand).decode


class Live:
    """The application; it is asked for WebSockets only."""

    def __init__(self, site: Site) -> None:
        self.site = site

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        await receive()
        site = self.site
        asks = caller(scope, site.public_url)
        try:
            check_host(scope, site.hosts)
            check_origin(scope, site.public_url)
            site.requests.take(asks.address)
            match = PATH.fullmatch(scope["path"])
            if match is None:
                raise problems.Nowhere
            site.connections.enter(asks.address)
        except Complaint as error:
            await _refused(send, error, asks.words)
            return
        try:
            await self._admit(match[1], scope, asks, receive, send)
        finally:
            site.connections.leave(asks.address)

    async def _admit(self, match: str, scope: Any, asks: Caller, receive: Receive, send: Send) -> None:
        try:
            parted = (await self.site.house.room(match)).course.parted
            room, who = await self.site.entered(match, asks)
            query = scope["query_string"].decode("latin-1")
            (seq, eyes), wish = _wishes(query, who), wording.wished(query)
        except Complaint as error:
            await _refused(send, error, asks.words)
            return
        chosen = PROTOCOL if PROTOCOL in scope.get("subprotocols", ()) else None
        await send({"type": "websocket.accept", "subprotocol": chosen})
        client = Client(self.site, room, who, eyes, asks, send)
        client.tongue = wish and wording.Tongue(eyes, asks.words, wish)
        try:
            client.hear(await room.since(seq, eyes, client))
            if room.course.parted != parted:  # somebody lost a seat while we asked who this is
                client.close(AGAIN)
            await client.listen(receive)
        finally:
            room.leave(client)
            client.left()


class Client(Ear):
    """One connection."""

    def __init__(self, site: Site, room: Room, who: Who, eyes: Eyes, asks: Caller, send: Send) -> None:
        self.site, self.room, self.who = site, room, who
        self.eyes: Eyes = eyes
        self.words: Language = asks.words
        self.person = asks.person
        self.tongue: wording.Tongue | None = None
        """Puts what happens into words, for clients that want it."""
        self._send = send
        self._bucket = Bucket(site.settings.message_rate, site.settings.message_burst, time.monotonic())
        self._outbox: deque[bytes] | None = None
        """What waits while the client does not keep up; none while it does."""
        self._skipped = False
        self._closed = False
        self._draining: asyncio.Task[None] | None = None

    def has(self, seat: int) -> bool:
        return seat in self.who.seats

    # Out

    def hear(self, message: bytes) -> None:
        if self._closed:
            return
        if message and self.tongue is not None:
            message = self.tongue.worded(message, self.room)
        if not message:
            self.close(AGAIN)
        elif self._outbox is None:
            self._now({"type": "websocket.send", "text": message.decode()})
        elif len(self._outbox) < OUTBOX:
            self._outbox.append(message)
        else:
            self._outbox.clear()
            self._skipped = True

    def close(self, code: int) -> None:
        """No more after this."""
        if self._closed:
            return
        self._closed = True
        event = {"type": "websocket.close", "code": code}
        if self._outbox is None:
            self._now(event)
        elif self._draining is not None:
            self._draining.cancel()
            self._draining = asyncio.create_task(self._last(event))

    def left(self) -> None:
        self._closed = True
        if self._draining is not None and self._outbox is not None:
            self._draining.cancel()

    def _now(self, event: dict[str, Any]) -> None:
        """Send without a task of its own: the server only writes to its transport, unless that is full."""
        sending = self._send(event)
        try:
            pause = sending.send(None)
        except StopIteration:
            return
        except Exception:  # noqa: BLE001 - whoever has gone hears nothing; `listen` learns of it
            self._closed = True
            return
        self._outbox = deque()
        self._draining = asyncio.create_task(self._drain(_Rest(sending, pause)))

    async def _drain(self, rest: _Rest) -> None:
        """The client does not keep up: wait for it, tell it in short, and let it go if it stays slow."""
        assert self._outbox is not None
        try:
            async with asyncio.timeout(self.site.settings.slow_seconds):
                await rest
                while self._outbox or self._skipped:
                    await self._send({"type": "websocket.send", "text": (await self._next()).decode()})
        except TimeoutError:
            self._closed = True
            await self._last({"type": "websocket.close", "code": LATER})
        except Exception:  # noqa: BLE001 - it has gone
            self._closed = True
        self._outbox = self._draining = None

    async def _next(self) -> bytes:
        assert self._outbox is not None
        if not self._skipped:
            return self._outbox.popleft()
        self._skipped = False
        self._outbox.clear()
        self._outbox.append(tidings.encode(self.room.table()))
        at = await self.room.since(self.room.course.seq, self.eyes)
        if self.tongue is None:
            return at
        self.tongue.forget()
        return self.tongue.worded(at, self.room)

    async def _last(self, event: dict[str, Any]) -> None:
        """Say why, if the client still listens; whoever waits in `listen` is told by the server."""
        self.room.leave(self)
        try:
            async with asyncio.timeout(self.site.settings.slow_seconds):
                await self._send(event)
        except TimeoutError:
            log.info("a slow client of match %s was cut off", self.room.id)
            _cut(self._send)
        except Exception:  # noqa: BLE001 - it has gone
            log.debug("a slow client of match %s has gone", self.room.id)

    # In

    async def listen(self, receive: Receive) -> None:
        """Take what the client sends until it goes, one command after the other."""
        while True:
            event = await receive()
            if event["type"] != "websocket.receive":
                return
            if self._closed:
                continue
            if not self._bucket.take(time.monotonic()):
                log.info("a connection to match %s sent too much", self.room.id)
                self.close(FLOOD)
                continue
            try:
                command = _decode(event.get("text") or event.get("bytes") or b"")
            except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
                self.hear(_unreadable(error, self.words))
                continue
            await self._do(command)

    async def _do(self, command: AnyCommand) -> None:
        began, kind, result = time.perf_counter(), type(command).__name__.lower(), "done"
        try:
            if isinstance(command, Look):
                self.hear(await self._at(command))
            else:
                await self.room.do(self.who, command)
        except (Stale, Repeated) as error:
            result = "stale" if isinstance(error, Stale) else "repeated"
            self.hear(await self._at(command, result))
        except Complaint as error:
            result = "refused"
            names = wording.called(self.room, self.words)
            error = wording.reasoned(error, self.room.course.match.game, names)
            self.hear(refusal(error, self.words, command.id))
        except Exception:
            result = "failed"
            log.exception("a command failed in match %s", self.room.id)
            text = self.words.say(problems.TEXTS[500])
            self.hear(tidings.encode({"type": "refused", "id": command.id, "reason": text}))
        self.site.counts.command(kind, result, began)

    async def _at(self, command: AnyCommand, why: str | None = None) -> bytes:
        """Where the match is, for who asked."""
        at = await self.room.since(getattr(command, "seq", self.room.course.seq), self.eyes)
        return spliced(at, command.id, why)


class _Rest:
    """The rest of a coroutine that was begun by hand and has to wait for something after all."""

    def __init__(self, begun: Coroutine[Any, Any, None], pause: Any) -> None:
        self.begun, self.pause = begun, pause

    def __await__(self) -> Generator[Any, None, None]:
        pause = self.pause
        try:
            while True:
                yield pause
                pause = self.begun.send(None)
        except StopIteration:
            return
        finally:
            self.begun.close()


def _cut(send: Send) -> None:
    """End a connection at once: closed in order, it would wait for the client to read, perhaps forever.

    ASGI knows no such thing, so this looks at whose method `send` is: with uvicorn, the protocol's.
    """
    transport = getattr(getattr(send, "__self__", None), "transport", None)
    if transport is not None:
        transport.abort()


def spliced(at: bytes, client: str | None, why: str | None = None) -> bytes:
    """An `at` message that answers a command: with the client's number for it, and why it was not done."""
    extra = {name: value for name, value in (("id", client), ("why", why)) if value is not None}
    return at[:-1] + b"," + tidings.encode(extra)[1:] if extra else at


def refusal(error: Complaint, words: Language, client: str | None) -> bytes:
    if isinstance(error, NoStore):
        log.error("the store failed: %s", error)
        error = Complaint(problems.TEXTS[503])
    return tidings.encode(tidings.refused(error, words, client))


def _unreadable(error: Exception, words: Language) -> bytes:
    reason = problems.unfit([(None, str(error)[:300])], words)
    return tidings.encode({"type": "refused", "id": None, "reason": reason})


def _wishes(query: str, who: Who) -> tuple[int, Eyes]:
    """The last entry that the client knows, and the seats through which it wants to look."""
    asked = parse_qs(query)
    seq, seats = asked.get("seq", ["0"])[-1], asked.get("seats", [""])[-1]
    if not (seq.isascii() and seq.isdigit() and len(seq) < 10):
        raise Complaint(N_("seq is the number of the last entry that you know, such as 12."))
    if not seats:
        return int(seq), tuple(sorted(who.seats))
    if not re.fullmatch(r"[0-3](,[0-3])*", seats):
        raise Complaint(N_("seats are numbers with commas between, such as 0,2."))
    wanted = {int(seat) for seat in seats.split(",")}
    if not wanted <= who.seats:
        raise Complaint(N_("This is not your seat."))
    return int(seq), tuple(sorted(wanted))


async def _refused(send: Send, error: Complaint, words: Language) -> None:
    """The handshake is answered like any other request that cannot be granted."""
    problem = problems.told(error, words)
    pairs = [(b"content-type", problems.MEDIA.encode())]
    pairs += [(name.encode(), value.encode()) for name, value in problems.retry(error).items()]
    await send({"type": "websocket.http.response.start", "status": problem.status, "headers": pairs})
    await send({"type": "websocket.http.response.body", "body": msgspec.json.encode(problem)})
