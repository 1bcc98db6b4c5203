"""How a match ended, as data."""

from __future__ import annotations

import msgspec

from moleworks.core.game import Outcome


class MatchOutcome(msgspec.Struct, frozen=True, kw_only=True):
    """How the match ended: by a rule, or by what people did."""

    winner: int | None
    draw: bool
    rule: str | None
    why: str | None


def outcome_by_rule(outcome: Outcome | None) -> MatchOutcome | None:
    """How a rule ended the game; None while it goes on."""
    if outcome is None:
        return None
    return MatchOutcome(winner=outcome.winner, draw=outcome.draw, rule=outcome.rule, why=None)
