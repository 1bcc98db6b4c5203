"""The application: what is asked for over HTTP goes to Litestar, WebSockets straight to `live`."""

from __future__ import annotations

import gc
from typing import Any

from moleworks.games import Complaint
from moleworks.web import settings as settings_
from moleworks.web.api import litestar
from moleworks.web.live import Live
from moleworks.web.logs import set_up
from moleworks.web.safety import Safety
from moleworks.web.settings import Settings
from moleworks.web.site import Site


class Application:
    """An ASGI application; `site` is what it serves."""

    def __init__(self, settings: Settings, *, worker: bool = False) -> None:
        self._worker = worker
        self.site = Site(settings)
        self.failure: Complaint | None = None
        """Why it could not start, for whoever runs it to tell; one of many workers logs it."""
        self._live = Live(self.site)
        self._http = Safety(self.site, litestar(self.site))

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await self._live(scope, receive, send)
        elif scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        else:
            await self._http(scope, receive, send)

    async def _lifespan(self, receive: Any, send: Any) -> None:
        """Before the end the server has sent everybody away (1012) and let requests finish."""
        await receive()
        try:
            await self.site.open()
        except Complaint as error:
            self.failure = error
            await send({"type": "lifespan.startup.failed", "message": str(error) if self._worker else ""})
            return
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self.site.close()
        await send({"type": "lifespan.shutdown.complete"})


def application(settings: Settings) -> Application:
    """The application with these settings, to be run by an ASGI server."""
    return Application(settings)


def from_environment() -> Application:
    """For one of many processes, which are told their settings by the environment."""
    settings = settings_.read()
    set_up(settings.log_level)
    app = Application(settings, worker=True)
    spare_the_collector()
    return app


def spare_the_collector() -> None:
    """What is loaded stays for good, and matches hold no rings: look for those seldom (a fifth less work)."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 100)
