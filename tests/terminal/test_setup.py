"""The questions before the game, and what the command line may wish for."""

from __future__ import annotations

import io
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

import moleworks
from moleworks import speech
from moleworks.games import BadSetup, Complaint
from moleworks.speech.emblems import emblem_numbers
from moleworks.terminal.screen import EndOfInput, Quit, TerminalScreen
from moleworks.terminal.seats import SeatedMatch
from moleworks.terminal.session import next_match
from moleworks.terminal.setup import PlayOptions, known_game, parse_option, seat_players
from moleworks.texts import language
from tests.terminal.fake_player import FakePlayer
from tests.terminal.sessions import output_of, screen, set_up


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def answer_questions(*lines: str, lang: str = "en", **wishes: Any) -> tuple[SeatedMatch, str]:
    """As if somebody sat there and answered."""
    typed = Terminal("".join(f"{line}\n" for line in lines))
    on = TerminalScreen(language(lang), stdin=typed, stdout=io.StringIO())
    return set_up(on, **wishes), output_of(on)


def test_three_questions_start_a_game() -> None:
    table, text = answer_questions("2", "Lina, Max, computer", "", "max")
    assert table.game.id == "mole-company"
    assert table.names == ("Max", "Computer", "Lina")
    assert table.humans == (True, False, True)
    assert "Who has the biggest hands for digging? That player begins." in text


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("mole-hill", "Who digs first?"),
        ("mole-company", "biggest hands"),
        ("buddel-bande", "saw a mole last"),
    ],
)
def test_who_begins_is_asked_in_the_words_of_the_sheets(game: str, words: str) -> None:
    _, text = answer_questions("", "", "1", game=game)
    assert words in text


def test_enter_is_an_answer_to_everything() -> None:
    table, text = answer_questions("", "", "", "")
    assert table.game.id == "mole-hill"
    assert table.levels == (4, 4)
    assert sorted(table.names) == ["Computer", "Player"]
    assert "Chosen at random:" in text


def test_wrong_answers_are_asked_again() -> None:
    lines = ["chess", "mole", "mole hill", "Ann, Bob, Cy", "Ann, Ann", "Ann, Bob", "Zoe", "2"]
    table, text = answer_questions(*lines)
    assert "There is no game chess; there are mole-hill, mole-company, buddel-bande." in text
    assert "Mole Hill is for 2 players, not 3." in text
    assert "Two players are called Ann: give them different names." in text
    assert "Nobody here is called Zoe." in text
    assert table.names == ("Bob", "Ann")


def test_one_name_plays_against_the_computer() -> None:
    table, _ = answer_questions("Lina", "", "1", game="buddel-bande")
    assert table.names == ("Lina", "Computer")


@pytest.mark.parametrize(("lang", "word"), [("fr", "ordinateur"), ("de", "Computer"), ("en", "COMPUTER")])
def test_a_computer_in_every_language(lang: str, word: str) -> None:
    table, _ = answer_questions(f"Lina, {word}, {word}:6", "2", "1", game="mole-company", lang=lang)
    assert table.humans == (True, False, False)
    assert table.levels[1:] == (2, 6)


def test_how_well_the_computer_plays_is_asked() -> None:
    table, text = answer_questions("Lina", "strong", "8", "help", "6", "computer", game="mole-hill")
    assert table.names == ("Computer", "Lina")
    assert table.levels[0] == 6
    assert "1 is a friendly beginner whom a child can beat" in text
    assert text.count("That is not a level: type a number from 1 to 7, or Enter for 4.") == 2
    assert text.count("How well shall the computer play?") == 2


@pytest.mark.parametrize(
    ("lines", "wishes"),
    [
        (["Ann, Bob", "1"], {}),
        (["computer, computer", "1"], {}),
        (["Ann, computer:2", "1"], {}),
        (["Ann", "1"], {"level": 2}),
        (["1"], {"seats": ("human", "computer:2")}),
    ],
)
def test_no_level_is_asked_for_where_none_is_needed(lines: list[str], wishes: dict[str, Any]) -> None:
    table, text = answer_questions(*lines, game="mole-hill", **wishes)
    assert "How well" not in text
    assert all(table.levels[seat] in {2, 4} for seat in table.computer_seats)


def test_levels_of_seats() -> None:
    seats = ("computer", "human", "computer:7", "level 2")
    table = set_up(screen(), game="mole-company", seats=seats, begin="first", level=3)
    assert table.humans == (False, True, False, False)
    assert [table.levels[seat] for seat in table.computer_seats] == [3, 7, 2]
    names = ("computer:1", "Lina", "Mole (computer, level 5)")
    table = set_up(screen(), game="mole-company", names=names, begin="first")
    assert table.names == ("Computer 1", "Lina", "Mole")
    assert [table.levels[seat] for seat in table.computer_seats] == [1, 5]


