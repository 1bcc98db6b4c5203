"""Names of games, presets, options and boards, from each game's `setup_texts` module."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from moleworks import boards
from moleworks.core import registry
from moleworks.core.game import Board, Value
from moleworks.core.messages import N_, Message
from moleworks.core.registry import GAMES

YES, NO = N_("yes"), N_("no")
SOURCES: Mapping[str, str] = {
    "documented": N_("as a published source describes it"),
    "reconstruction": N_(
        "the places are our reconstruction; if you have the printed game, draw its board in the "
        "board workshop"
    ),
    "own": N_("made for Moleworks or by a player"),
}
"""By the `source` of a board file."""


@runtime_checkable
class SetupTexts(Protocol):
    """A game's module with names of presets, options and boards."""

    TITLE: str
    ABOUT: str
    """The game in one sentence, with the number of players."""
    SOURCE: str
    """How well the layout of the classic board is documented."""
    BOARDS: Mapping[str, str]
    PRESETS: Mapping[str, str]
    OPTIONS: Mapping[str, str]
    VALUES: Mapping[str, str]
    """By value, for options with text values."""


def title(game: str) -> Message:
    """The title of a game.

    >>> str(title("mole-hill"))
    'Mole Hill'
    """
    texts = _texts(game)
    return Message(texts.TITLE) if texts else _verbatim(GAMES[game].title)


def about(game: str) -> Message:
    """The game in one sentence; empty if there is none."""
    texts = _texts(game)
    return Message(texts.ABOUT if texts else "")


def layout_source(game: str, board: Board) -> Message | None:
    """What of a board's layout is documented and what is ours; None for boards that nobody published."""
    ours = board.source == "own" or board.name not in boards.names(game)
    texts = None if ours or boards.named(game, board.name) != board else _texts(game)
    return Message(texts.SOURCE) if texts else None


def source(game: str) -> Message:
    """How well the layout of the classic board is documented; empty if unknown."""
    texts = _texts(game)
    return Message(texts.SOURCE if texts else "")


def board(game: str, name: str, language: str) -> Message:
    """The name of a board that comes with a game."""
    texts = _texts(game)
    if texts and name in texts.BOARDS:
        return Message(texts.BOARDS[name])
    titles = boards.named(game, name).title
    return _verbatim(titles.get(language) or titles.get("en") or name)


def preset(game: str, name: str) -> Message:
    """The name of a preset.

    >>> str(preset("mole-hill", "blatz"))
    'The Blatz sheet'
    """
    texts = _texts(game)
    return Message(texts.PRESETS[name]) if texts and name in texts.PRESETS else _verbatim(name)


def option(game: str, name: str) -> Message:
    """The name of an option."""
    texts = _texts(game)
    return Message(texts.OPTIONS[name]) if texts and name in texts.OPTIONS else _verbatim(name)


def value(game: str, given: Value) -> Message:
    """The value of an option.

    >>> str(value("mole-company", True)), str(value("mole-company", "may-wait"))
    ('yes', 'may wait')
    """
    if isinstance(given, bool):
        return Message(YES if given else NO)
    texts = _texts(game)
    if isinstance(given, str) and texts and given in texts.VALUES:
        return Message(texts.VALUES[given])
    return _verbatim(str(given))


def _verbatim(text: str) -> Message:
    return Message("{text}", {"text": text})


def _texts(game: str) -> SetupTexts | None:
    return registry.part(game, "setup_texts", SetupTexts)
