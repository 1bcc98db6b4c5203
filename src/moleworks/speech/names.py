"""What seats are called: names for those who give none, and what a name tells of who plays there."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import NamedTuple

from moleworks.games.game import N_
from moleworks.record import Record
from moleworks.texts import Language

COMPUTER: Mapping[str, tuple[str, ...]] = {
    "en": ("computer",),
    "fr": ("ordinateur",),
    "de": ("computer", "rechner"),
}
GRADES: Mapping[str, tuple[str, ...]] = {"en": ("level",), "fr": ("niveau",), "de": ("stufe",)}

MARK = re.compile(r"(.*\S) \(computer(?:, level ([0-9]{1,2}))?\)", re.IGNORECASE)
"""Behind the name of a computer seat in a record, whatever the language."""
GRADE = re.compile(r"(.*\S) ?(?:\(level ([0-9]{1,2})\)|:([0-9]{1,2}))", re.IGNORECASE)
"""Behind a name that says by itself that a computer plays."""


class Seat(NamedTuple):
    """A seat as its name tells: what it is called, whether a computer plays there, and how well."""

    name: str
    computer: bool
    level: int | None = None


def folded(word: str) -> str:
    """A word without accents and capitals, as somebody in a hurry types it.

    >>> folded("Règles"), folded("ZÜGE")
    ('regles', 'zuge')
    """
    return "".join(
        letter
        for letter in unicodedata.normalize("NFKD", word.casefold())
        if not unicodedata.combining(letter)
    )


def means(word: str, words: Mapping[str, tuple[str, ...]]) -> bool:
    """Whether it is one of these words in any language."""
    return any(word in known for known in words.values())


def seat_of(name: str) -> Seat:
    """What a name says of the seat, in whatever language it was written.

    >>> seat_of("Lina"), seat_of("Mole (computer, level 3)")
    (Seat(name='Lina', computer=False, level=None), Seat(name='Mole', computer=True, level=3))
    >>> seat_of("ordinateur 2"), seat_of("computer:5")
    (Seat(name='ordinateur 2', computer=True, level=None), Seat(name='computer', computer=True, level=5))
    """
    if found := MARK.fullmatch(name):
        return Seat(found[1], True, int(found[2]) if found[2] else None)
    found = GRADE.fullmatch(name)
    if found and _is_computer(found[1]):
        return Seat(found[1], True, int(found[2] or found[3]))
    return Seat(name, _is_computer(name))


def _is_computer(name: str) -> bool:
    return means(folded(name).rstrip(" 0123456789"), COMPUTER)


def is_computer(name: str) -> bool:
    """Whether a seat of this name is played by the computer.

    >>> [is_computer(name) for name in ("Computer 2", "ordinateur", "Mole (computer)", "Lina")]
    [True, True, True, False]
    """
    return seat_of(name).computer


def marked(name: str, level: int, longest: int) -> str:
    """The name of a computer seat as a record keeps it, so that whoever reads it knows what plays there.

    >>> marked("Mole", 3, 40), marked("Computer 2", 4, 40), marked("Mole", 1, 23)
    ('Mole (computer, level 3)', 'Computer 2 (level 4)', 'Mol (computer, level 1)')
    """
    bare = unmarked(name)
    mark = f" (level {level})" if _is_computer(bare) else f" (computer, level {level})"
    return f"{bare[: longest - len(mark)].rstrip()}{mark}"


def unmarked(name: str) -> str:
    """The name without the mark of a computer seat.

    >>> unmarked("Mole (computer)"), unmarked("Computer 2 (level 3)"), unmarked("Lina")
    ('Mole', 'Computer 2', 'Lina')
    """
    return seat_of(name).name


def default_names(language: Language, humans: tuple[bool, ...]) -> tuple[str, ...]:
    """What players are called who give no name; numbered where there are several of a kind.

    >>> from moleworks.texts import language
    >>> default_names(language("en"), (True, False, False))
    ('Player', 'Computer 1', 'Computer 2')
    """
    names = []
    for seat, human in enumerate(humans):
        word = language.say(N_("Player")) if human else language.say(N_("Computer"))
        names.append(f"{word} {humans[: seat + 1].count(human)}" if humans.count(human) > 1 else word)
    return tuple(names)


def seat_names(record: Record) -> tuple[str, ...]:
    """What the players of a record are called; their marks are left out if that leaves them different."""
    bare = tuple(map(unmarked, record.seats))
    return bare if len(set(bare)) == len(bare) else record.seats