def test_players_get_ready_as_soon_as_they_may_be_needed(fake_player: FakePlayer) -> None:
    set_up(screen(), game="mole-hill", names=("Lina", "Max"))
    assert fake_player.warm_ups == 0
    set_up(screen(), game="mole-hill", names=("Lina", "Computer"))
    assert fake_player.warm_ups == 1
    set_up(screen(), game="mole-hill")
    assert fake_player.warm_ups == 2
    with pytest.raises(EndOfInput):  # the game is chosen, and nobody has said yet who plays
        answer_questions("1")
    assert fake_player.warm_ups == 3


def test_pipes_are_asked_for_the_game_only() -> None:
    on = screen(["3"])
    table = set_up(on)
    assert table.game.id == "buddel-bande"
    assert table.humans == (True, False)
    assert "Who plays?" not in output_of(on)


def test_lots_and_first() -> None:
    names = ("a", "b", "c", "d")
    begun = {
        set_up(screen(), seed, game="mole-company", names=names, begin="lots").names for seed in range(40)
    }
    assert begun == {names[turn:] + names[:turn] for turn in range(4)}
    assert set_up(screen(), game="mole-company", names=names, begin="first").names == names


def test_wishes() -> None:
    wishes: dict[str, Any] = {
        "game": "mole-company",
        "players": 3,
        "seats": ("human", "computer", "human"),
        "names": ("Lina", "", "Max"),
        "preset": "tactile",
        "options": {"turn_limit": 50},
        "board": "burrow",
        "rotations": (5, 4, 3, 2),
    }
    table = set_up(screen(), **wishes)
    assert table.names == ("Lina", "Computer", "Max")
    assert table.humans == (True, False, True)
    assert table.match.setup.preset == "tactile"
    assert table.match.setup.options["turn_limit"] == 50
    assert table.match.setup.board.name == "burrow"
    assert table.match.setup.rotations == (5, 4, 3, 2)


def test_boards_are_turned_by_chance_unless_told() -> None:
    seen = {set_up(screen(), seed, game="mole-company").match.setup.rotations for seed in range(9)}
    assert len(seen) > 5


@pytest.mark.parametrize(
    ("wishes", "words"),
    [
        ({"game": "chess"}, "There is no game chess"),
        ({"game": "mole-hill", "players": 3}, "Mole Hill is for 2 players, not 3."),
        ({"game": "mole-company", "players": 5}, "Mole Company is for 2 to 4 players, not 5."),
        ({"game": "mole-hill", "seats": ("human", "cat")}, "A seat is human or computer, not “cat”."),
        ({"game": "mole-hill", "seats": ("human", "computer:9")}, "A level is a number from 1 to 7, not 9."),
        ({"game": "mole-hill", "names": ("Ann", "computer:0")}, "A level is a number from 1 to 7, not 0."),
        ({"game": "mole-hill", "level": 8}, "A level is a number from 1 to 7, not 8."),
        ({"game": "mole-hill", "seats": ("human", "human"), "names": ("a",)}, "do not agree"),
        ({"game": "mole-hill", "names": ("a", "a")}, "Two players are called a"),
        ({"game": "mole-hill", "preset": "x"}, "has no preset x; there are blatz, short."),
        ({"game": "mole-hill", "options": {"x": 1}}, "has no option x"),
        ({"game": "mole-hill", "options": {"rounds": 3}}, "Option rounds cannot be 3; it can be 2, 1."),
        ({"game": "mole-hill", "board": "x"}, "There is no such board"),
        ({"game": "mole-hill", "rotations": (0,)}, "is not turned"),
        ({"game": "mole-company", "rotations": (0, 6, 0, 0)}, "Rotations are 4 whole numbers"),
    ],
)
def test_what_cannot_be_is_said(wishes: dict[str, Any], words: str) -> None:
    with pytest.raises(Complaint) as caught:
        set_up(screen(), **wishes)
    assert words in language("en").tell(caught.value)


def test_the_input_may_end_at_every_question() -> None:
    for lines in ([], ["1"], ["1", "a, b"]):
        with pytest.raises(EndOfInput):
            answer_questions(*lines)


def test_games_by_number_and_beginning() -> None:
    assert known_game("1").id == known_game("mole-h").id == known_game("Mole Hill").id == "mole-hill"
    assert known_game("buddel").id == "buddel-bande"
    for text in ("", "0", "4", "mole", "99999999999"):
        with pytest.raises(BadSetup):
            known_game(text)


