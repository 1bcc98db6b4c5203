"""The WebSocket of a match: receives commands, sends messages. Raw ASGI for speed: every move passes here."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any
from urllib.parse import parse_qs

import msgspec

from moleworks.core.game import MAX_PLAYERS
from moleworks.core.messages import N_, Complaint
from moleworks.matches import client_messages
from moleworks.matches.access import Access
from moleworks.matches.apply_command import Repeated, Stale
from moleworks.matches.broadcast import Listener
from moleworks.matches.client_messages import SharedMessage, ViewSeats
from moleworks.matches.commands import AnyCommand, Look
from moleworks.matches.live import LiveMatch
from moleworks.matches.loop_watch import MeasuredSteps, start_measured
from moleworks.matches.message_types import AtMessage, NotDone, RefusedMessage, ServerMessage
from moleworks.matches.store import StoreUnavailable
from moleworks.texts import Language
from moleworks.web import narration, problems
from moleworks.web.budgets import RequestCost
from moleworks.web.context import AppContext
from moleworks.web.identity import PROTOCOL, Caller, check_host, check_origin, identify
from moleworks.web.json_logging import set_request_id
from moleworks.web.rate_limits import RateLimited, TokenBucket
from moleworks.web.start_sending import start_sending

logger = logging.getLogger("moleworks.web")

PATH = re.compile(r"/api/matches/([A-Za-z0-9_-]{1,64})/live")
SEATS = re.compile("[0-{0}](,[0-{0}])*".format(MAX_PLAYERS - 1))
MAX_OUTBOX = 64
"""Messages that may wait for a slow client; beyond that it gets one `at` message instead of all of them."""
CLOSE_RESTART, CLOSE_TRY_LATER, CLOSE_POLICY = 1012, 1013, 1008
"""Close codes: reconnect soon, reconnect later, and too many messages."""

Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Coroutine[Any, Any, None]]

_decode = msgspec.json.Decoder(AnyCommand).decode


class MatchWebSocket:
    """The ASGI application of all WebSockets."""

    def __init__(self, context: AppContext) -> None:
        self.context = context

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Admit a client, and serve it until it disconnects."""
        await receive()
        set_request_id(dict(scope["headers"]).get(b"x-request-id", b""))
        context = self.context
        caller = identify(scope, context.public_url)
        try:
            check_host(scope, context.hosts)
            check_origin(scope, context.public_url)
            context.request_limit.take(caller.address)
            match = PATH.fullmatch(scope["path"])
            if match is None:
                raise problems.NotFound
            cost = context.cost(caller.address, caller.person, f"a new WebSocket of match {match[1]}")
            await cost.wait()
            context.connection_limit.enter(caller.address)
        except Complaint as error:
            await _reject(send, error, caller.words)
            return
        try:
            await MeasuredSteps(self._admit(match[1], scope, caller, cost, receive, send), cost)
        finally:
            cost.settle()
            context.connection_limit.leave(caller.address)

    async def _admit(
        self, match: str, scope: Any, caller: Caller, cost: RequestCost, receive: Receive, send: Send
    ) -> None:
        try:
            evicted = (await self.context.match_server.live_match(match)).log.eviction_seq
            live, access = await self.context.enter(match, caller)
            query = scope["query_string"].decode("latin-1")
            seq, seats = _read_query(query, access)
            options = narration.narration_options(query, live)
        except Complaint as error:
            await _reject(send, error, caller.words)
            return
        protocol = PROTOCOL if PROTOCOL in scope.get("subprotocols", ()) else None
        await send({"type": "websocket.accept", "subprotocol": protocol})
        client = WebSocketClient(self.context, live, access, seats, caller, send, cost)
        client.narrator = options and narration.Narrator(seats, caller.words, options)
        try:
            await client.prepare_words(seq)
            client.reply(await live.update_since(seq, seats, client))
            if live.log.eviction_seq != evicted:  # somebody lost a seat while the caller was identified
                client.close(CLOSE_RESTART)
            await client.receive_all(receive)
        finally:
            live.remove_listener(client)
            client.disconnected()


