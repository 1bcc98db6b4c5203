"""Names of seats: default names, and the marks that names of computer players have in records."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import NamedTuple

from moleworks.core.messages import N_
from moleworks.record import Record
from moleworks.speech.the_computer import TheComputer
from moleworks.texts import Language

COMPUTER_WORDS: Mapping[str, tuple[str, ...]] = {
    "en": ("computer",),
    "fr": ("ordinateur", "l’ordinateur", "l'ordinateur"),
    "de": ("computer", "rechner"),
}
LEVEL_WORDS: Mapping[str, tuple[str, ...]] = {"en": ("level",), "fr": ("niveau",), "de": ("stufe",)}

COMPUTER_MARK = re.compile(r"(.*\S) \(computer(?:, level ([0-9]{1,2}))?\)", re.IGNORECASE)
"""Matches the name of a computer player in a record, with its mark."""
LEVEL_MARK = re.compile(r"(.*\S) ?(?:\(level ([0-9]{1,2})\)|:([0-9]{1,2}))", re.IGNORECASE)
"""Matches a name such as `Computer 2 (level 4)`, which contains the word computer already."""


class SeatName(NamedTuple):
    """The parts of a seat's name in a record: the bare name, and whether it is a computer of which level."""

    name: str
    computer: bool
    level: int | None = None


def fold_accents(word: str) -> str:
    """Remove accents and capitals.

    >>> fold_accents("Règles"), fold_accents("ZÜGE")
    ('regles', 'zuge')
    """
    return "".join(
        letter
        for letter in unicodedata.normalize("NFKD", word.casefold())
        if not unicodedata.combining(letter)
    )


def is_one_of(word: str, words: Mapping[str, tuple[str, ...]]) -> bool:
    """Whether it is one of these words in any language."""
    return any(word in known for known in words.values())


def parse_seat_name(name: str) -> SeatName:
    """Parse the name of a seat, in any language.

    >>> parse_seat_name("Lina"), parse_seat_name("Mole (computer, level 3)")
    (SeatName(name='Lina', computer=False, level=None), SeatName(name='Mole', computer=True, level=3))
    >>> parse_seat_name("ordinateur 2").computer, parse_seat_name("computer:5")
    (True, SeatName(name='computer', computer=True, level=5))
    """
    if found := COMPUTER_MARK.fullmatch(name):
        return SeatName(found[1], True, int(found[2]) if found[2] else None)
    found = LEVEL_MARK.fullmatch(name)
    if found and _is_computer(found[1]):
        return SeatName(found[1], True, int(found[2] or found[3]))
    return SeatName(name, _is_computer(name))


def _is_computer(name: str) -> bool:
    return is_one_of(fold_accents(name).rstrip(" 0123456789"), COMPUTER_WORDS)


def is_computer(name: str) -> bool:
    """Whether a computer plays a seat with this name.

    >>> [is_computer(name) for name in ("Computer 2", "ordinateur", "Mole (computer)", "Lina")]
    [True, True, True, False]
    """
    return parse_seat_name(name).computer


def add_computer_mark(name: str, level: int, longest: int) -> str:
    """Add the mark of a computer player and its level to a name, as in a record.

    >>> add_computer_mark("Mole", 3, 40), add_computer_mark("Computer 2", 4, 40)
    ('Mole (computer, level 3)', 'Computer 2 (level 4)')
    >>> add_computer_mark("Mole", 1, 23)
    'Mol (computer, level 1)'
    """
    bare = remove_computer_mark(name)
    mark = f" (level {level})" if _is_computer(bare) else f" (computer, level {level})"
    return f"{bare[: longest - len(mark)].rstrip()}{mark}"


def remove_computer_mark(name: str) -> str:
    """Remove the mark of a computer player from a name.

    >>> [remove_computer_mark(name) for name in ("Mole (computer)", "Computer 2 (level 3)", "Lina")]
    ['Mole', 'Computer 2', 'Lina']
    """
    return parse_seat_name(name).name


def default_names(language: Language, humans: tuple[bool, ...]) -> tuple[str, ...]:
    """Names for players who give none; numbered if there are several people or computers.

    >>> from moleworks.texts import language
    >>> default_names(language("en"), (True, False, False))
    ('Player', 'Computer 1', 'Computer 2')
    """
    names = []
    for seat, human in enumerate(humans):
        if humans.count(human) == 1:
            names.append(language.say(N_("Player") if human else N_("Computer")))
        else:  # a text of its own: a name with an article takes no number
            text = N_("Player {number}") if human else N_("Computer {number}")
            names.append(language.say(text, number=humans[: seat + 1].count(human)))
    return tuple(names)


def spoken_names(language: Language, humans: tuple[bool, ...]) -> tuple[str, ...]:
    """Default names for sentences: there the only computer is called "the computer"."""
    names = default_names(language, humans)
    if humans.count(False) != 1:
        return names
    return tuple(name if human else TheComputer(name) for name, human in zip(names, humans, strict=True))


def seat_names(record: Record) -> tuple[str, ...]:
    """The names of the players of a record, without marks if they are still different then."""
    bare = tuple(map(remove_computer_mark, record.seats))
    return bare if len(set(bare)) == len(bare) else record.seats
