"""Describe games in sentences, and read actions that are typed in plain words.

Every sentence is a `Message` and is translated in `texts`. What a seat is told depends only on what that seat
may know; without a seat, on what everybody may know.

>>> from moleworks.record import Match
>>> match = Match.begin("mole-hill")
>>> match.play(["e5", "c3|d3"])
>>> str(ask(match.game, match.state, ["Lina", "Max"]))
'Lina (mole): step to a square next to e5.'
>>> understand(match.game, match.state, "jump to D4, please", "en")
'd4'
"""

from __future__ import annotations

import re

from moleworks.core import registry
from moleworks.core.game import AnyGame, Setup, State, View
from moleworks.core.messages import Message, Refusal
from moleworks.speech import plain_words
from moleworks.speech.brief import ActionSentences, briefly
from moleworks.speech.game_understanding import GameUnderstanding
from moleworks.speech.game_words import BoardMap, GameWords
from moleworks.speech.second_person import Part, You, address
from moleworks.speech.sentences import Names, decimal, with_player_names
from moleworks.speech.table_settings import chosen_setting
from moleworks.speech.team_names import team
from moleworks.speech.the_computer import TheComputer, with_article
from moleworks.speech.understand import read_place_name, understand
from moleworks.texts import Language

__all__ = [
    "ActionSentences",
    "GameUnderstanding",
    "GameWords",
    "action",
    "ask",
    "board_map",
    "chapter",
    "decimal",
    "neighbours",
    "notebook",
    "own",
    "places",
    "position",
    "reason",
    "rules",
    "secret",
    "space",
    "standing",
    "team",
    "tell",
    "told",
    "understand",
    "value",
    "who_begins",
    "with_player_names",
    "written_action",
]

ENGLISH_WORD = re.compile(r"[a-z]{2,}")
"""A word in the name of an action, such as `home` in `S1>home`."""


def words(game: str, names: Names = ()) -> GameWords[State]:
    """The words of a game at the table of these players, or the default ones."""
    setting = chosen_setting(game, names)
    return setting.words if setting else registry.part(game, "words", GameWords) or plain_words


def _addressed(game: AnyGame, names: Names, message: Message, part: Part = "") -> Message:
    """In the second person, if one of these players reads alone; the only computer with an article."""
    return _all_addressed(game, names, (message,), part)[0]


def _all_addressed(
    game: AnyGame, names: Names, messages: tuple[Message, ...], part: Part = ""
) -> tuple[Message, ...]:
    if any(isinstance(name, You) for name in names):
        messages = tuple(address(game.id, message, part) for message in messages)
    if any(isinstance(name, TheComputer) for name in names):
        messages = tuple(map(with_article, messages))
    return messages


def ask(game: AnyGame, state: State, names: Names) -> Message:
    """Who has to do what now; once the game is over, how it ended."""
    return _addressed(game, names, words(game.id, names).ask(game, state, names), "ask")


def tell(
    game: AnyGame, before: State, action: str, after: State, names: Names, seat: int | None = None
) -> tuple[Message, ...]:
    """What an action did, for everybody; with a seat, also what this seat knew about it before.

    What only this seat learns by the action is told by `secret`.
    """
    told = words(game.id, names).tell(game, before, action, after, names, seat)
    return _all_addressed(game, names, told, "tell")


def told(
    game: AnyGame, before: State, action: str, after: State, names: Names, seat: int | None = None
) -> ActionSentences:
    """What an action did, at length as by `tell`, and in few words."""
    full = words(game.id, names).tell(game, before, action, after, names, seat)
    brief = briefly(game.id, full)
    return ActionSentences(*(_all_addressed(game, names, messages, "tell") for messages in (full, brief)))


def secret(
    game: AnyGame, before: State, action: str, after: State, names: Names, seat: int
) -> Message | None:
    """What only this seat learned by an action; None if nothing."""
    told = words(game.id, names).secret(game, before, action, after, names, seat)
    return _addressed(game, names, told) if told else None


def position(game: AnyGame, state: State, names: Names, seat: int | None = None) -> tuple[Message, ...]:
    """The whole position in short sentences, without what is to be done (`ask`)."""
    return _all_addressed(game, names, words(game.id, names).position(game, state, names, seat))


def standing(game: AnyGame, state: State, names: Names) -> tuple[Message, ...]:
    """The score and the progress of the game, for everybody."""
    return _all_addressed(game, names, words(game.id, names).standing(game, state, names))


