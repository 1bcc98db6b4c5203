"""The service as a browser runs it: no threads, no processes, and its files in the browser's storage."""

from __future__ import annotations

import asyncio
import datetime
import json
import shutil
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from moleworks import puzzles
from moleworks.core import work
from moleworks.games import GAMES
from moleworks.matches.store.browser import BrowserStore
from moleworks.web.in_browser import BrowserService

Json = dict[str, Any]
PAGE = "https://moles.example/games"
NOT_STORED = "This browser cannot store it: its storage is full, or is refused."
HERE = {"content-type": "application/json"}


@pytest.fixture(autouse=True)
def _no_threads() -> Iterator[None]:
    with work.run_at_once():
        yield


class Storage:
    """A browser's storage: what was saved last is what the next visit finds."""

    def __init__(self, folder: Path) -> None:
        self.memory, self.saved = folder / "memory", folder / "saved"
        self.memory.mkdir()
        self.saves = 0
        self.full = False

    async def save(self) -> None:
        if self.full:
            raise OSError("QuotaExceededError")
        self.saves += 1
        shutil.rmtree(self.saved, ignore_errors=True)
        shutil.copytree(self.memory, self.saved)

    def next_visit(self) -> None:
        shutil.rmtree(self.memory)
        shutil.copytree(self.saved, self.memory)


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    return Storage(tmp_path)


class Visit:
    """A page with its own service."""

    def __init__(self, storage: Storage) -> None:
        self.service = BrowserService(PAGE, storage.memory, storage.save)
        self.told: asyncio.Queue[tuple[str, str]] = asyncio.Queue()

    async def ask(self, method: str, address: str, body: Json | None = None) -> Any:
        content = json.dumps(body).encode() if body is not None else b""
        status, _, reply = await self.service.request(method, f"/api{address}", HERE, content)
        assert status < 300, reply
        return json.loads(reply) if reply else None

    async def open_match(self, game: str = "mole-hill", other: str = "computer") -> str:
        seats = [{"kind": "here"}, {"kind": other}]
        opened: Json = await self.ask("POST", "/matches", {"game": game, "seats": seats})
        return str(opened["id"])

    def connect(self, match: str) -> Any:
        def tell(kind: str, text: str) -> None:
            self.told.put_nowait((kind, text))

        return self.service.connect(f"/api/matches/{match}/live?words=1", HERE, [], tell)

    async def hear(self, kind: str) -> Json:
        while True:
            event, text = await self.told.get()
            if event == "message" and json.loads(text)["type"] == kind:
                return dict(json.loads(text))


def in_visit(storage: Storage, play: Callable[[Visit], Awaitable[Any]]) -> Any:
    """What happens in one visit; the tab is killed at its end."""

    async def whole() -> Any:
        visit = Visit(storage)
        await visit.service.open()
        try:
            async with asyncio.timeout(60):
                return await play(visit)
        finally:
            # Nothing that closing writes reaches the storage: the tab was killed.
            storage.full = True
            await visit.service.close()
            storage.full = False

    return asyncio.run(whole())


async def play_to_the_end(visit: Visit, match: str, most: int = 10_000) -> Json:
    """Play the first legal action whenever it is one's turn; the last message."""
    line = visit.connect(match)
    at = await visit.hear("at")
    for _ in range(most):
        if at["status"] == "over":
            break
        legal = [(eyes["seat"], action) for eyes in at["eyes"] for action in eyes["legal"]]
        if legal:
            seat, action = legal[0]
            command = {"do": "play", "seat": seat, "action": action, "seq": at["seq"], "id": str(at["seq"])}
            line.send(json.dumps(command))
        at = await visit.hear("at")
    line.close()
    return at


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_at_one_table(storage: Storage, game: str) -> None:
    async def play(visit: Visit) -> Json:
        match = await visit.open_match(game, "here")
        await play_to_the_end(visit, match)
        table: Json = await visit.ask("GET", f"/matches/{match}/table")
        return table

    assert in_visit(storage, play)["outcome"] is not None


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_puzzle_of_the_day_without_a_network_is_that_of_the_terminal(storage: Storage, game: str) -> None:
    days = [datetime.date(2026, 11, 19) + datetime.timedelta(days=day) for day in range(365)]

    async def ask_all(visit: Visit) -> list[str]:
        return [(await visit.ask("GET", f"/puzzles/{game}/daily/{day}"))["id"] for day in days]

    asked = in_visit(storage, ask_all)
    assert asked == [puzzles.daily(game, day).id for day in days]
    assert len(set(asked)) == len(days)


def test_what_was_told_is_there_after_the_tab_was_killed(storage: Storage) -> None:
    async def begin(visit: Visit) -> tuple[str, int]:
        match = await visit.open_match()
        at = await play_to_the_end(visit, match, 6)
        return match, int(at["seq"])

    match, seq = in_visit(storage, begin)
    storage.next_visit()

    async def go_on(visit: Visit) -> Json:
        assert [each["id"] for each in await visit.ask("GET", "/matches")] == [match]
        at: Json = await visit.ask("GET", f"/matches/{match}")
        return at

    assert in_visit(storage, go_on)["seq"] >= seq > 3


