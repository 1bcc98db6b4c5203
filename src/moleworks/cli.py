"""The command line: options in, words out."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from random import Random
from typing import Annotated, Literal, get_args, get_origin

from cyclopts import App, CoercionError, CycloptsError, MissingArgumentError, Parameter, UnknownOptionError
from cyclopts.exceptions import UnknownCommandError, UnusedCliTokensError

from moleworks import __version__, boards
from moleworks.games import GAMES, BadSetup, Complaint
from moleworks.games.game import N_
from moleworks.players import Effort, lots
from moleworks.record import Record, read
from moleworks.terminal import listing, setup
from moleworks.terminal.files import read_text, refuse_folder, write_text
from moleworks.terminal.replay import Replay
from moleworks.terminal.screen import EndOfInput, Paper, Quit, Screen, settle_streams
from moleworks.terminal.session import INTERRUPTED, session
from moleworks.texts import Language, is_wish, language, preferred, wished

LONGEST_THOUGHT = 3600
"""Seconds for one action: who asks for more has made a mistake."""


say = language(wished(sys.argv)).say

Lang = Annotated[
    Literal["en", "fr", "de"] | None, Parameter(help=say("Language; else that of your system, else English."))
]
Plain = Annotated[
    bool,
    Parameter(
        negative="", help=say("Sentences instead of drawings, no colours: for screen readers and logs.")
    ),
]

RecordFile = Annotated[Path, Parameter(help=say("A record, as `save` wrote it."))]
Level = Annotated[
    int | None, Parameter(help=say("Think like the computer on this level: 1 to 7, the strongest."))
]
Seconds = Annotated[float | None, Parameter(help=say("How many seconds to think about each action."))]

Preset = Annotated[str | None, Parameter(help=say("The rule sheet to play by: see `moleworks games`."))]
Options = Annotated[
    list[str] | None,
    Parameter(help=say("A rule to change, as name=value; may be repeated."), negative=""),
]
Board = Annotated[str | None, Parameter(help=say("A board by name, or the path of a file of your own."))]

EXAMPLES = """
    moleworks
    moleworks --lan
    moleworks play mole-hill
    moleworks play mole-company --names Lina,Max
    moleworks play buddel-bande --lang de --plain
    moleworks play mole-hill --seats human,computer:3