class WebSocketClient(Listener):
    """One open WebSocket."""

    def __init__(
        self,
        context: AppContext,
        live: LiveMatch,
        access: Access,
        seats: ViewSeats,
        caller: Caller,
        send: Send,
        cost: RequestCost,
    ) -> None:
        self.context, self.live, self.access = context, live, access
        self.seats: ViewSeats = seats
        self.words: Language = caller.words
        self.person = caller.person
        self.narrator: narration.Narrator | None = None
        """For clients that want messages in words too."""
        self._send, self._cost = send, cost
        self._bucket = TokenBucket(
            context.settings.message_rate, context.settings.message_burst, time.monotonic()
        )
        self._outbox: deque[SharedMessage] | None = None
        """Messages that wait while the client is slow; None while it keeps up."""
        self._skipped = False
        self._sent_seq = 0
        """The newest entry that the client was sent."""
        self._closed = False
        self._draining: asyncio.Task[None] | None = None

    def holds(self, seat: int) -> bool:
        """Whether the client acts for this seat, even if it is sent the views of others."""
        return seat in self.access.seats

    # Sending

    def send(self, message: SharedMessage) -> None:
        """Send a message; a client that is slow gets it later, or the newest position instead."""
        if self._closed or self._is_old(message.message):
            return
        if self.narrator is not None:
            message = self.narrator.add_words(message, self.live)
        if self._outbox is None:
            self._send_now({"type": "websocket.send", "text": message.text})
        elif len(self._outbox) < MAX_OUTBOX:
            self._outbox.append(message)
        else:
            self._outbox.clear()
            self._skipped = True

    def _is_old(self, message: ServerMessage) -> bool:
        """Whether a reply has told the client all this already, while the message waited to be sent."""
        if not isinstance(message, AtMessage):
            return False
        old = message.seq < self._sent_seq and message.id is None
        self._sent_seq = max(self._sent_seq, message.seq)
        return old

    def reply(self, message: ServerMessage) -> None:
        """Send a message to this client alone."""
        self.send(SharedMessage(message))

    def disconnect(self) -> None:
        """Ask the client to connect again at once."""
        self.close(CLOSE_RESTART)

    def close(self, code: int) -> None:
        """Close the connection; nothing is sent after this."""
        if self._closed:
            return
        self._closed = True
        event = {"type": "websocket.close", "code": code}
        if self._outbox is None:
            self._send_now(event)
        elif self._draining is not None:
            self._draining.cancel()
            self._draining = start_measured(self._send_close(event), self._cost)

    def disconnected(self) -> None:
        """Send nothing more, because the client has gone."""
        self._closed = True
        if self._draining is not None and self._outbox is not None:
            self._draining.cancel()

    def _send_now(self, event: dict[str, Any]) -> None:
        """Send without a task, unless the client is slow."""
        try:
            rest = start_sending(self._send(event))
        except Exception:  # noqa: BLE001 - the client has gone; `receive_all` learns of it
            self._closed = True
            return
        if rest is not None:
            self._outbox = deque()
            self._draining = start_measured(self._drain(rest), self._cost)  # not of who sends to it

    async def _drain(self, first: Awaitable[None]) -> None:
        """Wait for a slow client, send what it missed in short, and disconnect it if it stays slow."""
        assert self._outbox is not None
        try:
            async with asyncio.timeout(self.context.settings.slow_seconds):
                await first
                while self._outbox or self._skipped:
                    message = await self._next()
                    await self._send({"type": "websocket.send", "text": message.text})
        except TimeoutError:
            self._closed = True
            await self._send_close({"type": "websocket.close", "code": CLOSE_TRY_LATER})
        except Exception:  # noqa: BLE001 - it has gone
            self._closed = True
        self._outbox = self._draining = None

    async def _next(self) -> SharedMessage:
        assert self._outbox is not None
        if not self._skipped:
            return self._outbox.popleft()
        self._skipped = False
        self._outbox.clear()
        self._outbox.append(SharedMessage(self.live.table()))
        await self.prepare_words(self.live.log.seq)
        at = SharedMessage(await self.live.update_since(self.live.log.seq, self.seats))
        if self.narrator is None:
            return at
        self.narrator.forget()
        return self.narrator.add_words(at, self.live)

    async def _send_close(self, event: dict[str, Any]) -> None:
        """Send the close code if the client still reads; uvicorn then ends `receive_all`."""
        self.live.remove_listener(self)
        try:
            async with asyncio.timeout(self.context.settings.slow_seconds):
                await self._send(event)
        except TimeoutError:
            logger.info("a slow client of match %s was cut off", self.live.id)
            _abort(self._send)
        except Exception:  # noqa: BLE001 - it has gone
            logger.debug("a slow client of match %s has gone", self.live.id)

    # Receiving

    async def receive_all(self, receive: Receive) -> None:
        """Carry out what the client sends, one command after the other, until it disconnects."""
        while True:
            event = await receive()
            if event["type"] != "websocket.receive":
                return
            if self._closed:
                continue
            if not self._bucket.take(time.monotonic()):
                logger.info("a connection to match %s sent too much", self.live.id)
                self.close(CLOSE_POLICY)
                continue
            try:
                await self._cost.wait()
            except RateLimited:
                logger.info("a client of match %s sent too much", self.live.id)
                self.close(CLOSE_POLICY)
                continue
            try:
                command = _decode(event.get("text") or event.get("bytes") or b"")
            except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
                self.reply(_unreadable_message(error, self.words))
                continue
            self._cost.name = f"{command.__struct_config__.tag} in match {self.live.id}"
            await self._do(command)

    async def _do(self, command: AnyCommand) -> None:
        began, kind, result = time.perf_counter(), str(command.__struct_config__.tag), "done"
        try:
            if isinstance(command, Look):
                self.reply(await self._at(command))
            else:
                await self.live.do(self.access, command)
        except (Stale, Repeated) as error:
            result = why = error.why
            self.reply(await self._at(command, why))
        except Complaint as error:
            result = "refused"
            problems.forget_traceback(error)
            names = narration.display_names(self.live, self.words, self.seats)
            error = narration.table_complaint(error, self.live.log.match.game, names)
            self.reply(refused_message(error, self.words, command.id))
        except Exception:
            result = "failed"
            logger.exception("a command failed in match %s", self.live.id)
            self.reply(RefusedMessage(id=command.id, reason=self.words.say(problems.TEXTS[500])))
        self.context.metrics.command(kind, result, began)

    async def prepare_words(self, seq: int) -> None:
        """Find the words of the position in short steps; the message itself is made and sent in one."""
        if self.narrator is not None:
            await self.narrator.prepare(self.live, seq)

    async def _at(self, command: AnyCommand, why: NotDone | None = None) -> AtMessage:
        await self.prepare_words(getattr(command, "seq", self.live.log.seq))
        return await reply_to(command, self.live, self.seats, why)


