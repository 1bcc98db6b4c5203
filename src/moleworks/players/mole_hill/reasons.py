"""Why an action is good, in one sentence, from the terms of the evaluation.

What a rod does is told against the lawn without it, what a step does against another step: now, and else
where the search expects play to go. Nothing is said that was not counted. Numbers stand where they read well
whatever they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from moleworks.games.bits import count, members
from moleworks.games.game import N_, Message
from moleworks.games.mole_hill.board import square_name
from moleworks.games.mole_hill.rules import OVER, PLACE, ROD, STEP, Position, Table, play, points
from moleworks.players.mole_hill.flood import links

COUNTS = (
    N_("Next steps open to the mole: {now} instead of {then}."),
    N_("Squares the mole can reach in two steps: {now} instead of {then}."),
    N_("Squares the mole can reach in three steps: {now} instead of {then}."),
    N_("Ways for the mole's step after next: {now} instead of {then}."),
    N_("Ways for the mole's third step: {now} instead of {then}."),
)


SHUT = (
    N_("The mole's next step can no longer lead to {squares}."),
    N_("Two steps no longer take the mole to {squares}."),
    N_("Three steps no longer take the mole to {squares}."),
)
NAMED = 4
"""So many squares are told by name; more are counted."""
WORTH_TELLING = 0.1
"""A count that differs by a smaller share is told only if nothing else can be."""


class Terms(NamedTuple):
    """What the evaluation looks at, in numbers people can count on the lawn."""

    within: tuple[int, int, int]
    """The squares within one, two and three steps."""
    counts: tuple[int, ...]
    """How many they are; steps out of those one step away, and out of the next."""
    flowers: int
    """Points of flowers within three steps."""
    centre: bool
    """Whether the centre is within three steps."""

    @property
    def ways(self) -> int:
        """All steps the mole might take in the next three."""
        return self.counts[0] + self.counts[3] + self.counts[4]


class Course(NamedTuple):
    """An action, and how the search expects play to go on."""

    action: int
    line: Sequence[int] = ()


def terms(table: Table, position: Position) -> Terms:
    """Of a round that goes on."""
    free = table.squares & ~position.hills
    ways, second = links(table, position.reach, free, position.east, position.north)
    near = position.reach | second
    further, third = links(table, second & ~position.reach, free, position.east, position.north)
    seen = near | third
    flowers = count(seen & table.white) + 2 * count(seen & table.red)
    centre = table.centre >= 0 and (seen >> table.centre) & 1 == 1
    counts = count(position.reach), count(near), count(seen), ways, further
    return Terms((position.reach, near, seen), counts, flowers, centre)


def reason(
    table: Table, position: Position, action: int, other: int | None = None, best: bool = True
) -> Message:
    """The first of the `reasons`, with nothing expected of what follows."""
    return next(reasons(table, position, Course(action), None if other is None else Course(other), best))


def reasons(
    table: Table, position: Position, course: Course, other: Course | None, best: bool
) -> Iterator[Message]:
    """Why this action, and not the other, if there is one; the weightiest first, always one at least.

    `best` says which of the two is better.
    """
    table, here = table._replace(rounds=1), position._replace(round=1)
    if here.phase == ROD:
        yield from _rod(table, here, course)
    else:
        yield from _step(table, here, course, other, best)


def jumps(table: Table, position: Position) -> bool:
    """Whether the mole's next step may lead anywhere (MH7): its rings tell nothing then."""
    return position.mole == table.centre and count(position.hills) > 1


def _rod(table: Table, before: Position, course: Course) -> Iterator[Message]:
    after = play(table, before, course.action)
    if not after.reach:
        yield Message(N_("It leaves the mole no way out: the round ends."))
        return
    if jumps(table, before):
        yield from _later(table, before, course)
        yield Message(N_("No rod can stop the jump; this one is for afterwards."))
        return
    then, now = terms(table, before), terms(table, after)
    if then.centre and not now.centre:
        yield Message(N_("It keeps the mole away from the centre and its jump."))
    if now.flowers < then.flowers:
        text = N_("Points of flowers the mole can reach in three steps: {now} instead of {then}.")
        yield Message(text, {"now": now.flowers, "then": then.flowers})
    yield from _changed(now, then, WORTH_TELLING)
    yield from _shut(table, now, then)
    yield from _later(table, before, course)
    yield from _changed(now, then, 0.0)
    if now == then:
        yield Message(N_("It changes none of the mole's next three steps; it is for later."))