def own(game: AnyGame, state: State, names: Names, of: int, seat: int | None = None) -> tuple[Message, ...]:
    """The pieces and points of the seat `of`, as far as `seat` may know them."""
    return _all_addressed(game, names, words(game.id, names).own(game, state, names, of, seat))


def notebook(game: AnyGame, state: State, names: Names, seat: int) -> tuple[Message, ...]:
    """What this seat knows and others do not; empty in games without secrets."""
    return _all_addressed(game, names, words(game.id, names).notebook(game, state, names, seat))


def space(
    game: AnyGame, state: State, name: str, names: Names, seat: int | None = None, *, typed: bool = True
) -> Message:
    """One space or piece in a short sentence: its name and what is there.

    The name is typed in plain words of any language; otherwise it is one of `places`.
    """
    place = read_place_name(game, name, names) if typed else name
    return _addressed(game, names, words(game.id, names).space(game, state, place, names, seat))


def neighbours(
    game: AnyGame, state: State, name: str, names: Names, seat: int | None = None, *, typed: bool = True
) -> Message:
    """What is next to a space or piece, which is named as for `space`."""
    place = read_place_name(game, name, names) if typed else name
    return _addressed(game, names, words(game.id, names).neighbours(game, state, place, names, seat))


def action(game: AnyGame, state: State, name: str, names: Names = ()) -> Message:
    """An action in words that could be typed at this table, without its consequences."""
    return words(game.id, names).action(game, state, name)


def written_action(game: AnyGame, state: State, name: str, language: Language) -> str:
    """An action as a list or a sentence shows it: its short name, or words that can be typed.

    Names are English, so in other languages a name that holds a word is said in words of that language.

    >>> from moleworks.record import Match
    >>> from moleworks.texts import language
    >>> match = Match.begin("buddel-bande")
    >>> [written_action(match.game, match.state, "S1>home", language(code)) for code in ("en", "fr")]
    ['S1>home', 'petite taupe 1 (tanière)']
    >>> written_action(match.game, match.state, "S1>7", language("fr"))
    'S1>7'
    """
    if language.code == "en" or not ENGLISH_WORD.search(name):
        return name
    return language.tell(action(game, state, name))


def reason(game: AnyGame, refusal: Refusal, names: Names) -> Message:
    """Why an action is illegal, with the names of players and pieces."""
    return _addressed(game, names, with_player_names(words(game.id, names).reason(refusal), names))


def rules(game: AnyGame, setup: Setup, names: Names = ()) -> tuple[Message, ...]:
    """A short help for this set-up and table: the goal, the actions and how to type them."""
    return words(game.id, names).rules(setup)


def board_map(game: AnyGame, setup: Setup) -> tuple[Message, ...]:
    """Where everything is on this board, in a few sentences; none for a game that brings no map.

    >>> from moleworks.record import Match
    >>> match = Match.begin("mole-hill", board="patch")
    >>> str(board_map(match.game, match.setup)[0])
    'The lawn is a rectangle of squares: a1 is at the bottom left, e5 at the top right.'
    """
    found = registry.part(game.id, "board_map", BoardMap)
    return found(setup) if found else ()


def who_begins(game: AnyGame) -> Message:
    """The question for who takes seat 0."""
    return words(game.id).who_begins()


def places(game: AnyGame, state: State) -> tuple[str, ...]:
    """The names of all spaces and pieces that `space` can describe.

    >>> from moleworks.record import Match
    >>> match = Match.begin("mole-hill", board="patch")
    >>> places(match.game, match.state)[0]
    'a1'
    """
    return words(game.id).places(state.setup)


def chapter(game: AnyGame, state: State) -> Message | None:
    """The part of the game that a state belongs to, such as a round; None if the game has no parts."""
    return words(game.id).chapter(game.view(state, None))


def value(game: str, view: View, value: float, *, proven: bool = False) -> Message:
    """The value of an action for the seat of this view: points, or a chance of winning.

    >>> str(value("mole-hill", {"round": 1, "seat": 0, "phase": "step"}, 7.2))
    'about 7.2 points'
    >>> str(value("mole-hill", {"round": 1, "seat": 1, "phase": "rod"}, 1, proven=True))
    '1 point for the mole (proven)'
    >>> str(value("buddel-bande", {"phase": "act", "seat": 0}, 0.634))
    'chance of winning 63 %'
    """
    return words(game).value(view, value, proven=proven)
