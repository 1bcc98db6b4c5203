"""Monte-Carlo tree search for Mole Company, to compare with its expectimax over the same evaluation.

Choices and discs have nodes of their own. At a choice PUCT selects the child; a disc is selected as often as
its odds say. Every seat maximises its own share (max^n): all four shares are backed up. A new choice is
evaluated by the static evaluation after each of its actions, or, as a variant, by a digging play-out to the
end. The root plays the action with the most visits.
"""

from __future__ import annotations

import math
from collections.abc import MutableSequence
from typing import NamedTuple, cast

from moleworks.core.kernel import available, compiled, kernel
from moleworks.core.random_kernels import next_seed
from moleworks.engine import Effort, Knowledge, Stop
from moleworks.engine.kernel_pool import int_array
from moleworks.games.mole_company.game import MOLE_COMPANY
from moleworks.games.mole_company.player.evaluation import chances
from moleworks.games.mole_company.player.search import FAN, R_NODES, MoleCompanyBuffers, list_actions
from moleworks.games.mole_company.player.search_kernels import MoleCompanyKernels
from moleworks.games.mole_company.player.tables import ONE, MoleCompanySearchTables
from moleworks.games.mole_company.playouts import digging_action
from moleworks.games.mole_company.rules import (
    BONUS,
    CHOOSE,
    DISC,
    DO_FLIP,
    DO_STOP,
    DO_WAIT,
    FLIP,
    OVER,
    MoleCompanyPosition,
    MoleCompanyTable,
    disc_weight,
    moles,
    play,
)
from moleworks.games.mole_company.state_from_view import state as state_from_view

ROOM = 1 << 18
"""The most nodes of a tree: 19 MB."""
LONGEST = 256
"""The most steps from the root to a leaf."""
UNLIMITED = 1 << 60

ACTION, FIRST, NUMBER, VISITS = range(4)
"""A node's links: the action that leads to it, its children (first and number; 0 for a leaf), its visits."""
LINKS = 4
PRIOR = 4
"""A node's values: the shares of four seats, and its prior, or the odds if a disc leads to it."""
VALUES = 5
MEAN, BEST = 0, 1
NOBODY = -1


class TreeSearchSettings(NamedTuple):
    """The parameters of the search."""

    explore: float = 0.3
    """The weight of the prior against the value found."""
    temperature: float = 0.03
    """The softmax temperature of the priors."""
    prior_visits: float = 1.0
    """The number of visits that the first evaluation of a node counts for."""
    backup: int = MEAN
    """The value of a node: the mean of its visits, or that of the best child (of discs, the mean by odds)."""
    playouts: int = 0
    """1 if new choices are evaluated by a play-out."""


class Tree(NamedTuple):
    """The arrays of the tree; the root is node 0."""

    links: MutableSequence[int]
    values: MutableSequence[float]
    path: MutableSequence[int]
    """The nodes from the root to the leaf of this visit, each followed by the seat to act."""
    leaf: MutableSequence[float]
    """The shares of four seats from this visit."""


@kernel
def evaluate_node(
    table: MoleCompanyTable,
    tables: MoleCompanySearchTables,
    buffers: MoleCompanyBuffers,
    tree: Tree,
    node: int,
    position: MoleCompanyPosition,
) -> None:
    """Evaluate a node statically; where the choice is whether to flip, after the better answer."""
    asked = position.phase in (BONUS, CHOOSE)
    for answer in range(2 if asked else 1):
        here = position
        if asked and answer == 0:
            here = play(table, position, DO_FLIP)
        elif asked:
            here = play(table, position, DO_WAIT if position.phase == CHOOSE else DO_STOP)
        buffers.report[R_NODES] += 1
        chances(table, tables, here, buffers.found, buffers.result, 0)
        if answer == 0 or buffers.result[position.seat] / ONE > tree.values[node * VALUES + position.seat]:
            for seat in range(4):
                tree.values[node * VALUES + seat] = buffers.result[seat] / ONE


