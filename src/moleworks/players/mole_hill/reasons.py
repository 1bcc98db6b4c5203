"""Why an action is good, in one sentence, from the terms of the evaluation."""

from __future__ import annotations

from typing import NamedTuple

from moleworks.games.bits import count
from moleworks.games.game import N_, Message
from moleworks.games.mole_hill.rules import ROD, Position, Table, play, points, spread


class Terms(NamedTuple):
    """What the evaluation looks at, in numbers people can count on the lawn."""

    steps: int
    """Squares one step away."""
    near: int
    """Squares within two steps."""
    flowers: int
    """Points of flowers within two steps."""
    centre: bool
    """Whether the centre is within two steps, or the mole stands on it and may jump."""
    points: int


def terms(table: Table, position: Position) -> Terms:
    """Of a round that goes on."""
    free = table.squares & ~position.hills
    near = position.reach | (spread(table, position.reach, position.east, position.north) & free)
    flowers = count(near & table.white) + 2 * count(near & table.red)
    jumping = position.mole == table.centre and count(position.hills) > 1
    centre = jumping or (table.centre >= 0 and (near >> table.centre) & 1 == 1)
    return Terms(count(position.reach), count(near), flowers, centre, points(table, position.hills))


def reason(table: Table, position: Position, action: int, other: int | None = None) -> Message:
    """Why this action, and not the other (or, if there is none to compare with, than before)."""
    of_one_round = table._replace(rounds=1)
    here = position._replace(round=1)
    after = play(of_one_round, here, action)
    gardener = position.phase == ROD
    if not after.reach:
        if gardener:
            return Message(N_("It leaves the mole no way out: the round ends."))
        return Message(N_("It is the mole's last step."))
    now = terms(of_one_round, after)
    rival = terms(of_one_round, play(of_one_round, here, other)) if other is not None else None
    if rival is None or rival.steps == 0:
        return _alone(now, gardener)
    return _gardeners(now, rival) if gardener else _moles(now, rival)


def _alone(now: Terms, gardener: bool) -> Message:
    if gardener:
        return Message(N_("It leaves the mole {squares} squares within two steps."), {"squares": now.near})
    return Message(N_("It keeps {squares} squares within two steps."), {"squares": now.near})


def _gardeners(now: Terms, rival: Terms) -> Message:
    if now.steps < rival.steps:
        text = N_("It leaves the mole {few} squares to step to instead of {many}.")
        return Message(text, {"few": now.steps, "many": rival.steps})
    if now.near < rival.near:
        text = N_("It leaves the mole {few} squares within two steps instead of {many}.")
        return Message(text, {"few": now.near, "many": rival.near})
    if rival.centre and not now.centre:
        return Message(N_("It keeps the mole away from the centre and its jump."))
    if now.flowers < rival.flowers:
        return Message(N_("It keeps the mole away from flowers."))
    return Message(N_("It closes a way that the mole will need later."))


def _moles(now: Terms, rival: Terms) -> Message:
    if now.points > rival.points:
        return Message(N_("It picks a flower at once."))
    if now.centre and not rival.centre:
        return Message(N_("It brings the centre and its jump within reach."))
    if now.near > rival.near:
        text = N_("It keeps {many} squares within two steps instead of {few}.")
        return Message(text, {"many": now.near, "few": rival.near})
    if now.flowers > rival.flowers:
        return Message(N_("It stays close to flowers."))
    return Message(N_("It leads to where the mole can go on longer."))
