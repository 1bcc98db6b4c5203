"""Pictures of the booklet show what its text says, and a family need not guess how a set is made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from moleworks import boards, press
from moleworks.games import GAMES
from moleworks.games.mole_company.press import drawings
from moleworks.press import art, fonts, game_print_set, mounting, nets
from moleworks.press.booklet import NEARLY_EMPTY, booklet
from moleworks.press.game_print_set import ExamplePicture, FigureDrawer, emblem
from moleworks.press.paths import Box, Transform
from moleworks.press.player_aids import player_aid_sheets
from moleworks.press.sheet import ClippedDrawing, Item, PrintSheet, Shape, TextLine, extent
from moleworks.record import Match
from moleworks.texts import LANGUAGES, language

ENGLISH_HOLES = "Cut the holes of the boards out"


def pages(game: str, board: str, lang: str = "en", **chosen: Any) -> list[PrintSheet]:
    """The booklet alone, without the set."""
    order = press.order(game, boards.named(game, board), lang=lang, **chosen)
    return booklet(order, game_print_set(game))


def told(sheets: list[PrintSheet]) -> str:
    return " ".join(item.text for sheet in sheets for item in sheet.items if isinstance(item, TextLine))


def figure(game: str, name: str, **chosen: Any) -> ExamplePicture:
    order = press.order(game, boards.named(game, "classic"), **chosen)
    print_set = game_print_set(game)
    assert isinstance(print_set, FigureDrawer)
    picture = print_set.figure(order, name, order.palette)
    assert picture is not None
    return picture


def shapes(items: Sequence[Item | ClippedDrawing], name: str) -> tuple[Shape, ...]:
    return tuple(item for item in items if isinstance(item, Shape) and item.name == name)


def text_box(line: TextLine) -> Box:
    """The box of a line of text, as wide as its letters."""
    wide = fonts.text_width(line.text, line.size, bold=line.bold)
    start = {"start": 0.0, "middle": 0.5, "end": 1.0}[line.anchor]
    return Box(line.x - start * wide, line.y - 0.7 * line.size, wide, 0.7 * line.size)


def overlap(one: Box, two: Box) -> bool:
    return one.x < two.right and two.x < one.right and one.y < two.bottom and two.y < one.bottom


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", ["color", "large-24"])
@pytest.mark.parametrize(("game", "board"), [("mole-company", "burrow"), ("buddel-bande", "stroll")])
def test_no_mole_covers_the_title(game: str, board: str, kind: str, lang: str) -> None:
    cover = pages(game, board, lang, kind=kind)[0].items
    band, *moles = shapes(cover, "band")
    titles = [item for item in cover if isinstance(item, TextLine) and item.name in {"name", "board"}]
    assert len(moles) > 4
    assert len(titles) >= 2
    for title in titles:
        assert not [mole for mole in moles if overlap(text_box(title), mole.bounds)]
        assert text_box(title).bottom < band.bounds.bottom


@pytest.mark.parametrize("preset", ["blatz", "short"])
def test_the_lawn_at_the_start_shows_all_rods_and_a_mole_off_the_centre(preset: str) -> None:
    picture = figure("mole-hill", "setup", preset=preset)
    rods = shapes(picture.items, "rod")
    places = {round(rod.bounds.middle.x) // 100 * 1000 + round(rod.bounds.middle.y) // 30 for rod in rods}
    assert len(places) == 22
    assert extent(rods).bottom <= picture.box.bottom
    centre = extent(shapes(picture.items, "centre"))
    assert not overlap(extent(shapes(picture.items, "stack")), centre.grown(-8))
    assert shapes(picture.items, "mole")


def test_moles_of_three_sizes_are_drawn_in_three_sizes() -> None:
    pieces = figure("buddel-bande", "pieces")
    columns = [Box(100 * n, 0, 100, 100) for n in range(3)]
    drawn = [item for item in pieces.items if isinstance(item, Shape)]
    tall = [
        extent(tuple(item for item in drawn if overlap(item.bounds, box.grown(-9)))).height for box in columns
    ]
    assert tall[0] < 0.85 * tall[1] < 0.72 * tall[2] + 1


@pytest.mark.parametrize("players", [2, 4])
def test_the_name_of_a_mole_covers_no_mole(players: int) -> None:
    board = boards.named("buddel-bande", "classic")
    match = Match.begin("buddel-bande", board="classic", players=players)
    order = press.order("buddel-bande", board)
    picture = game_print_set("buddel-bande").position(match, (), order.palette)
    names = [item for item in picture.items if isinstance(item, TextLine) and item.name[0] in "SML"]
    assert len(names) == 3 * players
    for name in names:
        for other in names:
            drawn = shapes(picture.items, other.name)
            assert drawn
            assert not overlap(text_box(name), extent(drawn)), (name.text, other.text)


@pytest.mark.parametrize(
    ("game", "paper", "needed"),
    [
        ("mole-hill", "a4", ["Fold a rod in half", "cut both along the corner marks"]),
        ("mole-hill", "a3", ["Fold a rod in half"]),
        ("mole-company", "a4", [ENGLISH_HOLES, "Fold a disc in half", "cut both along the corner marks"]),
        ("buddel-bande", "a4", ["The animal is outside, on the foot"]),
    ],
)
def test_making_the_set_tells_what_this_set_needs(game: str, paper: str, needed: list[str]) -> None:
    text = told(pages(game, "classic", paper=paper))
    everything = [
        "Fold a rod in half",
        "Fold a disc in half",
        ENGLISH_HOLES,
        "cut both along the corner marks",
        "The animal is outside, on the foot",
    ]
    assert [each for each in everything if each in text] == [each for each in everything if each in needed]
    assert "A tick shows what is allowed, a cross what is not." in text


@pytest.mark.parametrize("game", GAMES)
def test_a_tactile_set_says_that_its_pieces_are_other_than_the_pictures(game: str) -> None:
    text = told(pages(game, "classic", kind="swell"))
    assert "The pictures of this booklet show a set in colour." in text
    assert "the key tells what each texture and each sign means." in text


@pytest.mark.parametrize(
    ("game", "preset", "lang"),
    [("mole-hill", "blatz", "de"), ("mole-hill", "short", "fr"), ("buddel-bande", "goldsieber", "en")],
)
def test_no_page_is_printed_for_two_lines(game: str, preset: str, lang: str) -> None:
    """Text and examples are a little smaller if that spares a page."""
    sheets = pages(game, "classic", lang, preset=preset)
    room = press.paper.booklet_paper(press.paper.PAPERS["a4"]).room()
    for sheet in sheets:
        drawn = tuple(item for item in sheet.items if not isinstance(item, ClippedDrawing))
        assert extent(drawn).bottom > room.y + NEARLY_EMPTY * room.height


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_paper_set_says_how_a_standing_piece_is_folded(game: str, lang: str) -> None:
    order = press.order(game, boards.named(game, "classic"), lang=lang)
    assert language(lang).say(nets.STANDING) in mounting.advice(order)


def test_players_of_buddel_bande_are_shown_by_their_animals() -> None:
    """Moles in colours are in no other game's box: there a family would look for them."""
    order = press.order("buddel-bande", boards.named("buddel-bande", "classic"))
    animals = [emblem("buddel-bande", seat) for seat in range(4)]
    assert [str(animal.name) for animal in animals] == ["ant", "ladybird", "earthworm", "snail"]
    strokes = sum(len(animal.picture) for animal in animals)
    cover = pages("buddel-bande", "stroll")[0].items
    assert len(shapes(cover, "band")) == 1 + strokes
    print_set = game_print_set("buddel-bande")
    lines = len(print_set.turn_summary(order))
    (aids,) = player_aid_sheets(order, print_set)
    # Besides its animal each card has a ground and a mark before each line.
    assert len(shapes(aids.items, "aid")) == strokes + 4 * (1 + lines)
    first, *_ = press.make_set(order).sheets
    assert "earthworm" in told([first])
    assert "vermilion" not in told([first])


