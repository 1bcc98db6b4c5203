"""The game interface of Mole Company: action names, views and refusals."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import pairwise
from types import MappingProxyType
from typing import ClassVar, NamedTuple

from moleworks.core.bits import members
from moleworks.core.game import NOBODY, ActionNames, Game, Option, Outcome, Setup, Value
from moleworks.core.messages import N_, Malformed, Refusal, somebody
from moleworks.games.mole_company import rules
from moleworks.games.mole_company.board import (
    SPACE,
    RotatedBoard,
    board_of,
    line_between,
    make_table,
    path,
    rotated_boards,
    space,
    space_name,
    space_names,
)
from moleworks.games.mole_company.rules import (
    BONUS,
    CHOOSE,
    DIRECTION_COUNT,
    DISC,
    DO_FLIP,
    DO_STOP,
    DO_WAIT,
    FLIP,
    GO,
    HIGHEST,
    LAST,
    MOVE,
    OVER,
    PATHS_PER_SPACE,
    PLACE,
    MoleCompanyPosition,
    MoleCompanyTable,
    disc_values,
)
from moleworks.games.mole_company.view_types import MoleCompanyView

MOVE_NAME = re.compile(rf"({SPACE.pattern})-({SPACE.pattern})")
DISC_NAME = re.compile(r"=[0-9]+")
WORDS = {"flip": DO_FLIP, "wait": DO_WAIT, "stop": DO_STOP}
NAMES = {action: word for word, action in WORDS.items()}
PHASES = {PLACE: "place", CHOOSE: "choose", FLIP: "flip", MOVE: "move", BONUS: "bonus", OVER: "over"}


class MoleCompanyState(NamedTuple):
    """What stays during a game, what changes, the rotated boards, and the set-up."""

    table: MoleCompanyTable
    position: MoleCompanyPosition
    boards: tuple[RotatedBoard, ...]
    """The rotated boards, for names and views. Special spaces are included even if the option is off."""
    setup: Setup

    @property
    def side(self) -> int:
        """The number of spaces along a side of the first board, by which all spaces are named."""
        return int(board_of(self.setup).side)


class MoleCompany(Game[MoleCompanyState]):
    """The rules of Mole Company behind the game interface; MC1 to MC13 are in `docs/rules`."""

    id = "mole-company"
    title = "Mole Company"
    player_counts = range(2, 5)
    rotating_boards = 4
    rotation_steps = DIRECTION_COUNT
    seat_phases = frozenset(PHASES[phase] for phase in PHASES if rules.seat_acts(phase))
    rule_numbers = ("MC", 13)
    options: ClassVar[Mapping[str, Option]] = MappingProxyType(
        {
            "specials": Option(True, (True, False)),
            "all_home": Option("must-wait", ("must-wait", "may-wait")),
            "reshuffle": Option(6, (6, 5)),
            "final_paths": Option("into", ("all", "solid", "into")),
            "turn_limit": Option(1000, bounds=(1, 10000)),
        }
    )
    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = MappingProxyType(
        {
            "ravensburger": {},
            "ravensburger-basic": {"specials": False},
            "tactile": {"specials": False, "all_home": "may-wait", "final_paths": "all"},
            "tactile-pro": {"all_home": "may-wait", "final_paths": "solid"},
        }
    )

    def preset_options(self, preset: str, players: int) -> dict[str, Value]:
        """Ravensburger restricts the dotted lines for two players only (MC11)."""
        chosen = super().preset_options(preset, players)
        if preset.startswith("ravensburger") and players > 2:
            chosen["final_paths"] = "all"
        return chosen

    def start(self, setup: Setup) -> MoleCompanyState:
        """The first board, without moles."""
        rotations = setup.rotations or (0,) * self.rotating_boards
        table = make_table(board_of(setup), setup.players, setup.options, rotations)
        boards = rotated_boards(board_of(setup), rotations)
        return MoleCompanyState(table, rules.opening(table), boards, setup)

    def actor(self, state: MoleCompanyState) -> int | None:
        """Chance turns up discs; seats do everything else."""
        found = rules.actor(state.position)
        return None if found == NOBODY else found

    def mover(self, state: MoleCompanyState) -> int | None:
        """The seat whose turn it is, also while a disc is turned up."""
        position = state.position
        return None if position.phase == OVER else position.seat

    def phase(self, state: MoleCompanyState) -> str:
        """`place`, `choose`, `flip`, `move`, `bonus` or `over`."""
        return PHASES[state.position.phase]

    def legal(self, state: MoleCompanyState) -> tuple[int, ...]:
        """Places, moves by their start and end, or words such as wait and stop."""
        table, position, _, _ = state
        if position.phase == MOVE:
            return tuple(
                rules.move_action(start, end)
                for start in members(_own(position))
                for end in members(rules.reach(table, position, start))
            )
        count = rules.legal_count(table, position)
        return tuple(rules.nth_legal(table, position, n) for n in range(count))

    def play(self, state: MoleCompanyState, action: int) -> MoleCompanyState:
        """Play, and lift the board once all its holes are occupied (MC8)."""
        table, before, boards, setup = state
        return MoleCompanyState(table, rules.play(table, before, action), boards, setup)

    def odds(self, state: MoleCompanyState) -> Mapping[int, Fraction]:
        """Each face-down disc of the seat is equally likely."""
        position = state.position
        if position.phase != FLIP:
            return {}
        return _odds(rules.face_down(position, position.seat))

    def view(self, state: MoleCompanyState, seat: int | None) -> MoleCompanyView:
        """The upper board and its moles; every seat sees the same."""
        del seat  # there are no secrets
        table, position, boards, _ = state
        side, board = state.side, boards[position.level]
        seats = range(table.players)
        return {
            "level": position.level + 1,
            "moles": [_names(side, rules.moles(position, seat)) for seat in seats],
            "holes": _names(side, board.holes),
            "specials": _names(side, board.specials),
            "dotted": [[space_name(side, near), space_name(side, far)] for near, far in board.dotted],
            "left": [_discs(position, seat) for seat in seats],
            "disc": position.disc or None,
            "phase": self.phase(state),
            "seat": self.mover(state),
            "bonus": bool(position.bonus),
            "turn": position.turns,
        }

    def scores(self, state: MoleCompanyState) -> None:
        """None: there are no points."""
        del state  # there are no points

    def outcome(self, state: MoleCompanyState) -> Outcome | None:
        """MC12, the shovel; MC9, the only player left; MC13, the turn limit."""
        table, position, _, _ = state
        if position.phase != OVER:
            return None
        if position.winner < 0:
            return Outcome("MC13", None, draw=True)
        in_holes = rules.moles(position, position.winner) & rules.board_holes(table, LAST)
        shovel = position.level == LAST and in_holes
        return Outcome("MC12" if shovel else "MC9", position.winner, draw=False)

    def name(self, state: MoleCompanyState, action: int) -> str:
        """`c3` to place, `c3-c6` to move, `=3` for a disc, or a word such as `wait`."""
        side = state.side
        if action < GO:
            return space_name(side, action)
        if action < DISC:
            start, end = rules.move_start(action), rules.move_end(action)
            return f"{space_name(side, start)}-{space_name(side, end)}"
        return NAMES.get(action) or f"={action - DISC}"

    def attempt(self, state: MoleCompanyState, name: str) -> int | Refusal:
        """The action of that name, or the rule that forbids it."""
        phase = state.position.phase
        move = MOVE_NAME.fullmatch(name)
        disc = DISC_NAME.fullmatch(name)
        if not move and not disc and name not in WORDS and not SPACE.fullmatch(name):
            raise Malformed(
                N_(
                    "“{name}” is not an action of Mole Company: a space is written c3, a move c3-c6,"
                    " a disc =3; the other words are flip, wait and stop."
                ),
                name=name[:40],
            )
        if phase == OVER:
            return Refusal("MC12", N_("The game is over."))
        if phase == MOVE and move:
            return _attempt_move(state, move[1], move[4])
        if phase == FLIP and disc:
            return _attempt_disc(state.position, name)
        if phase == PLACE and SPACE.fullmatch(name):
            return _attempt_place(state, name)
        if phase in (CHOOSE, BONUS) and WORDS.get(name) in self.legal(state):
            return WORDS[name]
        return _wrong_kind(state.position)

    def not_your_turn(self) -> Refusal:
        """MC3."""
        return Refusal("MC3", N_("It is not your turn."))

    def action_names(self, setup: Setup) -> ActionNames:
        """Every space, every move along a line, the words, and the discs."""
        start = self.start(setup)
        table = start.table
        actions = [*members(rules.free_spaces(table, start.position)), *_moves(table), *WORDS.values()]
        discs = [DISC + value for value in range(1, HIGHEST + 1)]
        return ActionNames(
            *({self.name(start, action): action for action in some} for some in (actions, discs))
        )

    def max_actions(self, setup: Setup) -> int:
        """A turn is at most a choice, a disc and a move, and the same again for a bonus."""
        table = self.start(setup).table
        return table.players * table.each + 6 * table.turn_limit


def _moves(table: MoleCompanyTable) -> list[int]:
    """All moves along straight paths that are open on any of the boards."""
    ends = [0] * 64
    for entry, end in enumerate(table.ends):
        ends[entry // PATHS_PER_SPACE % 64] |= end
    return [rules.move_action(start, end) for start, reached in enumerate(ends) for end in members(reached)]


def _own(position: MoleCompanyPosition) -> int:
    return rules.moles(position, position.seat)


@cache
def _odds(face_down: int) -> Mapping[int, Fraction]:
    """Each disc that is face down is equally likely to come up (MC3)."""
    values = disc_values(face_down)
    return MappingProxyType({DISC + value: Fraction(values.count(value), len(values)) for value in values})


def _names(side: int, spaces: int) -> list[str]:
    names = space_names(side)
    return [names[s] for s in members(spaces)]


def _discs(position: MoleCompanyPosition, seat: int) -> list[int]:
    """The values of the discs that are face down."""
    return disc_values(rules.face_down(position, seat))


def _wrong_kind(position: MoleCompanyPosition) -> Refusal:
    """The refusal of an action of the wrong kind, with the kind that is expected (MC3)."""
    texts = {
        PLACE: N_("All moles take their places first: name a space for the next one, for example c3."),
        CHOOSE: N_("All your moles are in holes: say flip for a disc, or wait."),
        FLIP: N_("First a disc is flipped: it is written =1, =2, =3 or =4."),
        MOVE: N_("The disc shows {disc}: now move one of your moles, written like c3-c6."),
        BONUS: N_("Your mole has found a special space: say flip for one more disc, or stop."),
    }
    return Refusal("MC3", texts[position.phase], {"disc": position.disc} if position.phase == MOVE else {})


def _space_on_top(state: MoleCompanyState, name: str) -> int | None:
    """The number of a space; None if the upper board does not have it. Lower boards may be smaller."""
    found = space(state.side, name)
    there = found is not None and rules.board_spaces(state.table, state.position.level) >> found & 1
    return found if there else None


def _attempt_place(state: MoleCompanyState, name: str) -> int | Refusal:
    table, position, _, _ = state
    target = _space_on_top(state, name)
    if target is None:
        return _no_space("MC2", name)
    if rules.free_spaces(table, position) >> target & 1:
        return target
    seat = _mole_of(state, target)
    if seat is None:
        return Refusal("MC2", N_("{space} is a hole: no mole starts in one."), {"space": name})
    text = N_("A mole of {owner} already stands on {space}.")
    if seat == position.seat:
        text = N_("Your own mole already stands on {space}.")
    return Refusal("MC2", text, {"space": name, "owner": somebody(seat)})


def _attempt_disc(position: MoleCompanyPosition, name: str) -> int | Refusal:
    disc = name[1:]
    if disc not in map(str, range(1, HIGHEST + 1)):
        return Refusal("MC3", N_("There is no disc {disc}: they show 1, 2, 3 or 4."), {"disc": disc[:40]})
    if not rules.disc_weight(position, int(disc)):
        text = N_("No {disc} is face down any more: left are {discs}.")
        left = ", ".join(map(str, _discs(position, position.seat)))
        return Refusal("MC3", text, {"disc": disc, "discs": left})
    return DISC + int(disc)


def _attempt_move(state: MoleCompanyState, start_name: str, end_name: str) -> int | Refusal:
    table, position, _, _ = state
    start, end = _space_on_top(state, start_name), _space_on_top(state, end_name)
    if start is None or end is None:
        return _no_space("MC5", start_name if start is None else end_name)
    if not _own(position) >> start & 1:
        return _not_yours(state, start)
    if rules.reach(table, position, start) >> end & 1:
        return rules.move_action(start, end)
    line = line_between(state.side, start, end)
    both = {"start": start_name, "end": end_name}
    if line is None:
        return Refusal("MC5", N_("A mole digs straight on, and {end} is not in line with {start}."), both)
    direction, distance = line
    if distance != position.disc:
        text = N_("Count again: from {start} to {end} it is {distance}, but the disc shows {disc}.")
        return Refusal("MC5", text, both | {"distance": distance, "disc": position.disc})
    entered = path(state.side, start, direction, distance)
    blocked = _blocked(state, entered)
    if blocked:
        return blocked
    if rules.forbidden_ends(table, position) >> end & 1:
        text = N_("The extra move must not end on a special space, and {space} is one.")
        return Refusal("MC10", text, {"space": end_name})
    return _dotted_line(state, [start, *entered])


def _not_yours(state: MoleCompanyState, start: int) -> Refusal:
    seat = _mole_of(state, start)
    values = {"space": space_name(state.side, start)}
    if seat is None:
        return Refusal("MC5", N_("There is no mole on {space}."), values)
    text = N_("The mole on {space} belongs to {owner}: move one of your own.")
    return Refusal("MC5", text, {**values, "owner": somebody(seat)})


def _blocked(state: MoleCompanyState, entered: list[int]) -> Refusal | None:
    """The refusal of a path with a mole on it, if there is one (MC5)."""
    for place in entered:
        seat = _mole_of(state, place)
        if seat is not None:
            text = N_("A mole of {owner} is in the way on {space}.")
            if seat == state.position.seat:
                text = N_("Your own mole is in the way on {space}.")
            return Refusal("MC5", text, {"space": space_name(state.side, place), "owner": somebody(seat)})
    return None


def _dotted_line(state: MoleCompanyState, walked: list[int]) -> Refusal:
    """The refusal of a path with a dotted line (MC11)."""
    _, position, boards, setup = state
    dotted = {frozenset(pair) for pair in boards[position.level].dotted}
    near, far = next(step for step in pairwise(walked) if frozenset(step) in dotted)
    text = N_("The line from {near} to {far} is dotted, and dotted lines are closed in this game.")
    if setup.options["final_paths"] == "into":
        text = N_("The line from {near} to {far} is dotted: it is only there for a last step into the hole.")
    return Refusal("MC11", text, {"near": space_name(state.side, near), "far": space_name(state.side, far)})


def _mole_of(state: MoleCompanyState, place: int) -> int | None:
    """The seat whose mole is on a space."""
    for seat in range(state.table.players):
        if rules.moles(state.position, seat) >> place & 1:
            return seat
    return None


def _no_space(rule: str, name: str) -> Refusal:
    return Refusal(rule, N_("There is no space {space} on this board."), {"space": name})


MOLE_COMPANY = MoleCompany()
