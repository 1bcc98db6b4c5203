"""The names of the moles, animals, symbols and die faces of Buddel Bande."""

from __future__ import annotations

from moleworks.core.messages import N_, Message

EMBLEMS = {"ant": N_("ant"), "ladybird": N_("ladybird"), "earthworm": N_("earthworm"), "snail": N_("snail")}
"""The animals, of which each player has one."""
ANIMALS = tuple(EMBLEMS.values())
SIZES = {"S": N_("small"), "M": N_("medium"), "L": N_("large")}
MOLES = {"S": N_("small mole {number}"), "M": N_("medium mole {number}"), "L": N_("large mole {number}")}
SYMBOLS = {"c": N_("clover"), "l": N_("leaf"), "f": N_("flower")}
FACES = {
    "S": N_("small mole"),
    "M": N_("medium mole"),
    "L": N_("large mole"),
    "A": N_("any mole"),
    "D": N_("dog"),
    "E": N_("dog or any mole"),
}


def animal(number: int) -> Message:
    """The animal on the underside of a player's moles: that of the seat, unless another was chosen.

    >>> str(animal(3))
    'snail'
    """
    return Message(ANIMALS[number])


def size(letter: str) -> Message:
    """A size of moles: `S`, `M` or `L`."""
    return Message(SIZES[letter])


def mole(name: str) -> Message:
    """A mole by its name.

    >>> str(mole("M2"))
    'medium mole 2'
    """
    return Message(MOLES[name[0]], {"number": name[1:]})


def symbol(letter: str) -> Message:
    """The symbol on a hill: `c`, `l` or `f`."""
    return Message(SYMBOLS[letter])


def face(letter: str) -> Message:
    """A face of the mole die."""
    return Message(FACES[letter])
