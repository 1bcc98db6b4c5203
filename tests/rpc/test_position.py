"""`games`, `new`, `load`, `position`, `record`, `view`: a position is set up, described and kept."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from moleworks import boards
from moleworks.games import GAMES
from moleworks.record import Match, Record, write
from tests.boards.invalid_boards import LAWN, STACK, TRACK
from tests.record.record_examples import ALL, BAND, HILL, changed_record
from tests.rpc.client import PARAMS, Client, begun

FIELDS = {
    "game", "preset", "options", "board", "players", "ply", "phase", "actor", "over", "winner", "draw",
    "scores", "legal",
}  # fmt: skip


def test_games(client: Client) -> None:
    hill, company, band = client.ask("games")
    assert [game["id"] for game in (hill, company, band)] == ["mole-hill", "mole-company", "buddel-bande"]
    assert [game["players"] for game in (hill, company, band)] == [
        {"min": 2, "max": 2},
        {"min": 2, "max": 4},
        {"min": 2, "max": 4},
    ]
    assert hill["presets"] == ["blatz", "short"]
    assert company["presets"] == ["ravensburger", "ravensburger-basic", "tactile", "tactile-pro"]
    assert band["presets"] == ["goldsieber"]
    assert hill["boards"] == ["classic", "patch"]
    assert hill["options"]["rounds"] == {"default": 2, "values": [2, 1]}
    assert company["options"]["specials"] == {"default": True, "values": [True, False]}
    assert company["options"]["turn_limit"] == {"default": 1000, "minimum": 1, "maximum": 10000}
    assert company["options"]["final_paths"] == {
        "default": "into",
        "values": ["all", "solid", "into"],
        "default_by_players": {"2": "into", "3": "all", "4": "all"},
    }
    for game in (hill, company, band):
        assert set(game["options"]) == set(GAMES[game["id"]].options)


def test_everything_that_games_lists_can_be_played(client: Client) -> None:
    for game in client.ask("games"):
        for preset in game["presets"]:
            for board in game["boards"]:
                for players in range(game["players"]["min"], game["players"]["max"] + 1):
                    position = client.ask("new", game=game["id"], preset=preset, board=board, players=players)
                    assert (position["preset"], position["board"], position["players"]) == (
                        preset,
                        board,
                        players,
                    )
        for name, option in game["options"].items():
            for value in option.get("values", [option.get("minimum"), option.get("maximum")]):
                position = client.ask("new", game=game["id"], options={name: value})
                assert position["options"][name] == value


def test_new_mole_hill(client: Client) -> None:
    assert client.ask("new", game="mole-hill") == {
        "game": "mole-hill",
        "preset": "blatz",
        "options": {"start": "anywhere", "diagonal": "path", "rounds": 2},
        "board": "classic",
        "players": 2,
        "ply": 0,
        "phase": "place",
        "actor": 0,
        "over": False,
        "winner": None,
        "draw": False,
        "scores": [0, 0],
        "legal": 63,
    }


def test_new_mole_company(client: Client) -> None:
    position = client.ask("new", game="mole-company", players=3, preset="tactile-pro", rotations=[0, 5, 1, 2])
    assert set(position) == FIELDS | {"rotations"}
    assert position["rotations"] == [0, 5, 1, 2]
    assert position["options"] == {
        "specials": True,
        "all_home": "may-wait",
        "reshuffle": 6,
        "final_paths": "solid",
        "turn_limit": 1000,
    }
    assert (position["phase"], position["actor"], position["legal"]) == ("place", 0, 48)
    assert position["scores"] is None


def test_rotations_are_drawn_unless_given(client: Client) -> None:
    drawn = {tuple(client.ask("new", game="mole-company")["rotations"]) for _ in range(40)}
    assert len(drawn) > 20
    assert all(len(turns) == 4 and set(turns) <= set(range(6)) for turns in drawn)


def test_new_buddel_bande(client: Client) -> None:
    position = client.ask("new", game="buddel-bande", players=4, options={"know_own": False})
    assert set(position) == FIELDS
    assert position["options"] == {
        "know_own": False,
        "either": "choose",
        "pass": "unless-own",
        "turn_limit": 1000,
    }
    assert (position["phase"], position["actor"], position["legal"]) == ("deal", "chance", 24)
    assert position["scores"] is None


@pytest.mark.parametrize("board", [LAWN, STACK, TRACK], ids=lambda board: str(board["game"]))
def test_a_whole_board_as_data(client: Client, board: dict[str, Any]) -> None:
    position = client.ask("new", game=board["game"], board=board)
    assert position["board"] == boards.data(board["game"], boards.check(board))
    again = client.ask("new", game=board["game"], board=position["board"])
    assert again["board"] == position["board"]
    record = client.ask("record")["record"]
    assert client.ask("load", record=record)["board"] == position["board"]


def test_null_is_as_good_as_nothing(client: Client) -> None:
    position = client.ask(
        "new", game="mole-hill", players=None, preset=None, options=None, board=None, rotations=None
    )
    assert position == client.ask("new", game="mole-hill")


@pytest.mark.parametrize(
    ("params", "told"),
    [
        ({"game": "chess"}, "There is no game 'chess'; there are mole-hill, mole-company, buddel-bande."),
        ({"game": ""}, "There is no game ''"),
        ({"game": 5}, "The parameter game is a string."),
        ({"game": None}, "The parameter game is a string."),
        ({"game": ["mole-hill"]}, "The parameter game is a string."),
        ({"players": 3}, "Mole Hill is for 2 players, not 3."),
        ({"players": "2"}, 'players, not "2".'),
        ({"players": 2.0}, "players, not 2.0"),
        ({"players": True}, "players, not true."),
        ({"players": [2]}, "players, not [2]"),
        ({"preset": "tactile"}, "no preset tactile; there are blatz, short"),
        ({"preset": 5}, "A preset is a name."),
        ({"preset": ["blatz"]}, "A preset is a name."),
        ({"options": []}, "Options are an object"),
        ({"options": "rounds=1"}, "Options are an object"),
        ({"options": {"rods": 1}}, "Mole Hill has no option rods"),
        ({"options": {"rounds": 3}}, "Option rounds cannot be 3; it can be 2, 1."),
        ({"options": {"rounds": "1"}}, 'Option rounds cannot be "1"; it can be 2, 1.'),
        ({"options": {"rounds": True}}, "Option rounds cannot be true"),
        ({"options": {"rounds": 1.0}}, "Option rounds cannot be 1.0"),
        ({"options": {"rounds": None}}, "Option rounds cannot be None"),
        ({"board": "nowhere"}, 'board = "nowhere": There is no such board; there are classic, patch'),
        ({"board": "classic.toml"}, "There is no such board"),
        ({"board": "../mole-company/burrow"}, "There is no such board"),
        ({"board": 5}, "A board is a name, or a whole board as an object."),
        ({"board": [LAWN]}, "A board is a name, or a whole board as an object."),
        ({"board": {}}, "A board says which game it is for"),
        ({"board": TRACK}, "This board is for buddel-bande, not for mole-hill."),
        ({"board": LAWN | {"rows": 99}}, "board, rows = 99: A whole number from 3 to 9 is needed."),
        ({"board": LAWN | {"rows": 3.0}}, "board, rows = 3.0: A whole number"),
        ({"rotations": [0, 0, 0, 0]}, "The board of Mole Hill is not turned"),
        ({"rotations": "0000"}, "Rotations are a list of whole numbers."),
        ({"rotations": {}}, "Rotations are a list of whole numbers."),
    ],
)  # fmt: skip
def test_new_refuses(params: dict[str, Any], told: str) -> None:
    client = begun("buddel-bande")
    code, message = client.fail("new", **({"game": "mole-hill"} | params))
    assert code == PARAMS
    assert told in message


@pytest.mark.parametrize(
    "rotations",
    [
        [],
        [0, 0, 0],
        [0, 0, 0, 6],
        [0, 0, 0, -1],
        [0, 0, 0, "0"],
        [0, 0, 0, 0.0],
        [[0], 0, 0, 0],
        [0] * 5,
        [0, 0, 0, True],
    ],
)
def test_rotations_that_cannot_be(rotations: list[Any]) -> None:
    code, message = begun("mole-hill").fail("new", game="mole-company", rotations=rotations)
    assert (code, message) == (
        PARAMS,
        "Rotations are 4 whole numbers from 0 to 5, one for each board from the top.",
    )


@pytest.mark.parametrize("dotted", [5, None, True, {"a": 1}, "c3", [["c3", "c3"]]])
def test_odd_dotted_lines(client: Client, dotted: Any) -> None:
    board = copy.deepcopy(STACK)
    board["boards"][3]["dotted"] = dotted
    code, message = client.fail("new", game="mole-company", board=board)
    assert code == PARAMS
    assert "A dotted line is a pair of neighbouring spaces." in message


@pytest.mark.parametrize("text", ALL, ids=lambda text: str(text.split('"')[1]))
def test_load_and_record(client: Client, text: str) -> None:
    position = client.ask("load", record=text)
    assert client.ask("record")["record"] == text
    assert client.ask("load", record=text) == position == client.ask("position")


def test_what_is_taken_back_is_taken_back_with_its_comments(client: Client) -> None:
    client.ask("load", record=HILL)
    client.ask("undo", count=2)
    client.ask("play", actions=["a1|a2"])
    assert client.ask("record")["record"].endswith("\n\n1. e1 2. a1|a2 *\n")


def test_load_stands_after_the_last_action(client: Client) -> None:
    position = client.ask("load", record=HILL)
    assert (position["ply"], position["phase"], position["actor"]) == (3, "rod", 1)
    assert client.ask("view", seat=None)["hills"] == ["e1", "d2"]
    assert client.ask("undo", count=3)["ply"] == 0


@pytest.mark.parametrize("record", [5, None, [], {}, True])
def test_load_wants_a_text(record: Any) -> None:
    assert begun("mole-hill").fail("load", record=record) == (PARAMS, "The parameter record is a string.")


@pytest.mark.parametrize(
    ("record", "told"),
    [
        ("", "line 1, column 1: The tag Game is missing."),
        ("hello", "line 1, column 1: A tag such as"),
        (changed_record(HILL, "d2", "d3"), "line 12, column 32: d3 is against rule MH3"),
        (changed_record(HILL, "{Not", "{{Not"), "line 12, column 16: A comment has at most"),
        (changed_record(HILL, "there!}", "there!"), "line 12, column 16: This comment is not closed"),
        (changed_record(BAND, "S1>1", "x"), "is not an action of Buddel Bande"),
        ("\ud800", "A tag such as"),
    ],
)
def test_load_refuses_and_says_where(record: str, told: str) -> None:
    code, message = begun("mole-company").fail("load", record=record)
    assert code == PARAMS
    assert told in message


def test_names_of_players_go_with_the_game_they_came_with(client: Client) -> None:
    client.ask("load", record=HILL)
    assert '[Seat0 "Lina"]' in client.ask("record")["record"]
    client.ask("new", game="mole-hill")
    assert "Seat" not in client.ask("record")["record"]


def test_position_repeats_itself() -> None:
    client = begun("mole-hill")
    played = client.ask("play", actions=["e4", "a1|a2"])
    assert client.ask("position") == client.ask("position") == played


@pytest.mark.parametrize("seat", [2, -1, 4, 99, 0.0, 1.0, "0", True, False, [], {}, "null"])
def test_views_are_for_seats_and_watchers(seat: Any) -> None:
    code, message = begun("mole-hill").fail("view", seat=seat)
    assert (code, message) == (PARAMS, "A seat is a number from 0 to 1, or null for a watcher.")


def test_view_of_mole_hill() -> None:
    client = begun("mole-hill")
    fixed: dict[str, Any] = {
        "round": 1,
        "mole": None,
        "hills": [],
        "rods": [],
        "jump": False,
        "scores": [0, 0],
    }
    assert client.ask("view", seat=None).items() >= fixed.items()
    client.ask("play", actions=["d3", "c3|c4", "e4", "a1|b1"])
    fixed |= {"mole": "e4", "hills": ["d3", "e4"], "rods": ["a1|b1", "c3|c4"], "jump": True}
    assert client.ask("view", seat=1).items() >= fixed.items()


def test_view_of_mole_company() -> None:
    client = begun("mole-company", board="burrow", players=2)
    client.ask("play", actions=["a1", "a3", "b1", "b2", "c1", "c2", "c3", "e5", "=2"])
    view = client.ask("view", seat=0)
    assert view["level"] == 1
    assert view["moles"] == [["a1", "b1", "c1", "c3"], ["a3", "b2", "c2", "e5"]]
    assert view["holes"] == ["a2", "b4", "d2", "d5", "e4"]
    assert (view["specials"], view["dotted"]) == ([], [])
    assert view["left"] == [[1, 2, 3, 3, 4], [1, 2, 2, 3, 3, 4]]
    assert view["disc"] == 2


def told(view: Any) -> dict[str, int]:
    return {name: mole["owner"] for name, mole in view["moles"].items() if "owner" in mole}


def test_views_of_buddel_bande() -> None:
    client = begun("buddel-bande", players=3)
    client.ask("play", actions=["deal:S=201", "deal:M=012", "deal:L=120", "=Sc"])
    fields = client.ask("view", seat=0)
    assert (fields["dog"], fields["dice"]) == (24, "Sc")
    owners = [told(client.ask("view", seat=seat)) for seat in (None, 0, 1, 2)]
    assert owners == [
        {},
        {"S2": 0, "M1": 0, "L3": 0},
        {"S3": 1, "M2": 1, "L1": 1},
        {"S1": 2, "M3": 2, "L2": 2},
    ]
    assert "owner" not in json.dumps(client.ask("view", seat=None))
    assert client.ask("play", actions=["S1>1"])["phase"] == "roll"
    assert client.ask("view", seat=0)["moles"]["S1"] == {"at": 1, "owner": 2}
    assert client.ask("view", seat=1)["moles"]["S1"] == {"at": 1}


def test_a_loaded_record_keeps_its_names_date_and_comments() -> None:
    match = Match.begin("mole-hill")
    match.play(["e4", "e4|e5"])
    text = write(Record(match, ("Lina", "Max"), "2020-02-29", "0.1.0", {1: "Here it begins.", 2: "Blocked."}))
    client = begun("mole-hill")
    client.ask("load", record=text)
    assert client.ask("record")["record"] == text
    client.ask("undo")
    client.ask("play", actions=["e4|f4"])
    again = client.ask("record")["record"]
    assert "{Here it begins.}" in again
    assert "Blocked" not in again
    assert '[Date "2020-02-29"]' in again
