"""Explain an action of Mole Hill in one sentence, from the terms of the evaluation.

A rod is compared with the lawn without it, a step with another step: in the position itself, and else where
the search expects play to go. Every number was counted. Sentences are worded so that any number fits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from moleworks.core.bits import count, members
from moleworks.core.messages import N_, Message
from moleworks.games.mole_hill.board import square_name
from moleworks.games.mole_hill.rules import (
    OVER,
    ROD,
    STEP,
    MoleHillPosition,
    MoleHillTable,
    flower_points,
    may_jump,
    play,
    points,
)
from moleworks.games.mole_hill.rules_fast import links

COUNTS = (
    N_("Next steps open to the mole: {now} instead of {then}."),
    N_("Squares the mole can reach in two steps: {now} instead of {then}."),
    N_("Squares the mole can reach in three steps: {now} instead of {then}."),
)
"""Numbers that can be counted on the lawn; the ways further on are too many, and are compared in words."""
MORE_WAYS = (
    N_("From here the mole has a few more ways to go."),
    N_("From here the mole has more ways to go."),
    N_("From here the mole has many more ways to go."),
)
FEWER_WAYS = (
    N_("From here the mole has slightly fewer ways to go."),
    N_("From here the mole has fewer ways to go."),
    N_("From here the mole has far fewer ways to go."),
)
WAYS_LATER = (
    N_("Once the mole is on {square}, it has fewer ways to go."),
    N_("Once the mole is on {square}, it has far fewer ways to go."),
)
WAYS_EXPECTED = (
    N_("Later on, the mole should have more ways to go than after {other}."),
    N_("Later on, the mole should have fewer ways to go than after {other}."),
)
MANY = 1.5
"""How many times as many ways are "many more"."""


SHUT = (
    N_("The mole's next step can no longer lead to {squares}."),
    N_("Two steps no longer take the mole to {squares}."),
    N_("Three steps no longer take the mole to {squares}."),
)
NAMED = 4
"""The most squares that are listed by name."""
LEAST_SHARE = 0.1
"""Counts that differ by a smaller share are mentioned only if there is nothing else to say, as slight."""


class MoleHillTerms(NamedTuple):
    """The terms of the evaluation as numbers that people can count on the lawn."""

    within: tuple[int, int, int]
    """The squares within one, two and three steps."""
    counts: tuple[int, ...]
    """The numbers of these squares; then the steps out of those one step away, and out of the next ones."""
    flowers: int
    """Points of flowers within three steps."""
    centre: bool
    """Whether the centre is within three steps."""

    @property
    def ways(self) -> int:
        """All steps that the mole might take in its next three."""
        return self.counts[0] + self.counts[3] + self.counts[4]


class PlannedAction(NamedTuple):
    """An action, and the play that the search expects after it."""

    action: int
    line: Sequence[int] = ()


def terms(table: MoleHillTable, position: MoleHillPosition) -> MoleHillTerms:
    """The terms of a position whose round goes on."""
    free = table.squares & ~position.hills
    ways, second = links(table, position.reach, free, position.east, position.north)
    near = position.reach | second
    further, third = links(table, second & ~position.reach, free, position.east, position.north)
    seen = near | third
    centre = table.centre >= 0 and (seen >> table.centre) & 1 == 1
    counts = count(position.reach), count(near), count(seen), ways, further
    return MoleHillTerms((position.reach, near, seen), counts, flower_points(table, seen), centre)


def reason(
    table: MoleHillTable, position: MoleHillPosition, action: int, other: int | None = None, best: bool = True
) -> Message:
    """The first of the `reasons`, without expected play."""
    return next(
        reasons(table, position, PlannedAction(action), None if other is None else PlannedAction(other), best)
    )


def reasons(
    table: MoleHillTable,
    position: MoleHillPosition,
    planned: PlannedAction,
    other: PlannedAction | None,
    best: bool,
) -> Iterator[Message]:
    """Why this action and not the other one, the strongest reason first; always at least one.

    `best` says whether the action is the better of the two.
    """
    table, here = table._replace(rounds=1), position._replace(round=1)
    if here.phase == ROD:
        yield from _rod(table, here, planned)
    else:
        yield from _step(table, here, planned, other, best)


def jumps(table: MoleHillTable, position: MoleHillPosition) -> bool:
    """Whether the mole's next move may lead anywhere, so that squares near it do not matter."""
    return may_jump(table, position.mole, position.hills)


def _rod(table: MoleHillTable, before: MoleHillPosition, planned: PlannedAction) -> Iterator[Message]:
    after = play(table, before, planned.action)
    if not after.reach:
        yield Message(N_("It leaves the mole no way out: the round ends."))
        return
    if jumps(table, before):
        yield from _later(table, before, planned)
        yield Message(N_("No rod can stop the jump; this one is for afterwards."))
        return
    then, now = terms(table, before), terms(table, after)
    if then.centre and not now.centre:
        yield Message(N_("It keeps the mole away from the centre and its jump."))
    if now.flowers < then.flowers:
        text = N_("Points of flowers the mole can reach in three steps: {now} instead of {then}.")
        yield Message(text, {"now": now.flowers, "then": then.flowers})
    yield from _changed(now, then, LEAST_SHARE)
    yield from _shut(table, now, then)
    yield from _later(table, before, planned)
    yield from _changed(now, then, 0.0)
    if now == then:
        yield Message(N_("It changes none of the mole's next three steps; it is for later."))


