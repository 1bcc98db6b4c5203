"""Random names for players who choose none."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from moleworks.core.messages import N_
from moleworks.engine.chance import SYSTEM
from moleworks.record import LONGEST_NAME, clean
from moleworks.texts import LANGUAGES, Language, language

NICKNAMES = (
    N_("Bold Badger"),
    N_("Busy Beaver"),
    N_("Calm Cricket"),
    N_("Clever Crow"),
    N_("Cosy Cat"),
    N_("Fleet Fox"),
    N_("Gentle Goose"),
    N_("Happy Hedgehog"),
    N_("Jolly Jay"),
    N_("Lucky Lark"),
    N_("Merry Mouse"),
    N_("Nimble Newt"),
    N_("Proud Pony"),
    N_("Quick Quail"),
    N_("Sly Snail"),
    N_("Tiny Toad"),
)


def nickname(words: Language, taken: Collection[str], random: Random = SYSTEM) -> str:
    """A name that nobody in the match has, as long as there is one."""
    names = [words.say(name) for name in NICKNAMES]
    return random.choice([name for name in names if name not in taken] or names)


def is_nickname(name: str) -> bool:
    """Whether it is a name that is drawn, in any language.

    >>> is_nickname("Clever Crow"), is_nickname("Lina")
    (True, False)
    """
    return any(name == language(code).say(drawn) for code in LANGUAGES for drawn in NICKNAMES)


def clean_name(name: str) -> str:
    """A chosen name as one short line; empty if nothing of it is left."""
    return clean(name, LONGEST_NAME)
