"""Explain an action of Mole Company in one sentence, from the terms of the evaluation."""

from __future__ import annotations

from typing import NamedTuple

from moleworks.core.bits import count, members
from moleworks.core.messages import N_, Message
from moleworks.games.mole_company.player.evaluation import Mobility, measure_mobility
from moleworks.games.mole_company.player.tables import search_tables
from moleworks.games.mole_company.rules import (
    BONUS,
    CHOOSE,
    DISC,
    DISCS,
    DO_FLIP,
    HIGHEST,
    LAST,
    MOVE,
    OVER,
    PLACE,
    MoleCompanyPosition,
    MoleCompanyTable,
    board_holes,
    count_discs,
    disc_weight,
    enters_hole,
    face_down,
    leaves_hole,
    moles,
    move_end,
    occupied,
    outside,
    play,
    reach,
)


class MoleCompanyTerms(NamedTuple):
    """The terms of the evaluation as numbers that people can count on the board."""

    own: int
    """Discs, of all six, that take an own mole into a free hole."""
    rivals: int
    """The most such discs that a rival has."""
    ready: int
    """Own moles that can enter with some disc."""
    soon: int


def terms(table: MoleCompanyTable, position: MoleCompanyPosition, seat: int) -> MoleCompanyTerms:
    """The terms of a position whose game goes on."""
    seats = [n for n in range(table.players) if moles(position, n)]
    mobilities: dict[int, Mobility] = {
        n: measure_mobility(table, search_tables(table), position, n) for n in seats
    }
    reach = {n: count_discs(mobility.discs, DISCS) for n, mobility in mobilities.items()}
    rivals = max((discs for n, discs in reach.items() if n != seat), default=0)
    mine = mobilities.get(seat)
    return MoleCompanyTerms(reach.get(seat, 0), rivals, mine.ready if mine else 0, mine.soon if mine else 0)


def reason(
    table: MoleCompanyTable,
    position: MoleCompanyPosition,
    action: int,
    other: int | None = None,
    advantage: float = 0.0,
) -> Message:
    """Why this action and not the other one, if there is one to compare with.

    `advantage` is its value less that of the other. If it is negative, the sentence says what speaks against
    the action.
    """
    seat = position.seat
    after = play(table, position, action)
    if position.phase == PLACE:
        return _placing(table, position, action, other)
    if position.phase == CHOOSE:
        return _at_home(action, advantage)
    if position.phase == BONUS:
        return _bonus(table, position, action, advantage)
    if after.phase == OVER:
        return _ending(position, after)
    if after.level > position.level:
        text = N_("It fills the last hole, and the board is lifted: {mine} of the {all} holes were yours.")
        return Message(text, {"mine": count(moles(after, seat)), "all": count(occupied(after))})
    if leaves_hole(table, position, action):
        return _leaving(table, position, after, action, other)
    now, rival = terms(table, after, seat), _instead(table, position, other)
    if enters_hole(table, position, action):
        both = other is not None and enters_hole(table, position, other)
        return _entering(table, after, seat, now, rival if both and advantage > 0 else None)
    if after.phase == BONUS:
        return Message(N_("It ends on a special space: another disc may follow."))
    if rival is None or other is None:
        return _alone(now)
    if enters_hole(table, position, other):
        return Message(
            N_("It enters no hole yet; {discs} of 6 discs reach one after it."), {"discs": now.own}
        )
    if leaves_hole(table, position, other):
        return Message(N_("It lets your moles stay in their holes.")) if advantage >= 0 else _alone(now)
    return _compared(now, rival) if advantage >= 0 else _against(now, rival)


def _instead(
    table: MoleCompanyTable, position: MoleCompanyPosition, other: int | None
) -> MoleCompanyTerms | None:
    """The terms after the other action, if it stays on the same board so that they can be compared."""
    after = play(table, position, other) if other is not None else None
    if after is None or after.phase == OVER or after.level != position.level:
        return None
    return terms(table, after, position.seat)