"""

app = App(
    name="moleworks",
    version=__version__,
    version_flags=["--version"],
    help_format="markdown",
    help="\n\n".join(
        (
            say("Three out-of-print mole games: Mole Hill, Mole Company and Buddel Bande."),
            say("Without a command it opens the games in your browser."),
            EXAMPLES,
            say("While you play, type help."),
        )
    ),
    group_commands=say("Commands"),
    group_arguments=say("Arguments"),
    group_parameters=say("Options"),
    default_parameter=Parameter(show_default=False),
    console=Paper(),
    print_error=False,
    exit_on_error=False,
    suppress_keyboard_interrupt=False,
    result_action="return_value",
)
app["--help"].help = say("Show this help.")
app["--version"].help = say("Show the version.")
boards_app = App(
    name="boards", help=say("List the boards of every game and where they come from; check or show one.")
)
app.command(boards_app)


app.command(
    "moleworks.web.command:serve",  # loaded when it is asked for
    name="serve",
    help="\n\n".join(
        (
            say("Serve the games to browsers: on this computer, on your home network, or on the web."),
            say("Settings come from a file, from the environment, and from here; the last one counts."),
        )
    ),
)


@app.command(
    help="\n\n".join(
        (
            say("Play a game in this terminal, line by line."),
            say("What you do not say here is asked. While you play, type `help` for all commands."),
            say("In a saved game, Computer is played by the computer, unless you give `--seats`."),
        )
    )
)
def play(
    game: Annotated[str | None, Parameter(help=say("mole-hill, mole-company or buddel-bande."))] = None,
    /,
    *,
    players: Annotated[int | None, Parameter(help=say("How many play."))] = None,
    seats: Annotated[
        str | None, Parameter(help=say("Who plays, such as human,computer,computer:3; 3 is a level."))
    ] = None,
    level: Annotated[
        int | None, Parameter(help=say("How well the computer plays: 1, for beginners, to 7, the strongest."))
    ] = None,
    names: Annotated[
        str | None, Parameter(help=say("What they are called, such as Lina,Max; computer is one."))
    ] = None,
    preset: Preset = None,
    option: Options = None,
    board: Board = None,
    rotations: Annotated[
        str | None, Parameter(help=say("Turns of Mole Company's boards, such as 0,1,2,3."))
    ] = None,
    lang: Lang = None,
    plain: Plain = False,
    seed: Annotated[
        int | None, Parameter(help=say("The same dice and computer moves again: for demonstrations."))
    ] = None,
    load: Annotated[Path | None, Parameter(help=say("Go on with a saved game."))] = None,
    begin: Annotated[
        Literal["ask", "lots", "first"] | None,
        Parameter(
            help=say("Who begins: asked (usual at a terminal), drawn by lot, or the first in the list.")
        ),
    ] = None,
) -> int:
    with _complaints(lang) as words:
        screen = Screen(words, plain=plain)
        random = lots.SYSTEM if seed is None else Random(seed)
        wishes = setup.Wishes(
            game,
            players,
            _list(seats),
            _list(names),
            preset,
            dict(map(setup.option, option or [])),
            board,
            _rotations(rotations),
            begin,
            load,
            level,
        )
        try:
            table = setup.table(screen, wishes, random)
        except (EndOfInput, Quit):
            return 0
        return session(screen, table, random)


@app.command(
    help=say("Step through a saved game: Enter next turn, b back, a number goes to that turn, q quits.")
)
def replay(
    file: RecordFile,
    /,
    *,
    lang: Lang = None,
    plain: Plain = False,
    everything: Annotated[
        bool,
        Parameter(name="--all", negative="", help=say("Print all turns without asking; usual in a pipe.")),
    ] = False,
) -> int:
    with _complaints(lang) as words:
        screen = Screen(words, plain=plain)
        steps = Replay(screen, _record(file, words))
        if everything or not screen.interactive:
            steps.everything()
        else:
            steps.step()
    return 0


@app.command(
    help=say("Say the three best things to do where a saved game stands, what they are worth, and why.")
)
def hint(
    file: RecordFile,
    /,
    *,
    level: Level = None,
    seconds: Seconds = None,
    lang: Lang = None,
    plain: Plain = False,
) -> int:
    from moleworks.terminal import hints  # noqa: PLC0415

    with _complaints(lang) as words:
        effort = _effort(level, seconds)
        hints.show(Screen(words, plain=plain), _record(file, words), effort)
    return 0


@app.command(
    help="\n\n".join(
        (
            say("Look back at a saved game: what each action was worth, what was better, what was luck."),
            say("Ctrl-C ends it early, with what there is by then."),
        )
    )
)
def analyse(
    file: RecordFile,
    /,
    *,
    html: Annotated[Path | None, Parameter(help=say("Also write a page with a chart to this file."))] = None,
    level: Level = None,
    seconds: Seconds = None,
    lang: Lang = None,
    plain: Plain = False,
) -> int:
    from moleworks.terminal import analysis  # noqa: PLC0415

    with _complaints(lang) as words:
        screen, effort, record = Screen(words, plain=plain), _effort(level, seconds), _record(file, words)
        if html is not None:
            _check_page(html, file)
        if not record.match.names:
            raise Complaint(N_("Nothing has been played yet."))
        found = analysis.analysed(screen, record, effort)
        analysis.show(screen, found)
        if html is not None:
            write_text(html, analysis.page(found, words), over=True)
            screen.say(N_("The page is in {path}."), path=html)
        return 0 if found.complete else INTERRUPTED


@app.command(
    help="\n\n".join(
        (
            say("Let players play against each other, and say who is better, and how sure that is."),
            say("Players are level1 to level7, best@0.1s, best@5000n, random, and simple ones of each game."),
            say("The same command goes on where it was interrupted, if it has a file to keep games in."),
        )
    )
)
def arena(
    game: Annotated[str, Parameter(help=say("mole-hill, mole-company or buddel-bande."))],
    *,
    players: Annotated[str, Parameter(help=say("Who plays, such as level3,level2."))],
    games: Annotated[int, Parameter(help=say("How many games each line-up plays; usually 120."))] = 120,
    out: Annotated[Path | None, Parameter(help=say("A file to keep every game in."))] = None,
    seats: Annotated[
        int | None, Parameter(help=say("How many sit at a table, if more players are named."))
    ] = None,
    steps: Annotated[
        bool, Parameter(negative="", help=say("Only neighbours in the list meet, as on a ladder."))
    ] = False,
    preset: Preset = None,
    option: Options = None,
    board: Board = None,
    seed: Annotated[
        int, Parameter(help=say("Another number brings other dice, discs and boards; usually 1."))
    ] = 1,
    opening: Annotated[
        int, Parameter(help=say("How many first actions are drawn by lot; usually none."))
    ] = 0,
    processes: Annotated[
        int | None, Parameter(help=say("How many games at once; usually one for each core."))
    ] = None,
    sprt: Annotated[
        str | None,
        Parameter(help=say("Stop as soon as one of two differences of Elo is sure, such as 0,20.")),
    ] = None,
    keep_records: Annotated[
        bool, Parameter(negative="", help=say("Keep the actions of every game in the file."))
    ] = False,
    lang: Lang = None,
    plain: Plain = False,
) -> int:
    from moleworks.arena import plan  # noqa: PLC0415
    from moleworks.terminal import contest  # noqa: PLC0415

    with _complaints(lang) as words:
        rules = setup.known_game(game)
        planned = plan(
            rules.id,
            _list(players),
            games,
            seats=seats,
            preset=preset,
            options=dict(map(setup.option, option or [])),
            board=boards.find(rules.id, board or "classic"),
            seed=seed,
            steps=steps,
            opening=opening,
            sprt=None if sprt is None else contest.sprt(sprt),
            keep_records=keep_records,
        )
        done = contest.contest(Screen(words, plain=plain), planned, out, processes)
    return 0 if done else INTERRUPTED


@app.command(
    help="\n\n".join(
        (
            say("Make a data set: games of the computer against itself, with a value for every position."),
            say("The same command goes on where it was interrupted; with more games, the set grows."),
        )
    )
)
def selfplay(
    *,
    game: Annotated[str, Parameter(help=say("mole-hill, mole-company or buddel-bande."))],
    games: Annotated[int, Parameter(help=say("How many games the set shall have."))],
    out: Annotated[Path, Parameter(help=say("The folder to keep them in."))],
    player: Annotated[
        str, Parameter(help=say("Who plays all seats: level1 to level7, best@500n, random; usually level3."))
    ] = "level3",
    nodes: Annotated[
        int | None, Parameter(help=say("How much to think about the value of a position; 0 for no values."))
    ] = None,
    opening: Annotated[int, Parameter(help=say("How many first actions are drawn by lot; usually 4."))] = 4,
    players: Annotated[int | None, Parameter(help=say("How many play."))] = None,
    preset: Preset = None,
    option: Options = None,
    board: Board = None,
    seed: Annotated[int, Parameter(help=say("Another number brings other games; usually 1."))] = 1,
    processes: Annotated[
        int | None, Parameter(help=say("How many games at once; usually one for each core."))
    ] = None,
    lang: Lang = None,
    plain: Plain = False,
) -> int:
    from moleworks.research import dataset  # noqa: PLC0415
    from moleworks.terminal import selfplay as selves  # noqa: PLC0415

    with _complaints(lang) as words:
        rules = setup.known_game(game)
        planned = dataset.plan(
            rules.id,
            player,
            nodes=nodes,
            opening=opening,
            players=players,
            preset=preset,
            options=dict(map(setup.option, option or [])),
            board=boards.find(rules.id, board or "classic"),
            seed=seed,
        )
        done = selves.selfplay(Screen(words, plain=plain), planned, games, out, processes)
    return 0 if done else INTERRUPTED


@app.command(help=say("List the games with their presets (rule sheets), options and boards."))
def games(*, lang: Lang = None, plain: Plain = False) -> int:
    with _complaints(lang) as words:
        listing.games(Screen(words, plain=plain))
    return 0


@boards_app.default
def list_boards(*, lang: Lang = None, plain: Plain = False) -> int:
    with _complaints(lang) as words:
        listing.all_boards(Screen(words, plain=plain))
    return 0


@boards_app.command(help=say("Check a board file; what is wrong is said with file, field and reason."))
def check(
    file: Annotated[Path, Parameter(help=say("A board in TOML or JSON."))],
    /,
    *,
    lang: Lang = None,
    plain: Plain = False,
) -> int:
    with _complaints(lang) as words:
        listing.check(Screen(words, plain=plain), file)
    return 0


@boards_app.command(help=say("Draw a board."))
def show(
    board: Annotated[
        str, Parameter(help=say("A name such as classic or mole-hill/patch, or the path of a file."))
    ],
    /,
    *,
    lang: Lang = None,
    plain: Plain = False,
) -> int:
    with _complaints(lang) as words:
        listing.show(Screen(words, plain=plain), board)
    return 0


@app.command(
    help="\n\n".join(
        (
            say(
                "Let a program take the seat of a link, at any Moleworks server: our computer, or an engine."
            ),
            say("It plays until the match is over. Ctrl-C ends it; the same link lets it go on."),
        )
    )
)
def bot(
    link: Annotated[str, Parameter(help=say("The link of a seat: it has #join= in it."))],
    /,
    *,
    level: Annotated[
        int | None, Parameter(help=say("How well to play: 1 to 7; usually 3, and 7 for an engine."))
    ] = None,
    engine: Annotated[
        str | None,
        Parameter(help=say("The command of a program that speaks the engine protocol: see `moleworks rpc`.")),
    ] = None,
    name: Annotated[str, Parameter(help=say("What the others see; usually a name is drawn."))] = "",
    stay: Annotated[
        float, Parameter(help=say("Seconds to stay after the end, to be asked for a rematch; usually 60."))
    ] = 60.0,
    lang: Lang = None,
) -> int:
    from moleworks import client  # noqa: PLC0415

    with _complaints(lang) as words:
        setup.check_level(level)
        player: client.Bot = (
            client.ComputerBot(name, level or 3, words.code)
            if engine is None
            else client.EngineBot(engine, name, words.code, level=level or 7)
        )
        player.stays = stay
        result = player.join(link)
        text = N_("{name} has won.") if result.won else N_("{name} has lost.")
        text = text if result.winner is not None else N_("Nobody has won.")
        print(words.say(text, name=player.called))
    return 0


@app.command(
    help="\n\n".join(
        (
            say("Print a game: boards, pieces to cut and fold, player aids, and the rules; PDF and SVG."),
            say("Begin with the first page: it shows whether your printer keeps to the size."),
        )
    )
)
def press(
    game: Annotated[str, Parameter(help=say("mole-hill, mole-company or buddel-bande."))],
    /,
    *,
    out: Annotated[Path, Parameter(help=say("The folder to write to; it is made if need be."))],
    board: Board = None,
    paper: Annotated[Literal["a4", "a3", "letter"], Parameter(help=say("The paper; usually a4."))] = "a4",
    kind: Annotated[
        Literal["color", "ink-saver", "swell"],
        Parameter(
            help=say("In colour (usual), with outlines only, or as relief on swell paper with Braille.")
        ),
    ] = "color",
    preset: Preset = None,
    option: Options = None,
    lang: Lang = None,
    plain: Plain = False,
) -> int:
    from moleworks.terminal import printing  # noqa: PLC0415

    with _complaints(lang) as words:
        rules = setup.known_game(game)
        options = dict(map(setup.option, option or []))
        found = boards.find(rules.id, board or "classic")
        wish = printing.order(
            rules.id, found, paper=paper, kind=kind, lang=words.code, preset=preset, options=options
        )
        printing.write(Screen(words, plain=plain), wish, out)
    return 0


@app.command(
    help=say(
        "Serve programs: the engine protocol, JSON-RPC 2.0, one message a line on standard input and output."
    )
)
def rpc() -> int:
    from moleworks import rpc as protocol  # noqa: PLC0415

    return protocol.main()


def main() -> int:
    """The command line as a program; the exit code."""
    settle_streams()
    app.help_formatter = "plain" if _wants_plain(sys.argv) else "default"
    try:
        code = app(_tokens(sys.argv[1:]))
        sys.stdout.flush()
    except CycloptsError as error:
        print(_sentence(error), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _write_nothing_more()  # whoever was reading has gone
        return 0
    except OSError as error:
        if error.filename is not None:  # a file's own trouble, not that of what is written here
            raise
        _write_nothing_more()
        print(
            say("{path} cannot be written: {reason}.", path="stdout", reason=error.strerror or error),
            file=sys.stderr,
        )
        return 1
    return code if isinstance(code, int) else 0


def _write_nothing_more() -> None:
    """Python flushes at exit, and would complain again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _wants_plain(arguments: list[str]) -> bool:
    """Whether the help shall be without boxes: for screen readers, logs and pipes."""
    wished = "--plain" in arguments or bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    return wished or not sys.stdout.isatty()


