"""What is settled before the first turn: game, players, rules, board, and who begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from moleworks import boards, players, speech
from moleworks.games import GAMES, BadSetup, Complaint, Game, Value
from moleworks.games.game import N_
from moleworks.players import LEVELS, lots
from moleworks.record import Match
from moleworks.record.record import LONGEST_NAME
from moleworks.record.write import clean
from moleworks.speech.names import Seat, default_names, folded, is_computer, seat_of
from moleworks.terminal import listing
from moleworks.terminal.files import read_text
from moleworks.terminal.screen import Quit, Screen
from moleworks.terminal.table import LEVEL, Table, from_record
from moleworks.terminal.words import HUMAN, command, kind, word


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
    level: int | None = None
    """Of every computer player that was given none of its own."""


def table(screen: Screen, wishes: Wishes, random: Random) -> Table:
    """A table ready to play; `Complaint` says what cannot be."""
    if wishes.load is not None:
        return _loaded(screen, wishes, wishes.load)
    game = _game(screen, wishes)
    _check(game, wishes)
    if screen.interactive or not all(_humans(wishes) or (False,)):
        players.player(game.id).warm_up()  # while the players are still being asked
    names, humans, levels = _players(screen, game, wishes)
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
        levels=levels[first:] + levels[:first],
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
    seats = _kinds(wishes.seats)
    check_level(wishes.level)
    humans = tuple(not seat.computer for seat in seats) or None
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
    loaded.levels = tuple(
        (seats[seat].level if seats else None) or wishes.level or level
        for seat, level in enumerate(loaded.levels)
    )
    if screen.interactive or loaded.computers:
        players.player(loaded.game.id).warm_up()
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
    check_level(wishes.level)


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


def _kinds(seats: Sequence[str]) -> tuple[Seat, ...]:
    """Who sits where, as it was wished for."""
    return tuple(map(_kind, seats))


def _kind(text: str) -> Seat:
    seat = kind(text)
    if seat is None:
        raise BadSetup(N_("A seat is human or computer, not “{seat}”."), seat=text[:LONGEST_NAME])
    check_level(seat.level)
    return seat


def check_level(level: int | None) -> None:
    """A complaint if there is no such level."""
    if level is not None and level not in LEVELS:
        low, high = LEVELS[0], LEVELS[-1]
        raise BadSetup(
            N_("A level is a number from {low} to {high}, not {level}."), low=low, high=high, level=level
        )


class Seating(NamedTuple):
    """By seat: names, who is a person, and the levels."""

    names: tuple[str, ...]
    humans: tuple[bool, ...]
    levels: tuple[int, ...]


def _humans(wishes: Wishes) -> tuple[bool, ...]:
    """Who is a person, as far as that was said."""
    seats = _kinds(wishes.seats) or tuple(map(seat_of, wishes.names))
    return tuple(not seat.computer for seat in seats)


def _players(screen: Screen, game: Game[Any], wishes: Wishes) -> Seating:
    """Names, kinds and levels in the order in which they were given."""
    if wishes.seats or wishes.names:
        kinds, called = _kinds(wishes.seats), tuple(map(seat_of, wishes.names))
        humans = _humans(wishes)
        names = _named(screen, [seat.name for seat in called] or [""] * len(humans), humans)
        given = tuple(seat.level for seat in kinds or called)
        return Seating(names, humans, _levels(screen, humans, given, wishes.level))
    if screen.interactive:
        names, humans, given = _ask_players(screen, game, wishes.players)
        return Seating(names, humans, _levels(screen, humans, given, wishes.level))
    humans = (True,) + (False,) * ((wishes.players or game.seats[0]) - 1)
    levels = (wishes.level or LEVEL,) * len(humans)
    return Seating(default_names(screen.language, humans), humans, levels)


def _levels(
    screen: Screen, humans: Sequence[bool], given: Sequence[int | None], wish: int | None
) -> tuple[int, ...]:
    """How well the computer plays, by seat: as it was said, else asked if somebody plays against it."""
    for level in given:
        check_level(level)
    open_ = any(not human and level is None for human, level in zip(humans, given, strict=True))
    usual = wish or LEVEL
    if open_ and wish is None and any(humans) and screen.interactive:
        usual = _ask_level(screen)
    return tuple(level or usual for level in given)


def _ask_level(screen: Screen) -> int:
    def question() -> None:
        screen.say(N_("How well shall the computer play? Type a level from 1 to 7."))
        text = N_("1 is a friendly beginner whom a child can beat, 4 plays well, 7 is the strongest.")
        screen.say(text)
        screen.say(N_("Enter: level {level}."), level=LEVEL)

    question()
    while answer := _answer(screen, question, "2"):
        if answer.isascii() and answer.isdigit() and int(answer[:3]) in LEVELS:
            return int(answer)
        screen.say(N_("That is no level: type a number from 1 to 7, or Enter for {level}."), level=LEVEL)
    return LEVEL


def _named(screen: Screen, names: Sequence[str], humans: tuple[bool, ...]) -> tuple[str, ...]:
    given = [clean(name, LONGEST_NAME) for name in names]
    usual = default_names(screen.language, humans)
    # A bare "computer" says what a player is, not what it is called.
    bare = [not name or folded(name) == HUMAN or (is_computer(name) and name.isalpha()) for name in given]
    chosen = [usual[seat] if bare[seat] else name for seat, name in enumerate(given)]
    for seat, name in enumerate(chosen):
        if name in chosen[:seat]:
            raise BadSetup(N_("Two players are called {name}: give them different names."), name=name)
    return tuple(chosen)


def _ask_players(
    screen: Screen, game: Game[Any], players: int | None
) -> tuple[tuple[str, ...], tuple[bool, ...], tuple[int | None, ...]]:
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
        seats = tuple(map(seat_of, given))
        humans = tuple(not seat.computer for seat in seats)
        try:
            for seat in seats:
                check_level(seat.level)
            if players and len(given) != players:
                raise _wrong_names(players, len(given))
            if len(given) not in counts:
                raise _too_many(game, len(given))
            names = _named(screen, [seat.name for seat in seats], humans)
            return names, humans, tuple(seat.level for seat in seats)
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
