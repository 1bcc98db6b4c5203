"""Helpers to build sentences from messages.

The name of a piece, an animal or a colour is a message inside another message. It is always the subject of
its sentence, or it stands after a colon, in brackets or in a list, so that translations need no other
grammatical case. Where that is impossible, there is a separate sentence for each thing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from moleworks.core.game import Game, S
from moleworks.core.messages import N_, Message, somebody

Names = Sequence[str]
"""The names of the players, by seat."""


def mover(game: Game[S], state: S) -> int:
    """The seat whose turn it is, in positions where there is one."""
    seat = game.mover(state)
    assert seat is not None
    return seat


def say(text: str, **values: object) -> Message:
    """A message. Callers mark the text with `N_`."""
    return Message(text, values)


def with_player_names(message: Message, names: Names) -> Message:
    """Replace seats by the names of players, at any depth of the message.

    >>> str(with_player_names(Message("{who} is near.", {"who": somebody(1)}), ["Lina", "Max"]))
    'Max is near.'
    """
    return Message(message.text, {key: _named(value, names) for key, value in message.values.items()})


def _named(value: object, names: Names) -> object:
    if not isinstance(value, Message):
        return value
    for seat, name in enumerate(names):
        if value == somebody(seat):
            return name
    return with_player_names(value, names)


def plural(count: int, one: str, more: str, **values: object) -> Message:
    """The pattern `one` if the number is 1, else `more`, which gets the number as `count`.

    >>> str(plural(2, "one mole", "{count} moles"))
    '2 moles'
    """
    return Message(one if count == 1 else more, {"count": count, **values})


def chance_of_winning(chance: float, *, proven: bool) -> Message:
    """A chance of winning in percent; estimates are never shown as 0 or 100.

    >>> str(chance_of_winning(0.634, proven=False)), str(chance_of_winning(0.001, proven=False))
    ('chance of winning 63 %', 'chance of winning 1 %')
    """
    percent = round(100 * chance)
    if proven:
        return say(N_("chance of winning {percent} % (proven)"), percent=percent)
    return say(N_("chance of winning {percent} %"), percent=min(max(percent, 1), 99))


def decimal(number: float) -> Message:
    """A number with one decimal, with the decimal sign of the language.

    >>> str(decimal(6.96)), str(decimal(-0.04))
    ('7.0', '0.0')
    """
    whole, tenths = f"{round(number, 1) + 0:.1f}".split(".")
    return Message(N_("{whole}.{tenths}"), {"whole": whole, "tenths": tenths})


def comma_list(things: Iterable[object]) -> Message:
    """Things in a row, separated by commas.

    >>> str(comma_list(["e4", Message("e5")]))
    'e4, e5'
    """
    return _join(", ", things)


def semicolon_list(things: Iterable[object]) -> Message:
    """Things in a row that may have commas of their own, separated by semicolons.

    >>> str(semicolon_list(["e4, hole", "e5"]))
    'e4, hole; e5'
    """
    return _join(Message(N_("; ")), things)


def spaced(things: Iterable[object]) -> Message:
    """Sentences or words one after the other.

    >>> str(spaced(["rod", Message("c3 d3")]))
    'rod c3 d3'
    """
    return _join(" ", things)


def _join(by: object, things: Iterable[object]) -> Message:
    values = {f"item{place}": thing for place, thing in enumerate(things)}
    return Message("{by}".join(f"{{{name}}}" for name in values), {**values, "by": by})


def describe_place(place: object, content: Iterable[object]) -> Message:
    """A place and what is there, as a sentence.

    >>> str(describe_place("e4", ["centre", "mole"]))
    'e4: centre, mole.'
    """
    return Message(N_("{place}: {content}."), {"place": place, "content": comma_list(content)})


def describe_neighbours(place: object, things: Iterable[object]) -> Message:
    """The neighbours of a place and what is there, as a sentence.

    >>> near = [place_with_content("e5", ["free"]), place_with_content("e3", ["mole", "hole"])]
    >>> str(describe_neighbours("e4", near))
    'e4, around it: e5 free; e3 mole, hole.'
    """
    return Message(N_("{place}, around it: {things}."), {"place": place, "things": semicolon_list(things)})


def place_with_content(place: object, content: Iterable[object]) -> Message:
    """A place and what is there, as part of a sentence."""
    return Message("{place} {content}", {"place": place, "content": comma_list(content)})


def with_label(thing: object, label: object) -> Message:
    """A thing with a label in brackets.

    >>> str(with_label("small mole 1", "Lina"))
    'small mole 1 (Lina)'
    """
    return Message("{thing} ({label})", {"thing": thing, "label": label})