def test_a_full_storage_gets_a_clear_word(storage: Storage) -> None:
    async def play(visit: Visit) -> tuple[int, Json]:
        storage.full = True
        body = json.dumps({"game": "mole-hill", "seats": [{"kind": "here"}, {"kind": "computer"}]})
        status, _, reply = await visit.service.request("POST", "/api/matches?lang=en", HERE, body.encode())
        return status, json.loads(reply)

    status, problem = in_visit(storage, play)
    assert (status, problem["detail"]) == (503, NOT_STORED)


def test_what_could_not_be_stored_has_not_happened(storage: Storage) -> None:
    async def play(visit: Visit) -> tuple[Json, Json, Json, Json]:
        match = await visit.open_match(other="here")
        line = visit.connect(match)
        before = await visit.hear("at")
        action = before["eyes"][0]["legal"][0]
        command = {"do": "play", "seat": 0, "action": action, "seq": before["seq"], "id": "1"}
        storage.full = True
        line.send(json.dumps(command))
        refused = await visit.hear("refused")
        kept: Json = await visit.ask("GET", f"/matches/{match}")
        storage.full = False
        line.send(json.dumps(command))
        after = await visit.hear("at")
        line.close()
        return before, refused, kept, after

    before, refused, kept, after = in_visit(storage, play)
    assert refused["reason"] == NOT_STORED
    assert kept["seq"] == before["seq"]
    assert after["seq"] == before["seq"] + 1
    storage.next_visit()
    assert len(in_visit(storage, lambda visit: visit.ask("GET", "/matches"))) == 1


def test_nothing_is_read_between_a_commit_and_its_saving(storage: Storage) -> None:
    """What a request is answered is stored, even one that comes while a move is being saved."""
    saving, may_save = asyncio.Event(), asyncio.Event()

    async def slow_save() -> None:
        saving.set()
        await may_save.wait()

    async def read() -> bool:
        store = BrowserStore(storage.memory / "matches.sqlite", storage.save)
        await store.open()
        store._save_files = slow_save
        write = asyncio.ensure_future(store.save_numbers({"moles": 7.0}))
        await saving.wait()
        reading = asyncio.ensure_future(store.number("moles"))
        await asyncio.sleep(0)
        early = reading.done()
        may_save.set()
        await write
        assert await reading == 7.0
        await store.close()
        return early

    assert asyncio.run(read()) is False


def test_a_browser_that_stores_nothing_still_plays_and_is_known_to(storage: Storage) -> None:
    async def play(visit: Visit) -> tuple[bool, Any]:
        await visit.open_match(other="here")
        return visit.service.keeps, await visit.ask("GET", "/matches")

    keeps, matches = in_visit(storage, play)
    assert keeps
    assert len(matches) == 1
    storage.next_visit()
    storage.full = True
    keeps, matches = in_visit(storage, play)
    assert not keeps
    assert len(matches) == 2


@pytest.mark.parametrize(
    ("module", "method", "address", "body", "reason"),
    [
        ("segno", "POST", "/qr", {"text": f"{PAGE}/#join=x"}, "QR codes"),
        ("rich.text", "GET", "/matches/{match}/text", None, "Boards are drawn"),
    ],
)
def test_what_a_browser_lacks_is_said(
    storage: Storage,
    monkeypatch: pytest.MonkeyPatch,
    module: str,
    method: str,
    address: str,
    body: Json | None,
    reason: str,
) -> None:
    for name in [each for each in sys.modules if each.startswith("moleworks.terminal")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, module, None)

    async def ask(visit: Visit) -> tuple[int, Json]:
        path = address.format(match=await visit.open_match())
        content = json.dumps(body).encode() if body else b""
        status, _, reply = await visit.service.request(method, f"/api{path}?lang=en", HERE, content)
        return status, json.loads(reply)

    status, problem = in_visit(storage, ask)
    assert status == 422
    assert problem["detail"].startswith(reason)
    assert problem["detail"].endswith("by a Moleworks server only.")


def test_the_computer_plays_and_gives_hints(storage: Storage) -> None:
    async def play(visit: Visit) -> Json:
        match = await visit.open_match()
        line = visit.connect(match)
        while not any(eyes["legal"] for eyes in (await visit.hear("at"))["eyes"]):
            pass
        line.close()
        hint: Json = await visit.ask("POST", f"/matches/{match}/hint", {})
        return hint

    assert in_visit(storage, play)["lines"][0]["why"]


def test_the_story_is_told_after_the_tab_was_killed_and_comes_back_from_a_file(storage: Storage) -> None:
    async def finish(visit: Visit) -> tuple[Any, Any]:
        match = await visit.open_match(other="here")
        await visit.ask("POST", f"/matches/{match}/commands", {"do": "resign", "seat": 0})
        return await visit.ask("GET", "/story"), await visit.ask("GET", "/story/file/0")

    told, saved = in_visit(storage, finish)
    assert [match["winner"] for match in told["matches"]] == [1]
    assert in_visit(storage, lambda visit: visit.ask("GET", "/story")) == told

    async def forget(visit: Visit) -> tuple[Any, Any]:
        await visit.ask("DELETE", "/me")
        empty = await visit.ask("GET", "/story")
        await visit.ask("POST", "/story/file", saved)
        return empty, await visit.ask("GET", "/story/file/0")

    empty, again = in_visit(storage, forget)
    assert empty["matches"] == []
    assert again == saved
