"""A rival to the expectimax of Mole Company: Monte-Carlo tree search over the same evaluation.

Choices and discs have nodes of their own. At a choice the tree goes where the worth so far, the prior and the
few visits promise most (PUCT); a disc comes as often as its odds say. Every seat minds its own share (max^n):
all four shares are carried up. A new choice is judged by the evaluation of what follows each of its actions,
or, as a variant, by a digging play-out to the end. The root takes what was visited most.
"""

from __future__ import annotations

import math
from collections.abc import MutableSequence
from typing import NamedTuple, cast

from moleworks.games.kernel import available, compiled, kernel
from moleworks.games.mole_company.game import MOLE_COMPANY
from moleworks.games.mole_company.rules import (
    BONUS,
    CHOOSE,
    DISC,
    DO_FLIP,
    DO_STOP,
    DO_WAIT,
    FLIP,
    OVER,
    Position,
    Table,
    disc_weight,
    moles,
    play,
)
from moleworks.players import Effort, Sight, Stop
from moleworks.players.mole_company.evaluation import chances
from moleworks.players.mole_company.ground import ONE, Ground
from moleworks.players.mole_company.search import FAN, R_NODES, Desk, laid_out
from moleworks.players.mole_company.sight import state as behind
from moleworks.players.mole_company.workshop import Kit
from moleworks.players.playouts import digging_action, shuffled
from moleworks.players.workshop import numbers

ROOM = 1 << 18
"""Nodes of a tree, at most: 19 MB."""
LONGEST = 256
"""Steps from the root to a leaf, at most."""
ENDLESS = 1 << 60

ACTION, FIRST, NUMBER, VISITS = range(4)
"""A node's links: what leads to it, its children (a row of them, none while it is a leaf), its visits."""
LINKS = 4
PRIOR = 4
"""A node's worth: four seats' shares, and its prior, or the odds where a disc leads to it."""
WORTH = 5
MEAN, BEST = 0, 1
NOBODY = -1


class Style(NamedTuple):
    """What can be tuned."""

    explore: float = 0.3
    """How much a prior counts against the worth found."""
    warmth: float = 0.03
    """Of the priors: an action judged so much worse than the best has 1/e times its prior."""
    trust: float = 1.0
    """For how many visits the first judgement of a node counts."""
    backup: int = MEAN
    """What a node is worth: the mean of its visits, or the best of its children and the odds of its discs."""
    playouts: int = 0
    """1 if new choices are judged by a play-out."""


class Tree(NamedTuple):
    """What a search grows; the root is node 0."""

    links: MutableSequence[int]
    worth: MutableSequence[float]
    path: MutableSequence[int]
    """From the root to the leaf of this visit: nodes, and behind each who acts there."""
    leaf: MutableSequence[float]
    """What the four seats have of this visit."""


@kernel
def glance(table: Table, ground: Ground, desk: Desk, tree: Tree, node: int, position: Position) -> None:
    """What a node is worth at first sight; where the choice is whether to flip, after the better answer."""
    asked = position.phase in (BONUS, CHOOSE)
    for answer in range(2 if asked else 1):
        here = position
        if asked and answer == 0:
            here = play(table, position, DO_FLIP)
        elif asked:
            here = play(table, position, DO_WAIT if position.phase == CHOOSE else DO_STOP)
        desk.report[R_NODES] += 1
        chances(table, ground, here, desk.found, desk.result, 0)
        if answer == 0 or desk.result[position.seat] / ONE > tree.worth[node * WORTH + position.seat]:
            for seat in range(4):
                tree.worth[node * WORTH + seat] = desk.result[seat] / ONE


