"""The house: opens matches, wakes computers, and keeps the rooms that somebody looks at."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeVar

import msgspec

from moleworks import __version__
from moleworks.games import GAMES, Complaint
from moleworks.games.game import N_
from moleworks.players import lots, sight
from moleworks.record import Match
from moleworks.service.bus import Bus
from moleworks.service.course import Course
from moleworks.service.decisions import Line, Stale
from moleworks.service.founding import course as course_of
from moleworks.service.founding import first_entries, phones_of, seat_rows, setup_text, turned, unpacked
from moleworks.service.keep import Keep
from moleworks.service.orders import Opened, Order, SeatKey, SeatOrder
from moleworks.service.room import NoMatch, Room, Thought, Who
from moleworks.service.store.rows import (
    BOT,
    WAITING,
    WATCHER,
    Entry,
    MatchRow,
    SeatRow,
    Taken,
)
from moleworks.service.store.store import Store
from moleworks.service.sweeping import sweep
from moleworks.service.thinkers import Thinkers
from moleworks.service.tokens import digest, new_code, new_id, new_token, same
from moleworks.texts import Language

log = logging.getLogger("moleworks.service")

T = TypeVar("T")

LEASE = 30.0
"""Seconds after which another worker thinks for a computer's seat, if the first is not heard of."""
CODES = 20
"""Times that a code may turn out to be another match's."""


class NotYours(Complaint):
    """Somebody asks for what others have."""

    def __init__(self) -> None:
        super().__init__(N_("You have no seat in this match. Ask its host for a link."))


