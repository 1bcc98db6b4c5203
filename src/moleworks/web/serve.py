"""Running a server: the port, the home network's address, the browser, one process or many."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
import ssl
import sys
import threading
import time
import webbrowser
from collections.abc import Callable
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import uvicorn
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess

from moleworks.games import Complaint
from moleworks.games.game import N_, Message
from moleworks.service.store import store_at
from moleworks.service.store.urls import sqlite_file
from moleworks.texts import Language
from moleworks.web import alone
from moleworks.web.app import Application, application, spare_the_collector
from moleworks.web.logs import set_up
from moleworks.web.protocol import Protocol
from moleworks.web.settings import FIRST_PORT, Settings

PORTS = 100
"""So many ports are tried, from the first up."""
PATIENCE = 5
"""Seconds that a closing server waits for requests to end."""
OPENING = 15.0
"""Seconds that another process may take until it serves."""
PING = 20.0
"""Seconds between two looks whether a client is still there."""
EVERYWHERE = "0.0.0.0"


def serve(
    settings: Settings, words: Language, open_browser: bool = False, tell: Callable[[str], None] = print
) -> int:
    """Serve until Ctrl-C; the exit code."""
    check(settings)
    file = sqlite_file(settings.database_url)
    try:
        with alone.hold(file) if file else nullcontext() as held:
            listening = listen(settings)
            settings = placed(settings, listening.getsockname()[1])
            set_up(settings.log_level)

            def ready() -> None:
                here = local_url(settings)
                if held:
                    held.tell(here)
                tell(words.say(N_("Moleworks is at {address}"), address=here))
                if settings.lan:
                    told = words.say(
                        N_("Phones on your network find it at {address}"), address=settings.public_url
                    )
                    tell(told)
                tell(words.say(N_("Ctrl-C ends it.")))
                if open_browser:
                    _browse(here)

            return (_many if settings.workers > 1 else _one)(settings, listening, ready)
    except alone.Taken as taken:
        assert file
        return _at_the_first(file, taken.address, words, open_browser, tell)


def _one(settings: Settings, listening: socket.socket, ready: Callable[[], None]) -> int:
    """Serve by this process."""
    app = application(settings)
    spare_the_collector()
    if settings.host == Settings().host and not settings.lan:
        app.site.phones = Phones(app, settings).let_in
    with suppress(KeyboardInterrupt, SystemExit):  # it has closed in order, or never started
        _Server(uvicorn.Config(app, **options(settings)), ready).run([listening])
    if app.failure:
        raise app.failure
    return 0


def _many(settings: Settings, listening: socket.socket, ready: Callable[[], None]) -> int:
    """Serve by many processes, once their database has been seen to answer."""
    asyncio.run(_reach(settings))
    os.environ.update(settings.environment())
    config = uvicorn.Config(
        "moleworks.web.app:from_environment", factory=True, workers=settings.workers, **options(settings)
    )
    workers = Multiprocess(config, sockets=[listening])
    ready()
    workers.run()
    return 2 if any(worker.exitcode == STARTUP_FAILURE for worker in workers.processes) else 0


async def _reach(settings: Settings) -> None:
    store = store_at(settings.database_url)
    await store.open()
    await store.close()


class _Server(uvicorn.Server):
    """Says so once it serves, and not before."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def _at_the_first(
    file: Path, address: str, words: Language, open_browser: bool, tell: Callable[[str], None]
) -> int:
    """Another process has the database: who wants to play is taken there."""
    until = time.monotonic() + OPENING
    while open_browser and time.monotonic() < until:  # it may only just have been started
        address = alone.address(file)
        if address and _answers(address):
            tell(words.say(N_("Moleworks is running already, at {address}"), address=address))
            _browse(address)
            return 0
        time.sleep(0.1)
    raise Complaint(
        N_(
            "Another Moleworks uses {path} already{where}. An SQLite file serves one process: end that one, "
            "or name another file by --database."
        ),
        path=file,
        where=Message(N_(", at {address}"), {"address": address}) if address else "",
    )


def _answers(address: str) -> bool:
    place = urlsplit(address)
    try:
        with socket.create_connection((place.hostname or "", place.port or 0), timeout=1):
            return True
    except (OSError, ValueError):
        return False


def _browse(address: str) -> None:
    """Open the browser, which may take its time."""
    if _has_display():
        threading.Thread(target=webbrowser.open, args=[address]).start()


