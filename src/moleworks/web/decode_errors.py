"""Translate the errors of msgspec's decoder, which come as English text in a few forms.

Field names and JSON types stay as msgspec writes them.
"""

from __future__ import annotations

import re

from moleworks.core.messages import N_, Message
from moleworks.texts import Language

FORMS = (
    (r"Object missing required field `(?P<name>.+?)`", N_("the field {name} is missing")),
    (r"Object contains unknown field `(?P<name>.+?)`", N_("there is no field {name}")),
    (r"Expected `(?P<kind>.+?)`, got `(?P<other>.+?)`", N_("{kind} is expected, not {other}")),
    (r"Expected `(?P<kind>.+?)` of length <= (?P<most>\d+)", N_("{kind} is longer than {most}")),
    (r"Expected `(?P<kind>.+?)` of length >= (?P<least>\d+)", N_("{kind} is shorter than {least}")),
    (r"Expected `(?P<kind>.+?)` <= (?P<most>\S+)", N_("{kind} is more than {most}")),
    (r"Expected `(?P<kind>.+?)` >= (?P<least>\S+)", N_("{kind} is less than {least}")),
    (r"Expected `(?P<kind>.+?)` matching regex (?P<form>.+)", N_("{kind} has to look like {form}")),
    (r"Invalid (?:enum )?value (?P<value>.+)", N_("{value} is none of the values there are")),
    (r"Number out of range", N_("a number is too large")),
    (r"Input data was truncated", N_("it ends too early")),
    (
        r"JSON is malformed: .+ \(byte (?P<byte>\d+)\)",
        N_("it is no JSON from byte {byte} on, counted from 0"),
    ),
)
PLACE = re.compile(r"(?P<what>.+?)(?: - at `(?P<place>.+)`)?", re.DOTALL)


def describe(reason: str, words: Language) -> str:
    """What is wrong with a request, from the text of an error of msgspec.

    >>> from moleworks.texts import language
    >>> describe("Expected `int` <= 7 - at `$.seats[1].level`", language("en"))
    'int is more than 7, at $.seats[1].level'
    """
    return words.tell(to_message(reason))


def to_message(reason: str) -> Message:
    """The error as a message that can be translated."""
    found = PLACE.fullmatch(reason)
    what, place = (found["what"], found["place"]) if found else (reason, None)
    matches = ((text, re.fullmatch(form, what, re.DOTALL)) for form, text in FORMS)
    known = next((Message(text, fits.groupdict()) for text, fits in matches if fits), None)
    wrong = known or Message("{what}", {"what": what})
    return Message(N_("{what}, at {place}"), {"what": wrong, "place": place}) if place else wrong
