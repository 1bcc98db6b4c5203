"""Run a session in the terminal: matches and rematches, and saving the record at the end."""

from __future__ import annotations

from random import Random
from typing import TypeVar

from moleworks.core.messages import N_, Complaint
from moleworks.engine import chance
from moleworks.record import Match
from moleworks.speech.emblems import TableNames, emblem_numbers
from moleworks.speech.table_settings import chosen_settings
from moleworks.terminal.commands import HANDLERS, print_record, save_record
from moleworks.terminal.files import default_path, path_of
from moleworks.terminal.play import TerminalMatch
from moleworks.terminal.screen import EndOfInput, Quit, TerminalScreen
from moleworks.terminal.seats import SeatedMatch
from moleworks.terminal.vocabulary import COMMANDS, command_word, is_no, is_yes, parse_command

T = TypeVar("T")

INFORMATION_COMMANDS = {"show", "look", "around", "log", "last", "record", "rules"}
"""Commands that change nothing."""

INTERRUPTED = 130
"""The exit code for Ctrl-C."""


def run_session(screen: TerminalScreen, seated: SeatedMatch, random: Random) -> int:
    """Play matches until the players stop; return the exit code."""
    terminal = TerminalMatch(screen, seated, HANDLERS, random)
    try:
        terminal.run()
        while True:
            _offer_to_save(terminal)
            rematch = _ask_for_rematch(terminal)
            if rematch is None:
                terminal.play_on()
            elif rematch:
                terminal = TerminalMatch(screen, next_match(terminal.seated, random), HANDLERS, random)
                terminal.run()
            else:
                return 0
    except Quit:
        return _save_on_exit(terminal, 0)
    except EndOfInput:
        return _save_on_exit(terminal, 0, input_ended=True)
    except KeyboardInterrupt:
        screen.write()
        return _save_on_exit(terminal, INTERRUPTED)


def _ask_for_rematch(terminal: TerminalMatch) -> bool | None:
    """Whether the players want a rematch; None if a command (undo, load) made the match continue."""
    screen, seated = terminal.screen, terminal.seated
    while terminal.seated is seated and terminal.game.outcome(terminal.state) is not None:
        line = screen.ask(screen.language.say(N_("Play again? The next player begins. (y/n)")) + " ")
        if is_yes(line, screen.language.code):
            return True
        if is_no(line, screen.language.code):
            return False
        if line and not terminal.run_command(line):
            screen.say(
                N_("Type y or n, or a command: {help} lists them."), help=_command_word(terminal, "help")
            )
    return None


def _command_word(terminal: TerminalMatch, name: str) -> str:
    return command_word(name, terminal.screen.language.code)


def next_match(seated: SeatedMatch, random: Random) -> SeatedMatch:
    """A rematch: every player moves up a seat, and rotations are drawn again unless they were chosen."""
    game, setup = seated.game, seated.match.setup
    rotations = setup.rotations if seated.rotations_chosen else chance.draw_rotations(game, random)
    rematch = Match(game, setup._replace(rotations=rotations))
    return SeatedMatch(
        rematch,
        TableNames(
            _next_seats(seated.names),
            _next_seats(emblem_numbers(seated.names)),
            chosen_settings(seated.names),
        ),
        _next_seats(seated.humans),
        seated.rotations_chosen,
        levels=_next_seats(seated.levels),
    )


def _next_seats(seats: tuple[T, ...]) -> tuple[T, ...]:
    return (*seats[1:], seats[0])


def _save_on_exit(terminal: TerminalMatch, code: int, *, input_ended: bool = False) -> int:
    """Before exit, offer to save the record, save it, or print it; return the exit code."""
    screen = terminal.screen
    if terminal.seated.is_saved:
        return code
    try:
        if not screen.interactive and not _must_hide_record(terminal):
            _print_unsaved(terminal)
        elif input_ended or not screen.interactive:
            save_record(terminal, default_path(terminal.game.id))
        else:
            _offer_to_save(terminal)
    except Complaint as complaint:
        screen.tell(complaint)
        if not _must_hide_record(terminal):
            _print_unsaved(terminal)
    except (EndOfInput, KeyboardInterrupt):
        screen.write()
    except Quit:
        pass
    return code


def _must_hide_record(terminal: TerminalMatch) -> bool:
    """Whether the record has secrets that others at this terminal must not read."""
    return terminal.seated.hides_between_turns and terminal.seated.record_has_secrets


def _offer_to_save(terminal: TerminalMatch) -> None:
    """Ask for a file until the record is saved or declined."""
    screen = terminal.screen
    while not terminal.seated.is_saved:
        path = default_path(terminal.game.id)
        screen.say(N_("Keep the record? Type y for {path}, or a file name, or Enter for no."), path=path)
        answer = screen.ask()
        if not answer or is_no(answer, screen.language.code):
            terminal.seated.saved_actions = tuple(terminal.match.names)
            return
        name, rest = parse_command(answer, screen.language.code) or ("", "")
        if (name, rest) == ("quit", ""):
            terminal.seated.saved_actions = tuple(terminal.match.names)
            raise Quit
        if name and name != "save" and (not rest or COMMANDS[name].takes):
            if name in INFORMATION_COMMANDS:
                terminal.run_command(answer)
            else:
                text = N_("With a record you can go on with the game later, or replay it: type y to keep it.")
                screen.say(text)
            continue
        chosen = rest if name == "save" else answer
        try:
            save_record(
                terminal, path if is_yes(answer, screen.language.code) or not chosen else path_of(chosen)
            )
        except Complaint as complaint:
            screen.tell(complaint)


def _print_unsaved(terminal: TerminalMatch) -> None:
    if terminal.seated.record_has_secrets:
        terminal.screen.say(N_("The record of the game so far (it gives away who owns each mole):"))
    else:
        terminal.screen.say(N_("The record of the game so far:"))
    terminal.screen.write()
    print_record(terminal)
