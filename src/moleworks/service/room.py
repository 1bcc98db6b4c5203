"""A match that somebody is looking at: one writer at a time, and everybody told when it is safely kept."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from moleworks.games import Complaint
from moleworks.games.game import N_
from moleworks.service import tidings
from moleworks.service.commands import Command, Emote, Look, Rename, Reseat
from moleworks.service.course import Course
from moleworks.service.decisions import (
    Line,
    Repeated,
    Stale,
    computed,
    decide,
    renamed,
    reseated,
    resignation,
    seated,
)
from moleworks.service.emotes import EMOTES
from moleworks.service.nicknames import nickname, tidy
from moleworks.service.pace import Pace
from moleworks.service.store.rows import (
    COMPUTER,
    OPEN,
    PERSON,
    PLAYING,
    Entry,
    MatchRow,
    SeatRow,
    Standing,
    Taken,
)
from moleworks.service.tidings import Eyes
from moleworks.texts import Language

if TYPE_CHECKING:
    from moleworks.service.house import House

TRIES = 8
"""Times that somebody else may be first, in one go, before we give up."""
EMOTES_KEPT = 64
"""So many emotes are remembered to tell what is sent twice."""
NEWS = 400
"""So many entries are kept at hand for those who come back after a gap."""


class NoMatch(Complaint):
    """There is no such match, or nobody may know that there is."""

    def __init__(self) -> None:
        super().__init__(N_("There is no such match, or it has been cleared away."))


class SeatTaken(Complaint):
    """A seat's link was opened by somebody who does not have the seat."""

    def __init__(self) -> None:
        super().__init__(N_("This seat is taken. Who lost it asks the host for a new link."))


class PutAway(Complaint):
    """The log has become a record, and nothing is added to it."""

    def __init__(self) -> None:
        super().__init__(N_("This match has been put away: it can be looked at, and that is all."))


class Who(NamedTuple):
    """Somebody who asks: the seats they have in this match, and whether they opened it."""

    seats: frozenset[int] = frozenset()
    host: bool = False
    watches: bool = False
    peeks: frozenset[int] = frozenset()
    """Seats whose secrets they may see, as their players' phone."""

    @property
    def known(self) -> bool:
        return bool(self.seats or self.peeks) or self.host or self.watches


class Ear(ABC):
    """A client that listens."""

    eyes: Eyes
    words: Language

    def has(self, seat: int) -> bool:
        """Whether it came in as who has this seat."""
        return seat in self.eyes

    @abstractmethod
    def hear(self, message: bytes) -> None:
        """Take a message; it never waits."""


class Thought(NamedTuple):
    """A computer's, about the position after entry `seq`."""

    task: asyncio.Future[str]
    seat: int
    seq: int


