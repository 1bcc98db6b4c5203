"""The validator of Buddel Bande's tracks."""

from __future__ import annotations

import re

from moleworks.boards.check import COMMON, Fields, common
from moleworks.games.buddel_bande.board import Board
from moleworks.games.game import N_

SHORTEST, LONGEST = 6, 30
LIMITS = {"track": (SHORTEST, LONGEST)}
"""Hills."""
TRACK = re.compile(rf"[clf]{{{SHORTEST},{LONGEST}}}")


def check(data: object, where: str) -> Board:
    fields = Fields(data, where, "", (*COMMON, "track"))
    name, title, source, version = common(fields, "buddel-bande")
    track = fields.get("track")
    if not isinstance(track, str) or not TRACK.fullmatch(track):
        text = N_("A track is {shortest} to {longest} letters: c for clover, l for leaf, f for flower.")
        fields.refuse("track", track, text, shortest=SHORTEST, longest=LONGEST)
    for symbol in "clf":
        if track.count(symbol) < 2:
            fields.refuse(
                "track", track, N_("Every symbol is needed at least twice; {symbol} is not."), symbol=symbol
            )
        if symbol * 4 in track:
            fields.refuse(
                "track",
                track,
                N_("At most three equal symbols may follow each other; here are four {symbol}."),
                fields.spots(str(track.index(symbol * 4) + step) for step in range(1, 5)),
                symbol=symbol,
            )
    return Board(name, title, source, version, track)
