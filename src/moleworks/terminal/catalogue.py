"""List games with their presets and options, and list, check and draw boards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.text import Text

from moleworks import boards
from moleworks.core.game import AnyGame, Board, Option
from moleworks.core.messages import N_
from moleworks.core.registry import GAMES
from moleworks.record import Match
from moleworks.record.write import option_text
from moleworks.speech import setup_texts
from moleworks.terminal.drawing import game_drawing, picture
from moleworks.terminal.screen import TerminalScreen


def list_games(screen: TerminalScreen) -> None:
    """List every game with its player counts, boards, presets and options."""
    for game in GAMES.values():
        screen.write(_game_heading(screen, game))
        players = (
            f"{game.player_counts[0]}-{game.player_counts[-1]}"
            if len(game.player_counts) > 1
            else str(game.player_counts[0])
        )
        _write_item(screen, N_("players: {players}"), players=players)
        _write_item(screen, N_("boards: {boards}"), boards=", ".join(boards.names(game.id)))
        for preset in game.presets:
            _write_item(
                screen, N_("preset {preset}: {options}"), preset=preset, options=_preset_options(game, preset)
            )
        for name, option in game.options.items():
            default = ", ".join(_values_by_players(game, next(iter(game.presets)), name))
            text = N_("option {option}: {values}; usually {default}")
            _write_item(screen, text, option=name, values=_allowed_values(option), default=default)


def _game_heading(screen: TerminalScreen, game: AnyGame) -> Text:
    return Text(f"{_title(screen, game.id)} ({game.id})", "bold")


def _title(screen: TerminalScreen, game: str) -> str:
    return screen.language.tell(setup_texts.title(game))


def _write_item(screen: TerminalScreen, text: str, **values: object) -> None:
    screen.write(f"  {screen.language.say(text, **values)}")


def list_boards(screen: TerminalScreen) -> None:
    """List the built-in boards of all games."""
    for game in GAMES.values():
        screen.write(_game_heading(screen, game))
        for name in boards.names(game.id):
            board = boards.named(game.id, name)
            screen.write(f"  {screen.language.pair(name, _describe(screen, board))}")
            if layout := setup_texts.layout_source(game.id, board):
                screen.write(f"    {screen.language.tell(layout)}")
    screen.say(N_("A board of your own: moleworks boards check FILE, then moleworks play --board FILE."))


def check_board(screen: TerminalScreen, file: Path) -> None:
    """Check a board file; `BoardError` says what is wrong."""
    board = boards.load(file)
    screen.say(N_("{file} is fine: {board}."), file=file, board=_describe(screen, board))


def show_board(screen: TerminalScreen, text: str) -> None:
    """Draw a board by name (game/name if several games have it) or from a file."""
    for game, board in find_boards(text):
        heading = f"{_title(screen, game)}, {board.name}"
        screen.write(Text(screen.language.pair(heading, _describe(screen, board)), "bold"))
        if layout := setup_texts.layout_source(game, board):
            screen.write(screen.language.tell(layout))
        if screen.plain:
            _write_fields(screen, boards.data(game, board))
        elif board_pictures := getattr(game_drawing(game), "board_pictures", None):
            for name, lines in board_pictures(board):
                screen.write(name)
                screen.draw(lines)
        else:
            match = Match(GAMES[game], GAMES[game].setup(board))
            screen.draw(picture(match, match.state, None))


def _write_fields(screen: TerminalScreen, data: dict[str, Any]) -> None:
    """Write a board field by field, for screen readers."""
    for field, value in data.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            for part in value:
                _write_fields(screen, part)
        elif field not in {"game", "title", "source", "version"}:
            screen.write(screen.language.pair(field, _field_text(screen, value)))


def _field_text(screen: TerminalScreen, value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(screen.language.pair(key, part) for key, part in value.items())
    if isinstance(value, list):
        return ", ".join(" ".join(part) if isinstance(part, list) else str(part) for part in value) or "-"
    return str(value)


def find_boards(text: str) -> list[tuple[str, Board]]:
    """Find boards, with their games, by name or file path; `BoardError` if there are none."""
    if Path(text).exists():
        return [(_game_of_board(board := boards.load(text)), board)]
    game, slash, name = text.partition("/")
    if slash and game in GAMES:
        return [(game, boards.named(game, name))]
    matching = [(game, boards.named(game, text)) for game in GAMES if text in boards.names(game)]
    if not matching:
        known = sorted({name for game in GAMES for name in boards.names(game)})
        reason = N_("There is no such board; there are {known}, or the path of a file of your own.")
        raise boards.BoardError("boards", "board", text, reason, known=", ".join(known))
    return matching


def _game_of_board(board: Board) -> str:
    """The game of a board: the one whose classic board has the same type."""
    return next(game for game in GAMES if type(boards.named(game, "classic")) is type(board))


def _describe(screen: TerminalScreen, board: Board) -> str:
    code = screen.language.code
    title = board.title.get(code) or board.title.get("en") or next(iter(board.title.values()))
    return f"{title}, {screen.language.say(setup_texts.SOURCES[board.source])}"


def _preset_options(game: AnyGame, preset: str) -> str:
    """Every option of a preset."""
    return ", ".join(
        f"{name}={value}" for name in game.options for value in _values_by_players(game, preset, name)
    )


def _values_by_players(game: AnyGame, preset: str, name: str) -> list[str]:
    """The values of an option in a preset; several if it depends on the number of players."""
    players_by_value: dict[str, list[str]] = {}
    for players in game.player_counts:
        value = option_text(game.preset_options(preset, players)[name])
        players_by_value.setdefault(value, []).append(str(players))
    if len(players_by_value) == 1:
        return list(players_by_value)
    return [f"{value} ({'-'.join(players)})" for value, players in players_by_value.items()]


def _allowed_values(option: Option) -> str:
    if option.bounds:
        return f"{option.bounds[0]}-{option.bounds[1]}"
    return ", ".join(map(option_text, option.values))
