"""What a seat may know of a match, fetched in one go."""

from __future__ import annotations

import json
from typing import Any

from moleworks.client.wire import Wire
from moleworks.games import View
from moleworks.players import Sight
from moleworks.players.imagined import imagined
from moleworks.record import Match, read

__all__ = ["imagined", "sight"]


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
