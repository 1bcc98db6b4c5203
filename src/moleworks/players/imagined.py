"""A whole match that looks to a seat exactly like the real one: what a program can be told of it."""

from __future__ import annotations

from random import Random

from moleworks.games import CHANCE, GAMES
from moleworks.players import Sight
from moleworks.players.lots import SYSTEM
from moleworks.record import Match


def imagined(sight: Sight, random: Random = SYSTEM) -> Match:
    """A match that the seat cannot tell from the real one: what it does not know is drawn by lot.

    Whoever is shown it learns nothing that the seat does not know.
    """
    match = Match(GAMES[sight.setup.game], sight.setup)
    game = match.game
    while game.actor(match.state) == CHANCE:
        names = [game.name(match.state, action) for action in game.legal(match.state)]
        hidden = [name for name in names if not game.heard(name) and _fits(name, sight)]
        if not hidden:
            break
        match.play([random.choice(hidden)])
    match.play(sight.heard)
    return match


def _fits(deal: str, sight: Sight) -> bool:
    """Whether a deal of Buddel Bande, such as `deal:S=201`, is possible for all that the seat sees."""
    size, _, owners = deal.removeprefix("deal:").partition("=")
    moles = sight.view["moles"]
    return all(
        moles[f"{size}{slot}"].get("owner", int(owner)) == int(owner) for slot, owner in enumerate(owners, 1)
    )