def test_a_board_is_glued_before_its_holes_are_cut() -> None:
    """Some holes lie where two parts meet."""
    told_in_order = told(pages("mole-company", "classic"))
    assert told_in_order.index("A board in parts is glued") < told_in_order.index(ENGLISH_HOLES)


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("value", [1, 2, 3, 4])
def test_the_mole_of_a_disc_does_not_cover_its_number(seat: int, value: int) -> None:
    order = press.order("mole-company", boards.named("mole-company", "classic"))
    number, *_ = found = [
        item
        for item in art.draw_on_sheet(drawings.disc(seat, value), order.palette, Transform(), "disc")
        if isinstance(item, TextLine)
    ]
    assert [line.text for line in found] == [str(value)]
    mole = art.draw_on_sheet(drawings.disc(seat, value), order.palette, Transform(), "disc")
    small = [item.bounds for item in mole if isinstance(item, Shape) and item.bounds.height < 40]
    assert len(small) > 5
    assert not [box for box in small if overlap(box, text_box(number))]


def test_a_booklet_shows_everything_in_the_box_on_the_board() -> None:
    """A set is for any number of players."""
    first, *_ = pages("buddel-bande", "classic")
    assert {"S4", "M4", "L4"} <= {item.text for item in first.items if isinstance(item, TextLine)}


def test_the_sheet_to_print_first_shows_the_colours_of_this_game() -> None:
    first, *_ = press.make_set(press.order("mole-hill", boards.named("mole-hill", "patch"))).sheets
    assert "yellow" in told([first])
    assert "vermilion" not in told([first])


@pytest.mark.parametrize(
    ("game", "texts"),
    [
        ("mole-hill", ("The lowest molehill of the stack stays behind.", "A round ends when")),
        ("mole-company", ("Your sixth disc is up: move with it, then shuffle all six.",)),
        ("buddel-bande", ("The mole die allows nothing: roll both dice again.",)),
    ],
)
def test_a_player_aid_has_what_was_looked_up_in_the_booklet(game: str, texts: tuple[str, ...]) -> None:
    order = press.order(game, boards.named(game, "classic"))
    found = told(list(player_aid_sheets(order, game_print_set(game))))
    assert [text for text in texts if text not in found] == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_player_aid_to_touch_is_one_sheet(game: str, lang: str) -> None:
    for preset in GAMES[game].presets:
        order = press.order(game, boards.named(game, "classic"), preset=preset, kind="swell", lang=lang)
        assert len(list(player_aid_sheets(order, game_print_set(game)))) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_ends_with_a_colon_stays_with_what_it_announces(lang: str) -> None:
    say = language(lang).say_in_context
    opens = say("rulebook", "Put both dice into the cup and roll them. The mole die shows who moves:")
    follows = say("rulebook", "The dog: move the dog.")
    assert opens.endswith(":")
    column = [
        item
        for sheet in pages("buddel-bande", "classic", lang)
        for item in sheet.items
        if isinstance(item, TextLine)
    ]
    end = next(line for line in column if line.text and opens.endswith(line.text) and ":" in line.text)
    after = column[column.index(end) + 1]
    assert follows in [line.text for line in column]
    assert after.x > end.x
    assert after.y > end.y
