"""One game of an arena, from the first action to the last."""

from __future__ import annotations

import contextlib
import hashlib
import os
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from random import Random
from types import TracebackType
from typing import NamedTuple

from moleworks import players
from moleworks.arena.entrants import FAULTS, by_path
from moleworks.arena.plans import Movers, Plan
from moleworks.arena.schedule import Job, Luck, seed_for, turned_boards
from moleworks.games import CHANCE, Complaint
from moleworks.players.ladder import Mover, any_action
from moleworks.players.listing import legal
from moleworks.record import Match

WARMING = 60
"""Plies that are enough to meet the usual phases."""
LONGEST_WHY = 300


class Played(NamedTuple):
    """A game that is over. Lists are by seat."""

    set: int
    rotation: int
    seats: tuple[str, ...]
    winner: int | None
    """A seat; nobody in a draw, nor in a single round of Mole Hill that is played for study."""
    rule: str
    """By which it ended."""
    plies: int
    points: tuple[int, ...] | None
    """In games that count points."""
    digest: str
    """The same for the same actions."""
    moves: tuple[int, ...]
    """How often each had to choose."""
    seconds: tuple[float, ...]
    """What each thought, in all."""
    longest: tuple[float, ...]
    """What each thought at most for one action."""
    actions: tuple[str, ...] | None = None
    """Their names, if records are kept."""
    forfeit: int | None = None
    """The seat that went wrong, where that loses the game."""
    why: str | None = None
    """What it did."""

    @property
    def job(self) -> Job:
        return Job(self.set, self.rotation, self.seats)

    def share(self, name: str) -> float:
        """What the seats of a player won of this game; where nobody wins, everybody wins alike.

        >>> drawn = Played(0, 0, ("a", "b", "b"), None, "", 0, None, "", (), (), ())
        >>> drawn.share("a") == 1 / 3, drawn._replace(winner=1).share("b")
        (True, 1.0)
        """
        if self.winner is None:
            sharing = [who for seat, who in enumerate(self.seats) if seat != self.forfeit]
            return sharing.count(name) / len(sharing)
        return float(self.seats[self.winner] == name)


class Asked(NamedTuple):
    """Whose code runs in this process."""

    name: str
    seat: int | None
    """None while all warm up."""
    ply: int


Asking = Callable[[Asked | None], None]
"""Hears who is asked, if that is code of others, and that it came back."""


def unheard(_: Asked | None) -> None:
    """Nobody has to know."""


class AtFault(Exception):
    """A player that raised an error, did not answer, or named what is not allowed."""


def play(plan: Plan, job: Job, movers: Movers, asking: Asking = unheard) -> Played:
    """Play one game; whoever is to act is given what their seat may know, and a seed.

    If a player goes wrong it has lost, if the plan says so; else there is no game, but `AtFault`.
    """
    match = plan.begin(turned_boards(plan, job.set))
    luck = Luck(plan.seed, job.set)
    found: list[Mover] = []
    spent: list[list[float]] = [[] for _ in job.seats]
    drawn = 0

    def wrong(seat: int, error: BaseException) -> Played:
        why = told(error)
        if plan.forfeits:
            return _forfeited(plan, job, match, spent, seat, why)
        raise AtFault(f"{job.seats[seat]}: {why}") from error

    for seat, name in enumerate(job.seats):
        try:
            found.append(_found(plan, movers, name, seat, match, asking))
        except FAULTS as error:
            return wrong(seat, error)
    while (actor := match.game.actor(match.state)) is not None:
        if actor == CHANCE:
            match.act(luck.draw(match))
        elif drawn < plan.opening:
            drawn += 1
            match.act(_by_lot(plan, job, match))
        else:
            seed = seed_for(plan.seed, job.set, match.ply, actor)
            try:
                _choose(found[actor], match, seed, spent[actor])
            except FAULTS as error:
                return wrong(actor, error)
    return _played(plan, job, match, spent)