@kernel
def branched(
    table: Table,
    ground: Ground,
    desk: Desk,
    tree: Tree,
    node: int,
    position: Position,
    used: int,
    warmth: float,
) -> int:
    """Give a leaf its children, judged at a glance; how many nodes there are then."""
    number = laid_out(table, position, desk.actions, 0)
    tree.links[node * LINKS + FIRST] = used
    tree.links[node * LINKS + NUMBER] = number
    for n in range(number):
        at = (used + n) * LINKS
        tree.links[at + ACTION] = desk.actions[n]
        tree.links[at + NUMBER] = 0
        tree.links[at + VISITS] = 0
    best = used
    total = 0.0
    for child in range(used, used + number):
        action = tree.links[child * LINKS + ACTION]
        if position.phase == FLIP:
            for seat in range(4):
                tree.worth[child * WORTH + seat] = tree.worth[node * WORTH + seat]
            tree.worth[child * WORTH + PRIOR] = float(disc_weight(position, action - DISC))
            total += tree.worth[child * WORTH + PRIOR]
        else:
            glance(table, ground, desk, tree, child, play(table, position, action))
            if tree.worth[child * WORTH + position.seat] > tree.worth[best * WORTH + position.seat]:
                best = child
    if position.phase != FLIP:
        for seat in range(4):
            tree.worth[node * WORTH + seat] = tree.worth[best * WORTH + seat]
        for child in range(used, used + number):
            behind_by = tree.worth[best * WORTH + position.seat] - tree.worth[child * WORTH + position.seat]
            tree.worth[child * WORTH + PRIOR] = math.exp(-behind_by / warmth)
            total += tree.worth[child * WORTH + PRIOR]
    for child in range(used, used + number):
        tree.worth[child * WORTH + PRIOR] /= total
    return used + number


@kernel
def promising(tree: Tree, node: int, seat: int, explore: float) -> int:
    """The child to visit at a choice."""
    first = tree.links[node * LINKS + FIRST]
    more = explore * math.sqrt(1.0 + tree.links[node * LINKS + VISITS])
    chosen = first
    most = -1.0
    for child in range(first, first + tree.links[node * LINKS + NUMBER]):
        seen = 1.0 + tree.links[child * LINKS + VISITS]
        value = tree.worth[child * WORTH + seat] + more * tree.worth[child * WORTH + PRIOR] / seen
        if value > most:
            most = value
            chosen = child
    return chosen


@kernel
def due(tree: Tree, node: int) -> int:
    """The disc that has come too seldom so far, by its odds: so the shares of the visits are soon theirs."""
    first = tree.links[node * LINKS + FIRST]
    visits = 1.0 + tree.links[node * LINKS + VISITS]
    chosen = first
    most = -1.0
    for child in range(first, first + tree.links[node * LINKS + NUMBER]):
        lack = tree.worth[child * WORTH + PRIOR] * visits - tree.links[child * LINKS + VISITS]
        if lack > most:
            most = lack
            chosen = child
    return chosen


@kernel
def played_out(table: Table, tree: Tree, position: Position, seed: int) -> int:
    """Dig to the end from here: what everybody has of it, in `tree.leaf`; the next seed."""
    while position.phase != OVER:
        action, seed = digging_action(table, position, seed)
        position = play(table, position, action)
    still = 0
    for seat in range(4):
        still += 1 if moles(position, seat) else 0
    for seat in range(4):
        if position.winner >= 0:
            tree.leaf[seat] = 1.0 if seat == position.winner else 0.0
        else:
            tree.leaf[seat] = 1.0 / still if moles(position, seat) else 0.0
    return seed


@kernel
def weighed(tree: Tree, node: int, mover: int) -> None:
    """A node is worth what its children are: by their odds, or the best of those visited."""
    first = tree.links[node * LINKS + FIRST]
    after = first + tree.links[node * LINKS + NUMBER]
    if mover == NOBODY:
        for seat in range(4):
            total = 0.0
            for child in range(first, after):
                total += tree.worth[child * WORTH + PRIOR] * tree.worth[child * WORTH + seat]
            tree.worth[node * WORTH + seat] = total
        return
    best = -1
    for child in range(first, after):
        better = best < 0 or tree.worth[child * WORTH + mover] > tree.worth[best * WORTH + mover]
        if better and tree.links[child * LINKS + VISITS] > 0:
            best = child
    for seat in range(4):
        tree.worth[node * WORTH + seat] = tree.worth[best * WORTH + seat]


