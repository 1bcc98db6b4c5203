"""Analyse a record action by action."""

from __future__ import annotations

from collections.abc import Callable

from moleworks import engine
from moleworks.core.game import CHANCE, State
from moleworks.engine.advice import AnyPlayer, Effort, Knowledge, Line
from moleworks.engine.analysis.moments import (
    LEAST_CHANCE,
    LEAST_POINTS,
    LEAST_STAKE,
    MOST_EQUAL,
    Analysis,
    Choice,
    Moment,
    bounds,
)
from moleworks.engine.kernel_pool import Stop
from moleworks.record import Match, Record

Progress = Callable[[int, int], None]
"""Called after every action with the number of actions done and the number in total."""

MOST_OUTLOOKS = 20_000
"""The size of the cache of outlooks: about 10 MB."""
PATIENCE = 60.0
"""Seconds to wait for the compiler; without it an analysis takes longer than that."""


def analyse(
    record: Record,
    effort: Effort | None = None,
    progress: Progress | None = None,
    *,
    glance: Effort | None = None,
    player: AnyPlayer | None = None,
    stop: Stop | None = None,
) -> Analysis:
    """Analyse a game; a keyboard interrupt, or `stop` set by another thread, returns what is done so far.

    `effort` is spent on each choice, `glance` on each outlook. The same record and the same efforts in nodes
    give the same analysis.
    """
    match, stop = record.match, stop or Stop()
    player = player or engine.player(match.game.id)
    analyser = _Analyser(
        match,
        player,
        effort or player.analysis.effort,
        glance or player.analysis.glance,
        stop,
    )
    moments: list[Moment] = []
    start = (1 / match.setup.players,) * match.setup.players
    try:
        analyser.player.warm_up(PATIENCE)
        start = analyser.chances(match.before(0))
        for ply in range(match.ply):
            moment = analyser.moment(ply)
            if stop.is_set:  # then the last result is not reliable
                break
            moments.append(moment)
            if progress:
                progress(ply + 1, match.ply)
    except KeyboardInterrupt:
        pass
    return Analysis(record, start, tuple(moments), analyser.effort, analyser.glance, player.analysis)


class _Analyser:
    """Asks a player about one match."""

    def __init__(self, match: Match, player: AnyPlayer, effort: Effort, glance: Effort, stop: Stop) -> None:
        self.match, self.game = match, match.game
        self.player, self.effort, self.glance, self.stop = player, effort, glance, stop
        self._outlooks: dict[State, tuple[float, ...]] = {}

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

    def chances(self, state: State) -> tuple[float, ...]:
        """The chances of winning by seat; before a roll, the mean over all its outcomes."""
        return self._expected(state) if self.game.actor(state) == CHANCE else self._outlook(state)

    def _luck(self, before: State, after: State) -> tuple[float, ...]:
        """By seat, how much better the outcome was than the mean of all outcomes."""
        there, mean = self._outlook(after), self._expected(before)
        return tuple(here - usual for here, usual in zip(there, mean, strict=True))

    def _expected(self, state: State) -> tuple[float, ...]:
        sums = [0.0] * self.match.setup.players
        for action, odds in self.game.odds(state).items():
            for seat, chance in enumerate(self._outlook(self.game.play(state, action))):
                sums[seat] += float(odds) * chance
        return tuple(sums)

    def _outlook(self, state: State) -> tuple[float, ...]:
        if state not in self._outlooks:
            if len(self._outlooks) >= MOST_OUTLOOKS:
                self._outlooks.clear()
            self._outlooks[state] = self.player.outlook(state, self.glance)
        return self._outlooks[state]

    def _choice(self, ply: int, actor: int) -> Choice | None:
        state, played = self.match.before(ply), self.match.names[ply]
        many = len(self.game.legal(state))
        if many == 1:
            return None
        heard = tuple(name for name in self.match.names[:ply] if self.game.is_public(name))
        knowledge = Knowledge(self.match.setup, self.game.view(state, actor), heard)
        advice = self.player.advise(
            knowledge,
            self.effort,
            lines=many if self.player.analysis.values_all_actions else 1,
            also=[played],
            stop=self.stop,
        )
        mine = next(line for line in advice.lines if line.action == played)
        points = self.player.in_points(knowledge.view)
        sign = -1 if points and self.player.wants_few_points(knowledge.view) else 1
        best = max(advice.lines, key=lambda line: (sign * line.value, line is mine))
        cost = sign * (best.value - mine.value)
        least = LEAST_POINTS if points else LEAST_CHANCE
        if cost < least:
            cost, best = 0.0, mine
        given = self._given(state, best, mine, actor) if points else cost
        worst = min(line.value for line in advice.lines)
        stake = max(cost, best.value - worst, LEAST_STAKE)
        if not self.player.analysis.values_all_actions:
            stake = bounds(self.player.analysis, points)[-1]
        choice = Choice(
            best, mine, points, cost, given, best.proven and mine.proven, self.player.analysis, stake
        )
        if choice.mark is None:
            return choice
        lines = advice.lines
        if not self.player.analysis.values_all_actions:
            lines = self.player.advise(
                knowledge, self.effort, lines=MOST_EQUAL, also=[best.action], stop=self.stop
            ).lines
        value = next(line.value for line in lines if line.action == best.action)
        good = [line.action for line in lines if sign * (value - line.value) < least]
        others = [action for action in good if action not in {best.action, played}]
        return choice._replace(equal=(best.action, *others))

    def _given(self, state: State, best: Line, played: Line, seat: int) -> float:
        """The loss of the chance to win the match, where a choice cost points."""
        if best is played:
            return 0.0
        better, here = (
            self.chances(self.game.play(state, self.game.parse(state, line.action)))
            for line in (best, played)
        )
        return max(0.0, better[seat] - here[seat])
