"""What a player can type besides an action."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from moleworks import speech
from moleworks.games import CHANCE, GAMES, Complaint, Message
from moleworks.games.game import N_
from moleworks.players import LEVELS
from moleworks.record import write
from moleworks.record.record import LONGEST_NAME
from moleworks.service.undo import why_not_undo
from moleworks.speech.names import folded
from moleworks.speech.parts import counted
from moleworks.speech.understand import place_named
from moleworks.terminal import hints
from moleworks.terminal.draw import ARTISTS, RULES
from moleworks.terminal.files import default_path, path_of, read_text, refuse_folder, write_text
from moleworks.terminal.play import Handlers, Play
from moleworks.terminal.screen import Quit
from moleworks.terminal.table import from_record
from moleworks.terminal.words import COMMANDS, word

NUMBERED = re.compile(r"([A-Z]+)([0-9]{1,2})")
"""A rule: the letters of its game, and its number."""
PARTS = re.compile(r"[|>-]")
FEW = 6
"""Odds that can be heard in one go: the discs, not the dice."""


def legal(play: Play, rest: str) -> None:
    """All that can be done, or what has to do with a place; of chance, the odds if they are few or named."""
    game, state, screen = play.game, play.state, play.screen
    if _is_over(play):
        return
    odds = game.odds(state)
    names = {action: game.name(state, action) for action in game.legal(state)}
    if odds:
        screen.say(N_("That is left to chance: press Enter."))
        found = [action for action in names if rest.lower() in names[action].lower()]
        if found and (rest or len(found) <= FEW):
            chances = ", ".join(f"{names[action]} ({odds[action]})" for action in found)
            screen.say(N_("Chance decides, with these odds: {actions}"), actions=chances)
        return
    place = place_named(game, rest) if rest else ""
    listed = [name for name in names.values() if not place or _concerns(name, place)]
    if not listed:
        screen.say(N_("There is nothing you can do with {space} now."), space=rest[:LONGEST_NAME])
        return
    actions = ", ".join(_worded(play, name) for name in listed)
    screen.say(N_("You can do this ({count}): {actions}"), count=len(listed), actions=actions)


def _is_over(play: Play) -> bool:
    """Whether the game has ended; then that is told."""
    over = play.game.outcome(play.state) is not None
    if over:
        play.screen.tell(speech.ask(play.game, play.state, play.table.names))
    return over


def _concerns(name: str, place: str) -> bool:
    return place.lower() in (name.lower(), *PARTS.split(name.lower()))


def _worded(play: Play, name: str) -> str:
    """An action as it is listed: where pictures are words, so are moles and dog, as they can be typed."""
    if not (play.screen.plain and ">" in name):
        return name
    return play.screen.language.tell(speech.action(play.game, play.state, name))


def why(play: Play, rest: str) -> None:
    screen = play.screen
    if _tell_page(play, rest) or (not rest and _is_over(play)):
        return
    if not rest:
        screen.say(
            N_("Say which action, for example: {example}"),
            example=f"{word('why', screen.language.code)} {_example(play)}",
        )
        return
    try:
        name = play.name_of(rest)
        refusal = play.refusal(name)
    except Complaint as complaint:
        screen.tell(complaint)
        return
    if refusal:
        screen.tell(refusal)
    else:
        screen.say(N_("{action} is possible now."), action=name)


def _example(play: Play) -> str:
    return play.game.name(play.state, play.game.legal(play.state)[0])


def hint(play: Play, _rest: str) -> None:
    """For the person to act, from what that seat knows: others at the keyboard do not look."""
    game, seat = play.game, play.game.actor(play.state)
    if _is_over(play):
        return
    if seat is None or seat == CHANCE:
        play.screen.say(N_("That is left to chance: press Enter."))
        return

    def tell() -> None:
        advice = play.advice(Message(N_("One moment...")), hints.LEVEL, lines=hints.COUNT)
        hints.tell(play.screen, game, play.state, play.table.names, advice)

    play.whisper(seat, tell)


def level(play: Play, rest: str) -> None:
    """How well the computer plays: told, or changed for all of them or for one, by name or number."""
    screen, table = play.screen, play.table
    if not table.computers:
        screen.say(N_("Nobody here is played by the computer."))
    elif not rest:
        screen.say(N_("Played by the computer: {names}."), names=play.computers())
    elif found := _level_and_name(rest):
        number, name = found
        seats = [
            seat
            for seat in table.computers
            if not name or folded(name) in {folded(table.names[seat]), str(seat + 1)}
        ]
        if seats:
            table.set_level(number, seats)
            screen.say(N_("Played by the computer: {names}."), names=play.computers())
        else:
            text = N_("No computer player here is called {name}.")
            screen.say(text, name=name[:LONGEST_NAME])
    else:
        example = f"{word('level', screen.language.code)} 3"
        screen.say(N_("A level is a number from 1 to 7, for example: {example}"), example=example)


def _level_and_name(text: str) -> tuple[int, str] | None:
    """A level with a name after it or before it, or without one.

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


def show(play: Play, _rest: str) -> None:
    play.show()


def look(play: Play, rest: str) -> None:
    _about("look", speech.space, play, rest)


def around(play: Play, rest: str) -> None:
    _about("around", speech.neighbours, play, rest)


def _about(command: str, said: Callable[..., Message], play: Play, rest: str) -> None:
    """What there is to say about one space."""
    if not rest:
        example = f"{word(command, play.screen.language.code)} {ARTISTS[play.game.id].space}"
        play.screen.say(N_("Say which space, for example: {example}"), example=example)
        return
    play.screen.tell(said(play.game, play.state, rest, play.table.names, play.table.lone))


def peek(play: Play, _rest: str) -> None:
    seat = play.game.mover(play.state)
    if not _is_over(play) and seat is not None:
        play.peek(seat)


