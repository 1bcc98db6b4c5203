"""CPU time that the fast WebSocket path saves a move, against uvicorn's own protocol and a task a message.

`python -m benchmarks.service.websocket serve` is our server without the parts that the environment variable
`LEAVE_OUT` names: `protocol` and `sending`.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from benchmarks.report import Row, say
from benchmarks.service import cpu, trivial
from moleworks.web import serve
from moleworks.web.websocket import WebSocketClient

PROGRAM = "benchmarks.service.websocket"
VARIANTS = {
    "uvicorn's own protocol": "protocol",
    "a task for each message sent": "sending",
    "both": "protocol sending",
}
MEASURED = cpu.MEASURED[0]
WORTH_IT = 0.9
"""The fast path stays if it takes less than this share of the CPU time without it."""


def measure(folder: Path, times: int) -> Iterable[Row]:
    """The ratio to each variant, measured by turns."""
    found: dict[str, list[float]] = {what: [] for what in VARIANTS}
    for turn in range(times):
        for what, left_out in VARIANTS.items():
            fast, slow = (
                asyncio.run(cpu.moleworks_cpu(folder, MEASURED, program=PROGRAM, LEAVE_OUT=names))[0]
                for names in ("", left_out)
            )
            found[what].append(fast / slow)
            say(f"websocket, {turn + 1} of {times}, {what}: {1e6 * fast:.0f} µs instead of {1e6 * slow:.0f}")
    for what, ratios in found.items():
        ratio = statistics.median(ratios)
        yield Row(
            f"server CPU a move with the fast WebSocket path, of that with {what}",
            f"< {WORTH_IT}, or the path goes",
            f"{ratio:.3f} ({min(ratios):.3f}-{max(ratios):.3f})",
            f"{times} times by turns, {cpu.PAIRS * MEASURED.moves:,} moves each",
            ratio < WORTH_IT,
        )


def leave_out(names: Iterable[str]) -> None:
    """Replace the named parts of the fast path by plain ones."""
    if "protocol" in names:
        serve.FastWebSocketProtocol = WebSocketsSansIOProtocol  # type: ignore[assignment,attr-defined]
    if "sending" in names:
        WebSocketClient._send_now = _send_by_task  # type: ignore[assignment,method-assign]


def _send_by_task(client: WebSocketClient, event: dict[str, Any]) -> None:
    client._outbox = deque()
    client._draining = asyncio.create_task(client._drain(client._send(event)))


if __name__ == "__main__":
    leave_out(os.environ.get("LEAVE_OUT", "").split())
    sys.exit(trivial.main())