def _abort(send: Send) -> None:
    """Drop a connection at once: a proper close would wait for the client to read, perhaps forever.

    ASGI has no such event, so this takes the transport of the object that `send` belongs to in uvicorn.
    """
    transport = getattr(getattr(send, "__self__", None), "transport", None)
    if transport is not None:
        transport.abort()


async def reply_to(
    command: AnyCommand, live: LiveMatch, seats: ViewSeats, why: NotDone | None = None
) -> AtMessage:
    """The `at` message that answers a command: with the client's id for it, and why it was not done."""
    at = await live.update_since(getattr(command, "seq", live.log.seq), seats)
    return msgspec.structs.replace(at, id=command.id, why=why)


def refused_message(error: Complaint, words: Language, client: str | None) -> RefusedMessage:
    """Why a command was not done; why a database cannot be used is for the log, not for players."""
    if isinstance(error, StoreUnavailable):
        logger.error("the store failed: %s", error)
        error = error if error.told_to_players else Complaint(problems.TEXTS[503])
    return client_messages.refused_message(error, words, client)


def _unreadable_message(error: Exception, words: Language) -> RefusedMessage:
    return RefusedMessage(id=None, reason=problems.validation_text([(None, str(error)[:300])], words))


def _read_query(query: str, access: Access) -> tuple[int, ViewSeats]:
    """The last entry that the client knows, and the seats whose views it wants."""
    fields = parse_qs(query)
    seq, seats = fields.get("seq", ["0"])[-1], fields.get("seats", [""])[-1]
    if not (seq.isascii() and seq.isdigit() and len(seq) < 10):
        raise Complaint(N_("seq is the number of the last entry that you know, such as 12."))
    if not seats:
        return int(seq), tuple(sorted(access.seats))
    if not SEATS.fullmatch(seats):
        raise Complaint(N_("seats are numbers with commas between, such as 0,2."))
    chosen = {int(seat) for seat in seats.split(",")}
    if not chosen <= access.seats:
        raise Complaint(N_("This is not your seat."))
    return int(seq), tuple(sorted(chosen))


async def _reject(send: Send, error: Complaint, words: Language) -> None:
    """Answer the handshake with a problem, as other requests are answered."""
    problem = problems.to_problem(error, words)
    pairs = [(b"content-type", problems.MEDIA_TYPE.encode())]
    pairs += [(name.encode(), value.encode()) for name, value in problems.retry_headers(error).items()]
    await send({"type": "websocket.http.response.start", "status": problem.status, "headers": pairs})
    await send({"type": "websocket.http.response.body", "body": msgspec.json.encode(problem)})
