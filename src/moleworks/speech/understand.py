"""Read actions and places that are typed in plain words, in every language."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache

from moleworks.core import registry
from moleworks.core.game import AnyGame, State
from moleworks.core.messages import Complaint
from moleworks.speech.game_understanding import GameUnderstanding, Sentence
from moleworks.speech.sentences import Names
from moleworks.speech.table_settings import chosen_setting
from moleworks.speech.vocabulary import COMMON

LONGEST, LONGEST_READ, LONGEST_SHOWN = 80, 200, 40
ELISION = re.compile(r"\b(?:[cdjlmnst]|qu)['’]")
TOO_LARGE_NUMBER = re.compile(r"[0-9]{5}")
READABLE = re.compile(r"[a-z0-9\s.,;:!?|>/()\"“”„«»_→–—-]*")
TOKEN = re.compile(r"[a-z]+|[0-9]+")
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def understand(game: AnyGame, state: State, text: str, lang: str, names: Names = ()) -> str:
    """The name of the action, legal or not; a text that is not understood is returned unchanged.

    The given language is tried first, then the others. At a table whose setting reads in another way, a text
    that is not understood is refused: names of actions are not typed there.
    """
    text = text.strip()
    if len(text) > LONGEST_READ:
        return text[:LONGEST]
    plain = ELISION.sub(" ", _fold(text))
    if chance := _named(game.action_names(state.setup).chance, text):
        return chance
    reader = _reader(game, names)
    if reader is None:
        return _legal_action_named(game, state, text)[:LONGEST]
    for language in sorted(COMMON, key=lambda code: code != lang):
        sentence = _read_sentence(plain, vocabulary_of(game.id, language), reader.LETTERED_PLACES)
        found = sentence and reader.read_action(game, state, sentence)
        if found:
            return found
    if setting := chosen_setting(game.id, names):
        raise Complaint(setting.not_understood, given=text[:LONGEST_SHOWN])
    return text[:LONGEST]


def read_place_name(game: AnyGame, text: str, names: Names = ()) -> str:
    """The name of a place, as for `space`; a text that is not understood is returned unchanged."""
    plain = ELISION.sub(" ", _fold(text[:LONGEST_READ]))
    reader = _reader(game, names)
    if reader is None:
        return text.strip()[:LONGEST]
    for language in COMMON:
        sentence = _read_sentence(plain, vocabulary_of(game.id, language), reader.LETTERED_PLACES)
        found = sentence and reader.read_place(sentence)
        if found:
            return found
    return text.strip()[:LONGEST]


def _reader(game: AnyGame, names: Names) -> GameUnderstanding[State] | None:
    setting = chosen_setting(game.id, names)
    return setting.understand if setting else registry.part(game.id, "understand", GameUnderstanding)


def _legal_action_named(game: AnyGame, state: State, text: str) -> str:
    """The legal action of that name, ignoring case, for games without an `understand` module."""
    return _named((game.name(state, action) for action in game.legal(state)), text) or text


def _named(names: Iterable[str], text: str) -> str | None:
    """The name that is the text, ignoring case."""
    return next((name for name in names if name.casefold() == text.casefold()), None)


def _fold(text: str) -> str:
    """Small letters without accents.

    >>> _fold("Großer Bâton E5")
    'grosser baton e5'
    """
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


@cache
def vocabulary_of(game: str, language: str) -> Mapping[str, str]:
    """The meaning of each word of a language; words with an umlaut are included in both spellings."""
    reader = registry.part(game, "understand", GameUnderstanding)
    own = reader.VOCABULARY.get(language, {}) if reader else {}
    return {
        _fold(written): kind
        for kind, words in (*COMMON[language].items(), *own.items())
        for word in words.split()
        for written in (word, word.translate(UMLAUTS))
    }


def _read_sentence(plain: str, words: Mapping[str, str], places: bool) -> Sentence | None:
    """The contents of a sentence; None if a word is unknown or a number is too large for any board."""
    if TOO_LARGE_NUMBER.search(plain) or not READABLE.fullmatch(plain):
        return None
    sentence = Sentence([], [], [])
    tokens = TOKEN.findall(plain)
    while tokens:
        token = tokens.pop(0)
        if places and len(token) == 1 and token.isalpha() and tokens and tokens[0].isdigit():
            sentence.places.append(f"{token}{int(tokens.pop(0))}")
        elif token.isdigit():
            sentence.numbers.append(int(token))
        elif token not in words:
            return None
        elif words[token] != "filler":
            sentence.kinds.append(words[token])
    return sentence
