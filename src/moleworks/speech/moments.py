"""Moments: which sentences about an action the page shows on a card, such as those about the end of a round.

A game lists them in its plug-in part `moments`. A client shows them apart, and as what decided a match.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache

from moleworks.core import registry
from moleworks.core.messages import Message
from moleworks.speech.second_person import others_of


@lru_cache(maxsize=64)
def _texts(game: str) -> frozenset[str]:
    """The sentences, also those with "you"."""
    listed: Collection[str] = registry.part(game, "moments", Collection) or ()
    return frozenset(listed).union(*(others_of(game, text) for text in listed))


def moment(game: str, told: Iterable[Message]) -> tuple[Message, ...]:
    """Those of the sentences told of an action (`speech.tell`) that make it a moment; usually none.

    >>> stuck, over = Message("The mole is stuck: no way is open."), Message("{player} has 1 point now.")
    >>> [message.text for message in moment("mole-hill", (over, stuck))]
    ['The mole is stuck: no way is open.']
    """
    texts = _texts(game)
    return tuple(message for message in told if message.text in texts)
