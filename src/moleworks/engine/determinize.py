"""Find states and matches that agree with what a seat knows; what it does not know is open or random.

Such a match can be given to a program without telling it a secret.
"""

from __future__ import annotations

from collections import deque
from random import Random
from typing import Protocol, TypeVar, runtime_checkable

from moleworks.core import registry
from moleworks.core.game import CHANCE, Setup, State, View
from moleworks.engine.advice import Knowledge
from moleworks.engine.chance import SYSTEM
from moleworks.record import Match
from moleworks.record.match import CannotPlay

S_co = TypeVar("S_co", bound=State, covariant=True)

MOST_SAMPLES = 200
"""How many matches are sampled before `consistent_match` gives up."""


@runtime_checkable
class FromView(Protocol[S_co]):
    """What a game's `from_view` module has to offer."""

    def state(self, view: View, setup: Setup) -> S_co:
        """A state with this view; what the seat does not know is left open."""


def state(known: Knowledge) -> State:
    """A state that agrees with what a seat knows; the rest is left open, or drawn at random."""
    from_view = registry.part(known.setup.game, "from_view", FromView)
    return from_view.state(known.view, known.setup) if from_view else consistent_match(known).state


def sampled_match(known: Knowledge, random: Random = SYSTEM) -> Match:
    """A random match that the seat cannot tell from the real one, as far as `Game.may_have_been` ensures."""
    match = Match(known.game, known.setup)
    if not match.game.has_secrets:
        match.play(known.heard)
        return match
    heard = deque(known.heard)
    while True:
        hidden = _hidden(match, known, heard)
        if hidden:
            match.play([random.choice(hidden)])
        elif heard:
            match.play([heard.popleft()])
        else:
            return match


def consistent_match(known: Knowledge, random: Random = SYSTEM) -> Match:
    """A random match in which the seat has exactly this view; `ValueError` if none was found."""
    for _ in range(MOST_SAMPLES):
        try:
            match = sampled_match(known, random)
        except CannotPlay:  # a hidden action that was drawn contradicts a later one
            continue
        if match.game.actor(match.state) == known.seat and _view(match, known.seat) == known.view:
            return match
        if not match.game.has_secrets:
            break
    raise ValueError(f"the actions heard lead to no position of {known.setup.game} with this view")


def _view(match: Match, seat: int) -> View:
    return match.game.view(match.state, seat)


def _hidden(match: Match, known: Knowledge, heard: deque[str]) -> list[str]:
    """The actions that not all seats hear and that may come next here, judged by the seat's present view."""
    game = match.game
    actor = game.actor(match.state)
    if actor is None:
        return []
    if actor == known.seat and actor != CHANCE and (not heard or _is_legal(match, heard[0])):
        return []  # the present position, or an own action that all have heard
    return [
        name
        for name in match.legal
        if not game.is_public(name) and game.may_have_been(known.setup, name, known.view, known.heard)
    ]


def _is_legal(match: Match, name: str) -> bool:
    return match.game.explain(match.state, name) is None
