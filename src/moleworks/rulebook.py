"""The rulebook of a game as it was agreed: sections of text to read, speak, print or emboss.

The texts are in each game's file `rulebook.toml`, in English. The game's catalogue translates them; they have
the context `rulebook` there. The numbered rules come from `lessons.toml`. A text can have conditions: only
what holds for the agreed preset, options, players and board is in the rulebook.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import BinaryIO, NamedTuple

import msgspec

from moleworks import boards, catalogue, lessons
from moleworks.core import registry
from moleworks.core.game import Setup
from moleworks.core.messages import N_
from moleworks.core.registry import GAMES
from moleworks.lessons import Condition, Example
from moleworks.speech import setup_texts
from moleworks.texts import Language

CONTEXT = "rulebook"
"""The context (`msgctxt`) of the texts in a catalogue."""

TITLES: Mapping[str, str] = {
    "idea": N_("What it is about"),
    "box": N_("What is in the box"),
    "setup": N_("Setting up"),
    "turn": N_("A turn"),
    "end": N_("The end of the game"),
    "variants": N_("Variants"),
    "rules": N_("All rules by number"),
    "questions": N_("Questions people ask"),
    "about": N_("About this game"),
}
"""The sections in their order: id and title."""

NOT_AFFILIATED = N_("Moleworks is not affiliated with them. All texts and drawings here are our own.")


class Paragraph(msgspec.Struct, frozen=True, tag_field="kind", tag="paragraph"):
    """Some sentences."""

    text: str


class Points(msgspec.Struct, frozen=True, tag_field="kind", tag="points"):
    """A list, each item whole sentences."""

    items: tuple[str, ...]


class Figure(msgspec.Struct, frozen=True, tag_field="kind", tag="figure"):
    """A drawing by its name (`pieces`, `setup`, ...), and its description for those who do not see it."""

    name: str
    alt: str


class NumberedRule(msgspec.Struct, frozen=True, tag_field="kind", tag="rule"):
    """A numbered rule as agreed, with the examples that fit what was agreed."""

    number: str
    title: str
    text: str
    examples: tuple[Example, ...] = ()


class Question(msgspec.Struct, frozen=True, tag_field="kind", tag="question"):
    """A question that players ask, with its answer."""

    question: str
    answer: str


Block = Paragraph | Points | Figure | NumberedRule | Question


class Section(msgspec.Struct, frozen=True):
    """A part of the rulebook under a heading. Its id is a key of `TITLES`."""

    id: str
    title: str
    blocks: tuple[Block, ...]


class BookEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A block in `rulebook.toml`: a text, a point, a figure, or a question; and when it is shown."""

    text: str = ""
    point: str = ""
    figure: str = ""
    alt: str = ""
    question: str = ""
    answer: str = ""
    when: Condition = Condition()

    def texts(self) -> Iterator[str]:
        """Every text that is to be translated."""
        yield from filter(None, (self.text, self.point, self.alt, self.question, self.answer))


class _Agreed(NamedTuple):
    """The set-up for each number of players that the rulebook is for, and what placeholders stand for."""

    setups: tuple[Setup, ...]
    values: tuple[Mapping[str, object], ...]


def available(game: str) -> bool:
    """Whether a game brings a rulebook."""
    return _file(game).is_file()


def rulebook(
    setup: Setup, language: Language, player_counts: Sequence[int] | None = None
) -> tuple[Section, ...]:
    """The rulebook of a set-up, for its number of players or for several numbers of players.

    What holds for some of these numbers only says so.

    >>> from moleworks import Match
    >>> from moleworks.texts import language
    >>> book = rulebook(Match.begin("mole-hill").setup, language("en"))
    >>> [section.id for section in book]
    ['idea', 'box', 'setup', 'turn', 'end', 'variants', 'rules', 'questions', 'about']
    """
    agreed = _agreed(setup, player_counts or (setup.players,))
    entries = _read(setup.game) if available(setup.game) else {}
    blocks = {id_: list(_blocks(found, agreed, language)) for id_, found in entries.items()}
    blocks["variants"] = [*_agreement(agreed, language), *blocks.get("variants", ())]
    blocks["rules"] = _numbered_rules(agreed, language)
    if "about" in blocks:
        blocks["about"].append(Paragraph(language.say(NOT_AFFILIATED)))
    return tuple(
        Section(id_, language.say(title), tuple(blocks[id_]))
        for id_, title in TITLES.items()
        if blocks.get(id_)
    )


def extract(
    file: BinaryIO, *_keywords_and_tags: object, **_options: object
) -> Iterator[tuple[int, str, tuple[str, str], list[str]]]:
    """Extract the texts of a `rulebook.toml` for a catalogue, as Babel calls an extraction method."""
    for entries in _parse(file.read().decode("utf-8")).values():
        for entry in entries:
            for text in entry.texts():
                yield 1, "pgettext", (CONTEXT, text), []


def entries(game: str) -> Mapping[str, tuple[BookEntry, ...]]:
    """All entries of a game's `rulebook.toml` by section, whatever was agreed."""
    return _read(game)


