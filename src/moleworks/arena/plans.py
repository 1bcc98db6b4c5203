"""The plan of an arena run: everything that its result depends on, checked before the first game."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, pairwise
from types import MappingProxyType
from typing import Any, NamedTuple

from moleworks.arena.player_finder import NUMBERED, PATIENCE, PlayerFinder, check_engines
from moleworks.arena.sprt import Hypotheses
from moleworks.core.game import Value
from moleworks.core.messages import N_, BadSetup, Complaint, Message
from moleworks.core.registry import GAMES
from moleworks.engine.player_names import ChooseAction
from moleworks.record import Match

FindPlayer = Callable[[str, str], ChooseAction]
"""Finds a player by the id of a game and a name."""

PAIRINGS = ("all", "steps", "gauntlet", "swiss")
MOST_GAMES = 10_000_000
MOST_ELO = 2000.0
MOST_SECONDS = 1e6
"""On a clock."""


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
    sprt: tuple[float, ...] | None
    """Stop early: is the first player better by the first number of Elo, or the second? `sprt.Hypotheses`."""
    keep_records: bool
    rounds: int = 0
    """Rounds of a Swiss tournament."""
    engines: Mapping[str, str] = MappingProxyType({})
    """Commands of programs, by the names they play under."""
    patience: float = PATIENCE
    """Seconds that a program may take for an answer."""
    forfeits: bool = False
    """Whether a player that fails loses the game; else the game does not count."""
    book: tuple[tuple[str, ...], ...] = ()
    """Openings: the names of the first actions, those of chance too. Each set of games takes the next one."""
    clock: tuple[float, float] | None = None
    """Seconds that a player has for a game, and those that each of its actions adds."""
    resign: tuple[float, int] | None = None
    """The chance of winning, and the number of actions, at which all agree that a game is won."""
    longest: int = 0
    """A game is drawn after so many actions; 0 if it ends by its own rules only."""
    engine_options: Mapping[str, Mapping[str, str]] = MappingProxyType({})
    """By engine, what it is told once after its start."""
    draw: tuple[float, int, int] | None = None
    """All agree on a draw so near an even chance, for so many actions, from this action of the game on."""

    @property
    def wants_values(self) -> bool:
        """Whether players are asked how they value their actions, which takes them time."""
        return self.keep_records or self.resign is not None or self.draw is not None

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
    sprt: Sequence[float] | None = None,
    keep_records: bool = False,
    engines: Mapping[str, str] | None = None,
    patience: float = PATIENCE,
    forfeits: bool = False,
    book: Sequence[Sequence[str]] = (),
    clock: Sequence[float] | None = None,
    resign: tuple[float, int] | None = None,
    longest: int = 0,
    engine_options: Mapping[str, Mapping[str, str]] | None = None,
    draw: Sequence[float] | None = None,
    find_player: FindPlayer | None = None,
) -> ArenaPlan:
    """A checked plan; a complaint says what is wrong.

    If the number of players fits one game, all play it together; else `seats` of them meet at a time, two by
    default. `pairing` says who meets whom: all, neighbours (`steps`), the first and each other one
    (`gauntlet`), or in each of `rounds` those with about the same score (`swiss`).

    >>> plan("mole-hill", ["random", "level1"], 100).seats
    2
    """
    players = _told_apart(players)
    seats = _seats(game, players, seats, pairing)
    match = Match.begin(game, board=board, players=seats, preset=preset, options=options)
    engines, engine_options = dict(engines or {}), dict(engine_options or {})
    check_engines(engines, patience, engine_options)
    finder = PlayerFinder(engines, patience, engine_options=engine_options)
    _check_names(game, players, find_player or finder)
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
        tuple(tuple(line) for line in book),
        _check_clock(clock),
        _check_resign(resign),
        check_whole_number(N_("The number of actions until a draw"), longest, 0, MOST_GAMES),
        {name: dict(options) for name, options in engine_options.items()},
        _check_draw(draw),
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


def _told_apart(players: Sequence[str]) -> tuple[str, ...]:
    """If all are the same player, the later ones get a number, so that each has a score of its own.

    >>> _told_apart(["level3", "level3"]), _told_apart(["level3", "random", "random"])
    (('level3', 'level3#2'), ('level3', 'random', 'random'))
    """
    if len(players) < 2 or len(set(players)) > 1:
        return tuple(players)
    return players[0], *(f"{name}{NUMBERED}{number}" for number, name in enumerate(players[1:], 2))


def _check_clock(clock: Sequence[float] | None) -> tuple[float, float] | None:
    if clock is None:
        return None
    first, increment = map(float, clock)
    if not (0 < first <= MOST_SECONDS and 0 <= increment <= MOST_SECONDS):
        raise Complaint(
            N_("A clock has seconds for a game and seconds for each action, such as 60+0.5; not {given}."),
            given=f"{first:g}+{increment:g}",
        )
    return first, increment


def _check_resign(resign: tuple[float, int] | None) -> tuple[float, int] | None:
    if resign is None:
        return None
    chance, actions = float(resign[0]), resign[1]
    if not 0.5 < chance <= 1:
        raise Complaint(
            N_("A game is decided at a chance of winning between 0.5 and 1, not at {given}."),
            given=f"{chance:g}",
        )
    return chance, check_whole_number(N_("The number of actions that decide"), actions, 1, 1000)


def _check_draw(draw: Sequence[float] | None) -> tuple[float, int, int] | None:
    if draw is None:
        return None
    most, actions, first = float(draw[0]), draw[1], draw[2] if len(draw) > 2 else 0
    if not 0 <= most < 0.5:
        raise Complaint(
            N_("A draw is agreed on within 0 and 0.5 of an even chance, not within {given}."),
            given=f"{most:g}",
        )
    return (
        most,
        check_whole_number(N_("The number of actions that make a draw"), actions, 1, 1000),
        check_whole_number(N_("The first action of a draw"), first, 0, MOST_GAMES),
    )


def _check_names(game: str, players: Sequence[str], find_player: FindPlayer) -> None:
    try:
        for name in players:
            find_player(game, name)
            amount = name.partition("@")[2].rstrip("sn")
            if amount.replace(".", "", 1).isdigit() and not 0 < float(amount) < math.inf:
                raise Complaint(N_("{name} has nothing to spend: give it more than 0."), name=name[:40])
    finally:
        close_players(find_player)


def close_players(find_player: FindPlayer) -> None:
    """End the programs that players have started."""
    if isinstance(find_player, PlayerFinder):
        find_player.close()


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


def _check_sprt(sprt: Sequence[float] | None, players: Sequence[str]) -> tuple[float, ...] | None:
    if sprt is None:
        return None
    wanted = Hypotheses(*map(float, sprt))
    low, high = wanted[:2]
    if not -MOST_ELO <= low < high <= MOST_ELO:
        raise Complaint(
            N_("An SPRT tells two differences of Elo apart, the smaller one first, as in 0,20; not {given}."),
            given=f"{low:g},{high:g}",
        )
    if not (0 < wanted.alpha < 0.5 and 0 < wanted.beta < 0.5):
        raise Complaint(
            N_("The error rates of an SPRT lie between 0 and 0.5, as in 0,20,0.05,0.05; not {given}."),
            given=f"{wanted.alpha:g},{wanted.beta:g}",
        )
    if len(set(players)) > 2:
        raise Complaint(N_("An SPRT compares two players, not more."))
    return tuple(wanted) if wanted != Hypotheses(low, high) else (low, high)


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
