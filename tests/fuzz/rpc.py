"""Fuzz the engine protocol: see `harness`. An input is a session, one request a line."""

from __future__ import annotations

import io
import json
import sys
from typing import Any

from tests.fuzz.harness import instrument_imports, run

with instrument_imports(__name__):
    from moleworks import rpc

from tests.boards.invalid_boards import LAWN, STACK, TRACK
from tests.record.record_examples import ALL


def check(data: bytes) -> None:
    """Every non-blank line gets one reply, with a result or an error, never an internal error."""
    replies = io.BytesIO()
    rpc.serve(io.BytesIO(data), replies)
    lines = replies.getvalue().decode("ascii").splitlines()
    assert len(lines) == sum(1 for line in data.split(b"\n") if line.strip())
    for line in lines:
        reply = json.loads(line)
        assert ("result" in reply) != ("error" in reply)
        assert reply.get("error", {}).get("code") != rpc.INTERNAL, line


def request(method: str, **params: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()


def seeds() -> list[bytes]:
    """Sessions that use every method."""
    rest = [
        request("position"),
        request("legal"),
        request("explain", action="d4|f4", lang="fr"),
        request("view", seat=None),
        request("best", level=1, lines=2),
        request("undo", count=1),
        request("record"),
    ]
    return [
        request("games"),
        b"\n".join(
            [request("new", game="mole-hill", board=LAWN), request("play", actions=["c3", "c3|d3"]), *rest]
        ),
        b"\n".join([request("new", game="mole-company", board=STACK, rotations=[0, 1, 2, 3]), *rest]),
        b"\n".join([request("new", game="buddel-bande", board=TRACK), request("roll", seed=1), *rest]),
        *(b"\n".join([request("load", record=text), *rest]) for text in ALL),
    ]


if __name__ == "__main__":
    run(check, seeds(), sys.argv[1:])
