"""Second person: sentences about a player who reads alone at a device say "you" instead of the player's name.

Such a player's name is a `You` among the names of the table. A game lists in its plug-in part `second_person`
what its sentences become; other sentences keep the form and say "You" where the name would stand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Literal

from moleworks.core import registry
from moleworks.core.messages import N_, Message
from moleworks.texts import Language

Part = Literal["ask", "tell", ""]
"""Which sentence it is: what is to be done, what was done, or another."""

STARTS: Mapping[Part, str] = {"ask": N_("Your turn"), "tell": N_("Your move")}
"""What stands before the colon of a sentence such as "Lina: flip a disc."."""

GENERAL: Mapping[str, Sequence[str]] = {
    "{thing} ({label})": [N_("{thing} (yours)")],
    "{player} is to act.": [N_("It is your turn.")],
    "{player}, choose one of {count} actions.": [N_("Choose one of {count} actions.")],
    "{player}, choose: {actions}.": [N_("Choose: {actions}.")],
    "{player} has won.": [N_("You have won.")],
    "{name} has won!": [N_("You have won!")],
    "{player} undoes a move.": [N_("You undo a move.")],
    "{player} gives up.": [N_("You give up.")],
    "{player} proposes a draw.": [N_("You propose a draw.")],
    "{player} would like to play again.": [N_("You would like to play again.")],
    "{player} asks to undo a move.": [N_("You ask to undo a move.")],
    "{player} agrees to a draw.": [N_("You agree to a draw.")],
    "{player} wants to play again, too.": [N_("You want to play again, too.")],
    "{player} agrees: the move is undone.": [N_("You agree: the move is undone.")],
    "{player} plays on: no draw.": [N_("You play on: no draw.")],
    "{player} does not want to play again.": [N_("You do not want to play again.")],
    "{player} does not agree: the move stands.": [N_("You do not agree: the move stands.")],
    "{player} sees secrets on a phone now.": [N_("You see your secrets on a phone now.")],
    "{player} is out of time.": [N_("You are out of time.")],
    "{player} is away: in the next match the computer plays that seat.": [
        N_("You were away: in the next match the computer plays for you.")
    ],
    "There is a new link to the seat of {player}: whoever uses it gets the seat.": [
        N_("There is a new link to your seat: whoever uses it gets the seat.")
    ],
    "{player} joins the game.": [N_("You join the game.")],
    "{player} began this match without a server: that device knew all that is hidden.": [
        N_("You began this match without a server: your device knew all that is hidden.")
    ],
    "{player} is out of time: a computer plays this turn.": [
        N_("You are out of time: a computer plays this turn.")
    ],
}
"""Sentences that all games share. One that was about a player has no field for them any more."""


class You(str):
    """The name of the only player at a device: equal to no name of another player."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, You) and str.__eq__(self, other)

    def __hash__(self) -> int:
        return hash((You, str(self)))


def you(language: Language) -> You:
    """The name that stands for the reader.

    >>> from moleworks.texts import language
    >>> you(language("de")), you(language("de")) == "Du"
    ('Du', False)
    """
    return You(language.say(N_("You")))


def address(game: str, message: Message, part: Part = "") -> Message:
    """The message in the second person, where it is about a `You`.

    >>> reader = You("You")
    >>> str(address("mole-hill", Message("{player} lays {thing}.", {"player": "Max", "thing": "a rod"})))
    'Max lays a rod.'
    >>> str(address("mole-company", Message("{player} waits.", {"player": reader})))
    'You wait.'
    >>> str(address("mole-company", Message("{player}: flip a disc.", {"player": reader}), "ask"))
    'Your turn: flip a disc.'
    """
    values = {name: _address_value(game, value, part) for name, value in message.values.items()}
    about = frozenset(name for name, value in values.items() if isinstance(value, You))
    if not about:
        return Message(message.text, values)
    for text in others_of(game, message.text):
        if fields(message.text) - fields(text) == about:
            return Message(text, {name: value for name, value in values.items() if name not in about})
    start = next(iter(about))
    if part and message.text.startswith(f"{{{start}}}: "):
        values[start] = Message(STARTS[part])
    return Message(message.text, values)


def others_of(game: str, text: str) -> tuple[str, ...]:
    """What a sentence becomes in the second person: one for each player it may be about."""
    return (*_texts(game).get(text, ()), *GENERAL.get(text, ()))


def _address_value(game: str, value: object, part: Part) -> object:
    return address(game, value, part) if isinstance(value, Message) else value


def _texts(game: str) -> Mapping[str, Sequence[str]]:
    found: Mapping[str, Sequence[str]] | None = registry.part(game, "second_person", Mapping)
    return found or {}


def fields(text: str) -> frozenset[str]:
    """The names of the fields of a pattern."""
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name)
