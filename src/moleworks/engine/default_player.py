"""The computer player of a game that brings none: flat Monte Carlo in sampled worlds.

A play-out starts in a world that agrees with what the seat knows, tries one action and continues at random to
the end. Play-outs are spent by sequential halving: the worse half of the actions drops out after each round.
"""

from __future__ import annotations

import math
import time
from collections.abc import Collection, Sequence
from functools import cache
from random import Random
from typing import NamedTuple

from moleworks.core import registry
from moleworks.core.game import CHANCE, AnyGame, State
from moleworks.core.messages import N_, Message
from moleworks.engine import chance, determinize
from moleworks.engine.advice import (
    LEVEL_SECONDS,
    UNLIMITED,
    Advice,
    AnalysisSettings,
    AnyPlayer,
    Effort,
    Knowledge,
    Line,
    Player,
    SearchStats,
    non_increasing,
)
from moleworks.engine.kernel_pool import Stop
from moleworks.engine.win_shares import win_shares

METHOD = "flat Monte Carlo"
PLAYOUTS = (1, 2, 4, 8, 16, 40, 120)
"""By level, the play-outs for each legal action."""
LAPSES = (0.5, 0.35, 0.25, 0.15, 0.08, 0.03, 0.0)
"""By level, the probability of a random action: so levels differ in slow games too, despite the time cap."""
LEAST_ACTIONS = 10
"""A choice between fewer actions, or an outlook, gets as many play-outs as a choice between this many."""
WORLDS = 32
"""The most worlds that are sampled for one choice: to replay a match takes about as long as a play-out."""


class PlayoutBudget(NamedTuple):
    """Play-outs, and the time limit in seconds."""

    playouts: int
    seconds: float | None
    timed: bool = False
    """Whether only the time counts."""


class Candidate:
    """A legal action with the results of its play-outs."""

    def __init__(self, action: int, name: str, tie_break: float) -> None:
        self.action, self.name, self.tie_break = action, name, tie_break
        self.playouts = 0
        self.wins = 0.0
        """Draws count as shares of a win."""
        self.margin = 0.0
        """The sum of the point margins, in games that count points."""
        self.rounds = 0
        """How many rounds of halving it survived."""

    def value(self, prior: float) -> float:
        """The share of wins; the prior before the first play-out."""
        return self.wins / self.playouts if self.playouts else prior

    def rank(self, prior: float) -> tuple[int, float, float, float]:
        """Lower is better. Points decide between equal shares of wins, such as where nobody can win."""
        margin = self.margin / self.playouts if self.playouts else 0.0
        return -self.rounds, -self.value(prior), -margin, self.tie_break


class DefaultPlayer(Player[State]):
    """Plays any game through its interface alone. Nodes are play-outs; each action gets at least one."""

    analysis = AnalysisSettings(
        effort=Effort(nodes=2_000), glance=Effort(nodes=200), chances=(0.10, 0.20, 0.40)
    )
    dataset_nodes = 200

    def advise(
        self,
        knowledge: Knowledge,
        effort: Effort,
        *,
        lines: int = 1,
        also: Sequence[str] = (),
        seed: int = 0,
        stop: Stop | None = None,
        patience: float | None = None,
    ) -> Advice:
        """Play games out at random after every action, in samples of what the seat cannot see."""
        del patience  # nothing is compiled
        began = time.perf_counter()
        search = MonteCarloSearch(knowledge, Random(seed))
        required = {search.game.parse(search.worlds[0], name) for name in also}
        lapse = search.draw_lapse(effort.level)
        budget = _budget(effort, len(search.candidates))
        with (stop or Stop()).within(budget.seconds) as flag:
            search.run(budget, max(1, lines), required, flag)
        found = _lines(search, lapse, max(1, lines), required)
        seconds = time.perf_counter() - began
        stats = SearchStats(METHOD, 1, search.playouts, seconds, exact=False, compiled=False, cache=0)
        return Advice(found, stats)

    def outlook(self, state: State, effort: Effort, *, seed: int = 0) -> tuple[float, ...]:
        """The share of random play-outs that each seat wins."""
        game, random = registry.game(state.setup.game), Random(seed)
        if game.actor(state) is None:
            return _shares(game, state)
        sums, budget, done = [0.0] * state.setup.players, _budget(effort, 1), 0
        with Stop().within(budget.seconds) as flag:
            while done < budget.playouts:
                end = _play_out(game, state, random, flag if done else None)
                if end is None:
                    break
                sums = [total + share for total, share in zip(sums, _shares(game, end), strict=True)]
                done += 1
        return tuple(total / done for total in sums)

    def warm_up(self, wait: float = 0.0) -> bool:
        """Nothing is compiled here, so it is ready at once."""
        del wait
        return True


