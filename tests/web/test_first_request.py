"""A new server process has loaded what its first requests need before it takes any."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from moleworks.games import GAMES

PROGRAM = """
import asyncio, sys
import httpx
from moleworks.web.app import application
from moleworks.web.settings import Settings

async def main():
    app = application(Settings(database=sys.argv[1]))
    events, started = asyncio.Queue(), asyncio.Event()

    async def told(event):
        started.set()

    events.put_nowait({"type": "lifespan.startup"})
    life = asyncio.create_task(app({"type": "lifespan"}, events.get, told))
    await started.wait()
    transport = httpx.ASGITransport(app)
    here, headers = "http://localhost", {"origin": "http://localhost"}
    async with httpx.AsyncClient(transport=transport, base_url=here, headers=headers) as client:
        await client.get("/health/live")
        before = set(sys.modules)
        for game in sys.argv[2:]:
            seats = [{"kind": "bot"}] * 2
            reply = await client.post("/api/matches", json={"game": game, "seats": seats})
            assert reply.status_code == 201, reply.text
            for seat in reply.json()["seats"]:
                joined = await client.post("/api/join", json={"token": seat["token"], "bot": True})
                assert joined.is_success, joined.text
            answer = await client.get(f"/api/matches/{reply.json()['id']}", headers={
                "authorization": f"Bearer {seat['token']}"})
            assert answer.is_success, answer.text
    print("loaded late:", *sorted(set(sys.modules) - before))
    events.put_nowait({"type": "lifespan.shutdown"})
    await life

asyncio.run(main())
"""


def test_the_first_matches_load_nothing(tmp_path: Path) -> None:
    found = subprocess.run(
        [sys.executable, "-c", PROGRAM, f"sqlite:///{tmp_path / 'moles.db'}", *GAMES],
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.stdout.startswith("loaded late:"), found.stderr
    late = found.stdout.removeprefix("loaded late:").split()
    assert [name for name in late if name.startswith(("moleworks", "anyio", "litestar"))] == []
