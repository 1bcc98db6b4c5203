"""What a set says in words, as headed sections: what is agreed, a turn, the key, making the set, the rules.

Braille files are written from these sections, whatever their texts are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from moleworks import rulebook
from moleworks.core.messages import N_
from moleworks.press import mounting, textures, touch_key
from moleworks.press.game_print_set import OwnSign, game_print_set
from moleworks.press.order import PrintOrder
from moleworks.rulebook import NumberedRule, Paragraph, Points, Question, Section
from moleworks.speech import setup_texts

FELT: Mapping[str, str] = {
    textures.SOLID: N_("solid"),
    textures.STRIPES: N_("stripes"),
    textures.DOTTED: N_("dots"),
    textures.HATCH: N_("cross-hatch"),
    textures.RING: N_("bold ring"),
    textures.CROSS: N_("cross"),
    textures.TRIANGLE: N_("triangle"),
    textures.BAR: N_("bar"),
    textures.TARGET: N_("ring with a dot"),
    touch_key.LINE: N_("line"),
    touch_key.DOTTED_LINE: N_("dotted line"),
    touch_key.SPACE: N_("fine ring"),
}
"""Textures, signs and lines in words; letters stand for themselves."""


class TextSection(NamedTuple):
    """A heading and the paragraphs under it."""

    heading: str
    paragraphs: tuple[str, ...]


def rules(order: PrintOrder) -> Iterator[TextSection]:
    """The rulebook as agreed, a turn in short, and how to make the set."""
    for section in rulebook.rulebook(order.setup, order.language, tuple(order.game.player_counts)):
        if paragraphs := tuple(_paragraphs(section)):
            yield TextSection(section.title, paragraphs)
        for block in section.blocks:
            if isinstance(block, NumberedRule):
                yield TextSection(f"{block.number} {block.title}", (block.text,))
        if section.id == "variants":
            yield TextSection(order.title, (board_text(order),))
    yield from player_aid(order)
    yield TextSection(order.language.say(N_("Making the set")), tuple(mounting.advice(order)))


def _paragraphs(section: Section) -> Iterator[str]:
    """The texts of a section; its numbered rules are sections of their own, and figures are for the eye."""
    for block in section.blocks:
        match block:
            case Paragraph(text):
                yield text
            case Points(items):
                yield from items
            case Question(question, answer):
                yield question
                yield answer


def player_aid(order: PrintOrder) -> Iterator[TextSection]:
    """A turn in short sentences."""
    sentences = game_print_set(order.game.id).turn_summary(order)
    yield TextSection(order.language.say(N_("A turn in short")), tuple(sentences))


def key(order: PrintOrder) -> Iterator[TextSection]:
    """What every texture, sign, line and letter means."""
    language = order.language
    found = game_print_set(order.game.id).touch_key(order)
    lines = tuple(language.pair(_felt(order, sample), meaning) for sample, meaning in found)
    yield TextSection(language.say(N_("What fingers find")), lines)


def _felt(order: PrintOrder, sample: str | OwnSign) -> str:
    """How a sample of the key feels, in words."""
    say = order.language.say
    if isinstance(sample, OwnSign):
        return say(sample.felt)
    return say(FELT[sample]) if sample in FELT else sample


def board_text(order: PrintOrder) -> str:
    """The board, where it comes from, and what of it is ours."""
    say, tell = order.language.say, order.language.tell
    source = say(setup_texts.SOURCES[order.board.source])
    named = say(N_("Board: {board}, {source}"), board=order.title, source=source)
    layout = setup_texts.layout_source(order.game.id, order.board)
    return f"{named}. {tell(layout)}" if layout else named
