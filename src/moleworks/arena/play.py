"""Play one game of an arena."""

from __future__ import annotations

import contextlib
import hashlib
import os
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from random import Random
from types import TracebackType
from typing import NamedTuple

from moleworks import engine
from moleworks.arena.plans import ArenaPlan, Movers
from moleworks.arena.player_finder import FAULTS, is_import_path
from moleworks.arena.schedule import CommonRandomNumbers, GameJob, board_rotations, seed_for
from moleworks.core.game import CHANCE
from moleworks.core.messages import Complaint
from moleworks.engine.legal_actions import legal
from moleworks.engine.roster import Mover, random_action
from moleworks.record import Match

WARM_UP_PLIES = 60
"""Plies that are enough to reach the usual phases."""
LONGEST_REASON = 300


class FinishedGame(NamedTuple):
    """A game that is over. Tuples have an entry for each seat. Its fields are those of arena files."""

    set: int
    rotation: int
    seats: tuple[str, ...]
    winner: int | None
    """A seat; None in a draw, or where the rules know no winner."""
    rule: str
    """The rule that ended it."""
    plies: int
    points: tuple[int, ...] | None
    """By seat, in games that count points."""
    digest: str
    """A hash of all actions."""
    moves: tuple[int, ...]
    """How many actions each seat chose."""
    seconds: tuple[float, ...]
    """Thinking time of each seat in total."""
    longest: tuple[float, ...]
    """The longest thinking time of each seat for one action."""
    actions: tuple[str, ...] | None = None
    """Action names, if records are kept."""
    forfeit: int | None = None
    """The seat that failed, where that loses the game."""
    why: str | None = None
    """How it failed."""

    @property
    def job(self) -> GameJob:
        """The job that this game was."""
        return GameJob(self.set, self.rotation, self.seats)

    def share(self, name: str) -> float:
        """The share of this game that a player's seats won; where nobody wins, all share it.

        >>> drawn = FinishedGame(0, 0, ("a", "b", "b"), None, "", 0, None, "", (), (), ())
        >>> drawn.share("a") == 1 / 3, drawn._replace(winner=1).share("b")
        (True, 1.0)
        """
        if self.winner is None:
            sharing = [player for seat, player in enumerate(self.seats) if seat != self.forfeit]
            return sharing.count(name) / len(sharing)
        return float(self.seats[self.winner] == name)


class PlayerCall(NamedTuple):
    """A call of a player that is other people's code in this process."""

    name: str
    seat: int | None
    """None during the warm-up."""
    ply: int


OnPlayerCall = Callable[[PlayerCall | None], None]
"""Called before (with the call) and after (with None) other people's code runs."""


def ignore_call(_: PlayerCall | None) -> None:
    """An `OnPlayerCall` that does nothing."""


class PlayerFailed(Exception):
    """A player raised an error, did not answer, or named an illegal action."""


def play(plan: ArenaPlan, job: GameJob, movers: Movers, on_call: OnPlayerCall = ignore_call) -> FinishedGame:
    """Play one game. The player to act is given the knowledge of its seat and a seed.

    A player that fails loses if the plan says so; else `PlayerFailed` is raised.
    """
    match = plan.begin(board_rotations(plan, job.set))
    chance = CommonRandomNumbers(plan.seed, job.set)
    players: list[Mover] = []
    times: list[list[float]] = [[] for _ in job.seats]
    drawn = 0

    def player_failed(seat: int, error: BaseException) -> FinishedGame:
        why = describe_error(error)
        if plan.forfeits:
            return _forfeited(plan, job, match, times, seat, why)
        raise PlayerFailed(f"{job.seats[seat]}: {why}") from error

    for seat, name in enumerate(job.seats):
        try:
            players.append(_find_player(plan, movers, name, seat, match, on_call))
        except FAULTS as error:
            return player_failed(seat, error)
    while (actor := match.game.actor(match.state)) is not None:
        if actor == CHANCE:
            match.act(chance.draw(match))
        elif drawn < plan.opening:
            drawn += 1
            match.act(_random_opening_action(plan, job, match))
        else:
            seed = seed_for(plan.seed, job.set, match.ply, actor)
            try:
                _choose(players[actor], match, seed, times[actor])
            except FAULTS as error:
                return player_failed(actor, error)
    return _finished(plan, job, match, times)


