"""Going through a record, action by action."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from moleworks import players
from moleworks.games import CHANCE
from moleworks.players.advice import Effort, Line, Player, Sight, in_points
from moleworks.players.analysis.moments import (
    LEAST_CHANCE,
    LEAST_POINTS,
    LEAST_STAKE,
    Analysis,
    Choice,
    Moment,
    bounds,
)
from moleworks.players.workshop import Stop
from moleworks.record import Match, Record

Progress = Callable[[int, int], None]
"""Hears after every action how many are done, and of how many."""

CHOICES: Mapping[str, Effort] = MappingProxyType(
    {
        "mole-hill": Effort(nodes=1_000_000),
        "mole-company": Effort(nodes=20_000),
        "buddel-bande": Effort(nodes=20_000),
    }
)
"""By game, what a choice is worth thinking about: near the sixth level."""
GLANCES: Mapping[str, Effort] = MappingProxyType(
    {
        "mole-hill": Effort(nodes=400_000),
        "mole-company": Effort(nodes=4_000),
        "buddel-bande": Effort(nodes=4_000),
    }
)
"""By game, what is spent on one outlook: there are many, one for each way the dice could have fallen."""
WHOLE = ("mole-company", "buddel-bande")
"""The games whose players weigh every action anyway: there the worst one costs no more to know."""
MOST_KNOWN = 20_000
"""Outlooks that are kept: the longest game takes no more memory for them than 10 MB or so."""
PATIENCE = 60.0
"""Seconds to wait for the compiler: an analysis takes longer without it."""


def analyse(
    record: Record,
    effort: Effort | None = None,
    progress: Progress | None = None,
    *,
    glance: Effort | None = None,
    player: Player | None = None,
    stop: Stop | None = None,
) -> Analysis:
    """The game action by action; an interruption from the keyboard ends it early, with what there is.

    `effort` is spent on each choice, `glance` on each outlook. The same record and the same efforts in nodes
    give the same analysis. Another thread may set `stop`: that is an interruption too.
    """
    match, stop = record.match, stop or Stop()
    judge = _Judge(
        match,
        player or players.player(match.game.id),
        effort or CHOICES[match.game.id],
        glance or GLANCES[match.game.id],
        stop,
    )
    moments: list[Moment] = []
    start = (1 / match.setup.players,) * match.setup.players
    try:
        judge.player.warm_up(PATIENCE)
        start = judge.chances(match.before(0))
        for ply in range(match.ply):
            moment = judge.moment(ply)
            if stop.is_set:  # so it was not thought out
                break
            moments.append(moment)
            if progress:
                progress(ply + 1, match.ply)
    except KeyboardInterrupt:
        pass
    return Analysis(record, start, tuple(moments), judge.effort, judge.glance)


class _Judge:
    """Asks a player about one match."""

    def __init__(self, match: Match, player: Player, effort: Effort, glance: Effort, stop: Stop) -> None:
        self.match, self.game = match, match.game
        self.player, self.effort, self.glance, self.stop = player, effort, glance, stop
        self._known: dict[Any, tuple[float, ...]] = {}

    def moment(self, ply: int) -> Moment:
        before, after = self.match.before(ply), self.match.before(ply + 1)
        actor = self.game.actor(before)
        assert actor is not None, "nothing is played after the end"
        by_chance = actor == CHANCE
        return Moment(
            ply,
            self.match.names[ply],
            actor,
            self.game.mover(before),
            self.chances(after),
            None if by_chance else self._choice(ply, actor),
            self._luck(before, after) if by_chance else None,
        )

    def chances(self, state: Any) -> tuple[float, ...]:
        """Of winning, by seat; before dice, the mean over all their outcomes: the best estimate there is."""
        return self._expected(state) if self.game.actor(state) == CHANCE else self._outlook(state)

    def _luck(self, before: Any, after: Any) -> tuple[float, ...]:
        """How much better the outcome was for each seat than outcomes are on average."""
        there, mean = self._outlook(after), self._expected(before)
        return tuple(here - usual for here, usual in zip(there, mean, strict=True))

    def _expected(self, state: Any) -> tuple[float, ...]:
        sums = [0.0] * self.match.setup.players
        for action, odds in self.game.odds(state).items():
            for seat, chance in enumerate(self._outlook(self.game.play(state, action))):
                sums[seat] += float(odds) * chance
        return tuple(sums)

    def _outlook(self, state: Any) -> tuple[float, ...]:
        if state not in self._known:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[state] = self.player.outlook(state, self.glance)
        return self._known[state]

    def _choice(self, ply: int, actor: int) -> Choice | None:
        state, played = self.match.before(ply), self.match.names[ply]
        many = len(self.game.legal(state))
        if many == 1:
            return None
        heard = tuple(name for name in self.match.names[:ply] if self.game.heard(name))
        sight = Sight(self.match.setup, self.game.view(state, actor), heard)
        advice = self.player.advise(
            sight,
            self.effort,
            lines=many if self.game.id in WHOLE else 1,
            also=[played],
            stop=self.stop,
        )
        mine = next(line for line in advice.lines if line.action == played)
        points = in_points(sight.view)
        # The gardener wants the mole's points to be few.
        sign = -1 if points and sight.view["phase"] == "rod" else 1
        best = max(advice.lines, key=lambda line: (sign * line.value, line is mine))
        cost = sign * (best.value - mine.value)
        if cost < (LEAST_POINTS if points else LEAST_CHANCE):
            cost, best = 0.0, mine
        given = self._given(state, best, mine, actor) if points else cost
        worst = min(line.value for line in advice.lines)
        stake = max(cost, best.value - worst, LEAST_STAKE)
        if self.game.id not in WHOLE:
            stake = bounds(self.game.id, points)[-1]
        return Choice(best, mine, points, cost, given, advice.searched.exact, self.game.id, stake)

    def _given(self, state: Any, best: Line, played: Line, seat: int) -> float:
        """What points that were given away mean for the match."""
        if best is played:
            return 0.0
        better, here = (
            self.chances(self.game.play(state, self.game.parse(state, line.action)))
            for line in (best, played)
        )
        return max(0.0, better[seat] - here[seat])
