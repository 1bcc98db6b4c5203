"""What a set says in words, as headed sections: what is agreed, a turn, the key, making the set, the rules.

Braille files are written from these sections, whatever their texts are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from moleworks import lessons
from moleworks.core.messages import N_
from moleworks.press import mounting, textures, touch_key
from moleworks.press.game_print_set import game_print_set
from moleworks.press.order import PrintOrder
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
    """The rules as they are agreed, and how to make the set."""
    yield TextSection(order.language.say(N_("What is agreed")), tuple(agreed(order)))
    yield from player_aid(order)
    for rule in lessons.book(order.game.id).rules:
        title = lessons.translate(rule.title, order.language)
        yield TextSection(f"{rule.number} {title}", (lessons.translate(rule.text, order.language),))
    yield TextSection(order.language.say(N_("Making the set")), tuple(mounting.advice(order)))


def player_aid(order: PrintOrder) -> Iterator[TextSection]:
    """A turn in short sentences."""
    sentences = game_print_set(order.game.id).turn_summary(order)
    yield TextSection(order.language.say(N_("A turn in short")), tuple(sentences))


def key(order: PrintOrder) -> Iterator[TextSection]:
    """What every texture, sign, line and letter means."""
    say = order.language.say
    found = game_print_set(order.game.id).touch_key(order)
    lines = (f"{say(FELT[sample]) if sample in FELT else sample}: {meaning}" for sample, meaning in found)
    yield TextSection(say(N_("What fingers find")), tuple(lines))


def agreed(order: PrintOrder) -> list[str]:
    """The preset, the value of every option, and the board."""
    say, tell = order.language.say, order.language.tell
    return [
        say(N_("Rules: {preset}"), preset=tell(setup_texts.preset(order.game.id, order.setup.preset))),
        *(
            f"{tell(setup_texts.option(order.game.id, name))}: {option_value(order, name)}"
            for name in order.game.options
        ),
        say(
            N_("Board: {board}, {source}"),
            board=order.title,
            source=say(setup_texts.SOURCES[order.board.source]),
        ),
    ]


def option_value(order: PrintOrder, name: str) -> str:
    """The value of an option; where it depends on the number of players, one for each number."""
    tell, say = order.language.tell, order.language.say
    if name in order.chosen:
        return tell(setup_texts.value(order.game.id, order.chosen[name]))
    found: dict[str, list[str]] = {}
    for players in order.game.player_counts:
        value = order.game.preset_options(order.setup.preset, players)[name]
        found.setdefault(tell(setup_texts.value(order.game.id, value)), []).append(str(players))
    if len(found) == 1:
        return next(iter(found))
    return "; ".join(
        say(N_("{value} with {count} players"), value=value, count="-".join(counts))
        for value, counts in found.items()
    )
