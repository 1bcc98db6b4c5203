"""Why an action is good, in one sentence, from the terms of the evaluation."""

from __future__ import annotations

from typing import NamedTuple

from moleworks.games.bits import count
from moleworks.games.game import N_, Message
from moleworks.games.mole_company.rules import (
    BONUS,
    CHOOSE,
    DISCS,
    DO_FLIP,
    GO,
    LAST,
    OVER,
    PLACE,
    Position,
    Table,
    moles,
    play,
    taken,
)
from moleworks.players.mole_company.evaluation import Survey, fitting, surveyed
from moleworks.players.mole_company.ground import ground


class Terms(NamedTuple):
    """What the evaluation looks at, in numbers people can count on the board."""

    own: int
    """Discs, of all six, that take an own mole into a free hole."""
    rivals: int
    """The most such discs that a rival has."""
    ready: int
    """Own moles that can enter with some disc."""
    soon: int


def terms(table: Table, position: Position, seat: int) -> Terms:
    """Of a game that goes on."""
    seats = [n for n in range(table.players) if moles(position, n)]
    surveys: dict[int, Survey] = {n: surveyed(table, ground(table), position, n) for n in seats}
    reach = {n: fitting(survey.discs, DISCS) for n, survey in surveys.items()}
    rivals = max((discs for n, discs in reach.items() if n != seat), default=0)
    mine = surveys.get(seat)
    return Terms(reach.get(seat, 0), rivals, mine.ready if mine else 0, mine.soon if mine else 0)


def reason(table: Table, position: Position, action: int, other: int | None = None) -> Message:
    """Why this action, and not the other (if there is one to compare with)."""
    seat = position.seat
    after = play(table, position, action)
    if position.phase == PLACE:
        return _placing(table, position, action, other)
    if position.phase in (CHOOSE, BONUS):
        return _choosing(position, action)
    if after.phase == OVER:
        return _ending(position, after)
    if after.level > position.level:
        text = N_("It fills the last hole, and the board is lifted: {mine} of the {all} holes were yours.")
        return Message(text, {"mine": count(moles(after, seat)), "all": count(taken(after))})
    holes = table.holes[position.level]
    if holes >> (action & 63) & 1 and not holes >> ((action - GO) >> 6) & 1:
        text = N_("It enters a hole: {filled} of {all} are filled, {mine} of them by you.")
        filled, mine = count(taken(after) & holes), count(moles(after, seat) & holes)
        return Message(text, {"filled": filled, "all": count(holes), "mine": mine})
    if after.phase == BONUS:
        return Message(N_("It ends on a special space: another disc may follow."))
    rival = play(table, position, other) if other is not None else None
    if rival is None or rival.phase == OVER:
        return _alone(terms(table, after, seat))
    return _compared(terms(table, after, seat), terms(table, rival, seat))


def _placing(table: Table, position: Position, action: int, other: int | None) -> Message:
    def fitting_from(space: int) -> int:
        alone = position._replace(moles0=0, moles1=0, moles2=0, moles3=0)
        alone = play(table, alone._replace(phase=PLACE, seat=0), space)
        return fitting(surveyed(table, ground(table), alone, 0).discs, DISCS)

    here = fitting_from(action)
    there = fitting_from(other) if other is not None else here
    if here > there:
        text = N_("It stands where {many} of 6 discs lead into a hole, instead of {few}.")
        return Message(text, {"many": here, "few": there})
    if here:
        return Message(N_("It stands where {discs} of 6 discs lead into a hole."), {"discs": here})
    return Message(N_("It stands in the way of others, or keeps a place for later."))


def _choosing(position: Position, action: int) -> Message:
    if position.phase == BONUS:
        if action == DO_FLIP:
            return Message(N_("Another disc is more likely to help than to harm."))
        return Message(N_("Your moles stand well: another disc is more likely to harm than to help."))
    if action == DO_FLIP:
        return Message(N_("Moving on promises more than waiting in the holes."))
    return Message(N_("All your moles are in holes: who waits loses nothing."))


def _ending(position: Position, after: Position) -> Message:
    if after.winner != position.seat:
        return Message(N_("It ends the game in a draw."))
    if position.level == LAST:
        return Message(N_("It takes the golden shovel and wins."))
    return Message(N_("It fills the last hole, and no rival has a mole left: it wins."))


def _alone(now: Terms) -> Message:
    if now.own:
        return Message(N_("It leaves you {discs} of 6 discs that reach a hole."), {"discs": now.own})
    return Message(N_("It brings a mole nearer to where it will be needed."))


def _compared(now: Terms, rival: Terms) -> Message:
    if now.rivals < rival.rivals and rival.rivals - now.rivals >= now.own - rival.own:
        text = N_("It leaves rivals fewer discs that reach a hole: {few} of 6 instead of {many}.")
        return Message(text, {"few": now.rivals, "many": rival.rivals})
    if now.own > rival.own:
        text = N_("It gives you more discs that reach a hole: {many} of 6 instead of {few}.")
        return Message(text, {"many": now.own, "few": rival.own})
    if now.ready > rival.ready:
        text = N_("It gives you more moles that can reach a hole: {many} instead of {few}.")
        return Message(text, {"many": now.ready, "few": rival.ready})
    if now.soon > rival.soon:
        return Message(N_("It brings a mole nearer to a free hole."))
    return _alone(now)