@kernel
def visited(
    table: Table,
    ground: Ground,
    desk: Desk,
    tree: Tree,
    start: Position,
    style: Style,
    used: int,
    seed: int,
) -> tuple[int, int]:
    """One visit: down to a leaf, and up again with what was found; nodes used, and the next seed.

    The first visit of a choice ends there; so all others went on to one of its children.
    """
    node = 0
    position = start
    steps = 0
    while True:
        tree.path[2 * steps] = node
        tree.path[2 * steps + 1] = NOBODY if position.phase == FLIP else position.seat
        steps += 1
        if position.phase == OVER or steps == LONGEST:
            break
        if tree.links[node * LINKS + NUMBER] == 0:
            used = branched(table, ground, desk, tree, node, position, used, style.warmth)
            if position.phase != FLIP:
                break
        if position.phase == FLIP:
            node = due(tree, node)
        else:
            node = promising(tree, node, position.seat, style.explore)
        position = play(table, position, tree.links[node * LINKS + ACTION])
    if style.playouts == 1 and position.phase != OVER:
        seed = played_out(table, tree, position, seed)
    else:
        for seat in range(4):
            tree.leaf[seat] = tree.worth[node * WORTH + seat]
    for step in range(steps - 1, -1, -1):
        node = tree.path[2 * step]
        tree.links[node * LINKS + VISITS] += 1
        if style.backup == BEST and step < steps - 1:
            weighed(tree, node, tree.path[2 * step + 1])
        else:
            weight = tree.links[node * LINKS + VISITS] + style.trust
            for seat in range(4):
                at = node * WORTH + seat
                tree.worth[at] += (tree.leaf[seat] - tree.worth[at]) / weight
    return used, seed


@kernel
def grown(
    table: Table, ground: Ground, desk: Desk, tree: Tree, start: Position, style: Style, limit: int, seed: int
) -> int:
    """Visit while there are nodes to judge, room, and time; the action that was visited most."""
    desk.report[R_NODES] = 0
    tree.links[VISITS] = 0
    tree.links[NUMBER] = 0
    used = 1
    room = len(tree.links) // LINKS - 2 * FAN
    more = True
    while more:
        used, seed = visited(table, ground, desk, tree, start, style, used, seed)
        # A visit that ends in a game that is over judges nothing: visits are bounded too.
        spent = max(desk.report[R_NODES], tree.links[VISITS])
        more = spent < limit and used < room and tree.links[NUMBER] > 1 and desk.stop[0] == 0
    best = 1
    for child in range(2, 1 + tree.links[NUMBER]):
        ahead = tree.links[child * LINKS + VISITS] - tree.links[best * LINKS + VISITS]
        better = tree.worth[child * WORTH + start.seat] > tree.worth[best * WORTH + start.seat]
        if ahead > 0 or (ahead == 0 and better):
            best = child
    return tree.links[best * LINKS + ACTION]


class Grower:
    """The tree search as a player, with all that it writes on."""

    def __init__(self, style: Style, *, native: bool | None = None, room: int = ROOM) -> None:
        self.style, self.kit = style, Kit(native=available() if native is None else native)
        self.tree = Tree(
            numbers(self.kit.native, room * LINKS),
            _shares(self.kit.native, room * WORTH),
            numbers(self.kit.native, 2 * LONGEST),
            _shares(self.kit.native, 4),
        )

    def __call__(self, sight: Sight, effort: Effort, seed: int) -> str:
        """As a reference of the ladder is asked: nodes are positions judged, seconds are kept by a timer."""
        state = behind(sight.view, sight.setup)
        table, ground = self.kit.tables(state.table)
        grow = compiled(grown) if self.kit.native else grown
        with Stop().within(effort.seconds) as stop:
            desk = self.kit.desk._replace(stop=stop.flag)
            action = grow(
                table,
                ground,
                desk,
                self.tree,
                state.position,
                self.style,
                effort.nodes or ENDLESS,
                shuffled(shuffled(abs(seed) % (1 << 62) + 1)),
            )
        return MOLE_COMPANY.name(state, int(action))


def _shares(native: bool, size: int) -> MutableSequence[float]:
    """So many zeros that need not stay whole."""
    if not native:
        return [0.0] * size
    import numpy  # noqa: PLC0415

    return cast("MutableSequence[float]", numpy.zeros(size))
