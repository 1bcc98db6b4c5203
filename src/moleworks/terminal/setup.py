"""What is settled before the first turn: game, players, rules, board, and who begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from moleworks import boards, speech
from moleworks.games import GAMES, BadSetup, Complaint, Game, Value
from moleworks.games.game import N_
from moleworks.players import lots
from moleworks.record import Match
from moleworks.record.record import LONGEST_NAME
from moleworks.record.write import clean
from moleworks.terminal import listing
from moleworks.terminal.files import read_text
from moleworks.terminal.screen import Quit, Screen
from moleworks.terminal.table import Table, default_names, from_record
from moleworks.terminal.words import command, folded, is_computer, word

KINDS = ("human", "computer")


@dataclass
class Wishes:
    """What was said on the command line; what was not is asked at a terminal, and else is the usual."""

    game: str | None = None
    players: int | None = None
    seats: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    preset: str | None = None
    options: Mapping[str, Value] = field(default_factory=dict)
    board: str | None = None
    rotations: tuple[int, ...] | None = None
    begin: str | None = None
    """`ask`, `lots`, or `first`: as listed."""
    load: Path | None = None


def table(screen: Screen, wishes: Wishes, random: Random) -> Table:
    """A table ready to play; `Complaint` says what cannot be."""
    if wishes.load is not None:
        return _loaded(screen, wishes, wishes.load)
    game = _game(screen, wishes)
    _check(game, wishes)
    names, humans = _players(screen, game, wishes)
    match = Match.begin(
        game.id,
        board=boards.find(game.id, wishes.board or "classic"),
        players=len(names),
        preset=wishes.preset,
        options=wishes.options,
        rotations=lots.rotations(game, random) if wishes.rotations is None else wishes.rotations,
    )
    first = _first(screen, game, names, wishes, random)
    return Table(
        match,
        names[first:] + names[:first],
        humans[first:] + humans[:first],
        turned=wishes.rotations is not None,
    )


def option(text: str) -> tuple[str, Value]:
    """An option as it is written on the command line and in records.

    >>> option("know_own=false"), option("rounds=1"), option("start=ring")
    (('know_own', False), ('rounds', 1), ('start', 'ring'))
    """
    name, equals, value = text.partition("=")
    if not equals:
        raise BadSetup(
            N_("An option is written name=value, and “{option}” is not."), option=text[:LONGEST_NAME]
        )
    number = int(value) if value.isascii() and value.isdigit() and len(value) < 10 else value
    return name.strip(), {"true": True, "false": False}.get(value, number)


def known_game(text: str) -> Game[Any]:
    """A game by its id, its number in the list, or the beginning of its name."""
    listed = list(GAMES.values())
    if text.isascii() and text.isdigit() and 0 < int(text[:3]) <= len(listed):
        return listed[int(text[:3]) - 1]
    word = folded(text).replace(" ", "-").replace("_", "-")
    found = [game for game in listed if word and (game.id == word or game.id.startswith(word))]
    if len(found) != 1:
        raise BadSetup(
            N_("There is no game {game}; there are {known}."),
            game=text[:LONGEST_NAME],
            known=", ".join(GAMES),
        )
    return found[0]


def _loaded(screen: Screen, wishes: Wishes, path: Path) -> Table:
    game = known_game(wishes.game) if wishes.game is not None else None
    if settled := _settled(wishes):
        text = N_("A saved game goes on as it began, so leave out {options}.")
        raise BadSetup(text, options=", ".join(settled))
    humans = _kinds(wishes.seats) if wishes.seats else None
    try:
        loaded = from_record(read_text(path), screen.language, humans)
    except Complaint as complaint:
        if complaint.place is None:
            raise
        raise Complaint(
            N_("{path}, {complaint}"), path=path, complaint=screen.language.tell(complaint)
        ) from complaint
    if game is not None and loaded.game is not game:
        text = N_("{path} is a game of {other}, not of {game}.")
        raise BadSetup(text, path=path, other=loaded.game.title, game=game.title)
    if len(loaded.humans) != len(loaded.names) or (wishes.names and len(wishes.names) != len(loaded.names)):
        raise BadSetup(N_("This record has {count} players: name as many."), count=len(loaded.names))
    if wishes.names:
        loaded.names = tuple(clean(name, LONGEST_NAME) for name in wishes.names)
    return loaded


def _settled(wishes: Wishes) -> list[str]:
    """What was wished for that a saved game has settled long ago."""
    given = {
        "--players": wishes.players is not None,
        "--preset": wishes.preset is not None,
        "--option": bool(wishes.options),
        "--board": wishes.board is not None,
        "--rotations": wishes.rotations is not None,
        "--begin": wishes.begin is not None,
    }
    return [name for name, is_given in given.items() if is_given]


def _answer(screen: Screen, question: Callable[[], None], example: str) -> str:
    """What somebody answers to a question; who asks for help hears it again, with an example."""
    code = screen.language.code
    while True:
        answer = screen.ask()
        match command(answer, code):
            case ("quit", ""):
                raise Quit
            case ("help", ""):
                text = N_("Answer for example: {example}. To leave, type {quit}.")
                screen.say(text, example=example, quit=word("quit", code))
                question()
            case _:
                return answer


def _game(screen: Screen, wishes: Wishes) -> Game[Any]:
    if wishes.game is not None:
        return known_game(wishes.game)
    if wishes.board is not None:
        games = [game for game, _ in listing.found(wishes.board)]
        if len(games) == 1:
            return GAMES[games[0]]
    _ask_game(screen)
    while True:
        answer = _answer(screen, lambda: _ask_game(screen), "1")
        try:
            return known_game(answer or "1")
        except BadSetup as complaint:
            screen.tell(complaint)


def _ask_game(screen: Screen) -> None:
    screen.say(N_("Welcome to Moleworks. Which game?"))
    for number, game in enumerate(GAMES.values(), 1):
        screen.say(
            N_("{number}: {game}, {low} to {high} players")
            if len(game.seats) > 1
            else N_("{number}: {game}, {low} players"),
            number=number,
            game=game.title,
            low=game.seats[0],
            high=game.seats[-1],
        )


def _check(game: Game[Any], wishes: Wishes) -> None:
    """What was wished for the seats must fit together."""
    if wishes.players is not None and wishes.players not in game.seats:
        raise _too_many(game, wishes.players)
    if wishes.players and wishes.names and len(wishes.names) != wishes.players:
        raise _wrong_names(wishes.players, len(wishes.names))
    counts = {len(wishes.seats), len(wishes.names), wishes.players or 0} - {0}
    if len(counts) > 1:
        raise BadSetup(N_("Players, seats and names do not agree: give as many seats and names as players."))
    for count in counts:
        if count not in game.seats:
            raise _too_many(game, count)
    _kinds(wishes.seats)


def _too_many(game: Game[Any], count: int) -> BadSetup:
    if len(game.seats) == 1:
        return BadSetup(
            N_("{game} is for {low} players, not {players}."),
            game=game.title,
            low=game.seats[0],
            players=count,
        )
    text = N_("{game} is for {low} to {high} players, not {players}.")
    return BadSetup(text, game=game.title, low=game.seats[0], high=game.seats[-1], players=count)


def _wrong_names(players: int, count: int) -> BadSetup:
    if count == 1:
        return BadSetup(N_("{players} players need {players} names, and you gave 1."), players=players)
    text = N_("{players} players need {players} names, and you gave {count}.")
    return BadSetup(text, players=players, count=count)


def _kinds(seats: Sequence[str]) -> tuple[bool, ...]:
    for seat in seats:
        if seat not in KINDS:
            raise BadSetup(N_("A seat is human or computer, not “{seat}”."), seat=seat[:LONGEST_NAME])
    return tuple(seat == KINDS[0] for seat in seats)


def _players(screen: Screen, game: Game[Any], wishes: Wishes) -> tuple[tuple[str, ...], tuple[bool, ...]]:
    """Names and kinds in the order in which they were given."""
    if wishes.seats or wishes.names:
        humans = _kinds(wishes.seats) or tuple(not is_computer(name) for name in wishes.names)
        return _named(screen, wishes.names or ("",) * len(humans), humans), humans
    if screen.interactive:
        return _ask_players(screen, game, wishes.players)
    humans = (True,) + (False,) * ((wishes.players or game.seats[0]) - 1)
    return default_names(screen.language, humans), humans


def _named(screen: Screen, names: Sequence[str], humans: tuple[bool, ...]) -> tuple[str, ...]:
    given = [clean(name, LONGEST_NAME) for name in names]
    usual = default_names(screen.language, humans)
    # A bare "computer" says what a player is, not what it is called.
    bare = [not name or folded(name) == KINDS[0] or (is_computer(name) and name.isalpha()) for name in given]
    chosen = [usual[seat] if bare[seat] else name for seat, name in enumerate(given)]
    for seat, name in enumerate(chosen):
        if name in chosen[:seat]:
            raise BadSetup(N_("Two players are called {name}: give them different names."), name=name)
    return tuple(chosen)


def _ask_players(
    screen: Screen, game: Game[Any], players: int | None
) -> tuple[tuple[str, ...], tuple[bool, ...]]:
    """One question for names, kinds and number."""
    counts = range(players, players + 1) if players else game.seats

    def question() -> None:
        screen.say(
            N_("Who plays? Type the names with commas between them, and computer for a computer player.")
        )
        screen.say(
            N_("{game} is for {low} to {high} players. Enter: you against the computer.")
            if len(counts) > 1
            else N_("{game}: {low} players. Enter: you against the computer."),
            game=game.title,
            low=counts[0],
            high=counts[-1],
        )

    question()
    while True:
        answer = _answer(screen, question, ", ".join(("Lina", *["computer"] * (counts[0] - 1))))
        given = [name.strip() for name in answer.replace(";", ",").split(",") if name.strip()]
        if len(given) <= 1:
            given += ["computer"] * (counts[0] - 1) if given else ["", *["computer"] * (counts[0] - 1)]
        humans = tuple(not is_computer(name) for name in given)
        try:
            if players and len(given) != players:
                raise _wrong_names(players, len(given))
            if len(given) not in counts:
                raise _too_many(game, len(given))
            return _named(screen, given, humans), humans
        except BadSetup as complaint:
            screen.tell(complaint)


def _first(screen: Screen, game: Game[Any], names: Sequence[str], wishes: Wishes, random: Random) -> int:
    """Who begins, as a place in the list: asked in the words of the sheets, or drawn by lot."""
    begin = wishes.begin or ("ask" if screen.interactive else "first")
    if begin == "first":
        return 0
    if begin == "ask":
        listed = ", ".join(f"{number} {name}" for number, name in enumerate(names, 1))

        def question() -> None:
            screen.tell(speech.who_begins(game))
            screen.say(N_("Type a name or number: {names}. Enter draws lots."), names=listed)

        question()
        while answer := _answer(screen, question, "1"):
            found = [
                place for place, name in enumerate(names) if folded(answer) in {folded(name), str(place + 1)}
            ]
            if found:
                return found[0]
            screen.say(N_("Nobody here is called {name}."), name=answer[:LONGEST_NAME])
    first = random.randrange(len(names))
    screen.say(N_("The lot falls on {name}."), name=names[first])
    return first
