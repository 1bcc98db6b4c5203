"""Move a match to another service: from a browser to a server to go on by links, or home once it is over.

What moves is the set-up, who plays, the actions with all that chance has drawn, and how it ended. Moves that
were taken back, and offers, stay behind. The service that takes it replays all actions before it believes
them.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from moleworks.core.game import CHANCE
from moleworks.core.messages import N_, Complaint
from moleworks.matches.apply_command import NewEntry, chance_entries
from moleworks.matches.live import LiveMatch
from moleworks.matches.log import MatchLog
from moleworks.matches.requests import MatchRequest, SeatRequest
from moleworks.matches.store.rows import COMPUTER, OPEN, PERSON
from moleworks.matches.time_control import TimeControl
from moleworks.record import Match

MAX_ACTIONS = 20_000
"""More than the longest match has."""
MOVED = "!moved"
"""The event that tells the table that the device of this seat knew everything."""
KINDS = {PERSON: "here", COMPUTER: "computer"}


class MovedMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match with all its secrets, as one service hands it to another."""

    match: MatchRequest
    actions: Annotated[list[Annotated[str, Meta(max_length=100)]], Meta(max_length=MAX_ACTIONS)]
    resigned: list[Annotated[int, Meta(ge=0)]] = []
    draw: bool = False
    """Whether a draw was agreed."""


def packed(live: LiveMatch, *, own_device: bool) -> MovedMatch:
    """A match as it moves. Before its end only the players' own device may hand over what is hidden."""
    log = live.log
    if log.outcome is None and not own_device:
        raise Complaint(N_("This match is still being played: it can be fetched once it is over."))
    stored = msgspec.json.decode(live.row.setup)
    seats = [
        SeatRequest(KINDS.get(holder.kind, "link"), holder.level or 3, row.name, row.emblem, row.face)  # type: ignore[arg-type]
        for row, holder in zip(live.seats, log.holders, strict=True)
    ]
    request = MatchRequest(
        live.row.game,
        seats,
        stored["preset"],
        stored["options"],
        stored["board"],
        stored["rotations"],
        msgspec.json.decode(live.row.pace, type=TimeControl),
        stored.get("table_settings", []),
    )
    ending = log.ending
    return MovedMatch(request, log.match.names, sorted(log.resigned), bool(ending and ending.draw))


def check(moved: MovedMatch) -> None:
    """Replay all actions; a complaint if one is not legal. Called in a process with limits."""
    begun(moved).play(moved.actions)
    if any(seat >= len(moved.match.seats) for seat in moved.resigned):
        raise Complaint(N_("There is no such seat."))


def begun(moved: MovedMatch) -> Match:
    """The match before its first action."""
    request = moved.match
    return Match.begin(
        request.game,
        board=request.board,
        players=len(request.seats),
        preset=request.preset,
        options=request.options,
        rotations=request.rotations,
    )


def entries(moved: MovedMatch, log: MatchLog) -> list[NewEntry]:
    """The entries that bring a new log, in which the seats are taken, to where the match is."""
    match = log.match.copy()
    found: list[NewEntry] = []
    for name in moved.actions:
        actor = match.game.actor(match.state)
        match.play([name])
        found.append(NewEntry(None if actor == CHANCE else actor, name))
    found += [NewEntry(seat, "!resign") for seat in moved.resigned]
    if moved.draw:
        others = [seat for seat, holder in enumerate(log.holders) if holder.kind == PERSON]
        found += [
            NewEntry(others[0], "!offer draw"),
            *(NewEntry(seat, "!accept draw") for seat in others[1:]),
        ]
    elif match.game.outcome(match.state) is None and not moved.resigned:
        host = next((seat for seat, each in enumerate(moved.match.seats) if each.kind == "here"), 0)
        found.append(NewEntry(None, f"{MOVED} {host}"))
        # These seats may have secrets; their links come from those who had them.
        open_ = [seat for seat, holder in enumerate(log.holders) if holder.kind == OPEN]
        found += [NewEntry(seat, f"!link {seat}") for seat in open_]
    if not any(holder.kind == OPEN for holder in log.holders) and not moved.resigned and not moved.draw:
        found += chance_entries(match.game, match.state)
    return found
