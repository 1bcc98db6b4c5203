"""Words of a player that are no action: commands, yes and no. The English ones work in every language."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import NamedTuple

from moleworks.games.game import N_


class Command(NamedTuple):
    """What a player can ask for besides acting: its words by language (the first is shown), what it does."""

    words: Mapping[str, tuple[str, ...]]
    does: str
    takes: str = ""
    """What to write after it, if anything."""
    needs: bool = False
    """Whether it is nothing without that."""


COMMANDS: Mapping[str, Command] = {
    "legal": Command(
        {"en": ("legal",), "fr": ("coups", "possibles"), "de": ("züge", "zuege", "möglich", "moeglich")},
        N_("what you can do now, or only there"),
        N_("[SPACE]"),
    ),
    "why": Command(
        {"en": ("why",), "fr": ("pourquoi",), "de": ("warum",)},
        N_("whether an action is allowed, and if not, by which rule"),
        N_("ACTION"),
        needs=True,
    ),
    "hint": Command(
        {"en": ("hint",), "fr": ("indice", "conseil"), "de": ("tipp", "hinweis")},
        N_("the three best things you can do, and why"),
    ),
    "show": Command(
        {"en": ("show",), "fr": ("montre", "montrer"), "de": ("zeige", "zeig")},
        N_("the board, and how the game stands"),
    ),
    "look": Command(
        {"en": ("look",), "fr": ("regarde", "regarder"), "de": ("schau", "schaue")},
        N_("what is on a space"),
        N_("SPACE"),
        needs=True,
    ),
    "around": Command(
        {"en": ("around",), "fr": ("autour",), "de": ("ringsum",)},
        N_("what is around a space"),
        N_("SPACE"),
        needs=True,
    ),
    "peek": Command(
        {"en": ("peek",), "fr": ("secret",), "de": ("geheim", "spicken")},
        N_("what only you know, then hidden again"),
    ),
    "log": Command({"en": ("log",), "fr": ("journal",), "de": ("verlauf",)}, N_("all that has happened")),
    "last": Command(
        {"en": ("last",), "fr": ("dernier", "dernière"), "de": ("letzter", "letzte", "letztes")},
        N_("what happened last, once more"),
    ),
    "undo": Command(
        {"en": ("undo",), "fr": ("annule", "annuler"), "de": ("zurück", "zurueck")},
        N_("take back your last action"),
    ),
    "level": Command(
        {"en": ("level",), "fr": ("niveau",), "de": ("stufe", "spielstufe")},
        N_("how well the computer plays, or shall play: 1 to 7"),
        N_("[NUMBER] [NAME]"),
    ),
    "rules": Command(
        {"en": ("rules",), "fr": ("règles",), "de": ("regeln",)},
        N_("the rules of this game, or where a numbered one is explained"),
        N_("[RULE]"),
    ),
    "save": Command(
        {"en": ("save",), "fr": ("enregistre", "enregistrer"), "de": ("speichern", "speichere")},
        N_("keep the game in a file"),
        N_("[FILE]"),
    ),
    "load": Command(
        {"en": ("load",), "fr": ("charge", "charger"), "de": ("lade", "laden")},
        N_("go on with a game from a file"),
        N_("FILE"),
        needs=True,
    ),
    "record": Command(
        {"en": ("record",), "fr": ("partie",), "de": ("protokoll",)}, N_("the game as it would be kept")
    ),
    "help": Command({"en": ("help", "?"), "fr": ("aide",), "de": ("hilfe",)}, N_("this list")),
    "quit": Command(
        {"en": ("quit", "exit", "q"), "fr": ("quitter",), "de": ("beenden", "verlassen")},
        N_("leave the game"),
    ),
}

CHANCE_WORDS: Mapping[str, tuple[str, ...]] = {
    "en": ("roll", "flip"),
    "fr": ("lance", "lancer", "retourne", "retourner"),
    "de": ("würfeln", "wuerfeln", "würfle", "aufdecken", "umdrehen"),
}
YES: Mapping[str, tuple[str, ...]] = {"en": ("y", "yes"), "fr": ("o", "oui"), "de": ("j", "ja")}
NO: Mapping[str, tuple[str, ...]] = {"en": ("n", "no"), "fr": ("n", "non"), "de": ("n", "nein")}
COMPUTER: Mapping[str, tuple[str, ...]] = {
    "en": ("computer",),
    "fr": ("ordinateur",),
    "de": ("computer", "rechner"),
}
HUMAN = "human"
GRADES: Mapping[str, tuple[str, ...]] = {"en": ("level",), "fr": ("niveau",), "de": ("stufe",)}

MARK = re.compile(r"(.*\S) \(computer(?:, level ([0-9]{1,2}))?\)", re.IGNORECASE)
"""Behind the name of a computer seat in a record, whatever the language."""
GRADE = re.compile(r"(.*\S) ?(?:\(level ([0-9]{1,2})\)|:([0-9]{1,2}))", re.IGNORECASE)
"""Behind a name that says by itself that a computer plays."""
KIND = re.compile(r"([a-z]*)[ :,]*([a-z]*)[ :]*([0-9]{0,2})")


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


def command(line: str, code: str) -> tuple[str, str] | None:
    """The command in a line, and what stands after it; None if the line is none.

    >>> command("save my game.txt", "en"), command("Règles", "fr"), command("rod c3 d3", "en")
    (('save', 'my game.txt'), ('rules', ''), None)
    """
    first, _, rest = line.partition(" ")
    for name, known in COMMANDS.items():
        if _among(first, known.words, code):
            return name, rest.strip()
    return None


def word(name: str, code: str) -> str:
    """A command as it is typed in a language.

    >>> word("rules", "fr")
    'règles'
    """
    words = COMMANDS[name].words
    return words.get(code, words["en"])[0]


def is_chance(line: str, code: str) -> bool:
    """Whether the player lets chance act."""
    return not line or _among(line, CHANCE_WORDS, code)


def is_yes(line: str, code: str) -> bool:
    """
    >>> is_yes("Yes", "de"), is_yes("ja", "de"), is_yes("", "de")
    (True, True, False)
    """
    return _among(line, YES, code)


def is_no(line: str, code: str) -> bool:
    return _among(line, NO, code)


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
    return _means(folded(name).rstrip(" 0123456789"), COMPUTER)


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


def kind(text: str) -> Seat | None:
    """Who shall sit there, as it is written on the command line; None if that is nothing.

    >>> [kind(text) for text in ("human", "computer")]
    [Seat(name='', computer=False, level=None), Seat(name='', computer=True, level=None)]
    >>> kind("computer:3") == kind("Computer level 3") == kind("computer3") == kind("niveau 3")
    True
    >>> kind("cat"), kind("3")
    (None, None)
    """
    if folded(text) == HUMAN:
        return Seat("", False)
    found = KIND.fullmatch(folded(text))
    if not found:
        return None
    first, second, number = found.groups()
    graded = _means(first, GRADES) and not second
    if not graded and not (_means(first, COMPUTER) and (not second or _means(second, GRADES))):
        return None
    if not number:
        return None if graded or second else Seat("", True)
    return Seat("", True, int(number))


def _means(word: str, words: Mapping[str, tuple[str, ...]]) -> bool:
    """Whether it is one of these words in any language."""
    return any(word in known for known in words.values())


def _among(word: str, words: Mapping[str, tuple[str, ...]], code: str) -> bool:
    return folded(word) in {folded(known) for known in (*words["en"], *words.get(code, ()))}
