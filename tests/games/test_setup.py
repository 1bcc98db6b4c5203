"""Set-ups: presets, options, players, rotations, and errors in them."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from typing import Any

import pytest

from moleworks import boards
from moleworks.games import (
    GAMES,
    BadSetup,
    Complaint,
    Game,
    Malformed,
    Message,
    Option,
    Refusal,
    Refused,
    Setup,
)
from moleworks.games.mole_company.board import MoleCompanyBoard
from moleworks.games.mole_hill.board import MoleHillBoard

HILL, COMPANY, BAND = (GAMES[game] for game in ("mole-hill", "mole-company", "buddel-bande"))


def agreed(game: Game[Any], **given: Any) -> Setup:
    return game.setup(boards.named(game.id, "classic"), **given)


def test_the_three_games() -> None:
    assert list(GAMES) == ["mole-hill", "mole-company", "buddel-bande"]
    assert isinstance(GAMES, Mapping)
    assert not isinstance(GAMES, MutableMapping)
    assert [game.title for game in GAMES.values()] == ["Mole Hill", "Mole Company", "Buddel Bande"]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: str(game.id))
def test_defaults(game: Game[Any]) -> None:
    setup = agreed(game)
    assert setup.players == 2
    assert setup.preset == next(iter(game.presets))
    assert set(setup.options) == set(game.options)
    assert all(game.options[name].allows(value) for name, value in setup.options.items())


def test_options_override_their_preset_one_by_one() -> None:
    setup = agreed(HILL, preset="short", options={"start": "anywhere"})
    assert setup.preset == "short"
    assert dict(setup.options) == {"start": "anywhere", "diagonal": "path", "rounds": 2}


@pytest.mark.parametrize("preset", ["ravensburger", "ravensburger-basic"])
def test_final_paths_hang_on_the_players_where_the_sheet_says_so(preset: str) -> None:
    paths = [agreed(COMPANY, preset=preset, players=n).options["final_paths"] for n in (2, 3, 4)]
    assert paths == ["into", "all", "all"]
    given = agreed(COMPANY, preset=preset, players=4, options={"final_paths": "solid"})
    assert given.options["final_paths"] == "solid"


@pytest.mark.parametrize(
    ("players", "shown"),
    [(1, "1"), (5, "5"), (0, "0"), (-2, "-2"), (True, "true"), (2.0, "2.0"), ("2", '"2"'), ([2], "[2]")],
)
def test_players_that_cannot_be(players: Any, shown: str) -> None:
    for game in GAMES.values():
        with pytest.raises(BadSetup, match="players, not") as error:
            agreed(game, players=players)
        assert str(error.value).endswith(f"players, not {shown}.")
        assert error.value.about == "players"


def test_how_many_may_play() -> None:
    with pytest.raises(BadSetup, match="Mole Hill is for 2 players, not 3"):
        agreed(HILL, players=3)
    with pytest.raises(BadSetup, match="Buddel Bande is for 2 to 4 players, not 5"):
        agreed(BAND, players=5)


@pytest.mark.parametrize("preset", ["", "tactile", "Blatz", "blatz "])
def test_presets_that_are_not_there(preset: str) -> None:
    with pytest.raises(BadSetup, match=r"no preset .*; there are blatz, short\."):
        agreed(HILL, preset=preset)


@pytest.mark.parametrize(
    ("game", "options", "told"),
    [
        (HILL, {"rods": 3}, r"Mole Hill has no option rods; there are start, diagonal, rounds\."),
        (HILL, {"rounds": 3}, r"Option rounds cannot be 3; it can be 2, 1\."),
        (HILL, {"rounds": True}, r"Option rounds cannot be true; it can be 2, 1\."),
        (HILL, {"rounds": 2.0}, "cannot be 2.0"),
        (HILL, {"rounds": "2"}, 'Option rounds cannot be "2"'),
        (HILL, {"start": "Ring"}, 'cannot be "Ring"; it can be anywhere, ring'),
        (HILL, {"start": None}, "cannot be None"),
        (COMPANY, {"specials": 1}, r"Option specials cannot be 1; it can be true, false\."),
        (COMPANY, {"specials": "true"}, 'cannot be "true"'),
        (COMPANY, {"reshuffle": 4}, "it can be 6, 5"),
        (COMPANY, {"turn_limit": 0}, r"Option turn_limit cannot be 0; it can be 1-10000\."),
        (BAND, {"turn_limit": 10001}, "it can be 1-10000"),
        (BAND, {"turn_limit": True}, "cannot be true"),
        (BAND, {"know_own": 0}, "it can be true, false"),
        (BAND, {"either": ["dog"]}, "it can be choose, dog"),
    ],
)
def test_options_that_cannot_be(game: Game[Any], options: dict[str, Any], told: str) -> None:
    with pytest.raises(BadSetup, match=told) as error:
        agreed(game, options=options)
    assert error.value.about == "options"


def test_a_long_value_is_cut_short() -> None:
    with pytest.raises(BadSetup) as error:
        agreed(HILL, options={"start": "x" * 10_000})
    assert len(str(error.value)) < 120


def test_the_bounds_themselves_are_allowed() -> None:
    for limit in (1, 10000):
        assert agreed(BAND, options={"turn_limit": limit}).options["turn_limit"] == limit


def test_rotations() -> None:
    assert agreed(COMPANY).rotations == (0, 0, 0, 0)
    assert agreed(COMPANY, rotations=[0, 5, 1, 2]).rotations == (0, 5, 1, 2)
    assert agreed(HILL).rotations is None


@pytest.mark.parametrize("rotations", [(), (0, 0, 0), (0,) * 5, (0, 0, 0, 6), (0, 0, 0, -1), (0, 0, 0, True)])
def test_rotations_that_cannot_be(rotations: tuple[int, ...]) -> None:
    with pytest.raises(BadSetup, match="Rotations are 4 whole numbers from 0 to 5"):
        agreed(COMPANY, rotations=rotations)


@pytest.mark.parametrize("game", [HILL, BAND], ids=lambda game: str(game.id))
def test_only_mole_company_is_turned(game: Game[Any]) -> None:
    with pytest.raises(BadSetup, match="is not turned: leave the rotations out"):
        agreed(game, rotations=(0, 0, 0, 0))


def hill_board() -> MoleHillBoard:
    board = boards.named("mole-hill", "patch")
    assert isinstance(board, MoleHillBoard)
    return board


def test_the_ring_needs_a_centre() -> None:
    bare = hill_board()._replace(name="bare", centre=None)
    HILL.start(HILL.setup(bare))
    with pytest.raises(BadSetup, match="The board bare has no centre to start beside"):
        HILL.start(HILL.setup(bare, preset="short"))


def test_a_board_that_was_not_checked_does_not_get_far() -> None:
    lawn = hill_board()._replace(red=("z9",))
    with pytest.raises(ValueError, match="boards are checked before they get here"):
        HILL.start(HILL.setup(lawn))
    box = boards.named("mole-company", "burrow")
    assert isinstance(box, MoleCompanyBoard)
    odd = box.boards[0]._replace(holes=("z9",))
    with pytest.raises(ValueError, match="boards are checked before they get here"):
        COMPANY.start(COMPANY.setup(box._replace(boards=(odd, *box.boards[1:]))))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: str(game.id))
def test_states_can_be_kept_in_sets(game: Game[Any]) -> None:
    one, same = (game.start(agreed(game)) for _ in range(2))
    after = game.play(one, game.legal(one)[0])
    assert len({one, same, after}) == 2


def test_an_option_knows_what_it_allows() -> None:
    assert Option(1, bounds=(1, 3)).allows(3)
    assert not Option(1, bounds=(1, 3)).allows(4)
    assert not Option(True, (True, False)).allows(1)
    assert not Option("a", ("a",)).allows(["a"])


def test_messages_are_filled_in_when_they_are_shown() -> None:
    assert str(Message("Hello {name}", {"name": "Lina"})) == "Hello Lina"
    assert str(Refusal("MH1", "Not {seat}.", {"seat": 1})) == "Not 1."
    complaint = Complaint("No {thing}.", thing="rod")
    assert str(complaint) == "No rod."
    complaint.place = Message("line {line}", {"line": 3})
    assert str(complaint) == "line 3: No rod."


def test_malformed_and_refused_are_different_errors() -> None:
    assert not issubclass(Malformed, Refused)
    assert not issubclass(Refused, Malformed)
    state = HILL.start(agreed(HILL))
    with pytest.raises(Refused) as refused:
        HILL.parse(state, "z9")
    assert (refused.value.name, refused.value.refusal.rule) == ("z9", "MH2")
    assert str(refused.value) == "There is no square z9 on this board."


def test_a_long_text_is_not_repeated_in_full() -> None:
    for game in GAMES.values():
        with pytest.raises(Malformed) as malformed:
            game.parse(game.start(agreed(game)), "x" * 10_000)
        assert len(str(malformed.value)) < 200