def _leaving(
    table: MoleCompanyTable,
    position: MoleCompanyPosition,
    after: MoleCompanyPosition,
    action: int,
    other: int | None,
) -> Message:
    """The loss of the hole is mentioned first."""
    holes = board_holes(table, position.level)
    now, rival = terms(table, after, position.seat), _instead(table, position, other)
    if holes >> move_end(action) & 1:
        return Message(N_("It goes from one hole into another: no more holes are filled than before."))
    if not any(reach(table, position, space) for space in members(outside(table, position, position.seat))):
        text = N_("It leaves a hole, as this disc moves no mole outside: {discs} of 6 discs reach one again.")
        return Message(text, {"discs": now.own})
    if after.phase == BONUS:
        return Message(N_("It leaves a hole for a special space: another disc may follow."))
    if rival is not None and now.rivals < rival.rivals:
        text = N_(
            "It leaves a hole, but rivals have fewer discs that reach one: {few} of 6 instead of {many}."
        )
        return Message(text, {"few": now.rivals, "many": rival.rivals})
    return Message(N_("It leaves a hole; {discs} of 6 discs reach one again."), {"discs": now.own})


def _entering(
    table: MoleCompanyTable,
    after: MoleCompanyPosition,
    seat: int,
    now: MoleCompanyTerms,
    rival: MoleCompanyTerms | None,
) -> Message:
    """What the move gains besides the hole, if the other one enters a hole too."""
    if rival is not None and now.rivals < rival.rivals:
        text = N_(
            "It enters a hole, and rivals have fewer discs that reach one: {few} of 6 instead of {many}."
        )
        return Message(text, {"few": now.rivals, "many": rival.rivals})
    if rival is not None and now.own > rival.own:
        text = N_("It enters a hole, and more of your discs reach another: {many} of 6 instead of {few}.")
        return Message(text, {"few": rival.own, "many": now.own})
    holes = board_holes(table, after.level)
    filled, mine = count(occupied(after) & holes), count(moles(after, seat) & holes)
    if filled == 1:
        return Message(N_("It enters a hole, the first of {all}."), {"all": count(holes)})
    text = N_("It enters a hole: {filled} of {all} are filled, {mine} of them by you.")
    return Message(text, {"filled": filled, "all": count(holes), "mine": mine})


def _placing(
    table: MoleCompanyTable, position: MoleCompanyPosition, action: int, other: int | None
) -> Message:
    here = discs_from(table, position, action)
    there = discs_from(table, position, other) if other is not None else here
    if here > there:
        text = N_("It stands where {many} of 6 discs lead into a hole, instead of {few}.")
        return Message(text, {"many": here, "few": there})
    if here:
        return Message(N_("It stands where {discs} of 6 discs lead into a hole."), {"discs": here})
    now, rival = terms(table, play(table, position, action), position.seat), _instead(table, position, other)
    if rival is not None and now.rivals < rival.rivals:
        return _fewer(now, rival)
    return Message(N_("It is a place for later: no disc leads from there straight into a hole."))


def discs_from(table: MoleCompanyTable, position: MoleCompanyPosition, space: int) -> int:
    """The number of the six discs that take a mole placed here into a hole, past all moles on the board."""
    # To measure one mole alone, all others are given to another seat.
    alone = position._replace(moles0=1 << space, moles1=occupied(position), moles2=0, moles3=0)
    return count_discs(measure_mobility(table, search_tables(table), alone, 0).discs, DISCS)


def _at_home(action: int, advantage: float) -> Message:
    if action == DO_FLIP:
        if advantage < 0:
            return Message(N_("A mole that moves has to leave its hole, and waiting costs nothing."))
        return Message(N_("Moving on promises more than waiting in the holes."))
    if advantage < 0:
        return Message(N_("It keeps your moles in their holes, but moving on promises more."))
    return Message(N_("All your moles are in holes: who waits loses nothing."))


