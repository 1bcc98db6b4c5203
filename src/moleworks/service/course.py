"""The course of a match as its log tells it: actions, and around them events, which begin with `!`.

The log is the truth, so that whoever reads the same entries is at the same point: another worker, the same
worker after a crash, a test. Events are `!seat 1 computer 4`, `!name` (the seat is called something else),
`!link 1` (a new link was made to the seat), `!out 1` (who had the seat has it no longer), `!undo 2`,
`!resign`, `!offer draw`, `!offer undo 2`, `!accept draw`, `!decline draw`, `!late computer` (the time is
over, and what follows), `!peek DIGEST` (a link was made to see this seat's secrets on a phone), `!phone
DIGEST` (a phone came by it), `!absent rematch` (the rematch does not wait for this seat) and `!next ID`. No
name of a person is in the log, and of what opens a door only the digest.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import repeat
from typing import Any, NamedTuple

from moleworks.games import CHANCE, Message, Outcome
from moleworks.games.game import N_
from moleworks.record import Match
from moleworks.record.trail import Trail
from moleworks.service.store.rows import BOT, COMPUTER, OPEN, OVER, PERSON, PLAYING, WAITING, Entry

EVENT = "!"
NOT_KNOWN = repeat(None)
KEPT_NUMBERS = 64
"""So many of a seat's own numbers are remembered to tell what is sent twice."""


class Hand(NamedTuple):
    """Who plays a seat."""

    kind: str = OPEN
    level: int | None = None

    @property
    def decides(self) -> bool:
        """Whether somebody is there to be asked."""
        return self.kind in {PERSON, BOT}


class Offer(NamedTuple):
    """What one seat asks of the others."""

    what: str
    by: int
    steps: int
    """Actions to be taken back, if that is what is asked."""
    agreed: frozenset[int]
    without: frozenset[int] = frozenset()
    """Seats that are not waited for: their players have gone."""


class Ending(NamedTuple):
    """An end that the rules know nothing of."""

    winner: int | None
    draw: bool
    why: Message


class Peek(NamedTuple):
    """A link to a seat's secrets that nobody has used yet: its digest, and when it was made."""

    token: str
    made: float


