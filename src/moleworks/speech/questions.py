"""Questions that a player can type about a match, by language and meaning; English words work everywhere.

>>> parse("Where is my mole?", "en"), parse("Autour de c3", "fr")
(TypedQuestion(about='where', rest='my mole'), TypedQuestion(about='around', rest='de c3'))
>>> parse("rod c3 d3", "en") is None
True
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from moleworks.core.messages import N_
from moleworks.speech.seat_names import fold_accents


class TypedCommand(NamedTuple):
    """Something to type that is no action: its words by language (the first is shown), and what it does."""

    words: Mapping[str, tuple[str, ...]]
    does: str
    takes: str = ""
    """A description of what comes after it, if anything does."""
    needs: bool = False
    """Whether that is required."""


class TypedQuestion(NamedTuple):
    """What was asked: the name of the question, and the text after its words."""

    about: str
    rest: str


QUESTIONS: Mapping[str, TypedCommand] = {
    "legal": TypedCommand(
        {
            "en": ("legal", "possible", "what can i do", "what is possible"),
            "fr": ("coups", "possibles", "possible", "que puis-je faire", "qu'est-ce qui est possible"),
            "de": ("züge", "möglich", "was kann ich tun", "was ist möglich"),
        },
        N_("what you can do now, or only there"),
        N_("[SPACE]"),
    ),
    "why": TypedCommand(
        {
            "en": ("why", "why not", "can i", "may i"),
            "fr": ("pourquoi", "pourquoi pas", "puis-je", "est-ce que je peux"),
            "de": ("warum", "warum nicht", "kann ich", "darf ich"),
        },
        N_("whether an action is allowed, and if not, by which rule"),
        N_("ACTION"),
        needs=True,
    ),
    "what if": TypedCommand(
        {
            "en": ("what if", "what happens if", "suppose"),
            "fr": ("et si", "que se passe-t-il si", "supposons"),
            "de": ("was wäre wenn", "was wenn", "was passiert bei", "angenommen"),
        },
        N_("what an action would do, without playing it"),
        N_("ACTION"),
        needs=True,
    ),
    "show": TypedCommand(
        {
            "en": ("show", "position", "board"),
            "fr": ("montre", "montrer", "position", "plateau"),
            "de": ("zeige", "zeig", "stellung", "brett"),
        },
        N_("the board, and how the game stands"),
    ),
    "turn": TypedCommand(
        {
            "en": ("whose turn", "whose turn is it", "what now", "what to do"),
            "fr": ("à qui", "à qui est-ce", "à qui le tour", "à qui de jouer", "que faire"),
            "de": ("wer ist dran", "wer ist am zug", "dran", "was tun"),
        },
        N_("whose turn it is, and what to do"),
    ),
    "score": TypedCommand(
        {
            "en": ("score", "points", "how many points", "who is winning"),
            "fr": ("score", "points", "combien de points", "qui gagne"),
            "de": ("punkte", "punktestand", "stand", "spielstand", "wie steht es", "wer gewinnt"),
        },
        N_("the points, and how far the game is"),
    ),
    "where": TypedCommand(
        {
            "en": ("where", "where is", "where are", "my pieces"),
            "fr": ("où", "où est", "où sont", "où se trouve", "mes pièces"),
            "de": ("wo", "wo ist", "wo sind", "wo steht", "wo stehen", "meine figuren"),
        },
        N_("where your pieces are, or those of a player, or one piece"),
        N_("[NAME]"),
    ),
    "look": TypedCommand(
        {
            "en": ("look", "look at", "what is on", "what is in", "what is at"),
            "fr": ("regarde", "regarder", "qu'y a-t-il en", "qu'y a-t-il sur", "qu'est-ce qu'il y a en"),
            "de": ("schau", "schaue", "was ist auf", "was liegt auf", "was steht auf"),
        },
        N_("what is on a space"),
        N_("SPACE"),
        needs=True,
    ),
    "around": TypedCommand(
        {
            "en": ("around", "what is around", "near", "what is near"),
            "fr": ("autour", "qu'y a-t-il autour", "près de"),
            "de": ("ringsum", "rund um", "was ist um", "was ist rund um", "neben", "was ist neben"),
        },
        N_("what is around a space"),
        N_("SPACE"),
        needs=True,
    ),
    "last": TypedCommand(
        {
            "en": ("last", "what happened", "last move", "last action"),
            "fr": ("dernier", "dernière", "dernier coup", "que s'est-il passé"),
            "de": ("letzter", "letzte", "letztes", "letzter zug", "was ist passiert", "was war zuletzt"),
        },
        N_("what happened last, once more"),
    ),
    "rules": TypedCommand(
        {"en": ("rules", "rule"), "fr": ("règles", "règle"), "de": ("regeln", "regel")},
        N_("the rules of this game, or one of them by its number"),
        N_("[RULE]"),
    ),
    "help": TypedCommand(
        {
            "en": ("help", "?", "what can i ask"),
            "fr": ("aide", "que puis-je demander"),
            "de": ("hilfe", "was kann ich fragen"),
        },
        N_("this list"),
    ),
}
MINE: Mapping[str, str] = {
    "en": "i me my mine am",
    "fr": "je me moi mon ma mes suis",
    "de": "ich mich mein meine meinen meiner meines bin",
}
"""Words of somebody who asks about their own pieces."""

WORD = re.compile(r"[^\W_]+")
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
MARKS = " .,;:!?¿¡…"


def parse(line: str, code: str) -> TypedQuestion | None:
    """The question in a line; None if it is none. The longest words that fit count."""
    line = unicodedata.normalize("NFC", line).strip()
    if line == "?":
        return TypedQuestion("help", "")
    found = list(WORD.finditer(line))
    words = tuple(fold_accents(word[0]) for word in found)
    known = _known_phrases(code)
    for count in range(min(len(words), max(map(len, known))), 0, -1):
        about = known.get(words[:count])
        if about is not None:
            return TypedQuestion(about, line[found[count - 1].end() :].strip(MARKS))
    return None


def first_word(about: str, code: str) -> str:
    """The words of a question that are shown in a language.

    >>> first_word("rules", "fr")
    'règles'
    """
    words = QUESTIONS[about].words
    return words.get(code, words["en"])[0]


def is_about_me(text: str) -> bool:
    """Whether a text is about the pieces of the one who asks, in any language.

    >>> is_about_me("is my mole"), is_about_me("Lina")
    (True, False)
    """
    mine = {word for words in MINE.values() for word in words.split()}
    return not mine.isdisjoint(fold_accents(word) for word in WORD.findall(text))


@cache
def _known_phrases(code: str) -> Mapping[tuple[str, ...], str]:
    """The questions by their words, without accents; words with an umlaut in both spellings."""
    return {
        tuple(map(fold_accents, WORD.findall(spelled))): about
        for about, known in QUESTIONS.items()
        for phrase in (*known.words["en"], *known.words.get(code, ()))
        if phrase != "?"
        for spelled in (phrase, phrase.translate(UMLAUTS))
    }