def _bonus(table: MoleCompanyTable, position: MoleCompanyPosition, action: int, advantage: float) -> Message:
    """Count the discs that are still face down: only those can come."""
    flips = action == DO_FLIP
    down = face_down(position, position.seat)
    mobility = measure_mobility(table, search_tables(table), position, position.seat)
    values = {"many": count_discs(mobility.discs, down), "all": count(down)}
    if advantage == 0:
        return Message(N_("To take another disc or to stop is worth about the same."))
    if flips == (advantage > 0):  # another disc is the better choice
        if not flips:
            return Message(N_("Everything stays as it is, but another disc promises more."))
        if values["many"]:
            text = N_("Another disc promises more: {many} of {all} that can come lead into a hole.")
            return Message(text, values)
        return Message(N_("Another disc promises more than to stay where you are."))
    if not flips:
        return Message(N_("Your moles stand well: another disc promises less than to stay."))
    driven = _driven(table, position)
    if driven:
        text = N_("Another disc promises less: {many} of {all} that can come drive a mole out of its hole.")
        return Message(text, {"many": driven, "all": count(down)})
    text = N_("Another disc promises less: {many} of {all} that can come lead into a hole.")
    return Message(text, values)


def _driven(table: MoleCompanyTable, position: MoleCompanyPosition) -> int:
    """The number of discs face down that can only move moles in holes."""
    found, turning = 0, play(table, position, DO_FLIP)
    own = members(outside(table, position, position.seat))
    for disc in range(1, HIGHEST + 1):
        many = disc_weight(position, disc)
        after = play(table, turning, DISC + disc) if many else turning
        if after.phase == MOVE and not any(reach(table, after, space) for space in own):
            found += many
    return found


def _ending(position: MoleCompanyPosition, after: MoleCompanyPosition) -> Message:
    if after.winner != position.seat:
        return Message(N_("It ends the game in a draw."))
    if position.level == LAST:
        return Message(N_("It takes the golden shovel and wins."))
    return Message(N_("It fills the last hole, and no rival has a mole left: it wins."))


def _alone(now: MoleCompanyTerms) -> Message:
    if now.own:
        text = N_("It leaves you {discs} of 6 discs that reach a hole, and rivals {many} at most.")
        return Message(text, {"discs": now.own, "many": now.rivals})
    if now.rivals:
        text = N_("It leaves you no disc that reaches a hole, and rivals {many} of 6 at most.")
        return Message(text, {"many": now.rivals})
    return Message(N_("After it nobody has a disc that reaches a hole."))


def _compared(now: MoleCompanyTerms, rival: MoleCompanyTerms) -> Message:
    if now.rivals < rival.rivals and rival.rivals - now.rivals >= now.own - rival.own:
        return _fewer(now, rival)
    if now.own > rival.own:
        text = N_("It gives you more discs that reach a hole: {many} of 6 instead of {few}.")
        return Message(text, {"many": now.own, "few": rival.own})
    if now.ready > rival.ready:
        text = N_("It gives you more moles that can reach a hole: {many} instead of {few}.")
        return Message(text, {"many": now.ready, "few": rival.ready})
    if now.soon > rival.soon:
        return Message(N_("It puts a mole where two discs lead into a hole more often."))
    return _alone(now)


def _against(now: MoleCompanyTerms, rival: MoleCompanyTerms) -> Message:
    """What the better action has and this one lacks."""
    if now.rivals > rival.rivals and now.rivals - rival.rivals >= rival.own - now.own:
        text = N_("It leaves rivals more discs that reach a hole: {many} of 6 instead of {few}.")
        return Message(text, {"many": now.rivals, "few": rival.rivals})
    if now.own < rival.own:
        text = N_("It gives you fewer discs that reach a hole: {few} of 6 instead of {many}.")
        return Message(text, {"few": now.own, "many": rival.own})
    if now.ready < rival.ready:
        text = N_("It gives you fewer moles that can reach a hole: {few} instead of {many}.")
        return Message(text, {"few": now.ready, "many": rival.ready})
    return _alone(now)


def _fewer(now: MoleCompanyTerms, rival: MoleCompanyTerms) -> Message:
    text = N_("It leaves rivals fewer discs that reach a hole: {few} of 6 instead of {many}.")
    return Message(text, {"few": now.rivals, "many": rival.rivals})
