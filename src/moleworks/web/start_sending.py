"""Send on a WebSocket without a task for each message, which would be wasted: usually nothing waits.

uvicorn's `send` only writes to its transport, and waits only if that is full. Without tasks a move takes 0.85
of the CPU time: a median of `scripts/bench service websocket --times 8`. A short cut whose figure rises above
0.9 is not worth its code.
"""

from __future__ import annotations

from collections.abc import Awaitable, Coroutine, Generator
from typing import Any


def start_sending(sending: Coroutine[Any, Any, None]) -> Awaitable[None] | None:
    """Run a coroutine until it is done or has to wait; then the rest of it is returned, to be awaited."""
    try:
        pause = sending.send(None)
    except StopIteration:
        return None
    return _StartedCoroutine(sending, pause)


class _StartedCoroutine:
    """The rest of a coroutine that was started by hand and has to wait."""

    def __init__(self, coroutine: Coroutine[Any, Any, None], pause: Any) -> None:
        self.coroutine, self.pause = coroutine, pause

    def __await__(self) -> Generator[Any, None, None]:
        pause = self.pause
        try:
            while True:
                yield pause
                pause = self.coroutine.send(None)
        except StopIteration:
            return
        finally:
            self.coroutine.close()
