"""Talking to an engine in this very process, line by line."""

from __future__ import annotations

import json
from typing import Any

from moleworks.rpc import RpcServer

PARSE, REQUEST, METHOD, PARAMS, REFUSED = -32700, -32600, -32601, -32602, 1
CODES = {PARSE, REQUEST, METHOD, PARAMS, REFUSED}


def strictly(text: str) -> Any:
    """JSON as the standard has it: no NaN, no Infinity."""

    def refuse(name: str) -> Any:
        raise ValueError(f"{name} is no JSON")

    return json.loads(text, parse_constant=refuse)


class Client:
    """One engine, and the number of the next request."""

    def __init__(self) -> None:
        self.engine = RpcServer()
        self.id = 0

    def line(self, line: str | bytes) -> dict[str, Any]:
        """The reply to a whole line: always one object with either a result or an error."""
        text = self.engine.answer(line if isinstance(line, bytes) else line.encode())
        assert "\n" not in text
        assert text.isascii()
        reply: dict[str, Any] = strictly(text)
        assert reply["jsonrpc"] == "2.0"
        assert set(reply) in ({"jsonrpc", "id", "result"}, {"jsonrpc", "id", "error"})
        if "error" in reply:
            error = reply["error"]
            assert error["code"] in CODES, error
            assert set(error) - {"data"} == {"code", "message"}
            assert len(error["message"]) > 10
        return reply

    def send(self, method: str, **params: Any) -> dict[str, Any]:
        self.id += 1
        request = {"jsonrpc": "2.0", "id": self.id, "method": method, "params": params}
        reply = self.line(json.dumps(request))
        assert reply["id"] == self.id
        return reply

    def ask(self, method: str, **params: Any) -> Any:
        """The result; an error is a failure."""
        reply = self.send(method, **params)
        assert "result" in reply, reply
        return reply["result"]

    def fail(self, method: str, **params: Any) -> tuple[int, str]:
        """Code and message; and the position is what it was."""
        before = self.stand()
        error = self.send(method, **params)["error"]
        assert self.stand() == before
        return error["code"], error["message"]

    def refuse(self, *actions: str) -> dict[str, Any]:
        """What `play` says of actions that the rules forbid; nothing has been played."""
        before = self.stand()
        error = self.send("play", actions=list(actions))["error"]
        assert error["code"] == REFUSED
        assert self.stand() == before
        data: dict[str, Any] = error["data"]
        assert set(data) == {"index", "action", "rule", "reason"}
        assert data["reason"] in error["message"]
        return data

    def stand(self) -> Any:
        """All that can be seen of the position, if there is one."""
        asked = [self.send("position"), self.send("record"), self.send("view", seat=0)]
        return [reply.get("result") for reply in asked]


def begun(game: str, **params: Any) -> Client:
    """An engine with a new game on it."""
    client = Client()
    if game == "mole-company":
        params = {"rotations": [0, 0, 0, 0]} | params
    client.ask("new", game=game, **params)
    return client
