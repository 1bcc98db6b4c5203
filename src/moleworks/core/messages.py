"""Translatable messages, refusals that name a rule, and errors that carry a message.

A message is an English pattern and the values to fill in. The pattern is the key of its translations, so
modules that make messages are independent of languages.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


def N_(message: str) -> str:  # noqa: N802 - the name that gettext tools look for
    """Mark a text for the catalogues; it is translated where it is shown."""
    return message


class Message(NamedTuple):
    """A translatable text: an English pattern, and the values to fill in."""

    text: str
    values: Mapping[str, object] = MappingProxyType({})

    def __str__(self) -> str:
        return self.text.format_map(self.values)

    def __reduce__(self) -> tuple[type[Message], tuple[str, dict[str, object]]]:
        """Messages are sent between processes, and the default mapping proxy cannot be pickled."""
        return type(self), (self.text, dict(self.values))


def somebody(seat: int) -> Message:
    """A seat in a refusal; `speech.with_player_names` replaces it by the name of the player."""
    return Message(N_("seat {seat}"), {"seat": seat})


class Refusal(NamedTuple):
    """Why an action is illegal: the number of the rule, and the reason as in `Message`."""

    rule: str
    text: str
    values: Mapping[str, object] = MappingProxyType({})

    def __str__(self) -> str:
        return self.text.format_map(self.values)


class Complaint(ValueError):
    """An error for the user, in their language; `place` says where in the input it is, if anywhere."""

    place: Message | None = None

    def __init__(self, text: str, **values: object) -> None:
        self.message = Message(text, values)
        super().__init__(text, values)

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else str(self.message)

    def __reduce__(self) -> tuple[object, ...]:
        """Complaints are sent between processes; subclasses have constructors of their own."""
        return _rebuild, (type(self), self.args, dict(vars(self)))


def _rebuild(kind: type[Complaint], args: tuple[object, ...], parts: dict[str, object]) -> Complaint:
    complaint = kind.__new__(kind, *args)
    vars(complaint).update(parts)
    return complaint


class Malformed(Complaint):
    """A text that is not an action name in any position of the game."""


class BadSetup(Complaint):
    """A set-up that cannot be played; `about` names the wrong part, such as `options`."""

    def __init__(self, text: str, about: str = "", **values: object) -> None:
        super().__init__(text, **values)
        self.about = about


class Refused(Complaint):
    """An action that is illegal in this position."""

    def __init__(self, name: str, refusal: Refusal) -> None:
        super().__init__(refusal.text, **refusal.values)
        self.name, self.refusal = name, refusal
