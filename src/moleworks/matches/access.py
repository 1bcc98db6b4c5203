"""What a caller may do in a match, and why a match or a seat is refused to them."""

from __future__ import annotations

from typing import NamedTuple

from moleworks.core.messages import N_, Complaint
from moleworks.matches.commands import MatchCommand


class NoMatch(Complaint):
    """There is no match of this id, or the caller may not know of it."""

    def __init__(self) -> None:
        super().__init__(N_("There is no such match, or it has been cleared away."))


class SeatTaken(Complaint):
    """Somebody used the link of a seat that another person has."""

    def __init__(self) -> None:
        super().__init__(N_("This seat is taken. If it was yours, ask the host for a new link."))


class SecretSeat(Complaint):
    """Somebody else than its player wants a seat that knows a secret."""

    def __init__(self) -> None:
        super().__init__(
            N_(
                "This seat has secrets, so only its player can go on with it, or give somebody a link. "
                "A computer can play for it meanwhile."
            )
        )


class MatchArchived(Complaint):
    """The match is archived: its log cannot be extended."""

    def __init__(self) -> None:
        super().__init__(N_("This match has been put away: it can be looked at, and that is all."))


class Access(NamedTuple):
    """What a caller may do in a match: their seats, and whether they opened it or watch it."""

    seats: frozenset[int] = frozenset()
    host: bool = False
    watches: bool = False
    peeks: frozenset[int] = frozenset()
    """Seats whose secrets they may see, on the phone of the player."""

    @property
    def granted(self) -> bool:
        """Whether they may see the match at all."""
        return bool(self.seats or self.peeks) or self.host or self.watches


def own_seat(access: Access, command: MatchCommand) -> int:
    """The seat for which a caller acts; a `Complaint` if they have none, or do not say which."""
    if command.seat is not None:
        if command.seat not in access.seats:
            raise Complaint(N_("This is not your seat."))
        return command.seat
    if len(access.seats) != 1:
        text = N_("Say which of your seats acts.") if access.seats else N_("You only watch this match.")
        raise Complaint(text)
    return next(iter(access.seats))
