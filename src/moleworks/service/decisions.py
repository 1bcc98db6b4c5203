"""What a command leads to: new entries of the log, or a sentence that says why not. It changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from moleworks.games import CHANCE, Complaint, Game, Refusal, Refused
from moleworks.games.game import N_
from moleworks.players import lots
from moleworks.record import CannotPlay
from moleworks.record.match import Match
from moleworks.service.commands import Answer, Offer, Play, Resign, Undo
from moleworks.service.course import Course
from moleworks.service.course import Offer as Proposal
from moleworks.service.pace import Pace
from moleworks.service.store.rows import COMPUTER, OPEN
from moleworks.service.undo import steps_back, why_not_undo

MOST_SAID = 1000
"""So many events may a seat cause in a match, and so many its host: nobody fills the log for the others."""


class Line(NamedTuple):
    """An entry to be: who, what, and the client's number for it."""

    seat: int | None
    name: str
    client: str | None = None
    after: Any = None
    """The state that an action leads to, so that nobody has to work it out again."""


class Stale(Complaint):
    """The client knew an older position; it is told the new one and may ask again."""

    def __init__(self) -> None:
        super().__init__(N_("The match has gone on meanwhile: look at it again."))


class Repeated(Complaint):
    """The client sent this before, and it was done then."""

    def __init__(self) -> None:
        super().__init__(N_("This was done already."))


def decide(course: Course, seat: int, command: Any, pace: Pace) -> list[Line]:
    """The lines that a command of a seat adds to the log; a `Complaint` if it adds none."""
    _may_write(course, seat, command.id)
    if not isinstance(command, Play | Resign):  # these can be done as long as the match lasts
        _may_say(course, seat)
    first, *others = _DECISIONS[type(command)](course, seat, command, pace)
    return [Line(first.seat, first.name, command.id, first.after), *others]


def renamed(course: Course, seat: int, client: str | None = None) -> list[Line]:
    """A seat is called something else; the name itself stays out of the log, so that it can be forgotten."""
    _may_write(course, seat, client)
    _may_say(course, seat)
    return [Line(seat, "!name", client)]


def linked(course: Course, seat: int, by: int | None) -> list[Line]:
    """A new link is made to a seat, by who has it or by the host."""
    _may_say(course, by)
    return [Line(by, f"!link {seat}")]


def peeked(course: Course, seat: int, token: str) -> list[Line]:
    """A link is made to this seat's secrets, with that digest."""
    _may_write(course, seat, None)
    _may_say(course, seat)
    _still_on(course)
    return [Line(seat, f"!peek {token}")]


def _may_write(course: Course, seat: int, client: str | None) -> None:
    if client is not None and course.done_before(seat, client):
        raise Repeated
    if not course.hands[seat].decides:
        raise Complaint(N_("A computer plays for this seat now."))


def _may_say(course: Course, seat: int | None) -> None:
    if course.said.get(seat, 0) >= MOST_SAID:
        raise Complaint(
            N_("Too much has been changed at this table already.")
            if seat is None
            else N_("This seat has said and changed so much here that it can only play on or resign.")
        )


def _up_to_date(course: Course, seq: int) -> None:
    """Whoever knows more than the log has is out of step too."""
    if not course.moved <= seq <= course.seq:
        raise Stale


def _play(course: Course, seat: int, command: Play, _pace: Pace) -> list[Line]:
    _up_to_date(course, command.seq)
    _still_on(course)
    _all_here(course)
    game, state = course.match.game, course.state
    found = game.attempt(state, command.action)
    if game.actor(state) != seat:
        raise Refused(command.action, game.not_your_turn())
    if isinstance(found, Refusal):
        raise Refused(command.action, found)
    after = game.play(state, found)
    return [Line(seat, command.action, after=after), *falls(game, after)]


def falls(game: Game[Any], state: Any) -> list[Line]:
    """Dice, discs and deals that are due, drawn now from the operating system's randomness."""
    lines = []
    while game.actor(state) == CHANCE:
        action = lots.draw(game, state)
        name, state = game.name(state, action), game.play(state, action)
        lines.append(Line(None, name, after=state))
    return lines


