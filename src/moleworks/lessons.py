"""Lessons and rules of each game, from its file `lessons.toml`.

A step says what the learner is asked to do. An example lists legal actions, and illegal ones with the rule
that forbids them. Tests check both against the rules of the game. The file is in English; its texts are
translated by the game's catalogue, where they have the context `lessons`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import BinaryIO

import msgspec

from moleworks import boards, catalogue
from moleworks.core import registry
from moleworks.core.game import Setup, Value
from moleworks.core.messages import N_
from moleworks.record import CannotPlay, Match
from moleworks.speech import setup_texts
from moleworks.texts import Language

CONTEXT = "lessons"
"""The context (`msgctxt`) of the texts in a catalogue: a rule's title can read differently from a label."""


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

    text: str
    done: str
    """Shown when the task is done."""
    hint: str
    """Shown after another legal action, or on request."""
    seat: int = 0
    """The seat of the learner."""
    actions: str | None = None
    """All actions before this step."""
    want: list[str] = []
    """The expected actions; if empty, any legal action."""
    then: str = ""
    """The actions of others and of chance afterwards."""


class StrategyStep(Step, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A task with a position of its own and the best actions there, which players confirm."""

    laid: LessonSetup


class StrategyLesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A short lesson in strategy."""

    id: str
    title: str
    steps: list[StrategyStep]


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When a text is shown: every field that is given must fit what was agreed."""

    options: dict[str, list[Value]] = {}
    """By option, the values that it must have."""
    unless: dict[str, list[Value]] = {}
    """By option, the values that it must not have."""
    players: list[int] = []
    presets: list[str] = []
    boards: list[str] = []
    board_has: list[str] = []
    """Fields of the board file that must be there, not empty. "boards.dotted" means in one of its boards."""
    board_lacks: list[str] = []
    """Fields of the board file that must not be there, or be empty."""
    board_values: dict[str, list[Value]] = {}
    """By field of the board file, the values that it may have; the empty text is for a field not given."""

    def holds(self, setup: Setup) -> bool:
        """Whether it fits a set-up."""
        agreed = setup.options
        return (
            all(agreed.get(name) in values for name, values in self.options.items())
            and not any(agreed.get(name) in values for name, values in self.unless.items())
            and (not self.players or setup.players in self.players)
            and (not self.presets or setup.preset in self.presets)
            and (not self.boards or setup.board.name in self.boards)
            and all(_has(boards.data(setup.game, setup.board), name) for name in self.board_has)
            and not any(_has(boards.data(setup.game, setup.board), name) for name in self.board_lacks)
            and all(
                boards.data(setup.game, setup.board).get(name, "") in values
                for name, values in self.board_values.items()
            )
        )


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position that shows a rule, with legal actions and actions that the rule forbids."""

    text: str
    laid: LessonSetup
    actions: str = ""
    seat: int = 0
    allowed: list[str] = []
    refused: list[str] = []
    by: str | None = None
    """The rule that forbids them, if it is another one than the rule of the example."""
    when: Condition = Condition()
    """For what was agreed it is shown."""

    def match(self, game: str) -> Match:
        """The position of the example, as a match of this game."""
        return self.laid.match(game, self.actions.split())

    def as_agreed(self, setup: Setup) -> Example:
        """The same example by the preset and the options of a set-up, if it can be played by them."""
        chosen = catalogue.chosen_options(setup)
        laid = msgspec.structs.replace(self.laid, preset=setup.preset, options=chosen)
        agreed = msgspec.structs.replace(self, laid=laid)
        return agreed if agreed._can_be_played(setup.game) else self

    def _can_be_played(self, game: str) -> bool:
        try:
            legal = self.match(game).legal
        except CannotPlay:
            return False
        return set(self.allowed) <= set(legal) and not set(self.refused) & set(legal)


def _has(data: Mapping[str, object], name: str) -> bool:
    """Whether a field of a board file has something in it. "boards.dotted" means in one of the boards."""
    field, _, inner = name.partition(".")
    found = data.get(field)
    if not inner:
        return bool(found)
    return isinstance(found, list) and any(_has(part, inner) for part in found)


class RuleCase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The text of a rule where a certain agreement holds; it may name options as placeholders."""

    text: str
    when: Condition


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A numbered rule as in docs/rules, in words for ages 8 and up."""

    number: str
    title: str
    text: str
    options: list[str] = []
    """The options that change this rule."""
    cases: list[RuleCase] = []
    """What the rule says by what was agreed; `text` is for all agreements without a case."""
    examples: list[Example] = []

    def agreed_text(self, setup: Setup) -> str:
        """The English text of the rule as it is played by a set-up."""
        return next((case.text for case in self.cases if case.when.holds(setup)), self.text)


class LessonBook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The lesson, the lessons in strategy, and the rules of a game."""

    laid: LessonSetup
    """For the lesson."""
    steps: list[Step]
    rules: list[Rule] = []
    strategy: list[StrategyLesson] = []

    def lesson(self) -> Iterator[tuple[Step, list[str]]]:
        """The steps, each with all actions before it."""
        played: list[str] = []
        for step in self.steps:
            if step.actions is not None:
                played = step.actions.split()
            yield step, played
            played = [*played, *step.want[:1], *step.then.split()]

    def texts(self) -> Iterator[str]:
        """Every text that is to be translated."""
        for step in self.steps:
            yield from (step.text, step.done, step.hint)
        for lesson in self.strategy:
            yield lesson.title
            for step in lesson.steps:
                yield from (step.text, step.done, step.hint)
        for rule in self.rules:
            yield from (rule.title, rule.text, *(case.text for case in rule.cases))
            yield from (example.text for example in rule.examples)


def available(game: str) -> bool:
    """Whether a game brings lessons."""
    return _file(game).is_file()


def book(game: str) -> LessonBook:
    """The lessons of a game; raises `MissingPart` if it has none."""
    # Looking for the file brings the game into use, and with it the catalogue that translates the lessons.
    if not available(game):
        raise registry.MissingPart(N_("{game} has no lessons yet."), game=setup_texts.title(game))
    return _read(game)


def translate(text: str, words: Language) -> str:
    """A text of a lesson book in a language."""
    return words.say_in_context(CONTEXT, text)


def extract(
    file: BinaryIO, *_keywords_and_tags: object, **_options: object
) -> Iterator[tuple[int, str, tuple[str, str], list[str]]]:
    """Extract the texts of a `lessons.toml` for a catalogue, as Babel calls an extraction method."""
    for text in _parse(file.read().decode("utf-8")).texts():
        yield 1, "pgettext", (CONTEXT, text), []


@cache
def _read(game: str) -> LessonBook:
    return _parse(_file(game).read_text("utf-8"))


def _parse(toml: str) -> LessonBook:
    return msgspec.convert(tomllib.loads(toml), LessonBook)


def _file(game: str) -> Traversable:
    return resources.files(registry.plugin(game).package) / "lessons.toml"
