"""Mole Company, rule by rule (MC1-MC13), over sets of spaces.

A space is its place in the order of names: `a1` is 0, `a2` is 1. What follows by itself belongs to the action
before it: `play` turns discs down again, lifts boards and passes lost turns, up to where somebody acts.
"""

from __future__ import annotations

from typing import NamedTuple

from moleworks.games.bits import count, lowest, nth
from moleworks.games.game import CHANCE, NOBODY
from moleworks.games.kernel import kernel

PLACE, CHOOSE, FLIP, MOVE, BONUS, OVER = 0, 1, 2, 3, 4, 5
PASSED = 6
"""The turn is done and the next not yet begun: `play` never hands this out."""

# An action is a space for a new mole, a move (GO + 64 * from + to), a disc (DISC + value), or a word.
GO, DISC = 64, 4160
DO_FLIP, DO_WAIT, DO_STOP = 4168, 4169, 4170

LAST = 3
"""The level of the blue board; the green one has level 0."""

WAYS = 6
"""Directions of a straight line; entries of the table for one level, space and distance."""

DISCS = 0b01_11_11_01
"""All discs of a player face down, a bit each: two bits a value, the lower for its first disc (MC3)."""
FIRSTS = 0b01_01_01_01


class Table(NamedTuple):
    """The box as it stands and the options played, as numbers."""

    players: int
    each: int
    """Moles of a player (MC1)."""
    spaces: int
    paths: tuple[int, ...]
    """All spaces entered, by `((level * 64 + space) * 4 + distance - 1) * 6 + direction`; none if barred."""
    ends: tuple[int, ...]
    """The last of those alone; none if the way leaves the board or is barred by MC11."""
    holes: tuple[int, ...]
    """By level."""
    specials: tuple[int, ...]
    """By level; none if they are not played with (MC10)."""
    may_wait: int
    """1 if a player at home may wait, 0 if that player must (MC7)."""
    unseen: int
    """How many discs are still down when all are turned down again (MC4)."""
    turn_limit: int


class Position(NamedTuple):
    phase: int
    level: int
    seat: int
    """Whose turn it is, also while chance turns the disc."""
    moles0: int
    moles1: int
    moles2: int
    moles3: int
    left: int
    """Discs face down, eight bits a seat."""
    disc: int
    """The value to move by, or 0."""
    bonus: int
    """1 from the choice of a bonus until its move is made (MC10)."""
    turns: int
    """Begun so far (MC13)."""
    winner: int
    """A seat, or -1."""


@kernel
def opening(table: Table) -> Position:
    """Before the first mole is placed (MC2); all discs face down (MC3)."""
    left = (DISCS * 0x01010101) & ((1 << 8 * table.players) - 1)
    return Position(PLACE, 0, 0, 0, 0, 0, 0, left, 0, 0, 0, -1)


@kernel
def moles(position: Position, seat: int) -> int:
    """Where the moles of a seat stand."""
    low = position.moles1 if seat == 1 else position.moles0
    high = position.moles3 if seat == 3 else position.moles2
    return high if seat > 1 else low


@kernel
def taken(position: Position) -> int:
    """The spaces with a mole on them."""
    return position.moles0 | position.moles1 | position.moles2 | position.moles3


@kernel
def face_down(position: Position, seat: int) -> int:
    """A seat's discs face down, a bit each: see `DISCS`."""
    return (position.left >> (8 * seat)) & 255


@kernel
def actor(position: Position) -> int:
    """The seat to act, or chance while a disc is turned up (MC3)."""
    if position.phase == OVER:
        return NOBODY
    return CHANCE if position.phase == FLIP else position.seat


@kernel
def disc_count(position: Position) -> int:
    """How many discs of the seat whose turn it is are face down: each comes up alike (MC3)."""
    return count(face_down(position, position.seat))


@kernel
def disc_weight(position: Position, disc: int) -> int:
    """How many of them have this value, 1 to 4."""
    return count((face_down(position, position.seat) >> (2 * (disc - 1))) & 3)


@kernel
def nth_disc(position: Position, n: int) -> int:
    """The action that turns up the n-th disc face down: n drawn evenly makes a fair draw."""
    return DISC + 1 + (nth(face_down(position, position.seat), n) >> 1)