def _undo(course: Course, seat: int, command: Undo, _pace: Pace) -> list[Line]:
    _up_to_date(course, command.seq)
    _still_on(course)
    why_not = why_not_undo(course.match, seat)
    if why_not is None:
        return [Line(seat, "!undo 1")]
    count = steps_back(course.match, seat)
    if count is None or any(course.hands[other].kind == OPEN for other in _others(course, seat)):
        raise Complaint(why_not.text, **why_not.values)
    if not course.needed(seat):  # only computers have played since, and they do not mind
        return [Line(seat, f"!undo {count}")]
    standing = course.offers.get("undo")
    if standing and standing.by != seat:
        raise Complaint(N_("Somebody else asks to take something back: answer that first."))
    if standing:
        raise _already_proposed()
    return [Line(seat, f"!offer undo {count}")]


def _resign(course: Course, seat: int, _command: Resign, pace: Pace) -> list[Line]:
    _still_on(course)
    _all_here(course)
    return resignation(course, seat, pace)


def resignation(course: Course, seat: int, pace: Pace) -> list[Line]:
    """A seat gives up; at a larger table a computer plays on for it."""
    if seat in course.resigned:
        raise Complaint(N_("This seat has resigned already."))
    lines = [Line(seat, "!resign")]
    if len(course.hands) > 2:
        lines.append(Line(seat, f"!seat {seat} {COMPUTER} {pace.level}"))
    return lines


def _offer(course: Course, seat: int, command: Offer, _pace: Pace) -> list[Line]:
    standing = course.offers.get(command.what)
    if command.what == "draw":
        _still_on(course)
        if course.needed(seat) != _others(course, seat):
            raise Complaint(N_("A computer agrees to no draw: it plays on."))
    elif not course.outcome:
        raise Complaint(N_("A rematch can be proposed once the match is over."))
    elif course.next:
        raise Complaint(N_("The next match has been opened already."))
    if standing:
        return _accepted(standing, seat)
    return [Line(seat, f"!offer {command.what}")]


def _answer(course: Course, seat: int, command: Answer, _pace: Pace) -> list[Line]:
    offer = course.offers.get(command.what)
    if offer is None:
        raise Complaint(N_("Nobody proposes this any more."))
    if command.what != "rematch":
        _still_on(course)
    elif course.next:
        raise Complaint(N_("The next match has been opened already."))
    return _accepted(offer, seat) if command.yes else [Line(seat, f"!decline {command.what}")]


def _accepted(offer: Proposal, seat: int) -> list[Line]:
    """To propose what is proposed already is to agree to it."""
    if offer.by == seat:
        raise _already_proposed()
    if seat in offer.agreed:
        raise Repeated
    return [Line(seat, f"!accept {offer.what}")]


def _already_proposed() -> Complaint:
    return Complaint(N_("You have proposed this already; the others have not answered yet."))


_DECISIONS: dict[type, Callable[[Course, int, Any, Pace], list[Line]]] = {
    Play: _play,
    Undo: _undo,
    Resign: _resign,
    Offer: _offer,
    Answer: _answer,
}


def reseated(
    course: Course, seat: int, kind: str, level: int | None, by: int | None, client: str | None
) -> list[Line]:
    """A seat changes hands as somebody asks: whose it is, or the host, under their own number."""
    _may_say(course, by)
    first, *others = seated(course, seat, kind, level)
    return [first._replace(seat=by, client=client), *others]


def seated(course: Course, seat: int, kind: str, level: int | None = None) -> list[Line]:
    """A seat changes hands; if it was the last one open, the game begins and what chance does first falls."""
    lines = [Line(None, " ".join(["!seat", str(seat), kind, *([str(level)] if level else [])]))]
    others_open = any(hand.kind == OPEN for at, hand in enumerate(course.hands) if at != seat)
    if course.waiting and kind != OPEN and not others_open and not course.outcome:
        lines += falls(course.match.game, course.state)
    return lines


def computed(course: Course, seat: int, action: str) -> list[Line]:
    """What a computer chose for a seat; checked like anybody's action."""
    match: Match = course.match
    try:
        after = match.game.play(course.state, match.game.parse(course.state, action))
    except Complaint as error:
        raise CannotPlay(0, action, error) from error
    return [Line(seat, action, after=after), *falls(match.game, after)]


def _others(course: Course, seat: int) -> frozenset[int]:
    return frozenset(range(len(course.hands))) - {seat}


def _all_here(course: Course) -> None:
    if course.waiting:
        raise Complaint(N_("Not everybody is here yet: a seat is still open."))


def _still_on(course: Course) -> None:
    if course.outcome:
        raise Complaint(N_("The match is over."))
