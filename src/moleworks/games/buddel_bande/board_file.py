"""Check board files of Buddel Bande."""

from __future__ import annotations

import re
from collections.abc import Mapping

from moleworks.boards.validation import COMMON_FIELDS, FieldReader, level_number_label, read_common_fields
from moleworks.core.messages import N_
from moleworks.games.buddel_bande import piece_names
from moleworks.games.buddel_bande.board import CORNERS, SYMBOLS, BuddelBandeBoard

SHORTEST, LONGEST = 6, 30
LIMITS: Mapping[str, tuple[int, int]] = {"track": (SHORTEST, LONGEST)}
"""Hills."""
TRACK = re.compile(rf"[{SYMBOLS}]{{{SHORTEST},{LONGEST}}}")


def check(data: object, where: str) -> BuddelBandeBoard:
    """Build the board from the data of a file; every symbol has to occur often enough."""
    fields = FieldReader(data, where, "", (*COMMON_FIELDS, "track", "haystack"))
    name, title, source, version = read_common_fields(fields, "buddel-bande")
    track = fields.get("track")
    if not isinstance(track, str) or not TRACK.fullmatch(track):
        text = N_("A track is {shortest} to {longest} letters: c for clover, l for leaf, f for flower.")
        fields.refuse("track", track, text, shortest=SHORTEST, longest=LONGEST)
    for symbol in SYMBOLS:
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
    haystack = fields.data.get("haystack")
    if haystack is not None and haystack not in CORNERS:
        text = N_("The haystack lies in a corner: {corners}.")
        fields.refuse("haystack", haystack, text, corners=", ".join(CORNERS))
    return BuddelBandeBoard(name, title, source, version, track, haystack)


def shown_value(name: str, value: object) -> object:
    """Show the name of a symbol instead of its letter in the file."""
    return piece_names.symbol(str(value)) if name == "symbol" else value


board_label = level_number_label
