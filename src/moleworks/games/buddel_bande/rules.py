"""Buddel Bande, rule by rule (BB1-BB13), over sets of hills and sets of moles.

A hill is its number: 0 is the haystack, 1 to N the hills, N + 1 the last hill and so the den. A mole is its
size times 4 plus its slot. Places take five bits a mole, owners two, what a seat has seen twelve bits a seat.
What may be done now is always a set, `choices`; where chance acts, each member is as likely as the others.
"""

from __future__ import annotations

from typing import NamedTuple

from moleworks.games.bits import count, lowest, nth
from moleworks.games.game import CHANCE, NOBODY
from moleworks.games.kernel import kernel

DEAL, ROLL, ACT, OVER = 0, 1, 2, 3
SMALL, MEDIUM, LARGE, ANY, DOG, EITHER = 0, 1, 2, 3, 4, 5
CLOVER, LEAF, FLOWER = 0, 1, 2

# An action is 64 times its phase plus a member of `choices`. A deal is the number of a permutation, a roll 4
# times the face plus the symbol. A move is a mole, or PASS, or PAW plus the hill where the dog goes.
PASS, PAW = 12, 16
DICE = 0x777777
"""Every roll: three symbols for each of six faces (BB3)."""

FACTORIALS = (1, 1, 2, 6)

ONES = 0x084210842108421
"""The lowest bit of each of the twelve places; the others of the five follow."""
LOW, HIGH = 15 * ONES, 16 * ONES


class Table(NamedTuple):
    """A track and the options played, as numbers."""

    players: int
    last: int
    """The number of the last hill, N + 1."""
    hills: int
    """The hills 1 to N, where moles stay and the dog sits."""
    clover: int
    """The hills with that symbol, the last hill among them."""
    leaf: int
    flower: int
    moles: int
    """The moles in play; those of absent players stay in the box."""
    either: int
    """The moles that face E lets move: none under `dog` (BB4)."""
    know_own: int
    turn_limit: int
    deals: int
    """The permutations of the seats."""


class Position(NamedTuple):
    phase: int
    seat: int
    """Whose turn it is, while the dice are rolled too."""
    turns: int
    """Turns played (BB13)."""
    places: int
    owners: int
    occupied: int
    """Hills with a mole."""
    able: int
    """Moles neither at home nor beside the dog; kept because every roll asks for it (BB6, BB8)."""
    dog: int
    face: int
    """What the mole die shows; while moles are dealt, the size that is due."""
    symbol: int
    choices: int
    seen: int
    home: int
    """How many moles each seat has at home, two bits a seat."""
    winner: int
    """The seat, or -1."""


@kernel
def opening(table: Table) -> Position:
    """Before the deal: every mole on the haystack, the dog at hill N (BB1, BB2)."""
    return Position(DEAL, 0, 0, 0, 0, 0, table.moles, table.last - 1, SMALL, 0, table.deals, 0, 0, -1)


@kernel
def actor(position: Position) -> int:
    """The seat to act, or chance while moles are dealt and dice rolled (BB1, BB3)."""
    if position.phase == OVER:
        return NOBODY
    return position.seat if position.phase == ACT else CHANCE


@kernel
def legal_count(table: Table, position: Position) -> int:
    """How many actions are legal (`table` is not needed here: all games are asked alike)."""
    return count(position.choices)


@kernel
def nth_legal(table: Table, position: Position, n: int) -> int:
    """The n-th legal action: moles in order, then a pass, then the dog's hills in order."""
    return (position.phase << 6) + nth(position.choices, n)


@kernel
def play(table: Table, position: Position, action: int) -> Position:
    """The position after a legal action, and after a dead roll too (BB9)."""
    choice = action & 63
    if position.phase == ROLL:
        return rolled(table, position, choice)
    if position.phase == DEAL:
        return dealt(table, position, choice)
    if choice < PASS:
        return moved(table, position, choice)
    if choice >= PAW:
        return chased(table, position, choice - PAW)
    return turn_over(table, position, next_seat(table, position))


@kernel
def dealt(table: Table, position: Position, deal: int) -> Position:
    """Each slot of the size that is due gets its owner (BB1)."""
    size = position.face
    owners = position.owners
    seen = position.seen
    order = permutation(table.players, deal)
    for slot in range(table.players):
        mole = 4 * size + slot
        seat = (order >> (2 * slot)) & 3
        owners |= seat << (2 * mole)
        seen |= table.know_own << (12 * seat + mole)
    done = size == LARGE
    return Position(
        ROLL if done else DEAL,
        position.seat,
        position.turns,
        position.places,
        owners,
        position.occupied,
        position.able,
        position.dog,
        0 if done else size + 1,
        0,
        DICE if done else table.deals,
        seen,
        position.home,
        position.winner,
    )


