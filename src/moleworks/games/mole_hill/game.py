"""The game interface of Mole Hill: action names, views and refusals."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import ClassVar, NamedTuple

from moleworks.core.bits import LabelRows, label_rows, labels, members
from moleworks.core.game import NOBODY, ActionNames, Game, Option, Outcome, Setup, Value
from moleworks.core.messages import N_, BadSetup, Malformed, Refusal
from moleworks.games.mole_hill import rules
from moleworks.games.mole_hill.board import (
    SQUARE,
    board_of,
    edge_between,
    make_table,
    neighbours,
    rod_name,
    rod_squares,
    row_count,
    square,
    square_name,
)
from moleworks.games.mole_hill.rules import EAST, NORTH, OVER, PLACE, ROD, MoleHillPosition, MoleHillTable
from moleworks.games.mole_hill.rules_fast import rods_in_the_way
from moleworks.games.mole_hill.view_types import MoleHillView

ROD_NAME = re.compile(rf"({SQUARE.pattern})\|({SQUARE.pattern})")
PHASES = {PLACE: "place", rules.STEP: "step", ROD: "rod", OVER: "over"}


class MoleHillState(NamedTuple):
    """What stays during a game, what changes, the trail of the mole, and the set-up."""

    table: MoleHillTable
    position: MoleHillPosition
    trail: tuple[int, ...]
    """The squares visited in this round, in order. For views only; the rules do not need it."""
    setup: Setup


class MoleHill(Game[MoleHillState]):
    """The rules of Mole Hill behind the game interface; MH1 to MH10 are in `docs/rules`."""

    id = "mole-hill"
    title = "Mole Hill"
    player_counts = range(2, 3)
    seat_phases = frozenset(PHASES[phase] for phase in PHASES if rules.seat_acts(phase))
    rule_numbers = ("MH", 10)
    options: ClassVar[Mapping[str, Option]] = MappingProxyType(
        {
            "start": Option("anywhere", ("anywhere", "ring")),
            "diagonal": Option("path", ("path", "edges")),
            "rounds": Option(2, (2, 1)),
        }
    )
    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = MappingProxyType(
        {"blatz": {}, "short": {"start": "ring"}}
    )

    def start(self, setup: Setup) -> MoleHillState:
        """An empty lawn; `BadSetup` if the mole shall start beside a centre that the board lacks."""
        if setup.options["start"] == "ring" and board_of(setup).centre is None:
            raise BadSetup(
                N_("The board {board} has no centre to start beside: choose start=anywhere."),
                "options",
                board=setup.board.name,
            )
        table = make_table(board_of(setup), setup.options)
        return MoleHillState(table, rules.opening(table), (), setup)

    def actor(self, state: MoleHillState) -> int | None:
        """The mole and the gardener take turns; chance never acts."""
        found = rules.actor(state.table, state.position)
        return None if found == NOBODY else found

    def mover(self, state: MoleHillState) -> int | None:
        """The same as the actor, as there is no chance."""
        return self.actor(state)

    def phase(self, state: MoleHillState) -> str:
        """`place`, `step`, `rod` or `over`."""
        return PHASES[state.position.phase]

    def legal(self, state: MoleHillState) -> tuple[int, ...]:
        """Squares for the mole; edges without a rod for the gardener."""
        return tuple(labels(self.legal_bits(state), _rows_of_actions()))

    def legal_bits(self, state: MoleHillState) -> int:
        """The rules keep what the mole can reach and which edges are free as bit sets already."""
        squares, east, north = rules.legal_sets(state.position)
        return squares | east << EAST | north << NORTH

    def play(self, state: MoleHillState, action: int) -> MoleHillState:
        """Step or lay a rod; the round ends by itself (MH8), and so does the match."""
        table, before, trail, setup = state
        after = rules.play(table, before, action)
        if after.phase == PLACE:
            trail = ()
        elif action < EAST:
            trail += (action,)
        return tuple.__new__(MoleHillState, (table, after, trail, setup))  # faster than MoleHillState(...)

    def odds(self, state: MoleHillState) -> Mapping[int, Fraction]:
        """Empty: there is no chance in this game."""
        del state  # there is no chance in this game
        return {}

    def view(self, state: MoleHillState, seat: int | None) -> MoleHillView:
        """The lawn with molehills and rods; both seats see the same."""
        del seat  # there are no secrets
        table, position, trail, _ = state
        rods = [EAST + s for s in members(table.east & ~position.east)]
        rods += [NORTH + s for s in members(table.north & ~position.north)]
        return {
            "round": position.round,
            "mole": square_name(table.columns, position.mole) if trail else None,
            "hills": [square_name(table.columns, s) for s in trail],
            "rods": sorted(rod_name(table.columns, rod) for rod in rods),
            "jump": position.phase != OVER and rules.may_jump(table, position.mole, position.hills),
            "scores": list(self.scores(state)),
            "phase": self.phase(state),
            "seat": self.mover(state),
        }

    def scores(self, state: MoleHillState) -> tuple[int, ...]:
        """The points of both seats, the running round included."""
        table, position, _, _ = state
        return rules.score(table, position, 0), rules.score(table, position, 1)

    def outcome(self, state: MoleHillState) -> Outcome | None:
        """MH10, more points in two rounds; MH8, the end of a single one, which nobody wins."""
        if state.position.phase != OVER:
            return None
        if not rules.has_winner(state.table.rounds):
            return Outcome("MH8", None, draw=False)
        winner = rules.winner(state.table, state.position)
        return Outcome("MH10", None if winner < 0 else winner, draw=winner < 0)

    def name(self, state: MoleHillState, action: int) -> str:
        """`e5` for a square, `c3|d3` for a rod."""
        columns = state.table.columns
        return square_name(columns, action) if action < EAST else rod_name(columns, action)

    def attempt(self, state: MoleHillState, name: str) -> int | Refusal:
        """The action of that name, or the rule that forbids it."""
        rod = ROD_NAME.fullmatch(name)
        if not rod and not SQUARE.fullmatch(name):
            raise Malformed(
                N_("“{name}” is not an action of Mole Hill: a square is written e5, a rod: rod c3 d3."),
                name=name[:40],
            )
        position = state.position
        if position.phase == OVER:
            return Refusal("MH10", N_("The game is over."))
        if rod:
            if position.phase != ROD:
                return Refusal("MH1", N_("It is the mole's turn: name a square, not a rod."))
            return _attempt_rod(state, rod[1], rod[4])
        if position.phase == ROD:
            return Refusal(
                "MH1", N_("It is the gardener's turn: lay a rod between two squares, for example: rod c3 d3.")
            )
        return _attempt_start(state, name) if position.phase == PLACE else _attempt_step(state, name)

    def has_winner(self, setup: Setup) -> bool:
        """A single round is played for its points (MH8)."""
        return rules.has_winner(int(setup.options["rounds"]))

    def not_your_turn(self) -> Refusal:
        """MH1."""
        return Refusal("MH1", N_("It is not your turn."))

    def action_names(self, setup: Setup) -> ActionNames:
        """All squares, then all edges."""
        start = self.start(setup)
        table = start.table
        actions = members(table.squares | table.east << EAST | table.north << NORTH)
        return ActionNames({self.name(start, action): action for action in actions}, {})

    def max_actions(self, setup: Setup) -> int:
        """A step and a rod for each molehill, in every round."""
        table = self.start(setup).table
        return 2 * table.supply * table.rounds


@cache
def _rows_of_actions() -> LabelRows:
    return label_rows(range(rules.ACTIONS))


def _square(table: MoleHillTable, name: str) -> int | None:
    return square(table.columns, row_count(table), name)


def _attempt_start(state: MoleHillState, name: str) -> int | Refusal:
    target = _square(state.table, name)
    if target is None:
        return _no_square("MH2", name)
    if not state.table.starts >> target & 1:
        return Refusal(
            "MH2",
            N_("The mole starts on one of the squares round the centre; {square} is not one."),
            {"square": name},
        )
    return target


def _attempt_step(state: MoleHillState, name: str) -> int | Refusal:
    table, position, _, _ = state
    target = _square(table, name)
    if target is None:
        return _no_square("MH3", name)
    if position.hills >> target & 1:
        return Refusal("MH3", N_("The mole has already been on {square}."), {"square": name})
    if position.reach >> target & 1:
        return target
    mole = {"square": name, "mole": square_name(table.columns, position.mole)}
    if target not in neighbours(table.columns, row_count(table), position.mole):
        return Refusal("MH3", N_("{square} is not beside {mole}, where the mole is."), mole)
    rods = _blocking_rods(table, position, target)
    if len(rods) == 1:
        return Refusal("MH4", N_("A rod lies between {mole} and {square}."), mole | {"rod": rods[0]})
    text = N_("Both ways round the corner from {mole} to {square} are closed, by the rods {rods}.")
    return Refusal("MH5", text, mole | {"rods": ", ".join(rods)})


def _attempt_rod(state: MoleHillState, near: str, far: str) -> int | Refusal:
    table, position, _, _ = state
    low, high = _square(table, near), _square(table, far)
    if low is None or high is None:
        return _no_square("MH6", near if low is None else far)
    rod = edge_between(table, low, high)
    if rod is None:
        swapped = edge_between(table, high, low)
        if swapped is not None:
            return Refusal(
                "MH6", N_("Name the smaller square first: {rod}."), {"rod": rod_name(table.columns, swapped)}
            )
        return Refusal("MH6", N_("{near} and {far} have no edge in common."), {"near": near, "far": far})
    if not rules.is_free(position, rod):
        return Refusal("MH6", N_("A rod already lies between {near} and {far}."), {"near": near, "far": far})
    return rod


def _blocking_rods(table: MoleHillTable, position: MoleHillPosition, target: int) -> list[str]:
    """The rods that block a step to a neighbour; for a diagonal step, those on both ways round the corner."""
    mole = position.mole
    east, north = rods_in_the_way(table, 1 << mole, 1 << target, position.east, position.north)

    def order(rod: int) -> tuple[bool, bool]:
        """Beside the mole first; there the rod in its row first, then the one in the other column."""
        at_mole = mole in rod_squares(table.columns, rod)
        return not at_mole, (rod >= NORTH) == at_mole

    rods = sorted(members(east << EAST | north << NORTH), key=order)
    return [rod_name(table.columns, rod) for rod in rods]


def _no_square(rule: str, name: str) -> Refusal:
    return Refusal(rule, N_("There is no square {square} on this board."), {"square": name})


MOLE_HILL = MoleHill()
