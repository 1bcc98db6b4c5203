"""The commands that a player can type besides actions."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rich.text import Text

from moleworks import rulebook, speech
from moleworks.answers import example_action
from moleworks.core.game import CHANCE
from moleworks.core.messages import N_, Complaint, Message
from moleworks.engine import LEVELS
from moleworks.record import write
from moleworks.record.record import LONGEST_NAME
from moleworks.record.undo import undo_problem
from moleworks.speech import table_settings
from moleworks.speech.emblems import TableNames
from moleworks.speech.questions import QUESTIONS
from moleworks.speech.seat_names import fold_accents
from moleworks.speech.sentences import plural
from moleworks.speech.table_settings import chosen_settings
from moleworks.terminal import hints
from moleworks.terminal.files import default_path, path_of, read_text, refuse_folder, write_text
from moleworks.terminal.play import Handlers, TerminalMatch
from moleworks.terminal.screen import Quit
from moleworks.terminal.seats import load_match
from moleworks.terminal.vocabulary import COMMANDS, command_word


def _answer(about: str) -> Callable[[TerminalMatch, str], None]:
    """A handler that answers a question."""
    return lambda terminal, rest: terminal.answer(about, rest)


def _is_over(terminal: TerminalMatch) -> bool:
    """Whether the game is over; if it is, say so."""
    over = terminal.game.outcome(terminal.state) is not None
    if over:
        terminal.screen.tell(speech.ask(terminal.game, terminal.state, terminal.seated.names))
    return over


def hint(terminal: TerminalMatch, _rest: str) -> None:
    """Hints for the seat to act, from what it knows, shown privately."""
    game, seat = terminal.game, terminal.game.actor(terminal.state)
    if _is_over(terminal):
        return
    if seat is None or seat == CHANCE:
        terminal.screen.say(N_("That is left to chance: press Enter."))
        return

    def tell() -> None:
        advice = terminal.advice(Message(N_("One moment…")), hints.LEVEL, lines=hints.COUNT)
        hints.tell(terminal.screen, game, terminal.state, terminal.seated.names, advice)

    terminal.tell_privately(seat, tell)


def level(terminal: TerminalMatch, argument: str) -> None:
    """Say or change the computer's level, for all computer seats or for one, by name or number."""
    screen, seated = terminal.screen, terminal.seated
    if not seated.computer_seats:
        screen.say(N_("Nobody here is played by the computer."))
    elif not argument:
        screen.say(N_("Played by the computer: {names}."), names=terminal.describe_computers())
    elif found := _level_and_name(argument):
        number, name = found
        seats = [
            seat
            for seat in seated.computer_seats
            if not name or fold_accents(name) in {fold_accents(seated.names[seat]), str(seat + 1)}
        ]
        if seats:
            seated.set_level(number, seats)
            screen.say(N_("Played by the computer: {names}."), names=terminal.describe_computers())
        else:
            text = N_("No computer player here is called {name}.")
            screen.say(text, name=name[:LONGEST_NAME])
    else:
        example = f"{command_word('level', screen.language.code)} 3"
        screen.say(N_("A level is a number from 1 to 7, for example: {example}"), example=example)


def _level_and_name(text: str) -> tuple[int, str] | None:
    """Parse a level with an optional name before or after it.

    >>> _level_and_name("3"), _level_and_name("3 Computer 2"), _level_and_name("Computer 2 7")
    ((3, ''), (3, 'Computer 2'), (7, 'Computer 2'))
    >>> _level_and_name("8"), _level_and_name("Lina")
    (None, None)
    """
    levels = {str(level): level for level in LEVELS}
    words = text.split()
    if words[0] in levels:
        return levels[words[0]], " ".join(words[1:])
    return (levels[words[-1]], " ".join(words[:-1])) if words[-1] in levels else None


def show(terminal: TerminalMatch, _rest: str) -> None:
    """Show the position again."""
    terminal.show()


def peek(terminal: TerminalMatch, _rest: str) -> None:
    """Show the player whose turn it is what only that player may know."""
    seat = terminal.game.mover(terminal.state)
    if not _is_over(terminal) and seat is not None:
        terminal.peek(seat)


def log(terminal: TerminalMatch, _rest: str) -> None:
    """Tell everything that happened so far."""
    match, screen = terminal.match, terminal.screen
    if not match.names:
        screen.say(N_("Nothing has been played yet."))
    for ply in range(match.ply):
        screen.tell(*_messages_of(terminal, ply))


def _messages_of(terminal: TerminalMatch, ply: int) -> tuple[Message, ...]:
    before, after = terminal.match.before(ply), terminal.match.before(ply + 1)
    return speech.tell(
        terminal.game,
        before,
        terminal.match.names[ply],
        after,
        terminal.seated.names,
        terminal.seated.viewer,
    )


def undo(terminal: TerminalMatch, _rest: str) -> None:
    """Take back the last action, for the person who acted last."""
    match, screen = terminal.match, terminal.screen
    seat = _last_human(terminal)
    if seat is None:
        seat = terminal.game.mover(terminal.state) or 0
    reason = undo_problem(match, seat)
    if reason:
        screen.tell(reason)
        return
    name = match.names[-1]
    match.undo()
    text = N_("{name} undoes {action}.")
    screen.say(text, name=terminal.seated.names[seat], action=terminal.action_text(name))