def log(play: Play, _rest: str) -> None:
    match, screen = play.match, play.screen
    if not match.names:
        screen.say(N_("Nothing has been played yet."))
    for ply in range(match.ply):
        screen.tell(*_told(play, ply))


def last(play: Play, _rest: str) -> None:
    """What was announced last; what was whispered too, if only one person is there to hear it."""
    match, screen = play.match, play.screen
    if not match.names:
        screen.say(N_("Nothing has been played yet."))
        return
    ply, names, lone = match.ply - 1, play.table.names, play.table.lone
    screen.tell(*_told(play, ply))
    if lone is not None:
        learned = speech.secret(play.game, match.before(ply), match.names[ply], play.state, names, lone)
        screen.tell(*([learned] if learned else []))


def _told(play: Play, ply: int) -> tuple[Message, ...]:
    before, after = play.match.before(ply), play.match.before(ply + 1)
    return speech.tell(play.game, before, play.match.names[ply], after, play.table.names, play.table.lone)


def undo(play: Play, _rest: str) -> None:
    """Who asks is who acted last."""
    match, screen = play.match, play.screen
    seat = _last_person(play)
    if seat is None:
        seat = play.game.mover(play.state) or 0
    reason = why_not_undo(match, seat)
    if reason:
        screen.tell(reason)
        return
    name = match.names[-1]
    match.undo()
    screen.say(N_("{name} takes back {action}."), name=play.table.names[seat], action=name)


def _last_person(play: Play) -> int | None:
    if not play.match.ply:
        return None
    actor = play.game.actor(play.match.before(play.match.ply - 1))
    return actor if actor is not None and actor != CHANCE and play.table.humans[actor] else None


def rules(play: Play, rest: str) -> None:
    if rest:
        if not _tell_page(play, rest):
            text = N_("There is no rule {rule}; all rules of {game} are explained in {page}.")
            play.screen.say(text, rule=rest[:40], game=play.game.title, page=_page(play, play.game.id))
        return
    for message in speech.rules(play.game, play.match.setup):
        play.screen.tell(message)


def _tell_page(play: Play, text: str) -> bool:
    """Say where a numbered rule is explained; False if the text is no rule's number."""
    found = NUMBERED.fullmatch(text.upper())
    if not found:
        return False
    for game, (letters, last_rule) in RULES.items():
        if found[1] == letters and 1 <= int(found[2]) <= last_rule:
            text = N_("Rule {rule} of {game} is explained in {page}.")
            play.screen.say(text, rule=found[0], game=GAMES[game].title, page=_page(play, game))
            return True
    return False


def _page(play: Play, game: str) -> str:
    """Where the rules are explained; whoever has only installed the games does not have that file."""
    return play.screen.language.say(N_("{page} in the source of Moleworks"), page=f"docs/rules/{game}.md")


def save(play: Play, rest: str) -> None:
    try:
        keep(play, path_of(rest) if rest else default_path(play.game.id))
    except Complaint as complaint:
        play.screen.tell(complaint)


def keep(play: Play, path: Path) -> bool:
    """Write the record to a file and say so; False if there is one already that shall stay."""
    screen = play.screen
    refuse_folder(path)
    over = path.exists()
    if over and not screen.agrees(N_("{path} is there already. Write over it? (y/n)"), path=path):
        screen.say(N_("Not saved."))
        return False
    write_text(path, write(play.table.record()), over=over)
    play.table.kept = tuple(play.match.names)
    screen.say(N_("Saved in {path}."), path=path)
    if play.table.tells_secrets:
        screen.say(N_("The file tells whose every mole is: do not read it before the game is over."))
    return True


def load(play: Play, rest: str) -> None:
    screen = play.screen
    if not rest:
        example = f"{word('load', screen.language.code)} game.txt"
        screen.say(N_("Say which file, for example: {example}"), example=example)
        return
    try:
        table = from_record(read_text(path_of(rest)), screen.language)
    except Complaint as complaint:
        screen.tell(complaint)
        return
    if not play.table.is_kept and not screen.agrees(
        N_("The game you are playing is not saved. Leave it? (y/n)")
    ):
        return
    play.sit_at(table)
    one, more = N_("Loaded: 1 action has been played."), N_("Loaded: {count} actions have been played.")
    screen.tell(counted(table.match.ply, one, more))


def record(play: Play, _rest: str) -> None:
    question = N_("The record tells whose every mole is. Print it all the same? (y/n)")
    if play.table.tells_secrets and not play.screen.agrees(question):
        return
    print_record(play)


def print_record(play: Play) -> None:
    """The record as text among the other lines."""
    for line in write(play.table.record()).splitlines():
        play.screen.console.print(line, soft_wrap=True)


def help_(play: Play, _rest: str) -> None:
    screen = play.screen
    say, code = screen.language.say, screen.language.code
    if play.game.outcome(play.state) is not None:
        screen.say(N_("The game is over. You can still type:"))
    elif play.game.actor(play.state) == CHANCE:
        screen.say(N_("Press Enter to let chance decide. Besides, you can type:"))
    else:
        text = N_(
            "Type an action by its name or in plain words, for example {example}. Besides, you can type:"
        )
        screen.say(text, example=_example(play))
    for name, known in COMMANDS.items():
        if name == "peek" and not ARTISTS[play.game.id].peeks:
            continue
        if name == "level" and not play.table.computers:
            continue
        usage = f"{word(name, code)} {say(known.takes)}" if known.takes else word(name, code)
        screen.write(f"{usage}: {say(known.does)}" if screen.plain else f"  {usage:<21} {say(known.does)}")
    if not screen.plain:
        play.legend()


def quit_(play: Play, _rest: str) -> None:
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
