"""The commands that a player can type besides actions."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from rich.text import Text

from moleworks import rulebook, speech
from moleworks.core.game import CHANCE
from moleworks.core.messages import N_, Complaint, Message
from moleworks.core.registry import GAMES
from moleworks.engine import LEVELS
from moleworks.record import Match, write
from moleworks.record.record import LONGEST_NAME
from moleworks.record.undo import undo_problem
from moleworks.speech import setup_texts, table_settings
from moleworks.speech.emblems import TableNames
from moleworks.speech.seat_names import fold_accents
from moleworks.speech.sentences import plural
from moleworks.speech.table_settings import chosen_settings
from moleworks.speech.understand import read_place_name
from moleworks.terminal import hints
from moleworks.terminal.drawing import game_drawing
from moleworks.terminal.files import default_path, path_of, read_text, refuse_folder, write_text
from moleworks.terminal.play import Handlers, TerminalMatch
from moleworks.terminal.screen import Quit
from moleworks.terminal.seats import load_match
from moleworks.terminal.vocabulary import COMMANDS, command_word

ACTION_SEPARATORS = re.compile(r"[|>-]")
WORD = re.compile(r"\w+")
FEW_ODDS = 6
"""The most odds that are listed without being asked for: those of discs, not of dice."""


def legal(terminal: TerminalMatch, argument: str) -> None:
    """List legal actions, all or those at a place; for chance, the odds if they are few or asked for."""
    game, state, screen = terminal.game, terminal.state, terminal.screen
    if _is_over(terminal):
        return
    odds = game.odds(state)
    actions = game.publicly_legal(state) if terminal.seated.hides_between_turns else game.legal(state)
    names = {action: game.name(state, action) for action in actions}
    if odds:
        screen.say(N_("That is left to chance: press Enter."))
        found = [action for action in names if argument.lower() in names[action].lower()]
        if found and (argument or len(found) <= FEW_ODDS):
            chances = ", ".join(f"{names[action]} ({odds[action]})" for action in found)
            screen.say(N_("Chance decides, with these odds: {actions}"), actions=chances)
        return
    listed = [name for name in names.values() if not argument or _is_about(terminal, name, argument)]
    if not listed:
        screen.say(N_("There is nothing you can do with {space} now."), space=argument[:LONGEST_NAME])
        return
    by = "; " if chosen_settings(terminal.seated.names) else ", "  # in words an action may have commas
    told = by.join(_listed_action(terminal, name) for name in listed)
    screen.say(N_("You can do this ({count}): {actions}"), count=len(listed), actions=told)


def _is_over(terminal: TerminalMatch) -> bool:
    """Whether the game is over; if it is, say so."""
    over = terminal.game.outcome(terminal.state) is not None
    if over:
        terminal.screen.tell(speech.ask(terminal.game, terminal.state, terminal.seated.names))
    return over


def _is_about(terminal: TerminalMatch, name: str, argument: str) -> bool:
    """Whether an action begins or ends at the place that was typed."""
    if chosen_settings(terminal.seated.names):  # what an action is called in the record is not typed there
        asked, written = (WORD.findall(text.casefold()) for text in (argument, terminal.action_text(name)))
        return set(asked) <= set(written)
    return _involves(name, read_place_name(terminal.game, argument))


def _involves(name: str, place: str) -> bool:
    return place.lower() in (name.lower(), *ACTION_SEPARATORS.split(name.lower()))


def _listed_action(terminal: TerminalMatch, name: str) -> str:
    """An action as listed; in plain mode, action names with `>` are written in words."""
    if not (terminal.screen.plain and ">" in name):
        return terminal.action_text(name)
    names = terminal.seated.names
    return terminal.screen.language.tell(speech.action(terminal.game, terminal.state, name, names))


def why(terminal: TerminalMatch, argument: str) -> None:
    """Say why an action is illegal, or explain a rule."""
    screen = terminal.screen
    if _explain_rule(terminal, argument) or (not argument and _is_over(terminal)):
        return
    if not argument:
        screen.say(
            N_("Say which action, for example: {example}"),
            example=f"{command_word('why', screen.language.code)} {_example_action(terminal)}",
        )
        return
    try:
        name = terminal.action_name(argument)
        refusal = terminal.refusal(name)
    except Complaint as complaint:
        screen.tell(complaint)
        return

    def tell() -> None:
        if refusal:
            screen.tell(refusal)
        else:
            screen.say(N_("{action} is possible now."), action=terminal.action_text(name))

    seat = terminal.game.actor(terminal.state)
    if seat is not None and name in _secretly_legal(terminal):
        terminal.tell_privately(seat, tell)
    else:
        tell()


def _secretly_legal(terminal: TerminalMatch) -> list[str]:
    """The names of the actions of which only the seat to act knows whether they are legal."""
    game, state = terminal.game, terminal.state
    return [
        game.name(state, action)
        for action in game.publicly_legal(state)
        if game.is_legality_secret(state, action)
    ]


def _example_action(terminal: TerminalMatch) -> str:
    return terminal.action_text(terminal.game.name(terminal.state, terminal.game.legal(terminal.state)[0]))


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


def look(terminal: TerminalMatch, argument: str) -> None:
    """Say what is on a space."""
    _say_about_space("look", speech.space, terminal, argument)


def around(terminal: TerminalMatch, argument: str) -> None:
    """Say what is around a space."""
    _say_about_space("around", speech.neighbours, terminal, argument)


def _say_about_space(
    command: str, describe: Callable[..., Message], terminal: TerminalMatch, argument: str
) -> None:
    """Describe one space."""
    if not argument:
        drawing = game_drawing(terminal.game.id)
        place = drawing.EXAMPLE_PLACE if drawing else "..."
        example = f"{command_word(command, terminal.screen.language.code)} {place}"
        terminal.screen.say(N_("Say which space, for example: {example}"), example=example)
        return
    terminal.screen.tell(
        describe(terminal.game, terminal.state, argument, terminal.seated.names, terminal.seated.viewer)
    )


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


def last(terminal: TerminalMatch, _rest: str) -> None:
    """Repeat the last messages, with the private ones if only one person plays."""
    match, screen = terminal.match, terminal.screen
    if not match.names:
        screen.say(N_("Nothing has been played yet."))
        return
    ply, names, only_human = match.ply - 1, terminal.seated.names, terminal.seated.only_human
    screen.tell(*_messages_of(terminal, ply))
    if only_human is not None:
        learned = speech.secret(
            terminal.game, match.before(ply), match.names[ply], terminal.state, names, only_human
        )
        screen.tell(*([learned] if learned else []))


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
    if argument:
        if not _explain_rule(terminal, argument):
            _say_rule_numbers(terminal, argument)
        return
    for message in speech.rules(terminal.game, terminal.match.setup, terminal.seated.names):
        terminal.screen.tell(message)
    for section in rulebook.rulebook(terminal.match.setup, terminal.screen.language):
        _write_section(terminal, section)


def _say_rule_numbers(terminal: TerminalMatch, wrong: str) -> None:
    """Say which rules there are, if somebody asks for another one."""
    letters, last_rule = terminal.game.rule_numbers
    word = command_word("rules", terminal.screen.language.code)
    terminal.screen.say(
        N_("There is no rule {rule}; {game} has {first} to {last}. Type for example: {example}")
        if last_rule
        else N_("There is no rule {rule}; {game} numbers none."),
        rule=wrong[:40],
        game=setup_texts.title(terminal.game.id),
        first=f"{letters}1",
        last=f"{letters}{last_rule}",
        example=f"{word} {letters}1",
    )


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
            case rulebook.Figure():
                pass  # drawings are for print


def _explain_rule(terminal: TerminalMatch, text: str) -> bool:
    """Print a rule by its number, as it is played here; False if no game has it."""
    number = text.upper()
    for game, game_rules in GAMES.items():
        if not number.startswith(game_rules.rule_numbers[0]):
            continue
        setup = terminal.match.setup if game == terminal.game.id else Match.begin(game).setup
        for section in rulebook.rulebook(setup, terminal.screen.language):
            for rule in section.blocks:
                if isinstance(rule, rulebook.NumberedRule) and rule.number == number:
                    terminal.screen.say(
                        N_("{rule}, {title}: {meaning}"), rule=number, title=rule.title, meaning=rule.text
                    )
                    return True
    return False


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
        screen.say(text, example=_example_action(terminal))
    for name, known in COMMANDS.items():
        if name == "peek" and not terminal.game.has_secrets:
            continue
        if name == "level" and not terminal.seated.computer_seats:
            continue
        usage = f"{command_word(name, code)} {say(known.takes)}" if known.takes else command_word(name, code)
        screen.write(f"{usage}: {say(known.does)}" if screen.plain else f"  {usage:<21} {say(known.does)}")
    if not screen.plain:
        terminal.legend()


def quit_(terminal: TerminalMatch, _rest: str) -> None:
    """End the game."""
    raise Quit


HANDLERS: Handlers = {
    "legal": legal,
    "why": why,
    "hint": hint,
    "show": show,
    "look": look,
    "around": around,
    "peek": peek,
    "log": log,
    "last": last,
    "undo": undo,
    "level": level,
    "rules": rules,
    "save": save,
    "load": load,
    "record": record,
    "help": help_,
    "quit": quit_,
}
