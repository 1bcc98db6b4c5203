"""The plan of an arena run: everything that its result depends on, checked before the first game."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, pairwise
from types import MappingProxyType
from typing import Any, NamedTuple

from moleworks.arena.player_finder import PATIENCE, PlayerFinder, check_engines
from moleworks.core.game import Value
from moleworks.core.messages import N_, BadSetup, Complaint, Message
from moleworks.core.registry import GAMES
from moleworks.engine.roster import Mover
from moleworks.record import Match

Movers = Callable[[str, str], Mover]
"""Finds a player by the id of a game and a name."""

PAIRINGS = ("all", "steps", "gauntlet", "swiss")
MOST_GAMES = 10_000_000
MOST_ELO = 2000.0


class ArenaPlan(NamedTuple):
    """Made by `plan`; two runs of the same plan play the same games."""

    game: str
    players: tuple[str, ...]
    games: int
    """For each line-up."""
    seats: int
    """Players in a game."""
    preset: str
    options: Mapping[str, Value]
    """All of them, resolved."""
    board: str | Mapping[str, Any]
    """Its name, or the whole board as data."""
    seed: int
    pairing: str
    """Who meets: one of `PAIRINGS`."""
    opening: int
    """Number of first actions of the seats that are drawn at random, the same for a whole set."""
    sprt: tuple[float, float] | None
    """Stop early: is the first player better by the first number of Elo, or by the second?"""
    keep_records: bool
    rounds: int = 0
    """Rounds of a Swiss tournament."""
    engines: Mapping[str, str] = MappingProxyType({})
    """Commands of programs, by the names they play under."""
    patience: float = PATIENCE
    """Seconds that a program may take for an answer."""
    forfeits: bool = False
    """Whether a player that fails loses the game; else the game does not count."""

    def begin(self, rotations: Sequence[int] | None = None) -> Match:
        """A new match as planned."""
        return Match.begin(
            self.game,
            board=self.board,
            players=self.seats,
            preset=self.preset,
            options=self.options,
            rotations=rotations,
        )


def plan(
    game: str,
    players: Sequence[str],
    games: int,
    *,
    seats: int | None = None,
    preset: str | None = None,
    options: Mapping[str, object] | None = None,
    board: Any = "classic",
    seed: int = 1,
    pairing: str = "all",
    rounds: int = 0,
    opening: int = 0,
    sprt: tuple[float, float] | None = None,
    keep_records: bool = False,
    engines: Mapping[str, str] | None = None,
    patience: float = PATIENCE,
    forfeits: bool = False,
    movers: Movers | None = None,
) -> ArenaPlan:
    """A checked plan; a complaint says what is wrong.

    If the number of players fits one game, all play it together; else `seats` of them meet at a time, two by
    default. `pairing` says who meets whom: all, neighbours (`steps`), the first and each other one
    (`gauntlet`), or in each of `rounds` those with about the same score (`swiss`).

    >>> plan("mole-hill", ["random", "level1"], 100).seats
    2
    """
    seats = _seats(game, players, seats, pairing)
    match = Match.begin(game, board=board, players=seats, preset=preset, options=options)
    engines = dict(engines or {})
    check_engines(engines, patience)
    _check_names(game, players, movers or PlayerFinder(engines, patience))
    _check_line_up(players, seats, pairing)
    if not match.game.has_winner(match.setup):
        raise BadSetup(N_("Nobody wins a single round: an arena needs both rounds."), "options")
    plan = ArenaPlan(
        game,
        tuple(players),
        check_whole_number(N_("The number of games"), games, 1, MOST_GAMES),
        seats,
        match.setup.preset,
        dict(match.setup.options),
        match.board_data(),
        check_whole_number(N_("The seed"), seed, 0, 2**63 - 1),
        pairing,
        check_whole_number(N_("The number of random actions"), opening, 0, 1000),
        _check_sprt(sprt, players),
        keep_records,
        _check_rounds(rounds, players) if pairing == "swiss" else 0,
        engines,
        float(patience),
        forfeits,
    )
    _check_sets(plan)
    return plan


def line_ups(plan: ArenaPlan) -> list[tuple[str, ...]]:
    """All line-ups of a plan. Neighbours (`steps`) have the later player first.

    For a Swiss tournament, all that are possible.
    """
    if plan.pairing == "steps":
        return [(upper, lower) for lower, upper in pairwise(plan.players)]
    if plan.pairing == "gauntlet":
        return [(plan.players[0], other) for other in plan.players[1:]]
    return list(combinations(plan.players, plan.seats))


def seat_rotations(line_up: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The seatings of one set: every player sits in every seat once, and no seating occurs twice.

    >>> seat_rotations(("a", "b", "b"))
    [('a', 'b', 'b'), ('b', 'a', 'b'), ('b', 'b', 'a')]
    >>> seat_rotations(("a", "b", "a", "b"))
    [('a', 'b', 'a', 'b'), ('b', 'a', 'b', 'a')]
    """
    seatings = [line_up[-n:] + line_up[:-n] if n else line_up for n in range(len(line_up))]
    return list(dict.fromkeys(seatings))


