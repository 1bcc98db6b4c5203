"""The log of a match, replayed: the position, the seats, the offers and the clock after its last entry.

An entry is an action of the game or an event. Events begin with `!`. Everything about a match follows from
its entries, so that every worker that reads the same log reaches the same point. The events are:

- `!seat 1 computer 4`: a seat changes its holder.
- `!name`: a seat has a new name. The name itself is not in the log.
- `!link 1`: a new link to the seat was made.
- `!out 1`: the person or bot that had the seat lost it.
- `!undo 2`, `!resign`, `!offer draw`, `!offer undo 2`, `!accept draw`, `!decline draw`.
- `!late computer`: the time for the turn is over, and what follows from it.
- `!peek DIGEST`: a link was made that shows the secrets of the seat on a phone.
- `!phone DIGEST`: a phone used that link.
- `!absent rematch`: the rematch does not wait for this seat.
- `!next ID`: the match that follows this one.
- `!moved 0`: the match was begun on the device of that seat, which knew everything.

The log holds no names of people, and of tokens only their digests.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import repeat
from typing import NamedTuple

from moleworks.core.game import CHANCE, Outcome, State
from moleworks.core.messages import N_, Message
from moleworks.matches.store.rows import BOT, COMPUTER, OPEN, OVER, PERSON, PLAYING, WAITING, Entry
from moleworks.record import Match
from moleworks.record.shared_list import SharedList

EVENT_PREFIX = "!"
UNKNOWN_STATES = repeat(None)
REMEMBERED_IDS = 64
"""Client ids that are remembered for each seat, to detect a command that is sent twice."""


class SeatHolder(NamedTuple):
    """Who plays a seat: nobody yet, a person, a bot or a computer of some level."""

    kind: str = OPEN
    level: int | None = None

    @property
    def is_client(self) -> bool:
        """Whether a person or a bot has the seat: somebody who can be asked."""
        return self.kind in {PERSON, BOT}


class PendingOffer(NamedTuple):
    """An offer of one seat that others have not all answered yet."""

    what: str
    by: int
    steps: int
    """The number of actions to take back, if the offer is an undo."""
    agreed: frozenset[int]
    absent: frozenset[int] = frozenset()
    """Seats that are not waited for, because their players have left."""


class Ending(NamedTuple):
    """An end outside the rules of the game: a resignation or an agreed draw."""

    winner: int | None
    draw: bool
    why: Message


class UnusedPeekLink(NamedTuple):
    """A link to the secrets of a seat that no phone has used yet."""

    digest: str
    created: float


class MatchLog:
    """A match and the events around it, replayed up to an entry of its log."""

    def __init__(self, match: Match, began: float, *, waiting: bool = True) -> None:
        self.match = match
        self.seq = 0
        self.position_seq = 0
        """The number of the last entry that changed the position."""
        self.turn_started = began
        self.holders = [SeatHolder()] * match.setup.players
        self.waiting = waiting
        """Whether a seat is still open. Nobody can act before all seats are taken."""
        self.resigned: frozenset[int] = frozenset()
        self.offers: dict[str, PendingOffer] = {}
        self.ending: Ending | None = None
        self.next_match: str | None = None
        """The id of the rematch."""
        self.client_kinds: dict[int, str] = {}
        """By seat: whether a person or a bot had it last, even while a computer plays for them."""
        self.new_links: dict[int, int | None] = {}
        """Seats with a new link that nobody has used yet, and the seat that made it (None: the host)."""
        self.eviction_seq = 0
        """The number of the last entry by which somebody lost a seat."""
        self.event_counts: dict[int | None, int] = {}
        """By seat: how many events it has caused. None: the host, and everybody who took a seat."""
        self.peek_links: dict[int, UnusedPeekLink] = {}
        self.phones: dict[int, str] = {}
        """By seat: the digest of the token of the phone that shows its secrets."""
        self.late: int | None = None
        """The seat whose time for this turn is over."""
        self.late_means: str | None = None
        """What follows from that: a computer plays the turn, or the seat counts as resigned."""
        self.played_for: int | None = None
        """The seat for which a computer played the last action, because its time was over."""
        self.moved: int | None = None
        """The seat on whose device the match was begun, which knew everything."""
        self._ids: dict[tuple[int | None, str], int] = {}
        self._action_times = SharedList[tuple[float, float]]()
        """For every action: when its turn began, and when it was played."""
        self._update_status()

    def copy(self) -> MatchLog:
        """A copy, to try entries on that may not be stored."""
        other = MatchLog.__new__(MatchLog)
        other.__dict__.update(self.__dict__)
        other.match = self.match.copy()
        other.holders, other.offers = self.holders.copy(), self.offers.copy()
        other.client_kinds, other.new_links, other.event_counts = (
            self.client_kinds.copy(),
            self.new_links.copy(),
            self.event_counts.copy(),
        )
        other.peek_links, other.phones = self.peek_links.copy(), self.phones.copy()
        other._ids, other._action_times = self._ids.copy(), self._action_times.copy()
        return other

    # Reading

    @property
    def state(self) -> State:
        """The state after the last action, with all secrets."""
        return self.match.state

    def is_repeat(self, seat: int | None, client: str) -> bool:
        """Whether this seat (None: the host) already sent a command with this client id."""
        return (seat, client) in self._ids

    def must_agree(self, by: int) -> frozenset[int]:
        """The seats whose consent an offer of this seat needs."""
        return frozenset(seat for seat, holder in enumerate(self.holders) if holder.is_client and seat != by)

    # Replaying

    def extend(self, entries: Iterable[Entry], after: Iterable[State | None] = UNKNOWN_STATES) -> None:
        """Replay more entries. `after` has the state after each action, where it is known already."""
        for entry, state in zip(entries, after, strict=False):
            if entry.name.startswith(EVENT_PREFIX):
                self._apply_event(entry)
            else:
                self._apply_action(entry, state)
            if entry.client is not None:
                self._remember_id(entry.seat, entry.client, entry.seq)
            self.seq = entry.seq
        self._update_status()

    def _update_status(self) -> None:
        """Compute outcome, status and the seat to act once, because every move asks for them often."""
        game, state = self.match.game, self.match.state
        actor = game.actor(state)
        self.outcome: Outcome | Ending | None = self.ending or game.outcome(state)
        self.status = OVER if self.outcome else WAITING if self.waiting else PLAYING
        self.actor = None if self.ending or self.waiting or actor == CHANCE else actor
        """The seat to act; None while nobody can."""

    def _apply_action(self, entry: Entry, after: State | None) -> None:
        game, before = self.match.game, self.state
        self._action_times.append((self.turn_started, entry.at))
        if entry.seat is not None:  # a computer's action has no client id
            self.played_for = self.late if entry.client is None else None
        if after is None:
            self.match.play([entry.name])
        else:
            self.match.step(entry.name, after)
        self._position_changed(entry)
        # A seat may have two turns in a row. Only a chance action between them shows that a new one began.
        if game.mover(self.state) != game.mover(before) or game.actor(before) == CHANCE:
            self.turn_started = entry.at

    def _position_changed(self, entry: Entry) -> None:
        """Drop the offers and the lateness, which concerned the old position."""
        self.position_seq = entry.seq
        self.late = None
        self.offers = {}

    def _remember_id(self, seat: int | None, client: str, seq: int) -> None:
        self._ids[seat, client] = seq
        if len(self._ids) > REMEMBERED_IDS * len(self.holders):
            del self._ids[next(iter(self._ids))]

    def _apply_event(self, entry: Entry) -> None:
        word, *rest = entry.name.removeprefix(EVENT_PREFIX).split(" ")
        self.event_counts[entry.seat] = self.event_counts.get(entry.seat, 0) + 1
        if word == "seat":
            self._change_holder(
                int(rest[0]), SeatHolder(rest[1], int(rest[2]) if len(rest) > 2 else None), entry
            )
        elif word == "undo":
            self._take_back(int(rest[0]), entry)
        elif word == "next":
            self.next_match = rest[0]
        elif word == "late":
            self.late, self.late_means = entry.seat, next(iter(rest), None)
        elif word == "moved":
            self.moved = int(rest[0])
        elif word == "link":
            self.new_links[int(rest[0])] = entry.seat
        elif word == "out":
            self._evict(int(rest[0]), entry)
        elif entry.seat is not None:
            self._apply_seat_event(word, rest, entry.seat, entry)

    def _apply_seat_event(self, word: str, rest: list[str], seat: int, entry: Entry) -> None:
        if word == "resign":
            self._resign(seat)
        elif word == "offer":
            steps = int(rest[1]) if len(rest) > 1 else 0
            self.offers[rest[0]] = PendingOffer(rest[0], seat, steps, frozenset())
        elif word == "accept" and rest[0] in self.offers:
            offer = self.offers[rest[0]]
            self.offers[rest[0]] = offer._replace(agreed=offer.agreed | {seat})
            self._settle_offer(self.offers[rest[0]], entry)
        elif word == "decline":
            self.offers.pop(rest[0], None)
        elif word == "absent" and rest[0] in self.offers:
            offer = self.offers[rest[0]]
            self.offers[rest[0]] = offer._replace(absent=offer.absent | {seat})
        elif word in {"peek", "phone"}:
            self._remove_phone(seat)
            if word == "peek":
                self.peek_links[seat] = UnusedPeekLink(rest[0], entry.at)
            else:
                self.phones[seat] = rest[0]

    def _remove_phone(self, seat: int) -> None:
        """Forget the phone that shows the secrets of the seat, and an unused link for one."""
        self.peek_links.pop(seat, None)
        self.phones.pop(seat, None)

    def _evict(self, seat: int, entry: Entry) -> None:
        """The person or bot that had the seat has no access by it any more."""
        self.client_kinds.pop(seat, None)
        self.new_links.pop(seat, None)
        self.eviction_seq = entry.seq

    def _change_holder(self, seat: int, holder: SeatHolder, entry: Entry) -> None:
        """Give the seat to another holder.

        A new holder has the whole time for a turn. Offers are dropped, because the new holder was not asked.
        """
        was_waiting = self.waiting
        self.holders[seat] = holder
        self.played_for = None
        if holder.is_client:
            self.client_kinds[seat] = holder.kind
            self.new_links.pop(seat, None)
        self.waiting = any(other.kind == OPEN for other in self.holders)
        self.offers = {}
        self._remove_phone(seat)
        if holder.kind != COMPUTER:
            self.resigned -= {seat}
        if (was_waiting and not self.waiting) or self.match.game.mover(self.state) == seat:
            self.turn_started, self.late = entry.at, None

    def _take_back(self, count: int, entry: Entry) -> None:
        """Take back actions. The seat to act gets the time that it had left before the action, not more."""
        self.match.undo(count)
        self.played_for = None
        began, played = self._action_times[-count]
        self._action_times.drop(count)
        if began != self.turn_started:  # otherwise it is still the same turn
            self.turn_started = entry.at - max(0.0, played - began)
        self._position_changed(entry)

    def _resign(self, seat: int) -> None:
        self.resigned |= {seat}
        self.offers = {}
        left = [other for other in range(len(self.holders)) if other not in self.resigned]
        if len(self.holders) == 2:
            in_time = self.late != seat or self.late_means != "resign"
            why = N_("resigned") if in_time else N_("out of time")
            self.ending = Ending(left[0] if left else None, False, Message(why))
        elif not any(self.holders[other].is_client for other in left):
            self.ending = Ending(None, False, Message(N_("everybody resigned")))

    def _settle_offer(self, offer: PendingOffer, entry: Entry) -> None:
        """Carry out an offer to which all have agreed."""
        if not self.must_agree(offer.by) <= offer.agreed:
            return
        if offer.what == "draw":
            self.ending = Ending(None, True, Message(N_("a draw was agreed")))
        elif offer.what == "undo":
            self._take_back(offer.steps, entry)
        if offer.what != "rematch":
            self.offers.pop(offer.what, None)

    @property
    def rematch_agreed(self) -> PendingOffer | None:
        """The rematch offer that all have accepted, as long as the rematch is not open."""
        offer = self.offers.get("rematch")
        if offer is None or self.next_match or not self.must_agree(offer.by) <= offer.agreed | offer.absent:
            return None
        return offer