@contextmanager
def _complaints(lang: str | None) -> Iterator[Language]:
    """A language to speak in; a complaint that gets out is told on standard error and ends the program."""
    words = language(lang or preferred())
    try:
        yield words
    except Complaint as complaint:
        sys.stdout.flush()
        print(words.tell(complaint), file=sys.stderr)
        raise SystemExit(2) from None


def _tokens(arguments: list[str]) -> list[str]:
    """Nothing at all opens the browser; a game or an option without a command is for `play`.

    What every command knows may also stand before the command.

    >>> _tokens(["--lang", "fr", "games"]), _tokens(["--plain", "mole-hill"])
    (['games', '--lang', 'fr'], ['play', '--plain', 'mole-hill'])
    """
    count = _leading(arguments)
    first = arguments[count] if count < len(arguments) else ""
    if first == "--lan" or (not first and "--plain" not in arguments):
        return ["serve", "--open", *arguments]
    first = first or "--"
    asks = first in {"-h", "--help", "--version"}
    if first in GAMES or (first.startswith("-") and not asks):
        return ["play", *arguments]
    return [*arguments[count:], *arguments[:count]]


def _leading(arguments: list[str]) -> int:
    """How many words at the beginning are options of every command, and their values."""
    count = 0
    while count < len(arguments) and (arguments[count] == "--plain" or is_wish(arguments[count])):
        count += 2 if arguments[count] == "--lang" else 1
    return count


