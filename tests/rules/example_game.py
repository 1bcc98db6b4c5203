"""A game for rule examples: plays actions by their names, and checks refusals by their rules."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from moleworks import boards
from moleworks.games import CHANCE, GAMES, Malformed, Outcome, Refused


class ExampleGame:
    """One game in progress."""

    def __init__(
        self,
        game: str,
        board: str | dict[str, Any] = "classic",
        players: int | None = None,
        preset: str | None = None,
        rotations: Sequence[int] | None = None,
        **options: Any,
    ) -> None:
        laid = boards.named(game, board) if isinstance(board, str) else boards.check(board, "test")
        self.game = GAMES[game]
        self.setup = self.game.setup(
            laid, players=players, preset=preset, options=options, rotations=rotations
        )
        self.state: Any = self.game.start(self.setup)

    def play(self, line: str) -> ExampleGame:
        """Plays the names of a line, one after the other."""
        for name in line.split():
            self.state = self.game.play(self.state, self.game.parse(self.state, name))
        return self

    def branch(self, line: str = "") -> ExampleGame:
        """A second table in the same position, some actions on."""
        other = object.__new__(ExampleGame)
        other.game, other.setup, other.state = self.game, self.setup, self.state
        return other.play(line)

    @property
    def actor(self) -> int | None:
        return self.game.actor(self.state)

    @property
    def chance_acts(self) -> bool:
        return self.actor == CHANCE

    @property
    def mover(self) -> int | None:
        return self.game.mover(self.state)

    @property
    def phase(self) -> str:
        return self.game.phase(self.state)

    @property
    def names(self) -> set[str]:
        """The legal actions; no two share a name, and each name leads back to its action."""
        actions = list(self.game.legal(self.state))
        names = [self.game.name(self.state, action) for action in actions]
        assert len(set(names)) == len(names)
        assert [self.game.parse(self.state, name) for name in names] == actions
        return set(names)

    @property
    def odds(self) -> dict[str, Fraction]:
        return {
            self.game.name(self.state, action): odds for action, odds in self.game.odds(self.state).items()
        }

    @property
    def scores(self) -> list[int] | None:
        scores = self.game.scores(self.state)
        return None if scores is None else list(scores)

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    @property
    def winner(self) -> int | None:
        assert self.outcome
        return self.outcome.winner

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """As it travels: views are JSON."""
        seen: dict[str, Any] = json.loads(json.dumps(self.game.view(self.state, seat)))
        return seen

    def rule(self, name: str, seat: int | None = None) -> str | None:
        """The number of the rule that forbids it, or None."""
        refusal = self.game.explain(self.state, name, seat)
        return refusal and refusal.rule

    def allows(self, line: str) -> bool:
        """All these, each by itself, here."""
        return all(self.rule(name) is None for name in line.split())

    def refuses(self, name: str, rule: str) -> str:
        """The action is forbidden by that rule; returns the reason in English."""
        before = self.view(), self.phase, self.actor
        with pytest.raises(Refused) as caught:
            self.game.parse(self.state, name)
        refusal = caught.value.refusal
        assert (caught.value.name, refusal.rule) == (name, rule)
        assert refusal == self.game.explain(self.state, name)
        assert name not in self.names
        assert (self.view(), self.phase, self.actor) == before
        reason = str(refusal)
        assert reason.strip()
        assert not {"{", "}"} & set(reason)
        return reason

    def refuses_seat(self, seat: int, name: str, rule: str) -> str:
        """A seat that is not to act hears that first, whatever the action."""
        refusal = self.game.explain(self.state, name, seat)
        assert refusal is not None
        assert refusal.rule == rule
        return str(refusal)

    def malformed(self, text: str) -> None:
        """No name at all, whatever the position."""
        for read in (self.game.parse, self.game.explain):
            with pytest.raises(Malformed):
                read(self.state, text)
