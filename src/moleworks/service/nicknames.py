"""Names for those who choose none: nobody has to tell a stranger who they are."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from moleworks.games.game import N_
from moleworks.players.lots import SYSTEM
from moleworks.record import LONGEST_NAME, clean
from moleworks.texts import Language

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
    """A name that nobody at the table has, if one is left."""
    names = [words.say(name) for name in NICKNAMES]
    return random.choice([name for name in names if name not in taken] or names)


def tidy(name: str) -> str:
    """A chosen name as one short line; empty if nothing of it is left."""
    return clean(name, LONGEST_NAME)