def warm_up(
    plan: ArenaPlan,
    movers: Movers,
    on_call: OnPlayerCall = ignore_call,
    skipped: Collection[str] = frozenset(),
) -> None:
    """Let every player choose once in each phase, so that compilation is not counted as thinking time.

    `skipped` players ended or blocked a process during an earlier warm-up: they will fail in their games.
    """
    if any(name.startswith(("best", "level")) for name in plan.players):
        engine.player(plan.game).warm_up(60)
    match, chance, random = plan.begin(board_rotations(plan, 0)), CommonRandomNumbers(plan.seed, 0), Random(1)
    seen: set[str] = set()
    while match.ply < WARM_UP_PLIES and (actor := match.game.actor(match.state)) is not None:
        if actor == CHANCE:
            match.act(chance.draw(match))
            continue
        if match.game.phase(match.state) not in seen:
            seen.add(match.game.phase(match.state))
            for name in dict.fromkeys(plan.players):
                if name in skipped:
                    continue
                with contextlib.suppress(*FAULTS):  # a failure is reported in a game
                    _find_player(plan, movers, name, None, match, on_call)(engine.knowledge(match), 1)
        match.act(random.choice(legal(plan.game)(match.state)))


def _find_player(
    plan: ArenaPlan, movers: Movers, name: str, seat: int | None, match: Match, on_call: OnPlayerCall
) -> Mover:
    """A player; `on_call` is told before and after other people's code runs."""
    if not is_import_path(name):
        return movers(plan.game, name)
    with _reported(on_call, PlayerCall(name, seat, match.ply)):
        mover = movers(plan.game, name)

    def choose(knowledge: engine.Knowledge, seed: int) -> str:
        with _reported(on_call, PlayerCall(name, seat, match.ply)):
            return mover(knowledge, seed)

    return choose


@contextlib.contextmanager
def _reported(on_call: OnPlayerCall, call: PlayerCall) -> Iterator[None]:
    on_call(call)
    try:
        yield
    finally:
        on_call(None)


def _random_opening_action(plan: ArenaPlan, job: GameJob, match: Match) -> int:
    random = Random(seed_for(plan.seed, job.set, match.ply, "opening"))
    return random.choice(legal(plan.game)(match.state))


def _choose(mover: Mover, match: Match, seed: int, times: list[float]) -> None:
    if mover is random_action:
        # Legal actions depend on nothing hidden, so the state is used directly: that is faster.
        start = time.perf_counter()
        action = Random(seed).choice(legal(match.game.id)(match.state))
        times.append(time.perf_counter() - start)
        match.act(action)
        return
    knowledge = engine.knowledge(match)
    start = time.perf_counter()
    name = mover(knowledge, seed)
    times.append(time.perf_counter() - start)
    match.play([name])


def _finished(plan: ArenaPlan, job: GameJob, match: Match, times: Sequence[Sequence[float]]) -> FinishedGame:
    outcome = match.outcome
    assert outcome, "the game is over"
    return _finished_game(plan, job, match, times, outcome.winner, outcome.rule)


def _forfeited(
    plan: ArenaPlan, job: GameJob, match: Match, times: Sequence[Sequence[float]], seat: int, why: str
) -> FinishedGame:
    """A game lost by a failure: the other seat wins; several others share the win."""
    winner = 1 - seat if len(job.seats) == 2 else None
    return _finished_game(plan, job, match, times, winner, "")._replace(
        forfeit=seat, why=why[:LONGEST_REASON]
    )


def forfeited_game(job: GameJob, seat: int, ply: int, why: str) -> FinishedGame:
    """A game lost by a failure that ended the process: only the seat and the ply are known."""
    nothing = (0,) * len(job.seats)
    return FinishedGame(
        *job,
        winner=1 - seat if len(job.seats) == 2 else None,
        rule="",
        plies=ply,
        points=None,
        digest=f"unknown {job.set} {job.rotation}",
        moves=nothing,
        seconds=nothing,
        longest=nothing,
        forfeit=seat,
        why=why[:LONGEST_REASON],
    )


def _finished_game(
    plan: ArenaPlan,
    job: GameJob,
    match: Match,
    times: Sequence[Sequence[float]],
    winner: int | None,
    rule: str,
) -> FinishedGame:
    return FinishedGame(
        *job,
        winner=winner,
        rule=rule,
        plies=match.ply,
        points=match.game.scores(match.state),
        digest=hashlib.sha256(" ".join(match.names).encode()).hexdigest()[:16],
        moves=tuple(len(own) for own in times),
        seconds=tuple(round(sum(own), 6) for own in times),
        longest=tuple(round(max(own, default=0.0), 6) for own in times),
        actions=tuple(match.names) if plan.keep_records else None,
    )


def describe_error(error: BaseException) -> str:
    """An error in one line: the sentence of a complaint, else the message and where it happened."""
    if isinstance(error, Complaint):
        return " ".join(str(error).split())
    last = error.__traceback__
    while last and last.tb_next:
        last = last.tb_next
    return " ".join(f"{type(error).__name__}: {error}{_place(last)}".split())


def _place(last: TracebackType | None) -> str:
    if last is None:
        return ""
    code = last.tb_frame.f_code
    return f" ({os.path.basename(code.co_filename)}:{last.tb_lineno}, {code.co_name})"  # noqa: PTH119
