"""Fuzzing the engine protocol: see `harness`. An input is a conversation, one request a line."""

from __future__ import annotations

import io
import json
import sys
from typing import Any

from tests.fuzz.harness import instrumented, run

with instrumented(__name__):
    from moleworks import rpc

from tests.boards.complaints import LAWN, STACK, TRACK
from tests.record.texts import ALL


def check(data: bytes) -> None:
    """As many replies as lines that are not blank; each has a result or an error, none an internal one."""
    replies = io.BytesIO()
    rpc.serve(io.BytesIO(data), replies)
    lines = replies.getvalue().decode("ascii").splitlines()
    assert len(lines) == sum(1 for line in data.split(b"\n") if line.strip())
    for line in lines:
        reply = json.loads(line)
        assert ("result" in reply) != ("error" in reply)
        assert reply.get("error", {}).get("code") != rpc.INTERNAL, line


def asked(method: str, **params: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()


def seeds() -> list[bytes]:
    """Conversations that use every method."""
    rest = [
        asked("position"),
        asked("legal"),
        asked("explain", action="d4|f4", lang="fr"),
        asked("view", seat=None),
        asked("best", level=1, lines=2),
        asked("undo", count=1),
        asked("record"),
    ]
    return [
        asked("games"),
        b"\n".join(
            [asked("new", game="mole-hill", board=LAWN), asked("play", actions=["c3", "c3|d3"]), *rest]
        ),
        b"\n".join([asked("new", game="mole-company", board=STACK, rotations=[0, 1, 2, 3]), *rest]),
        b"\n".join([asked("new", game="buddel-bande", board=TRACK), asked("roll", seed=1), *rest]),
        *(b"\n".join([asked("load", record=text), *rest]) for text in ALL),
    ]


if __name__ == "__main__":
    run(check, seeds(), sys.argv[1:])
