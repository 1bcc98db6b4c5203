"""A match in memory: one writer at a time, listeners that get every stored entry, and presence of seats."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

import msgspec

from moleworks.core.messages import N_, Complaint
from moleworks.matches import client_messages, faces
from moleworks.matches.access import Access, MatchArchived, NoMatch, SecretSeat, own_seat
from moleworks.matches.apply_command import (
    NewEntry,
    Repeated,
    Stale,
    command_entries,
    computer_entries,
    rename_entries,
    reseat_entries,
    resign_entries,
    seat_entries,
)
from moleworks.matches.broadcast import Broadcast, Coalesced, Listener
from moleworks.matches.client_messages import SharedMessage, ViewSeats
from moleworks.matches.commands import AnyCommand, Emote, Look, Play, Rename, Reseat, Undo
from moleworks.matches.create import stored_table_settings
from moleworks.matches.emotes import EMOTES
from moleworks.matches.log import EVENT_PREFIX, MatchLog
from moleworks.matches.message_types import (
    AtMessage,
    EmoteMessage,
    SeatView,
    TableMessage,
)
from moleworks.matches.nicknames import clean_name
from moleworks.matches.notices import AnyNotice, Changed, EmoteSent, Present, SignOfLife
from moleworks.matches.position_cache import PositionCache
from moleworks.matches.store.rows import (
    COMPUTER,
    OPEN,
    PERSON,
    PLAYING,
    Conflict,
    Entry,
    MatchRow,
    MatchStatus,
    NewMatchRows,
    SeatRow,
)
from moleworks.matches.store.store import MatchStore
from moleworks.matches.stored_log import read_log, replay
from moleworks.matches.time_control import TimeControl
from moleworks.speech import emblems

AT_ONCE = 0.0
"""The due time of work that must be done at once, whatever the clock says."""
MAX_TRIES = 8
"""Tries to write, if other workers write first each time."""
RECENT_EMOTES = 64
"""Emotes that are remembered, to detect one that is sent twice."""
TABLE_INTERVAL = 0.5
"""Seconds between two tables that watchers are sent, and between two because somebody came or went."""
RECENT_ENTRIES = 400
"""Entries that are kept in memory for clients that come back after a gap."""


class PendingMove(NamedTuple):
    """A search for the move of a computer, in the position after entry `seq`."""

    task: asyncio.Future[str]
    seat: int
    seq: int


class LiveEnvironment(NamedTuple):
    """What a live match needs from the server: a store, clocks, and functions that it calls after changes."""

    store: MatchStore
    now: Callable[[], float]
    """Seconds since 1970, for what is stored."""
    clock: Callable[[], float]
    """Seconds of a clock that is never set, for what is kept in memory."""
    away: float
    """Seconds after which a player without a connection counts as away."""
    publish: Callable[[str, AnyNotice], None]
    """Tells other workers something about a match."""
    on_written: Callable[[LiveMatch], None]
    """Called after entries of this worker were stored and sent."""
    on_read: Callable[[LiveMatch], None]
    """Called after entries of other workers were read and sent."""
    on_deleted: Callable[[LiveMatch], None]
    """Called when the match is no longer in the store."""


class LiveMatch:
    """A match in memory. `log` has the entries that are known to be stored; it changes only under `lock`."""

    def __init__(
        self, environment: LiveEnvironment, row: MatchRow, seats: Sequence[SeatRow], log: MatchLog
    ) -> None:
        self._environment = environment
        self.store, self.now, self._clock = environment.store, environment.now, environment.clock
        self.id = row.id
        self.row = row
        self.seats = list(seats)
        self.time_control = msgspec.json.decode(row.pace, type=TimeControl)
        self.table_settings = stored_table_settings(row)
        self.log = log
        self.lock = asyncio.Lock()
        self.entries: list[Entry] = []
        """The last entries of the log."""
        self.listeners: set[Listener] = set()
        self._players: set[Listener] = set()
        """The listeners with seats."""
        self._connections: Counter[int] = Counter()
        """By seat: how many listeners have it."""
        self._to_players, self._to_watchers = Broadcast(), Broadcast()
        """Apart, because players should not wait for watchers."""
        self._tables_of_presence, self._tables_to_watchers = (
            Coalesced(TABLE_INTERVAL),
            Coalesced(TABLE_INTERVAL),
        )
        self.cache = PositionCache()
        """Views and words of the newest position."""
        self.remote_seats: dict[str, frozenset[int]] = {}
        """By worker: the seats whose players are connected to it."""
        self.other_workers: set[str] = set()
        """The other workers that have the match in memory, as far as is known: they are told of changes."""
        self.last_used = self._clock()
        self.absent_since: dict[int, float] = dict.fromkeys(range(len(seats)), self.last_used)
        """By seat: the last sign of life without a connection; only meaningful while nobody is connected."""
        self._emotes: deque[tuple[int, str]] = deque(maxlen=RECENT_EMOTES)
        """Recent emotes by seat and client id, to detect one that is sent twice."""
        self.owner = ""
        """The address for which its computers think; known from whoever opened it, or came first."""
        self.computers_running = False
        self.pending_move: PendingMove | None = None
        self.must_reload = False
        """Whether the log has to be read again, because a write or a read failed, or a worker died."""

    # Listening

    def add_listener(self, listener: Listener) -> None:
        """Send this client the table, and what happens from now on.

        The others are told only if somebody has come who was not there: watchers come without notice.
        """
        before = self.local_seats
        self.listeners.add(listener)
        if listener.seats:
            self._players.add(listener)
            self._connections.update(listener.seats)
        told = self._announce_presence(before)
        if not told:
            listener.send(SharedMessage(self.table()))

    def remove_listener(self, listener: Listener) -> None:
        """Send this client nothing more; its seats may be absent now."""
        if listener not in self.listeners:
            return
        here, before = self.local_seats, self.present_seats()
        self.listeners.discard(listener)
        if listener.seats:
            self._players.discard(listener)
            self._connections.subtract(listener.seats)
        self.last_used = self._clock()
        self._note_departures(before)
        self._announce_presence(here)

    @property
    def local_seats(self) -> frozenset[int]:
        """The seats whose players are connected to this worker."""
        return frozenset(seat for seat, count in self._connections.items() if count)

    def present_seats(self) -> frozenset[int]:
        """The seats whose players are connected to any worker."""
        return self.local_seats.union(*self.remote_seats.values())

    def _announce_presence(self, before: frozenset[int]) -> bool:
        """Tell everybody if a player has come or gone; whether all listeners were sent the table now."""
        if self.local_seats == before:
            return False
        self._environment.publish(self.id, Present(tuple(sorted(self.local_seats))))
        return self._tables_of_presence(self.send_table)

    def set_remote_seats(self, worker: str, seats: frozenset[int]) -> None:
        """Note the seats whose players are connected to another worker."""
        before = self.present_seats()
        self.remote_seats[worker] = seats
        self._note_departures(before)
        if self.present_seats() != before:
            self._tables_of_presence(self.send_table)

    def _note_departures(self, before: frozenset[int]) -> None:
        """Note the time for the seats that were present before and are not now."""
        self.absent_since.update(dict.fromkeys(before - self.present_seats(), self._clock()))

    def note_sign_of_life(self, seats: frozenset[int], *, told: bool = False) -> None:
        """The players of these seats have just asked for something, on a connection or without one.

        Other workers are told now and then, often enough that nobody there takes the player for away; not of
        what one of them `told` us.
        """
        now = self._clock()
        if not told and any(now - self.absent_since[seat] > self._environment.away / 4 for seat in seats):
            self._environment.publish(self.id, SignOfLife(tuple(sorted(seats))))
        self.absent_since.update(dict.fromkeys(seats, now))

    @property
    def _watchers(self) -> set[Listener]:
        return self.listeners - self._players if len(self.listeners) > len(self._players) else set()

    def send_table(self) -> None:
        """Send the seats, offers and the clock to all listeners; to watchers perhaps a little later."""
        table = SharedMessage(self.table())
        self._to_players.send(self._players, lambda _: table)
        self._tables_to_watchers(self._table_to_watchers)

    def _table_to_watchers(self) -> None:
        table = SharedMessage(self.table())
        self._to_watchers.send(self._watchers, lambda _: table)

    def table(self) -> TableMessage:
        """The seats, offers and the clock now."""
        return client_messages.table_message(
            self.log, self.seats, self.present_seats(), self.time_control, self._time_left()
        )

    def _time_left(self) -> float | None:
        """Seconds left for the turn; None without a clock. Computers have no clock."""
        if self.log.status != PLAYING or self.log.actor is None or self.computer_turn():
            return None
        return self.time_control.left(self.log.turn_started, self.now())

    def send_entries(self, entries: Sequence[Entry]) -> None:
        """Send new entries to all listeners, to each with the views of their seats."""
        events = any(entry.name.startswith(EVENT_PREFIX) for entry in entries)
        if events:
            self._drop_evicted(entries)
        news = client_messages.public_entries(self.log, entries)
        by_seats = {
            seats: SharedMessage(client_messages.at_with_news(self.log, seats, news, self._seat_view))
            for seats in {listener.seats for listener in self.listeners}
        }
        self._to_players.send(self._players, by_seats.__getitem__)
        self._to_watchers.send(self._watchers, by_seats.__getitem__)
        # The table shows the clock, which starts again with every turn.
        if events or self.log.outcome or self.time_control.turn is not None:
            self.send_table()

    def disconnect_person(self, person: str) -> None:
        """Disconnect somebody who has left for good."""
        for listener in [listener for listener in self.listeners if listener.person == person]:
            listener.disconnect()
            self.remove_listener(listener)

    def _seat_view(self, log: MatchLog, seat: int | None) -> SeatView:
        """Like `client_messages.seat_view`, computed once for all clients."""
        return self.cache.get(log.seq, ("view", seat), lambda: client_messages.seat_view(log, seat))

    def _drop_evicted(self, entries: Sequence[Entry]) -> None:
        """Disconnect the listeners that have lost their seat."""
        lost = [int(entry.name.split(" ")[1]) for entry in entries if entry.name.startswith("!out ")]
        for listener in [listener for listener in self._players if any(map(listener.holds, lost))]:
            listener.disconnect()
            self.remove_listener(listener)

    async def update_since(self, seq: int, seats: ViewSeats, listener: Listener | None = None) -> AtMessage:
        """The current `at` message, with the entries after one that the client knows.

        A `listener` is added under the same lock: it misses no entry and gets none twice.
        """
        async with self.lock:
            if self.must_reload or seq > self.log.seq:  # the client has heard from another worker
                await self._read_new_entries()
            first = self.entries[0].seq if self.entries else self.log.seq + 1
            if seq >= self.log.seq:
                missed: list[Entry] = []
            elif seq + 1 >= first:
                missed = self.entries[seq + 1 - first :]
            else:
                missed = await self.store.entries(self.id, seq)
            if listener is not None:
                self.add_listener(listener)
            return client_messages.at_message(self.log, seats, missed, self._seat_view)

    # Commands and writing

    async def do(self, access: Access, command: AnyCommand) -> None:
        """Carry out a command; a `Complaint` says why it is not possible."""
        if isinstance(command, Look):
            return
        if isinstance(command, Reseat):
            await self._reseat(access, command)
            return
        seat = own_seat(access, command)
        if isinstance(command, Emote):
            self._emote(seat, command.name, command.id)
        elif isinstance(command, Rename):
            await self.rename(seat, command.name, client=command.id)
        else:
            # The client may have heard of a newer entry from another worker.
            if isinstance(command, Play | Undo) and command.seq > self.log.seq:
                await self.catch_up()
            await self.write(lambda: command_entries(self.log, seat, command, self.time_control))

    async def write(
        self,
        new_entries: Callable[[], list[NewEntry]],
        seats: Callable[[], Sequence[SeatRow]] = tuple,
        persons: Callable[[], Sequence[tuple[int, str | None]]] = tuple,
        opens: NewMatchRows | None = None,
    ) -> None:
        """Store new entries, with the seats and the persons that change, and with a match that they open.

        The functions are called again if another worker wrote first. Nothing is sent before it is stored.
        """
        async with self.lock:
            self.last_used = self._clock()
            if self.must_reload:
                await self._read_new_entries()
            for _ in range(MAX_TRIES):
                if await self._try_write(new_entries, seats, persons, opens):
                    break
                await self._read_new_entries()
            else:
                raise Stale
        self._environment.on_written(self)

    async def _try_write(
        self,
        new_entries: Callable[[], list[NewEntry]],
        seats: Callable[[], Sequence[SeatRow]],
        persons: Callable[[], Sequence[tuple[int, str | None]]],
        opens: NewMatchRows | None,
    ) -> bool:
        """Store the entries; False if another worker wrote first."""
        unnumbered = new_entries()
        if self.row.record is not None:
            raise MatchArchived
        entries = self._number(unnumbered)
        log = self.log.copy()
        log.extend(entries, [new.after for new in unnumbered])
        rows = self._changed_rows(log, seats())
        try:
            await self.store.append(self.id, entries, self.new_status(log), rows, persons(), opens)
        except Conflict:
            return False
        except BaseException:
            self.must_reload = True
            raise
        self.log = log
        for row in rows:
            self.seats[row.seat] = row
        self._remember(entries)
        self.send_entries(entries)
        return True

    def _changed_rows(self, log: MatchLog, changed: Sequence[SeatRow]) -> list[SeatRow]:
        """The rows of seats that differ from the stored ones. Kind and level follow from the log alone."""
        if not changed and log.holders == self.log.holders:
            return []
        rows = {row.seat: row for row in (*self.seats, *changed)}
        new = [
            rows[seat]._replace(kind=holder.kind, level=holder.level)
            for seat, holder in enumerate(log.holders)
        ]
        return [row for row in new if row != self.seats[row.seat]]

    def new_status(self, log: MatchLog) -> MatchStatus:
        """The status that the row of the match gets with this log."""
        now = self.now()
        if log.status != PLAYING:
            # An agreed rematch is due at once, so that another worker opens it if this one dies.
            return MatchStatus(log.status, AT_ONCE if log.rematch_agreed else None, now)
        computer = self._computer_turn(log)
        return MatchStatus(
            log.status, AT_ONCE if computer else self.time_control.deadline(log.turn_started), now
        )

    def computer_turn(self) -> tuple[int, int] | None:
        """The seat for which a computer has to play now, and its level."""
        return self._computer_turn(self.log)

    def _computer_turn(self, log: MatchLog) -> tuple[int, int] | None:
        seat = log.actor
        if seat is None:
            return None
        holder = log.holders[seat]
        if holder.kind == COMPUTER:
            return seat, holder.level or self.time_control.level
        if log.late == seat and self.time_control.absent == "computer":
            return seat, self.time_control.level
        return None

    def awaits_computer(self, seat: int, seq: int) -> bool:
        """Whether a computer still has to act for the seat, as it had to after entry `seq`."""
        turn = self.computer_turn()
        return seq >= self.log.position_seq and turn is not None and turn[0] == seat

    async def play_computer_action(self, seat: int, seq: int, action: str) -> None:
        """Play the action that a computer chose in the position after entry `seq`."""

        def new_entries() -> list[NewEntry]:
            if not self.awaits_computer(seat, seq):
                raise Stale
            return computer_entries(self.log, seat, action)

        await self.write(new_entries)

    async def time_out(self) -> None:
        """End the turn whose time is over; `Stale` if it is not."""

        def new_entries() -> list[NewEntry]:
            seat, deadline = self.log.actor, self.time_control.deadline(self.log.turn_started)
            if seat is None or self.computer_turn() or deadline is None or self.now() < deadline:
                raise Stale
            late = NewEntry(seat, f"!late {self.time_control.absent}")
            given_up = (
                resign_entries(self.log, seat, self.time_control)
                if self.time_control.absent == "resign"
                else []
            )
            return [late, *given_up]

        await self.write(new_entries)

    def absent_rematch_seats(self) -> list[int]:
        """The seats that are the last to agree to a rematch and whose players have all left.

        Empty if nobody has agreed yet: a single opponent may just be away for the night.
        """
        offer = self.log.offers.get("rematch")
        if offer is None or not offer.agreed or self.log.rematch_agreed or self.log.next_match:
            return []
        seats = sorted(self.log.must_agree(offer.by) - offer.agreed - offer.absent)
        return seats if all(map(self.is_away, seats)) else []

    async def rematch_without_absent(self) -> None:
        """Stop waiting for absent players in a rematch."""

        def new_entries() -> list[NewEntry]:
            seats = self.absent_rematch_seats()
            if not seats:
                raise Stale
            return [NewEntry(seat, "!absent rematch") for seat in seats]

        await self.write(new_entries)

    async def rename(self, seat: int, name: str, client: str | None = None) -> None:
        """Rename a seat; an empty name changes nothing."""

        def row() -> SeatRow:
            return self.seats[seat]._replace(name=clean_name(name) or self.seats[seat].name)

        if row() != self.seats[seat]:
            await self.write(lambda: rename_entries(self.log, seat, client), lambda: [row()])

    async def choose_emblem(self, seat: int, emblem: str) -> None:
        """Choose what stands for a player. It is stored with the seat, not in the log."""
        async with self.lock:
            chosen = [row.emblem for row in self.seats]
            chosen[seat] = emblem
            emblems.check(self.log.match.game.id, chosen)
            await self._keep_seat(self.seats[seat]._replace(emblem=emblem))
        self.send_table()
        self._environment.publish(self.id, Changed())

    async def choose_face(self, seat: int, face: faces.Face) -> None:
        """Choose what a player's moles wear. It is stored with the seat, not in the log."""
        async with self.lock:
            chosen = [row.face for row in self.seats]
            chosen[seat] = face
            faces.check(chosen)
            await self._keep_seat(self.seats[seat]._replace(face=face))
        self.send_table()
        self._environment.publish(self.id, Changed())

    async def _keep_seat(self, row: SeatRow) -> None:
        await self.store.update_seat(row)
        self.seats[row.seat] = row

    async def replace_holder(self, seat: int, kind: str, level: int | None = None) -> None:
        """Give a seat to another holder; the name and the token of the last one are deleted."""
        await self.write(
            lambda: seat_entries(self.log, seat, kind, level),
            lambda: [self.seats[seat]._replace(name="", token=None)],
        )

    async def _reseat(self, access: Access, command: Reseat) -> None:
        seat, kind = command.whose, command.kind
        if not (seat in access.seats if kind == PERSON else access.host):
            raise Complaint(
                N_("This is not your seat.")
                if kind == PERSON
                else N_("Only the person who opened the match can do this.")
            )
        if seat >= len(self.seats):
            raise Complaint(N_("There is no seat {seat} at this table."), seat=seat)
        level = command.level if kind == COMPUTER else None

        by = seat if kind == PERSON else None

        def new_entries() -> list[NewEntry]:
            if command.id is not None and self.log.is_repeat(by, command.id):
                raise Repeated
            self._check_reseat(seat, kind)
            return reseat_entries(self.log, seat, kind, level, by, command.id)

        await self.write(new_entries)

    def _check_reseat(self, seat: int, kind: str) -> None:
        holder = self.log.holders[seat]
        if self.log.outcome:
            raise Complaint(N_("The match is over."))
        if kind == COMPUTER and holder.is_client:
            self.check_away(seat)
        if kind == PERSON and holder.is_client:
            raise Complaint(N_("You have this seat."))
        if kind == OPEN and holder.kind != COMPUTER:
            raise Complaint(N_("Only a computer's seat can be opened again."))
        if kind == OPEN and self.knows_secret(seat):
            raise SecretSeat
        if kind == OPEN and self.seats[seat].token is None:
            raise Complaint(N_("Make a link for this seat first."))

    def check_away(self, seat: int) -> None:
        """Complain if the player of the seat is connected, or was a moment ago."""
        if seat in self.present_seats():
            raise Complaint(N_("Somebody has this seat."))
        if not self.is_away(seat):
            raise Complaint(N_("This player may come back any moment: wait a minute."))

    def is_away(self, seat: int) -> bool:
        """Whether nobody has been connected for the seat, nor asked for anything, for a while."""
        gone = seat not in self.present_seats()
        return gone and self._clock() - self.absent_since[seat] >= self._environment.away

    def knows_secret(self, seat: int) -> bool:
        """Whether the seat sees something that watchers do not; after the end everybody sees everything."""
        game, state = self.log.match.game, self.log.state
        return not self.log.outcome and game.view(state, seat) != game.view(state, None)

    def _emote(self, seat: int, name: str, client: str | None) -> None:
        if name not in EMOTES:
            raise Complaint(N_("There is no such thing to say; there are {known}."), known=", ".join(EMOTES))
        if client is not None and (seat, client) in self._emotes:
            raise Repeated
        self.send_emote(seat, name, client)
        self._environment.publish(self.id, EmoteSent(seat, name, client))

    def send_emote(self, seat: int, name: str, client: str | None = None) -> None:
        """Send an emote to all listeners. Emotes are not stored."""
        if client is not None:
            self._emotes.append((seat, client))
        emote = SharedMessage(EmoteMessage(seat=seat, name=name))
        self._to_players.send(self._players, lambda _: emote)
        self._to_watchers.send(self._watchers, lambda _: emote)

    # Keeping up with the log

    def _number(self, new_entries: Sequence[NewEntry]) -> list[Entry]:
        now = self.now()
        return [
            Entry(self.log.seq + n, new.seat, new.name, new.client, now)
            for n, new in enumerate(new_entries, 1)
        ]

    def _remember(self, entries: Sequence[Entry]) -> None:
        self.entries += entries
        if len(self.entries) > 2 * RECENT_ENTRIES:
            del self.entries[:-RECENT_ENTRIES]

    async def catch_up(self) -> None:
        """Read and send what other workers wrote. If it cannot be read now, the regular work tries again."""
        async with self.lock:
            self.must_reload = True
            with suppress(NoMatch):  # the listeners have been told
                await self._read_new_entries()

    async def _read_new_entries(self) -> None:
        """Read the log after the last entry that is known here."""
        try:
            row, seats, entries = await read_log(self.store, self.id, self.log.seq)
        except NoMatch:
            self._environment.on_deleted(self)
            raise
        log = self.log.copy()  # nobody may see it half replayed
        await replay(log, entries)
        changed = seats != self.seats
        self.log, self.row, self.seats, self.must_reload = log, row, seats, False
        self._remember(entries)
        if entries:
            self.send_entries(entries)
            self._environment.on_read(self)
        elif changed:
            self.send_table()
