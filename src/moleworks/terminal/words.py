"""Words of a player that are no action: commands, yes and no. The English ones work in every language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from moleworks.games.game import N_
from moleworks.speech.names import COMPUTER, GRADES, Seat, folded, means


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
HUMAN = "human"
KIND = re.compile(r"([a-z]*)[ :,]*([a-z]*)[ :]*([0-9]{0,2})")


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
    graded = means(first, GRADES) and not second
    if not graded and not (means(first, COMPUTER) and (not second or means(second, GRADES))):
        return None
    if not number:
        return None if graded or second else Seat("", True)
    return Seat("", True, int(number))


def _among(word: str, words: Mapping[str, tuple[str, ...]], code: str) -> bool:
    return folded(word) in {folded(known) for known in (*words["en"], *words.get(code, ()))}
