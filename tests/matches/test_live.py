"""Live matches, also on a store that fails: memory and log agree, and play goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
from msgspec import to_builtins

from moleworks.games import GAMES, Complaint
from moleworks.matches.access import Access
from moleworks.matches.apply_command import NewEntry, Repeated, Stale
from moleworks.matches.commands import Emote, Look, Offer, Play, Rename, Reseat, Resign, Undo
from moleworks.matches.live import MAX_TRIES, RECENT_ENTRIES
from moleworks.matches.log import MatchLog
from moleworks.matches.maintenance import run_due
from moleworks.matches.server import MatchServer, NoMatch
from moleworks.matches.store.rows import Conflict, Entry, MatchStatus, NewMatchRows, SeatRow, StoreUnavailable
from moleworks.matches.store.sqlite import SQLiteStore
from moleworks.matches.stored_log import REPLAYED_AT_ONCE
from tests.matches.helpers import (
    HOST,
    RandomMover,
    RecordingListener,
    check_against_log,
    open_match,
    person,
    server_at,
    until,
    wait_idle,
    wait_until,
    with_server,
)


class FailingStore(SQLiteStore):
    """A real store that raises errors before or after an append."""

    before: BaseException | None = None
    after: BaseException | None = None
    unreadable = False
    """Whether reading fails too."""

    async def append(
        self,
        match: str,
        entries: Sequence[Entry],
        standing: MatchStatus,
        seats: Sequence[SeatRow] = (),
        persons: Sequence[tuple[int, str | None]] = (),
        opens: NewMatchRows | None = None,
    ) -> None:
        before, self.before = self.before, None
        if before:
            raise before
        await super().append(match, entries, standing, seats, persons, opens)
        after, self.after = self.after, None
        if after:
            raise after

    async def fetch(self, statement: str, *values: object) -> list[tuple[object, ...]]:
        if self.unreadable:
            raise StoreUnavailable("gone")
        return await super().fetch(statement, *values)


def failing_store(tmp_path: Path) -> FailingStore:
    return FailingStore(tmp_path / "moles.db")


# Messages


def test_everybody_hears_an_action_through_their_own_eyes(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        table = await open_match(server)
        listeners = [RecordingListener(0), RecordingListener(1), RecordingListener(), RecordingListener(0, 1)]
        for listener in listeners:
            table.live.add_listener(listener)
        await table.play("e4", client="x")
        for listener in listeners:
            (received,) = listener.received("at")
            assert received["news"] == [{"seq": 4, "seat": 0, "name": "e4", "id": "x"}]
            assert (received["seq"], received["ply"], received["actor"], received["status"]) == (
                4,
                1,
                1,
                "playing",
            )
            assert [seen["seat"] for seen in received["eyes"]] == list(listener.seats or [None])
            legal = {seen["seat"]: bool(seen["legal"]) for seen in received["eyes"]}
            assert legal == {seat: seat == 1 for seat in listener.seats or [None]}

    with_server(url, scenario)


def test_who_left_hears_nothing_more(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        table = await open_match(server)
        listener, other = RecordingListener(0), RecordingListener(1)
        table.live.add_listener(listener)
        table.live.add_listener(other)
        table.live.remove_listener(listener)
        table.live.remove_listener(listener)
        before = len(listener.messages_sent)
        await table.play("e4")
        assert len(listener.messages_sent) == before
        await wait_until(
            lambda: [seat["here"] for seat in other.received("table")[-1]["seats"]] == [False, True]
        )

    with_server(url, scenario)


def test_after_a_gap_nothing_is_missing(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, board="patch")
        for _ in range(6):
            await table.play()
        for seq in range(10):
            received = to_builtins(await table.live.update_since(seq, (0,)))
            assert [entry["seq"] for entry in received["news"]] == list(range(seq + 1, 10))
        server.live_matches.clear()
        again = await server.live_match(table.live.id)
        assert await again.update_since(3, (0,)) == await table.live.update_since(3, (0,))

    with_server(url, scenario)


def test_a_long_gap_is_told_from_the_log(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        table = await open_match(server)
        for n in range(2 * RECENT_ENTRIES + 20):
            await table.live.write(partial(toggle_offer, n))
        assert len(table.live.entries) <= 2 * RECENT_ENTRIES
        received = to_builtins(await table.live.update_since(0, (0,)))
        assert [entry["seq"] for entry in received["news"]] == list(range(1, table.log.seq + 1))
        await check_against_log(table.live)

    with_server(url, scenario)


def toggle_offer(n: int) -> list[NewEntry]:
    return [NewEntry(0, "!offer draw" if n % 2 else "!decline draw")]


def test_a_client_that_knows_too_much_is_told_where_the_match_is(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        table = await open_match(server)
        received = to_builtins(await table.live.update_since(10**6, (0,)))
        assert (received["seq"], received["news"]) == (3, [])
        with pytest.raises(Stale):
            await table.do(0, Play(action="e4", seq=10**6))

    with_server(url, scenario)


def test_emotes_are_heard_and_not_kept(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        table = await open_match(server)
        listener = RecordingListener(1)
        table.live.add_listener(listener)
        await table.do(0, Emote(name="hello"))
        assert listener.received("emote") == [{"type": "emote", "seat": 0, "name": "hello"}]
        assert "There is no such thing to say" in await table.refused(0, Emote(name="<b>"))
        assert table.log.seq == 3

    with_server(url, scenario)


# Access


def test_whose_seat_it_is(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        live = (await open_match(server)).live

        async def refused(access: Access, command: Play | Resign) -> str:
            with pytest.raises(Complaint) as caught:
                await live.do(access, command)
            return str(caught.value)

        both, second = Access(frozenset({0, 1})), Access(frozenset({1}))
        assert await refused(both, Play(action="e4", seq=3)) == "Say which of your seats acts."
        assert await refused(second, Play(seat=0, action="e4", seq=3)) == "This is not your seat."
        assert await refused(Access(watches=True), Resign()) == "You only watch this match."
        assert await refused(Access(host=True), Resign()) == "You only watch this match."
        await live.do(both, Play(seat=0, action="e4", seq=3))
        await live.do(second, Play(action="a1|a2", seq=4))
        await live.do(Access(watches=True), Look())
        assert live.log.match.names == ["e4", "a1|a2"]

    with_server(url, scenario)


def test_reseating(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, "mole-company", "here link open", board="burrow")
        host, guest = Access(frozenset({0}), host=True), Access(frozenset({1}))

        async def refused(access: Access, whose: int, kind: str) -> str:
            with pytest.raises(Complaint) as caught:
                await table.live.do(access, Reseat(whose=whose, kind=kind))  # type: ignore[arg-type]
            return str(caught.value)

        assert await refused(guest, 2, "computer") == "Only the person who opened the match can do this."
        assert await refused(host, 1, "computer") == "This player may come back any moment: wait a minute."
        assert await refused(host, 1, "open") == "Only a computer's seat can be opened again."
        assert await refused(host, 2, "open") == "Only a computer's seat can be opened again."
        assert await refused(host, 3, "computer") == "There is no seat 3 at this table."
        await table.live.do(host, Reseat(whose=2, kind="computer", level=6))
        assert table.log.status == "playing"
        await table.live.do(host, Reseat(whose=2, kind="open"))
        assert table.log.status == "waiting"
        await table.live.do(host, Reseat(whose=2, kind="computer", level=2))
        await check_against_log(table.live)
        await table.do(1, Resign())
        await table.do(0, Resign())
        assert await refused(host, 2, "open") == "The match is over."
        await wait_idle(server)

    with_server(url, scenario)


def test_renaming(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        table = await open_match(server)
        listener = RecordingListener()
        table.live.add_listener(listener)
        await table.do(1, Rename(name="  Lina\n  Maus ", id="n"))
        await wait_until(lambda: listener.received("table")[-1]["seats"][1]["name"] == "Lina Maus")
        with pytest.raises(Repeated):
            await table.do(1, Rename(name="Mira", id="n"))
        await table.do(1, Rename(name=""))
        await table.do(1, Rename(name="Lina Maus"))
        assert table.names[3:] == ["!name"]
        assert b"Lina" not in "".join(entry.name for entry in table.live.entries).encode()
        await check_against_log(table.live)

    with_server(url, scenario)


# A store that fails


@pytest.mark.parametrize("error", [StoreUnavailable("full"), asyncio.CancelledError(), RuntimeError("?")])
def test_what_was_not_kept_did_not_happen(url: str, tmp_path: Path, error: BaseException) -> None:
    store = failing_store(tmp_path)

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server)
        listener = RecordingListener(0)
        table.live.add_listener(listener)
        heard = len(listener.messages_sent)
        store.before = error
        with pytest.raises(type(error)):
            await table.play("e4", client="x")
        assert len(listener.messages_sent) == heard
        await check_against_log(table.live)
        await table.play("e4", client="x")
        assert table.log.match.names == ["e4"]
        await check_against_log(table.live)

    with_server(url, scenario, store=store)


@pytest.mark.parametrize("error", [StoreUnavailable("no answer"), asyncio.CancelledError()])
def test_what_was_kept_did_happen_though_nobody_said_so(
    url: str, tmp_path: Path, error: BaseException
) -> None:
    store = failing_store(tmp_path)

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server)
        listener = RecordingListener(1)
        table.live.add_listener(listener)
        store.after = error
        with pytest.raises(type(error)):
            await table.play("e4", client="x")
        assert listener.received("at") == []
        with pytest.raises(Repeated):
            await table.play("e4", client="x")
        assert [received["seq"] for received in listener.received("at")] == [4]
        await check_against_log(table.live)
        await table.play("a1|a2")
        await check_against_log(table.live)

    with_server(url, scenario, store=store)


def test_others_are_told_even_if_nobody_asks_again(url: str, tmp_path: Path) -> None:
    store = failing_store(tmp_path)

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server)
        listener = RecordingListener(1)
        table.live.add_listener(listener)
        store.after = StoreUnavailable("no answer")
        with pytest.raises(StoreUnavailable):
            await table.play("e4")
        await run_due(server)
        assert [received["seq"] for received in listener.received("at")] == [4]
        await check_against_log(table.live)

    with_server(url, scenario, store=store)


def test_who_looks_sees_what_is_kept(url: str, tmp_path: Path) -> None:
    store = failing_store(tmp_path)

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server)
        store.after = StoreUnavailable("no answer")
        with pytest.raises(StoreUnavailable):
            await table.play("e4")
        assert to_builtins(await table.live.update_since(3, (1,)))["seq"] == 4

    with_server(url, scenario, store=store)


def test_a_store_that_is_away_for_a_while(url: str, tmp_path: Path) -> None:
    store = failing_store(tmp_path)

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server)
        store.unreadable = True
        store.after = StoreUnavailable("gone")
        for _ in range(3):
            with pytest.raises(StoreUnavailable):
                await table.play("e4", client="x")
            store.before = StoreUnavailable("gone")
        assert table.log.match.names == []  # the visible log is unchanged
        store.unreadable, store.before = False, None
        with pytest.raises(Repeated):
            await table.play("e4", client="x")
        await check_against_log(table.live)

    with_server(url, scenario, store=store)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_left_of_what_was_tried(url: str, tmp_path: Path, game: str) -> None:
    """Nothing stays of a move that was not stored, not even its dice, nor of one that was taken back."""
    store = failing_store(tmp_path)

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, game)
        for turn in range(24):
            store.before = StoreUnavailable("full") if turn % 3 == 1 else None
            store.after = StoreUnavailable("no answer") if turn % 5 == 1 else None
            with suppress(StoreUnavailable):
                await table.play()
            if turn % 4 == 3:
                with suppress(Complaint):
                    await table.do(0, Undo(seq=table.log.seq))
            await table.live.catch_up()
            await check_against_log(table.live)

    with_server(url, scenario, store=store)


def test_who_goes_in_the_middle_takes_nothing_with_them(url: str) -> None:
    """Cancelled at any moment: the move is done or not, nobody is stuck, and all agree in the end."""

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, "mole-hill", "here link", board="patch")
        for steps in range(40):
            if table.log.outcome:
                break
            playing = asyncio.create_task(table.play(client=f"n{steps}"))
            for _ in range(steps % 7):
                await asyncio.sleep(0)
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            await server.store.commit([("SELECT 1", ())])  # after all waiting writes
            await run_due(server)
            await check_against_log(table.live)

    with_server(url, scenario)


def test_somebody_is_always_first(url: str, tmp_path: Path) -> None:
    store = failing_store(tmp_path)

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server)
        tried = 0

        def lines() -> list[NewEntry]:
            nonlocal tried
            tried += 1
            store.before = Conflict()
            return toggle_offer(1)

        with pytest.raises(Stale):
            await table.live.write(lines)
        assert tried == MAX_TRIES
        store.before = None
        await check_against_log(table.live)
        await table.play("e4")

    with_server(url, scenario, store=store)


def test_nothing_is_shown_before_it_is_kept(url: str, tmp_path: Path) -> None:
    """A listener is added while a resignation is being written."""
    store = failing_store(tmp_path)

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server)
        writing = asyncio.create_task(table.do(0, Resign()))
        await asyncio.sleep(0)
        assert table.live.lock.locked()
        listener = RecordingListener(1)
        table.live.add_listener(listener)
        assert listener.received("table")[-1]["outcome"] is None
        await writing
        assert listener.received("table")[-1]["outcome"]["winner"] == 1

    with_server(url, scenario, store=store)


def test_commands_at_once_are_done_one_after_the_other(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        table = await open_match(server)
        commands = [Play(action=name, seq=3, id=name) for name in ("e4", "e5", "d4", "e4")]
        results = await asyncio.gather(*(table.do(0, one) for one in commands), return_exceptions=True)
        assert [type(result) for result in results] == [type(None), Stale, Stale, Repeated]
        assert table.log.match.names == ["e4"]
        undo = await asyncio.gather(
            *(table.do(0, Undo(seq=4, id=str(n))) for n in range(3)), return_exceptions=True
        )
        assert [type(result) for result in undo] == [type(None), Stale, Stale]
        await check_against_log(table.live)

    with_server(url, scenario)


# The same match, loaded twice


def test_a_room_that_was_given_up_tells_the_one_that_came_after_it(url: str) -> None:
    engine_pool = RandomMover()

    async def scenario(server: MatchServer) -> None:
        engine_pool.may.clear()
        table = await open_match(server, "mole-hill", "here computer:1")
        await table.play("e4")
        await until(lambda: engine_pool.asked)
        server.unload(table.live)
        new = await server.live_match(table.live.id)
        assert new is not table.live
        listener = RecordingListener(0)
        new.add_listener(listener)
        await until(lambda: not new.computers_running)  # it has seen the claim of the other
        engine_pool.may.set()
        await wait_idle(server)
        assert new.log.seq == 4
        assert [received["seq"] for received in listener.received("at")] == [4]
        await check_against_log(new)

    async def tell() -> None:
        async with server_at(url, engine_pool=engine_pool) as server:
            await scenario(server)

    asyncio.run(tell())


def test_a_match_that_is_gone(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        table = await open_match(server)
        listener = RecordingListener(0)
        table.live.add_listener(listener)
        await server.store.delete(table.live.id)
        with pytest.raises(NoMatch):
            await table.play("e4")
        assert listener.closed
        assert table.live.id not in server.live_matches
        with pytest.raises(NoMatch):
            await server.live_match(table.live.id)
        with pytest.raises(NoMatch):
            await table.live.update_since(99, (0,))

    with_server(url, scenario)


def test_many_open_a_room_at_once(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        name = (await open_match(server)).live.id
        server.live_matches.clear()
        first = asyncio.create_task(server.live_match(name))
        others = [asyncio.create_task(server.live_match(name)) for _ in range(5)]
        await asyncio.sleep(0)
        first.cancel()
        live_matches = await asyncio.gather(*others)
        assert {id(live) for live in live_matches} == {id(server.live_matches[name])}
        with pytest.raises(NoMatch):
            await asyncio.gather(server.live_match("none"), server.live_match("none"))
        await wait_idle(server)

    with_server(url, scenario)


def test_what_others_hold(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, "mole-hill", "here bot")
        access = await server.access(table.live, HOST, None)
        assert access == Access(frozenset({0}), host=True)
        assert not (await server.access(table.live, person(1), None)).granted
        assert not (await server.access(table.live, None, "wrong")).granted
        await table.do(0, Offer(what="draw"))

    with_server(url, scenario)


def test_a_seat_changes_hands_once_for_each_number(url: str) -> None:
    """A page that lost its connection repeats a command without an answer."""

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, "mole-company", "here link open", board="burrow")
        live, host = table.live, Access(frozenset({0}), host=True)
        listener = RecordingListener(0)
        live.add_listener(listener)
        await live.do(host, Reseat(whose=2, kind="computer", id="a1"))
        received = [news for message in listener.received("at") for news in message["news"]]
        assert [news["id"] for news in received if "id" in news] == ["a1"], "the page knows that it was done"
        await live.do(host, Reseat(whose=2, kind="open", id="a2"))
        for _ in range(2):
            with pytest.raises(Repeated):
                await live.do(host, Reseat(whose=2, kind="computer", id="a1"))
            server.live_matches.clear()
            live = await server.live_match(live.id)  # another worker, later
        assert live.log.holders[2].kind == "open"
        await check_against_log(live)

    with_server(url, scenario, engine_pool=RandomMover())


def test_what_is_said_twice_under_one_number_is_said_once(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        table = await open_match(server)
        listener = RecordingListener(1)
        table.live.add_listener(listener)
        for number, count in (("a1", 1), (None, 2), (None, 3), ("a2", 4)):
            await table.do(0, Emote(name="hello", id=number))
            assert len(listener.received("emote")) == count
        with pytest.raises(Repeated):
            await table.do(0, Emote(name="hello", id="a1"))
        await table.do(1, Emote(name="hello", id="a1"))
        assert len(listener.received("emote")) == 5

    with_server(url, scenario)


def test_a_long_log_is_read_on_in_short_steps_and_nobody_sees_half_of_it(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(server: MatchServer) -> None:
        table = await open_match(server)
        live, old, entries = table.live, table.live.log.copy(), list(table.live.entries)
        for number in range(3 * REPLAYED_AT_ONCE + 1):
            await table.do(0, Rename(name=f"Lina {number}"))
        newest, turns = live.log.seq, 0
        live.log, live.entries = old, entries  # as of a worker that has not heard of it
        replayed: list[tuple[int, int]] = []
        extend = MatchLog.extend

        def noted(log: MatchLog, new: Sequence[Entry]) -> None:
            replayed.append((turns, len(new)))
            extend(log, new)

        monkeypatch.setattr(MatchLog, "extend", noted)
        reading, seen = asyncio.create_task(live.catch_up()), set[int]()
        while not reading.done():
            seen.add(live.log.seq)
            turns += 1
            await asyncio.sleep(0)
        assert live.log.seq == newest
        assert seen <= {old.seq, newest}
        assert max(count for _, count in replayed) == REPLAYED_AT_ONCE
        assert len({turn for turn, _ in replayed}) == len(replayed) == 4, "others run in between"
        monkeypatch.undo()
        await check_against_log(live)

    with_server(url, scenario)