def warm_up(
    plan: Plan, movers: Movers, asking: Asking = unheard, cold: Collection[str] = frozenset()
) -> None:
    """Everybody chooses once in each phase before any clock runs: what is compiled late is there by then.

    But for the `cold`, who ended or held up a process while it warmed up: they show that in their games.
    """
    if any(name.startswith(("best", "level")) for name in plan.players):
        players.player(plan.game).warm_up(60)
    match, luck, random = plan.begin(turned_boards(plan, 0)), Luck(plan.seed, 0), Random(1)
    seen: set[str] = set()
    while match.ply < WARMING and (actor := match.game.actor(match.state)) is not None:
        if actor == CHANCE:
            match.act(luck.draw(match))
            continue
        if match.game.phase(match.state) not in seen:
            seen.add(match.game.phase(match.state))
            for name in dict.fromkeys(plan.players):
                if name in cold:
                    continue
                with contextlib.suppress(*FAULTS):  # who goes wrong is told of in a game
                    _found(plan, movers, name, None, match, asking)(players.sight(match), 1)
        match.act(random.choice(legal(plan.game)(match.state)))


def _found(plan: Plan, movers: Movers, name: str, seat: int | None, match: Match, asking: Asking) -> Mover:
    """A player; before and after anything that is not our own code, somebody is told."""
    if not by_path(name):
        return movers(plan.game, name)
    with _told(asking, Asked(name, seat, match.ply)):
        mover = movers(plan.game, name)

    def choose(sight: players.Sight, seed: int) -> str:
        with _told(asking, Asked(name, seat, match.ply)):
            return mover(sight, seed)

    return choose


@contextlib.contextmanager
def _told(asking: Asking, asked: Asked) -> Iterator[None]:
    asking(asked)
    try:
        yield
    finally:
        asking(None)


def _by_lot(plan: Plan, job: Job, match: Match) -> int:
    random = Random(seed_for(plan.seed, job.set, match.ply, "opening"))
    return random.choice(legal(plan.game)(match.state))


def _choose(mover: Mover, match: Match, seed: int, spent: list[float]) -> None:
    if mover is any_action:
        # What may be done hangs on nothing hidden, so that a view would only be taken apart again.
        began = time.perf_counter()
        action = Random(seed).choice(legal(match.game.id)(match.state))
        spent.append(time.perf_counter() - began)
        match.act(action)
        return
    sight = players.sight(match)
    began = time.perf_counter()
    name = mover(sight, seed)
    spent.append(time.perf_counter() - began)
    match.play([name])


def _played(plan: Plan, job: Job, match: Match, spent: Sequence[Sequence[float]]) -> Played:
    outcome = match.game.outcome(match.state)
    assert outcome, "the game is over"
    return _noted(plan, job, match, spent, outcome.winner, outcome.rule)


def _forfeited(
    plan: Plan, job: Job, match: Match, spent: Sequence[Sequence[float]], seat: int, why: str
) -> Played:
    """The other one has won; of several others all have, alike."""
    winner = 1 - seat if len(job.seats) == 2 else None
    return _noted(plan, job, match, spent, winner, "")._replace(forfeit=seat, why=why[:LONGEST_WHY])


def lost(job: Job, seat: int, ply: int, why: str) -> Played:
    """A game of which nothing is left but who ended it, and when."""
    nothing = (0,) * len(job.seats)
    return Played(
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
        why=why[:LONGEST_WHY],
    )


def _noted(
    plan: Plan, job: Job, match: Match, spent: Sequence[Sequence[float]], winner: int | None, rule: str
) -> Played:
    return Played(
        *job,
        winner=winner,
        rule=rule,
        plies=match.ply,
        points=match.game.scores(match.state),
        digest=hashlib.sha256(" ".join(match.names).encode()).hexdigest()[:16],
        moves=tuple(len(times) for times in spent),
        seconds=tuple(round(sum(times), 6) for times in spent),
        longest=tuple(round(max(times, default=0.0), 6) for times in spent),
        actions=tuple(match.names) if plan.keep_records else None,
    )


def told(error: BaseException) -> str:
    """An error in one line, with the place where it happened; of a complaint its sentence says enough."""
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
