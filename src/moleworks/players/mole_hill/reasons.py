"""Why an action is good, in one sentence, from the terms of the evaluation.

What a rod does is told against the lawn without it, what a step does against another step. Numbers stand
where they read well whatever they are.
"""

from __future__ import annotations

from typing import NamedTuple

from moleworks.games.bits import count
from moleworks.games.game import N_, Message
from moleworks.games.mole_hill.board import square_name
from moleworks.games.mole_hill.rules import PLACE, ROD, Position, Table, play, points
from moleworks.players.mole_hill.flood import links

COUNTS = (
    N_("Next steps open to the mole: {now} instead of {then}."),
    N_("Squares the mole can reach in two steps: {now} instead of {then}."),
    N_("Squares the mole can reach in three steps: {now} instead of {then}."),
    N_("Ways for the mole's step after next: {now} instead of {then}."),
    N_("Ways for the mole's third step: {now} instead of {then}."),
)


class Terms(NamedTuple):
    """What the evaluation looks at, in numbers people can count on the lawn."""

    counts: tuple[int, ...]
    """Squares within one, two and three steps; steps out of those one step away, and out of the next."""
    flowers: int
    """Points of flowers within three steps."""
    centre: bool
    """Whether the centre is within three steps."""


def terms(table: Table, position: Position) -> Terms:
    """Of a round that goes on."""
    free = table.squares & ~position.hills
    ways, second = links(table, position.reach, free, position.east, position.north)
    near = position.reach | second
    further, third = links(table, second & ~position.reach, free, position.east, position.north)
    seen = near | third
    flowers = count(seen & table.white) + 2 * count(seen & table.red)
    centre = table.centre >= 0 and (seen >> table.centre) & 1 == 1
    return Terms((count(position.reach), count(near), count(seen), ways, further), flowers, centre)


def reason(
    table: Table, position: Position, action: int, other: int | None = None, best: bool = True
) -> Message:
    """Why this action, and not the other, if there is one; `best` says which of the two is better."""
    table, here = table._replace(rounds=1), position._replace(round=1)
    after = play(table, here, action)
    if here.phase == ROD:
        return _rod(table, here, after)
    rival = play(table, here, other) if other is not None else None
    return _step(table, here, after, rival, best)


def _rod(table: Table, before: Position, after: Position) -> Message:
    if not after.reach:
        return Message(N_("It leaves the mole no way out: the round ends."))
    if before.mole == table.centre and count(before.hills) > 1:
        return Message(N_("No rod can stop the jump; this one is for afterwards."))
    then, now = terms(table, before), terms(table, after)
    if then.centre and not now.centre:
        return Message(N_("It keeps the mole away from the centre and its jump."))
    if now.flowers < then.flowers:
        return Message(N_("It shuts the mole off from flowers nearby."))
    fewer = _most_changed(now, then)
    if fewer:
        return fewer
    return Message(N_("It closes a way that the mole may need later."))


def _step(table: Table, before: Position, after: Position, rival: Position | None, best: bool) -> Message:
    square = 1 << after.mole
    if not after.reach:
        gained = points(table, after.hills)
        return Message(N_("It is the mole's last step; its points: {points}."), {"points": gained})
    if square & table.red:
        return Message(N_("There is a red flower: two points."))
    if square & table.white:
        return Message(N_("There is a white flower: one point."))
    if after.mole == table.centre and before.phase != PLACE:
        return Message(N_("It is the centre: from there the mole may jump anywhere."))
    now = terms(table, after)
    if rival is None or not rival.reach:
        text = N_("Squares the mole can reach in two steps: {now}.")
        return Message(text, {"now": now.counts[1]})
    then = terms(table, rival)
    if now.centre and not then.centre and not terms(table, before).centre:
        return Message(N_("It brings the centre and its jump within reach."))
    more = _most_changed(then, now)
    if more:
        return Message(more.text, {"now": more.values["then"], "then": more.values["now"]})
    if now.flowers > then.flowers:
        return Message(N_("It brings flowers within reach."))
    other = {"other": square_name(table.columns, rival.mole)}
    less = _most_changed(now, then)
    if best:
        ahead = N_("It leaves less room than {other} at first, but more further ahead.")
        return Message(ahead if less else N_("It does much the same as {other}, a little better."), other)
    return Message(
        N_("It leaves less room than {other}.") if less else N_("It does much the same as {other}."), other
    )


WORTH_TELLING = 0.1
"""A count that differs by a smaller share is no reason to anybody."""


def _most_changed(few: Terms, many: Terms) -> Message | None:
    """The count that is smaller by the largest share; None if none is by much."""
    shares = [(high - low) / (high or 1) for low, high in zip(few.counts, many.counts, strict=True)]
    if max(shares) < WORTH_TELLING:
        return None
    at = shares.index(max(shares))
    return Message(COUNTS[at], {"now": few.counts[at], "then": many.counts[at]})