class Course:
    """A match, and what happened around it, up to an entry of its log."""

    def __init__(self, match: Match, began: float, *, waiting: bool = True) -> None:
        self.match = match
        self.seq = 0
        self.moved = 0
        """The number of the last entry that changed the position."""
        self.turn_since = began
        self.hands = [Hand()] * match.setup.players
        self.waiting = waiting
        """Whether a seat is still open; nobody acts before all are taken."""
        self.resigned: frozenset[int] = frozenset()
        self.offers: dict[str, Offer] = {}
        self.ending: Ending | None = None
        self.next: str | None = None
        """The match that was played after this one."""
        self.kept: dict[int, str] = {}
        """By seat: whether a person or a bot had it last; a computer may play for them meanwhile."""
        self.links: dict[int, int | None] = {}
        """Seats with a new link that nobody has come by yet, and the seat that made it; none: the host."""
        self.parted = 0
        """The number of the last entry by which somebody lost a seat."""
        self.said: dict[int | None, int] = {}
        """By seat: how many events it has caused; none: the host, and whoever sat down."""
        self.peeks: dict[int, Peek] = {}
        self.phones: dict[int, str] = {}
        """By seat: the digest of what the phone shows that looks at its secrets."""
        self.late: int | None = None
        """The seat whose time for this turn is over."""
        self.played_for: int | None = None
        """The seat for which a computer did the last action, as its time was over."""
        self._numbers: dict[tuple[int | None, str], int] = {}
        self._clocks = Trail[tuple[float, float]]()
        """For every action: when the turn had begun that it was played in, and when it was played."""
        self._stand()

    def copy(self) -> Course:
        """The same course, to try on it what may yet fail."""
        other = Course.__new__(Course)
        other.__dict__.update(self.__dict__)
        other.match = self.match.copy()
        other.hands, other.offers = self.hands.copy(), self.offers.copy()
        other.kept, other.links, other.said = self.kept.copy(), self.links.copy(), self.said.copy()
        other.peeks, other.phones = self.peeks.copy(), self.phones.copy()
        other._numbers, other._clocks = self._numbers.copy(), self._clocks.copy()
        return other

    # What it tells

    @property
    def state(self) -> Any:
        return self.match.state

    def done_before(self, seat: int | None, client: str) -> bool:
        """Whether a seat, or the host, has done what is sent under this number now."""
        return (seat, client) in self._numbers

    def needed(self, by: int) -> frozenset[int]:
        """Whose consent an offer needs."""
        return frozenset(seat for seat, hand in enumerate(self.hands) if hand.decides and seat != by)

    # What happens

    def follow(self, entries: Iterable[Entry], after: Iterable[Any] = NOT_KNOWN) -> None:
        """Go on by these entries of the log; `after` are the states that actions lead to, as far as known."""
        for entry, state in zip(entries, after, strict=False):
            if entry.name.startswith(EVENT):
                self._event(entry)
            else:
                self._action(entry, state)
            if entry.client is not None:
                self._number(entry.seat, entry.client, entry.seq)
            self.seq = entry.seq
        self._stand()

    def _stand(self) -> None:
        """How things stand now, worked out once, as every move asks for it again and again."""
        game, state = self.match.game, self.match.state
        actor = game.actor(state)
        self.outcome: Outcome | Ending | None = self.ending or game.outcome(state)
        self.status = OVER if self.outcome else WAITING if self.waiting else PLAYING
        self.actor = None if self.ending or self.waiting or actor == CHANCE else actor
        """The seat to act; None while nobody can."""

    def _action(self, entry: Entry, after: Any) -> None:
        game, before = self.match.game, self.state
        self._clocks.append((self.turn_since, entry.at))
        if entry.seat is not None:  # a computer has no number for what it does; people's clients have
            self.played_for = self.late if entry.client is None else None
        if after is None:
            self.match.play([entry.name])
        else:
            self.match.step(entry.name, after)
        self._moved(entry)
        # A seat may have two turns in a row; then only the dice or the disc tell them apart.
        if game.mover(self.state) != game.mover(before) or game.actor(before) == CHANCE:
            self.turn_since = entry.at

    def _moved(self, entry: Entry) -> None:
        """The position changed: what was asked about the old one is settled."""
        self.moved = entry.seq
        self.late = None
        self.offers = {}

    def _number(self, seat: int | None, client: str, seq: int) -> None:
        self._numbers[seat, client] = seq
        if len(self._numbers) > KEPT_NUMBERS * len(self.hands):
            del self._numbers[next(iter(self._numbers))]

    def _event(self, entry: Entry) -> None:
        word, *rest = entry.name.removeprefix(EVENT).split(" ")
        self.said[entry.seat] = self.said.get(entry.seat, 0) + 1
        if word == "seat":
            self._seated(int(rest[0]), Hand(rest[1], int(rest[2]) if len(rest) > 2 else None), entry)
        elif word == "undo":
            self._taken_back(int(rest[0]), entry)
        elif word == "next":
            self.next = rest[0]
        elif word == "late":
            self.late = entry.seat
        elif word == "link":
            self.links[int(rest[0])] = entry.seat
        elif word == "out":
            self._parted(int(rest[0]), entry)
        elif entry.seat is not None:
            self._said(word, rest, entry.seat, entry)

    def _said(self, word: str, rest: list[str], seat: int, entry: Entry) -> None:
        if word == "resign":
            self._resigns(seat)
        elif word == "offer":
            steps = int(rest[1]) if len(rest) > 1 else 0
            self.offers[rest[0]] = Offer(rest[0], seat, steps, frozenset())
        elif word == "accept" and rest[0] in self.offers:
            offer = self.offers[rest[0]]
            self.offers[rest[0]] = offer._replace(agreed=offer.agreed | {seat})
            self._settle(self.offers[rest[0]], entry)
        elif word == "decline":
            self.offers.pop(rest[0], None)
        elif word == "absent" and rest[0] in self.offers:
            offer = self.offers[rest[0]]
            self.offers[rest[0]] = offer._replace(without=offer.without | {seat})
        elif word in {"peek", "phone"}:
            self._unseen(seat)
            if word == "peek":
                self.peeks[seat] = Peek(rest[0], entry.at)
            else:
                self.phones[seat] = rest[0]

    def _unseen(self, seat: int) -> None:
        """No phone shows this seat's secrets any more."""
        self.peeks.pop(seat, None)
        self.phones.pop(seat, None)

    def _parted(self, seat: int, entry: Entry) -> None:
        """What opened the seat to whoever had it opens nothing any more."""
        self.kept.pop(seat, None)
        self.links.pop(seat, None)
        self.parted = entry.seq

    def _seated(self, seat: int, hand: Hand, entry: Entry) -> None:
        """Whoever sits down has a whole turn, and was not asked what others were asked."""
        was_waiting = self.waiting
        self.hands[seat] = hand
        self.played_for = None
        if hand.decides:
            self.kept[seat] = hand.kind
            self.links.pop(seat, None)
        self.waiting = any(other.kind == OPEN for other in self.hands)
        self.offers = {}
        self._unseen(seat)
        if hand.kind != COMPUTER:
            self.resigned -= {seat}
        if (was_waiting and not self.waiting) or self.match.game.mover(self.state) == seat:
            self.turn_since, self.late = entry.at, None

    def _taken_back(self, count: int, entry: Entry) -> None:
        """Whoever is to act again has the time left that was left before the action, and no more."""
        self.match.undo(count)
        self.played_for = None
        began, played = self._clocks[-count]
        self._clocks.drop(count)
        if began != self.turn_since:  # else it is the same turn still
            self.turn_since = entry.at - max(0.0, played - began)
        self._moved(entry)

    def _resigns(self, seat: int) -> None:
        self.resigned |= {seat}
        self.offers = {}
        left = [other for other in range(len(self.hands)) if other not in self.resigned]
        if len(self.hands) == 2:
            self.ending = Ending(left[0] if left else None, False, Message(N_("resigned")))
        elif not any(self.hands[other].decides for other in left):
            self.ending = Ending(None, False, Message(N_("everybody resigned")))

    def _settle(self, offer: Offer, entry: Entry) -> None:
        """What all have agreed to happens."""
        if not self.needed(offer.by) <= offer.agreed:
            return
        if offer.what == "draw":
            self.ending = Ending(None, True, Message(N_("a draw was agreed")))
        elif offer.what == "undo":
            self._taken_back(offer.steps, entry)
        if offer.what != "rematch":
            self.offers.pop(offer.what, None)

    @property
    def rematch_agreed(self) -> Offer | None:
        """An offer to play again that all have accepted, while there is no next match."""
        offer = self.offers.get("rematch")
        if offer is None or self.next or not self.needed(offer.by) <= offer.agreed | offer.without:
            return None
        return offer