def _shut(table: MoleHillTable, now: MoleHillTerms, then: MoleHillTerms) -> Iterator[Message]:
    """The squares that a rod puts out of reach for one, two or three steps, if they are few."""
    for text, squares, more in zip(SHUT, now.within, then.within, strict=True):
        gone = more & ~squares
        if 0 < count(gone) <= NAMED:
            names = ", ".join(square_name(table.columns, square) for square in members(gone))
            yield Message(text, {"squares": names})


def _later(table: MoleHillTable, before: MoleHillPosition, planned: PlannedAction) -> Iterator[Message]:
    """What the rod does where the search expects the mole to go, compared with the same play without it.

    The largest effect comes first.
    """
    found: list[tuple[float, Message]] = []
    without = before._replace(phase=STEP)
    after = play(table, before, planned.action)
    for action in planned.line[1:]:
        after = play(table, after, action)
        without = play(table, without, action)
        if OVER in (after.phase, without.phase):
            break
        if after.phase != ROD or jumps(table, after):
            continue
        now, then = terms(table, after).ways, terms(table, without).ways
        if now < then:
            text = WAYS_LATER[then >= MANY * now]
            values = {"square": square_name(table.columns, after.mole), "now": now, "then": then}
            found.append((now / then, Message(text, values)))
    yield from (message for _, message in sorted(found, key=lambda one: one[0]))


def _step(
    table: MoleHillTable,
    before: MoleHillPosition,
    planned: PlannedAction,
    other: PlannedAction | None,
    best: bool,
) -> Iterator[Message]:
    after = play(table, before, planned.action)
    if not after.reach:
        gained = points(table, after.hills)
        yield Message(N_("It is the mole's last step; its points: {points}."), {"points": gained})
        return
    square = 1 << after.mole
    if square & table.red:
        yield Message(N_("There is a red flower: two points."))
    if square & table.white:
        yield Message(N_("There is a white flower: one point."))
    if jumps(table, after):
        yield Message(N_("It is the centre: from there the mole may jump anywhere."))
        return
    now = terms(table, after)
    rival = play(table, before, other.action) if other else None
    if other and rival and rival.reach and not jumps(table, rival):
        yield from _against(table, before, now, terms(table, rival), best)
        yield from _expected(table, before, planned, other, best)
    text = N_("Squares the mole can reach in two steps: {now}.")
    yield Message(text, {"now": now.counts[1]})


def _against(
    table: MoleHillTable, before: MoleHillPosition, now: MoleHillTerms, then: MoleHillTerms, best: bool
) -> Iterator[Message]:
    """What a step has that the other one lacks; if it is not the best, also what it lacks."""
    if now.centre and not then.centre and not (before.mole >= 0 and terms(table, before).centre):
        yield Message(N_("It brings the centre and its jump within reach."))
    yield from _grown(now, then, LEAST_SHARE)
    if now.flowers > then.flowers:
        text = N_("Points of flowers the mole can reach in three steps: {now} instead of {then}.")
        yield Message(text, {"now": now.flowers, "then": then.flowers})
    if not best:
        yield from _changed(now, then, LEAST_SHARE)
    yield from _grown(now, then, 0.0)
    if not best:
        yield from _changed(now, then, 0.0)


def _expected(
    table: MoleHillTable, before: MoleHillPosition, planned: PlannedAction, other: PlannedAction, best: bool
) -> Iterator[Message]:
    """Compare the mole's steps at the end of both lines, which is what the search compared."""
    length = min(len(planned.line), len(other.line))
    here, there = before, before
    for mine, its in zip(planned.line[:length], other.line[:length], strict=True):
        here, there = play(table, here, mine), play(table, there, its)
        if OVER in (here.phase, there.phase):
            break
    names = {"other": square_name(table.columns, other.action)}
    if length and OVER not in (here.phase, there.phase):
        if not jumps(table, here) and not jumps(table, there):
            now, then = terms(table, here).ways, terms(table, there).ways
            if (now > then) == best and now != then:
                text = WAYS_EXPECTED[now < then]
                yield Message(text, {"now": now, "then": then, **names})
    elif length and here.phase != there.phase:
        if here.phase == OVER and not best:
            yield Message(N_("The round is expected to end sooner than after {other}."), names)
        if there.phase == OVER and best:
            yield Message(N_("The round is expected to last longer than after {other}."), names)


def _grown(now: MoleHillTerms, then: MoleHillTerms, share: float) -> Iterator[Message]:
    for place, few, many in _differences(then, now, share):
        yield _compared(place, many, few)


def _changed(few: MoleHillTerms, many: MoleHillTerms, share: float) -> Iterator[Message]:
    """The counts that are smaller by at least a share, the largest share first."""
    for place, low, high in _differences(few, many, share):
        yield _compared(place, low, high)


def _differences(few: MoleHillTerms, many: MoleHillTerms, share: float) -> list[tuple[int, int, int]]:
    """The places of these counts, with both numbers."""
    pairs = zip(few.counts, many.counts, strict=True)
    found = [((high - low) / (high or 1), place, low, high) for place, (low, high) in enumerate(pairs)]
    return [
        (place, low, high)
        for less, place, low, high in sorted(found, key=lambda one: -one[0])
        if less > 0 and less >= share
    ]


def _compared(place: int, now: int, then: int) -> Message:
    """One count against another: as numbers, or in words where people would not count."""
    values = {"now": now, "then": then}
    if place < len(COUNTS):
        return Message(COUNTS[place], values)
    few, many = sorted((now, then))
    size = 2 if many >= MANY * few else 1 if many - few >= LEAST_SHARE * many else 0
    return Message((MORE_WAYS if now > then else FEWER_WAYS)[size], values)
