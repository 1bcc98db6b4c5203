"""Matches of Buddel Bande in which secrets are swapped: what a seat is sent must not depend on them."""

from __future__ import annotations

from moleworks.games.buddel_bande.view_types import own_view
from moleworks.matches.log import MatchLog
from moleworks.matches.store.rows import Entry


def hidden_moles(log: MatchLog, seat: int | None) -> list[str]:
    """The moles whose owners the seat does not know."""
    moles = own_view(log.match.game.view(log.state, seat))["moles"]
    return [name for name, mole in moles.items() if "owner" not in mole]


def swap_moles(entries: list[Entry], one: str, other: str) -> list[Entry]:
    """The same match with two moles of the same size swapped in the deal."""
    a, b = int(one[1]) - 1, int(other[1]) - 1
    new = []
    for entry in entries:
        if entry.name.startswith(f"deal:{one[0]}="):
            start, match_request = entry.name.split("=")
            seats = [*match_request]
            seats[a], seats[b] = seats[b], seats[a]
            new.append(entry._replace(name=f"{start}={''.join(seats)}"))
        else:
            new.append(entry)
    return new
