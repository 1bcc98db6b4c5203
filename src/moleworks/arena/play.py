"""Play one game of an arena."""

from __future__ import annotations

import contextlib
import hashlib
import os
import time
from collections.abc import Callable, Collection, Iterator
from random import Random
from types import TracebackType
from typing import NamedTuple

from moleworks import engine
from moleworks.arena.adjudication import RULE, Adjudication, Adjudicator, Limits
from moleworks.arena.clock import Clock
from moleworks.arena.plans import ArenaPlan, FindPlayer
from moleworks.arena.player_finder import FAULTS, TimedPlayer, is_import_path
from moleworks.arena.schedule import CommonRandomNumbers, GameJob, board_rotations, seed_for
from moleworks.core.game import CHANCE
from moleworks.core.messages import N_, Complaint
from moleworks.engine.legal_actions import legal
from moleworks.engine.player_names import ChooseAction, ValuedAction, random_action
from moleworks.record import Match

WARM_UP_PLIES = 60
"""Plies that are enough to reach the usual phases."""
LONGEST_REASON = 300
OUT_OF_TIME = "out of time"
MOST_CHECKED = 1000
"""Sets whose opening is tried before the first game, where boards are turned in each."""


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
    values: tuple[tuple[int, int, float], ...] | None = None
    """If records are kept: the ply, the depth and the value of each action whose player told them."""

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


def play(
    plan: ArenaPlan, job: GameJob, find_player: FindPlayer, on_call: OnPlayerCall = ignore_call
) -> FinishedGame:
    """Play one game. The player to act is given the knowledge of its seat and a seed.

    A player that fails loses if the plan says so; else `PlayerFailed` is raised.
    """
    match = plan.begin(board_rotations(plan, job.set))
    chance = CommonRandomNumbers(plan.seed, job.set)
    players: list[ChooseAction] = []
    notes = _Notes(plan, len(job.seats))
    drawn, line = 0, opening_line(plan, job.set)

    def player_failed(seat: int, error: BaseException) -> FinishedGame:
        why = describe_error(error)
        if plan.forfeits:
            return _forfeited(plan, job, match, notes, seat, why)
        raise PlayerFailed(f"{job.seats[seat]}: {why}") from error

    for seat, name in enumerate(job.seats):
        try:
            players.append(_reporting_player(plan, find_player, name, seat, match, on_call))
        except FAULTS as error:
            return player_failed(seat, error)
    while (actor := match.game.actor(match.state)) is not None:
        if verdict := notes.verdict or notes.judge.too_long(match.ply):
            return _finished_game(plan, job, match, notes, verdict.winner, RULE)
        if match.ply < len(line):
            match.play([line[match.ply]])
        elif actor == CHANCE:
            match.act(chance.draw(match))
        elif drawn < plan.opening:
            drawn += 1
            match.act(_random_opening_action(plan, job, match))
        else:
            seed = seed_for(plan.seed, job.set, match.ply, actor)
            try:
                in_time = _choose(players[actor], match, seed, actor, notes)
            except FAULTS as error:
                return player_failed(actor, error)
            if not in_time:
                return _forfeited(plan, job, match, notes, actor, OUT_OF_TIME)
    return _finished(plan, job, match, notes)


class _Notes:
    """What is noted of a game while it is played."""

    def __init__(self, plan: ArenaPlan, seats: int) -> None:
        self.times: list[list[float]] = [[] for _ in range(seats)]
        """By seat, the seconds of each of its choices."""
        self.clock = Clock(plan.clock, seats) if plan.clock else None
        self.judge = Adjudicator(seats, Limits(plan.resign, plan.draw, plan.longest))
        self.verdict: Adjudication | None = None
        self.values: list[tuple[int, int, float]] = []

    def chosen(self, seat: int, ply: int, action: str, seconds: float) -> bool:
        """A seat has chosen, in so much time; whether its clock allows that."""
        self.times[seat].append(seconds)
        told = action if isinstance(action, ValuedAction) else None
        if told is not None:
            self.values.append((ply, told.depth, round(told.value, 4)))
        chance = told.value if told is not None and told.is_chance else None
        self.verdict = self.judge.told(seat, chance, ply + 1)
        return self.clock is None or self.clock.spend(seat, seconds)