def _last_human(terminal: TerminalMatch) -> int | None:
    if not terminal.match.ply:
        return None
    actor = terminal.game.actor(terminal.match.before(terminal.match.ply - 1))
    return actor if actor is not None and actor != CHANCE and terminal.seated.humans[actor] else None


def rules(terminal: TerminalMatch, argument: str) -> None:
    """Explain the game, in short and then section by section, or one rule by its number."""
    terminal.answer("rules", argument)
    if not argument:
        for section in rulebook.rulebook(terminal.match.setup, terminal.screen.language):
            _write_section(terminal, section)


def _write_section(terminal: TerminalMatch, section: rulebook.Section) -> None:
    """Write a section of the rulebook; of the numbered rules, only their titles."""
    screen = terminal.screen
    screen.write()
    screen.write(Text(section.title, "bold"))
    for block in section.blocks:
        match block:
            case rulebook.Paragraph(text):
                screen.write(text)
            case rulebook.Points(items):
                for item in items:
                    screen.write(f"- {item}")
            case rulebook.Question(question, answer):
                screen.write(f"{question} {answer}")
            case rulebook.NumberedRule(number, title):
                screen.write(f"{number} {title}")
            case rulebook.Figure(_, alt):
                screen.say(N_("A picture shows: {what}"), what=alt)


def save(terminal: TerminalMatch, argument: str) -> None:
    """Write the record to a file: to the given one, or to a new one."""
    try:
        save_record(terminal, path_of(argument) if argument else default_path(terminal.game.id))
    except Complaint as complaint:
        terminal.screen.tell(complaint)


def save_record(terminal: TerminalMatch, path: Path) -> bool:
    """Write the record to a file and say so; False if an existing file must not be overwritten."""
    screen = terminal.screen
    refuse_folder(path)
    over = path.exists()
    if over and not screen.confirm(N_("{path} is there already. Write over it? (y/n)"), path=path):
        screen.say(N_("Not saved."))
        return False
    write_text(path, write(terminal.seated.record()), over=over)
    terminal.seated.saved_actions = tuple(terminal.match.names)
    screen.say(N_("Saved in {path}."), path=path)
    if terminal.seated.record_has_secrets:
        screen.say(N_("The file gives away who owns each mole: do not read it before the game is over."))
    return True


def load(terminal: TerminalMatch, argument: str) -> None:
    """Go on with a saved game from a file."""
    screen = terminal.screen
    if not argument:
        example = f"{command_word('load', screen.language.code)} game.txt"
        screen.say(N_("Say which file, for example: {example}"), example=example)
        return
    try:
        seated = load_match(read_text(path_of(argument)), screen.language)
        if settings := chosen_settings(terminal.seated.names):
            settings = table_settings.check(seated.game.id, settings)
            seated.names = TableNames(seated.names, range(len(seated.names)), settings)
    except Complaint as complaint:
        screen.tell(complaint)
        return
    if not terminal.seated.is_saved and not screen.confirm(
        N_("The game you are playing is not saved. Leave it? (y/n)")
    ):
        return
    terminal.switch_match(seated)
    one, more = N_("Loaded: 1 action has been played."), N_("Loaded: {count} actions have been played.")
    screen.tell(plural(seated.match.ply, one, more))


def record(terminal: TerminalMatch, _rest: str) -> None:
    """Print the record, after a question if it holds secrets."""
    question = N_("The record gives away who owns each mole. Show it all the same? (y/n)")
    if terminal.seated.record_has_secrets and not terminal.screen.confirm(question):
        return
    print_record(terminal)


def print_record(terminal: TerminalMatch) -> None:
    """Print the record."""
    for line in write(terminal.seated.record()).splitlines():
        terminal.screen.console.print(line, soft_wrap=True)


def help_(terminal: TerminalMatch, _rest: str) -> None:
    """List the commands and what can be typed now."""
    screen = terminal.screen
    say, code = screen.language.say, screen.language.code
    if terminal.game.outcome(terminal.state) is not None:
        screen.say(N_("The game is over. You can still type:"))
    elif terminal.game.actor(terminal.state) == CHANCE:
        screen.say(N_("Press Enter to let chance decide. Besides, you can type:"))
    else:
        text = N_(
            "Type an action by its name or in plain words, for example {example}. Besides, you can type:"
        )
        screen.say(text, example=screen.language.tell(example_action(terminal.asked)))
    for name, known in COMMANDS.items():
        if name == "peek" and not terminal.game.has_secrets:
            continue
        if name == "level" and not terminal.seated.computer_seats:
            continue
        usage = f"{command_word(name, code)} {say(known.takes)}" if known.takes else command_word(name, code)
        does = say(known.does)
        screen.write(screen.language.pair(usage, does) if screen.plain else f"  {usage:<21} {does}")
    if not screen.plain:
        terminal.legend()


def quit_(terminal: TerminalMatch, _rest: str) -> None:
    """End the game."""
    raise Quit


HANDLERS: Handlers = {
    **{about: _answer(about) for about in QUESTIONS},
    "hint": hint,
    "show": show,
    "peek": peek,
    "log": log,
    "undo": undo,
    "level": level,
    "rules": rules,
    "save": save,
    "load": load,
    "record": record,
    "help": help_,
    "quit": quit_,
}
