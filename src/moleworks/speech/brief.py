"""Brief sentences about an action: what changed, in few words, for those who listen.

A game lists in its plug-in part `brief` what its sentences become; others stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from moleworks.core import registry
from moleworks.core.messages import Message
from moleworks.speech.second_person import fields


class ActionSentences(NamedTuple):
    """What is told of one action."""

    full: tuple[Message, ...]
    brief: tuple[Message, ...]


def briefly(game: str, told: Iterable[Message]) -> tuple[Message, ...]:
    """The sentences told of an action (`speech.tell`), shorter; without those that others say better.

    >>> values = {"player": "Lina", "start": "e5", "end": "d4"}
    >>> told = [Message("{player} steps from {start} to {end}.", values), Message("A red flower: 2 points.")]
    >>> [str(message) for message in briefly("mole-hill", told)]
    ['Mole to d4.']
    """
    texts: Mapping[str, str] = registry.part(game, "brief", Mapping) or {}
    return tuple(
        _shorter(message, texts.get(message.text, message.text))
        for message in told
        if texts.get(message.text) != ""
    )


def _shorter(message: Message, text: str) -> Message:
    """A message with another text, and only the values that this text has."""
    used = fields(text)
    return Message(text, {name: value for name, value in message.values.items() if name in used})
