"""What a player can type besides an action."""

from __future__ import annotations

from pathlib import Path

from moleworks import speech
from moleworks.games import CHANCE, Complaint
from moleworks.games.game import N_
from moleworks.record import write
from moleworks.service.undo import why_not_undo
from moleworks.terminal.draw import ARTISTS
from moleworks.terminal.files import default_path, path_of, read_text, write_text
from moleworks.terminal.play import Handlers, Play, Quit
from moleworks.terminal.table import from_record
from moleworks.terminal.words import COMMANDS, word


def legal(play: Play, _rest: str) -> None:
    game, state, screen = play.game, play.state, play.screen
    odds = game.odds(state)
    names = [game.name(state, action) for action in game.legal(state)]
    if odds:
        chances = [f"{name} ({odds[action]})" for name, action in zip(names, game.legal(state), strict=True)]
        screen.say(N_("Chance decides, with these odds: {actions}"), actions=", ".join(chances))
    else:
        screen.say(N_("You can do this ({count}): {actions}"), count=len(names), actions=", ".join(names))


def why(play: Play, rest: str) -> None:
    screen = play.screen
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


def show(play: Play, _rest: str) -> None:
    play.show()


def look(play: Play, rest: str) -> None:
    if not rest:
        example = f"{word('look', play.screen.language.code)} {ARTISTS[play.game.id].space}"
        play.screen.say(N_("Say which space, for example: {example}"), example=example)
        return
    play.screen.tell(speech.space(play.game, play.state, rest, play.table.names, play.table.lone))


def peek(play: Play, _rest: str) -> None:
    seat = play.game.mover(play.state)
    assert seat is not None
    play.peek(seat)


def log(play: Play, _rest: str) -> None:
    match, screen = play.match, play.screen
    if not match.names:
        screen.say(N_("Nothing has been played yet."))
    for ply, name in enumerate(match.names):
        before, after = match.before(ply), match.before(ply + 1)
        screen.tell(*speech.tell(play.game, before, name, after, play.table.names, play.table.lone))


def undo(play: Play, _rest: str) -> None:
    """Who asks is whom the keyboard was given to, or, where all see the same, who acted last."""
    match, screen = play.match, play.screen
    seat = play.at if play.table.secretive else _last_person(play)
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


def rules(play: Play, _rest: str) -> None:
    for message in speech.rules(play.game, play.match.setup):
        play.screen.tell(message)


def save(play: Play, rest: str) -> None:
    try:
        keep(play, path_of(rest) if rest else default_path(play.game.id))
    except Complaint as complaint:
        play.screen.tell(complaint)


def keep(play: Play, path: Path) -> bool:
    """Write the record to a file and say so; False if there is one already that shall stay."""
    screen = play.screen
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
    play.table, play.at = table, None
    play.greet()
    screen.say(N_("Loaded: {count} actions have been played."), count=table.match.ply)


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
    if play.game.actor(play.state) == CHANCE:
        screen.say(N_("Press Enter to let chance decide. Besides, you can type:"))
    else:
        text = N_(
            "Type an action by its name or in plain words, for example {example}. Besides, you can type:"
        )
        screen.say(text, example=_example(play))
    for name, known in COMMANDS.items():
        if name == "peek" and not ARTISTS[play.game.id].peeks:
            continue
        usage = f"{word(name, code)} {say(known.takes)}" if known.takes else word(name, code)
        screen.write(f"{usage}: {say(known.does)}" if screen.plain else f"  {usage:<20} {say(known.does)}")
    if not screen.plain:
        play.legend()


def quit_(play: Play, _rest: str) -> None:
    raise Quit


HANDLERS: Handlers = {
    "legal": legal,
    "why": why,
    "show": show,
    "look": look,
    "peek": peek,
    "log": log,
    "undo": undo,
    "rules": rules,
    "save": save,
    "load": load,
    "record": record,
    "help": help_,
    "quit": quit_,
}