def _seats(game: str, players: Sequence[str], seats: int | None, pairing: str) -> int:
    allowed = GAMES[game].player_counts
    if pairing not in PAIRINGS:
        raise Complaint(
            N_("There is no schedule {given}; there are {known}."),
            given=str(pairing)[:40],
            known=", ".join(PAIRINGS),
        )
    if pairing != "all":
        if seats not in {None, 2}:
            raise Complaint(N_("In steps, a gauntlet or a Swiss tournament two sit at a table."))
        return 2
    if seats is not None:
        return seats
    return len(players) if len(players) in allowed else allowed[0]


def _check_names(game: str, players: Sequence[str], movers: Movers) -> None:
    try:
        for name in players:
            movers(game, name)
            amount = name.partition("@")[2].rstrip("sn")
            if amount.replace(".", "", 1).isdigit() and not 0 < float(amount) < math.inf:
                raise Complaint(N_("{name} has nothing to spend: give it more than 0."), name=name[:40])
    finally:
        close_players(movers)


def close_players(movers: Movers) -> None:
    """End the programs that players have started."""
    if isinstance(movers, PlayerFinder):
        movers.close()


def _check_line_up(players: Sequence[str], seats: int, pairing: str) -> None:
    if len(set(players)) < 2:
        raise Complaint(N_("An arena needs at least two different players."))
    if len(players) < seats:
        raise Complaint(
            N_("{seats} seats need as many players; {players} are named."), seats=seats, players=len(players)
        )
    if len(set(players)) < len(players) and (pairing != "all" or len(players) != seats):
        raise Complaint(N_("Everybody is named once, unless all sit at one table together."))


def _check_rounds(rounds: object, players: Sequence[str]) -> int:
    """At most one round for each opponent."""
    return check_whole_number(N_("The number of rounds"), rounds, 1, max(1, len(players) - 1))


def check_whole_number(what: str, given: object, low: int, high: int) -> int:
    """The number, if it is within its bounds; `what` names it at the beginning of the complaint."""
    if type(given) is not int or not low <= given <= high:
        raise Complaint(
            N_("{what} is a whole number from {low} to {high}, not {given}."),
            what=Message(what),
            low=low,
            high=high,
            given=str(given)[:40],
        )
    return given


def _check_sprt(sprt: tuple[float, float] | None, players: Sequence[str]) -> tuple[float, float] | None:
    if sprt is None:
        return None
    low, high = (float(bound) for bound in sprt)
    if not -MOST_ELO <= low < high <= MOST_ELO:
        raise Complaint(
            N_("An SPRT tells two differences of Elo apart, the smaller one first, as in 0,20; not {given}."),
            given=f"{low:g},{high:g}",
        )
    if len(set(players)) > 2:
        raise Complaint(N_("An SPRT compares two players, not more."))
    return low, high


def _check_sets(plan: ArenaPlan) -> None:
    size = math.lcm(*(len(seat_rotations(line_up)) for line_up in line_ups(plan)))
    if plan.games % size:
        raise Complaint(
            N_(
                "Everybody plays in every seat, so games come in sets of {size}:"
                " play {less} or {more}, not {games}."
            ),
            size=size,
            less=plan.games - plan.games % size or size,
            more=plan.games - plan.games % size + size,
            games=plan.games,
        )