@kernel
def landings(table: Table, level: int, space: int, disc: int, occupied: int) -> int:
    """Where the straight ways of that length end that meet no mole (MC5, MC11)."""
    # The mask changes nothing; it tells the compiler that no index is negative.
    first = (((level * 64 + space) * 4 + disc - 1) * WAYS) & 8191
    found = 0
    for way in range(WAYS):
        # Multiplied, not chosen: so the six ways are looked up at once when compiled.
        found |= table.ends[first + way] * (table.paths[first + way] & occupied == 0)
    return found


@kernel
def banned(table: Table, position: Position) -> int:
    """Spaces on which the move due must not end: the specials, in a bonus (MC10)."""
    return table.specials[position.level] if position.bonus == 1 else 0


@kernel
def reach(table: Table, position: Position, space: int) -> int:
    """Where the mole on a space may go, while a move is due (MC5, MC10, MC11)."""
    free = landings(table, position.level, space, position.disc, taken(position))
    return free & ~banned(table, position)


@kernel
def can_move(table: Table, position: Position) -> bool:
    """Whether the disc moves any mole of the seat (MC6)."""
    rest = moles(position, position.seat)
    while rest:
        if reach(table, position, lowest(rest)):
            return True
        rest &= rest - 1
    return False


@kernel
def free_spaces(table: Table, position: Position) -> int:
    """Where a mole may be placed (MC2)."""
    return table.spaces & ~(table.holes[0] | taken(position))


@kernel
def legal_count(table: Table, position: Position) -> int:
    """How many actions there are; where chance acts, how many different discs may come."""
    if position.phase == MOVE:
        return move_count(table, position)
    if position.phase == FLIP:
        return count(face_down(position, position.seat) & FIRSTS)
    if position.phase == PLACE:
        return count(free_spaces(table, position))
    return 0 if position.phase == OVER else 2


@kernel
def nth_legal(table: Table, position: Position, n: int) -> int:
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
def move_count(table: Table, position: Position) -> int:
    total = 0
    rest = moles(position, position.seat)
    while rest:
        total += count(reach(table, position, lowest(rest)))
        rest &= rest - 1
    return total


@kernel
def nth_move(table: Table, position: Position, n: int) -> int:
    rest = moles(position, position.seat)
    while rest:
        found = reach(table, position, lowest(rest))
        here = count(found)
        if n < here:
            return GO + 64 * lowest(rest) + nth(found, n)
        n -= here
        rest &= rest - 1
    return -1  # there are not so many


@kernel
def play(table: Table, position: Position, action: int) -> Position:
    """The position after a legal action and all that follows by itself."""
    after = acted(table, position, action)
    return next_turn(table, after) if after.phase == PASSED else after


@kernel
def acted(table: Table, position: Position, action: int) -> Position:
    """The action alone: the turn may have passed on, the next is not yet begun."""
    if action < GO:
        return placed(table, position, action)
    if action < DISC:
        return moved(table, position, action)
    if action < DO_FLIP:
        return flipped(table, position, action - DISC)
    return chosen(position, action)


@kernel
def placed(table: Table, position: Position, space: int) -> Position:
    """One more mole on the green board (MC2); after the last one seat 0 begins."""
    after = shifted(position, PLACE, 1 << space)
    if position.seat + 1 < table.players:
        return seated(after, position.seat + 1)
    return seated(after, 0) if count(after.moles0) < table.each else passed(after)


@kernel
def flipped(table: Table, position: Position, disc: int) -> Position:
    """A disc is turned up (MC3); if it moves no mole, the turn or the bonus is lost (MC6, MC10)."""
    p = position
    left = turned_up(table, p.left, p.seat, disc)
    after = Position(
        MOVE, p.level, p.seat, p.moles0, p.moles1, p.moles2, p.moles3, left, disc, p.bonus, p.turns, -1
    )
    return after if can_move(table, after) else passed(after)


@kernel
def turned_up(table: Table, left: int, seat: int, disc: int) -> int:
    """The discs face down once this one is up; none left, and all six are turned down again (MC4)."""
    down = (left >> (8 * seat)) & 255
    same = (down >> (2 * (disc - 1))) & 3
    # The upper bit goes first, so that what is left does not tell equal discs apart.
    down ^= (same ^ (same >> 1)) << (2 * (disc - 1))
    if count(down) <= table.unseen:
        down = DISCS
    return (left & ~(255 << (8 * seat))) | (down << (8 * seat))