class Room:
    """A match in memory. `course` is what is known to be kept; it changes under `lock` only."""

    def __init__(self, house: House, row: MatchRow, seats: Sequence[SeatRow], course: Course) -> None:
        self.house = house
        self.id = row.id
        self.row = row
        self.seats = list(seats)
        self.pace = msgspec.json.decode(row.pace, type=Pace)
        self.course = course
        self.lock = asyncio.Lock()
        self.entries: list[Entry] = []
        """The last entries of the log."""
        self.ears: set[Ear] = set()
        self.elsewhere: dict[str, frozenset[int]] = {}
        """By worker: the seats whose people are connected there."""
        self.used = house.clock()
        self.left: dict[int, float] = dict.fromkeys(range(len(seats)), self.used)
        """By seat: since when nobody has been there, if nobody is."""
        self._emotes: deque[tuple[int, str]] = deque(maxlen=EMOTES_KEPT)
        """What was said last, by seat and the client's number: what is sent twice is said once."""
        self.attending = False
        self.thought: Thought | None = None
        self.in_doubt = False
        """Whether something was to be kept and nobody knows if it was: the log has to be read first."""

    # Listening

    def enter(self, ear: Ear) -> None:
        self.ears.add(ear)
        self._presence()

    def leave(self, ear: Ear) -> None:
        before = self.present()
        self.ears.discard(ear)
        self.used = self.house.clock()
        self._missed(before)
        self._presence()

    @property
    def here(self) -> frozenset[int]:
        """The seats with somebody connected to this worker."""
        return frozenset(seat for ear in self.ears for seat in ear.eyes)

    def present(self) -> frozenset[int]:
        """The seats with somebody connected anywhere."""
        return self.here.union(*self.elsewhere.values())

    def _presence(self) -> None:
        self.house.bus_tell(self.id, {"here": sorted(self.here)})
        self.tell_table()

    def told_elsewhere(self, worker: str, seats: frozenset[int]) -> None:
        before = self.present()
        self.elsewhere[worker] = seats
        self._missed(before)
        if self.present() != before:
            self.tell_table()

    def _missed(self, before: frozenset[int]) -> None:
        """Note who has just gone."""
        self.left.update(dict.fromkeys(before - self.present(), self.house.clock()))

    def tell_table(self) -> None:
        message = tidings.encode(self.table())
        for ear in self.ears:
            ear.hear(message)

    def table(self) -> dict[str, Any]:
        return tidings.table(self.course, self.seats, self.present(), self.pace, self._left())

    def _left(self) -> float | None:
        """Seconds that are left for the turn, where somebody's clock runs: no computer has one."""
        if self.course.status != PLAYING or self.course.actor is None or self.computer_turn():
            return None
        return self.pace.left(self.course.turn_since, self.house.now())

    def tell(self, entries: Sequence[Entry]) -> None:
        """Everybody hears what happened, each through their own eyes."""
        self._part(entries)
        beginning = tidings.begun(self.course, entries)
        by_eyes: dict[Eyes, bytes] = {}
        for ear in self.ears:
            message = by_eyes.get(ear.eyes)
            if message is None:
                message = by_eyes[ear.eyes] = tidings.through(ear.eyes, self.course, beginning)
            ear.hear(message)
        events = any(entry.name.startswith("!") for entry in entries)
        if events or self.course.outcome or self.pace.turn is not None:  # a new turn sets a clock
            self.tell_table()

    def _part(self, entries: Sequence[Entry]) -> None:
        """Who has lost a seat hears no more through it, and has to come in again."""
        lost = [int(entry.name.split(" ")[1]) for entry in entries if entry.name.startswith("!out ")]
        for ear in [ear for ear in self.ears if any(map(ear.has, lost))]:
            ear.hear(b"")
            self.leave(ear)

    async def since(self, seq: int, eyes: Eyes, ear: Ear | None = None) -> bytes:
        """Where the match is, and what happened after an entry that the client knows.

        An `ear` listens from that very moment: it misses nothing and hears nothing twice.
        """
        async with self.lock:
            if self.in_doubt or seq > self.course.seq:  # the client has heard from another worker
                await self._read_on()
            first = self.entries[0].seq if self.entries else self.course.seq + 1
            if seq >= self.course.seq:
                missed: list[Entry] = []
            elif seq + 1 >= first:
                missed = self.entries[seq + 1 - first :]
            else:
                missed = await self.house.store.entries(self.id, seq)
            if ear is not None:
                self.enter(ear)
            return tidings.at(self.course, eyes, missed)

    # Doing

    async def do(self, who: Who, command: Command) -> None:
        """Do what somebody asks for; a `Complaint` says why it cannot be done."""
        if isinstance(command, Look):
            return
        if isinstance(command, Reseat):
            await self._reseat(who, command)
            return
        seat = _own_seat(who, command)
        if isinstance(command, Emote):
            self._emote(seat, command.name, command.id)
        elif isinstance(command, Rename):
            await self.rename(seat, command.name, client=command.id)
        else:
            if getattr(command, "seq", 0) > self.course.seq:  # the client has heard from another worker
                await self.catch_up()
            await self.write(lambda: decide(self.course, seat, command, self.pace))

    async def write(
        self,
        lines: Callable[[], list[Line]],
        seats: Callable[[], Sequence[SeatRow]] = tuple,
        holders: Callable[[], Sequence[tuple[int, str | None]]] = tuple,
    ) -> None:
        """Add lines to the log, with what they change of the seats and of who holds them.

        They are asked for anew whenever another worker was first. Nobody is told before all is kept.
        """
        async with self.lock:
            self.used = self.house.clock()
            if self.in_doubt:
                await self._read_on()
            for _ in range(TRIES):
                if await self._tried(lines, seats, holders):
                    break
                await self._read_on()
            else:
                raise Stale
        self.house.wrote(self)

    async def _tried(
        self,
        lines: Callable[[], list[Line]],
        seats: Callable[[], Sequence[SeatRow]],
        holders: Callable[[], Sequence[tuple[int, str | None]]],
    ) -> bool:
        """Whether the lines are kept; False if another worker was first."""
        new = lines()
        if self.row.record is not None:
            raise PutAway
        entries = self._numbered(new)
        course = self.course.copy()
        course.follow(entries, [line.after for line in new])
        rows = self._rows(course, seats())
        try:
            await self.house.store.append(self.id, entries, self.standing(course), rows, holders())
        except Taken:
            return False
        except BaseException:
            self.in_doubt = True
            raise
        self.course = course
        for row in rows:
            self.seats[row.seat] = row
        self._keep(entries)
        self.tell(entries)
        return True

    def _rows(self, course: Course, changed: Sequence[SeatRow]) -> list[SeatRow]:
        """The seats that are not as they were. Who plays a seat is told by the log alone."""
        if not changed and course.hands == self.course.hands:
            return []
        rows = {row.seat: row for row in (*self.seats, *changed)}
        new = [
            rows[seat]._replace(kind=hand.kind, level=hand.level) for seat, hand in enumerate(course.hands)
        ]
        return [row for row in new if row != self.seats[row.seat]]

    def standing(self, course: Course) -> Standing:
        """What the row of the match has to say when this is its course."""
        now = self.house.now()
        if course.status != PLAYING:  # a rematch that all want is opened, by another worker if need be
            return Standing(course.status, now if course.rematch_agreed else None, now)
        computer = self._computer_turn(course)
        return Standing(course.status, now if computer else self.pace.deadline(course.turn_since), now)

    def computer_turn(self) -> tuple[int, int] | None:
        """The seat that a computer has to play for now, and its level."""
        return self._computer_turn(self.course)

    def _computer_turn(self, course: Course) -> tuple[int, int] | None:
        seat = course.actor
        if seat is None:
            return None
        hand = course.hands[seat]
        if hand.kind == COMPUTER:
            return seat, hand.level or self.pace.level
        if course.late == seat and self.pace.absent == "computer":
            return seat, self.pace.level
        return None

    def awaits(self, seat: int, seq: int) -> bool:
        """Whether a computer still has to act there as it had after entry `seq`."""
        turn = self.computer_turn()
        return seq >= self.course.moved and turn is not None and turn[0] == seat

    async def computed(self, seat: int, seq: int, action: str) -> None:
        """A computer has thought about the position after entry `seq`."""

        def lines() -> list[Line]:
            if not self.awaits(seat, seq):
                raise Stale
            return computed(self.course, seat, action)

        await self.write(lines)

    async def ring(self) -> None:
        """The clock has run out, unless the turn has been played meanwhile."""

        def lines() -> list[Line]:
            seat, deadline = self.course.actor, self.pace.deadline(self.course.turn_since)
            if seat is None or self.computer_turn() or deadline is None or self.house.now() < deadline:
                raise Stale
            late = Line(seat, f"!late {self.pace.absent}")
            given_up = resignation(self.course, seat, self.pace) if self.pace.absent == "resign" else []
            return [late, *given_up]

        await self.write(lines)

    def missing(self) -> list[int]:
        """The seats that alone keep others from playing again, and whose players have gone.

        One who is left alone goes on waiting: the other may have gone for the night.
        """
        offer = self.course.offers.get("rematch")
        if offer is None or not offer.agreed or self.course.rematch_agreed or self.course.next:
            return []
        seats = sorted(self.course.needed(offer.by) - offer.agreed - offer.without)
        return seats if all(map(self._is_away, seats)) else []

    async def go_without(self) -> None:
        """A rematch waits no longer for who has gone."""

        def lines() -> list[Line]:
            seats = self.missing()
            if not seats:
                raise Stale
            return [Line(seat, "!absent rematch") for seat in seats]

        await self.write(lines)

    async def rename(
        self, seat: int, name: str, words: Language | None = None, client: str | None = None
    ) -> None:
        """Call a seat something else; for an empty name one is drawn, if there is a language for it."""

        def row() -> SeatRow:
            called = tidy(name)
            if not called and words:
                called = nickname(words, [other.name for other in self.seats])
            return self.seats[seat]._replace(name=called or self.seats[seat].name)

        if row() != self.seats[seat]:
            await self.write(lambda: renamed(self.course, seat, client), lambda: [row()])

    async def seat_hand(self, seat: int, kind: str, level: int | None = None, **changes: Any) -> None:
        """A seat changes hands."""
        await self.write(
            lambda: seated(self.course, seat, kind, level),
            lambda: [self.seats[seat]._replace(**changes)],
        )

    async def _reseat(self, who: Who, command: Reseat) -> None:
        seat, kind = command.whose, command.kind
        if not (seat in who.seats if kind == PERSON else who.host):
            raise Complaint(
                N_("This is not your seat.")
                if kind == PERSON
                else N_("Only who opened the match can do this.")
            )
        if seat >= len(self.seats):
            raise Complaint(N_("There is no seat {seat} at this table."), seat=seat)
        level = command.level if kind == COMPUTER else None

        by = seat if kind == PERSON else None

        def lines() -> list[Line]:
            if command.id is not None and self.course.done_before(by, command.id):
                raise Repeated
            self._may_reseat(seat, kind)
            return reseated(self.course, seat, kind, level, by, command.id)

        await self.write(lines)

    def _may_reseat(self, seat: int, kind: str) -> None:
        hand = self.course.hands[seat]
        if self.course.outcome:
            raise Complaint(N_("The match is over."))
        if kind == COMPUTER and hand.decides:
            self.check_away(seat)
        if kind == PERSON and hand.decides:
            raise Complaint(N_("You have this seat."))
        if kind == OPEN and hand.kind != COMPUTER:
            raise Complaint(N_("Only a computer's seat can be opened again."))
        if kind == OPEN and self.seats[seat].token is None:
            raise Complaint(N_("Make a link for this seat first."))

    def check_away(self, seat: int) -> None:
        """The seat's player has gone, and not only for a moment."""
        if seat in self.present():
            raise Complaint(N_("Somebody has this seat."))
        if not self._is_away(seat):
            raise Complaint(N_("This player may come back any moment: wait a minute."))

    def _is_away(self, seat: int) -> bool:
        gone = seat not in self.present()
        return gone and self.house.clock() - self.left[seat] >= self.house.keep.away

    def _emote(self, seat: int, name: str, client: str | None) -> None:
        if name not in EMOTES:
            raise Complaint(N_("There is no such thing to say; there are {known}."), known=", ".join(EMOTES))
        if client is not None and (seat, client) in self._emotes:
            raise Repeated
        self.tell_emote(seat, name, client)
        self.house.bus_tell(self.id, {"emote": name, "seat": seat, "id": client})

    def tell_emote(self, seat: int, name: str, client: str | None = None) -> None:
        if client is not None:
            self._emotes.append((seat, client))
        message = tidings.encode({"type": "emote", "seat": seat, "name": name})
        for ear in self.ears:
            ear.hear(message)

    # Keeping up with the log

    def _numbered(self, lines: Sequence[Line]) -> list[Entry]:
        now = self.house.now()
        return [
            Entry(self.course.seq + n, line.seat, line.name, line.client, now)
            for n, line in enumerate(lines, 1)
        ]

    def _keep(self, entries: Sequence[Entry]) -> None:
        self.entries += entries
        if len(self.entries) > 2 * NEWS:
            del self.entries[:-NEWS]

    async def catch_up(self) -> None:
        """Another worker wrote: read what it did, and tell."""
        async with self.lock:
            with suppress(NoMatch):  # whoever listened has been told
                await self._read_on()

    async def _read_on(self) -> None:
        """Read the log on from the last entry that is known here."""
        try:
            row, seats, entries = await self.house.log(self.id, self.course.seq)
        except NoMatch:
            self.house.gone(self)
            raise
        changed = seats != self.seats
        self.row, self.seats, self.in_doubt = row, seats, False
        self.course.follow(entries)
        self._keep(entries)
        if entries:
            self.tell(entries)
            self.house.follow_up(self)
        elif changed:
            self.tell_table()


def _own_seat(who: Who, command: Command) -> int:
    if command.seat is not None:
        if command.seat not in who.seats:
            raise Complaint(N_("This is not your seat."))
        return command.seat
    if len(who.seats) != 1:
        text = N_("Say which of your seats acts.") if who.seats else N_("You only watch this match.")
        raise Complaint(text)
    return next(iter(who.seats))
