"""The ASGI application: HTTP requests go to Litestar, WebSockets directly to `websocket`."""

from __future__ import annotations

import gc
import signal
import sys
from collections.abc import Callable
from typing import Any

import anyio

from moleworks.core.messages import Complaint
from moleworks.core.parent_process import end_with_parent
from moleworks.core.registry import BUILT_IN
from moleworks.matches import client_messages
from moleworks.matches.log import MatchLog
from moleworks.record import Match
from moleworks.speech import table_settings
from moleworks.web import settings as settings_
from moleworks.web.context import AppContext
from moleworks.web.json_logging import set_up_logging
from moleworks.web.litestar_app import litestar
from moleworks.web.security import SecurityMiddleware
from moleworks.web.settings import Settings
from moleworks.web.websocket import MatchWebSocket

LATE_PARTS_OF_ANYIO = ("connect_tcp", "create_memory_object_stream")
"""Names that anyio imports when they are first used: imported early, so that no request waits for them."""
SWITCH_SECONDS = 0.0005
"""How long a thread waits for Python's lock before the event loop has to let it in.

A write to SQLite asks for the lock several times, and waited Python's usual 5 ms each time while the loop
was busy.
"""


class Application:
    """The ASGI application of one process."""

    def __init__(
        self,
        settings: Settings,
        *,
        worker: bool = False,
        carrier: Callable[[AppContext], Any] = litestar,
    ) -> None:
        self._worker = worker
        self.context = AppContext(settings)
        self.failure: Complaint | None = None
        """Why it could not start. One of many workers logs it; otherwise the caller reports it."""
        self._websocket = MatchWebSocket(self.context)
        self._http = SecurityMiddleware(self.context, carrier(self.context))

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass the connection on: a WebSocket, the start and end of the server, or HTTP."""
        if scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        elif scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        else:
            await self._http(scope, receive, send)

    async def _lifespan(self, receive: Any, send: Any) -> None:
        """Open and close the context. uvicorn closes all connections (1012) before the shutdown event."""
        await receive()
        load_games()
        await anyio.sleep(0)  # it loads how it works with this event loop
        try:
            await self.context.open()
        except Complaint as error:
            self.failure = error
            await send({"type": "lifespan.startup.failed", "message": str(error) if self._worker else ""})
            return
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self.context.close()
        await send({"type": "lifespan.shutdown.complete"})


def load_games() -> None:
    """Load what the first match of each game needs, so that nobody waits for it on the event loop."""
    for game in BUILT_IN:
        match = Match.begin(game)
        client_messages.at_message(MatchLog(match, 0.0), (0,), ())
        table_settings.offered(game)
    for name in LATE_PARTS_OF_ANYIO:
        getattr(anyio, name)


def application(settings: Settings) -> Application:
    """The application with these settings, for an ASGI server."""
    return Application(settings)


def from_environment() -> Application:
    """The application of one of many worker processes, which get their settings by the environment."""
    end_with_parent(signal.SIGTERM)
    settings = settings_.read()
    set_up_logging(settings.log_level)
    app = Application(settings, worker=True)
    tune_interpreter(app)
    return app


def tune_interpreter(app: Application) -> None:
    """Collect garbage seldom, which saves a fifth of the work: code stays, and matches have no cycles.

    In small portions: 50,000 new objects kept the event loop for up to 53 ms on a busy machine. And let the
    threads that write to the database in soon, though the event loop is busy.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 250, 100)
    app.context.match_server.loop_watch.watch_garbage()
    sys.setswitchinterval(SWITCH_SECONDS)
