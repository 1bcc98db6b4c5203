"""The rules of Buddel Bande (BB1-BB13), with bit sets of hills and of moles.

Hill 0 is the haystack, 1 to N are the hills, N + 1 is the last hill and the den. The number of a mole is its
size times 4 plus its slot. `places` has five bits for each mole, `owners` two, `seen` twelve bits for each
seat. `choices` is the set of legal choices; where chance acts, all of them are equally likely.
"""

from __future__ import annotations

from typing import NamedTuple

from moleworks.core.bits import bitset, count, lowest, members, nth
from moleworks.core.game import CHANCE, NOBODY
from moleworks.core.kernel import kernel

DEAL, ROLL, ACT, OVER = 0, 1, 2, 3
WATCHER = -1
"""Stands for a seat where somebody only watches."""
SMALL, MEDIUM, LARGE, ANY, DOG, EITHER = 0, 1, 2, 3, 4, 5
CLOVER, LEAF, FLOWER = 0, 1, 2

# An action is 64 times its phase plus a member of `choices`. A deal is the number of a permutation, a roll 4
# times the face plus the symbol. A move is a mole, or PASS, or DOG_TO plus the hill where the dog goes.
PASS, DOG_TO = 12, 16
ACTIONS = OVER << 6
"""Every action is smaller."""
FACE_COUNT, SYMBOL_COUNT = 6, 3
DICE = 0x777777
"""Every roll: three symbols for each of six faces (BB3)."""

MOLES_EACH = 3
"""The moles of a seat, one of each size (BB1); with all of them at home it wins (BB12)."""

FACTORIALS = (1, 1, 2, 6)

ONES = 0x084210842108421
"""The lowest of the five bits of each of the twelve places."""
LOW, HIGH = 15 * ONES, 16 * ONES


class BuddelBandeTable(NamedTuple):
    """The track and the options as numbers."""

    players: int
    last: int
    """The number of the last hill, N + 1."""
    hills: int
    """The hills 1 to N, where moles and the dog can be."""
    clover: int
    """The hills with this symbol, including the last hill."""
    leaf: int
    flower: int
    moles: int
    """The moles of this number of players."""
    either: int
    """The moles that face E can move; none with the option `dog` (BB4)."""
    know_own: int
    pass_any: int
    """1 if a player may pass whoever owns the moles, 0 if none may be known as the player's own (BB10)."""
    turn_limit: int
    deals: int
    """The numbers of all permutations of the seats."""


class BuddelBandePosition(NamedTuple):
    """What changes during a game, as numbers and bit sets."""

    phase: int
    seat: int
    """The seat whose turn it is, also while the dice are rolled."""
    turns: int
    """The number of finished turns (BB13)."""
    places: int
    owners: int
    occupied: int
    """Hills with a mole."""
    able: int
    """The moles that are neither at home nor beside the dog (BB6, BB8). Every roll needs this set."""
    dog: int
    face: int
    """The face of the mole die; during the deal, the size that is dealt next."""
    symbol: int
    choices: int
    seen: int
    home: int
    """The number of moles at home, two bits for each seat."""
    winner: int
    """The seat, or -1."""


@kernel
def opening(table: BuddelBandeTable) -> BuddelBandePosition:
    """Before the deal: every mole on the haystack, the dog at hill N (BB1, BB2)."""
    return BuddelBandePosition(
        DEAL, 0, 0, 0, 0, 0, table.moles, table.last - 1, SMALL, 0, table.deals, 0, 0, -1
    )


@kernel
def actor(position: BuddelBandePosition) -> int:
    """The seat to act, or chance for the deal and the dice (BB1, BB3)."""
    if position.phase == OVER:
        return NOBODY
    return position.seat if position.phase == ACT else CHANCE


def seat_acts(phase: int) -> bool:
    """Whether a seat acts in a phase, and not chance."""
    return actor(BuddelBandePosition(phase, *(0,) * 13)) >= 0


@kernel
def legal_count(table: BuddelBandeTable, position: BuddelBandePosition) -> int:
    """The number of legal actions. `table` is unused, but this function has it in all games."""
    return count(position.choices)


@kernel
def nth_legal(table: BuddelBandeTable, position: BuddelBandePosition, n: int) -> int:
    """The n-th legal action: moles in order, then a pass, then the dog's hills in order."""
    return (position.phase << 6) + nth(position.choices, n)


@kernel
def play(table: BuddelBandeTable, position: BuddelBandePosition, action: int) -> BuddelBandePosition:
    """The position after a legal action; a roll without legal actions is skipped (BB9)."""
    choice = action & 63
    if position.phase == ROLL:
        return roll_dice(table, position, choice)
    if position.phase == DEAL:
        return deal_moles(table, position, choice)
    if choice < PASS:
        return move_mole(table, position, choice)
    if choice >= DOG_TO:
        return move_dog(table, position, choice - DOG_TO)
    return end_turn(table, position, next_seat(table, position))


