"""Opens matches, runs their computer players and keeps live matches in memory."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import msgspec

from moleworks import __version__
from moleworks.core.messages import N_, Complaint
from moleworks.core.registry import GAMES
from moleworks.engine import chance, knowledge
from moleworks.matches import faces, notices
from moleworks.matches.access import Access, NoMatch
from moleworks.matches.apply_command import NewEntry, Stale
from moleworks.matches.bus import Bus
from moleworks.matches.create import (
    Moved,
    empty_log,
    first_entries,
    rematch_phones,
    rematch_seats,
    seat_rows,
    setup_json,
)
from moleworks.matches.engine_pool import EnginePool
from moleworks.matches.idempotency_key import IdempotencyKey, KeyReused, request_digest
from moleworks.matches.live import LiveEnvironment, LiveMatch, PendingMove
from moleworks.matches.log import MatchLog
from moleworks.matches.loop_watch import LoopWatch, start_measured
from moleworks.matches.maintenance import run_retention, run_sweep
from moleworks.matches.notices import (
    AnyNotice,
    Changed,
    Deleted,
    EmoteSent,
    HaveIt,
    PersonLeft,
    Present,
    SignOfLife,
    Unloaded,
    WhoHasIt,
    Written,
)
from moleworks.matches.requests import MatchRequest, NewMatch, SeatKey
from moleworks.matches.retention import Retention
from moleworks.matches.server_clock import CalendarCheck, ServerClock
from moleworks.matches.store.rows import (
    BOT,
    WAITING,
    WATCHER,
    Conflict,
    MatchRow,
    NewMatchRows,
    OpeningRow,
    SeatRow,
)
from moleworks.matches.store.store import MatchStore
from moleworks.matches.stored_log import read_log, replay
from moleworks.matches.tokens import digest, new_code, new_id, new_token, same_digest
from moleworks.record import Match
from moleworks.speech import emblems, table_settings
from moleworks.texts import Language

logger = logging.getLogger("moleworks.matches")

T = TypeVar("T")

LEASE = 3.0
"""Seconds after which another worker takes over a computer's move, if the claim is not renewed.

