"""From the first question to the last: game after game, and what becomes of the record in the end."""

from __future__ import annotations

from random import Random
from typing import TypeVar

from moleworks.games import Complaint
from moleworks.games.game import N_
from moleworks.players import lots
from moleworks.record import Match
from moleworks.terminal.commands import HANDLERS, keep, print_record
from moleworks.terminal.files import default_path, path_of
from moleworks.terminal.play import Play, Quit
from moleworks.terminal.screen import EndOfInput, Screen
from moleworks.terminal.table import Table
from moleworks.terminal.words import is_no, is_yes

T = TypeVar("T")

INTERRUPTED = 130
"""The exit code that shells know for Ctrl-C."""


def session(screen: Screen, table: Table, random: Random) -> int:
    """Play, and play again, until the players have had enough; the exit code."""
    play = Play(screen, table, HANDLERS, random)
    try:
        while True:
            play.run()
            _offer(play)
            if not screen.agrees(N_("Play again? The next player begins. (y/n)")):
                return 0
            play = Play(screen, rematch(play.table, random), HANDLERS, random)
    except Quit:
        return _leave(play, 0)
    except EndOfInput:
        return _leave(play, 0, nobody=True)
    except KeyboardInterrupt:
        screen.write()
        return _leave(play, INTERRUPTED)


def rematch(table: Table, random: Random) -> Table:
    """The same again: every player moves up a seat, and boards that nobody turned on purpose lie anew."""
    game, setup = table.game, table.match.setup
    rotations = setup.rotations if table.turned else lots.rotations(game, random)
    again = Match(game, setup._replace(rotations=rotations))
    return Table(again, _moved_up(table.names), _moved_up(table.humans), table.turned)


def _moved_up(seats: tuple[T, ...]) -> tuple[T, ...]:
    return (*seats[1:], seats[0])


def _leave(play: Play, code: int, *, nobody: bool = False) -> int:
    """Nothing that was played is lost on the way out: it is offered, kept, or written where the rest went."""
    screen = play.screen
    if play.table.is_kept:
        return code
    try:
        if not screen.interactive:
            _hand_out(play)
        elif nobody:
            keep(play, default_path(play.game.id))
        else:
            _offer(play)
    except Complaint as complaint:
        screen.tell(complaint)
        _hand_out(play)
    except (EndOfInput, KeyboardInterrupt):
        screen.write()
    return code


def _offer(play: Play) -> None:
    """Ask for a file until the record is kept or nobody wants it."""
    screen = play.screen
    while not play.table.is_kept:
        path = default_path(play.game.id)
        screen.say(N_("Keep the record? Type y for {path}, or a file name, or Enter for no."), path=path)
        answer = screen.ask()
        if not answer or is_no(answer, screen.language.code):
            play.table.kept = tuple(play.match.names)
            return
        try:
            keep(play, path if is_yes(answer, screen.language.code) else path_of(answer))
        except Complaint as complaint:
            screen.tell(complaint)


def _hand_out(play: Play) -> None:
    if play.table.tells_secrets:
        play.screen.say(N_("The record of the game so far (it tells whose every mole is):"))
    else:
        play.screen.say(N_("The record of the game so far:"))
    play.screen.write()
    print_record(play)
