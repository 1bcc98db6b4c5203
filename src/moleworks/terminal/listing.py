"""What there is to play: games with their presets and options, boards with their sources."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.text import Text

from moleworks import boards
from moleworks.games import GAMES, Game, Option
from moleworks.games.game import N_
from moleworks.record import Match
from moleworks.record.write import option_text
from moleworks.speech import terms
from moleworks.terminal import draw_mole_company
from moleworks.terminal.draw import picture
from moleworks.terminal.screen import Screen


def games(screen: Screen) -> None:
    """Every game with what can be chosen before it."""
    for game in GAMES.values():
        screen.write(Text(f"{game.title} ({game.id})", "bold"))
        players = f"{game.seats[0]}-{game.seats[-1]}" if len(game.seats) > 1 else str(game.seats[0])
        _item(screen, N_("players: {players}"), players=players)
        _item(screen, N_("boards: {boards}"), boards=", ".join(boards.names(game.id)))
        for preset in game.presets:
            _item(screen, N_("preset {preset}: {options}"), preset=preset, options=_preset(game, preset))
        for name, option in game.options.items():
            default = ", ".join(_by_players(game, next(iter(game.presets)), name))
            text = N_("option {option}: {values}; usually {default}")
            _item(screen, text, option=name, values=_values(option), default=default)


def _item(screen: Screen, text: str, **values: object) -> None:
    screen.write(f"  {screen.language.say(text, **values)}")


def all_boards(screen: Screen) -> None:
    """Every board that comes with the games."""
    for game in GAMES.values():
        screen.write(Text(f"{game.title} ({game.id})", "bold"))
        for name in boards.names(game.id):
            screen.write(f"  {name}: {_described(screen, boards.named(game.id, name))}")
    screen.say(N_("A board of your own: moleworks boards check FILE, then moleworks play --board FILE."))


def check(screen: Screen, file: Path) -> None:
    """Say that a board file is fine; `BoardError` says what is not."""
    board = boards.load(file)
    screen.say(N_("{file} is fine: {board}."), file=file, board=_described(screen, board))


def show(screen: Screen, text: str) -> None:
    """Draw a board by its name (game/name where several games have one) or from a file."""
    for game, board in found(text):
        screen.write(Text(f"{GAMES[game].title}, {board.name}: {_described(screen, board)}", "bold"))
        if screen.plain:
            _tell(screen, boards.data(game, board))
        elif game == "mole-company":
            _show_stack(screen, board)
        else:
            match = Match(GAMES[game], GAMES[game].setup(board))
            screen.draw(picture(match, match.state, None))


def _tell(screen: Screen, data: dict[str, Any]) -> None:
    """A board as its file has it, field by field, for ears."""
    for field, value in data.items():
        if field == "boards":
            for sheet in value:
                _tell(screen, sheet)
        elif field not in {"game", "title", "source", "version"}:
            screen.write(f"{field}: {_value(value)}")


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key}: {part}" for key, part in value.items())
    if isinstance(value, list):
        return ", ".join(" ".join(part) if isinstance(part, list) else str(part) for part in value) or "-"
    return str(value)


def _show_stack(screen: Screen, board: Any) -> None:
    """All four boards, unturned."""
    for level, sheet in enumerate(board.boards, 1):
        screen.write(sheet.name)
        view = sheet._asdict() | {"level": level, "moles": []}
        screen.draw(draw_mole_company.picture(board.side, view))


def found(text: str) -> list[tuple[str, Any]]:
    """Boards with their games, by a name or the path of a file; `BoardError` if there are none."""
    if Path(text).exists():
        return [(_game_of(board := boards.load(text)), board)]
    game, slash, name = text.partition("/")
    if slash and game in GAMES:
        return [(game, boards.named(game, name))]
    same = [(game, boards.named(game, text)) for game in GAMES if text in boards.names(game)]
    if not same:
        known = sorted({name for game in GAMES for name in boards.names(game)})
        reason = N_("There is no such board; there are {known}, or the path of a file of your own.")
        raise boards.BoardError("boards", "board", text, reason, known=", ".join(known))
    return same


def _game_of(board: Any) -> str:
    """The game whose board this is: the one whose classic board is of the same kind."""
    return next(game for game in GAMES if type(boards.named(game, "classic")) is type(board))


def _described(screen: Screen, board: Any) -> str:
    code = screen.language.code
    title = board.title.get(code) or board.title.get("en") or next(iter(board.title.values()))
    return f"{title}, {screen.language.say(terms.SOURCES[board.source])}"


def _preset(game: Game[Any], preset: str) -> str:
    """Every option of a preset."""
    return ", ".join(f"{name}={value}" for name in game.options for value in _by_players(game, preset, name))


def _by_players(game: Game[Any], preset: str, name: str) -> list[str]:
    """What a preset sets an option to; where that hangs on the number of players, for each number."""
    players_by_value: dict[str, list[str]] = {}
    for players in game.seats:
        value = option_text(game.resolved(preset, players)[name])
        players_by_value.setdefault(value, []).append(str(players))
    if len(players_by_value) == 1:
        return list(players_by_value)
    return [f"{value} ({'-'.join(players)})" for value, players in players_by_value.items()]


def _values(option: Option) -> str:
    if option.bounds:
        return f"{option.bounds[0]}-{option.bounds[1]}"
    return ", ".join(map(option_text, option.values))
