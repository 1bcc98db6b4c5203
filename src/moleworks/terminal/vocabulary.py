"""Parse commands, yes and no, and kinds of seats. English words work in every language."""

from __future__ import annotations

import re
from collections.abc import Mapping

from moleworks.core.messages import N_
from moleworks.speech import questions
from moleworks.speech.questions import QUESTIONS, TypedCommand
from moleworks.speech.seat_names import COMPUTER_WORDS, LEVEL_WORDS, SeatName, fold_accents, is_one_of

COMMANDS: Mapping[str, TypedCommand] = {
    **{name: known for name, known in QUESTIONS.items() if name != "help"},
    "hint": TypedCommand(
        {"en": ("hint",), "fr": ("conseil", "indice"), "de": ("tipp", "hinweis")},
        N_("the three best things you can do, and why"),
    ),
    "peek": TypedCommand(
        {"en": ("peek",), "fr": ("secret",), "de": ("geheim", "spicken")},
        N_("what only you know, then hidden again"),
    ),
    "log": TypedCommand(
        {"en": ("log",), "fr": ("journal",), "de": ("verlauf",)}, N_("all that has happened")
    ),
    "undo": TypedCommand(
        {"en": ("undo",), "fr": ("annule", "annuler"), "de": ("zurück", "zurueck")},
        N_("undo your last action"),
    ),
    "level": TypedCommand(
        {"en": ("level",), "fr": ("niveau",), "de": ("stufe", "spielstufe")},
        N_("how well the computer plays, or shall play: 1 to 7"),
        N_("[NUMBER] [NAME]"),
    ),
    "save": TypedCommand(
        {"en": ("save",), "fr": ("enregistre", "enregistrer"), "de": ("speichern", "speichere")},
        N_("keep the game in a file"),
        N_("[FILE]"),
    ),
    "load": TypedCommand(
        {"en": ("load",), "fr": ("charge", "charger"), "de": ("lade", "laden")},
        N_("go on with a game from a file"),
        N_("FILE"),
        needs=True,
    ),
    "record": TypedCommand(
        {"en": ("record",), "fr": ("partie",), "de": ("protokoll",)}, N_("the game as it would be kept")
    ),
    "help": QUESTIONS["help"],
    "quit": TypedCommand(
        {"en": ("quit", "exit", "q"), "fr": ("quitter",), "de": ("beenden", "verlassen")},
        N_("leave the game"),
    ),
}
"""The questions, and what only a terminal does."""

CHANCE_WORDS: Mapping[str, tuple[str, ...]] = {
    "en": ("roll", "flip"),
    "fr": ("lance", "lancer", "retourne", "retourner"),
    "de": ("würfeln", "wuerfeln", "würfle", "aufdecken", "umdrehen"),
}
YES: Mapping[str, tuple[str, ...]] = {"en": ("y", "yes"), "fr": ("o", "oui"), "de": ("j", "ja")}
NO: Mapping[str, tuple[str, ...]] = {"en": ("n", "no"), "fr": ("n", "non"), "de": ("n", "nein")}
HUMAN = "human"
KIND = re.compile(r"([a-z]*)[ :,]*([a-z]*)[ :]*([0-9]{0,2})")


def parse_command(line: str, code: str) -> tuple[str, str] | None:
    """The command or question in a line and the text after it; None if the line is neither.

    >>> parse_command("save my game.txt", "en"), tuple(parse_command("Règles", "fr") or ())
    (('save', 'my game.txt'), ('rules', ''))
    >>> parse_command("rod c3 d3", "en") is None
    True
    """
    first, _, rest = line.partition(" ")
    for name, known in COMMANDS.items():
        if name not in QUESTIONS and _among(first, known.words, code):
            return name, rest.strip()
    return questions.parse(line, code)


def command_word(name: str, code: str) -> str:
    """The word of a command in a language.

    >>> command_word("rules", "fr")
    'règles'
    """
    words = COMMANDS[name].words
    return words.get(code, words["en"])[0]


def is_chance(line: str, code: str) -> bool:
    """Whether a line tells chance to act."""
    return not line or _among(line, CHANCE_WORDS, code)


def is_yes(line: str, code: str) -> bool:
    """Whether a line means yes in this language or in English.

    >>> is_yes("Yes", "de"), is_yes("ja", "de"), is_yes("", "de")
    (True, True, False)
    """
    return _among(line, YES, code)


def is_no(line: str, code: str) -> bool:
    """Whether a line means no in this language or in English."""
    return _among(line, NO, code)


def parse_seat(text: str) -> SeatName | None:
    """Parse the kind of a seat, as on the command line; None if it is none.

    >>> [parse_seat(text) for text in ("human", "computer")]
    [SeatName(name='', computer=False, level=None), SeatName(name='', computer=True, level=None)]
    >>> {parse_seat(text) for text in ("computer:3", "Computer level 3", "computer3", "niveau 3")}
    {SeatName(name='', computer=True, level=3)}
    >>> parse_seat("cat"), parse_seat("3")
    (None, None)
    """
    if fold_accents(text) == HUMAN:
        return SeatName("", False)
    found = KIND.fullmatch(fold_accents(text))
    if not found:
        return None
    first, second, number = found.groups()
    graded = is_one_of(first, LEVEL_WORDS) and not second
    if not graded and not (
        is_one_of(first, COMPUTER_WORDS) and (not second or is_one_of(second, LEVEL_WORDS))
    ):
        return None
    if not number:
        return None if graded or second else SeatName("", True)
    return SeatName("", True, int(number))


def _among(word: str, words: Mapping[str, tuple[str, ...]], code: str) -> bool:
    return fold_accents(word) in {fold_accents(known) for known in (*words["en"], *words.get(code, ()))}