@kernel
def moved(table: Table, position: Position, action: int) -> Position:
    """A mole moves (MC5): into the last hole (MC8, MC12), onto a special space (MC10), or just along."""
    end = 1 << (action & 63)
    after = shifted(position, PASSED, end | (1 << ((action - GO) >> 6)))
    holes = table.holes[position.level]
    if holes & ~taken(after) == 0:
        return won(after, position.seat) if position.level == LAST else lifted(after, holes)
    if position.bonus == 0 and table.specials[position.level] & end != 0:
        return offered(after)
    return passed(after)


@kernel
def lifted(position: Position, holes: int) -> Position:
    """The board is lifted with all moles that are in no hole (MC8); the last player with moles wins (MC9)."""
    p = position
    moles0, moles1, moles2, moles3 = p.moles0 & holes, p.moles1 & holes, p.moles2 & holes, p.moles3 & holes
    after = Position(PASSED, p.level + 1, p.seat, moles0, moles1, moles2, moles3, p.left, 0, 0, p.turns, -1)
    # All others are out, just if somebody has a mole in every hole.
    if moles(after, p.seat) == holes:
        return won(after, p.seat)
    return after


@kernel
def chosen(position: Position, action: int) -> Position:
    """`flip`, or `wait` (MC7), or `stop` (MC10)."""
    p = position
    if action != DO_FLIP:
        return passed(p)
    return Position(
        FLIP, p.level, p.seat, p.moles0, p.moles1, p.moles2, p.moles3, p.left, 0, p.bonus, p.turns, -1
    )


@kernel
def next_turn(table: Table, position: Position) -> Position:
    """The next seat that has something to do; turns count here (MC13), those skipped too (MC7)."""
    p = position
    seat, turns, phase = p.seat, p.turns, PASSED
    while phase == PASSED:
        seat = seat + 1 if seat + 1 < table.players else 0
        own = moles(p, seat)
        if own == 0:
            continue  # MC9: out
        if turns >= table.turn_limit:
            phase = OVER
        else:
            turns += 1
            if own & ~table.holes[p.level] != 0:
                phase = FLIP
            elif table.may_wait == 1:
                phase = CHOOSE
    return Position(phase, p.level, seat, p.moles0, p.moles1, p.moles2, p.moles3, p.left, 0, 0, turns, -1)


@kernel
def shifted(position: Position, phase: int, change: int) -> Position:
    """The seat's moles changed on these spaces: one appears, or one goes from here to there."""
    p = position
    # Written as choices between values, not as four ways to go: no branch to mispredict when compiled.
    moles0 = p.moles0 ^ (change if p.seat == 0 else 0)
    moles1 = p.moles1 ^ (change if p.seat == 1 else 0)
    moles2 = p.moles2 ^ (change if p.seat == 2 else 0)
    moles3 = p.moles3 ^ (change if p.seat == 3 else 0)
    return Position(phase, p.level, p.seat, moles0, moles1, moles2, moles3, p.left, 0, p.bonus, p.turns, -1)


@kernel
def seated(position: Position, seat: int) -> Position:
    """The same, with another seat to place."""
    p = position
    return Position(PLACE, p.level, seat, p.moles0, p.moles1, p.moles2, p.moles3, p.left, 0, 0, 0, -1)


@kernel
def offered(position: Position) -> Position:
    """A special space: one more disc, if the player likes (MC10)."""
    p = position
    return Position(BONUS, p.level, p.seat, p.moles0, p.moles1, p.moles2, p.moles3, p.left, 0, 1, p.turns, -1)


@kernel
def passed(position: Position) -> Position:
    """The turn is done."""
    p = position
    return Position(
        PASSED, p.level, p.seat, p.moles0, p.moles1, p.moles2, p.moles3, p.left, 0, 0, p.turns, -1
    )


@kernel
def won(position: Position, winner: int) -> Position:
    """The game is over (MC9, MC12)."""
    p = position
    return Position(
        OVER, p.level, p.seat, p.moles0, p.moles1, p.moles2, p.moles3, p.left, 0, 0, p.turns, winner
    )
