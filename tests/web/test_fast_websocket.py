"""The fast WebSocket protocol behaves like that of uvicorn, however the data is split."""

from __future__ import annotations

import asyncio
import struct
from typing import Any

import pytest
import uvicorn
from hypothesis import example, given
from hypothesis import strategies as st
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from moleworks.matches.loop_watch import LoopWatch
from moleworks.web import fast_websocket
from moleworks.web.budgets import CostBudget, ReadingCost
from moleworks.web.fast_websocket import FastWebSocketProtocol

LARGEST = 300
GREETING = (
    b"GET / HTTP/1.1\r\nHost: moles\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: bW9sZXdvcmtzbW9sZXdvcg==\r\n\r\n"
)
CONT, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
FIN = 0x80


class Wire(asyncio.Transport):
    """Keeps what is written, and says how it ended."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 4), "sockname": ("127.0.0.1", 5)})
        self.written, self.closed = b"", False

    def write(self, data: Any) -> None:
        self.written += data

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


def frame(first: int, content: bytes, mask: bytes = b"mole", reply: int | None = None) -> bytes:
    """A client's frame; `told` is how long it says that it is."""
    size = len(content) if reply is None else reply
    if size < 126:
        head = struct.pack("!BB", first, 0x80 | size)
    else:
        head = struct.pack("!BBH", first, 0x80 | 126, size)
    return head + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(content))


async def through(kind: type[WebSocketsSansIOProtocol], chunks: list[bytes]) -> tuple[list[Any], bytes, bool]:
    """What the application is told, what is written when it says everything back, and whether it ended.

    Chunks come on after the end, too: with TLS they do, until all that was written has gone out.
    """
    reply: list[Any] = []

    async def echo(_scope: Any, receive: Any, send: Any) -> None:
        while (event := await receive())["type"] != "websocket.disconnect":
            reply.append(event)
            if event["type"] == "websocket.connect":
                await send({"type": "websocket.accept"})
            elif event.get("text") == "bye":
                await send({"type": "websocket.close"})
            else:
                await send({**event, "type": "websocket.send"})
        reply.append(event)
        try:
            await send({"type": "websocket.send", "text": "still there?"})
        except (ClientDisconnected, RuntimeError) as error:
            reply.append(repr(error))

    config = uvicorn.Config(echo, ws=kind, ws_max_size=LARGEST, ws_per_message_deflate=False, log_config=None)
    config.load()
    protocol = kind(config, ServerState(), {})
    wire = Wire()
    protocol.connection_made(wire)
    for chunk in (GREETING, *chunks):
        protocol.data_received(chunk)
        for _ in range(4):
            await asyncio.sleep(0)
        while getattr(protocol, "_unread", b"") and not wire.closed:
            await asyncio.sleep(0)
    closed = wire.closed
    protocol.connection_lost(None)
    await asyncio.gather(*protocol.tasks)
    while not protocol.queue.empty():
        reply.append(await protocol.queue.get())
    assert wire.written.startswith(b"HTTP/1.1 101 ")
    return reply, wire.written, closed


contents = st.binary(max_size=140) | st.text(max_size=60).map(str.encode) | st.just(b"m" * (LARGEST + 1))
frames = st.builds(
    frame,
    st.sampled_from([FIN | TEXT] * 6 + [TEXT, CONT, FIN | CONT, FIN | BINARY, FIN | PING, FIN | PONG])
    | st.sampled_from([FIN | CLOSE, 0xC1, 0x83]),
    contents,
    st.binary(min_size=4, max_size=4),
    st.none() | st.none() | st.integers(0, 200),
)


@given(st.lists(frames, max_size=8), st.data())
@example([frame(FIN | TEXT, b"mole")[:2], frame(FIN | TEXT, b"mole")[2:]], None)
@example([frame(FIN | TEXT, b"", bytes(4), 10), frame(FIN | TEXT, b"mole")], None)
@example([frame(TEXT, b"mo"), frame(FIN | TEXT, b"x"), frame(FIN | CONT, b"le")], None)
@example([frame(FIN | TEXT, b"hill"), frame(FIN | PING, b"?"), frame(FIN | TEXT, b"m" * 200)], None)
@example([frame(FIN | TEXT, b"\xff")], None)
@example([frame(FIN | CLOSE, b"\x03\xe8"), frame(FIN | TEXT, b"late")], None)
@example([frame(FIN | CLOSE, b"\x03\xe8"), frame(FIN | TEXT, b"\xff")], None)
@example([frame(FIN | TEXT, b"m" * (LARGEST + 1)), frame(FIN | TEXT, b"late")], None)
@example([frame(FIN | TEXT, b"bye"), frame(FIN | TEXT, b"late"), frame(FIN | CLOSE, b"")], None)
@example([frame(TEXT, b"mo"), frame(FIN | PING, b"?"), frame(FIN | CONT, b"le")], None)
def test_as_uvicorn_does_it(sent: list[bytes], data: st.DataObject | None) -> None:
    """All that is sent, in the pieces it comes in: often whole frames, else cut anywhere."""
    chunks = sent
    if data is not None and data.draw(st.booleans()):
        whole = b"".join(sent)
        cuts = sorted(data.draw(st.lists(st.integers(0, len(whole)), max_size=6)))
        chunks = [whole[a:b] for a, b in zip([0, *cuts], [*cuts, len(whole)], strict=True) if a < b]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fast_websocket, "PORTION", LARGEST**2)
        fast = asyncio.run(through(FastWebSocketProtocol, chunks))
    assert fast == asyncio.run(through(WebSocketsSansIOProtocol, chunks))


