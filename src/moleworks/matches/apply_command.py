"""Apply a command of a seat to a match log: the new entries, or a complaint. The log is not changed."""

from __future__ import annotations

from typing import NamedTuple, assert_never

from moleworks.core.game import CHANCE, AnyGame, State
from moleworks.core.messages import N_, Complaint, Refusal, Refused
from moleworks.engine import chance
from moleworks.matches.commands import Answer, LogCommand, Offer, Play, Resign, Undo
from moleworks.matches.log import MatchLog, PendingOffer
from moleworks.matches.message_types import NotDone
from moleworks.matches.store.rows import COMPUTER, OPEN
from moleworks.matches.time_control import TimeControl
from moleworks.record import CannotPlay
from moleworks.record.match import Match
from moleworks.record.undo import steps_back, undo_problem

MAX_EVENTS = 1000
"""Events that a seat, or the host, may cause in a match, so that nobody fills the log."""


class NewEntry(NamedTuple):
    """An entry without its number and time."""

    seat: int | None
    name: str
    client: str | None = None
    after: State | None = None
    """The state after an action, so that it is computed only once."""


class Stale(Complaint):
    """The command was for an older position. The client gets the new position and may ask again."""

    why: NotDone = "stale"

    def __init__(self) -> None:
        super().__init__(N_("The match has gone on meanwhile: look at it again."))


class Repeated(Complaint):
    """The client sent this command before, and it was done."""

    why: NotDone = "repeated"

    def __init__(self) -> None:
        super().__init__(N_("This was done already."))


def command_entries(
    log: MatchLog, seat: int, command: LogCommand, time_control: TimeControl
) -> list[NewEntry]:
    """The entries for a command of a seat; a `Complaint` if it is not possible."""
    _check_may_write(log, seat, command.id)
    if not isinstance(command, Play | Resign):  # these are always possible
        _check_event_limit(log, seat)
    first, *others = _entries(log, seat, command, time_control)
    return [NewEntry(first.seat, first.name, command.id, first.after), *others]


def _entries(log: MatchLog, seat: int, command: LogCommand, time_control: TimeControl) -> list[NewEntry]:
    match command:
        case Play():
            return _play(log, seat, command)
        case Undo():
            return _undo(log, seat, command)
        case Resign():
            return _resign(log, seat, time_control)
        case Offer():
            return _offer(log, seat, command)
        case Answer():
            return _answer(log, seat, command)
        case _:
            assert_never(command)


def rename_entries(log: MatchLog, seat: int, client: str | None = None) -> list[NewEntry]:
    """Entries for a new name of a seat. The name is not in the log, so that it can be deleted."""
    _check_may_write(log, seat, client)
    _check_event_limit(log, seat)
    return [NewEntry(seat, "!name", client)]


def link_entries(log: MatchLog, seat: int, by: int | None) -> list[NewEntry]:
    """Entries for a new link to a seat, made by its holder or by the host."""
    _check_event_limit(log, by)
    return [NewEntry(by, f"!link {seat}")]


def peek_entries(log: MatchLog, seat: int, token: str) -> list[NewEntry]:
    """Entries for a link that shows the secrets of the seat on a phone; `token` is its digest."""
    _check_may_write(log, seat, None)
    _check_event_limit(log, seat)
    _check_not_over(log)
    return [NewEntry(seat, f"!peek {token}")]


def _check_may_write(log: MatchLog, seat: int, client: str | None) -> None:
    if client is not None and log.is_repeat(seat, client):
        raise Repeated
    if not log.holders[seat].is_client:
        raise Complaint(N_("A computer plays for this seat now."))


def _check_event_limit(log: MatchLog, seat: int | None) -> None:
    if log.event_counts.get(seat, 0) >= MAX_EVENTS:
        raise Complaint(
            N_("Too much has been changed at this table already.")
            if seat is None
            else N_("This seat has said and changed so much here that it can only play on or resign.")
        )


def _check_seq(log: MatchLog, seq: int) -> None:
    """The client knows the current position, and no entry that the log does not have."""
    if not log.position_seq <= seq <= log.seq:
        raise Stale


def _play(log: MatchLog, seat: int, command: Play) -> list[NewEntry]:
    _check_seq(log, command.seq)
    _check_not_over(log)
    _check_seats_taken(log)
    game, state = log.match.game, log.state
    found = game.attempt(state, command.action)
    if game.actor(state) != seat:
        raise Refused(command.action, game.not_your_turn())
    if isinstance(found, Refusal):
        raise Refused(command.action, found)
    after = game.play(state, found)
    return [NewEntry(seat, command.action, after=after), *chance_entries(game, after)]


def chance_entries(game: AnyGame, state: State) -> list[NewEntry]:
    """Entries for the dice, discs and deals that are due, drawn from the operating system's randomness."""
    entries = []
    while game.actor(state) == CHANCE:
        action = chance.draw(game, state)
        name, state = game.name(state, action), game.play(state, action)
        entries.append(NewEntry(None, name, after=state))
    return entries