class House:
    """All matches of one worker; the store and the bus are shared with others."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        thinkers: Thinkers,
        *,
        worker: str = "",
        keep: Keep | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.store, self.bus, self.thinkers = store, bus, thinkers
        self.worker = worker or new_id()
        self.keep = keep or Keep()
        self.now = now
        self.lease = LEASE
        self.clock = time.monotonic
        self.rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._meanwhile: set[str] = set()
        """Matches that another worker wrote to while we were opening their rooms."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self.workers: dict[str, float] = {}
        """The other workers, and when each was heard last."""

    async def open(self) -> None:
        await self.store.open()
        await self.bus.open(self._heard, self._missed)
        self._go(self._sweep())

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bus.close()
        self.thinkers.close()
        await self.store.close()

    async def _sweep(self) -> None:
        await sweep(self)

    # Opening a match

    async def create(self, order: Order, person: str | None, words: Language) -> Opened:
        """Open a match; whoever asks gets the seats that are `here`."""
        if order.game not in GAMES:
            raise Complaint(
                N_("There is no game {game}; there are {known}."), game=order.game, known=", ".join(GAMES)
            )
        if not any(seat.kind != "computer" for seat in order.seats):
            raise Complaint(N_("Somebody has to play: not every seat can be the computer's."))
        if person is None and any(seat.kind == "here" for seat in order.seats):
            raise Complaint(N_("Who has no cookie cannot sit here: open the seat by a link."))
        game = GAMES[order.game]
        match = Match.begin(
            order.game,
            board=order.board,
            players=len(order.seats),
            preset=order.preset,
            options=order.options,
            rotations=lots.rotations(game) if order.rotations is None else order.rotations,
        )
        return await self._founded(match, order.seats, order.pace, person, words)

    async def _founded(
        self, match: Match, orders: Sequence[SeatOrder], pace: Any, person: str | None, words: Language
    ) -> Opened:
        now, name, watch = self.now(), new_id(), new_token()
        keys = tuple(
            SeatKey(seat, order.kind, None if order.kind in {"computer", "here"} else new_token())
            for seat, order in enumerate(orders)
        )
        seats = seat_rows(name, orders, keys, words)
        row = MatchRow(
            name, None, match.game.id, setup_text(match), msgspec.json.encode(pace).decode(), __version__,
            person, digest(watch), 0, WAITING, now, now, None,
        )  # fmt: skip
        held = [(key.seat, person) for key in keys if key.kind == "here" and person is not None]
        row = await self._created(row, seats, held, coded=any(key.token for key in keys))
        self.follow_up(await self._begun(row, seats, match))
        return Opened(name, row.code, keys, watch)

    async def _created(
        self, row: MatchRow, seats: Sequence[SeatRow], held: Sequence[tuple[int, str]], *, coded: bool
    ) -> MatchRow:
        """The match is kept, under a code that no other match has."""
        for left in reversed(range(CODES)):
            row = row._replace(code=new_code() if coded else None)
            try:
                await self.store.create(row, seats, held)
                break
            except Taken:
                if not left:
                    raise
        return row

    async def _begun(
        self, row: MatchRow, seats: Sequence[SeatRow], match: Match, phones: Sequence[Line] = ()
    ) -> Room:
        """The room of a match that was just created, with its first entries."""
        course = Course(match, row.created)
        entries = first_entries(course, seats, row.created, phones)
        room = Room(self, row, seats, course)
        await self.store.append(row.id, entries, room.standing(course))
        room.entries = entries
        self.rooms[row.id] = room
        return room

    # Finding one, and letting it go

    async def room(self, name: str) -> Room:
        """The room of a match; it is opened if need be."""
        room = self.rooms.get(name)
        if room is not None:
            room.used = self.clock()
            return room
        opening = self._opening.get(name)
        if opening is None:  # a task of its own: who asked first may go away, the others stay
            opening = self._opening[name] = self._go(self._opened(name))
            opening.add_done_callback(lambda _: self._opened_or_not(name))
        return await asyncio.shield(opening)

    def _opened_or_not(self, name: str) -> None:
        del self._opening[name]
        self._meanwhile.discard(name)

    async def _opened(self, name: str) -> Room:
        row, seats, entries = await self.log(name, 0)
        course = course_of(row)
        course.follow(entries)
        room = Room(self, row, seats, course)
        room.entries = entries
        self.rooms[name] = room
        if name in self._meanwhile:
            self._meanwhile.discard(name)
            self._go(room.catch_up())
        self.bus_tell(name, {"who": True})
        self.follow_up(room)
        return room

    async def log(self, name: str, after: int) -> tuple[MatchRow, list[SeatRow], list[Entry]]:
        """A match, its seats, and its log from the entry behind that number on, archived or not."""
        entries = await self.store.entries(name, after)
        found = await self.store.match(name)
        if found is None:
            raise NoMatch
        row, seats = found
        if row.record is not None:
            entries = [entry for entry in unpacked(row.record) if entry.seq > after]
        return row, list(seats), entries

    async def who(self, room: Room, person: str | None, token: str | None) -> Who:
        """What somebody is in a match: by the cookie's digest, or by that of a token.

        A seat's token opens it to a bot only: a person shows the cookie that they sat down with, so that
        whoever else has the link, as the host has, sees nothing by it.
        """
        shown = _shown(room, token)
        if token is not None and not shown.known:  # another worker may have let them in just now
            await room.catch_up()
            shown = _shown(room, token)
        if person is None:
            return shown
        held = await self.store.holders(room.id)
        seats = {seat for seat, holders in held.items() if person in holders}
        return Who(
            shown.seats | (seats - {WATCHER}),
            same(person, room.row.host),
            shown.watches or WATCHER in seats,
            shown.peeks,
        )

    async def delete(self, name: str) -> None:
        await self.store.delete(name)
        if name in self.rooms:
            self.gone(self.rooms[name])
        self.bus_tell(name, {"gone": True})

    def give_up(self, room: Room) -> None:
        """A room leaves the memory; who listened there has to come in again."""
        if self.rooms.get(room.id) is room:
            del self.rooms[room.id]
        for ear in list(room.ears):
            ear.hear(b"")

    def gone(self, room: Room) -> None:
        """Its match was deleted: nobody waits there any more."""
        if room.thought:
            room.thought.task.cancel()
        self.give_up(room)

    # What follows an entry

    def wrote(self, room: Room) -> None:
        """After every entry written here."""
        self.bus_tell(room.id, {"seq": room.course.seq})
        here = self.rooms.get(room.id)
        if here is not None and here is not room:  # it was given up meanwhile, and opened anew
            self._go(here.catch_up())
        self.follow_up(room)

    def follow_up(self, room: Room) -> None:
        """After every entry: a computer may have to think, or need not any more; a rematch, a code."""
        if room.thought and not room.awaits(room.thought.seat, room.thought.seq):
            room.thought.task.cancel()
        if self.rooms.get(room.id) is not room or room.row.record is not None:
            return
        if room.computer_turn() and not room.attending:
            room.attending = True
            self._go(self._attend(room))
        if room.course.rematch_agreed:
            self._go(self.rematch(room))
        if room.row.code is not None and not room.course.waiting:
            room.row = room.row._replace(code=None)
            self._go(self.store.drop_code(room.id))

    async def _attend(self, room: Room) -> None:
        try:
            while turn := room.computer_turn():
                if not await self._think(room, *turn):
                    return
        finally:
            room.attending = False

    async def _think(self, room: Room, seat: int, level: int) -> bool:
        """One computer's move; False if another worker is at it."""
        seq = room.course.seq
        if not await self._claimed(room):
            return room.course.seq != seq
        thought = asyncio.ensure_future(self.thinkers.move(sight(room.course.match), level))
        room.thought = Thought(thought, seat, seq)
        try:
            while not (await asyncio.wait({thought}, timeout=self.lease / 3))[0]:
                if not await self.store.renew(room.id, seq, self.worker, self.now() + self.lease):
                    await room.catch_up()  # it was ours for too short a time, or the match has gone on
                    return room.course.seq != seq
        finally:
            room.thought = None
            thought.cancel()
        try:
            if thought.cancelled():  # by what happened in the match
                raise Stale
            await room.computed(seat, seq, thought.result())
        except Stale:
            log.info("match %s went on while a computer thought", room.id)
        return True

    async def _claimed(self, room: Room) -> bool:
        """Whether this worker sees to what is due; if not, it has read what the others did."""
        now = self.now()
        if await self.store.claim(room.id, room.course.seq, self.worker, now, now + self.lease):
            return True
        await room.catch_up()
        return False

    async def rematch(self, room: Room) -> None:
        """Open the next match with the seats turned by one; everybody keeps what opens their seat.

        Who has left for good is not waited for: the computer plays in their place. So it does for who is away
        now, and they can sit down again when they come back.
        """
        offer = room.course.rematch_agreed
        if offer is None or not await self._claimed(room):
            return
        old = room.course.match
        match = Match.begin(
            old.game.id, board=old.setup.board, players=old.setup.players, preset=old.setup.preset,
            options=old.setup.options, rotations=lots.rotations(old.game),
        )  # fmt: skip
        name, count = new_id(), len(room.seats)
        now = max(self.now(), room.row.created + 0.001)  # a token opens the newest match, whatever clocks say
        seats = turned(name, room.seats, room.course.hands, room.pace.level, offer.without - offer.agreed)
        held = await self.store.holders(room.id)
        keys = [
            (seat if seat == WATCHER else (seat - 1) % count, p)
            for seat, people in held.items()
            for p in people
        ]
        row = room.row._replace(
            id=name, setup=setup_text(match), rules=__version__, watch=digest(new_token()), seq=0,
            status=WAITING, created=now, changed=now, due=None,
        )  # fmt: skip
        row = await self._created(row, seats, keys, coded=False)
        opened = await self._begun(row, seats, match, phones_of(room.course))
        if await self._announced(room, name):
            self.follow_up(opened)
        else:
            await self.delete(name)

    async def _announced(self, room: Room, name: str) -> bool:
        """Whether it is the next match; else another was opened first, or somebody changed their mind."""

        def lines() -> list[Line]:
            if not room.course.rematch_agreed:
                raise Stale
            return [Line(None, f"!next {name}")]

        try:
            await room.write(lines)
        except Stale:
            return False
        return True

    # Other workers

    def bus_tell(self, match: str, note: dict[str, Any]) -> None:
        self.bus.tell(match, msgspec.json.encode(note | {"worker": self.worker}))

    def _heard(self, match: str, note: bytes) -> None:
        told = msgspec.json.decode(note) if note else {}
        if "worker" in told:
            self.workers[told["worker"]] = self.clock()
        room = self.rooms.get(match)
        if room is None:
            if match in self._opening:
                self._meanwhile.add(match)
            return
        if "here" in told:
            room.told_elsewhere(told["worker"], frozenset(told["here"]))
        elif "who" in told:
            if room.ears:
                self.bus_tell(match, {"here": sorted(room.here)})
        elif "emote" in told:
            room.tell_emote(told["seat"], told["emote"], told.get("id"))
        elif "gone" in told:
            self.gone(room)
        elif told.get("seq", room.course.seq + 1) > room.course.seq:
            self._go(room.catch_up())

    def _missed(self) -> None:
        """Notes may have been lost: read every room's log on."""
        for room in self.rooms.values():
            self._go(room.catch_up())

    def _go(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, NoMatch):
            log.error("something failed in the background", exc_info=error)


def _shown(room: Room, token: str | None) -> Who:
    """What the digest of a token opens by itself."""
    bots = [row for row in room.seats if room.course.kept.get(row.seat) == BOT]
    return Who(
        frozenset(row.seat for row in bots if same(token, row.token)),
        watches=same(token, room.row.watch),
        peeks=frozenset(seat for seat, phone in room.course.phones.items() if same(token, phone)),
    )


__all__ = ["House", "NoMatch", "NotYours"]
