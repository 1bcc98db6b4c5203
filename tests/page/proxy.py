"""A TCP proxy between a browser and a server, whose connections can be cut."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress

CHUNK = 65536


class CuttableProxy:
    """Passes on every byte, both ways, until it is muted or cut."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.deaf = False
        """Data from the server is dropped."""
        self._whole = True
        self._ends: list[socket.socket] = []
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.base = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Break all connections, and refuse new ones."""
        self._whole = False
        for end in self._ends:
            _break(end)
        self._ends.clear()

    def mend(self) -> None:
        self._whole, self.deaf = True, False

    def close(self) -> None:
        self.cut()
        self._listening.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                if not self._whole:
                    _break(near)
                    continue
                far = socket.create_connection(("127.0.0.1", self.port))
                self._ends += [near, far]
                threading.Thread(target=self._hand_on, args=(near, far, False), daemon=True).start()
                threading.Thread(target=self._hand_on, args=(far, near, True), daemon=True).start()

    def _hand_on(self, one: socket.socket, other: socket.socket, from_server: bool) -> None:
        with suppress(OSError):
            while data := one.recv(CHUNK):
                if not (from_server and self.deaf):
                    other.sendall(data)
        _break(other)


def _break(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
