"""Run the server: choose the port, open the browser, serve by one process or many."""

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

from moleworks.core.messages import N_, Complaint, Message
from moleworks.matches.store import store_at
from moleworks.matches.store.urls import sqlite_file
from moleworks.texts import Language
from moleworks.web import single_instance
from moleworks.web.app import Application, application, tune_interpreter
from moleworks.web.fast_websocket import FastWebSocketProtocol
from moleworks.web.http_protocol import LimitedHttpProtocol
from moleworks.web.json_logging import set_up_logging
from moleworks.web.open_connections import raise_file_limit
from moleworks.web.settings import FIRST_PORT, Settings
from moleworks.web.supervisor import Supervisor

PORTS_TRIED = 100
"""How many ports are tried, from the first one up."""
SHUTDOWN_SECONDS = 5
"""How long a closing server waits for requests to end."""
STARTUP_SECONDS = 15.0
"""How long to wait for another process that is starting."""
WORKER_START_SECONDS = 60
"""How long a worker that shall replace another (SIGHUP) may take to start; the other serves meanwhile."""
PING_SECONDS = 20.0
"""Time between two pings of a WebSocket."""
ALL_ADDRESSES = "0.0.0.0"


def serve(
    settings: Settings, words: Language, open_browser: bool = False, tell: Callable[[str], None] = print
) -> int:
    """Serve until Ctrl-C; the exit code."""
    check(settings)
    raise_file_limit()
    file = sqlite_file(settings.database_url)
    try:
        with single_instance.lock_database(file) if file else nullcontext() as lock:
            listening = listen(settings)
            settings = with_port(settings, listening.getsockname()[1])
            set_up_logging(settings.log_level)

            def ready() -> None:
                here = local_url(settings)
                if lock:
                    lock.write_address(here)
                tell(words.say(N_("Moleworks is at {address}"), address=here))
                if settings.lan:
                    text = N_("Phones on your network find it at {address}")
                    tell(words.say(text, address=settings.public_url))
                tell(words.say(N_("Ctrl-C ends it.")))
                if open_browser:
                    _open_browser(here)

            return (_run_workers if settings.workers > 1 else _run_one)(settings, listening, ready)
    except single_instance.AlreadyRunning as other:
        assert file
        return _use_running_server(file, other.address, words, open_browser, tell)


def _run_one(settings: Settings, listening: socket.socket, ready: Callable[[], None]) -> int:
    """Serve in this process."""
    app = application(settings)
    tune_interpreter(app)
    if settings.host == Settings().host and not settings.lan:
        app.context.open_home_network = HomeNetworkServer(app, settings).start
    with suppress(KeyboardInterrupt, SystemExit):  # it has closed in order, or never started
        _Server(uvicorn.Config(app, **options(settings)), ready).run([listening])
    if app.failure:
        raise app.failure
    return 0


def _run_workers(settings: Settings, listening: socket.socket, ready: Callable[[], None]) -> int:
    """Serve by many processes, once their database answers."""
    asyncio.run(_check_database(settings))
    os.environ.update(settings.environment())
    config = uvicorn.Config(
        "moleworks.web.app:from_environment", factory=True, workers=settings.workers, **options(settings)
    )
    workers = Supervisor(config, sockets=[listening])
    ready()
    workers.run()
    return 0


async def _check_database(settings: Settings) -> None:
    store = store_at(settings.database_url)
    await store.open()
    await store.close()


