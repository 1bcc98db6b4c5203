"""Explain an action of Buddel Bande in one sentence, from what the seat knows or believes."""

from __future__ import annotations

from collections.abc import Sequence

from moleworks.core.bits import lowest, members
from moleworks.core.messages import N_, Message, somebody
from moleworks.games.buddel_bande.game import BuddelBandeState
from moleworks.games.buddel_bande.rules import (
    DOG_TO,
    MOLES_EACH,
    PASS,
    home_count,
    mole_on,
    place,
    seen_moles,
    target,
)
from moleworks.games.buddel_bande.worlds import possible_owners

LIKELY = 0.6
"""From this probability on an owner is called probable."""

Shares = Sequence[Sequence[float]]
"""By mole and seat: the probability that the mole is that seat's, by the actions heard; rivals may bluff."""


def reason(here: BuddelBandeState, shares: Shares, choice: int) -> Message:
    """One true sentence about an action; it names an owner only if the seat is certain."""
    if choice == PASS:
        return Message(N_("It gives nothing away: every move would take a mole home."))
    return _dog(here, shares, choice - DOG_TO) if choice >= DOG_TO else _mole(here, shares, choice)


def _mole(here: BuddelBandeState, shares: Shares, mole: int) -> Message:
    table, position, _ = here
    goal, me = target(table, position, mole), position.seat
    hills, own = goal - place(position, mole), shares[mole][me]
    whose = _owner(here, mole)
    if whose == me:
        if goal == table.last:
            if home_count(position, me) + 1 == MOLES_EACH:
                return Message(N_("It brings your third mole home, and you win."))
            return Message(N_("It brings your own mole home."))
        if hills == 1:
            return Message(N_("It brings your own mole one hill forward."))
        return Message(N_("It brings your own mole {hills} hills forward."), {"hills": hills})
    if whose is None and own > 1 - LIKELY and (goal != table.last or own >= LIKELY):
        text = N_("It moves a mole that may be your own ({percent} %), and shows you whose it is.")
        if own >= LIKELY:
            text = N_("It moves a mole that is probably your own ({percent} %).")
        return Message(text, {"percent": _percent(own)})
    least = all(hills <= other for other in _jumps(here))
    if whose is not None:
        return _rivals(table.last == goal, least, hills, whose)
    values = {"percent": _percent(1 - own)}
    if goal == table.last:
        if not _may_be(here, mole, me):
            return Message(N_("It takes a rival's mole home."))
        if own > 1 - LIKELY:
            return Message(
                N_("It takes a mole home that may be your own ({percent} %)."), {"percent": _percent(own)}
            )
        return Message(N_("It takes a mole home that is probably a rival's ({percent} %)."), values)
    if not _may_be(here, mole, me):
        if least:
            return Message(N_("It moves a rival's mole, the one that gains least by this roll."))
        return Message(N_("It moves a rival's mole."))
    if least:
        text = N_(
            "It shows you whose mole this is: probably a rival's ({percent} %), so it is moved the least far."
        )
        return Message(text, values)
    return Message(N_("It shows you whose mole this is: probably a rival's ({percent} %)."), values)


def _rivals(home: bool, least: bool, hills: int, whose: int) -> Message:
    values = {"who": somebody(whose), "hills": hills}
    if home:
        return Message(N_("It takes a mole of {who} home."), values)
    if least:
        return Message(N_("It moves a mole of {who}, the one that gains least by this roll."), values)
    if hills == 1:
        return Message(N_("It moves a mole of {who} only one hill."), values)
    return Message(N_("It moves a mole of {who} by {hills} hills."), values)


def _dog(here: BuddelBandeState, shares: Shares, hill: int) -> Message:
    position = here.position
    me = position.seat
    freed, held = mole_on(position, position.dog), mole_on(position, hill)
    if held:
        mole = lowest(held)
        whose, own = _owner(here, mole), shares[mole][me]
        if whose == me:
            return Message(N_("It sets the dog beside your own mole."))
        if whose is not None:
            return _held(here, mole, whose)
        if own > 1 - LIKELY:
            text = N_("It sets the dog beside a mole that may be your own ({percent} %).")
            return Message(text, {"percent": _percent(own)})
        if not _may_be(here, mole, me):
            return Message(N_("It sets the dog beside a rival's mole."))
        text = N_("It sets the dog beside a mole that is probably a rival's ({percent} %).")
        return Message(text, {"percent": _percent(1 - own)})
    if freed and _owner(here, lowest(freed)) == me:
        return Message(N_("It takes the dog away from your own mole."))
    return Message(N_("It sets the dog where it holds no mole."))


def _held(here: BuddelBandeState, mole: int, whose: int) -> Message:
    """The dog is set beside a mole whose owner is certain."""
    table, position, _ = here
    out = [
        place(position, other)
        for other in members(table.moles)
        if _may_be(here, other, whose) and place(position, other) != table.last
    ]
    values = {"who": somebody(whose)}
    if place(position, mole) == max(out):
        return Message(N_("It sets the dog beside the mole of {who} that is nearest home."), values)
    return Message(N_("It sets the dog beside a mole of {who}."), values)


def _jumps(here: BuddelBandeState) -> list[int]:
    """How far each mole that can move goes."""
    table, position, _ = here
    moles = members(position.choices & (1 << PASS) - 1)
    return [target(table, position, mole) - place(position, mole) for mole in moles]


def _possible(here: BuddelBandeState, mole: int) -> set[int]:
    """The seats that a mole can belong to, by what the seat to act has seen."""
    table, position, _ = here
    return possible_owners(table, position.owners, seen_moles(position, position.seat), mole)


def _owner(here: BuddelBandeState, mole: int) -> int | None:
    """The owner of a mole, if the seat is certain: it has seen it, or all others of that size."""
    possible = _possible(here, mole)
    return possible.pop() if len(possible) == 1 else None


def _may_be(here: BuddelBandeState, mole: int, seat: int) -> bool:
    """Whether a mole can be that seat's, by what this seat has seen."""
    return seat in _possible(here, mole)


def _percent(share: float) -> int:
    """A probability in percent; never 0 or 100, because it is not certain.

    >>> _percent(0.999), _percent(0.5)
    (99, 50)
    """
    return min(99, max(1, round(100 * share)))
