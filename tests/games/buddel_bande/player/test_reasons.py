"""Reasons name an owner only if the seat is certain, and what they say is true."""

from __future__ import annotations

import re

import pytest

from moleworks import engine
from moleworks.engine import Effort
from moleworks.games import Message
from moleworks.games.buddel_bande.board import mole_number
from moleworks.games.buddel_bande.player.player import PLAYER
from moleworks.games.buddel_bande.rules import owner, place, target
from moleworks.record import Match
from tests.games.buddel_bande.player.matches import random_match, state_of

OWN = re.compile(r"It brings your own mole (\d+|one) hills? forward\.")


@pytest.mark.parametrize("know_own", [True, False])
def test_what_is_said_of_own_moles_is_true(know_own: bool) -> None:
    checked = 0
    for seed in range(40):
        match = random_match(3, 10 + seed, seed=seed, know_own=know_own)
        if match.game.actor(match.state) is None:
            continue
        table, position, _ = state_of(match)
        advice = PLAYER.advise(engine.knowledge(match), Effort(nodes=100), lines=99)
        for line in advice.lines:
            found = OWN.fullmatch(str(line.why))
            if found:
                number = mole_number(line.action.split(">")[0])
                hills = target(table, position, number) - place(position, number)
                assert owner(position, number) == position.seat
                assert found[1] == ("one" if hills == 1 else str(hills))
                checked += 1
    assert checked


def test_weak_levels_forget_moles_but_not_reasons() -> None:
    for seed in range(30):
        match = random_match(2, 12 + seed, seed=seed)
        if match.game.actor(match.state) is None:
            continue
        position = state_of(match).position
        for line in PLAYER.advise(engine.knowledge(match), Effort(level=1), lines=99, seed=seed).lines:
            if ">" in line.action and not line.action.startswith("dog"):
                own = owner(position, mole_number(line.action.split(">")[0])) == position.seat
                assert ("your" in str(line.why)) == own


def test_rivals_are_named_as_somebody() -> None:
    named = set()
    for seed in range(30):
        match = random_match(2, 30, seed=seed)
        if match.game.actor(match.state) is None:
            continue
        for line in PLAYER.advise(engine.knowledge(match), Effort(nodes=50), lines=99).lines:
            if "who" in line.why.values:
                named.add(str(line.why.values["who"]))
                rival = 1 - engine.knowledge(match).seat
                assert str(line.why.values["who"]) == f"seat {rival}"
    assert named


@pytest.mark.parametrize("count", [3, 4])
def test_a_rival_is_named_only_if_that_is_certain(count: int) -> None:
    """Those who play at random mislead all who listen to what they do."""
    checked = 0
    for seed in range(40):
        match = random_match(count, 20 + seed, seed=seed)
        if match.game.actor(match.state) is None:
            continue
        advice = PLAYER.advise(engine.knowledge(match), Effort(nodes=100), lines=99)
        for line in advice.lines:
            who = line.why.values.get("who")
            if isinstance(who, Message) and line.action[0] in "SML":
                number = mole_number(line.action.split(">")[0])
                assert who.values["seat"] == owner(state_of(match).position, number)
                checked += 1
    assert checked


@pytest.mark.parametrize("effort", [Effort(level=2), Effort(nodes=1_500)])
def test_no_line_looks_better_than_the_one_before_it(effort: Effort) -> None:
    for seed in range(12):
        match = random_match(2, 12 + seed, seed=seed)
        if match.game.actor(match.state) is not None:
            lines = PLAYER.advise(engine.knowledge(match), effort, lines=4, seed=seed).lines
            values = [line.value for line in lines]
            assert values == sorted(values, reverse=True)


def test_whoever_cannot_tell_hears_what_a_move_shows() -> None:
    """Half is no probability to speak of, and a move shows its mover whose the mole is (BB7)."""
    comparable = {}
    for count in (2, 3):
        match = Match.begin("buddel-bande", players=count, options={"know_own": False})
        deal = "012"[:count]
        match.play([f"deal:S={deal}", f"deal:M={deal}", f"deal:L={deal}", "=Ac"])
        lines = PLAYER.advise(engine.knowledge(match), Effort(nodes=100), lines=9).lines
        comparable[count] = {str(line.why) for line in lines}
    assert comparable[2] == {"It moves a mole that may be your own (50 %), and shows you whose it is."}
    assert all(why.startswith("It shows you whose mole this is: probably a rival's") for why in comparable[3])