def _undo(log: MatchLog, seat: int, command: Undo) -> list[NewEntry]:
    _check_seq(log, command.seq)
    _check_not_over(log)
    problem = undo_problem(log.match, seat)
    if problem is None:
        return [NewEntry(seat, "!undo 1")]
    count = steps_back(log.match, seat)
    if count is None or any(log.holders[other].kind == OPEN for other in _other_seats(log, seat)):
        raise Complaint(problem.text, **problem.values)
    if not log.must_agree(seat):  # only computers have played since: nobody to ask
        return [NewEntry(seat, f"!undo {count}")]
    pending = log.offers.get("undo")
    if pending and pending.by != seat:
        raise Complaint(N_("Somebody else asks to undo a move: answer that first."))
    if pending:
        raise _already_proposed()
    return [NewEntry(seat, f"!offer undo {count}")]


def _resign(log: MatchLog, seat: int, time_control: TimeControl) -> list[NewEntry]:
    _check_not_over(log)
    _check_seats_taken(log)
    return resign_entries(log, seat, time_control)


def resign_entries(log: MatchLog, seat: int, time_control: TimeControl) -> list[NewEntry]:
    """Entries for a resignation. With more than two seats, a computer plays on for the seat."""
    if seat in log.resigned:
        raise Complaint(N_("This seat has resigned already."))
    entries = [NewEntry(seat, "!resign")]
    if len(log.holders) > 2:
        entries.append(NewEntry(seat, f"!seat {seat} {COMPUTER} {time_control.level}"))
    return entries


def _offer(log: MatchLog, seat: int, command: Offer) -> list[NewEntry]:
    pending = log.offers.get(command.what)
    if command.what == "draw":
        _check_not_over(log)
        if log.must_agree(seat) != _other_seats(log, seat):
            raise Complaint(N_("The computer does not agree to a draw: it plays on."))
    elif not log.outcome:
        raise Complaint(N_("A rematch can be proposed once the match is over."))
    elif log.next_match:
        raise Complaint(N_("The next match has been opened already."))
    if pending:
        return _accept(pending, seat)
    return [NewEntry(seat, f"!offer {command.what}")]


def _answer(log: MatchLog, seat: int, command: Answer) -> list[NewEntry]:
    offer = log.offers.get(command.what)
    if offer is None:
        raise Complaint(N_("Nobody proposes this any more."))
    if command.what != "rematch":
        _check_not_over(log)
    elif log.next_match:
        raise Complaint(N_("The next match has been opened already."))
    return _accept(offer, seat) if command.yes else [NewEntry(seat, f"!decline {command.what}")]


def _accept(offer: PendingOffer, seat: int) -> list[NewEntry]:
    """Accept an offer. To offer what is on offer already is to accept it."""
    if offer.by == seat:
        raise _already_proposed()
    if seat in offer.agreed:
        raise Repeated
    return [NewEntry(seat, f"!accept {offer.what}")]


def _already_proposed() -> Complaint:
    return Complaint(N_("You have proposed this already; the others have not answered yet."))


def reseat_entries(
    log: MatchLog, seat: int, kind: str, level: int | None, by: int | None, client: str | None
) -> list[NewEntry]:
    """Entries for a new holder of a seat on request: by the seat itself, or by the host (`by` is None)."""
    _check_event_limit(log, by)
    first, *others = seat_entries(log, seat, kind, level)
    return [first._replace(seat=by, client=client), *others]


def seat_entries(log: MatchLog, seat: int, kind: str, level: int | None = None) -> list[NewEntry]:
    """Entries for a new holder of a seat.

    When the last open seat is taken, the game begins, and the first chance actions follow.
    """
    entries = [NewEntry(None, " ".join(["!seat", str(seat), kind, *([str(level)] if level else [])]))]
    others_open = any(holder.kind == OPEN for at, holder in enumerate(log.holders) if at != seat)
    if log.waiting and kind != OPEN and not others_open and not log.outcome:
        entries += chance_entries(log.match.game, log.state)
    return entries


def computer_entries(log: MatchLog, seat: int, action: str) -> list[NewEntry]:
    """Entries for an action that a computer chose, checked as an action of anybody."""
    match: Match = log.match
    try:
        after = match.game.play(log.state, match.game.parse(log.state, action))
    except Complaint as error:
        raise CannotPlay(0, action, error) from error
    return [NewEntry(seat, action, after=after), *chance_entries(match.game, after)]


def _other_seats(log: MatchLog, seat: int) -> frozenset[int]:
    return frozenset(range(len(log.holders))) - {seat}


def _check_seats_taken(log: MatchLog) -> None:
    if log.waiting:
        raise Complaint(N_("Not everybody is here yet: a seat is still open."))


def _check_not_over(log: MatchLog) -> None:
    if log.outcome:
        raise Complaint(N_("The match is over."))