@kernel
def permutation(players: int, number: int) -> int:
    """The seats in one of their orders, counted alphabetically; two bits a slot.

    >>> [f"{permutation(2, n):04b}" for n in range(2)]
    ['0100', '0001']
    """
    left = (1 << players) - 1
    order = 0
    for slot in range(players):
        ways = FACTORIALS[players - 1 - slot]
        seat = nth(left, number // ways)
        number %= ways
        left ^= 1 << seat
        order |= seat << (2 * slot)
    return order


@kernel
def rolled(table: Table, position: Position, dice: int) -> Position:
    """The seat may act on this roll, or must roll again if it is dead (BB3, BB9)."""
    face = dice >> 2
    symbol = dice & 3
    choices = possible(table, position, face, symbol)
    if choices == 0:
        return turn_over(table, position, position.seat)
    return Position(
        ACT,
        position.seat,
        position.turns,
        position.places,
        position.owners,
        position.occupied,
        position.able,
        position.dog,
        face,
        symbol,
        choices,
        position.seen,
        position.home,
        position.winner,
    )


@kernel
def possible(table: Table, position: Position, face: int, symbol: int) -> int:
    """All that a roll allows: moles, the dog's hills, or a pass (BB4, BB6, BB10, BB11)."""
    moles = position.able & moles_of(table, face)
    hills = hills_with(table, symbol) & table.hills
    paws = hills & ~(1 << position.dog) if face >= DOG else 0
    if moles and not paws and all_go_home(position, moles, hills):
        moles |= 1 << PASS
    return moles | (paws << PAW)


@kernel
def moles_of(table: Table, face: int) -> int:
    """The moles that a face of the mole die speaks of (BB4)."""
    if face <= LARGE:
        return 15 << (4 * face)
    if face == ANY:
        return 0xFFF
    return table.either if face == EITHER else 0


@kernel
def hills_with(table: Table, symbol: int) -> int:
    """The hills with a symbol; the last hill has every one (BB5)."""
    if symbol == CLOVER:
        return table.clover
    return table.leaf if symbol == LEAF else table.flower


@kernel
def all_go_home(position: Position, moles: int, hills: int) -> bool:
    """Whether none of these moles finds one of these hills free ahead of it (BB10)."""
    free = hills & ~position.occupied
    while moles:
        if free >> (place(position, lowest(moles)) + 1):
            return False
        moles &= moles - 1
    return True


@kernel
def place(position: Position, mole: int) -> int:
    """The hill a mole is on."""
    return (position.places >> (5 * mole)) & 31


@kernel
def owner(position: Position, mole: int) -> int:
    """The seat a mole belongs to: a secret."""
    return (position.owners >> (2 * mole)) & 3


@kernel
def knows(table: Table, position: Position, seat: int, mole: int) -> bool:
    """Whether a seat, or a watcher (-1), knows whose mole it is (BB1, BB7, BB8)."""
    if position.phase == OVER or place(position, mole) == table.last:
        return True
    return seat >= 0 and (position.seen >> (12 * seat + mole)) & 1 == 1


@kernel
def target(table: Table, position: Position, mole: int) -> int:
    """The hill to which the roll takes a mole that is not at home yet (BB5)."""
    return landing(table, position, place(position, mole), position.symbol)


@kernel
def landing(table: Table, position: Position, hill: int, symbol: int) -> int:
    """The hill to which a symbol takes a mole from a hill, the last one if none is free before it (BB5)."""
    ahead = hill + 1
    free = hills_with(table, symbol) & ~position.occupied
    return ahead + lowest(free >> ahead)


@kernel
def moved(table: Table, position: Position, mole: int) -> Position:
    """A mole moves, the mover learns whose it is, and it may come home (BB5, BB7, BB8, BB12)."""
    here = place(position, mole)
    there = target(table, position, mole)
    whose = owner(position, mole)
    arrives = there == table.last
    home = position.home + ((1 << (2 * whose)) if arrives else 0)
    wins = arrives and (home >> (2 * whose)) & 3 == 3
    stays = arrives or there == position.dog
    after = Position(
        position.phase,
        position.seat,
        position.turns,
        position.places + ((there - here) << (5 * mole)),
        position.owners,
        ((position.occupied & ~(1 << here)) | (1 << there)) & table.hills,
        position.able & ~((1 << mole) if stays else 0),
        position.dog,
        position.face,
        position.symbol,
        position.choices,
        position.seen | (1 << (12 * position.seat + mole)),
        home,
        whose if wins else -1,
    )
    return turn_over(table, after, next_seat(table, position))


@kernel
def chased(table: Table, position: Position, hill: int) -> Position:
    """The dog goes to a hill: one mole may be free again, another is held (BB6, BB11)."""
    after = Position(
        position.phase,
        position.seat,
        position.turns,
        position.places,
        position.owners,
        position.occupied,
        (position.able | mole_on(position, position.dog)) & ~mole_on(position, hill),
        hill,
        position.face,
        position.symbol,
        position.choices,
        position.seen,
        position.home,
        position.winner,
    )
    return turn_over(table, after, next_seat(table, position))


@kernel
def mole_on(position: Position, hill: int) -> int:
    """The mole on one of the hills 1 to N, as a set; empty if there is none."""
    if (position.occupied >> hill) & 1 == 0:
        return 0
    # All twelve places at once: where one equals the hill no bit differs, and none carries into its highest.
    differs = position.places ^ (hill * ONES)
    equal = HIGH & ~(((differs & LOW) + LOW) | differs)
    return 1 << (lowest(equal) // 5)


@kernel
def next_seat(table: Table, position: Position) -> int:
    """Clockwise."""
    return position.seat + 1 if position.seat + 1 < table.players else 0


@kernel
def turn_over(table: Table, position: Position, seat: int) -> Position:
    """A turn is over: this seat rolls, unless somebody has won or it took too long (BB3, BB12, BB13)."""
    turns = position.turns + 1
    over = position.winner >= 0 or turns >= table.turn_limit
    return Position(
        OVER if over else ROLL,
        position.seat if over else seat,
        turns,
        position.places,
        position.owners,
        position.occupied,
        position.able,
        position.dog,
        0,
        0,
        0 if over else DICE,
        position.seen,
        position.home,
        position.winner,
    )
