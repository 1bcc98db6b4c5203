"""Playing, undoing and copying matches."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from moleworks import boards
from moleworks.boards import BoardError
from moleworks.games import BadSetup, Complaint, Malformed, Refused
from moleworks.record import CannotPlay, Match
from tests.boards.invalid_boards import LAWN, TRACK

LAWN_SQUARES = [f"{column}{row}" for row in range(1, 8) for column in "abcdefghi"]


@pytest.fixture
def match() -> Match:
    """Three actions into Mole Hill."""
    begun = Match.begin("mole-hill")
    begun.play(["e1", "e1|f1", "d2"])
    return begun


def state(match: Match) -> tuple[Any, ...]:
    return match.state, list(match.names), match.ply


def test_a_match_begins_at_the_start() -> None:
    match = Match.begin("buddel-bande", players=3, preset="goldsieber", options={"know_own": False})
    assert (match.ply, match.names, match.setup.players) == (0, [], 3)
    assert match.setup.options["know_own"] is False
    assert match.setup.board == boards.named("buddel-bande", "classic")
    assert match.before(0) == match.state


def test_no_such_game() -> None:
    with pytest.raises(
        BadSetup, match="There is no game chess; there are mole-hill, mole-company, buddel-bande"
    ):
        Match.begin("chess")


def test_boards_by_name_as_data_and_ready_made() -> None:
    checked = boards.check(LAWN)
    for board in (LAWN, checked):
        assert Match.begin("mole-hill", board=board).setup.board == checked
    assert Match.begin("mole-hill", board="patch").setup.board.name == "patch"


def test_boards_that_cannot_be() -> None:
    with pytest.raises(BoardError, match="There is no such board"):
        Match.begin("mole-hill", board="nowhere")
    with pytest.raises(BoardError, match="which game it is for"):
        Match.begin("mole-hill", board={})
    with pytest.raises(BadSetup, match="This board is for buddel-bande, not for mole-hill"):
        Match.begin("mole-hill", board=TRACK)


def test_the_board_by_name_where_that_is_enough() -> None:
    assert Match.begin("mole-hill").board_data() == "classic"
    assert Match.begin("mole-hill", board=LAWN).board_data() == boards.data("mole-hill", boards.check(LAWN))
    renamed = Match.begin("mole-hill", board=LAWN | {"name": "classic"}).board_data()
    assert isinstance(renamed, dict)
    assert renamed["name"] == "classic"


def test_play_and_look_back(match: Match) -> None:
    assert match.names == ["e1", "e1|f1", "d2"]
    assert match.ply == 3
    assert [match.game.phase(match.before(ply)) for ply in range(4)] == ["place", "rod", "step", "rod"]
    assert match.before(3) == match.state
    assert match.movers() == [0, 1, 0]


def test_nothing_at_all_can_be_played(match: Match) -> None:
    before = state(match)
    match.play([])
    assert state(match) == before


@pytest.mark.parametrize(
    ("names", "index", "cause"),
    [
        (["d3"], 0, Refused),
        (["d2|d3", "d2"], 1, Refused),
        (["d2|d3", "c3", "nonsense", "c3|c4"], 2, Malformed),
        (["d2|d3", ""], 1, Malformed),
    ],
)
def test_all_or_nothing(match: Match, names: list[str], index: int, cause: type[Complaint]) -> None:
    before = state(match)
    with pytest.raises(CannotPlay) as error:
        match.play(names)
    assert (error.value.index, error.value.name) == (index, names[index])
    assert type(error.value.cause) is cause
    assert str(error.value) == str(error.value.cause)
    assert state(match) == before


def test_names_may_come_one_by_one_from_anywhere(match: Match) -> None:
    match.play(name for name in ("d2|d3", "c3"))
    assert match.ply == 5


def test_one_name_is_one_action(match: Match) -> None:
    match.play("d2|d3")
    assert match.names[3:] == ["d2|d3"]
    before = state(match)
    with pytest.raises(CannotPlay, match="d2") as error:
        match.play("d2")
    assert (error.value.index, error.value.name) == (0, "d2")
    assert state(match) == before


def test_legal_names_are_those_that_can_be_played(match: Match) -> None:
    match.play("d2|d3")
    assert match.legal == [name for name in LAWN_SQUARES if match.game.explain(match.state, name) is None]
    for name in match.legal:
        match.copy().play(name)


def test_chance_has_legal_names_too() -> None:
    match = Match.begin("buddel-bande", players=2)
    assert match.legal == ["deal:S=01", "deal:S=10"]
    match.play([match.legal[0], "deal:M=01", "deal:L=01"])
    assert "=Sc" in match.legal


def test_over_and_outcome(match: Match) -> None:
    assert (match.over, match.outcome) == (False, None)
    while not match.over:
        match.play(match.legal[0])
    assert match.outcome == match.game.outcome(match.state)
    assert match.legal == []


@pytest.mark.parametrize(
    ("begun", "names", "expected"),
    [
        (("mole-hill", {}), [], "<Match of mole-hill: 0 actions, seat 0 to act (place)>"),
        (("mole-hill", {}), ["e4"], "<Match of mole-hill: 1 action, seat 1 to act (rod)>"),
        (("buddel-bande", {}), [], "<Match of buddel-bande: 0 actions, chance to act (deal)>"),
        (
            ("buddel-bande", {"turn_limit": 1}),
            ["deal:S=01", "deal:M=01", "deal:L=01", "=Sc", "S1>1"],
            "<Match of buddel-bande: 5 actions, drawn (BB13)>",
        ),
    ],
)
def test_repr_says_what_it_is(begun: tuple[str, dict[str, object]], names: list[str], expected: str) -> None:
    game, options = begun
    match = Match.begin(game, options=options)
    match.play(names)
    assert repr(match) == expected


@pytest.mark.parametrize(("rounds", "words"), [(2, "won by seat"), (1, "over (MH")])
def test_repr_says_how_it_ended(rounds: int, words: str) -> None:
    match = Match.begin("mole-hill", board="patch", options={"rounds": rounds})
    choose = Random(3).choice
    while not match.over:
        match.play(choose(match.legal))
    assert words in repr(match)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_undo(match: Match, count: int) -> None:
    match.undo(count)
    assert match.names == ["e1", "e1|f1", "d2"][: 3 - count]
    again = Match.begin("mole-hill")
    again.play(match.names)
    assert state(again) == state(match)


def test_undo_takes_one_action_back_by_itself(match: Match) -> None:
    match.undo()
    assert match.ply == 2


@pytest.mark.parametrize("count", [0, -1, 4, 10**6])
def test_undo_has_bounds(match: Match, count: int) -> None:
    before = state(match)
    with pytest.raises(Complaint, match=f"{count} actions cannot be undone: 3 were played"):
        match.undo(count)
    assert state(match) == before


def test_nothing_to_undo() -> None:
    with pytest.raises(Complaint, match="1 actions cannot be undone: 0 were played"):
        Match.begin("mole-hill").undo()


def test_a_match_that_is_over_takes_no_more() -> None:
    match = Match.begin("buddel-bande", options={"turn_limit": 1})
    match.play(["deal:S=01", "deal:M=01", "deal:L=01", "=Sc", "S1>1"])
    with pytest.raises(CannotPlay, match="The game is over") as error:
        match.play(["=Sc"])
    assert isinstance(error.value.cause, Refused)
    assert error.value.cause.refusal.rule == "BB12"


def test_what_is_heard_follows_what_is_taken_back() -> None:
    match = Match.begin("buddel-bande", players=2)
    match.play(["deal:S=01", "deal:M=01", "deal:L=01", "=Sc", "S1>1"])
    assert match.public_actions() == ("=Sc", "S1>1")
    other = match.copy()
    match.undo(3)
    assert (match.public_actions(), other.public_actions()) == ((), ("=Sc", "S1>1"))
    match.play(["deal:L=10", "=Ml"])
    assert match.public_actions() == ("=Ml",)


def test_an_action_by_its_number_is_the_one_of_that_name() -> None:
    by_name, by_number = Match.begin("mole-hill"), Match.begin("mole-hill")
    for name in ("e4", "e4|f4", "e5"):
        by_number.act(by_number.game.parse(by_number.state, name))
        by_name.play([name])
    assert (by_number.names, by_number.state) == (by_name.names, by_name.state)
    assert by_number.public_actions() == by_name.public_actions()
