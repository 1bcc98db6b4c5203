"""Mole Hill at the waist: names, views and refusals."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import ClassVar, NamedTuple

from moleworks.games.bits import Rows, count, listed, members, rows
from moleworks.games.game import (
    N_,
    NOBODY,
    BadSetup,
    Game,
    Malformed,
    Names,
    Option,
    Outcome,
    Refusal,
    Setup,
    Value,
    View,
)
from moleworks.games.mole_hill import rules
from moleworks.games.mole_hill.board import SQUARE, neighbours, rod_name, square, square_name, table
from moleworks.games.mole_hill.rules import EAST, NORTH, OVER, PLACE, ROD, Position, Table

ROD_NAME = re.compile(rf"({SQUARE.pattern})\|({SQUARE.pattern})")
PHASES = {PLACE: "place", rules.STEP: "step", ROD: "rod", OVER: "over"}


class State(NamedTuple):
    table: Table
    position: Position
    trail: tuple[int, ...]
    """Squares visited in this round, in order: shown to players, of no concern to the rules."""
    setup: Setup


class MoleHill(Game[State]):
    id = "mole-hill"
    title = "Mole Hill"
    seats = range(2, 3)
    options: ClassVar[Mapping[str, Option]] = MappingProxyType(
        {
            "start": Option("anywhere", ("anywhere", "ring")),
            "diagonal": Option("path", ("path", "edges")),
            "rounds": Option(2, (2, 1)),
        }
    )
    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = MappingProxyType(
        {"blatz": {}, "short": {"start": "ring", "diagonal": "edges"}}
    )

    def start(self, setup: Setup) -> State:
        if setup.options["start"] == "ring" and setup.board.centre is None:
            raise BadSetup(
                N_("The board {board} has no centre to start beside: choose start=anywhere."),
                "options",
                board=setup.board.name,
            )
        lawn = table(setup.board, setup.options)
        return State(lawn, rules.opening(lawn), (), setup)

    def actor(self, state: State) -> int | None:
        found = rules.actor(state.table, state.position)
        return None if found == NOBODY else found

    def mover(self, state: State) -> int | None:
        return self.actor(state)

    def phase(self, state: State) -> str:
        return PHASES[state.position.phase]

    def legal(self, state: State) -> tuple[int, ...]:
        return tuple(listed(self.choices(state), _rows_of_actions()))

    def choices(self, state: State) -> int:
        position = state.position
        if position.phase == ROD:
            return position.east << EAST | position.north << NORTH
        return position.reach  # nothing, once the game is over

    def play(self, state: State, action: int) -> State:
        lawn, before, trail, setup = state
        after = rules.play(lawn, before, action)
        if after.phase == PLACE:
            trail = ()
        elif action < EAST:
            trail += (action,)
        return tuple.__new__(State, (lawn, after, trail, setup))  # State(...) takes half as long again

    def odds(self, state: State) -> Mapping[int, Fraction]:
        del state  # nothing is left to chance here
        return {}

    def view(self, state: State, seat: int | None) -> View:
        del seat  # nothing is hidden here
        lawn, position, trail, _ = state
        rods = [EAST + s for s in members(lawn.east & ~position.east)]
        rods += [NORTH + s for s in members(lawn.north & ~position.north)]
        return {
            "round": position.round,
            "mole": square_name(lawn.columns, position.mole) if trail else None,
            "hills": [square_name(lawn.columns, s) for s in trail],
            "rods": sorted(rod_name(lawn.columns, rod) for rod in rods),
            "jump": position.phase != OVER and _may_jump(lawn, position),
            "scores": list(self.scores(state)),
            "phase": self.phase(state),
            "seat": self.mover(state),
        }

    def scores(self, state: State) -> tuple[int, ...]:
        table, position, _, _ = state
        return rules.score(table, position, 0), rules.score(table, position, 1)

    def outcome(self, state: State) -> Outcome | None:
        if state.position.phase != OVER:
            return None
        if state.table.rounds == 1:
            return Outcome("MH8", None, draw=False)
        winner = rules.winner(state.table, state.position)
        return Outcome("MH10", None if winner < 0 else winner, draw=winner < 0)

    def name(self, state: State, action: int) -> str:
        columns = state.table.columns
        return square_name(columns, action) if action < EAST else rod_name(columns, action)

    def attempt(self, state: State, name: str) -> int | Refusal:
        rod = ROD_NAME.fullmatch(name)
        if not rod and not SQUARE.fullmatch(name):
            raise Malformed(
                N_("“{name}” is no action of Mole Hill: a square is written e5, a rod c3|d3."), name=name[:40]
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
                "MH1", N_("It is the gardener's turn: lay a rod between two squares, for example c3|d3.")
            )
        return _attempt_start(state, name) if position.phase == PLACE else _attempt_step(state, name)

    def not_your_turn(self) -> Refusal:
        return Refusal("MH1", N_("It is not your turn."))

    def names(self, setup: Setup) -> Names:
        start = self.start(setup)
        lawn = start.table
        actions = members(lawn.squares | lawn.east << EAST | lawn.north << NORTH)
        return Names({self.name(start, action): action for action in actions}, {})

    def longest(self, setup: Setup) -> int:
        lawn = self.start(setup).table
        return 2 * lawn.supply * lawn.rounds


@cache
def _rows_of_actions() -> Rows:
    return rows(range(NORTH + 64))


def _may_jump(lawn: Table, position: Position) -> bool:
    return position.mole == lawn.centre and count(position.hills) > 1


def _rows(lawn: Table) -> int:
    return lawn.squares.bit_length() // lawn.columns


def _square(lawn: Table, name: str) -> int | None:
    return square(lawn.columns, _rows(lawn), name)


def _attempt_start(state: State, name: str) -> int | Refusal:
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


def _attempt_step(state: State, name: str) -> int | Refusal:
    lawn, position, _, _ = state
    target = _square(lawn, name)
    if target is None:
        return _no_square("MH3", name)
    if position.hills >> target & 1:
        return Refusal("MH3", N_("The mole has already been on {square}."), {"square": name})
    if position.reach >> target & 1:
        return target
    mole = {"square": name, "mole": square_name(lawn.columns, position.mole)}
    if target not in neighbours(lawn.columns, _rows(lawn), position.mole):
        return Refusal("MH3", N_("{square} is not beside {mole}, where the mole is."), mole)
    rods = _rods_in_the_way(lawn, position, target)
    if len(rods) == 1:
        return Refusal("MH4", N_("The rod {rod} lies between {mole} and {square}."), mole | {"rod": rods[0]})
    text = N_("Both ways round the corner from {mole} to {square} are closed, by the rods {rods}.")
    return Refusal("MH5", text, mole | {"rods": ", ".join(rods)})


def _attempt_rod(state: State, near: str, far: str) -> int | Refusal:
    lawn, position, _, _ = state
    low, high = _square(lawn, near), _square(lawn, far)
    if low is None or high is None:
        return _no_square("MH6", near if low is None else far)
    rod = _edge(lawn, low, high)
    if rod is None:
        turned = _edge(lawn, high, low)
        if turned is not None:
            return Refusal(
                "MH6", N_("Name the smaller square first: {rod}."), {"rod": rod_name(lawn.columns, turned)}
            )
        return Refusal("MH6", N_("{near} and {far} have no edge in common."), {"near": near, "far": far})
    if not rules.is_free(position, rod):
        return Refusal("MH6", N_("A rod already lies between {near} and {far}."), {"near": near, "far": far})
    return rod


def _edge(lawn: Table, low: int, high: int) -> int | None:
    """The rod that parts two squares, named in order."""
    if high == low + 1 and lawn.east >> low & 1:
        return EAST + low
    return NORTH + low if high == low + lawn.columns else None


def _rods_in_the_way(lawn: Table, position: Position, target: int) -> list[str]:
    """Rods that close the step to a neighbour: the one between, or those on both ways round the corner."""
    low, high = sorted((position.mole, target))
    edges = [_edge(lawn, low, high)]
    if edges == [None]:
        columns = lawn.columns
        beside = position.mole - position.mole % columns + target % columns
        above = target - target % columns + position.mole % columns
        arrival = [(beside, target), (above, target)]
        corner = arrival if lawn.slip_east else [(position.mole, beside), (position.mole, above), *arrival]
        edges = [_edge(lawn, min(pair), max(pair)) for pair in corner]
    return [
        rod_name(lawn.columns, rod) for rod in edges if rod is not None and not rules.is_free(position, rod)
    ]


def _no_square(rule: str, name: str) -> Refusal:
    return Refusal(rule, N_("There is no square {square} on this board."), {"square": name})


MOLE_HILL = MoleHill()