With the second in which it looks for what is due, and the search, a match goes on within five."""
UNUSED = 10.0
"""Seconds after which a match that nobody listens to is unloaded when another worker writes to it."""
MAX_CODE_TRIES = 20
"""Tries to find a code that no other match has."""


class NoAccess(Complaint):
    """The caller has no part in the match."""

    def __init__(self) -> None:
        super().__init__(N_("You have no seat in this match. Ask its host for a link."))


class MatchServer:
    """The live matches of one worker. The store and the bus are shared with other workers."""

    def __init__(
        self,
        store: MatchStore,
        bus: Bus,
        engine_pool: EnginePool,
        *,
        worker: str = "",
        retention: Retention | None = None,
        now: Callable[[], float] | None = None,
    ) -> None:
        """`now` stands for the clock of this computer or of the database."""
        self.store, self.bus, self.engine_pool = store, bus, engine_pool
        self.worker = worker or new_id()
        self.retention = retention or Retention()
        self._clock = ServerClock() if now is None else None
        self.now: Callable[[], float] = self._clock or now or time.time
        self.lease = LEASE
        self.clock = time.monotonic
        self.live_matches: dict[str, LiveMatch] = {}
        self._loading: dict[str, asyncio.Task[LiveMatch]] = {}
        self._changed_while_loading: set[str] = set()
        """Matches that another worker wrote to while they were being loaded here."""
        self.loop_watch = LoopWatch()
        self._tasks: set[asyncio.Task[Any]] = set()
        self.workers: dict[str, float] = {}
        """By other worker: when it was last heard of."""
        self.silent_workers: set[str] = set()
        """Workers that were forgotten because nothing was heard of them."""

    async def open(self, *, alone: bool = False) -> None:
        """Connect the store and the bus, and begin regular maintenance.

        `alone`: no other process uses the database, so claims in it are of one that has ended.
        """
        await self.store.open()
        if alone:
            await self.store.release_claims()
        await self.read_clock(first=True)
        self.calendar_check = CalendarCheck(self.store, self.clock)
        await self.calendar_check.look(await self.calendar())
        bus = self.loop_watch.meter("a notice of another worker")
        await start_measured(self.bus.open(self._on_notice, self._on_notices_missed), bus)
        self._begin_maintenance()

    async def close(self) -> None:
        """Stop all tasks, and close the bus, the engines and the store."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bus.close()
        self.engine_pool.close()
        await self.store.close()

    def _begin_maintenance(self) -> None:
        """Two tasks, each of whose steps is watched: those of a task inside a task would not be."""
        self._spawn(run_sweep(self))
        self._spawn(run_retention(self))

    async def read_clock(self, *, first: bool = False) -> None:
        """Take over the time of a database that other workers use too."""
        if self._clock:
            await self._clock.read(self.store, first=first)

    async def calendar(self) -> float:
        """What time it is by the calendar, which may be wrong; `now` is for what is played."""
        return await self.store.time() if self._clock else self.now()

    # Opening matches

    async def opened_before(
        self, key: IdempotencyKey, request: MatchRequest, person: str | None = None
    ) -> NewMatch | None:
        """The match that this request has opened already; if a person is given, only for that person."""
        opening = await self.store.opening(key.stored)
        if opening is None or (person is not None and opening.person != person):
            return None
        if opening.request != request_digest(request):
            raise KeyReused
        found = await self.store.match(opening.match)
        if found is None:  # it was deleted just now
            return None
        keys, watch = _new_keys(opening.match, request, key)
        return NewMatch(opening.match, found[0].code, keys, watch)

    async def create(
        self,
        request: MatchRequest,
        person: str | None,
        language: Language,
        address: str = "",
        key: IdempotencyKey | None = None,
        moved: Moved | None = None,
    ) -> NewMatch:
        """Open a match. The caller gets the seats of kind `here`; `address` is who computers think for.

        With the same `key` it is opened once, whichever worker is asked, and even if one crashes.
        `moved`: what happened already, where the match was begun.
        """
        if key is not None and (opened := await self.opened_before(key, request)):
            return opened
        game = GAMES[request.game]
        if not any(seat.kind != "computer" for seat in request.seats):
            raise Complaint(N_("Somebody has to play: not every seat can be the computer's."))
        if person is None and any(seat.kind == "here" for seat in request.seats):
            raise Complaint(N_("Nobody without a cookie can sit here: open the seat with a link."))
        emblems.check(request.game, [seat.emblem for seat in request.seats])
        faces.check([seat.face for seat in request.seats])
        settings = table_settings.check(request.game, request.table_settings)
        match = Match.begin(
            request.game,
            board=request.board,
            players=len(request.seats),
            preset=request.preset,
            options=request.options,
            rotations=chance.draw_rotations(game) if request.rotations is None else request.rotations,
        )
        setup = setup_json(match, settings)
        return await self._open_match(match, setup, request, person, language, address, key, moved)

    async def _open_match(
        self,
        match: Match,
        setup: str,
        request: MatchRequest,
        person: str | None,
        language: Language,
        address: str,
        key: IdempotencyKey | None,
        moved: Moved | None,
    ) -> NewMatch:
        now, match_id = self.now(), new_id()
        keys, watch = _new_keys(match_id, request, key)
        seats = seat_rows(match_id, request.seats, keys, language)
        row = MatchRow(
            match_id, None, match.game.id, setup, msgspec.json.encode(request.pace).decode(),
            __version__, person, digest(watch), 0, WAITING, now, now, None,
        )  # fmt: skip
        persons = [
            (seat_key.seat, person) for seat_key in keys if seat_key.kind == "here" and person is not None
        ]
        opening = OpeningRow(key.stored, person, match_id, request_digest(request), now) if key else None
        live = self._new_live_match(row, seats, match, moved=moved)
        coded = any(seat_key.token for seat_key in keys)
        for left in reversed(range(MAX_CODE_TRIES)):
            live.row = live.row._replace(code=new_code() if coded else None)
            try:
                await self.store.create(NewMatchRows(live.row, seats, persons, live.entries, opening))
                break
            except Conflict:  # the code is another match's, or the same request has just opened one
                if key is not None and (opened := await self.opened_before(key, request)):
                    return opened
                if not left:
                    raise
        self._keep(live)
        live.owner = address
        self.follow_up(live)
        return NewMatch(match_id, live.row.code, keys, watch)

    def _new_live_match(
        self,
        row: MatchRow,
        seats: Sequence[SeatRow],
        match: Match,
        phones: Sequence[NewEntry] = (),
        moved: Moved | None = None,
    ) -> LiveMatch:
        """A new match with its first entries; nothing is stored yet."""
        log = MatchLog(match, row.created)
        entries = first_entries(log, seats, row.created, phones, moved)
        live = LiveMatch(self._environment(), row, seats, log)
        status = live.new_status(log)
        live.row = row._replace(seq=log.seq, status=status.status, due=status.due, changed=status.at)
        live.entries = entries
        return live

    # Loading and unloading

    def _keep(self, live: LiveMatch) -> None:
        """Keep a match in memory, and ask which other workers do: they tell each other of changes."""
        self.live_matches[live.id] = live
        self.publish(live.id, WhoHasIt(live.log.seq), everybody=True)

    async def live_match(self, match_id: str) -> LiveMatch:
        """The match in memory; it is loaded if necessary."""
        live = self.live_matches.get(match_id)
        if live is not None:
            live.last_used = self.clock()
            return live
        loading = self._loading.get(match_id)
        if loading is None:  # a task, because the first caller may be cancelled while others wait
            loading = self._loading[match_id] = self._spawn(self._load(match_id))
            loading.add_done_callback(lambda _: self._loaded(match_id))
        return await asyncio.shield(loading)

    def _loaded(self, match_id: str) -> None:
        del self._loading[match_id]
        self._changed_while_loading.discard(match_id)

    async def _load(self, match_id: str) -> LiveMatch:
        row, seats, entries = await read_log(self.store, match_id, 0)
        log = empty_log(row)
        await replay(log, entries)
        live = LiveMatch(self._environment(), row, seats, log)
        live.entries = entries
        self._keep(live)
        if match_id in self._changed_while_loading:
            self._changed_while_loading.discard(match_id)
            self._spawn(live.catch_up())
        self.follow_up(live)
        return live

    async def access(self, live: LiveMatch, person: str | None, token: str | None) -> Access:
        """The access that a caller has to a match, by the digest of their cookie or of a token.

        The token of a seat gives access to a bot only. A person shows the cookie of the device on which they
        took the seat, so that others who know the link, such as the host, see nothing by it.
        """
        granted_by_token = _token_access(live, token)
        if token is not None and not granted_by_token.granted:  # another worker may just have given access
            await live.catch_up()
            granted_by_token = _token_access(live, token)
        if person is None:
            return granted_by_token
        persons_by_seat = await self.store.persons_by_seat(live.id)
        seats = {seat for seat, persons in persons_by_seat.items() if person in persons}
        return Access(
            granted_by_token.seats | (seats - {WATCHER}),
            same_digest(person, live.row.host),
            granted_by_token.watches or WATCHER in seats,
            granted_by_token.peeks,
        )

    async def delete(self, match_id: str) -> None:
        """Delete a match from the store and from the memory of all workers."""
        await self.store.delete(match_id)
        self._forget_deleted(match_id)

    async def clear(self, match_id: str) -> None:
        """Delete a match that is too old; for a week it can be brought back."""
        with suppress(Conflict):  # somebody has come back to it, or another worker was first
            await self.store.clear(match_id, await self.calendar())
            self._forget_deleted(match_id)

    def _forget_deleted(self, match_id: str) -> None:
        if match_id in self.live_matches:
            self.remove_deleted(self.live_matches[match_id])
        self.publish(match_id, Deleted())

    def unload(self, live: LiveMatch) -> None:
        """Remove a match from memory. Its listeners have to connect again."""
        if self.live_matches.get(live.id) is live:
            del self.live_matches[live.id]
        for listener in list(live.listeners):
            listener.disconnect()

    def unload_if_unused(self, live: LiveMatch, seconds: float) -> bool:
        """Remove a match from memory that nobody listens to and nobody has asked for in these seconds."""
        unused = not live.listeners and live.last_used < self.clock() - seconds
        if unused and not live.computers_running and not live.lock.locked():
            del self.live_matches[live.id]
            return True
        return False

    def remove_deleted(self, live: LiveMatch) -> None:
        """Remove a deleted match from memory, and stop its computers."""
        if live.pending_move:
            live.pending_move.task.cancel()
        self.unload(live)

    # After new entries

    def _environment(self) -> LiveEnvironment:
        return LiveEnvironment(
            store=self.store,
            now=self.now,
            clock=self.clock,
            away=self.retention.away,
            publish=self.publish,
            on_written=self.after_write,
            on_read=self.follow_up,
            on_deleted=self.remove_deleted,
        )

    def after_write(self, live: LiveMatch) -> None:
        """Called after every write of this worker."""
        self.publish(live.id, Written(live.log.seq))
        reloaded = self.live_matches.get(live.id)
        if reloaded is not None and reloaded is not live:  # it was unloaded and loaded again
            self._spawn(reloaded.catch_up())
        self.follow_up(live)

    def follow_up(self, live: LiveMatch) -> None:
        """After new entries: start or stop a computer, open a rematch, drop a code that is not needed."""
        if live.pending_move and not live.awaits_computer(live.pending_move.seat, live.pending_move.seq):
            live.pending_move.task.cancel()
        if self.live_matches.get(live.id) is not live or live.row.record is not None:
            return
        if live.computer_turn() and not live.computers_running:
            live.computers_running = True
            self._spawn(self._play_computers(live))
        if live.log.rematch_agreed:
            self._spawn(self.open_rematch(live))
        if live.row.code is not None and not live.log.waiting:
            live.row = live.row._replace(code=None)
            self._spawn(self.store.drop_code(live.id))

    async def _play_computers(self, live: LiveMatch) -> None:
        try:
            while turn := live.computer_turn():
                if not await self._play_computer(live, *turn):
                    return
        finally:
            live.computers_running = False

    async def _play_computer(self, live: LiveMatch, seat: int, level: int) -> bool:
        """Play one move of a computer; False if another worker does it."""
        seq = live.log.seq
        if not await self._claim(live):
            return live.log.seq != seq
        owner = live.owner or live.row.host or live.id
        search = start_measured(self.engine_pool.move(knowledge(live.log.match), level, owner))
        live.pending_move = PendingMove(search, seat, seq)
        try:
            while not (await asyncio.wait({search}, timeout=self.lease / 4))[0]:
                if not await self.store.renew(live.id, seq, self.worker, self.now() + self.lease):
                    await live.catch_up()  # the claim is lost, or the match has gone on
                    return live.log.seq != seq
        finally:
            live.pending_move = None
            search.cancel()
        try:
            if search.cancelled():  # because of new entries
                raise Stale
            await live.play_computer_action(seat, seq, search.result())
        except Stale:
            logger.info("match %s went on while a computer thought", live.id)
        return True

    async def _claim(self, live: LiveMatch) -> bool:
        """Claim what is due in the match for this worker. If another has it, read what it wrote."""
        now = self.now()
        if await self.store.claim(live.id, live.log.seq, self.worker, now, now + self.lease):
            return True
        await live.catch_up()
        return False

    async def open_rematch(self, live: LiveMatch) -> None:
        """Open the next match, with every player one seat further. Everybody keeps their token or cookie.

        A computer plays for those who have left for good and for those who are away. The latter can take
        their seat again when they come back.
        """
        offer = live.log.rematch_agreed
        if offer is None or not await self._claim(live):
            return
        old = live.log.match
        match = Match.begin(
            old.game.id, board=old.setup.board, players=old.setup.players, preset=old.setup.preset,
            options=old.setup.options, rotations=chance.draw_rotations(old.game),
        )  # fmt: skip
        match_id, count = new_id(), len(live.seats)
        # A token belongs to the newest match, even if the clock was set back.
        now = max(self.now(), live.row.created + 0.001)
        seats = rematch_seats(
            match_id,
            old.game.id,
            live.seats,
            live.log.holders,
            live.time_control.level,
            offer.absent - offer.agreed,
        )
        new_persons = [
            (seat if seat == WATCHER else (seat - 1) % count, person)
            for seat, persons in (await self.store.persons_by_seat(live.id)).items()
            for person in persons
        ]
        row = live.row._replace(
            id=match_id, setup=setup_json(match, live.table_settings), rules=__version__,
            watch=digest(new_token()), seq=0, status=WAITING, created=now, changed=now, due=None,
        )  # fmt: skip
        opened = self._new_live_match(row, seats, match, rematch_phones(live.log))
        opened.owner = live.owner

        def new_entries() -> list[NewEntry]:
            if not live.log.rematch_agreed:
                raise Stale
            return [NewEntry(None, f"!next {match_id}")]

        with suppress(Stale):  # another was opened first, or the offer is gone
            # At once: a crash leaves no second match behind that nobody was told of.
            await live.write(new_entries, opens=NewMatchRows(opened.row, seats, new_persons, opened.entries))
            self._keep(opened)
            self.follow_up(opened)

    # Other workers

    def publish(self, match: str, notice: AnyNotice, *, everybody: bool = False) -> None:
        """Tell the other workers that have a match in memory something about it.

        If it is not in memory here, nobody knows who has it, so everybody is told. So is a change without
        an entry: workers that have not answered yet compare the numbers of entries and would not notice it.
        """
        live = self.live_matches.get(match)
        to = None if everybody or isinstance(notice, Changed) or live is None else live.other_workers
        if to is not None and not to:  # as usual: nobody else has it
            return
        self.bus.publish(match, notices.encode(notice), to)

    def _answer(self, worker: str, match: str, notice: AnyNotice) -> None:
        """Tell one other worker something about a match."""
        self.bus.publish(match, notices.encode(notice), [worker])

    def _on_notice(self, worker: str, match: str, encoded: bytes) -> None:
        notice = notices.decode(encoded)
        self._note_worker(worker)
        live = self.live_matches.get(match)
        if live is not None:
            self._on_notice_of_live(worker, live, notice)
        elif match in self._loading:
            self._changed_while_loading.add(match)
        elif isinstance(notice, Written | HaveIt):
            self._answer(worker, match, Unloaded())

    def _on_notice_of_live(self, worker: str, live: LiveMatch, notice: AnyNotice) -> None:
        if isinstance(notice, Unloaded):
            live.other_workers.discard(worker)
            return
        if isinstance(notice, WhoHasIt) or worker not in live.other_workers:
            live.other_workers.add(worker)  # it was told nothing before
            self._answer(worker, live.id, HaveIt(tuple(sorted(live.local_seats)), live.log.seq))
        match notice:
            case Present(seats) | HaveIt(seats):
                live.set_remote_seats(worker, frozenset(seats))
            case PersonLeft(person):
                live.disconnect_person(person)
            case SignOfLife(seats):
                live.note_sign_of_life(frozenset(seats), told=True)
            case EmoteSent(seat, name, client):
                live.send_emote(seat, name, client)
            case Deleted():
                self.remove_deleted(live)
        newer = isinstance(notice, Written | WhoHasIt | HaveIt) and notice.seq > live.log.seq
        if newer or isinstance(notice, Changed):
            self._read_on(live, worker)

    def _read_on(self, live: LiveMatch, worker: str) -> None:
        """Read what another worker wrote, unless nobody here wants to know."""
        if self.unload_if_unused(live, UNUSED):
            self._answer(worker, live.id, Unloaded())
        else:
            self._spawn(live.catch_up())

    def _note_worker(self, worker: str) -> None:
        self.workers[worker] = self.clock()
        if worker in self.silent_workers:  # it was only slow: what does it have, and who is connected to it?
            self.silent_workers.discard(worker)
            for live in self.live_matches.values():
                self._answer(worker, live.id, WhoHasIt(live.log.seq))

    def forget_worker(self, worker: str) -> None:
        """Forget a worker of which nothing is heard any more, and the seats that were connected to it."""
        del self.workers[worker]
        self.silent_workers.add(worker)
        for live in self.live_matches.values():
            if worker in live.other_workers:
                live.other_workers.discard(worker)
                live.must_reload = True  # it may have died before it told what it wrote
            live.set_remote_seats(worker, frozenset())

    def _on_notices_missed(self) -> None:
        """Read the logs of all live matches, because notices of other workers may be lost.

        Questions may be lost too, so ask again who has the same matches.
        """
        for live in self.live_matches.values():
            self._spawn(live.catch_up())
            self.publish(live.id, WhoHasIt(live.log.seq), everybody=True)

    def _spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = start_measured(work, self.loop_watch.meter(getattr(work, "__qualname__", "a task")))
        self._tasks.add(task)
        task.add_done_callback(self._task_done)
        return task

    def _task_done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, NoMatch):
            logger.error("something failed in the background", exc_info=error)


def _new_keys(
    match: str, request: MatchRequest, key: IdempotencyKey | None
) -> tuple[tuple[SeatKey, ...], str]:
    """The tokens of the seats of a match, and that of its watchers; always the same with the same `key`."""

    def token(purpose: str) -> str:
        return key.token(f"{match} {purpose}") if key else new_token()

    seats = (
        SeatKey(seat, asked.kind, None if asked.kind in {"computer", "here"} else token(f"seat {seat}"))
        for seat, asked in enumerate(request.seats)
    )
    return tuple(seats), token("watch")


def _token_access(live: LiveMatch, token: str | None) -> Access:
    """What the digest of a token gives access to."""
    bots = [row for row in live.seats if live.log.client_kinds.get(row.seat) == BOT]
    return Access(
        frozenset(row.seat for row in bots if same_digest(token, row.token)),
        watches=same_digest(token, live.row.watch),
        peeks=frozenset(seat for seat, phone in live.log.phones.items() if same_digest(token, phone)),
    )


__all__ = ["MatchServer", "NoAccess", "NoMatch"]