class Phones:
    """A second way in, opened by a button: the same application on the home network's address."""

    def __init__(self, app: Application, settings: Settings) -> None:
        self.app, self.settings = app, settings
        self._serving: asyncio.Task[None] | None = None

    async def let_in(self) -> str:
        """Listen there too; links carry that address from now on."""
        site = self.app.site
        if self._serving is None:
            address = home_address()
            if address == Settings().host:
                raise Complaint(N_("This computer is on no network that phones could be on."))
            try:
                listening = _bound(address, self.settings.port)
            except OSError as error:
                raise _deaf(address, error) from error
            config = uvicorn.Config(self.app, **options(self.settings) | {"lifespan": "off"})
            # Ctrl-C reaches this server first, and then, once it has closed, the one that was there before.
            self._serving = asyncio.create_task(uvicorn.Server(config).serve([listening]))
            site.public_url = site.public_url or f"{_scheme(self.settings)}://{address}:{self.settings.port}"
        return site.public_url


def options(settings: Settings) -> dict[str, Any]:
    """How uvicorn runs our application."""
    return {
        "ws": Protocol,
        "ws_per_message_deflate": False,
        "ws_max_size": settings.message_bytes,
        "ws_ping_interval": PING,
        "ws_ping_timeout": PING,
        "proxy_headers": bool(settings.trusted_proxies),
        "forwarded_allow_ips": settings.trusted_proxies or None,
        "ssl_certfile": settings.tls_cert or None,
        "ssl_keyfile": settings.tls_key or None,
        "server_header": False,
        "access_log": False,
        "log_config": None,
        "timeout_graceful_shutdown": PATIENCE,
        "lifespan": "on",
    }


def check(settings: Settings) -> None:
    """What would go wrong later is told now."""
    if sqlite_file(settings.database_url) is not None and settings.workers > 1:
        raise Complaint(
            N_("An SQLite file serves one process; {count} workers need a PostgreSQL database."),
            count=settings.workers,
        )
    for name in (settings.tls_cert, settings.tls_key):
        if name and not Path(name).is_file():
            raise Complaint(N_("There is no file {path}."), path=name)
    if settings.tls_cert:
        try:
            # Whoever has a key under a password is not asked for it in the dark.
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(
                settings.tls_cert, settings.tls_key, password=""
            )
        except (OSError, ValueError) as error:
            raise Complaint(
                N_("The certificate {path} and its key {key} cannot be used: {reason}."),
                path=settings.tls_cert,
                key=settings.tls_key,
                reason=getattr(error, "reason", None) or error,
            ) from error


def listen(settings: Settings) -> socket.socket:
    """A socket on the port that was asked for, or on the first free one."""
    host = EVERYWHERE if settings.lan and settings.host == Settings().host else settings.host
    ports = [settings.port] if settings.port else range(FIRST_PORT, FIRST_PORT + PORTS)
    for port in ports:
        try:
            return _bound(host, port)
        except OSError as error:
            if error.errno not in {errno.EADDRINUSE, errno.EACCES}:
                raise _deaf(host, error) from error
    if settings.port:
        raise Complaint(
            N_("Port {port} is taken, or not yours to take; without --port a free one is found."),
            port=settings.port,
        )
    raise Complaint(
        N_("No port from {first} to {last} is free."), first=FIRST_PORT, last=FIRST_PORT + PORTS - 1
    )


def _deaf(host: str, error: OSError) -> Complaint:
    reason = error.strerror or error
    return Complaint(N_("The address {host} cannot be listened on: {reason}."), host=host, reason=reason)


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":  # there it would let two programs share a port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(2048)
    except OSError:
        listening.close()
        raise
    listening.set_inheritable(True)
    return listening


def placed(settings: Settings, port: int) -> Settings:
    """The settings with the port that was found; on the home network links carry its address."""
    public = settings.public_url
    if settings.lan and not public:
        public = f"{_scheme(settings)}://{home_address()}:{port}"
    return msgspec.structs.replace(settings, port=port, public_url=public)


def local_url(settings: Settings) -> str:
    """Where a browser on this computer finds it."""
    host = "127.0.0.1" if settings.lan or settings.host in {EVERYWHERE, "::"} else settings.host
    return f"{_scheme(settings)}://{f'[{host}]' if ':' in host else host}:{settings.port}/"


def home_address() -> str:
    """This computer's address on its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            found: str = probe.getsockname()[0]
        except OSError:
            return "127.0.0.1"
    return found


def _scheme(settings: Settings) -> str:
    return "https" if settings.tls_cert else "http"


def _has_display() -> bool:
    """Where there is none, a browser for the terminal would open and be in the way."""
    if sys.platform in {"win32", "darwin"}:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
