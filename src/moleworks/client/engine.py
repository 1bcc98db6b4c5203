"""An engine at the table: any program that speaks the protocol of `moleworks rpc` (docs/protocol.md)."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from collections.abc import Sequence
from typing import Any

from moleworks.client.bot import Bot, View
from moleworks.client.sitting import Result
from moleworks.games import Complaint
from moleworks.games.game import N_

GOODBYE = 5.0
"""Seconds that an engine has to end by itself."""


class EngineFailed(Complaint):
    """The engine does not start, ends, or answers what it should not."""


class Engine:
    """A process to ask, one line after the other."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
            )
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise EngineFailed(
                N_("The engine {command} does not start: {reason}."),
                command=shlex.join(command),
                reason=reason,
            ) from error
        self._number = 0

    def ask(self, method: str, **params: Any) -> Any:
        """What the engine answers."""
        self._number += 1
        request = {"jsonrpc": "2.0", "id": self._number, "method": method, "params": params}
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except OSError:
            line = ""
        if not line:
            raise EngineFailed(N_("The engine has ended in the middle of the game."))
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
        """The end of its input tells an engine to go; one that stays is sent away."""
        with self._process as process:
            assert process.stdin is not None
            try:
                process.stdin.close()
                process.wait(GOODBYE)
            except (OSError, subprocess.TimeoutExpired):
                process.kill()


class EngineBot(Bot):
    """Asks an engine. It is told what the seat may know and nothing else: see docs/bots.md."""

    def __init__(
        self, command: str | Sequence[str], name: str = "", lang: str = "en", **effort: float
    ) -> None:
        """`effort` is what `best` is asked for: one of `level`, `seconds` and `simulations`."""
        super().__init__(name, lang)
        words = shlex.split(command, posix=os.name == "posix") if isinstance(command, str) else list(command)
        if not words:
            raise EngineFailed(N_("Say which program the engine is."))
        self.command = words
        self.effort = effort or {"level": 7}
        self._engine: Engine | None = None

    def join(self, link: str, token: str | None = None) -> Result:
        """As any bot does; the engine is started before, so that nobody waits for one that does not start."""
        self._engine = Engine(self.command)
        try:
            return super().join(link, token)
        finally:
            self._engine.close()
            self._engine = None

    def choose(self, view: View, legal: list[str]) -> str:
        from moleworks.client.sights import imagined  # noqa: PLC0415 - who only looks up a link needs no rules

        del view, legal
        assert self._engine is not None, "asked for only while `join` runs"
        match = imagined(self.sight())
        setup = match.setup
        wanted = {
            "game": setup.game,
            "players": setup.players,
            "preset": setup.preset,
            "options": dict(setup.options),
            "board": match.board_data(),
            "rotations": setup.rotations,
        }
        self._engine.ask("new", **{name: value for name, value in wanted.items() if value is not None})
        self._engine.ask("play", actions=match.names)
        try:
            return str(self._engine.ask("best", **self.effort)["action"])
        except (TypeError, KeyError) as error:
            raise EngineFailed(N_("The engine names no action.")) from error

    def undo_offered(self) -> bool:
        return True

    def rematch_offered(self) -> bool:
        return True