def _sentence(error: CycloptsError) -> str:
    """What is wrong with the command line, on one line."""
    name = error.argument.name if error.argument else ""
    words = error.unused_tokens or [""]
    match error:
        case UnknownCommandError():
            known = [command for command in app if not command.startswith("-")]
            told = _unknown(say("There is no command {word}.", word=words[0][:40]), words[0], known)
        case UnknownOptionError():
            word = (error.token.keyword or error.token.value).partition("=")[0]
            options = [name for given in error.argument_collection for name in given.names]
            known = [name for name in options if name.startswith("--")]
            told = _unknown(say("There is no option {word}.", word=word[:40]), word, known)
        case MissingArgumentError():
            told = say("{name} needs a value.", name=name)
        case CoercionError():
            told = say("“{value}” does not fit {name}.", value=_given(error)[:40], name=name)
            if choices := _choices(error):
                told += " " + say("It can be {known}.", known=", ".join(choices))
        case UnusedCliTokensError():
            told = say("This is too much: {words}.", words=" ".join(words)[:40])
        case _:
            told = " ".join(str(error).split())
    chain = " ".join(("moleworks", *(error.command_chain or ()), "--help"))
    return told + " " + say("Help: {command}", command=chain)


def _unknown(told: str, word: str, known: list[str]) -> str:
    near = get_close_matches(word, known, 1)
    if near:
        return told + " " + say("Did you mean {near}?", near=near[0])
    if not known:
        return told
    return told + " " + say("There are {known}.", known=", ".join(known))