def test_an_option_is_name_and_value() -> None:
    assert parse_option("specials=false") == ("specials", False)
    with pytest.raises(BadSetup):
        parse_option("specials")


def test_three_players_need_three_names() -> None:
    table, text = answer_questions("Ann, Bob", "Ann, Bob, Cy", "1", game="mole-company", players=3)
    assert "3 players need 3 names, and you gave 2." in text
    assert table.names == ("Ann", "Bob", "Cy")
    with pytest.raises(BadSetup) as caught:
        set_up(screen(), game="mole-company", players=3, names=("Ann",))
    assert str(caught.value) == "3 players need 3 names, and you gave 1."


def test_every_question_knows_help_and_quit() -> None:
    table, text = answer_questions("help", "1", "?", "Ann, Bob", "HELP", "2")
    assert table.names == ("Bob", "Ann")
    assert "Answer for example: 1. To leave, type quit." in text
    assert "Answer for example: Lina, computer. To leave, type quit." in text
    assert text.count("Which game?") == text.count("Who plays?") == text.count("Who digs first?") == 2
    for lines in (["quit"], ["1", "exit"], ["1", "Ann, Bob", "q"], ["1", "Ann", "q"]):
        with pytest.raises(Quit):
            answer_questions(*lines)


def test_a_board_says_which_game_it_is_for(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    source = Path(moleworks.__file__).parent / "games" / "buddel_bande" / "boards" / "stroll.toml"
    file.write_text(source.read_text("utf-8").replace('"stroll"', '"mine"'), "utf-8")
    table = set_up(screen(), board=str(file))
    assert (table.game.id, table.match.setup.board.name) == ("buddel-bande", "mine")
    assert set_up(screen(), board="burrow").game.id == "mole-company"
    assert set_up(screen(["2"]), board="classic").game.id == "mole-company"
    with pytest.raises(Complaint):
        set_up(screen(), board="nowhere.toml")


SAVED = """[Game "mole-hill"]
[Preset "blatz"]
[Options "start=anywhere diagonal=path rounds=2"]
[Board "patch"]
[Players "2"]
[Date "2026-01-31"]
[Result "*"]
[Version "0.1.0"]

1. c3 *
"""


@pytest.mark.parametrize(
    ("wishes", "words"),
    [
        ({"game": "mole-company"}, "game.txt is a game of Mole Hill, not of Mole Company."),
        ({"preset": "short"}, "A saved game goes on as it began, so leave out --preset."),
        (
            {"players": 2, "board": "patch"},
            "A saved game goes on as it began, so leave out --players, --board.",
        ),
        ({"options": {"rounds": 1}, "rotations": (0, 0, 0, 0)}, "leave out --option, --rotations."),
    ],
)
def test_a_saved_game_goes_on_as_it_began(wishes: dict[str, Any], words: str, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(SAVED, "utf-8")
    assert set_up(screen(), load=file, game="mole-hill").match.ply == 1
    with pytest.raises(BadSetup) as caught:
        set_up(screen(), load=file, **wishes)
    assert words in str(caught.value)


def test_emblems_are_chosen_in_the_order_of_names_and_kept_in_a_rematch() -> None:
    wishes = PlayOptions(
        "buddel-bande", names=("Lina", "Max", "Ada"), emblems=("Schnecke", "ant"), begin="first"
    )
    seated = seat_players(screen(lang="de"), wishes, Random(1))
    assert emblem_numbers(seated.names) == (3, 0, 2)
    assert emblem_numbers(next_match(seated, Random(1)).names) == (0, 2, 3)
    assert "Lina (Schnecke): noch kein Maulwurf zu Hause." in [
        language("de").tell(told) for told in speech.standing(seated.game, seated.state, seated.names)
    ]


@pytest.mark.parametrize(
    ("game", "emblems", "told"),
    [
        ("buddel-bande", ("cat",), "There is no emblem cat; there are ant, ladybird, earthworm, snail."),
        ("buddel-bande", ("ant", "ant"), "Two players chose the same emblem (ant): each needs another."),
        ("buddel-bande", ("ant", "snail", "ladybird"), "There are more emblems than players"),
        ("mole-hill", ("ant",), "In this game there is nothing to choose as an emblem."),
    ],
)
def test_emblems_that_cannot_be(game: str, emblems: tuple[str, ...], told: str) -> None:
    wishes = PlayOptions(game, names=("Lina", "Max"), emblems=emblems, begin="first")
    with pytest.raises(BadSetup, match=re.escape(told)):
        seat_players(screen(), wishes, Random(1))
