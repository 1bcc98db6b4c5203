"""The protocol of a game's `understand` module, which reads actions typed in plain words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol, runtime_checkable

from moleworks.core.game import Game, S


class Sentence(NamedTuple):
    """The contents of a sentence in order, without filler words."""

    kinds: list[str]
    """The meanings of its words: see `vocabulary`."""
    places: list[str]
    """Squares or spaces. In games without them, a single letter is a word."""
    numbers: list[int]


@runtime_checkable
class GameUnderstanding(Protocol[S]):
    """A game's module that interprets typed sentences."""

    VOCABULARY: Mapping[str, Mapping[str, str]]
    """By language and meaning, words of this game in addition to `vocabulary.COMMON`."""
    LETTERED_PLACES: bool
    """Whether a letter and a number, such as c3, are one place."""

    def read_action(self, game: Game[S], state: S, sentence: Sentence) -> str | None:
        """The name of the action, legal or not; None if the sentence is not understood."""

    def read_place(self, sentence: Sentence) -> str | None:
        """The name of the place, as for `speech.space`; None if the sentence is not understood."""
