"""Two workers on one PostgreSQL database that write to the same match."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Collection

import pytest
from msgspec import to_builtins

from moleworks.games import Complaint
from moleworks.matches import notices
from moleworks.matches.access import Access
from moleworks.matches.apply_command import Repeated, Stale
from moleworks.matches.bus import bus_at
from moleworks.matches.commands import Answer, Emote, Offer, Play, Rename, Resign
from moleworks.matches.join import invite, join
from moleworks.matches.leave import forget_person, leave
from moleworks.matches.live import LiveMatch
from moleworks.matches.maintenance import WORKER_TIMEOUT, apply_retention, run_due
from moleworks.matches.notices import Alive, Changed, Written
from moleworks.matches.server import LEASE, UNUSED, MatchServer
from moleworks.matches.store import StoreUnavailable
from moleworks.matches.time_control import TimeControl
from moleworks.matches.tokens import digest
from tests.matches.helpers import (
    ENGLISH,
    Clock,
    RandomMover,
    RecordingListener,
    check_against_log,
    open_match,
    person,
    server_at,
    until,
    wait_idle,
)
from tests.postgres import Server

pytestmark = pytest.mark.needs("postgresql")

Scenario = Callable[[MatchServer, MatchServer], Awaitable[None]]


@pytest.fixture
def url(postgres: Server) -> str:
    return postgres.database()


def with_two_servers(url: str, scenario: Scenario, clock: Clock | None = None) -> None:
    """Run a scenario with two workers that share only the database."""

    async def tell() -> None:
        now = clock or Clock()
        async with server_at(url, now, worker="a") as a, server_at(url, now, worker="b") as b:
            await scenario(a, b)

    asyncio.run(tell())


async def play(live: LiveMatch, seat: int, action: str, seq: int, client: str | None = None) -> None:
    await live.do(Access(frozenset({seat})), Play(action=action, seq=seq, id=client))


def test_what_one_writes_the_other_tells(url: str) -> None:
    async def scenario(a: MatchServer, b: MatchServer) -> None:
        here = (await open_match(a)).live
        there = await b.live_match(here.id)
        listener = RecordingListener(1)
        there.add_listener(listener)
        await until(lambda: here.present_seats() == {1})
        await play(here, 0, "e4", 3)
        await until(lambda: there.log.seq == 4)
        assert listener.received("at")[-1]["news"][-1]["name"] == "e4"
        await play(there, 1, "a1|a2", 4)
        await until(lambda: here.log.seq == 5)
        await here.do(Access(frozenset({0})), Emote(name="wow"))
        await until(lambda: listener.received("emote"))
        await here.do(Access(frozenset({0})), Rename(name="Lina"))
        await until(lambda: there.seats[0].name == "Lina")
        there.remove_listener(listener)
        await until(lambda: not here.present_seats())
        for live in (here, there):
            await check_against_log(live)

    with_two_servers(url, scenario)


def test_one_of_two_is_first(url: str) -> None:
    """Both play for the same seat in the same position: one action is done, and nobody is stuck."""

    async def scenario(a: MatchServer, b: MatchServer) -> None:
        here = (await open_match(a, "mole-hill", board="patch")).live
        there = await b.live_match(here.id)
        rng = random.Random(5)
        for turn in range(8):
            await until(lambda: here.log.seq == there.log.seq)
            log, seq = here.log, here.log.seq
            actor = log.actor
            assert actor is not None
            game, state = log.match.game, log.state
            names = [game.name(state, action) for action in rng.choices(game.legal(state), k=2)]
            plays = [
                play(live, actor, name, seq, f"{turn}{worker}")
                for live, name, worker in zip((here, there), names, "ab", strict=True)
            ]
            results = await asyncio.gather(*plays, return_exceptions=True)
            assert sorted(type(result).__name__ for result in results) == ["NoneType", "Stale"]
            won = names[results.index(None)]
            for live in (here, there):
                received = to_builtins(await live.update_since(seq, (actor,)))
                assert [entry["name"] for entry in received["news"]] in ([won], [])
                assert live.log.match.names[-1] == won or live.log.seq == seq
            assert (here if results[0] is None else there).log.seq == seq + 1
            assert (
                there if results[0] is None else here
            ).log.seq == seq + 1  # the loser has read the new entry
        for live in (here, there):
            await check_against_log(live)

    with_two_servers(url, scenario)


def test_the_same_move_sent_to_both_is_done_once(url: str) -> None:
    async def scenario(a: MatchServer, b: MatchServer) -> None:
        here = (await open_match(a)).live
        there = await b.live_match(here.id)
        results = await asyncio.gather(
            *(play(live, 0, "e4", 3, "x") for live in (here, there)), return_exceptions=True
        )
        assert sorted(type(result).__name__ for result in results) == ["NoneType", "Repeated"]
        with pytest.raises(Repeated):
            await play(there, 0, "e4", 3, "x")
        assert there.log.match.names == ["e4"]

    with_two_servers(url, scenario)


def test_a_client_that_comes_over_knows_more_than_the_worker(url: str) -> None:
    """No notice arrives; the client sends the number it knows, and gets no older position."""

    async def scenario(a: MatchServer, b: MatchServer) -> None:
        here = (await open_match(a)).live
        there = await b.live_match(here.id)
        await b.bus.close()
        await play(here, 0, "e4", 3)
        await play(here, 1, "a1|a2", 4)
        assert there.log.seq == 3
        assert to_builtins(await there.update_since(5, (0,)))["seq"] == 5
        await play(here, 0, "e5", 5)
        await play(there, 1, "a2|a3", 6)
        assert there.log.match.names == ["e4", "a1|a2", "e5", "a2|a3"]

    with_two_servers(url, scenario)


class Notices:
    """What a worker sends to the others from now on: workers, matches and notices."""

    def __init__(self, server: MatchServer) -> None:
        self.sent: list[tuple[set[str] | None, str, notices.AnyNotice]] = []
        self._publish = server.bus.publish
        server.bus.publish = self._note  # type: ignore[method-assign]

    def _note(self, match: str, notice: bytes, to: Collection[str] | None = None) -> None:
        self.sent.append((None if to is None else set(to), match, notices.decode(notice)))
        self._publish(match, notice, to)


def test_only_the_workers_that_have_a_match_hear_of_it(url: str) -> None:
    async def scenario(a: MatchServer, b: MatchServer) -> None:
        here, alone = (await open_match(a)).live, (await open_match(a)).live
        there = await b.live_match(here.id)
        await until(lambda: here.other_workers == {"b"} and there.other_workers == {"a"})
        await b.bus.close()
        b.bus, heard = bus_at(url, "b"), list[str]()

        def on_notice(worker: str, match: str, notice: bytes) -> None:
            heard.append(match)
            b._on_notice(worker, match, notice)

        await b.bus.open(on_notice, b._on_notices_missed)
        sent = Notices(a).sent
        await play(alone, 0, "e4", 3)
        await alone.do(Access(frozenset({0})), Emote(name="wow"))
        await play(here, 0, "e4", 3)
        await until(lambda: there.log.seq == 4)
        assert sent == [({"b"}, here.id, Written(4))]
        assert heard == [here.id]

    with_two_servers(url, scenario)


def test_a_worker_that_nobody_uses_puts_the_match_away_instead_of_reading_it(url: str) -> None:
    clock = Clock()

    async def scenario(a: MatchServer, b: MatchServer) -> None:
        here = (await open_match(a)).live
        there = await b.live_match(here.id)
        await until(lambda: here.other_workers == {"b"})
        clock.turn(UNUSED + 1)
        here.add_listener(RecordingListener(0))
        await play(here, 0, "e4", 3)
        await until(lambda: not here.other_workers)
        assert b.live_matches == {}
        assert there.log.seq == 3
        again = await b.live_match(here.id)
        await until(lambda: here.other_workers == {"b"})
        again.add_listener(RecordingListener(1))
        clock.turn(UNUSED + 1)
        await play(here, 1, "a1|a2", 4)
        await until(lambda: again.log.seq == 5)
        await check_against_log(again)

    with_two_servers(url, scenario, clock)


def test_what_is_written_while_another_worker_loads_the_match_reaches_it(url: str) -> None:
    """It has read the log and has not yet told anybody that it has the match."""

    async def scenario(a: MatchServer, b: MatchServer) -> None:
        here = (await open_match(a)).live
        keep, b._keep = b._keep, lambda live: None  # type: ignore[method-assign]
        there = await b.live_match(here.id)
        await play(here, 0, "e4", 3)
        await asyncio.sleep(0.1)
        assert there.log.seq == 3
        keep(there)
        await until(lambda: there.log.seq == 4)
        await check_against_log(there)

    with_two_servers(url, scenario)


def test_a_slow_worker_that_was_forgotten_is_told_what_it_missed(url: str) -> None:
    clock = Clock()

    async def scenario(a: MatchServer, b: MatchServer) -> None:
        here = (await open_match(a)).live
        there = await b.live_match(here.id)
        there.add_listener(RecordingListener(1))
        await until(lambda: here.present_seats() == {1})
        clock.turn(WORKER_TIMEOUT + 1)
        await run_due(a)
        assert here.other_workers == set()
        await play(here, 0, "e4", 3)
        assert there.log.seq == 3
        b.publish("", Alive())
        await until(lambda: there.log.seq == 4 and here.other_workers == {"b"})
        assert here.present_seats() == {1}

    with_two_servers(url, scenario, clock)


def test_who_loads_a_match_while_another_hears_nothing_is_known_afterwards(url: str) -> None:
    async def scenario(a: MatchServer, b: MatchServer) -> None:
        here = (await open_match(a)).live
        await wait_idle(a)
        await a.bus.close()
        there = await b.live_match(here.id)
        await asyncio.sleep(0.1)
        assert here.other_workers == set()
        a.bus = bus_at(url, "a")
        await a.bus.open(a._on_notice, a._on_notices_missed)
        a._on_notices_missed()
        await until(lambda: here.other_workers == {"b"} and there.other_workers == {"a"})
        await play(here, 0, "e4", 3)
        await until(lambda: there.log.seq == 4)

    with_two_servers(url, scenario)


def test_lost_notes_are_made_up_for(url: str) -> None:
    async def scenario(a: MatchServer, b: MatchServer) -> None:
        here = (await open_match(a)).live
        there = await b.live_match(here.id)
        listener = RecordingListener(1)
        there.add_listener(listener)
        await wait_idle(a)
        await b.bus.close()
        await play(here, 0, "e4", 3)
        await here.do(Access(frozenset({1})), Rename(name="Lina"))
        assert there.log.seq == 3
        b._on_notices_missed()
        await wait_idle(b)
        assert there.log.seq == 5
        assert there.seats[1].name == "Lina"
        assert [entry["seq"] for entry in listener.received("at")[-1]["news"]] == [4, 5]
        await check_against_log(there)

    with_two_servers(url, scenario)


def test_a_note_that_comes_twice_does_no_harm(url: str) -> None:
    async def scenario(a: MatchServer, b: MatchServer) -> None:
        here = (await open_match(a)).live
        there = await b.live_match(here.id)
        await play(here, 0, "e4", 3)
        for note in (notices.encode(Written(4)), notices.encode(Written(1)), b"", notices.encode(Changed())):
            b._on_notice("a", here.id, note)
            b._on_notice("a", "no such match", note)
        await wait_idle(b)
        await check_against_log(there)
        assert there.log.match.names == ["e4"]

    with_two_servers(url, scenario)


def test_one_computer_s_move_though_both_are_asked(url: str) -> None:
    async def scenario(a: MatchServer, b: MatchServer) -> None:
        here = (await open_match(a, "mole-hill", "here computer:2", board="patch")).live
        there = await b.live_match(here.id)
        assert isinstance(a.engine_pool, RandomMover)
        assert isinstance(b.engine_pool, RandomMover)
        for turn in range(1, 6):
            live = (here, there)[turn % 2]
            game = live.log.match.game
            action = game.name(live.log.state, random.choice(game.legal(live.log.state)))
            await play(live, 0, action, live.log.seq)
            for server in (a, b):
                await run_due(server)
            await until(lambda: here.log.match.ply == there.log.match.ply == 2 * turn)  # noqa: B023
            await wait_idle(a)
            await wait_idle(b)
            assert len(a.engine_pool.asked + b.engine_pool.asked) == turn
        for live in (here, there):
            await check_against_log(live)

    with_two_servers(url, scenario)


def test_a_worker_that_died_over_a_move(url: str) -> None:
    clock = Clock()

    async def scenario(a: MatchServer, b: MatchServer) -> None:
        assert isinstance(a.engine_pool, RandomMover)
        a.engine_pool.may.clear()
        here = (await open_match(a, "mole-hill", "here computer:2")).live
        await play(here, 0, "e4", 2)
        await until(lambda: a.engine_pool.asked)  # type: ignore[attr-defined]
        for task in list(a._tasks):
            task.cancel()
        await run_due(b)
        assert b.live_matches == {}
        clock.turn(LEASE + 1)
        await run_due(b)
        await wait_idle(b)
        there = await b.live_match(here.id)
        assert there.log.match.ply == 2
        await check_against_log(there)

    with_two_servers(url, scenario, clock)


def test_who_listened_at_a_worker_that_died_is_away(url: str) -> None:
    clock = Clock()

    async def scenario(a: MatchServer, b: MatchServer) -> None:
        here = (await open_match(a)).live
        there = await b.live_match(here.id)
        listener = RecordingListener(1)
        there.add_listener(listener)
        await until(lambda: here.present_seats() == {1})
        clock.turn(WORKER_TIMEOUT - 1)
        await run_due(a)
        assert here.present_seats() == {1}
        b.publish("", Alive())
        await until(lambda: a.workers["b"] == clock.time)
        clock.turn(WORKER_TIMEOUT - 1)
        await run_due(a)
        assert here.present_seats() == {1}
        clock.turn(2)
        await run_due(a)
        assert here.present_seats() == frozenset()

    with_two_servers(url, scenario, clock)


def test_a_clock_rings_once(url: str) -> None:
    clock = Clock()

    async def scenario(a: MatchServer, b: MatchServer) -> None:
        here = (await open_match(a, pace=TimeControl(turn=60, absent="resign"))).live
        await b.live_match(here.id)
        clock.turn(60)
        await asyncio.gather(run_due(a), run_due(b))
        for server in (a, b):
            await wait_idle(server)
            live = await server.live_match(here.id)  # nobody listens, so it may have been unloaded
            await live.catch_up()
            assert [entry.name for entry in live.entries].count("!resign") == 1
            await check_against_log(live)

    with_two_servers(url, scenario, clock)


def test_by_a_code_at_two_workers_each_gets_a_seat(url: str) -> None:
    async def scenario(a: MatchServer, b: MatchServer) -> None:
        table = await open_match(a, "buddel-bande", "here open open open")
        await b.live_match(table.live.id)
        people = [f"digest-{n}" for n in range(4)]
        results = await asyncio.gather(
            *(join((a, b)[n % 2], one, ENGLISH, code=table.code, name=one) for n, one in enumerate(people)),
            return_exceptions=True,
        )
        assert sum(isinstance(result, Complaint) for result in results) == 1
        held = await a.store.persons_by_seat(table.live.id)
        assert {seat: len(persons) for seat, persons in held.items()} == {0: 1, 1: 1, 2: 1, 3: 1}
        for server in (a, b):
            await wait_idle(server)
            await server.live_matches[table.live.id].catch_up()
            await check_against_log(server.live_matches[table.live.id])

    with_two_servers(url, scenario)


def test_one_rematch(url: str) -> None:
    async def scenario(a: MatchServer, b: MatchServer) -> None:
        table = await open_match(a)
        there = await b.live_match(table.live.id)
        await table.do(0, Resign())
        await table.do(0, Offer(what="rematch"))
        await until(lambda: there.log.offers)
        await there.do(Access(frozenset({1})), Answer(what="rematch", yes=True))
        await until(lambda: table.log.next_match and there.log.next_match)
        await wait_idle(a)
        await wait_idle(b)
        assert table.log.next_match == there.log.next_match
        assert await a.store.counts() == {"over": 1, "playing": 1}
        for server in (a, b):
            await check_against_log(await server.live_match(table.log.next_match or ""))
        assert table.keys[1].token is not None
        assert await b.store.by_token(digest(table.keys[1].token)) == (table.log.next_match, 0)

    with_two_servers(url, scenario)


def test_a_new_link_closes_the_old_one_everywhere(url: str) -> None:
    async def scenario(a: MatchServer, b: MatchServer) -> None:
        table = await open_match(a, "mole-hill", "here bot")
        there = await b.live_match(table.live.id)
        old = digest(table.keys[1].token or "")
        assert (await b.access(there, None, old)).granted
        await invite(table.live, Access(frozenset({0, 1}), host=True), 1)
        await until(lambda: there.seats == table.live.seats)
        assert not (await b.access(there, None, old)).granted

    with_two_servers(url, scenario)


def test_who_sits_down_at_one_worker_has_the_seat_at_all(url: str) -> None:
    """Even before the other worker is notified. The former holder is disconnected everywhere."""

    async def scenario(a: MatchServer, b: MatchServer) -> None:
        table = await open_match(a, "buddel-bande", "here link open")
        there, listener = await b.live_match(table.live.id), RecordingListener(1)
        there.add_listener(listener)
        async with there.lock:  # it is a little behind
            token = table.keys[2].token or ""
            await join(a, None, ENGLISH, token=token, name="Digger", bot=True)
            asked = asyncio.create_task(b.access(there, None, digest(token)))
            await asyncio.sleep(0)
        assert (await asked).seats == {2}
        key = await invite(table.live, Access(frozenset({1})), 1)
        assert (await join(b, "tablet", ENGLISH, token=key.token))[1] == 1
        assert listener.closed
        assert not (await a.access(table.live, person(1), None)).granted

    with_two_servers(url, scenario)


def test_what_is_deleted_or_put_away_is_so_everywhere(url: str) -> None:
    clock = Clock()

    async def scenario(a: MatchServer, b: MatchServer) -> None:
        alone, shared = await open_match(a, "mole-hill", "here computer"), await open_match(a)
        await shared.do(0, Resign())
        listener, other = RecordingListener(0), RecordingListener(0)
        (await b.live_match(alone.live.id)).add_listener(listener)
        there = await b.live_match(shared.live.id)
        there.add_listener(other)
        await leave(alone.server, alone.live, "digest-of-the-host")
        await until(lambda: listener.closed)
        clock.turn(31 * 86400)
        await apply_retention(a)
        await until(lambda: there.row.record is not None)
        with pytest.raises(Complaint, match="put away"):
            await there.do(Access(frozenset({0})), Offer(what="rematch"))
        await forget_person(a, person(1))
        await until(lambda: there.seats[1].name == "")

    with_two_servers(url, scenario, clock)


def test_a_worker_that_has_just_loaded_a_match_tells_others_what_has_no_entry(url: str) -> None:
    """Before they have answered that they have the match, too."""

    async def scenario(a: MatchServer, b: MatchServer) -> None:
        here = (await open_match(a, "buddel-bande")).live
        there = await b.live_match(here.id)
        there.add_listener(RecordingListener(1))
        await until(lambda: here.other_workers)
        a.unload(here)
        loaded = await a.live_match(here.id)
        assert not loaded.other_workers
        await loaded.choose_emblem(0, "snail")
        await until(lambda: there.seats[0].emblem == "snail")

    with_two_servers(url, scenario)


def test_stale_is_what_it_says(url: str) -> None:
    """A worker that loses every race reads the log again, without an error."""

    async def scenario(a: MatchServer, b: MatchServer) -> None:
        here = (await open_match(a)).live
        there = await b.live_match(here.id)
        await b.bus.close()
        await play(here, 0, "e4", 3)
        with pytest.raises(Stale):
            await play(there, 0, "e5", 3)
        assert there.log.match.names == ["e4"]

    with_two_servers(url, scenario)


def test_what_could_not_be_read_is_read_a_little_later(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that comes back may refuse the first queries, and nobody tells of the entry again."""

    async def scenario(a: MatchServer, b: MatchServer) -> None:
        here = (await open_match(a)).live
        there = await b.live_match(here.id)
        failed = asyncio.Event()

        async def starting_up(*_: object) -> None:
            failed.set()
            raise StoreUnavailable("the database system is starting up")

        monkeypatch.setattr(b.store, "entries", starting_up)
        await play(here, 0, "e4", 3)
        await asyncio.wait_for(failed.wait(), 60)
        assert there.log.match.names == []
        monkeypatch.undo()
        await wait_idle(b)
        await run_due(b)
        assert there.log.match.names == ["e4"]

    with_two_servers(url, scenario)


