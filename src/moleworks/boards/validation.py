"""Checks for the fields that all board files have, and tools for the games' own checks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple, NoReturn

from moleworks.core.messages import N_, Complaint, Message

NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")
LANGUAGE = re.compile(r"[a-z]{2}")
SOURCES = ("documented", "reconstruction", "own")
COMMON_FIELDS = ("game", "name", "title", "source", "version")
LONGEST_TITLE = 80


class BoardSpot(NamedTuple):
    """A space on a board where something is wrong."""

    name: str
    board: int = 0
    """The level in a stack, where the top board is 1; 0 in games with a single board."""


class BoardError(Complaint):
    """A board that cannot be played, with the file, the field, the value and the reason.

    `spots` are the spaces on the board that cause the error, if any.
    """

    def __init__(
        self,
        where: str,
        field: str,
        value: object,
        text: str,
        spots: Iterable[BoardSpot] = (),
        **values: object,
    ) -> None:
        self.where, self.field, self.value, self.spots = where, field, value, tuple(spots)
        shown = {"file": where, "field": field, "value": _shorten(value)}
        self.place = Message(N_("{file}, {field} = {value}") if field else "{file}", shown)
        super().__init__(text, **values)


class FieldReader:
    """Reads and checks the fields of one table of a board file."""

    def __init__(self, data: object, where: str, path: str, known: Iterable[str], board: int = 0) -> None:
        self.where, self.path, self.board = where, path, board
        if not isinstance(data, Mapping):
            self.refuse("", data, N_("A board is a table of fields with their values."))
        self.data: Mapping[str, object] = data
        for field in data:
            if field not in known:
                self.refuse(
                    str(field),
                    data[field],
                    N_("There is no such field; there are {known}."),
                    known=", ".join(known),
                )

    def refuse(
        self, field: str, value: object, text: str, spots: Iterable[BoardSpot] = (), **values: object
    ) -> NoReturn:
        """Raise a `BoardError` about a field, or about the whole (an empty name)."""
        whole = self.path + field if field else self.path.removesuffix(".")
        raise BoardError(self.where, whole, value, text, spots, **values)

    def spots(self, names: Iterable[str]) -> tuple[BoardSpot, ...]:
        """Spaces of this board, for an error."""
        return tuple(BoardSpot(name, self.board) for name in names)

    def get(self, field: str) -> object:
        """The value of a required field."""
        if field not in self.data:
            self.refuse(field, None, N_("This field is missing."))
        return self.data[field]

    def number(self, field: str, low: int, high: int) -> int:
        """A required whole number between two bounds."""
        value = self.get(field)
        if type(value) is not int or not low <= value <= high:
            self.refuse(
                field, value, N_("A whole number from {low} to {high} is needed."), low=low, high=high
            )
        return int(value)

    def text(self, field: str, pattern: re.Pattern[str], example: str) -> str:
        """A required text that matches a pattern; the error shows the example."""
        value = self.get(field)
        if not isinstance(value, str) or not pattern.fullmatch(value):
            self.refuse(field, value, N_("A text like {example} is needed."), example=example)
        return value

    def texts(self, field: str, most: int, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """A list of texts without duplicates."""
        if default is not None and field not in self.data:
            return default
        value = self.get(field)
        if (
            not isinstance(value, list | tuple)
            or len(value) > most
            or not all(isinstance(v, str) for v in value)
        ):
            self.refuse(field, value, N_("A list of at most {most} names is needed."), most=most)
        for place, name in enumerate(value):
            if name in value[:place]:
                self.refuse(field, name, N_("This stands twice in the list."))
        return tuple(value)


def read_common_fields(fields: FieldReader, game: str) -> tuple[str, Mapping[str, str], str, int]:
    """Check the fields that all boards have, and return name, titles, source and version."""
    if fields.get("game") != game:
        fields.refuse("game", fields.get("game"), N_("This should be a board of {game}."), game=game)
    name = fields.text("name", NAME, "my-garden")
    title = fields.get("title")
    if not isinstance(title, Mapping) or not title:
        fields.refuse("title", title, N_('A title by language is needed, such as en = "My garden".'))
    for language, words in title.items():
        good = isinstance(words, str) and 0 < len(words) <= LONGEST_TITLE and words.isprintable()
        if not (good and isinstance(language, str) and LANGUAGE.fullmatch(language)):
            text = N_("A title is one line of at most {most} letters, under a language such as en.")
            fields.refuse(f"title.{language}", words, text, most=LONGEST_TITLE)
    source = fields.get("source")
    if source not in SOURCES:
        fields.refuse("source", source, N_("The source is one of {known}."), known=", ".join(SOURCES))
    return name, dict(title), source, fields.number("version", 1, 9999)


def _shorten(value: object) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        text = type(value).__name__
    return text if len(text) <= 60 else text[:57] + "..."


def same_value(name: str, value: object) -> object:
    """The value unchanged, for games whose files use the words that users see."""
    del name
    return value


def level_number_label(level: int) -> Message:
    """The label for boards without names."""
    return Message("{level}", {"level": level})
