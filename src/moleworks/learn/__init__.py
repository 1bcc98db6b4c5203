"""Lessons and rules, a file for each game: positions to play in, and what is said of them in each language.

Nothing here decides what is legal: a step says what the learner is asked to do, an example what the engine
allows and which rule forbids the rest, and the tests hold both against the engine.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import resources

import msgspec

from moleworks.games.game import Value
from moleworks.record import Match


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The same thing in each language."""

    en: str
    fr: str
    de: str

    def said(self, code: str) -> str:
        text: str = getattr(self, code)
        return text


class Laid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is agreed before the first action."""

    board: str
    players: int = 2
    preset: str | None = None
    options: dict[str, Value] = {}
    rotations: list[int] | None = None

    def match(self, game: str, actions: Iterable[str]) -> Match:
        """The game after these actions."""
        match = Match.begin(game, **msgspec.structs.asdict(self))
        match.play(actions)
        return match


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing to do. Without `actions` it goes on where the step before it ended."""

    text: Text
    done: Text
    """Said when it is done."""
    hint: Text
    """Said to who does something else that is legal, or asks."""
    seat: int = 0
    """Who the learner is."""
    actions: str | None = None
    """All that was played before."""
    want: list[str] = []
    """The actions that are meant; none: whatever is legal."""
    then: str = ""
    """What others, dice and discs do afterwards."""


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position to try a rule in: these actions are legal, and those the rule forbids."""

    text: Text
    laid: Laid
    actions: str = ""
    seat: int = 0
    allowed: list[str] = []
    refused: list[str] = []

    def match(self, game: str) -> Match:
        return self.laid.match(game, self.actions.split())


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A numbered rule, as docs/rules has it, in words for ages 8 and up."""

    number: str
    title: Text
    text: Text
    examples: list[Example] = []


class Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All there is to learn about a game."""

    laid: Laid
    """For the lesson."""
    steps: list[Step]
    rules: list[Rule] = []

    def lesson(self) -> Iterator[tuple[Step, list[str]]]:
        """The steps, each with all that was played before it."""
        played: list[str] = []
        for step in self.steps:
            if step.actions is not None:
                played = step.actions.split()
            yield step, played
            played = [*played, *step.want[:1], *step.then.split()]


@cache
def book(game: str) -> Book:
    """What there is to learn about one of the games."""
    file = resources.files(__name__) / f"{game}.toml"
    return msgspec.convert(tomllib.loads(file.read_text("utf-8")), Book)