@kernel
def expand(
    table: MoleCompanyTable,
    tables: MoleCompanySearchTables,
    buffers: MoleCompanyBuffers,
    tree: Tree,
    node: int,
    position: MoleCompanyPosition,
    used: int,
    temperature: float,
) -> int:
    """Add the children of a leaf, with static values; return the number of nodes used."""
    number = list_actions(table, position, buffers.actions, 0)
    tree.links[node * LINKS + FIRST] = used
    tree.links[node * LINKS + NUMBER] = number
    for n in range(number):
        at = (used + n) * LINKS
        tree.links[at + ACTION] = buffers.actions[n]
        tree.links[at + NUMBER] = 0
        tree.links[at + VISITS] = 0
    best = used
    total = 0.0
    for child in range(used, used + number):
        action = tree.links[child * LINKS + ACTION]
        if position.phase == FLIP:
            for seat in range(4):
                tree.values[child * VALUES + seat] = tree.values[node * VALUES + seat]
            tree.values[child * VALUES + PRIOR] = float(disc_weight(position, action - DISC))
            total += tree.values[child * VALUES + PRIOR]
        else:
            evaluate_node(table, tables, buffers, tree, child, play(table, position, action))
            if tree.values[child * VALUES + position.seat] > tree.values[best * VALUES + position.seat]:
                best = child
    if position.phase != FLIP:
        for seat in range(4):
            tree.values[node * VALUES + seat] = tree.values[best * VALUES + seat]
        for child in range(used, used + number):
            behind_by = (
                tree.values[best * VALUES + position.seat] - tree.values[child * VALUES + position.seat]
            )
            tree.values[child * VALUES + PRIOR] = math.exp(-behind_by / temperature)
            total += tree.values[child * VALUES + PRIOR]
    for child in range(used, used + number):
        tree.values[child * VALUES + PRIOR] /= total
    return used + number


@kernel
def select_child(tree: Tree, node: int, seat: int, explore: float) -> int:
    """The child to visit at a choice."""
    first = tree.links[node * LINKS + FIRST]
    more = explore * math.sqrt(1.0 + tree.links[node * LINKS + VISITS])
    chosen = first
    most = -1.0
    for child in range(first, first + tree.links[node * LINKS + NUMBER]):
        seen = 1.0 + tree.links[child * LINKS + VISITS]
        value = tree.values[child * VALUES + seat] + more * tree.values[child * VALUES + PRIOR] / seen
        if value > most:
            most = value
            chosen = child
    return chosen


@kernel
def select_disc(tree: Tree, node: int) -> int:
    """The disc that lags most behind its odds, so that the shares of the visits soon equal the odds."""
    first = tree.links[node * LINKS + FIRST]
    visits = 1.0 + tree.links[node * LINKS + VISITS]
    chosen = first
    most = -1.0
    for child in range(first, first + tree.links[node * LINKS + NUMBER]):
        lack = tree.values[child * VALUES + PRIOR] * visits - tree.links[child * LINKS + VISITS]
        if lack > most:
            most = lack
            chosen = child
    return chosen


@kernel
def play_out(table: MoleCompanyTable, tree: Tree, position: MoleCompanyPosition, seed: int) -> int:
    """Play out by the digging policy and write the shares to `tree.leaf`; return the next seed."""
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
def back_up(tree: Tree, node: int, mover: int) -> None:
    """Set a node's values from its children: the mean by their odds, or those of the best one visited."""
    first = tree.links[node * LINKS + FIRST]
    after = first + tree.links[node * LINKS + NUMBER]
    if mover == NOBODY:
        for seat in range(4):
            total = 0.0
            for child in range(first, after):
                total += tree.values[child * VALUES + PRIOR] * tree.values[child * VALUES + seat]
            tree.values[node * VALUES + seat] = total
        return
    best = -1
    for child in range(first, after):
        better = best < 0 or tree.values[child * VALUES + mover] > tree.values[best * VALUES + mover]
        if better and tree.links[child * LINKS + VISITS] > 0:
            best = child
    for seat in range(4):
        tree.values[node * VALUES + seat] = tree.values[best * VALUES + seat]


