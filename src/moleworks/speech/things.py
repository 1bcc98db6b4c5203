"""What the things of the three games are called, to be said or to be written beside them."""

from __future__ import annotations

from moleworks.games import Message
from moleworks.games.game import N_
from moleworks.speech.parts import say

ANIMALS = (N_("ant"), N_("ladybird"), N_("earthworm"), N_("snail"))
TEAMS = (N_("sky"), N_("yellow"), N_("vermilion"), N_("black"))
BOARDS = (N_("the green board"), N_("the dark red board"), N_("the light brown board"), N_("the blue board"))
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


def animal(seat: int) -> Message:
    """Whose picture a seat has under its moles in Buddel Bande.

    >>> str(animal(3))
    'snail'
    """
    return say(ANIMALS[seat])


def team(seat: int) -> Message:
    """The colour of a seat's moles in Mole Company."""
    return say(TEAMS[seat])


def board(level: int) -> Message:
    """A board of Mole Company; the top one has level 1."""
    return say(BOARDS[level - 1])


def size(letter: str) -> Message:
    """A size of moles in Buddel Bande: `S`, `M` or `L`."""
    return say(SIZES[letter])


def mole(name: str) -> Message:
    """A mole of Buddel Bande.

    >>> str(mole("M2"))
    'medium mole 2'
    """
    return say(MOLES[name[0]], number=name[1:])


def symbol(letter: str) -> Message:
    """What a hill of Buddel Bande shows: `c`, `l` or `f`."""
    return say(SYMBOLS[letter])


def face(letter: str) -> Message:
    """What the mole die of Buddel Bande shows."""
    return say(FACES[letter])
