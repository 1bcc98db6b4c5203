"""Set up a match: take game, players, options, board and first player from the command line, or ask."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import NamedTuple

from moleworks import boards, engine, speech
from moleworks.core.game import AnyGame, Value
from moleworks.core.messages import N_, BadSetup, Complaint
from moleworks.core.registry import GAMES
from moleworks.engine import LEVELS, chance
from moleworks.record import Match
from moleworks.record.record import LONGEST_NAME
from moleworks.record.write import clean
from moleworks.speech import setup_texts, table_settings
from moleworks.speech.emblems import TableNames, emblems, table_names
from moleworks.speech.emblems import check as check_emblems
from moleworks.speech.seat_names import SeatName, fold_accents, is_computer, parse_seat_name, spoken_names
from moleworks.terminal import catalogue
from moleworks.terminal.files import read_text
from moleworks.terminal.screen import Quit, TerminalScreen
from moleworks.terminal.seats import LEVEL, SeatedMatch, load_match
from moleworks.terminal.vocabulary import HUMAN, command_word, parse_command, parse_seat


@dataclass
class PlayOptions:
    """Options of `moleworks play`. Missing ones are asked for at a terminal, else they have defaults."""

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
    """For computer players without a level of their own."""
    emblems: tuple[str, ...] = ()
    """What stands for each player, by name or in words, in the order of names."""
    table_settings: tuple[str, ...] = ()
    """What changes no rule: see `speech.table_settings`."""


def seat_players(screen: TerminalScreen, options: PlayOptions, random: Random) -> SeatedMatch:
    """Set up or load a match; `Complaint` if the options cannot be played."""
    if options.load is not None:
        return _load_saved(screen, options, options.load)
    game = _choose_game(screen, options)
    _check_options(game, options)
    if screen.interactive or not all(_known_humans(options) or (False,)):
        engine.player(game.id).warm_up()  # while the players are still being asked
    names, humans, levels = _seat_assignment(screen, game, options)
    match = Match.begin(
        game.id,
        board=boards.find(game.id, options.board or "classic"),
        players=len(names),
        preset=options.preset,
        options=options.options,
        rotations=chance.draw_rotations(game, random) if options.rotations is None else options.rotations,
    )
    chosen = _parse_emblems(screen, game, options.emblems, len(names))
    settings = _parse_table_settings(game, options.table_settings)
    first = _first_player(screen, game, names, options, random)
    return SeatedMatch(
        match,
        table_names(game.id, names[first:] + names[:first], chosen[first:] + chosen[:first], settings),
        humans[first:] + humans[:first],
        rotations_chosen=options.rotations is not None,
        levels=levels[first:] + levels[:first],
    )


def _parse_emblems(
    screen: TerminalScreen, game: AnyGame, given: Sequence[str], players: int
) -> tuple[str | None, ...]:
    """The emblems by their names, from words in English or in the language of the screen."""
    if len(given) > players:
        raise BadSetup(N_("There are more emblems than players: give at most one for each."))
    words = {
        fold_accents(word): name
        for name, text in emblems(game.id).items()
        for word in (name, screen.language.say(text))
    }
    chosen = [words.get(fold_accents(word), word) for word in given]
    check_emblems(game.id, chosen)
    return (*chosen, *[None] * (players - len(chosen)))


def _parse_table_settings(game: AnyGame, given: Sequence[str]) -> tuple[str, ...]:
    """The settings by their names; `-` and `_` are the same."""
    return table_settings.check(game.id, [name.replace("-", "_") for name in given])


def parse_option(text: str) -> tuple[str, Value]:
    """Parse `name=value`, as on the command line and in records.

    >>> parse_option("know_own=false"), parse_option("rounds=1"), parse_option("start=ring")
    (('know_own', False), ('rounds', 1), ('start', 'ring'))
    """
    name, equals, value = text.partition("=")
    if not equals:
        raise BadSetup(
            N_("An option is written name=value, and “{option}” is not."), option=text[:LONGEST_NAME]
        )
    number = int(value) if value.isascii() and value.isdigit() and len(value) < 10 else value
    return name.strip(), {"true": True, "false": False}.get(value, number)


def known_game(text: str) -> AnyGame:
    """A game by its id, its number in the list, or the beginning of its name."""
    listed = list(GAMES.values())
    if text.isascii() and text.isdigit() and 0 < int(text[:3]) <= len(listed):
        return listed[int(text[:3]) - 1]
    name = fold_accents(text).replace(" ", "-").replace("_", "-")
    found = [game for game in listed if name and (game.id == name or game.id.startswith(name))]
    if len(found) != 1:
        raise BadSetup(
            N_("There is no game {game}; there are {known}."),
            game=text[:LONGEST_NAME],
            known=", ".join(GAMES),
        )
    return found[0]


def _load_saved(screen: TerminalScreen, options: PlayOptions, path: Path) -> SeatedMatch:
    game = known_game(options.game) if options.game is not None else None
    if settled := _settled_options(options):
        text = N_("A saved game goes on as it began, so leave out {options}.")
        raise BadSetup(text, options=", ".join(settled))
    seats = _parse_seats(options.seats)
    check_level(options.level)
    humans = tuple(not seat.computer for seat in seats) or None
    try:
        loaded = load_match(read_text(path), screen.language, humans)
    except Complaint as complaint:
        if complaint.place is None:
            raise
        raise Complaint(
            N_("{path}, {complaint}"), path=path, complaint=screen.language.tell(complaint)
        ) from complaint
    if game is not None and loaded.game is not game:
        text = N_("{path} is a game of {other}, not of {game}.")
        raise BadSetup(
            text, path=path, other=setup_texts.title(loaded.game.id), game=setup_texts.title(game.id)
        )
    if len(loaded.humans) != len(loaded.names) or (options.names and len(options.names) != len(loaded.names)):
        raise BadSetup(N_("This record has {count} players: name as many."), count=len(loaded.names))
    if options.names:
        loaded.names = tuple(clean(name, LONGEST_NAME) for name in options.names)
    if options.table_settings:
        settings = _parse_table_settings(loaded.game, options.table_settings)
        loaded.names = TableNames(loaded.names, range(len(loaded.names)), settings)
    loaded.levels = tuple(
        (seats[seat].level if seats else None) or options.level or level
        for seat, level in enumerate(loaded.levels)
    )
    if screen.interactive or loaded.computer_seats:
        engine.player(loaded.game.id).warm_up()
    return loaded


def _settled_options(options: PlayOptions) -> list[str]:
    """The given options that a saved game has already fixed."""
    given = {
        "--players": options.players is not None,
        "--preset": options.preset is not None,
        "--option": bool(options.options),
        "--board": options.board is not None,
        "--rotations": options.rotations is not None,
        "--begin": options.begin is not None,
    }
    return [name for name, is_given in given.items() if is_given]


def _ask(screen: TerminalScreen, question: Callable[[], None], example: str) -> str:
    """Read an answer; `help` repeats the question with an example."""
    code = screen.language.code
    while True:
        answer = screen.ask()
        match parse_command(answer, code):
            case ("quit", ""):
                raise Quit
            case ("help", ""):
                text = N_("Answer for example: {example}. To leave, type {quit}.")
                screen.say(text, example=example, quit=command_word("quit", code))
                question()
            case _:
                return answer


def _choose_game(screen: TerminalScreen, options: PlayOptions) -> AnyGame:
    if options.game is not None:
        return known_game(options.game)
    if options.board is not None:
        games = [game for game, _ in catalogue.find_boards(options.board)]
        if len(games) == 1:
            return GAMES[games[0]]
    _ask_game(screen)
    while True:
        answer = _ask(screen, lambda: _ask_game(screen), "1")
        try:
            return known_game(answer or "1")
        except BadSetup as complaint:
            screen.tell(complaint)


def _ask_game(screen: TerminalScreen) -> None:
    screen.say(N_("Welcome to Moleworks. Which game?"))
    for number, game in enumerate(GAMES.values(), 1):
        screen.say(
            N_("{number}: {game}, {low} to {high} players")
            if len(game.player_counts) > 1
            else N_("{number}: {game}, {low} players"),
            number=number,
            game=setup_texts.title(game.id),
            low=game.player_counts[0],
            high=game.player_counts[-1],
        )


def _check_options(game: AnyGame, options: PlayOptions) -> None:
    """Check that players, seats, names and level agree."""
    if options.players is not None and options.players not in game.player_counts:
        raise _wrong_player_count(game, options.players)
    if options.players and options.names and len(options.names) != options.players:
        raise _wrong_name_count(options.players, len(options.names))
    counts = {len(options.seats), len(options.names), options.players or 0} - {0}
    if len(counts) > 1:
        raise BadSetup(N_("Players, seats and names do not agree: give as many seats and names as players."))
    for count in counts:
        if count not in game.player_counts:
            raise _wrong_player_count(game, count)
    _parse_seats(options.seats)
    check_level(options.level)


def _wrong_player_count(game: AnyGame, count: int) -> BadSetup:
    if len(game.player_counts) == 1:
        return BadSetup(
            N_("{game} is for {low} players, not {players}."),
            game=setup_texts.title(game.id),
            low=game.player_counts[0],
            players=count,
        )
    text = N_("{game} is for {low} to {high} players, not {players}.")
    return BadSetup(
        text,
        game=setup_texts.title(game.id),
        low=game.player_counts[0],
        high=game.player_counts[-1],
        players=count,
    )


def _wrong_name_count(players: int, count: int) -> BadSetup:
    if count == 1:
        return BadSetup(N_("{players} players need {players} names, and you gave 1."), players=players)
    text = N_("{players} players need {players} names, and you gave {count}.")
    return BadSetup(text, players=players, count=count)


def _parse_seats(seats: Sequence[str]) -> tuple[SeatName, ...]:
    """Parse the kinds of seats."""
    return tuple(map(_parse_known_seat, seats))


def _parse_known_seat(text: str) -> SeatName:
    seat = parse_seat(text)
    if seat is None:
        raise BadSetup(N_("A seat is human or computer, not “{seat}”."), seat=text[:LONGEST_NAME])
    check_level(seat.level)
    return seat


def check_level(level: int | None) -> None:
    """`BadSetup` if there is no such level."""
    if level is not None and level not in LEVELS:
        low, high = LEVELS[0], LEVELS[-1]
        raise BadSetup(
            N_("A level is a number from {low} to {high}, not {level}."), low=low, high=high, level=level
        )


class SeatAssignment(NamedTuple):
    """By seat: name, whether a person plays, and level."""

    names: tuple[str, ...]
    humans: tuple[bool, ...]
    levels: tuple[int, ...]


def _known_humans(options: PlayOptions) -> tuple[bool, ...]:
    """Which seats are people, as far as given."""
    seats = _parse_seats(options.seats) or tuple(map(parse_seat_name, options.names))
    return tuple(not seat.computer for seat in seats)


def _seat_assignment(screen: TerminalScreen, game: AnyGame, options: PlayOptions) -> SeatAssignment:
    """Names, kinds and levels in the given order."""
    if options.seats or options.names:
        kinds, called = _parse_seats(options.seats), tuple(map(parse_seat_name, options.names))
        humans = _known_humans(options)
        names = _unique_names(screen, [seat.name for seat in called] or [""] * len(humans), humans)
        given = tuple(seat.level for seat in kinds or called)
        return SeatAssignment(names, humans, _computer_levels(screen, humans, given, options.level))
    if screen.interactive:
        names, humans, given = _ask_players(screen, game, options.players)
        return SeatAssignment(names, humans, _computer_levels(screen, humans, given, options.level))
    humans = (True,) + (False,) * ((options.players or game.player_counts[0]) - 1)
    levels = (options.level or LEVEL,) * len(humans)
    return SeatAssignment(spoken_names(screen.language, humans), humans, levels)


def _computer_levels(
    screen: TerminalScreen, humans: Sequence[bool], given: Sequence[int | None], chosen: int | None
) -> tuple[int, ...]:
    """Levels by seat: as given, else asked for if a person plays against the computer."""
    for level in given:
        check_level(level)
    undecided = any(not human and level is None for human, level in zip(humans, given, strict=True))
    default_level = chosen or LEVEL
    if undecided and chosen is None and any(humans) and screen.interactive:
        default_level = _ask_level(screen)
    return tuple(level or default_level for level in given)


def _ask_level(screen: TerminalScreen) -> int:
    def question() -> None:
        screen.say(N_("How well shall the computer play? Type a level from 1 to 7."))
        text = N_("1 is a friendly beginner whom a child can beat, 4 plays well, 7 is the strongest.")
        screen.say(text)
        screen.say(N_("Enter: level {level}."), level=LEVEL)

    question()
    while answer := _ask(screen, question, "2"):
        if answer.isascii() and answer.isdigit() and int(answer[:3]) in LEVELS:
            return int(answer)
        screen.say(N_("That is not a level: type a number from 1 to 7, or Enter for {level}."), level=LEVEL)
    return LEVEL


def _unique_names(screen: TerminalScreen, names: Sequence[str], humans: tuple[bool, ...]) -> tuple[str, ...]:
    given = [clean(name, LONGEST_NAME) for name in names]
    defaults = spoken_names(screen.language, humans)
    # "computer" alone is a kind of player, not a name.
    bare = [
        not name or fold_accents(name) == HUMAN or (is_computer(name) and name.isalpha()) for name in given
    ]
    chosen = [defaults[seat] if bare[seat] else name for seat, name in enumerate(given)]
    for seat, name in enumerate(chosen):
        if name in chosen[:seat]:
            raise BadSetup(N_("Two players are called {name}: give them different names."), name=name)
    return tuple(chosen)


def _ask_players(
    screen: TerminalScreen, game: AnyGame, players: int | None
) -> tuple[tuple[str, ...], tuple[bool, ...], tuple[int | None, ...]]:
    """Ask for names, kinds and number of players in one question."""
    counts = range(players, players + 1) if players else game.player_counts

    def question() -> None:
        screen.say(
            N_("Who plays? Type the names with commas between them, and computer for a computer player.")
        )
        screen.say(
            N_("{game} is for {low} to {high} players. Enter: you against the computer.")
            if len(counts) > 1
            else N_("{game}: {low} players. Enter: you against the computer."),
            game=setup_texts.title(game.id),
            low=counts[0],
            high=counts[-1],
        )

    question()
    while True:
        answer = _ask(screen, question, ", ".join(("Lina", *["computer"] * (counts[0] - 1))))
        given = [name.strip() for name in answer.replace(";", ",").split(",") if name.strip()]
        if len(given) <= 1:
            given += ["computer"] * (counts[0] - 1) if given else ["", *["computer"] * (counts[0] - 1)]
        seats = tuple(map(parse_seat_name, given))
        humans = tuple(not seat.computer for seat in seats)
        try:
            for seat in seats:
                check_level(seat.level)
            if players and len(given) != players:
                raise _wrong_name_count(players, len(given))
            if len(given) not in counts:
                raise _wrong_player_count(game, len(given))
            names = _unique_names(screen, [seat.name for seat in seats], humans)
            return names, humans, tuple(seat.level for seat in seats)
        except BadSetup as complaint:
            screen.tell(complaint)


def _first_player(
    screen: TerminalScreen, game: AnyGame, names: Sequence[str], options: PlayOptions, random: Random
) -> int:
    """The index of the first player: asked for in the words of the rule sheet, or random."""
    begin = options.begin or ("ask" if screen.interactive else "first")
    if begin == "first":
        return 0
    if begin == "ask":
        listed = ", ".join(f"{number} {name}" for number, name in enumerate(names, 1))

        def question() -> None:
            screen.tell(speech.who_begins(game))
            screen.say(N_("Type a name or number: {names}. Enter chooses at random."), names=listed)

        question()
        while answer := _ask(screen, question, "1"):
            found = [
                place
                for place, name in enumerate(names)
                if fold_accents(answer) in {fold_accents(name), str(place + 1)}
            ]
            if found:
                return found[0]
            screen.say(N_("Nobody here is called {name}."), name=answer[:LONGEST_NAME])
    first = random.randrange(len(names))
    screen.say(N_("Chosen at random: {name}."), name=names[first])
    return first