@kernel
def deal_moles(table: BuddelBandeTable, position: BuddelBandePosition, deal: int) -> BuddelBandePosition:
    """Give each mole of the next size its owner (BB1)."""
    size = position.face
    owners = position.owners
    seen = position.seen
    order = permutation(table.players, deal)
    for slot in range(table.players):
        mole = 4 * size + slot
        seat = (order >> (2 * slot)) & 3
        owners |= seat << (2 * mole)
        seen |= shown_by_deal(table, mole) << (12 * seat)
    if size == LARGE:
        return after_deal(table, owners, seen)
    return BuddelBandePosition(
        DEAL,
        position.seat,
        position.turns,
        position.places,
        owners,
        position.occupied,
        position.able,
        position.dog,
        size + 1,
        0,
        table.deals,
        seen,
        position.home,
        position.winner,
    )


@kernel
def shown_by_deal(table: BuddelBandeTable, mole: int) -> int:
    """The mole as a bit set if its owner knows it from the deal on; else the empty set (BB1)."""
    return table.know_own << mole


@kernel
def after_deal(table: BuddelBandeTable, owners: int, seen: int) -> BuddelBandePosition:
    """Seat 0 is about to roll; every mole is on the haystack, the dog at hill N (BB2, BB3)."""
    return BuddelBandePosition(ROLL, 0, 0, 0, owners, 0, table.moles, table.last - 1, 0, 0, DICE, seen, 0, -1)


@kernel
def deal_fits(players: int, size: int, order: int, owners: int, known: int) -> bool:
    """Whether a deal of one size, as in `permutation`, gives the moles in `known` these owners (BB1)."""
    for slot in range(players):
        mole = 4 * size + slot
        if (known >> mole) & 1 and (order >> (2 * slot)) & 3 != (owners >> (2 * mole)) & 3:
            return False
    return True


