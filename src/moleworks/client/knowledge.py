"""Fetch what a seat may know of a match, by one request."""

from __future__ import annotations

import json

import msgspec

from moleworks.client.connection import ServerConnection, decode
from moleworks.core.game import View
from moleworks.engine import Knowledge
from moleworks.engine.determinize import sampled_match
from moleworks.engine.request_checks import check_view
from moleworks.matches.message_types import RedactedRecord
from moleworks.record import Match, read

__all__ = ["fetch_knowledge", "sampled_match"]


def fetch_knowledge(server: ServerConnection, match: str, seat: int) -> Knowledge:
    """The set-up, the view and the public actions, all of the same moment."""
    media_type, body = server.get(f"/matches/{match}/record")
    if media_type == "text/plain":  # nothing is hidden, so the server sends the record
        played = read(body.decode()).match
        return Knowledge(
            played.setup, _as_json(played.game.view(played.state, seat)), played.public_actions()
        )
    known = decode(body, RedactedRecord)
    match_ = Match.begin(**msgspec.structs.asdict(known.setup))
    return Knowledge(match_.setup, check_view(known.view, match_.setup), tuple(known.heard))


def _as_json(view: View) -> View:
    """A view as JSON has it, with lists instead of tuples."""
    plain: View = json.loads(json.dumps(view))
    return plain
