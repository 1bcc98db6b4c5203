"""Matches for the tests of the player."""

from __future__ import annotations

from random import Random
from typing import Any

from moleworks import engine
from moleworks.engine import chance
from moleworks.engine.player_names import ChooseAction
from moleworks.games import CHANCE
from moleworks.games.buddel_bande.game import BuddelBandeState
from moleworks.record import Match


def state_of(match: Match) -> BuddelBandeState:
    """The state of a match, known to be of Buddel Bande."""
    assert isinstance(match.state, BuddelBandeState)
    return match.state


def random_match(count: int = 2, actions: int = 0, seed: int = 1, **options: object) -> Match:
    """A match after so many random actions, and then as far as a seat is to act."""
    match = Match.begin("buddel-bande", players=count, options=options)
    dice = Random(seed)
    while match.game.actor(match.state) is not None:
        if match.ply >= actions and match.game.actor(match.state) != CHANCE:
            break
        match.play([match.game.name(match.state, chance.random_legal(match.game, match.state, dice))])
    return match


def replayed(match: Match, deals: tuple[str, str, str]) -> Match:
    """The same match after another deal."""
    again = Match.begin("buddel-bande", players=match.setup.players, options=dict(match.setup.options))
    again.play([*deals, *match.names[3:]])
    return again


def play_to_end(match: Match, choose: ChooseAction, seed: int = 1) -> Any:
    """The outcome if all seats leave it to this player."""
    dice = Random(seed)
    while (actor := match.game.actor(match.state)) is not None:
        if actor == CHANCE:
            match.play([match.game.name(match.state, chance.draw(match.game, match.state, dice))])
        else:
            match.play([choose(engine.knowledge(match), seed)])
    return match.game.outcome(match.state)
