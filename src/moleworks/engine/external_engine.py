"""Talk to an engine in another process, by the protocol of `moleworks rpc` (docs/protocol.md)."""

from __future__ import annotations

import json
import os
import queue
import shlex
import subprocess
import threading
from collections.abc import Sequence
from typing import Any

from moleworks.core.messages import N_, Complaint

EXIT_SECONDS = 5.0
"""Seconds that an engine has to exit before it is killed."""


class EngineFailed(Complaint):
    """The engine does not start, exits, does not answer in time, or sends a bad answer."""


def split_command(command: str | Sequence[str]) -> list[str]:
    """A command as a list of arguments, split as a shell does."""
    parts = shlex.split(command, posix=os.name == "posix") if isinstance(command, str) else list(command)
    if not parts:
        raise EngineFailed(N_("Say which program the engine is."))
    return parts


class EngineProcess:
    """An engine process; `patience` is how many seconds an answer may take."""

    def __init__(self, command: Sequence[str], patience: float | None = None) -> None:
        self._patience = patience
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", errors="replace"
            )
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise EngineFailed(
                N_("The engine {command} does not start: {reason}."),
                command=shlex.join(command),
                reason=reason,
            ) from error
        self._number = 0
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        # On some systems only a thread can wait for a line with a time limit.
        threading.Thread(target=self._read, name="engine", daemon=True).start()

    def ask(self, method: str, **params: Any) -> Any:
        """Call a method of the engine and return its result."""
        self._number += 1
        request = {"jsonrpc": "2.0", "id": self._number, "method": method, "params": params}
        line = self._answer(json.dumps(request), method)
        try:
            reply = json.loads(line)
            mine = reply["id"] == self._number
            refusal = reply["error"]["message"] if "error" in reply else None
            result = None if "error" in reply else reply["result"]
        except (ValueError, TypeError, KeyError):
            mine = False
        if not mine:
            raise EngineFailed(
                N_("The engine's answer to {method} cannot be read: {line}"), method=method, line=line[:200]
            )
        if refusal is not None:
            raise EngineFailed(N_("The engine cannot do {method}: {reason}"), method=method, reason=refusal)
        return result

    def close(self) -> None:
        """Close the engine's input, which tells it to exit, and kill it if it does not."""
        with self._process as process:
            assert process.stdin is not None
            try:
                process.stdin.close()
                process.wait(EXIT_SECONDS)
            except (OSError, subprocess.TimeoutExpired):
                process.kill()

    def kill(self) -> None:
        """End an engine that does not answer, without waiting."""
        self._process.kill()
        self.close()

    def _answer(self, request: str, method: str) -> str:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(request + "\n")
            self._process.stdin.flush()
            line = self._lines.get(timeout=self._patience)
        except OSError:
            line = ""
        except queue.Empty:
            raise EngineFailed(
                N_("The engine has not answered {method} within {seconds} seconds."),
                method=method,
                seconds=f"{self._patience:g}",
            ) from None
        if not line:
            raise EngineFailed(N_("The engine has ended in the middle of the game."))
        return line

    def _read(self) -> None:
        assert self._process.stdout is not None
        try:
            for line in self._process.stdout:
                self._lines.put(line)
        except (OSError, ValueError):  # closed meanwhile
            pass
        self._lines.put("")