def opening_line(plan: ArenaPlan, set_: int) -> tuple[str, ...]:
    """The actions that all games of a set begin with, by the plan's book."""
    return plan.book[set_ % len(plan.book)] if plan.book else ()


def check_book(plan: ArenaPlan) -> None:
    """A complaint if an opening of the book cannot be played, or leaves nothing to play."""
    sets = min(plan.games, MOST_CHECKED) if board_rotations(plan, 0) else len(plan.book)
    for set_ in range(max(sets, len(plan.book)) if plan.book else 0):
        match, number = plan.begin(board_rotations(plan, set_)), set_ % len(plan.book) + 1
        try:
            match.play(opening_line(plan, set_))
        except Complaint as error:
            text = N_("Opening {number} of the book cannot be played: {reason}")
            raise Complaint(text, number=number, reason=error.message) from error
        if match.over:
            raise Complaint(N_("Opening {number} of the book ends the game."), number=number)


def warm_up(
    plan: ArenaPlan,
    find_player: FindPlayer,
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
                    _reporting_player(plan, find_player, name, None, match, on_call)(
                        engine.knowledge(match), 1
                    )
        match.act(random.choice(legal(plan.game)(match.state)))


def _reporting_player(
    plan: ArenaPlan, find_player: FindPlayer, name: str, seat: int | None, match: Match, on_call: OnPlayerCall
) -> ChooseAction:
    """A player whose calls are reported: `on_call` is told before and after other people's code runs."""
    if not is_import_path(name):
        return find_player(plan.game, name)
    with _reported(on_call, PlayerCall(name, seat, match.ply)):
        player = find_player(plan.game, name)

    def ask(knowledge: engine.Knowledge, seed: int, seconds: float | None) -> str:
        with _reported(on_call, PlayerCall(name, seat, match.ply)):
            if isinstance(player, TimedPlayer):
                return player.ask(knowledge, seed, seconds)
            return player(knowledge, seed)

    return TimedPlayer(ask)


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


def _choose(choose: ChooseAction, match: Match, seed: int, seat: int, notes: _Notes) -> bool:
    """Let a player choose and play that; whether it was in time."""
    if choose is random_action:
        # Legal actions depend on nothing hidden, so the state is used directly: that is faster.
        start = time.perf_counter()
        action = Random(seed).choice(legal(match.game.id)(match.state))
        in_time = notes.chosen(seat, match.ply, "", time.perf_counter() - start)
        match.act(action)
        return in_time
    knowledge, clock = engine.knowledge(match), notes.clock
    start = time.perf_counter()
    if clock is not None and isinstance(choose, TimedPlayer):
        name = choose.ask(knowledge, seed, clock.budget(seat))
    else:
        name = choose(knowledge, seed)
    in_time = notes.chosen(seat, match.ply, name, time.perf_counter() - start)
    match.play([str(name)])  # a plain text, which other processes can be sent
    return in_time


def _finished(plan: ArenaPlan, job: GameJob, match: Match, notes: _Notes) -> FinishedGame:
    outcome = match.outcome
    assert outcome, "the game is over"
    return _finished_game(plan, job, match, notes, outcome.winner, outcome.rule)


def _forfeited(
    plan: ArenaPlan, job: GameJob, match: Match, notes: _Notes, seat: int, why: str
) -> FinishedGame:
    """A game lost by a failure: the other seat wins; several others share the win."""
    return _finished_game(plan, job, match, notes, _other_seat(job, seat), "")._replace(
        forfeit=seat, why=why[:LONGEST_REASON]
    )


def _other_seat(job: GameJob, seat: int) -> int | None:
    """The only other seat of a game; None if there are several."""
    others = [other for other in range(len(job.seats)) if other != seat]
    return others[0] if len(others) == 1 else None


def forfeited_game(job: GameJob, seat: int, ply: int, why: str) -> FinishedGame:
    """A game lost by a failure that ended the process: only the seat and the ply are known."""
    nothing = (0,) * len(job.seats)
    return FinishedGame(
        *job,
        winner=_other_seat(job, seat),
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
    notes: _Notes,
    winner: int | None,
    rule: str,
) -> FinishedGame:
    times = notes.times
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
        values=tuple(notes.values) if plan.keep_records else None,
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
