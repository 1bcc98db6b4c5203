"""Both carriers of the routes, Litestar and that for browsers, answer alike."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from moleworks.web.app import Application
from moleworks.web.litestar_app import litestar
from moleworks.web.route_app import RouteApp
from moleworks.web.settings import Settings

BOARD = {"board": {"game": "mole-hill"}}
RECORD = {"record": "no record at all"}
REQUESTS: list[tuple[str, str, Any]] = [
    ("GET", "/api/games?lang=de", None),
    ("GET", "/api/texts?lang=fr", None),
    ("GET", "/api/emotes", None),
    ("GET", "/api/me", None),
    ("GET", "/api/begins?game=mole-hill", None),
    ("GET", "/api/begins", None),
    ("GET", "/api/boards/mole-hill/classic", None),
    ("GET", "/api/boards/mole-hill/Classic", None),
    ("GET", "/api/rules/mole-hill?preset=blatz&players=2&lang=de", None),
    ("GET", "/api/rules/mole-hill?players=9", None),
    ("GET", "/api/rules/mole-hill?players=two&lang=fr", None),
    ("GET", "/api/lessons/buddel-bande", None),
    ("GET", "/api/lessons/chess", None),
    ("GET", "/api/nothing", None),
    ("GET", "/api/matches/no%20match", None),
    ("GET", "/api/matches/none", None),
    ("GET", "/api/matches/none?seq=-1", None),
    ("GET", "/api/matches/none/live", None),
    ("POST", "/api/matches/none/seats/first/link", {}),
    ("POST", "/api/games", {}),
    ("DELETE", "/api/me", None),
    ("POST", "/api/matches", None),
    ("POST", "/api/matches", b"{"),
    ("POST", "/api/matches", b"\xff"),
    ("POST", "/api/matches", b"[" * 100_000),
    ("POST", "/api/matches", {"game": "mole-hill"}),
    ("POST", "/api/matches", {"game": "mole-hill", "seats": [{"kind": "here", "level": 9}]}),
    ("POST", "/api/join", {}),
    ("POST", "/api/join", {"token": "x", "more": 1}),
    ("POST", "/api/boards", BOARD),
    ("POST", "/api/records", RECORD),
    ("POST", "/api/records/analysis", RECORD),
    ("POST", "/api/try", {"position": {"game": "mole-hill"}, "action": "z9"}),
    ("POST", "/api/qr", {"text": "https://elsewhere.example"}),
    ("GET", "/health/live", None),
]


async def answers(carrier: Any, folder: Path) -> list[tuple[int, str, Any]]:
    app = Application(Settings(database=f"sqlite:///{folder}/matches.sqlite"), carrier=carrier)
    await app.context.open()
    found = []
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        for method, path, body in REQUESTS:
            content = body if isinstance(body, bytes | None) else json.dumps(body)
            answer = await client.request(
                method, path, content=content, headers={"content-type": "application/json"}
            )
            kind = answer.headers.get("content-type", "")
            found.append((answer.status_code, kind, answer.json() if "json" in kind else answer.text))
    await app.context.close()
    return found


@pytest.mark.slow
def test_both_answer_alike(tmp_path: Path) -> None:
    by_litestar = asyncio.run(answers(litestar, tmp_path))
    by_table = asyncio.run(answers(RouteApp, tmp_path))
    assert len({status for status, _, _ in by_table}) > 5, "many kinds of answers were compared"
    for request, one, other in zip(REQUESTS, by_litestar, by_table, strict=True):
        assert one == other, request


@pytest.mark.parametrize(("size", "status"), [(0, 400), (3_000_000, 413)])
def test_a_body_that_is_too_large_is_refused(size: int, status: int) -> None:
    async def status_of(carrier: Any) -> int:
        app = Application(Settings(database="sqlite:////nowhere/matches.sqlite"), carrier=carrier)
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return (await client.post("/api/records", content=b" " * size)).status_code

    assert asyncio.run(status_of(litestar)) == asyncio.run(status_of(RouteApp)) == status
