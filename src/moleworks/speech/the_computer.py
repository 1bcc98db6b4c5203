"""The name of the only computer player: "The computer" in a sentence, "Computer" as a label.

A program with a name of its own is called by it; so are several computers, which have numbers.
"""

from __future__ import annotations

import re

from moleworks.core.messages import N_, Message


class TheComputer(str):
    """The default name of the only computer player at a table."""

    __slots__ = ()


def with_article(message: Message) -> Message:
    """The message with an article before the name of the only computer, where it is part of a sentence.

    Translations of these sentences need no other case than the nominative.

    >>> name = TheComputer("Computer")
    >>> str(with_article(Message("{player} lays a rod.", {"player": name})))
    'The computer lays a rod.'
    >>> str(with_article(Message("Round 1 is over: 2 points for {player}.", {"player": name})))
    'Round 1 is over: 2 points for the computer.'
    >>> str(with_article(Message("{thing} ({label})", {"thing": "small mole 1", "label": name})))
    'small mole 1 (Computer)'
    """
    values = {name: _called(message.text, name, value) for name, value in message.values.items()}
    return Message(message.text, values)


def _called(text: str, field: str, value: object) -> object:
    if isinstance(value, Message):
        return with_article(value)
    if not isinstance(value, TheComputer):
        return value
    if re.match(rf"\{{{field}\}}.*[a-z]", re.sub(r"(?<!^)\{\w+\}", "", text)):
        return Message(N_("The computer"))
    return Message(N_("the computer")) if re.search(rf"[\w)][:,]? \{{{field}\}}", text) else value