class MonteCarloSearch:
    """The choice of one seat: its candidates, and the worlds they are tried in."""

    def __init__(self, knowledge: Knowledge, random: Random) -> None:
        self.game, self.knowledge, self.random = knowledge.game, knowledge, random
        self.prior = 1 / knowledge.setup.players
        self.playouts = 0
        self.samples = self.game.has_secrets
        """Whether worlds differ and can be sampled."""
        self.worlds = [self._first_world()]
        state = self.worlds[0]
        # A seat knows what it may do, and a name means the same action in every world.
        self.candidates = [
            Candidate(action, self.game.name(state, action), random.random())
            for action in self.game.legal(state)
        ]

    def _first_world(self) -> State:
        if self.samples:
            try:
                return determinize.consistent_match(self.knowledge, self.random).state
            except ValueError:  # the actions were not heard from the beginning on: the view has to do
                self.samples = False
        return determinize.state(self.knowledge)

    def draw_lapse(self, level: int | None) -> Candidate | None:
        """The random action that a level plays here instead of the best one, if it has a lapse."""
        if level is None or self.random.random() >= LAPSES[level - 1]:
            return None
        return self.random.choice(self.candidates)

    def run(self, budget: PlayoutBudget, lines: int, required: Collection[int], stop: Stop) -> None:
        """Sequential halving, down to `lines` candidates and the required ones."""
        alive = list(self.candidates)
        rounds = max(1, (len(alive) - 1).bit_length())
        left = max(budget.playouts, len(alive))
        seconds = budget.seconds / rounds if budget.timed and budget.seconds is not None else None
        for number in range(rounds):
            share = max(len(alive), left // (rounds - number))
            with stop.within(seconds) as flag:
                left -= self._simulate(alive, min(left, share), flag)
            if stop.is_set or left <= 0:
                break
            alive.sort(key=lambda candidate: candidate.rank(self.prior))
            size = max(lines, math.ceil(len(alive) / 2))
            alive = [
                candidate
                for place, candidate in enumerate(alive)
                if place < size or candidate.action in required
            ]
            for candidate in alive:
                candidate.rounds += 1

    def _simulate(self, alive: Sequence[Candidate], number: int, stop: Stop) -> int:
        """Spend play-outs on these candidates in turn; return how many. The very first is never stopped."""
        for done in range(number):
            candidate = alive[done % len(alive)]
            state = self.game.play(self._world(candidate.playouts), candidate.action)
            end = _play_out(self.game, state, self.random, stop if self.playouts else None)
            if end is None:
                return done
            self.playouts += 1
            candidate.playouts += 1
            candidate.wins += _shares(self.game, end)[self.knowledge.seat]
            candidate.margin += _margin(self.game, end, self.knowledge.seat)
        return number

    def _world(self, number: int) -> State:
        """The world of a candidate's n-th play-out: the same for all, so that they compare better."""
        if not self.samples:
            return self.worlds[0]
        if number % WORLDS == len(self.worlds):
            try:
                world = determinize.consistent_match(self.knowledge, self.random).state
            except ValueError:  # hardly any sample fits
                world = self.random.choice(self.worlds)
            self.worlds.append(world)
        return self.worlds[number % WORLDS]


def _budget(effort: Effort, actions: int) -> PlayoutBudget:
    if effort.level is not None:
        playouts = max(actions, LEAST_ACTIONS) * PLAYOUTS[effort.level - 1]
        return PlayoutBudget(playouts, LEVEL_SECONDS[effort.level - 1])
    if effort.nodes is not None:
        return PlayoutBudget(effort.nodes, None)
    return PlayoutBudget(UNLIMITED, effort.seconds, timed=True)


def _play_out(game: AnyGame, state: State, random: Random, stop: Stop | None) -> State | None:
    """The end of a random game from here; None if it was stopped."""
    while (actor := game.actor(state)) is not None:
        if stop is not None and stop.is_set:
            return None
        by_chance = actor == CHANCE
        action = chance.draw(game, state, random) if by_chance else chance.random_legal(game, state, random)
        state = game.play(state, action)
    return state


def _shares(game: AnyGame, state: State) -> tuple[float, ...]:
    return win_shares(game.outcome(state), state.setup.players)


def _margin(game: AnyGame, state: State, seat: int) -> float:
    """A seat's points less the most points of another seat; 0 in games that count none."""
    scores = game.scores(state)
    if scores is None:
        return 0.0
    return scores[seat] - max((other for n, other in enumerate(scores) if n != seat), default=0)


def _lines(
    search: MonteCarloSearch, lapse: Candidate | None, lines: int, required: Collection[int]
) -> tuple[Line, ...]:
    """The best candidates that were tried, a lapse before all others; then the required ones."""
    ranked = sorted(search.candidates, key=lambda candidate: candidate.rank(search.prior))
    if lapse is not None:
        ranked = [lapse, *(candidate for candidate in ranked if candidate is not lapse)]
    tried = [candidate for candidate in ranked if candidate.playouts or candidate is lapse]
    chosen = tried[:lines]
    chosen += [candidate for candidate in ranked if candidate.action in required and candidate not in chosen]
    return non_increasing([_line(candidate, search.prior) for candidate in chosen])


def _line(candidate: Candidate, prior: float) -> Line:
    why = Message(
        N_("It wins {won} of {count} games played on at random."),
        {"won": round(candidate.wins), "count": candidate.playouts},
    )
    return Line(candidate.name, candidate.value(prior), (candidate.name,), why)


@cache
def default_player() -> AnyPlayer:
    """The one instance; it holds nothing."""
    return DefaultPlayer()
