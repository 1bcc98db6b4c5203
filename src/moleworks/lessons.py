"""Lessons and rules of each game, from its file `lessons.toml`, in every language.

A step says what the learner is asked to do. An example lists legal actions, and illegal ones with the rule
that forbids them. Tests check both against the rules of the game.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

import msgspec

from moleworks.core import registry
from moleworks.core.game import Value
from moleworks.core.messages import N_
from moleworks.record import Match


class LocalizedText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text in each language."""

    en: str
    fr: str
    de: str

    def in_language(self, code: str) -> str:
        text: str = getattr(self, code)
        return text


class LessonSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The set-up of a lesson or an example."""

    board: str
    players: int = 2
    preset: str | None = None
    options: dict[str, Value] = {}
    rotations: list[int] | None = None

    def match(self, game: str, actions: Iterable[str]) -> Match:
        """The match after these actions."""
        match = Match.begin(game, **msgspec.structs.asdict(self))
        match.play(actions)
        return match


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One task. Without `actions` it continues where the step before it ended."""

    text: LocalizedText
    done: LocalizedText
    """Shown when the task is done."""
    hint: LocalizedText
    """Shown after another legal action, or on request."""
    seat: int = 0
    """The seat of the learner."""
    actions: str | None = None
    """All actions before this step."""
    want: list[str] = []
    """The expected actions; if empty, any legal action."""
    then: str = ""
    """The actions of others and of chance afterwards."""


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position that shows a rule, with legal actions and actions that the rule forbids."""

    text: LocalizedText
    laid: LessonSetup
    actions: str = ""
    seat: int = 0
    allowed: list[str] = []
    refused: list[str] = []
    by: str | None = None
    """The rule that forbids them, if it is another one than the rule of the example."""

    def match(self, game: str) -> Match:
        return self.laid.match(game, self.actions.split())


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A numbered rule as in docs/rules, in words for ages 8 and up."""

    number: str
    title: LocalizedText
    text: LocalizedText
    options: list[str] = []
    """The options that change this rule."""
    examples: list[Example] = []


class LessonBook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The lesson and the rules of a game."""

    laid: LessonSetup
    """For the lesson."""
    steps: list[Step]
    rules: list[Rule] = []

    def lesson(self) -> Iterator[tuple[Step, list[str]]]:
        """The steps, each with all actions before it."""
        played: list[str] = []
        for step in self.steps:
            if step.actions is not None:
                played = step.actions.split()
            yield step, played
            played = [*played, *step.want[:1], *step.then.split()]


def available(game: str) -> bool:
    """Whether a game brings lessons."""
    return _file(game).is_file()


@cache
def book(game: str) -> LessonBook:
    """The lessons of a game; raises `MissingPart` if it has none."""
    file = _file(game)
    if not file.is_file():
        raise registry.MissingPart(N_("{game} has no lessons yet."), game=registry.game(game).title)
    return msgspec.convert(tomllib.loads(file.read_text("utf-8")), LessonBook)


def _file(game: str) -> Traversable:
    return resources.files(registry.plugin(game).package) / "lessons.toml"
