"""Write hints: the best actions, their values, and why."""

from __future__ import annotations

from moleworks import engine, speech
from moleworks.core.game import AnyGame, State
from moleworks.core.messages import N_, Message
from moleworks.engine import LEVELS, Advice, Effort
from moleworks.engine.threads import run_in_thread
from moleworks.record import Record
from moleworks.speech.seat_names import default_names, seat_names
from moleworks.speech.sentences import Names
from moleworks.terminal.screen import TerminalScreen

COUNT = 3
LEVEL = LEVELS[-1]
"""Hints come from the strongest level."""


def show(screen: TerminalScreen, record: Record, effort: Effort | None = None) -> None:
    """Hints for the seat to act at the end of a record; `Complaint` if no seat is."""
    match = record.match
    game, state, players = match.game, match.state, match.setup.players
    names = seat_names(record) or default_names(screen.language, (True,) * players)
    setup, view, actions = engine.knowledge(match)
    wanted = effort or Effort(level=LEVEL)
    screen.tell(speech.ask(game, state, names))
    advice = run_in_thread(
        lambda stop: engine.best(
            view, setup, actions, level=wanted.level, seconds=wanted.seconds, lines=COUNT, seed=0, stop=stop
        )
    )
    tell(screen, game, state, names, advice)


def tell(screen: TerminalScreen, game: AnyGame, state: State, names: Names, advice: Advice) -> None:
    """Write the lines of an advice for the seat to act."""
    view = game.view(state, game.actor(state))
    for number, line in enumerate(advice.lines, 1):
        values = {
            "number": number,
            "action": speech.action(game, state, line.action, names),
            "value": speech.value(game.id, view, line.value, proven=line.proven),
            "why": speech.with_player_names(line.why, names),
        }
        screen.tell(Message(N_("{number}. {action}: {value}. {why}"), values))
