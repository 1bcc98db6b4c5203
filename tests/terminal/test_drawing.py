"""Drawn boards, kept as text files; with MOLEWORKS_REDRAW=1 they are written anew, to be looked at."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from moleworks import boards
from moleworks.games import GAMES
from moleworks.games.mole_company import terminal
from moleworks.games.mole_company.board import MoleCompanyBoard
from moleworks.games.mole_company.view_types import ShownBoard
from moleworks.record import Match
from moleworks.terminal.colours import ASCII, SHAPES
from moleworks.terminal.drawing import game_drawing, legend, picture, show_position
from moleworks.terminal.game_drawing import DrawingContext
from moleworks.terminal.screen import TerminalScreen
from moleworks.texts import language
from tests.terminal.sessions import output_of

FOLDER = Path(__file__).parent / "drawings"
LAWN = "c4 c4|d4 d5 d5|d6 e4 f4|f5 a4 a4|b4 b5 b5|b6 c6 c6|c7 d7 d6|e6 e7 e7|f7 f6 f6|g6 g5 a1|b1 h6 h6|i6 g7"
BAND = "deal:S=2013 deal:M=0123 deal:L=3210 =Sc S1>1 =Dl dog>13 =Ac M2>4 =Af L4>3 =Sl S3>2 =Ef dog>3 =Mc M1>7"


def mole_hill() -> Match:
    match = Match.begin("mole-hill")
    match.play(LAWN.split())
    return match


def patch() -> Match:
    return Match.begin("mole-hill", board="patch")


def mole_company() -> Match:
    match = Match.begin("mole-company", players=4, rotations=[0, 1, 2, 3])
    places = [name for name in "abcdefghi" for name in (f"{name}5", f"{name}1", f"{name}9")]
    for _ in range(24):
        free = [match.game.name(match.state, action) for action in match.game.legal(match.state)]
        match.play([next(name for name in [*places, *free] if name in free)])
    return match


def burrow() -> Match:
    return Match.begin("mole-company", board="burrow", preset="ravensburger-basic")


def buddel_bande() -> Match:
    match = Match.begin("buddel-bande", players=4)
    match.play(BAND.split())
    return match


def stroll() -> Match:
    return Match.begin("buddel-bande", board="stroll")


SCENES: dict[str, tuple[Callable[[], Match], int | None]] = {
    "mole-hill": (mole_hill, None),
    "mole-hill-patch": (patch, None),
    "mole-company": (mole_company, None),
    "mole-company-burrow": (burrow, None),
    "buddel-bande": (buddel_bande, None),
    "buddel-bande-seat-1": (buddel_bande, 1),
    "buddel-bande-stroll": (stroll, None),
}
NAMES = ("Lina", "Max", "Noé", "Computer")


def drawn(name: str, encoding: str = "utf-8") -> str:
    make, seat = SCENES[name]
    match = make()
    file = io.StringIO() if encoding == "utf-8" else Paper(encoding)
    on = TerminalScreen(language("en"), stdin=io.StringIO(), stdout=file)
    show_position(on, match, match.state, NAMES[: match.setup.players], seat)
    return output_of(on)


class Paper(io.StringIO):
    """A stream that says it has an encoding."""

    def __init__(self, encoding: str) -> None:
        super().__init__()
        self._encoding = encoding

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._encoding


def compare(name: str, text: str) -> None:
    file = FOLDER / f"{name}.txt"
    if os.environ.get("MOLEWORKS_REDRAW"):
        file.write_text(text, "utf-8", newline="\n")
    assert text == file.read_text("utf-8")


@pytest.mark.parametrize("name", SCENES)
def test_a_board_is_drawn_as_it_was(name: str) -> None:
    compare(name, drawn(name))


@pytest.mark.parametrize("name", SCENES)
def test_a_board_is_drawn_in_ascii_where_the_terminal_has_no_more(name: str) -> None:
    text = drawn(name, "ascii")
    assert text.isascii()
    compare(f"{name}-ascii", text)


@pytest.mark.parametrize(
    ("name", "file"), [("classic", "mole-company-stack"), ("funnel", "mole-company-funnel-stack")]
)
def test_every_board_of_the_stack_is_drawn(name: str, file: str) -> None:
    board = boards.named("mole-company", name)
    assert isinstance(board, MoleCompanyBoard)
    lines: list[str] = []
    for level, sheet in enumerate(board.boards, 1):
        view = ShownBoard(
            level=level,
            moles=[["e5"], [sheet.specials[0]] if level > 1 else []],
            holes=sheet.holes,
            specials=sheet.specials,
            dotted=sheet.dotted,
        )
        lines += [
            line.plain.rstrip() for line in terminal.draw_board(board.side, board.sides[level - 1], view)
        ]
    compare(file, "\n".join(lines) + "\n")


def largest() -> Iterator[tuple[str, list[Text]]]:
    for game in GAMES:
        for board in boards.names(game):
            match = Match.begin(game, board=board)
            yield f"{game} {board}", picture(match, match.state, None)
    track = {"game": "buddel-bande", "name": "long", "title": {"en": "Long"}, "source": "own", "version": 1}
    for length in range(6, 31):
        match = Match.begin("buddel-bande", board=track | {"track": ("clf" * 10)[:length]})
        yield f"track of {length}", picture(match, match.state, None)


def test_every_board_fits_into_80_columns() -> None:
    for name, lines in largest():
        assert max(cell_len(line.plain) for line in lines) < 80, name
    for name in SCENES:
        assert max(map(cell_len, drawn(name).splitlines())) <= 80, name
    for game in GAMES:
        drawing = game_drawing(game)
        assert drawing is not None
        assert cell_len(drawing.LEGEND) <= 80


def test_every_hill_of_every_track_is_there_once() -> None:
    for name, lines in largest():
        if name.startswith("track of"):
            words = " ".join(line.plain for line in lines).split()
            length = int(name.split()[-1])
            assert sorted(int(word) for word in words if word.isdigit()) == list(range(1, length + 1))
            assert words.count("home") == 1


def test_teams_differ_without_colour() -> None:
    assert len(set(SHAPES)) == len({ASCII[shape] for shape in SHAPES}) == 4


@pytest.mark.parametrize("name", SCENES)
def test_every_letter_with_a_colour_has_ink_and_paper(name: str) -> None:
    """So it reads on a dark terminal and on a light one."""
    make, seat = SCENES[name]
    match = make()
    console = Console(file=io.StringIO())
    for line in picture(match, match.state, seat):
        for segment in line.render(console):
            style = segment.style
            assert style is None or (style.color is None) == (style.bgcolor is None)


@pytest.mark.parametrize(("final_paths", "dots"), [("all", False), ("solid", True), ("into", True)])
def test_lines_are_dotted_only_where_they_are_closed(final_paths: str, dots: bool) -> None:
    match = Match.begin("mole-company", players=2, options={"final_paths": final_paths})
    board = match.setup.board
    assert isinstance(board, MoleCompanyBoard)
    last = board.boards[-1]
    dotted = [list(pair) for pair in last.dotted]
    view = {**match.game.view(match.state, None), "level": 4, "holes": list(last.holes), "dotted": dotted}
    drawn = terminal.picture(DrawingContext(match.setup, view, (), language("en")))  # type: ignore[arg-type]
    assert ("·" in "".join(line.plain for line in drawn)) == dots
    assert ("dotted" in legend(match.setup)) == dots


def test_boards_that_nobody_has_agreed_on_show_their_dotted_lines() -> None:
    pictures = dict(terminal.board_pictures(boards.named("mole-company", "classic")))
    assert any("·" in line.plain for lines in pictures.values() for line in lines)
