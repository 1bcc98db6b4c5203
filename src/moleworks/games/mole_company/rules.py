"""The rules of Mole Company (MC1-MC13), with bit sets of spaces.

Spaces are numbered in the order of their names: `a1` is 0, `a2` is 1. Automatic effects belong to the action
before them: `play` turns discs face down, lifts boards and skips lost turns until a seat or chance acts.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from moleworks.core.bits import count, lowest, nth
from moleworks.core.game import CHANCE, NOBODY
from moleworks.core.kernel import kernel

PLACE, CHOOSE, FLIP, MOVE, BONUS, OVER = 0, 1, 2, 3, 4, 5
TURN_OVER = 6
"""The turn has ended and the next has not begun. `play` never returns this phase."""

# An action is a space for a new mole, a move (GO + 64 * from + to), a disc (DISC + value), or a word.
GO, DISC = 64, 4160
DO_FLIP, DO_WAIT, DO_STOP = 4168, 4169, 4170
ACTIONS = DO_STOP + 1
"""Every action is smaller."""

LAST = 3
"""The level of the blue board; the green one has level 0."""
LEVEL_COUNT = LAST + 1

DIRECTION_COUNT = 6
"""The directions of straight lines: the entries of a table for one level, space and distance."""

DISCS = 0b01_11_11_01
"""All discs of a player, one bit each: two bits for each value, the lower one for its first disc (MC3)."""
FIRSTS = 0b01_01_01_01
HIGHEST = 4
"""The highest value of a disc: the length of the longest move."""
PATHS_PER_SPACE = HIGHEST * DIRECTION_COUNT
PATHS_PER_LEVEL = 64 * PATHS_PER_SPACE


class MoleCompanyTable(NamedTuple):
    """The boards and the options as numbers."""

    players: int
    each: int
    """The number of moles of each player (MC1)."""
    paths: tuple[int, ...]
    """The spaces on a path, by `((level * 64 + space) * 4 + distance - 1) * 6 + direction`; 0 if closed."""
    ends: tuple[int, ...]
    """The last space of each path; 0 if it leaves the board or is closed (MC11)."""
    board_sets: tuple[int, ...]
    """What `board_spaces`, `board_holes` and `board_specials` return, the four levels of each.

    It is one array because compiled functions hand on every array as seven values: three would cost a third
    of the speed.
    """
    may_wait: int
    """1 if a player whose moles are all in holes may wait, 0 if that player must (MC7)."""
    unseen: int
    """The number of discs face down at which all are turned face down again (MC4)."""
    turn_limit: int


class MoleCompanyPosition(NamedTuple):
    """What changes during a game, as numbers and bit sets."""

    phase: int
    level: int
    seat: int
    """The seat whose turn it is, also while chance turns up the disc."""
    moles0: int
    moles1: int
    moles2: int
    moles3: int
    left: int
    """The discs that are face down, eight bits for each seat."""
    disc: int
    """The value of the disc that was turned up, or 0."""
    bonus: int
    """1 from the offer of a bonus until its move is made (MC10)."""
    turns: int
    """The number of turns that have begun (MC13)."""
    winner: int
    """A seat, or -1."""


@kernel
def opening(table: MoleCompanyTable) -> MoleCompanyPosition:
    """Before the first mole is placed (MC2); all discs face down (MC3)."""
    left = (DISCS * 0x01010101) & ((1 << 8 * table.players) - 1)
    return MoleCompanyPosition(PLACE, 0, 0, 0, 0, 0, 0, left, 0, 0, 0, -1)


@kernel
def moles(position: MoleCompanyPosition, seat: int) -> int:
    """The spaces with moles of a seat."""
    low = position.moles1 if seat == 1 else position.moles0
    high = position.moles3 if seat == 3 else position.moles2
    return high if seat > 1 else low


@kernel
def occupied(position: MoleCompanyPosition) -> int:
    """The spaces with a mole on them."""
    return position.moles0 | position.moles1 | position.moles2 | position.moles3


@kernel
def board_spaces(table: MoleCompanyTable, level: int) -> int:
    """The spaces of a board; the first one is the largest."""
    return table.board_sets[level]


@kernel
def board_holes(table: MoleCompanyTable, level: int) -> int:
    """The holes of a board."""
    return table.board_sets[LEVEL_COUNT + level]


@kernel
def board_specials(table: MoleCompanyTable, level: int) -> int:
    """The special spaces of a board; none if the option is off (MC10)."""
    return table.board_sets[2 * LEVEL_COUNT + level]


@kernel
def free_holes(table: MoleCompanyTable, position: MoleCompanyPosition) -> int:
    """The holes of the top board without a mole; with the last of them the board is lifted (MC8)."""
    return board_holes(table, position.level) & ~occupied(position)


@kernel
def outside(table: MoleCompanyTable, position: MoleCompanyPosition, seat: int) -> int:
    """The moles of a seat that are not in holes; a seat without them has no turn or may wait (MC7)."""
    return moles(position, seat) & ~board_holes(table, position.level)


@kernel
def seats_left(position: MoleCompanyPosition) -> int:
    """The number of seats that still have moles (MC9); they share a draw (MC13)."""
    found = 1 if position.moles0 else 0
    found += 1 if position.moles1 else 0
    found += 1 if position.moles2 else 0
    return found + (1 if position.moles3 else 0)


@kernel
def face_down(position: MoleCompanyPosition, seat: int) -> int:
    """The discs of a seat that are face down, one bit each: see `DISCS`."""
    return (position.left >> (8 * seat)) & 255


@kernel
def actor(position: MoleCompanyPosition) -> int:
    """The seat to act, or chance while a disc is turned up (MC3)."""
    if position.phase == OVER:
        return NOBODY
    return CHANCE if position.phase == FLIP else position.seat


def seat_acts(phase: int) -> bool:
    """Whether a seat acts in a phase, and not chance."""
    return actor(MoleCompanyPosition(phase, *(0,) * 11)) >= 0


@kernel
def disc_count(position: MoleCompanyPosition) -> int:
    """The number of discs that the mover has face down; each is equally likely to come up (MC3)."""
    return count(face_down(position, position.seat))


@kernel
def disc_weight(position: MoleCompanyPosition, disc: int) -> int:
    """The number of these discs that have this value, 1 to 4."""
    return copies(face_down(position, position.seat), disc)


@kernel
def copies(discs: int, value: int) -> int:
    """The number of discs with this value in a set as `DISCS`."""
    return count((discs >> (2 * (value - 1))) & 3)


@kernel
def count_discs(values: int, discs: int) -> int:
    """The number of discs in a set as `DISCS` that have one of these values, one bit for a value."""
    wide = (values & 1) | ((values & 2) << 1) | ((values & 4) << 2) | ((values & 8) << 3)
    return count(discs & (wide * 3))


def disc_values(discs: int) -> list[int]:
    """The values of the discs in a set as `DISCS`, in order.

    >>> disc_values(DISCS)
    [1, 2, 2, 3, 3, 4]
    """
    return [value for value in range(1, HIGHEST + 1) for _ in range(copies(discs, value))]


def disc_set(values: Iterable[int]) -> int:
    """The set of discs with these values, as `DISCS`: of two that are equal, the lower bit is used first."""
    discs = 0
    for value in values:
        discs |= 1 << 2 * (value - 1) + (discs >> 2 * (value - 1) & 1)
    return discs


@kernel
def nth_disc(position: MoleCompanyPosition, n: int) -> int:
    """The action that turns up the n-th disc that is face down; a uniform n gives a fair draw."""
    return DISC + 1 + (nth(face_down(position, position.seat), n) >> 1)


@kernel
def landings(table: MoleCompanyTable, level: int, space: int, disc: int, occupied: int) -> int:
    """The ends of the straight paths of that length without a mole on them (MC5, MC11)."""
    # The mask does not change the value. It shows the compiler that the index is not negative.
    first = (((level * 64 + space) * HIGHEST + disc - 1) * DIRECTION_COUNT) & 8191
    found = 0
    for way in range(DIRECTION_COUNT):
        # Multiplication instead of a branch, so that the compiler can vectorize the loop.
        found |= table.ends[first + way] * (table.paths[first + way] & occupied == 0)
    return found


@kernel
def forbidden_ends(table: MoleCompanyTable, position: MoleCompanyPosition) -> int:
    """Spaces on which the next move must not end: special spaces, in a bonus move (MC10)."""
    return board_specials(table, position.level) if position.bonus == 1 else 0


@kernel
def reach(table: MoleCompanyTable, position: MoleCompanyPosition, space: int) -> int:
    """The spaces that the mole on a space can move to (MC5, MC10, MC11)."""
    free = landings(table, position.level, space, position.disc, occupied(position))
    return free & ~forbidden_ends(table, position)


@kernel
def can_move(table: MoleCompanyTable, position: MoleCompanyPosition) -> bool:
    """Whether the mover can move any mole by the disc (MC6)."""
    rest = moles(position, position.seat)
    while rest:
        if reach(table, position, lowest(rest)):
            return True
        rest &= rest - 1
    return False


@kernel
def free_spaces(table: MoleCompanyTable, position: MoleCompanyPosition) -> int:
    """The spaces where a mole can be placed (MC2)."""
    return board_spaces(table, 0) & ~(board_holes(table, 0) | occupied(position))


@kernel
def legal_count(table: MoleCompanyTable, position: MoleCompanyPosition) -> int:
    """The number of legal actions; where chance acts, of different disc values."""
    if position.phase == MOVE:
        return move_count(table, position)
    if position.phase == FLIP:
        return count(face_down(position, position.seat) & FIRSTS)
    if position.phase == PLACE:
        return count(free_spaces(table, position))
    return 0 if position.phase == OVER else 2


@kernel
def nth_legal(table: MoleCompanyTable, position: MoleCompanyPosition, n: int) -> int:
    """The n-th legal action: spaces and discs in order, moves by start and then end, `flip` first."""
    if position.phase == MOVE:
        return nth_move(table, position, n)
    if position.phase == FLIP:
        return DISC + 1 + (nth(face_down(position, position.seat) & FIRSTS, n) >> 1)
    if position.phase == PLACE:
        return nth(free_spaces(table, position), n)
    if n == 0:
        return DO_FLIP
    return DO_WAIT if position.phase == CHOOSE else DO_STOP


@kernel
def move_action(start: int, end: int) -> int:
    """The action that moves a mole from a space to another."""
    return GO + 64 * start + end


@kernel
def move_start(action: int) -> int:
    """The space from which an action moves a mole."""
    return (action - GO) >> 6


@kernel
def move_end(action: int) -> int:
    """The space to which an action moves a mole, or where it places one."""
    return action & 63


def leaves_hole(table: MoleCompanyTable, position: MoleCompanyPosition, action: int) -> bool:
    """Whether a move takes a mole out of its hole."""
    return bool(board_holes(table, position.level) >> move_start(action) & 1)


def enters_hole(table: MoleCompanyTable, position: MoleCompanyPosition, action: int) -> bool:
    """Whether a move takes a mole from outside into a hole."""
    into = board_holes(table, position.level) >> move_end(action) & 1
    return bool(into) and not leaves_hole(table, position, action)


@kernel
def move_count(table: MoleCompanyTable, position: MoleCompanyPosition) -> int:
    """The number of moves that the seat has with its disc."""
    total = 0
    rest = moles(position, position.seat)
    while rest:
        total += count(reach(table, position, lowest(rest)))
        rest &= rest - 1
    return total


@kernel
def nth_move(table: MoleCompanyTable, position: MoleCompanyPosition, n: int) -> int:
    """The nth move in the order of `Game.legal`."""
    rest = moles(position, position.seat)
    while rest:
        found = reach(table, position, lowest(rest))
        here = count(found)
        if n < here:
            return move_action(lowest(rest), nth(found, n))
        n -= here
        rest &= rest - 1
    return -1  # there are fewer


@kernel
def play(table: MoleCompanyTable, position: MoleCompanyPosition, action: int) -> MoleCompanyPosition:
    """The position after a legal action and its automatic effects."""
    after = apply_action(table, position, action)
    return next_turn(table, after) if after.phase == TURN_OVER else after


@kernel
def apply_action(table: MoleCompanyTable, position: MoleCompanyPosition, action: int) -> MoleCompanyPosition:
    """The action without the beginning of the next turn."""
    if action < GO:
        return place_mole(table, position, action)
    if action < DISC:
        return move_mole(table, position, action)
    if action < DO_FLIP:
        return flip_disc(table, position, action - DISC)
    return apply_choice(position, action)


@kernel
def place_mole(table: MoleCompanyTable, position: MoleCompanyPosition, space: int) -> MoleCompanyPosition:
    """Place a mole on the green board (MC2); after the last one, seat 0 begins."""
    after = change_moles(position, PLACE, 1 << space)
    if position.seat + 1 < table.players:
        return with_seat(after, position.seat + 1)
    return with_seat(after, 0) if count(after.moles0) < table.each else end_turn(after)


@kernel
def flip_disc(table: MoleCompanyTable, position: MoleCompanyPosition, disc: int) -> MoleCompanyPosition:
    """Turn up a disc (MC3); if no mole can move, the turn or the bonus is lost (MC6, MC10)."""
    p = position
    left = discs_left_after(table, p.left, p.seat, disc)
    after = MoleCompanyPosition(
        MOVE, p.level, p.seat, p.moles0, p.moles1, p.moles2, p.moles3, left, disc, p.bonus, p.turns, -1
    )
    return after if can_move(table, after) else end_turn(after)


@kernel
def discs_left_after(table: MoleCompanyTable, left: int, seat: int, disc: int) -> int:
    """The discs that are face down after this one is turned up; all six once they are used up (MC4)."""
    down = (left >> (8 * seat)) & 255
    same = (down >> (2 * (disc - 1))) & 3
    # The upper bit is removed first, so that equal discs are not distinguished.
    down ^= (same ^ (same >> 1)) << (2 * (disc - 1))
    if count(down) <= table.unseen:
        down = DISCS
    return (left & ~(255 << (8 * seat))) | (down << (8 * seat))


@kernel
def move_mole(table: MoleCompanyTable, position: MoleCompanyPosition, action: int) -> MoleCompanyPosition:
    """Move a mole (MC5): into the last free hole (MC8, MC12), onto a special space (MC10), or elsewhere."""
    end = 1 << move_end(action)
    after = change_moles(position, TURN_OVER, end | (1 << move_start(action)))
    holes = board_holes(table, position.level)
    if holes & ~occupied(after) == 0:
        return end_game(after, position.seat) if position.level == LAST else lift_board(after, holes)
    if position.bonus == 0 and board_specials(table, position.level) & end != 0:
        return offer_bonus(after)
    return end_turn(after)


@kernel
def lift_board(position: MoleCompanyPosition, holes: int) -> MoleCompanyPosition:
    """Lift the board with all moles that are not in holes (MC8); the last player with moles wins (MC9)."""
    p = position
    moles0, moles1, moles2, moles3 = p.moles0 & holes, p.moles1 & holes, p.moles2 & holes, p.moles3 & holes
    after = MoleCompanyPosition(
        TURN_OVER, p.level + 1, p.seat, moles0, moles1, moles2, moles3, p.left, 0, 0, p.turns, -1
    )
    # The others are out only if one player has the moles in all holes.
    if moles(after, p.seat) == holes:
        return end_game(after, p.seat)
    return after


@kernel
def apply_choice(position: MoleCompanyPosition, action: int) -> MoleCompanyPosition:
    """`flip`, or `wait` (MC7), or `stop` (MC10)."""
    p = position
    if action != DO_FLIP:
        return end_turn(p)
    return MoleCompanyPosition(
        FLIP, p.level, p.seat, p.moles0, p.moles1, p.moles2, p.moles3, p.left, 0, p.bonus, p.turns, -1
    )


@kernel
def next_turn(table: MoleCompanyTable, position: MoleCompanyPosition) -> MoleCompanyPosition:
    """Begin the turn of the next seat that can act. Skipped turns count too (MC7, MC13)."""
    p = position
    seat, turns, phase = p.seat, p.turns, TURN_OVER
    while phase == TURN_OVER:
        seat = seat + 1 if seat + 1 < table.players else 0
        own = moles(p, seat)
        if own == 0:
            continue  # MC9: out
        if turns >= table.turn_limit:
            phase = OVER
        else:
            turns += 1
            if own & ~board_holes(table, p.level) != 0:
                phase = FLIP
            elif table.may_wait == 1:
                phase = CHOOSE
    return MoleCompanyPosition(
        phase, p.level, seat, p.moles0, p.moles1, p.moles2, p.moles3, p.left, 0, 0, turns, -1
    )


@kernel
def change_moles(position: MoleCompanyPosition, phase: int, change: int) -> MoleCompanyPosition:
    """Flip these bits in the set of the mover's moles: one to place a mole, two to move it."""
    p = position
    # Conditional expressions instead of branches: these compile to code without jumps.
    moles0 = p.moles0 ^ (change if p.seat == 0 else 0)
    moles1 = p.moles1 ^ (change if p.seat == 1 else 0)
    moles2 = p.moles2 ^ (change if p.seat == 2 else 0)
    moles3 = p.moles3 ^ (change if p.seat == 3 else 0)
    return MoleCompanyPosition(
        phase, p.level, p.seat, moles0, moles1, moles2, moles3, p.left, 0, p.bonus, p.turns, -1
    )


