"""What a seat may know of a match, fetched in one go; and a whole match that looks like it."""

from __future__ import annotations

import json
from typing import Any

from moleworks.client.wire import Wire
from moleworks.games import CHANCE, GAMES, View
from moleworks.players import Sight
from moleworks.players.lots import SYSTEM
from moleworks.record import Match, read


def sight(wire: Wire, match: str, seat: int) -> Sight:
    """The set-up, the view and the actions that all have heard of, all of the same moment."""
    kind, body = wire.get(f"/matches/{match}/record")
    if kind == "text/plain":  # nothing is hidden, so that the server tells the record as it is
        played = read(body.decode()).match
        return Sight(played.setup, _told(played.game.view(played.state, seat)), played.heard())
    told: dict[str, Any] = json.loads(body)
    begun = Match.begin(told["setup"].pop("game"), **told["setup"])
    return Sight(begun.setup, told["view"], tuple(told["heard"]))


def _told(view: View) -> View:
    """A view as it comes over a wire, where there are lists only."""
    told: View = json.loads(json.dumps(view))
    return told


def imagined(sight: Sight) -> Match:
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
        match.play([SYSTEM.choice(hidden)])
    match.play(sight.heard)
    return match


def _fits(deal: str, sight: Sight) -> bool:
    """Whether a deal of Buddel Bande, such as `deal:S=201`, is possible for all that the seat sees."""
    size, _, owners = deal.removeprefix("deal:").partition("=")
    moles = sight.view["moles"]
    return all(
        moles[f"{size}{slot}"].get("owner", int(owner)) == int(owner) for slot, owner in enumerate(owners, 1)
    )