@kernel
def permutation(players: int, number: int) -> int:
    """The permutation of the seats with this number, in alphabetical order; two bits for each slot.

    >>> [f"{permutation(2, n):04b}" for n in range(2)]
    ['0100', '0001']
    """
    left = (1 << players) - 1
    order = 0
    for slot in range(players):
        rest = FACTORIALS[players - 1 - slot]
        seat = nth(left, number // rest)
        number %= rest
        left ^= 1 << seat
        order |= seat << (2 * slot)
    return order


@kernel
def roll_dice(table: BuddelBandeTable, position: BuddelBandePosition, dice: int) -> BuddelBandePosition:
    """The seat acts on this roll, or rolls again if there is no legal action (BB3, BB9)."""
    face = dice >> 2
    symbol = dice & 3
    choices = legal_choices(table, position, face, symbol)
    if choices == 0:
        return end_turn(table, position, position.seat)
    return BuddelBandePosition(
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
def legal_choices(table: BuddelBandeTable, position: BuddelBandePosition, face: int, symbol: int) -> int:
    """The legal choices after a roll: moles, hills for the dog, or a pass (BB4, BB6, BB10, BB11)."""
    choices = public_choices(table, position, face, symbol)
    if (choices >> PASS) & 1 and forbids_pass(table, choices, known_own(position, position.seat)):
        return choices ^ (1 << PASS)
    return choices


@kernel
def forbids_pass(table: BuddelBandeTable, choices: int, own: int) -> bool:
    """Whether a seat must not pass: it knows that some of the moles it can move are its own (BB10)."""
    return table.pass_any == 0 and choices & own != 0


@kernel
def known_own(position: BuddelBandePosition, seat: int) -> int:
    """The moles that a seat has been shown and that are its own (BB1, BB7)."""
    own = 0
    moles = seen_moles(position, seat)
    while moles:
        mole = lowest(moles)
        moles &= moles - 1
        if owner(position, mole) == seat:
            own |= 1 << mole
    return own


@kernel
def public_choices(table: BuddelBandeTable, position: BuddelBandePosition, face: int, symbol: int) -> int:
    """The choices as far as everybody can tell: whether a pass is legal may be a secret (BB10)."""
    moles = position.able & moles_for_face(table, face)
    hills = dog_hills(table, position, symbol) if face >= DOG else 0
    if moles and not hills and all_go_home(position, moles, hills_with(table, symbol) & table.hills):
        moles |= 1 << PASS
    return moles | (hills << DOG_TO)


@kernel
def dog_hills(table: BuddelBandeTable, position: BuddelBandePosition, symbol: int) -> int:
    """The hills that the dog can go to (BB11)."""
    return hills_with(table, symbol) & table.hills & ~(1 << position.dog)


@kernel
def moles_for_face(table: BuddelBandeTable, face: int) -> int:
    """The moles that a face of the mole die selects (BB4)."""
    if face <= LARGE:
        return 15 << (4 * face)
    if face == ANY:
        return 0xFFF
    return table.either if face == EITHER else 0


@kernel
def hills_with(table: BuddelBandeTable, symbol: int) -> int:
    """The hills with a symbol; the last hill has all symbols (BB5)."""
    if symbol == CLOVER:
        return table.clover
    return table.leaf if symbol == LEAF else table.flower


@kernel
def all_go_home(position: BuddelBandePosition, moles: int, hills: int) -> bool:
    """Whether there is no free one of these hills ahead of any of these moles (BB10)."""
    free = hills & ~position.occupied
    while moles:
        if free >> (place(position, lowest(moles)) + 1):
            return False
        moles &= moles - 1
    return True


@kernel
def place(position: BuddelBandePosition, mole: int) -> int:
    """The hill of a mole."""
    return (position.places >> (5 * mole)) & 31


@kernel
def owner(position: BuddelBandePosition, mole: int) -> int:
    """The seat that owns a mole, which is a secret."""
    return (position.owners >> (2 * mole)) & 3


@kernel
def knows_owner(table: BuddelBandeTable, position: BuddelBandePosition, seat: int, mole: int) -> bool:
    """Whether a seat, or a watcher, knows the owner of a mole (BB1, BB7, BB8)."""
    if position.phase == OVER or place(position, mole) == table.last:
        return True
    return seat != WATCHER and (seen_moles(position, seat) >> mole) & 1 == 1


@kernel
def seen_moles(position: BuddelBandePosition, seat: int) -> int:
    """The moles that a seat has been shown, by the deal or by moving them (BB1, BB7)."""
    return (position.seen >> (12 * seat)) & 0xFFF


@kernel
def known_moles(table: BuddelBandeTable, position: BuddelBandePosition, seat: int) -> int:
    """The moles whose owners a seat knows (BB1, BB7, BB8)."""
    known = 0
    moles = table.moles
    while moles:
        mole = lowest(moles)
        moles &= moles - 1
        if knows_owner(table, position, seat, mole):
            known |= 1 << mole
    return known


@kernel
def home_count(position: BuddelBandePosition, seat: int) -> int:
    """The number of a seat's moles at home."""
    return (position.home >> (2 * seat)) & 3


@kernel
def target(table: BuddelBandeTable, position: BuddelBandePosition, mole: int) -> int:
    """The hill that the roll moves a mole to, which is not at home (BB5)."""
    return landing(table, position, place(position, mole), position.symbol)


@kernel
def landing(table: BuddelBandeTable, position: BuddelBandePosition, hill: int, symbol: int) -> int:
    """The next free hill with the symbol; the last hill if there is none (BB5)."""
    ahead = hill + 1
    free = hills_with(table, symbol) & ~position.occupied
    return ahead + lowest(free >> ahead)


@kernel
def move_mole(table: BuddelBandeTable, position: BuddelBandePosition, mole: int) -> BuddelBandePosition:
    """Move a mole. The mover learns its owner; the mole can come home (BB5, BB7, BB8, BB12)."""
    here = place(position, mole)
    there = target(table, position, mole)
    whose = owner(position, mole)
    arrives = there == table.last
    home = position.home + ((1 << (2 * whose)) if arrives else 0)
    wins = arrives and home_count(position, whose) + 1 == MOLES_EACH
    stays = arrives or there == position.dog
    after = BuddelBandePosition(
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
    return end_turn(table, after, next_seat(table, position))


@kernel
def move_dog(table: BuddelBandeTable, position: BuddelBandePosition, hill: int) -> BuddelBandePosition:
    """Move the dog to a hill. This can release one mole and block another (BB6, BB11)."""
    after = BuddelBandePosition(
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
    return end_turn(table, after, next_seat(table, position))


@kernel
def mole_on(position: BuddelBandePosition, hill: int) -> int:
    """The mole on one of the hills 1 to N, as a bit set; empty if there is none."""
    if (position.occupied >> hill) & 1 == 0:
        return 0
    # Compares all twelve places at once: only in a place equal to the hill the highest bit stays 0.
    differs = position.places ^ (hill * ONES)
    equal = HIGH & ~(((differs & LOW) + LOW) | differs)
    return 1 << (lowest(equal) // 5)


@kernel
def next_seat(table: BuddelBandeTable, position: BuddelBandePosition) -> int:
    """Clockwise."""
    return position.seat + 1 if position.seat + 1 < table.players else 0


@kernel
def end_turn(table: BuddelBandeTable, position: BuddelBandePosition, seat: int) -> BuddelBandePosition:
    """End the turn: this seat rolls next, unless the game is over (BB3, BB12, BB13)."""
    turns = position.turns + 1
    over = position.winner >= 0 or turns >= table.turn_limit
    return BuddelBandePosition(
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


def position_before_roll(
    table: BuddelBandeTable, seat: int, turns: int, places: int, owners: int, dog: int, seen: int
) -> BuddelBandePosition:
    """The position with these places; what the moves before it led to is computed from them (BB6, BB8)."""
    hills = {mole: (places >> (5 * mole)) & 31 for mole in members(table.moles)}
    home = [(owners >> (2 * mole)) & 3 for mole, hill in hills.items() if hill == table.last]
    return BuddelBandePosition(
        ROLL,
        seat,
        turns,
        places,
        owners,
        bitset(list(hills.values())) & table.hills,
        bitset([mole for mole, hill in hills.items() if hill not in {dog, table.last}]),
        dog,
        0,
        0,
        DICE,
        seen,
        sum(1 << (2 * whose) for whose in home),
        -1,
    )
