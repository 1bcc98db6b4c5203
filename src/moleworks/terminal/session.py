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
from moleworks.terminal.play import Play
from moleworks.terminal.screen import EndOfInput, Quit, Screen
from moleworks.terminal.table import Table
from moleworks.terminal.words import COMMANDS, command, is_no, is_yes, word

T = TypeVar("T")

READING = {"show", "look", "around", "log", "last", "record", "rules"}
"""Commands that only tell something."""

INTERRUPTED = 130
"""The exit code that shells know for Ctrl-C."""


def session(screen: Screen, table: Table, random: Random) -> int:
    """Play, and play again, until the players have had enough; the exit code."""
    play = Play(screen, table, HANDLERS, random)
    try:
        play.run()
        while True:
            _offer(play)
            again = _again(play)
            if again is None:
                play.go_on()
            elif again:
                play = Play(screen, rematch(play.table, random), HANDLERS, random)
                play.run()
            else:
                return 0
    except Quit:
        return _leave(play, 0)
    except EndOfInput:
        return _leave(play, 0, nobody=True)
    except KeyboardInterrupt:
        screen.write()
        return _leave(play, INTERRUPTED)


def _again(play: Play) -> bool | None:
    """Whether the players want another game; None if a command has brought this one back to life."""
    screen, table = play.screen, play.table
    while play.table is table and play.game.outcome(play.state) is not None:
        line = screen.ask(screen.language.say(N_("Play again? The next player begins. (y/n)")) + " ")
        if is_yes(line, screen.language.code):
            return True
        if is_no(line, screen.language.code):
            return False
        if line and not play.obey(line):
            screen.say(N_("Type y or n, or a command: {help} lists them."), help=_word(play, "help"))
    return None


def _word(play: Play, name: str) -> str:
    return word(name, play.screen.language.code)


def rematch(table: Table, random: Random) -> Table:
    """The same again: every player moves up a seat, and boards that nobody turned on purpose lie anew."""
    game, setup = table.game, table.match.setup
    rotations = setup.rotations if table.turned else lots.rotations(game, random)
    again = Match(game, setup._replace(rotations=rotations))
    return Table(
        again,
        _moved_up(table.names),
        _moved_up(table.humans),
        table.turned,
        levels=_moved_up(table.levels),
    )


def _moved_up(seats: tuple[T, ...]) -> tuple[T, ...]:
    return (*seats[1:], seats[0])


def _leave(play: Play, code: int, *, nobody: bool = False) -> int:
    """Nothing that was played is lost on the way out: it is offered, kept, or written where the rest went."""
    screen = play.screen
    if play.table.is_kept:
        return code
    try:
        if not screen.interactive and not _is_secret(play):
            _hand_out(play)
        elif nobody or not screen.interactive:
            keep(play, default_path(play.game.id))
        else:
            _offer(play)
    except Complaint as complaint:
        screen.tell(complaint)
        if not _is_secret(play):
            _hand_out(play)
    except (EndOfInput, KeyboardInterrupt):
        screen.write()
    except Quit:
        pass
    return code


def _is_secret(play: Play) -> bool:
    """Whether the record must not be read by all who see what is written here."""
    return play.table.secretive and play.table.tells_secrets


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
        name, rest = command(answer, screen.language.code) or ("", "")
        if (name, rest) == ("quit", ""):
            play.table.kept = tuple(play.match.names)
            raise Quit
        if name and name != "save" and (not rest or COMMANDS[name].takes):
            if name in READING:
                play.obey(answer)
            else:
                text = N_("With a record you can go on with the game later, or replay it: type y to keep it.")
                screen.say(text)
            continue
        chosen = rest if name == "save" else answer
        try:
            keep(play, path if is_yes(answer, screen.language.code) or not chosen else path_of(chosen))
        except Complaint as complaint:
            screen.tell(complaint)


def _hand_out(play: Play) -> None:
    if play.table.tells_secrets:
        play.screen.say(N_("The record of the game so far (it tells whose every mole is):"))
    else:
        play.screen.say(N_("The record of the game so far:"))
    play.screen.write()
    print_record(play)
