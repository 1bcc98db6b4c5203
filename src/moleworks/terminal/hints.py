"""The best that can be done, in words: the action, what it is worth, and why."""

from __future__ import annotations

from typing import Any

from moleworks import players, speech
from moleworks.games import Game, Message
from moleworks.games.game import N_
from moleworks.players import LEVELS, Advice, Effort
from moleworks.record import Record
from moleworks.service.thinking import apart
from moleworks.speech.names import default_names, seat_names
from moleworks.speech.parts import Names
from moleworks.terminal.screen import Screen

COUNT = 3
LEVEL = LEVELS[-1]
"""Who gives hints plays as well as can be."""


def show(screen: Screen, record: Record, effort: Effort | None = None) -> None:
    """Hints for whoever is to act where a record ends; a complaint where nobody is."""
    match = record.match
    game, state, players_ = match.game, match.state, match.setup.players
    names = seat_names(record) or default_names(screen.language, (True,) * players_)
    setup, view, heard = players.sight(match)
    level, _, seconds = effort or Effort(level=LEVEL)
    screen.tell(speech.ask(game, state, names))
    advice = apart(
        lambda stop: players.best(
            view, setup, heard, level=level, seconds=seconds, lines=COUNT, seed=0, stop=stop
        )
    )
    tell(screen, game, state, names, advice)


def tell(screen: Screen, game: Game[Any], state: Any, names: Names, advice: Advice) -> None:
    """Line by line, for the seat that is to act."""
    view = game.view(state, game.actor(state))
    for number, line in enumerate(advice.lines, 1):
        values = {
            "number": number,
            "action": speech.action(game, state, line.action),
            "value": speech.worth(view, line.value, proven=advice.searched.exact and number == 1),
            "why": speech.named(line.why, names),
        }
        screen.tell(Message(N_("{number}. {action}: {value}. {why}"), values))