def test_what_a_worker_wrote_that_died_before_it_told_is_read(url: str) -> None:
    """Such as the move of a computer: a player at the other worker would wait for it forever."""
    clock = Clock()

    async def scenario(a: MatchServer, b: MatchServer) -> None:
        here = (await open_match(a)).live
        there = await b.live_match(here.id)
        await until(lambda: here.other_workers == {"b"} and there.other_workers == {"a"})
        await b.bus.close()
        await play(there, 0, "e4", 3)
        await run_due(a)
        assert here.log.match.names == []
        clock.turn(WORKER_TIMEOUT + 1)
        await run_due(a)
        assert here.log.match.names == ["e4"]

    with_two_servers(url, scenario, clock)


def test_an_emblem_is_told_by_the_other_worker_too(url: str) -> None:
    async def scenario(a: MatchServer, b: MatchServer) -> None:
        here = (await open_match(a, "buddel-bande", "here link")).live
        there = await b.live_match(here.id)
        listener = RecordingListener(1)
        there.add_listener(listener)
        await until(lambda: here.present_seats() == {1})
        await here.choose_emblem(0, "snail")
        await until(lambda: listener.received("table")[-1]["seats"][0]["emblem"] == "snail")
        assert there.log.seq == here.log.seq, "it is not in the log"
        there.remove_listener(listener)

    with_two_servers(url, scenario)