@kernel
def with_seat(position: MoleCompanyPosition, seat: int) -> MoleCompanyPosition:
    """The same position with another seat to place a mole."""
    p = position
    return MoleCompanyPosition(
        PLACE, p.level, seat, p.moles0, p.moles1, p.moles2, p.moles3, p.left, 0, 0, 0, -1
    )


@kernel
def offer_bonus(position: MoleCompanyPosition) -> MoleCompanyPosition:
    """Offer the mover one more disc on a special space (MC10)."""
    p = position
    return MoleCompanyPosition(
        BONUS, p.level, p.seat, p.moles0, p.moles1, p.moles2, p.moles3, p.left, 0, 1, p.turns, -1
    )


@kernel
def end_turn(position: MoleCompanyPosition) -> MoleCompanyPosition:
    """End the turn."""
    p = position
    return MoleCompanyPosition(
        TURN_OVER, p.level, p.seat, p.moles0, p.moles1, p.moles2, p.moles3, p.left, 0, 0, p.turns, -1
    )


@kernel
def end_game(position: MoleCompanyPosition, winner: int) -> MoleCompanyPosition:
    """End the game (MC9, MC12)."""
    p = position
    return MoleCompanyPosition(
        OVER, p.level, p.seat, p.moles0, p.moles1, p.moles2, p.moles3, p.left, 0, 0, p.turns, winner
    )