@pytest.mark.parametrize("portion", [1, 7, 60, 512])
def test_what_is_read_in_portions_comes_whole_and_in_order(
    portion: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fast_websocket, "PORTION", portion)
    texts = [b"mole", b"", b"m" * 200, b"hill"] * 10
    whole = b"".join(frame(FIN | TEXT, text) + frame(FIN | PING, b"?") for text in texts)
    reply, written, _ = asyncio.run(through(FastWebSocketProtocol, [whole, frame(FIN | TEXT, b"last")]))
    told = [event["text"].encode() for event in reply if "text" in event]
    assert told == [*texts, b"last"]
    assert written.count(bytes((FIN | PONG, 1)) + b"?") == len(texts)


@pytest.mark.parametrize("size", [0, 125, 126, 65535, 65536])
def test_texts_of_all_lengths_go_out(size: int) -> None:
    async def written(kind: type[WebSocketsSansIOProtocol]) -> bytes:
        async def say(_scope: Any, receive: Any, send: Any) -> None:
            await receive()
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.send", "text": "m" * size})

        config = uvicorn.Config(say, ws=kind, ws_per_message_deflate=False, log_config=None)
        config.load()
        protocol, wire = kind(config, ServerState(), {}), Wire()
        protocol.connection_made(wire)
        protocol.data_received(GREETING)
        await asyncio.gather(*protocol.tasks)
        protocol.connection_lost(None)
        return wire.written

    assert asyncio.run(written(FastWebSocketProtocol)) == asyncio.run(written(WebSocketsSansIOProtocol))


def test_who_does_not_keep_up_is_waited_for() -> None:
    async def story() -> None:
        wire, sent = Wire(), list[str]()

        async def say(_scope: Any, receive: Any, send: Any) -> None:
            await receive()
            await send({"type": "websocket.accept"})
            protocol.pause_writing()
            for text in ("a", "b"):
                await send({"type": "websocket.send", "text": text})
                sent.append(text)

        config = uvicorn.Config(say, ws=FastWebSocketProtocol, ws_per_message_deflate=False, log_config=None)
        config.load()
        protocol = FastWebSocketProtocol(config, ServerState(), {})
        protocol.connection_made(wire)
        protocol.data_received(GREETING)
        (saying,) = protocol.tasks
        for _ in range(8):
            await asyncio.sleep(0)
        assert (sent, wire.written.count(b"\x81")) == ([], 0)
        protocol.resume_writing()
        await saying
        assert wire.written.endswith(b"\x81\x01a\x81\x01b")
        protocol.connection_lost(None)

    asyncio.run(story())


def test_pings_are_measured_for_nobody_else_hears_of_them() -> None:
    class Count(ReadingCost):
        steps = 0

        def end_step(self) -> None:
            self.steps += 1

    async def story() -> None:
        async def listen(_scope: Any, receive: Any, send: Any) -> None:
            await receive()
            await send({"type": "websocket.accept"})
            while (await receive())["type"] != "websocket.disconnect":
                pass

        config = uvicorn.Config(
            listen, ws=FastWebSocketProtocol, ws_per_message_deflate=False, log_config=None
        )
        config.load()
        protocol = FastWebSocketProtocol(config, ServerState(), {})
        meter = Count(CostBudget(1.0), LoopWatch(), ("127.0.0.1",))
        protocol.connection_made(Wire())
        protocol.data_received(GREETING)
        for _ in range(4):
            await asyncio.sleep(0)
        protocol.meter = meter
        for _ in range(5):
            protocol.data_received(frame(FIN | PING, b"?"))
        assert meter.steps == 5
        protocol.data_received(frame(FIN | TEXT, b"mole"))
        assert meter.steps == 5, "what the application does about it is measured there"
        protocol.connection_lost(None)
        await asyncio.gather(*protocol.tasks)

    asyncio.run(story())