@kernel
def visit(
    table: MoleCompanyTable,
    tables: MoleCompanySearchTables,
    buffers: MoleCompanyBuffers,
    tree: Tree,
    start: MoleCompanyPosition,
    settings: TreeSearchSettings,
    used: int,
    seed: int,
) -> tuple[int, int]:
    """One visit: select a leaf, expand and evaluate it, back up; return the nodes used and the next seed.

    The first visit of a choice ends there, so all others went on to one of its children.
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
            used = expand(table, tables, buffers, tree, node, position, used, settings.temperature)
            if position.phase != FLIP:
                break
        if position.phase == FLIP:
            node = select_disc(tree, node)
        else:
            node = select_child(tree, node, position.seat, settings.explore)
        position = play(table, position, tree.links[node * LINKS + ACTION])
    if settings.playouts == 1 and position.phase != OVER:
        seed = play_out(table, tree, position, seed)
    else:
        for seat in range(4):
            tree.leaf[seat] = tree.values[node * VALUES + seat]
    for step in range(steps - 1, -1, -1):
        node = tree.path[2 * step]
        tree.links[node * LINKS + VISITS] += 1
        if settings.backup == BEST and step < steps - 1:
            back_up(tree, node, tree.path[2 * step + 1])
        else:
            weight = tree.links[node * LINKS + VISITS] + settings.prior_visits
            for seat in range(4):
                at = node * VALUES + seat
                tree.values[at] += (tree.leaf[seat] - tree.values[at]) / weight
    return used, seed


@kernel
def search_tree(
    table: MoleCompanyTable,
    tables: MoleCompanySearchTables,
    buffers: MoleCompanyBuffers,
    tree: Tree,
    start: MoleCompanyPosition,
    settings: TreeSearchSettings,
    limit: int,
    seed: int,
) -> int:
    """Visit while there are nodes, room and time; return the action with the most visits."""
    buffers.report[R_NODES] = 0
    tree.links[VISITS] = 0
    tree.links[NUMBER] = 0
    used = 1
    room = len(tree.links) // LINKS - 2 * FAN
    more = True
    while more:
        used, seed = visit(table, tables, buffers, tree, start, settings, used, seed)
        # A visit that reaches the end of a game evaluates nothing, so visits are bounded too.
        spent = max(buffers.report[R_NODES], tree.links[VISITS])
        more = spent < limit and used < room and tree.links[NUMBER] > 1 and buffers.stop[0] == 0
    best = 1
    for child in range(2, 1 + tree.links[NUMBER]):
        ahead = tree.links[child * LINKS + VISITS] - tree.links[best * LINKS + VISITS]
        better = tree.values[child * VALUES + start.seat] > tree.values[best * VALUES + start.seat]
        if ahead > 0 or (ahead == 0 and better):
            best = child
    return tree.links[best * LINKS + ACTION]


class TreeSearchPlayer:
    """The tree search as a player, with its buffers."""

    def __init__(self, settings: TreeSearchSettings, *, native: bool | None = None, room: int = ROOM) -> None:
        self.settings, self.kernels = (
            settings,
            MoleCompanyKernels(native=available() if native is None else native),
        )
        self.tree = Tree(
            int_array(self.kernels.native, room * LINKS),
            _shares(self.kernels.native, room * VALUES),
            int_array(self.kernels.native, 2 * LONGEST),
            _shares(self.kernels.native, 4),
        )

    def __call__(self, knowledge: Knowledge, effort: Effort, seed: int) -> str:
        """As an `engine.Reference`: nodes are evaluated positions, a timer enforces seconds."""
        state = state_from_view(knowledge.view, knowledge.setup)
        table, tables = self.kernels.tables(state.table)
        run = compiled(search_tree) if self.kernels.native else search_tree
        with Stop().within(effort.seconds) as stop:
            buffers = self.kernels.buffers._replace(stop=stop.flag)
            action = run(
                table,
                tables,
                buffers,
                self.tree,
                state.position,
                self.settings,
                effort.nodes or UNLIMITED,
                next_seed(next_seed(abs(seed) % (1 << 62) + 1)),
            )
        return MOLE_COMPANY.name(state, int(action))


def _shares(native: bool, size: int) -> MutableSequence[float]:
    """Zeros as floats."""
    if not native:
        return [0.0] * size
    import numpy  # noqa: PLC0415

    return cast("MutableSequence[float]", numpy.zeros(size))