def _agreed(setup: Setup, player_counts: Sequence[int]) -> _Agreed:
    """The same agreement for each number of players: preset, board and chosen options."""
    game = GAMES[setup.game]
    chosen = catalogue.chosen_options(setup)
    setups = tuple(
        setup if players == setup.players else game.setup(setup.board, players, setup.preset, chosen)
        for players in player_counts
    )
    return _Agreed(setups, tuple(map(_values, setups)))


def _values(setup: Setup) -> Mapping[str, object]:
    """What texts may name: options, numbers of the board file, how many a list of it has; and the players."""
    values: dict[str, object] = dict(setup.options)
    for name, value in board_data(setup).items():
        if isinstance(value, Mapping):
            values[name] = value.get(str(setup.players))
        else:
            values[name] = len(value) if isinstance(value, list) else value
    return values | {"players": setup.players}


def board_data(setup: Setup) -> Mapping[str, object]:
    """The fields of the board in play, as in its file."""
    return boards.data(setup.game, setup.board) if registry.plugin(setup.game).board_file else {}


def _blocks(found: Iterable[BookEntry], agreed: _Agreed, language: Language) -> Iterator[Block]:
    """The entries that hold, as blocks; points that follow each other are one list."""
    points: list[str] = []
    for entry in found:
        if entry.point:
            points += _by_players(entry.point, entry.when, agreed, language)
            continue
        if points:
            yield Points(tuple(points))
            points = []
        yield from _block(entry, agreed, language)
    if points:
        yield Points(tuple(points))


def _block(entry: BookEntry, agreed: _Agreed, language: Language) -> Iterator[Block]:
    if entry.text:
        yield from map(Paragraph, _by_players(entry.text, entry.when, agreed, language))
    elif entry.figure:
        for alt in _by_players(entry.alt, entry.when, agreed, language)[:1]:
            yield Figure(entry.figure, alt)
    elif entry.question:
        for answer in _by_players(entry.answer, entry.when, agreed, language):
            yield Question(_in_language(entry.question, language), answer)


def _by_players(text: str, when: Condition, agreed: _Agreed, language: Language) -> list[str]:
    """The text, if its condition holds; where it is not the same for all numbers of players, it says so."""
    words = _in_language(text, language)
    return _grouped(
        [
            words.format_map(values) if when.holds(setup) else None
            for setup, values in zip(agreed.setups, agreed.values, strict=True)
        ],
        agreed,
        language,
    )


def _grouped(texts: Sequence[str | None], agreed: _Agreed, language: Language) -> list[str]:
    """Texts by number of players, each once: "With 3 or 4 players: ..." where they differ."""
    counts: dict[str, list[str]] = {}
    for setup, text in zip(agreed.setups, texts, strict=True):
        if text is not None:
            counts.setdefault(text, []).append(str(setup.players))
    if len(counts) == 1 and None not in texts:
        return list(counts)
    return [
        language.say(
            N_("With {count} players: {text}"),
            count=language.say(N_(" or ")).join(players),
            text=text,
        )
        for text, players in counts.items()
    ]


def _agreement(agreed: _Agreed, language: Language) -> Iterator[Block]:
    """The preset, the value of every option, and the board."""
    setup, tell = agreed.setups[0], language.tell
    preset = tell(setup_texts.preset(setup.game, setup.preset))
    yield Paragraph(language.say(N_("Rules: {preset}"), preset=preset))
    lines: list[str] = []
    for option in setup.options:
        values = [tell(setup_texts.value(other.game, other.options[option])) for other in agreed.setups]
        lines += _grouped(
            [language.pair(tell(setup_texts.option(setup.game, option)), value) for value in values],
            agreed,
            language,
        )
    yield Points(tuple(lines))


def _numbered_rules(agreed: _Agreed, language: Language) -> list[Block]:
    game = agreed.setups[0].game
    return [
        NumberedRule(
            rule.number,
            lessons.translate(rule.title, language),
            " ".join(_rule_texts(rule, agreed, language)),
            tuple(example for example in rule.examples if _fits(rule, example, agreed)),
        )
        for rule in (lessons.book(game).rules if lessons.available(game) else ())
    ]


def _rule_texts(rule: lessons.Rule, agreed: _Agreed, language: Language) -> list[str]:
    def told(setup: Setup, values: Mapping[str, object]) -> str:
        return lessons.translate(rule.agreed_text(setup), language).format_map(values)

    texts = [told(setup, values) for setup, values in zip(agreed.setups, agreed.values, strict=True)]
    return _grouped(texts, agreed, language)


def _fits(rule: lessons.Rule, example: Example, agreed: _Agreed) -> bool:
    """Whether an example is about what was agreed: its condition, and the options that change this rule."""
    played = example.laid.match(agreed.setups[0].game, ()).setup.options
    return any(
        example.when.holds(setup) and all(played[name] == setup.options[name] for name in rule.options)
        for setup in agreed.setups
    )


def _in_language(text: str, language: Language) -> str:
    return language.say_in_context(CONTEXT, text)


@cache
def _read(game: str) -> dict[str, tuple[BookEntry, ...]]:
    return _parse(_file(game).read_text("utf-8"))


def _parse(toml: str) -> dict[str, tuple[BookEntry, ...]]:
    return msgspec.convert(tomllib.loads(toml), dict[str, tuple[BookEntry, ...]])


def _file(game: str) -> Traversable:
    return resources.files(registry.plugin(game).package) / "rulebook.toml"
