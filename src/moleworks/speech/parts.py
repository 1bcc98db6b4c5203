"""How sentences are put together.

A thing with a name of its own (a mole, an animal, a colour) is a message inside a message. It is only ever
the subject of its sentence, or it stands after a colon, in brackets or in a list: so a translation can give
it an article, and never has to bend it. Where that cannot be, there is a whole sentence for each thing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from moleworks.games import Game, Message, Refusal, Setup
from moleworks.games.game import N_, somebody

Names = Sequence[str]
"""What the players are called, by seat."""


class Speaker(Protocol):
    """What the module of a game can say."""

    def ask(self, game: Game[Any], state: Any, names: Names) -> Message: ...
    def tell(
        self, game: Game[Any], before: Any, action: str, after: Any, names: Names, seat: int | None
    ) -> tuple[Message, ...]: ...
    def secret(
        self, game: Game[Any], before: Any, action: str, after: Any, names: Names, seat: int
    ) -> Message | None: ...
    def position(
        self, game: Game[Any], state: Any, names: Names, seat: int | None
    ) -> tuple[Message, ...]: ...
    def standing(self, game: Game[Any], state: Any, names: Names) -> tuple[Message, ...]: ...
    def own(
        self, game: Game[Any], state: Any, names: Names, of: int, seat: int | None
    ) -> tuple[Message, ...]: ...
    def notebook(self, game: Game[Any], state: Any, names: Names, seat: int) -> tuple[Message, ...]: ...
    def space(self, game: Game[Any], state: Any, name: str, names: Names, seat: int | None) -> Message: ...
    def neighbours(
        self, game: Game[Any], state: Any, name: str, names: Names, seat: int | None
    ) -> Message: ...
    def action(self, game: Game[Any], state: Any, name: str) -> Message: ...
    def reason(self, refusal: Refusal) -> Message: ...
    def rules(self, setup: Setup) -> tuple[Message, ...]: ...
    def who_begins(self) -> Message: ...


def mover(game: Game[Any], state: Any) -> int:
    """The seat whose turn it is, where it is somebody's."""
    seat = game.mover(state)
    assert seat is not None
    return seat


def say(text: str, **values: object) -> Message:
    """A message; the text is marked with `N_` where it is written."""
    return Message(text, values)


def named(message: Message, names: Names) -> Message:
    """The message with players' names in the place of seats, however deep they stand in it.

    >>> str(named(Message("{who} is near.", {"who": somebody(1)}), ["Lina", "Max"]))
    'Max is near.'
    """
    return Message(message.text, {key: _named(value, names) for key, value in message.values.items()})


def _named(value: object, names: Names) -> object:
    if not isinstance(value, Message):
        return value
    for seat, name in enumerate(names):
        if value == somebody(seat):
            return name
    return named(value, names)


def counted(count: int, one: str, more: str, **values: object) -> Message:
    """The pattern for one, or that for any other number, which gets it as `count`.

    >>> str(counted(2, "one mole", "{count} moles"))
    '2 moles'
    """
    return Message(one if count == 1 else more, {"count": count, **values})


def decimal(number: float) -> Message:
    """A number with one decimal, behind a point or a comma as the language has it.

    >>> str(decimal(6.96)), str(decimal(-0.04))
    ('7.0', '0.0')
    """
    whole, tenths = f"{round(number, 1) + 0:.1f}".split(".")
    return Message(N_("{whole}.{tenths}"), {"whole": whole, "tenths": tenths})


def listed(things: Iterable[object]) -> Message:
    """Things one after the other; there is nothing to translate but themselves.

    >>> str(listed(["e4", Message("e5")]))
    'e4, e5'
    """
    return _joined(", ", things)


def _joined(by: str, things: Iterable[object]) -> Message:
    values = {f"item{place}": thing for place, thing in enumerate(things)}
    return Message(by.join(f"{{{name}}}" for name in values), values)


def described(place: object, content: Iterable[object]) -> Message:
    """A place in one utterance.

    >>> str(described("e4", ["centre", "mole"]))
    'e4: centre, mole.'
    """
    return Message(N_("{place}: {content}."), {"place": place, "content": listed(content)})


def around(place: object, things: Iterable[object]) -> Message:
    """What there is on all sides of a place.

    >>> str(around("e4", [beside("e5", ["free"]), beside("e3", ["mole", "hole"])]))
    'e4, around it: e5 free; e3 mole, hole.'
    """
    return Message(N_("{place}, around it: {things}."), {"place": place, "things": _joined("; ", things)})


def beside(place: object, content: Iterable[object]) -> Message:
    """A place and what is there, as a part of a sentence."""
    return Message("{place} {content}", {"place": place, "content": listed(content)})


def labelled(thing: object, label: object) -> Message:
    """A thing and, in brackets, what it is or whose.

    >>> str(labelled("small mole 1", "Lina"))
    'small mole 1 (Lina)'
    """
    return Message("{thing} ({label})", {"thing": thing, "label": label})
