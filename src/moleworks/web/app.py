"""The ASGI application: HTTP requests go to Litestar, WebSockets directly to `websocket`."""

from __future__ import annotations

import gc
import signal
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
from moleworks.web.api import litestar
from moleworks.web.context import AppContext
from moleworks.web.json_logging import set_up_logging
from moleworks.web.security import SecurityMiddleware
from moleworks.web.settings import Settings
from moleworks.web.websocket import MatchWebSocket

LATE_PARTS_OF_ANYIO = ("connect_tcp", "create_memory_object_stream")
"""What it loads when it is first used, which is in the first request otherwise."""


class Application:
    """The ASGI application of one process."""

    def __init__(self, settings: Settings, *, worker: bool = False) -> None:
        self._worker = worker
        self.context = AppContext(settings)
        self.failure: Complaint | None = None
        """Why it could not start. One of many workers logs it; otherwise the caller reports it."""
        self._websocket = MatchWebSocket(self.context)
        self._http = SecurityMiddleware(self.context, litestar(self.context))

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
    tune_garbage_collector()
    return app


def tune_garbage_collector() -> None:
    """Collect seldom, which saves a fifth of the work: code stays, and matches have no reference cycles."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 100)
