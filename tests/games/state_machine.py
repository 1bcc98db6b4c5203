"""A Hypothesis state machine that plays a game and checks what must hold in every game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any, ClassVar

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from moleworks.games import CHANCE, Malformed, Refused
from moleworks.record import CannotPlay, Match, Record, read, write
from tests.games.action_names import NO_NAMES, every_name, legal_names, refusals

# How far a game has gone before Hypothesis takes over, and how it went.
LEADS = st.tuples(st.integers(0, 250), st.integers(0, 2**32))


class GameStateMachine(RuleBasedStateMachine):
    """Plays one match; each game adds checks of its own pieces."""

    match: Match
    chance_phases: ClassVar[frozenset[str]]
    phases: ClassVar[frozenset[str]]
    end_rule: ClassVar[str]

    @property
    def game(self) -> Any:
        return self.match.game

    @property
    def state(self) -> Any:
        return self.match.state

    @property
    def over(self) -> bool:
        return self.game.actor(self.state) is None

    def pieces(self) -> None:
        """Check the number and the places of the pieces."""
        raise NotImplementedError

    def watch(self, before: Any, name: str) -> None:
        """Check the effect of an action."""

    def policy(self, names: list[str], random: Random) -> str:
        """How `play_on` chooses: at random, unless the game would never end then."""
        return random.choice(names)

    def act(self, name: str) -> None:
        """One action, by its name."""
        before = self.state
        self.match.play([name])
        assert self.state != before
        self.watch(before, name)

    @precondition(lambda self: not self.over)
    @rule(pick=st.integers(0, 2**16))
    def play(self, pick: int) -> None:
        actions = self.game.legal(self.state)
        action = actions[pick % len(actions)]
        name = self.game.name(self.state, action)
        assert self.game.attempt(self.state, name) == self.game.parse(self.state, name) == action
        assert self.game.explain(self.state, name) is None
        after = self.game.play(self.state, action)
        self.act(name)
        assert self.state == after

    @precondition(lambda self: not self.over)
    @rule(count=st.integers(1, 90), seed=st.integers(0, 2**32))
    def play_on(self, count: int, seed: int) -> None:
        """Play many actions, to get far into the game."""
        self.advance(count, seed)

    def advance(self, count: int, seed: int) -> None:
        random = Random(seed)
        for _ in range(count):
            if not self.over:
                self.act(self.policy(legal_names(self.game, self.state), random))

    @rule()
    def try_every_name(self) -> None:
        for refusal in refusals(self.match).values():
            assert not self.over or refusal.rule == self.end_rule

    @rule(pick=st.integers(0, 2**16))
    def refuse(self, pick: int) -> None:
        names = every_name(self.game.id, self.match.setup)
        name = names[pick % len(names)]
        reason = self.game.explain(self.state, name)
        if reason is None:
            return
        with pytest.raises(Refused) as refused:
            self.game.parse(self.state, name)
        assert (refused.value.refusal, refused.value.name) == (reason, name)
        before, played = self.state, list(self.match.names)
        lead = legal_names(self.game, self.state)[:1]
        with pytest.raises(CannotPlay):
            self.match.play([name, *lead])
        assert (self.state, self.match.names) == (before, played)

    @rule()
    def try_no_names(self) -> None:
        for text in NO_NAMES[self.game.id]:
            for asked in (self.game.attempt, self.game.parse, self.game.explain):
                with pytest.raises(Malformed):
                    asked(self.state, text)

    @precondition(lambda self: not self.over)
    @rule()
    def act_out_of_turn(self) -> None:
        actor = self.game.actor(self.state)
        name = legal_names(self.game, self.state)[0]
        for seat in range(self.match.setup.players):
            reason = self.game.explain(self.state, name, seat)
            assert reason == (None if seat == actor else self.game.not_your_turn())

    @precondition(lambda self: self.match.ply)
    @rule(count=st.integers(1, 40))
    def undo_and_replay(self, count: int) -> None:
        count = min(count, self.match.ply)
        after, names = self.state, list(self.match.names)
        before = self.match.before(len(names) - count)
        self.match.undo(count)
        assert self.state == before
        assert self.match.names == names[: len(names) - count]
        self.match.play(names[len(names) - count :])
        assert (self.state, self.match.names) == (after, names)

    @rule()
    def keep_record(self) -> None:
        text = write(Record(self.match, date="2026-01-31"))
        again = read(text)
        assert write(again) == text
        assert (again.match.state, again.match.names) == (self.state, self.match.names)
        assert again.match.setup == self.match.setup

    @invariant()
    def interface_agrees(self) -> None:
        """Actor, phase, end, odds and legal actions are consistent."""
        game, state = self.game, self.state
        actor, phase, legal = game.actor(state), game.phase(state), game.legal(state)
        assert phase in self.phases
        assert (actor is None) == (phase == "over") == (game.outcome(state) is not None) == (not legal)
        assert (actor == CHANCE) == (phase in self.chance_phases)
        assert (actor in range(self.match.setup.players)) == (phase in game.seat_phases)
        assert actor in {None, CHANCE, *range(self.match.setup.players)}
        if actor is not None and actor != CHANCE:
            assert game.mover(state) == actor
        self.check_odds(game.odds(state), actor, legal)

    def check_odds(self, odds: Mapping[int, Fraction], actor: int | None, legal: tuple[int, ...]) -> None:
        if actor != CHANCE:
            assert not odds
            return
        assert tuple(odds) == legal
        assert all(type(chance) is Fraction and chance > 0 for chance in odds.values())
        assert sum(odds.values()) == 1

    @invariant()
    def views(self) -> None:
        for seat in (None, *range(self.match.setup.players)):
            view = self.game.view(self.state, seat)
            assert json.loads(json.dumps(view)) == view
        scores = self.game.scores(self.state)
        assert scores is None or len(scores) == self.match.setup.players

    @invariant()
    def conserved(self) -> None:
        self.pieces()