def _shut(table: Table, now: Terms, then: Terms) -> Iterator[Message]:
    """The squares that a rod puts out of so many steps' reach, if they are few."""
    for text, squares, more in zip(SHUT, now.within, then.within, strict=True):
        gone = more & ~squares
        if 0 < count(gone) <= NAMED:
            names = ", ".join(square_name(table.columns, square) for square in members(gone))
            yield Message(text, {"squares": names})


def _later(table: Table, before: Position, course: Course) -> Iterator[Message]:
    """What the rod does where the search expects the mole to be: against the same play without it.

    Where it does most comes first.
    """
    found: list[tuple[float, Message]] = []
    without = before._replace(phase=STEP)
    after = play(table, before, course.action)
    for action in course.line[1:]:
        after = play(table, after, action)
        without = play(table, without, action)
        if OVER in (after.phase, without.phase):
            break
        if after.phase != ROD or jumps(table, after):
            continue
        now, then = terms(table, after).ways, terms(table, without).ways
        if now < then:
            text = N_("Once the mole is on {square}, ways for its next three steps: {now} instead of {then}.")
            values = {"square": square_name(table.columns, after.mole), "now": now, "then": then}
            found.append((now / then, Message(text, values)))
    yield from (message for _, message in sorted(found, key=lambda one: one[0]))


def _step(
    table: Table, before: Position, course: Course, other: Course | None, best: bool
) -> Iterator[Message]:
    after = play(table, before, course.action)
    if not after.reach:
        gained = points(table, after.hills)
        yield Message(N_("It is the mole's last step; its points: {points}."), {"points": gained})
        return
    square = 1 << after.mole
    if square & table.red:
        yield Message(N_("There is a red flower: two points."))
    if square & table.white:
        yield Message(N_("There is a white flower: one point."))
    if after.mole == table.centre and before.phase != PLACE:
        yield Message(N_("It is the centre: from there the mole may jump anywhere."))
        return
    now = terms(table, after)
    rival = play(table, before, other.action) if other else None
    if other and rival and rival.reach and not jumps(table, rival):
        yield from _against(table, before, now, terms(table, rival), best)
        yield from _expected(table, before, course, other, best)
    text = N_("Squares the mole can reach in two steps: {now}.")
    yield Message(text, {"now": now.counts[1]})


def _against(table: Table, before: Position, now: Terms, then: Terms, best: bool) -> Iterator[Message]:
    """What a step has that another has not; of one that is not the best, what it lacks too."""
    if now.centre and not then.centre and not (before.mole >= 0 and terms(table, before).centre):
        yield Message(N_("It brings the centre and its jump within reach."))
    yield from _grown(now, then, WORTH_TELLING)
    if now.flowers > then.flowers:
        text = N_("Points of flowers the mole can reach in three steps: {now} instead of {then}.")
        yield Message(text, {"now": now.flowers, "then": then.flowers})
    if not best:
        yield from _changed(now, then, WORTH_TELLING)
    yield from _grown(now, then, 0.0)
    if not best:
        yield from _changed(now, then, 0.0)


def _expected(table: Table, before: Position, course: Course, other: Course, best: bool) -> Iterator[Message]:
    """What is left to a mole after so many actions as both lines have; that is what the search compared."""
    length = min(len(course.line), len(other.line))
    here, there = before, before
    for mine, its in zip(course.line[:length], other.line[:length], strict=True):
        here, there = play(table, here, mine), play(table, there, its)
        if OVER in (here.phase, there.phase):
            break
    names = {"other": square_name(table.columns, other.action)}
    if length and OVER not in (here.phase, there.phase):
        if not jumps(table, here) and not jumps(table, there):
            now, then = terms(table, here).ways, terms(table, there).ways
            if (now > then) == best and now != then:
                text = N_(
                    "If play goes on as expected, ways for the mole's next three steps: "
                    "{now} instead of {then} after {other}."
                )
                yield Message(text, {"now": now, "then": then, **names})
    elif length and here.phase != there.phase:
        if here.phase == OVER and not best:
            yield Message(N_("The round is expected to end sooner than after {other}."), names)
        if there.phase == OVER and best:
            yield Message(N_("The round is expected to last longer than after {other}."), names)


def _grown(now: Terms, then: Terms, share: float) -> Iterator[Message]:
    for more in _changed(then, now, share):
        yield Message(more.text, {"now": more.values["then"], "then": more.values["now"]})


def _changed(few: Terms, many: Terms, share: float) -> Iterator[Message]:
    """The counts that are smaller by more than a share, the largest share first."""
    pairs = zip(COUNTS, few.counts, many.counts, strict=True)
    found = [((high - low) / (high or 1), text, low, high) for text, low, high in pairs]
    for less, text, low, high in sorted(found, key=lambda one: -one[0]):
        if less > 0 and less >= share:
            yield Message(text, {"now": low, "then": high})