class _Server(uvicorn.Server):
    """Calls `ready` once it serves."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def _use_running_server(
    file: Path, address: str, words: Language, open_browser: bool, tell: Callable[[str], None]
) -> int:
    """Another process has the database: open the browser there, or say so."""
    until = time.monotonic() + STARTUP_SECONDS
    while open_browser and time.monotonic() < until:  # it may still be starting
        address = single_instance.running_address(file)
        if address and _answers(address):
            tell(words.say(N_("Moleworks is running already, at {address}"), address=address))
            _open_browser(address)
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


def _open_browser(address: str) -> None:
    """Open the browser without waiting for it."""
    if _has_display():
        threading.Thread(target=webbrowser.open, args=[address]).start()


class HomeNetworkServer:
    """Serves the same application on the home network's address too, once somebody asks for it."""

    def __init__(self, app: Application, settings: Settings) -> None:
        self.app, self.settings = app, settings
        self._serving: asyncio.Task[None] | None = None

    async def start(self) -> str:
        """Start listening there, and return the address; links have it from now on."""
        context = self.app.context
        if self._serving is None:
            address = home_address()
            if address == Settings().host:
                raise Complaint(N_("This computer is on no network that phones could be on."))
            try:
                listening = _bind(address, self.settings.port)
            except OSError as error:
                raise _cannot_listen(address, error) from error
            config = uvicorn.Config(self.app, **options(self.settings) | {"lifespan": "off"})
            # Ctrl-C reaches this server first and, once it has closed, the main one.
            self._serving = asyncio.create_task(uvicorn.Server(config).serve([listening]))
            context.public_url = (
                context.public_url or f"{_scheme(self.settings)}://{address}:{self.settings.port}"
            )
        return context.public_url


def options(settings: Settings) -> dict[str, Any]:
    """The options of uvicorn."""
    return {
        "http": LimitedHttpProtocol,
        "ws": FastWebSocketProtocol,
        "ws_per_message_deflate": False,
        "ws_max_size": settings.message_bytes,
        "ws_ping_interval": PING_SECONDS,
        "ws_ping_timeout": PING_SECONDS,
        "proxy_headers": bool(settings.trusted_proxies),
        "forwarded_allow_ips": settings.trusted_proxies or None,
        "ssl_certfile": settings.tls_cert or None,
        "ssl_keyfile": settings.tls_key or None,
        "server_header": False,
        "access_log": False,
        "log_config": None,
        "timeout_graceful_shutdown": SHUTDOWN_SECONDS,
        "timeout_worker_healthcheck": WORKER_START_SECONDS,
        "lifespan": "on",
    }


def check(settings: Settings) -> None:
    """Complain now about settings that would fail later."""
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
            # The empty password keeps OpenSSL from asking for one.
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
    """A socket on the given port, or on the first free one."""
    host = ALL_ADDRESSES if settings.lan and settings.host == Settings().host else settings.host
    ports = [settings.port] if settings.port else range(FIRST_PORT, FIRST_PORT + PORTS_TRIED)
    for port in ports:
        try:
            return _bind(host, port)
        except OSError as error:
            if error.errno not in {errno.EADDRINUSE, errno.EACCES}:
                raise _cannot_listen(host, error) from error
    if settings.port:
        raise Complaint(
            N_("Port {port} is taken, or not yours to take; without --port a free one is found."),
            port=settings.port,
        )
    raise Complaint(
        N_("No port from {first} to {last} is free."), first=FIRST_PORT, last=FIRST_PORT + PORTS_TRIED - 1
    )


def _cannot_listen(host: str, error: OSError) -> Complaint:
    reason = error.strerror or error
    return Complaint(N_("The address {host} cannot be listened on: {reason}."), host=host, reason=reason)


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":  # on Windows it would let two programs share a port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(2048)
    except OSError:
        listening.close()
        raise
    listening.set_inheritable(True)
    return listening


def with_port(settings: Settings, port: int) -> Settings:
    """The settings with the actual port, and with the public URL on the home network."""
    public = settings.public_url
    if settings.lan and not public:
        public = f"{_scheme(settings)}://{home_address()}:{port}"
    return msgspec.structs.replace(settings, port=port, public_url=public)


def local_url(settings: Settings) -> str:
    """The address for a browser on this computer."""
    host = "127.0.0.1" if settings.lan or settings.host in {ALL_ADDRESSES, "::"} else settings.host
    return f"{_scheme(settings)}://{f'[{host}]' if ':' in host else host}:{settings.port}/"


def home_address() -> str:
    """This computer's address on its network; nothing is sent to find it out."""
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
    """Without a display, a text browser would open in this terminal."""
    if sys.platform in {"win32", "darwin"}:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