def _given(error: CoercionError) -> str:
    return error.token.value if error.token else ""


def _choices(error: CoercionError) -> list[str]:
    """What a parameter may be, where it is one of a few words."""
    hint = error.argument.hint if error.argument else None
    kinds = (hint,) if get_origin(hint) is Literal else get_args(hint) or (hint,)
    return [word for kind in kinds if get_origin(kind) is Literal for word in get_args(kind)]


def _record(file: Path, words: Language) -> Record:
    """A record from its file; a complaint says where in the file something is wrong."""
    text = read_text(file)
    try:
        return read(text)
    except Complaint as complaint:
        raise Complaint(N_("{path}, {complaint}"), path=file, complaint=words.tell(complaint)) from complaint


def _check_page(page: Path, record: Path) -> None:
    """What would go wrong after the work is told before it."""
    refuse_folder(page)
    if not page.parent.is_dir():
        raise Complaint(N_("{path} cannot be written: there is no such folder."), path=page)
    if page.exists() and page.samefile(record):
        raise Complaint(N_("{path} is the record itself: name another file."), path=page)


def _effort(level: int | None, seconds: float | None) -> Effort | None:
    """How much to think, if that is said."""
    if level is not None and seconds is not None:
        raise Complaint(N_("Give either a level or seconds, not both."))
    setup.check_level(level)
    if seconds is not None and not 0 < seconds <= LONGEST_THOUGHT:
        raise Complaint(
            N_("Seconds are a number above 0 and up to {most}, not {given}."),
            most=LONGEST_THOUGHT,
            given=seconds,
        )
    return None if level is None and seconds is None else Effort(level=level, seconds=seconds)


def _list(text: str | None) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",")) if text else ()


def _rotations(text: str | None) -> tuple[int, ...] | None:
    if text is None:
        return None
    parts = _list(text)
    if not all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts):
        raise BadSetup(
            N_("Rotations are written with commas, such as 0,1,2,3; “{given}” is not."), given=text[:40]
        )
    return tuple(map(int, parts))
