"""Plain words into the name of an action, in three languages; the game says whether it may be played."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

from moleworks.games import Game
from moleworks.speech.facts import track
from moleworks.speech.mole_hill import rod_between
from moleworks.speech.vocabulary import VOCABULARIES

LONGEST, LONGEST_READ = 80, 200
CHANCE_NAME = re.compile(r"=[0-9]{1,4}|=[a-z][a-z]|deal:[a-z]=[0-9]{1,4}")
ELISION = re.compile(r"\b(?:[cdjlmnst]|qu)['’]")
TOO_MUCH = re.compile(r"[0-9]{5}")
READABLE = re.compile(r"[a-z0-9\s.,;:!?|>/()\"“”„«»_→–—-]*")
TOKEN = re.compile(r"[a-z]+|[0-9]+")
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


class Heard(NamedTuple):
    """What there is in a sentence, in order, without its fillers."""

    kinds: list[str]
    """What its words stand for: see `vocabulary`."""
    places: list[str]
    """Squares or spaces; where there are none, a letter is a word of its own."""
    numbers: list[int]


def understand(game: Game[Any], state: Any, text: str, lang: str) -> str:
    """The name of the action that is meant, legal or not; what is not understood comes back as it was.

    A sentence is read in the given language first, then in the others.
    """
    text = text.strip()
    if len(text) > LONGEST_READ:
        return text[:LONGEST]
    plain = ELISION.sub(" ", _plain(text))
    if CHANCE_NAME.fullmatch(plain):
        return _chance(plain)
    for language in sorted(VOCABULARIES, key=lambda code: code != lang):
        heard = _read(plain, words_of(language), places=game.id != "buddel-bande")
        found = heard and READERS[game.id](game, state, heard)
        if found:
            return found
    return text[:LONGEST]


def place_named(game: Game[Any], text: str) -> str:
    """The place that is meant, as `space` knows it; what is not understood comes back as it was."""
    plain = ELISION.sub(" ", _plain(text[:LONGEST_READ]))
    for language in VOCABULARIES:
        heard = _read(plain, words_of(language), places=game.id != "buddel-bande")
        found = heard and _place(heard)
        if found:
            return found
    return text.strip()[:LONGEST]


def _place(heard: Heard) -> str | None:
    match heard.places, list(dict.fromkeys(heard.kinds)), heard.numbers:
        case [space], [], []:
            return space
        case [near, far], [] | ["rod"], []:
            return rod_between(near, far)
        case [], ["small" | "medium" | "large" as size], [slot]:
            return f"{size[0].upper()}{slot}"
        case [], ["haystack" | "home" | "dog" as word], []:
            return word
        case [], [], [hill]:
            return str(hill)
    return None


def _plain(text: str) -> str:
    """Small letters without accents.

    >>> _plain("Großer Bâton E5")
    'grosser baton e5'
    """
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


@cache
def words_of(language: str) -> Mapping[str, str]:
    """What each word of a language stands for; words with an umlaut in both ways of writing them."""
    return {
        _plain(written): kind
        for kind, words in VOCABULARIES[language].items()
        for word in words.split()
        for written in (word, word.translate(UMLAUTS))
    }


def _chance(name: str) -> str:
    """What dice, discs or a deal did, with its capital."""
    start = name.index(":" if ":" in name else "=") + 1
    return name[:start] + name[start:].replace(name[start], name[start].upper(), 1)


def _read(plain: str, words: Mapping[str, str], places: bool) -> Heard | None:
    """The sentence by its words, or None if one of them is unknown or no board has such a number."""
    if TOO_MUCH.search(plain) or not READABLE.fullmatch(plain):
        return None
    heard = Heard([], [], [])
    tokens = TOKEN.findall(plain)
    while tokens:
        token = tokens.pop(0)
        if places and len(token) == 1 and token.isalpha() and tokens and tokens[0].isdigit():
            heard.places.append(f"{token}{int(tokens.pop(0))}")
        elif token.isdigit():
            heard.numbers.append(int(token))
        elif token not in words:
            return None
        elif words[token] != "filler":
            heard.kinds.append(words[token])
    return heard


def _mole_hill(game: Game[Any], state: Any, heard: Heard) -> str | None:
    if heard.numbers or set(heard.kinds) - {"rod", "step"}:
        return None
    rod, step = "rod" in heard.kinds, "step" in heard.kinds
    match heard.places:
        case [square] if not rod:
            return square
        case [near, far] if near != far:
            phase = game.phase(state)
            from_here = phase == "step" and near == game.view(state, None)["mole"]
            if not rod and (from_here or (step and phase == "rod")):
                return far
            return rod_between(near, far)
    return None


def _mole_company(game: Game[Any], state: Any, heard: Heard) -> str | None:
    kinds = set(heard.kinds) - {"step"}
    if heard.numbers or (kinds and heard.places):
        return None
    match heard.places, sorted(kinds):
        case [space], []:
            return space
        case [start, end], []:
            return f"{start}-{end}"
        case [], ["pass"]:
            return "stop" if game.phase(state) == "bonus" else "wait"
        case [], ["flip" | "stop" | "wait" as word]:
            return word
    return None


def _buddel_bande(game: Game[Any], state: Any, heard: Heard) -> str | None:
    match sorted(set(heard.kinds) - {"step"}), heard.numbers:
        case ["pass"], []:
            return "pass"
        case ["dog"], [hill]:
            return f"dog>{hill}"
        case ["dog", "home"], []:
            return "dog>home"
        case ["small" | "medium" | "large" as size], [slot]:
            return _whole(game, state, f"{size[0].upper()}{slot}")
        case ["small" | "medium" | "large" as size], [slot, hill]:
            return f"{size[0].upper()}{slot}>{hill}"
        case ["home", "small" | "medium" | "large" as size], [slot]:
            return f"{size[0].upper()}{slot}>home"
    return None


def _whole(game: Game[Any], state: Any, mole: str) -> str:
    """The move of a mole to where the dice take it, or would: so no refusal is about its goal."""
    view, way = game.view(state, None), track(state)
    if mole in view["moles"] and view["dice"]:
        taken = {other["at"] for other in view["moles"].values()}
        for hill in range(view["moles"][mole]["at"] + 1, way.last):
            if way.symbols[hill - 1] == view["dice"][1] and hill not in taken:
                return f"{mole}>{hill}"
    return f"{mole}>home"


READERS: Mapping[str, Callable[[Game[Any], Any, Heard], str | None]] = {
    "mole-hill": _mole_hill,
    "mole-company": _mole_company,
    "buddel-bande": _buddel_bande,
}
