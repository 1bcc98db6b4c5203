"""An analysis by the real player: what it calls proven is what a plain search of every action says."""

from __future__ import annotations

from random import Random

import pytest

from moleworks.core.bits import count
from moleworks.engine import Effort
from moleworks.engine.analysis import analyse
from moleworks.games.mole_hill import rules
from moleworks.games.mole_hill.game import MoleHillState
from moleworks.games.mole_hill.player.player import PLAYER
from moleworks.games.mole_hill.rules import OVER
from moleworks.record import Match, Record
from moleworks.reports.analysis_words import PARTLY_PROVEN, PROVEN, AnalysisNarrator
from moleworks.texts import language
from tests.games.mole_hill.player.positions import plain_value, state_of

LEFT = 2
"""With so many molehills left every action can be tried."""


@pytest.mark.slow
def test_the_points_given_away_at_the_end_are_proven() -> None:
    assert PLAYER.warm_up(120)
    checked = told = 0
    for seed in range(3):
        match, dice = Match.begin("mole-hill", board="patch", options={"rounds": 1}), Random(seed)
        while state_of(match).position.phase != OVER:
            match.play([match.game.name(match.state, dice.choice(match.game.legal(match.state)))])
        record = Record(match, ("Lina", "Max"))
        found = analyse(record, Effort(nodes=60_000), glance=Effort(nodes=1_000))
        narrator = AnalysisNarrator(found, language("en"), ("Lina", "Max"))
        assert str(PARTLY_PROVEN) in list(narrator.explanations())
        for moment in found.moments:
            here, choice = match.before(moment.ply), moment.choice
            assert isinstance(here, MoleHillState)
            if choice is None or here.table.supply - count(here.position.hills) > LEFT:
                continue
            best = plain_value(here.table, here.position)
            after = rules.play(here.table, here.position, match.game.parse(here, moment.action))
            assert choice.proven
            assert choice.best.value == best
            assert choice.cost == abs(best - plain_value(here.table, after))
            checked += 1
            said = str(PROVEN) in list(narrator.describe_choice(moment, choice))
            assert said == (choice.cost > 0)
            told += said
    assert checked >= 10
    assert told >= 2
