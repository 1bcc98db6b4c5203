"""Buddel Bande, rule by rule: BB1-BB13. On the lane clover is 1 and 4, leaf 2 and 5, flower 3 and 6."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from tests.rules.example_game import ExampleGame
from tests.rules.pages import DEALT, LANE

GAME = "buddel-bande"

# Both clover hills are taken, by S1 and S2: clover now sends everybody home. Seat 0 is next.
CLOVER_FULL = f"{DEALT} =Sc S1>1 =Sc S2>4"
# S1 sits on 1 beside the dog, S2 is home: no small mole can move. Seat 1 is next.
NO_SMALL = f"{CLOVER_FULL} =Dc dog>1 =Sf S2>6 =Sc S2>home"


def lane(line: str = "", players: int = 2, **options: Any) -> ExampleGame:
    return ExampleGame(GAME, LANE, players, **options).play(line)


def at(table: ExampleGame) -> dict[str, int]:
    return {mole: seen["at"] for mole, seen in table.view()["moles"].items()}


def owners(table: ExampleGame, seat: int | None) -> dict[str, int]:
    return {mole: seen["owner"] for mole, seen in table.view(seat)["moles"].items() if "owner" in seen}


# --- BB1: the deal ---


@pytest.mark.parametrize(("players", "ways"), [(2, 2), (3, 6), (4, 24)])
def test_bb1_a_random_permutation_for_each_size(players: int, ways: int) -> None:
    table = lane(players=players)
    for size in "SML":
        deals = {f"deal:{size}={''.join(order)}" for order in permutations("0123"[:players])}
        assert (table.chance_acts, table.mover, table.phase) == (True, None, "deal")
        assert table.odds == dict.fromkeys(deals, Fraction(1, ways))
        assert table.names == deals
        table.play(min(deals))
    assert (table.chance_acts, table.mover, table.phase) == (True, 0, "roll")


def test_bb1_the_digits_are_the_owners_of_the_slots() -> None:
    """S1 is seat 2's, S2 seat 0's, S3 seat 1's, S4 seat 3's."""
    table = lane("deal:S=2013", 4)
    assert [owners(table, seat) for seat in range(4)] == [{"S2": 0}, {"S3": 1}, {"S1": 2}, {"S4": 3}]


def test_bb1_know_own_true_shows_each_player_their_own_three() -> None:
    table = lane(DEALT)
    assert owners(table, 0) == {"S1": 0, "M2": 0, "L1": 0}
    assert owners(table, 1) == {"S2": 1, "M1": 1, "L2": 1}
    assert owners(table, None) == {}


def test_bb1_know_own_false_shows_nobody_anything() -> None:
    table = lane(DEALT, know_own=False)
    for seat in (None, 0, 1):
        assert owners(table, seat) == {}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_bb1_with_fewer_players_the_spare_moles_stay_in_the_box(players: int) -> None:
    moles = {f"{size}{slot}" for size in "SML" for slot in range(1, players + 1)}
    assert set(lane(players=players).view()["moles"]) == moles


@pytest.mark.parametrize(
    "name", ["deal:M=01", "deal:L=01", "deal:S=00", "deal:S=02", "deal:S=012", "deal:S=0123"]
)
def test_bb1_no_such_deal(name: str) -> None:
    """In the order S, M, L, and every seat once."""
    lane().refuses(name, "BB1")


def test_bb1_no_size_is_dealt_twice() -> None:
    lane("deal:S=01").refuses("deal:S=01", "BB1")


@pytest.mark.parametrize("name", ["S3>1", "M4>1", "L3>home"])
def test_bb1_no_such_mole(name: str) -> None:
    lane(f"{DEALT} =Ac").refuses(name, "BB1")


# --- BB2: the dog's start ---


@pytest.mark.parametrize(
    ("board", "hill"), [("classic", 24), ("stroll", 12), (LANE, 6)], ids=["classic", "stroll", "lane"]
)
def test_bb2_the_dog_starts_at_the_last_hill_with_a_paw_print(board: Any, hill: int) -> None:
    assert ExampleGame(GAME, board).view()["dog"] == hill


def test_bb2_the_moles_start_on_the_haystack() -> None:
    assert set(at(lane(DEALT, know_own=False)).values()) == {0}


# --- BB3: dice and turns ---


def test_bb3_eighteen_outcomes_alike() -> None:
    table = lane(DEALT)
    assert table.odds == {f"={face}{symbol}": Fraction(1, 18) for face in "SMLADE" for symbol in "clf"}
    assert sum(table.odds.values()) == 1


def test_bb3_turns_go_round_clockwise() -> None:
    table = lane("deal:S=012 deal:M=012 deal:L=012", 3)
    for seat in (0, 1, 2, 0):
        assert (table.chance_acts, table.mover, table.phase, table.view()["dice"]) == (
            True,
            seat,
            "roll",
            None,
        )
        table.play("=Ac")
        assert (table.actor, table.mover, table.phase, table.view()["dice"]) == (seat, seat, "act", "Ac")
        table.play(min(table.names))


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("", "=Sc S1>1 dog>1 pass S9>1"),
        (DEALT, "deal:S=01 deal:M=99 S1>1 dog>1 pass"),
        (f"{DEALT} =Sc", "deal:S=01 =Sc =Mf"),
    ],
    ids=["deal", "roll", "act"],
)
def test_bb3_the_wrong_kind_of_action(line: str, wrong: str) -> None:
    table = lane(line)
    for name in wrong.split():
        table.refuses(name, "BB3")


def test_bb3_not_your_turn() -> None:
    table = lane(f"{DEALT} =Sc")
    reason = table.refuses_seat(1, "S2>1", "BB3")
    assert table.refuses_seat(1, "M1>5", "BB3") == reason
    assert table.rule("S2>1", 0) is None
    table.play("S2>1")
    for seat in (0, 1):  # the dice fall by themselves
        assert table.refuses_seat(seat, "=Sc", "BB3") == reason


# --- BB4: faces ---


@pytest.mark.parametrize(
    ("face", "either", "names"),
    [
        ("S", "choose", "S1>1 S2>1"),
        ("M", "choose", "M1>1 M2>1"),
        ("L", "choose", "L1>1 L2>1"),
        ("A", "choose", "S1>1 S2>1 M1>1 M2>1 L1>1 L2>1"),
        ("D", "choose", "dog>1 dog>4"),
        ("E", "choose", "S1>1 S2>1 M1>1 M2>1 L1>1 L2>1 dog>1 dog>4"),
        ("E", "dog", "dog>1 dog>4"),
        ("D", "dog", "dog>1 dog>4"),
        ("A", "dog", "S1>1 S2>1 M1>1 M2>1 L1>1 L2>1"),
    ],
)
def test_bb4_what_each_face_moves(face: str, either: str, names: str) -> None:
    """A mole of that size, whoever owns it."""
    assert lane(f"{DEALT} ={face}c", either=either).names == set(names.split())


@pytest.mark.parametrize(
    ("face", "either", "wrong"),
    [
        ("S", "choose", "M1>1 L2>1 dog>1"),
        ("M", "choose", "S1>1 L2>1 dog>4"),
        ("L", "choose", "S1>1 M2>1 dog>1"),
        ("A", "choose", "dog>1"),
        ("D", "choose", "S1>1 M1>1 L1>1"),
        ("E", "dog", "S1>1 M1>1 L1>1"),
    ],
)
def test_bb4_the_wrong_size_or_the_wrong_piece(face: str, either: str, wrong: str) -> None:
    table = lane(f"{DEALT} ={face}c", either=either)
    for name in wrong.split():
        table.refuses(name, "BB4")


def test_bb4_comes_before_the_hill() -> None:
    """Wrong size, wrong hill, guarded: the lowest number is named."""
    lane(f"{DEALT} =Sc S1>1 =Dc dog>1 =Mc").refuses("S1>5", "BB4")
    lane(f"{DEALT} =Sc").refuses("dog>99", "BB4")


# --- BB5: where a mole lands ---


def test_bb5_the_next_hill_with_the_symbol() -> None:
    for symbol, hill in (("c", 1), ("l", 2), ("f", 3)):
        assert lane(f"{DEALT} =S{symbol}").names == {f"S1>{hill}", f"S2>{hill}"}


def test_bb5_a_hill_with_a_mole_is_passed() -> None:
    table = lane(f"{DEALT} =Sc S1>1 =Mc")
    assert table.names == {"M1>4", "M2>4"}
    table.refuses("M1>1", "BB5")


def test_bb5_a_mole_further_back_does_not_matter() -> None:
    """L1 stands on 3 and goes to 4, though S1 is on 1."""
    assert lane(f"{DEALT} =Sc S1>1 =Lf L1>3 =Lc").names == {"L1>4", "L2>4"}


def test_bb5_the_dog_does_not_matter_for_landing() -> None:
    table = lane(f"{DEALT} =Dc dog>1 =Sc")
    assert table.names == {"S1>1", "S2>1"}
    assert at(table.play("S1>1"))["S1"] == table.view()["dog"] == 1


def test_bb5_none_ahead_means_the_last_hill() -> None:
    """Even from the haystack, and also if one lies behind."""
    assert lane(f"{CLOVER_FULL} =Mc").names == {"M1>home", "M2>home"}
    assert lane(f"{DEALT} =Sl S1>2 =Sl S1>5 =Sl").names == {"S1>home", "S2>2"}


@pytest.mark.parametrize("hill", ["2", "4", "0", "7", "99", "home"])
def test_bb5_no_other_hill(hill: str) -> None:
    """The roll takes M1 to hill 1, and nowhere else; 7 is no name for going home."""
    lane(f"{DEALT} =Mc").refuses(f"M1>{hill}", "BB5")


def test_bb5_home_is_no_numbered_hill() -> None:
    lane(f"{CLOVER_FULL} =Mc").refuses("M1>7", "BB5")
    lane(f"{CLOVER_FULL} =Mc").refuses("M1>4", "BB5")


def test_bb5_moles_go_forward_only() -> None:
    lane(f"{DEALT} =Sf S1>3 =Sc").refuses("S1>1", "BB5")


# --- BB6: guarded ---


def test_bb6_a_mole_beside_the_dog_cannot_move() -> None:
    table = lane(f"{DEALT} =Sc S1>1 =Dc dog>1 =Sf")
    assert table.names == {"S2>3"}
    assert "dog" in table.refuses("S1>3", "BB6").lower()


def test_bb6_until_the_dog_leaves() -> None:
    assert lane(f"{DEALT} =Sc S1>1 =Dc dog>1 =Dl dog>2 =Sf").allows("S1>3")


def test_bb6_a_mole_that_lands_beside_the_dog_is_guarded() -> None:
    table = lane(f"{DEALT} =Sf S1>3 =Sf S1>6 =Ac")
    assert table.view()["dog"] == 6
    table.refuses("S1>home", "BB6")


def test_bb6_the_wrong_hill_comes_first() -> None:
    lane(f"{DEALT} =Sc S1>1 =Dc dog>1 =Sf").refuses("S1>4", "BB5")


def test_bb6_on_the_face_e_too() -> None:
    table = lane(f"{DEALT} =Sc S1>1 =Dc dog>1 =Ef")
    table.refuses("S1>3", "BB6")
    assert table.allows("dog>3 dog>6 S2>3")


# --- BB7: peeking ---


@pytest.mark.parametrize("know_own", [True, False])
def test_bb7_the_mover_knows_the_moved_mole_and_nobody_else_does(know_own: bool) -> None:
    line = "deal:S=012 deal:M=012 deal:L=012"
    table = lane(line, 3, know_own=know_own)
    before = [owners(table, seat) for seat in range(3)]
    table.play("=Sc S2>1")
    assert owners(table, 0) == before[0] | {"S2": 1}
    assert [owners(table, 1), owners(table, 2)] == before[1:]
    assert owners(table, None) == {}


def test_bb7_what_was_seen_stays_known() -> None:
    table = lane(f"{DEALT} =Sc S2>1 =Ml M1>2 =Mf M1>3", know_own=False)
    assert owners(table, 0) == {"S2": 1, "M1": 1}
    assert owners(table, 1) == {"M1": 1}


def test_bb7_own_moles_are_not_known_by_being_moved_by_others() -> None:
    table = lane(f"{DEALT} =Sc S2>1", know_own=False)
    assert owners(table, 1) == {}


# --- BB8: home ---


def test_bb8_a_mole_on_the_last_hill_is_turned_up_for_everybody() -> None:
    table = lane(f"{CLOVER_FULL} =Mc M1>home", know_own=False)
    assert at(table)["M1"] == 7
    assert owners(table, None) == {"M1": 1}
    assert owners(table, 0) == {"S1": 0, "M1": 1}
    assert owners(table, 1) == {"S2": 1, "M1": 1}


def test_bb8_the_last_hill_is_never_occupied() -> None:
    assert lane(f"{CLOVER_FULL} =Mc M1>home =Mc").allows("M2>home")


def test_bb8_a_mole_at_home_does_not_move_again() -> None:
    table = lane(f"{CLOVER_FULL} =Mc M1>home =Mc")
    assert table.names == {"M2>home", "pass"}
    table.refuses("M1>home", "BB8")


# --- BB9: compulsory, and dead rolls ---


def test_bb9_moving_is_compulsory() -> None:
    for face in "SMLADE":
        lane(f"{DEALT} ={face}c").refuses("pass", "BB9")


def test_bb9_a_rivals_mole_must_be_moved_if_it_is_the_only_one() -> None:
    """S1, seat 0's own, is guarded: seat 0 has to move seat 1's S2."""
    assert lane(f"{DEALT} =Sc S1>1 =Dc dog>1 =Sf").names == {"S2>3"}


def test_bb9_a_dead_roll_is_rolled_again_by_the_same_player() -> None:
    table = lane(NO_SMALL)
    assert table.mover == 1
    before = at(table), table.view()["dog"]
    for roll in ("=Sc", "=Sl", "=Sf", "=Sc"):  # every outcome stays open, the dead ones too
        table.play(roll)
        assert (table.chance_acts, table.mover, table.phase) == (True, 1, "roll")
        assert (at(table), table.view()["dog"]) == before
        assert table.view()["dice"] is None
        assert len(table.odds) == 18
    table.play("=Mc")
    assert (table.actor, table.phase) == (1, "act")


def test_bb9_all_of_a_size_at_home_is_dead_too() -> None:
    """Seat 1 sends one medium mole home, seat 0 the other."""
    table = lane(f"{CLOVER_FULL} =Mc M1>home =Mc M2>home =Mc")
    assert (table.chance_acts, table.mover, table.phase) == (True, 0, "roll")


@pytest.mark.parametrize("either", ["choose", "dog"])
def test_bb9_the_dog_is_never_dead(either: str) -> None:
    for face in "DE":
        for symbol in "clf":
            assert lane(f"{NO_SMALL} ={face}{symbol}", either=either).phase == "act"


def test_bb9_the_symbol_never_decides_whether_a_face_is_dead() -> None:
    for face in "SMLADE":
        assert len({lane(f"{NO_SMALL} ={face}{symbol}").phase for symbol in "clf"}) == 1


# --- BB10: passing ---


@pytest.mark.parametrize("face", ["S", "M", "L", "A"])
@pytest.mark.parametrize("options", [{"pass": "any"}, {"know_own": False}], ids=str)
def test_bb10_if_every_action_sends_a_mole_home_the_player_may_pass(
    face: str, options: dict[str, Any]
) -> None:
    """Whoever owns them, if that is agreed; by default, none of them known as the player's own."""
    start = DEALT + " =Mc M1>1 =Sc S2>4" if options == {"know_own": False} else CLOVER_FULL
    table = lane(f"{start} ={face}c", **options)
    homes = table.names - {"pass"}
    assert "pass" in table.names
    assert homes
    assert all(name.endswith(">home") for name in homes)


@pytest.mark.parametrize("face", ["S", "M", "L", "A"])
def test_bb10_who_knows_one_of_them_as_their_own_must_move(face: str) -> None:
    """Seat 0 owns S1, M2 and L1, and knows them."""
    table = lane(f"{CLOVER_FULL} ={face}c")
    assert all(name.endswith(">home") for name in table.names)
    table.refuses("pass", "BB10")


def test_bb10_nobody_else_is_told_whether_a_player_may_pass() -> None:
    """Seat 0 owns M2 in one deal and M1 in the other; M1 and M2 go home, or M1 alone where M2 is guarded."""
    guarded = "=Mf M2>3 =Mf M2>6 =Dc dog>1 =Df dog>6 =Sc S1>1 =Sc S2>4 =Mc"
    may, must = (lane(f"deal:S=01 deal:M={medium} deal:L=01 {guarded}", players=2) for medium in ("10", "01"))
    assert may.names == {"M1>home", "pass"}
    assert must.names == {"M1>home"}
    for table in (may, must):
        assert table.rule("pass", 1) == "BB3"
        names = [table.game.name(table.state, action) for action in table.game.publicly_legal(table.state)]
        assert names == ["M1>home", "pass"]
    assert may.view(None) == must.view(None)


def test_bb10_a_mole_that_the_player_never_saw_is_not_known() -> None:
    """Without `know_own`, seat 0 knows S1 as its own by moving it, but neither M2 nor L1."""
    assert "pass" in lane(f"{CLOVER_FULL} =Mc", know_own=False).names
    lane(f"{CLOVER_FULL} =Sc", know_own=False).refuses("pass", "BB10")
    assert "pass" in lane(f"{DEALT} =Sc S2>1 =Sc S1>4 =Sc", know_own=False).names, "seat 0 saw S2 only"


def test_bb10_passing_moves_and_shows_nothing() -> None:
    table = lane(f"{CLOVER_FULL} =Mc", know_own=False)
    before = at(table), owners(table, 0)
    table.play("pass")
    assert (at(table), owners(table, 0)) == before
    assert (table.mover, table.phase, table.view()["dice"]) == (1, "roll", None)


def test_bb10_one_other_action_is_enough_to_forbid_it() -> None:
    """S1 would go home, S2 would not."""
    table = lane(f"{DEALT} =Sl S1>2 =Sl S1>5 =Sl")
    assert table.names == {"S1>home", "S2>2"}
    table.refuses("pass", "BB9")


def test_bb10_a_guarded_mole_is_no_other_action() -> None:
    """S1 could go to 3 if the dog were not beside it; S2 can only go home."""
    table = lane(f"{DEALT} =Sc S1>1 =Dc dog>1 =Sf S2>3 =Sf S2>6 =Sf")
    assert table.names == {"S2>home", "pass"}


def test_bb10_with_the_face_e_the_dog_is_another_possibility() -> None:
    table = lane(f"{CLOVER_FULL} =Ec")
    assert {"S1>home", "M1>home", "dog>1", "dog>4"} <= table.names
    table.refuses("pass", "BB9")
    lane(f"{CLOVER_FULL} =Ec", either="dog").refuses("pass", "BB9")


# --- BB11: the dog ---


def test_bb11_any_hill_with_the_symbol_forward_or_backward() -> None:
    assert lane(f"{DEALT} =Dl").names == {"dog>2", "dog>5"}
    assert lane(f"{DEALT} =Dc dog>4 =Dl").names == {"dog>2", "dog>5"}


def test_bb11_occupied_by_a_mole_or_not() -> None:
    table = lane(f"{DEALT} =Sc S1>1 =Dc")
    assert table.names == {"dog>1", "dog>4"}
    table.play("dog>1")
    assert (table.view()["dog"], at(table)["S1"]) == (1, 1)


def test_bb11_it_must_change_its_hill() -> None:
    """Ruling."""
    table = lane(f"{DEALT} =Df")
    assert table.names == {"dog>3"}
    stays = table.refuses("dog>6", "BB11")
    assert stays.replace("6", "1") != table.refuses("dog>1", "BB11")


@pytest.mark.parametrize("name", ["dog>0", "dog>7", "dog>99", "dog>2", "dog>3"])
def test_bb11_not_the_haystack_nor_the_last_hill_nor_another_symbol(name: str) -> None:
    lane(f"{DEALT} =Dc").refuses(name, "BB11")
    lane(f"{DEALT} =Ec").refuses(name, "BB11")


# --- BB12: winning ---

ALMOST = f"{DEALT} =Ac S2>1 =Mc M1>4 =Mc M2>home =Sc S1>home =Af L1>3 =Lc"


def test_bb12_the_third_mole_home_wins_whoever_moved_it() -> None:
    """Seat 1 brings seat 0's last mole home."""
    table = lane(ALMOST)
    assert (table.actor, table.outcome) == (1, None)
    table.play("L1>home")
    assert table.outcome == ("BB12", 0, False)
    assert (table.actor, table.mover, table.phase, table.names, table.odds) == (None, None, "over", set(), {})
    assert table.scores is None


def test_bb12_by_ones_own_hand() -> None:
    assert lane(f"{DEALT} =Lc L1>1 =Sc S1>4 =Ac M2>home =Ac L1>home =Ac S1>home").outcome == (
        "BB12",
        0,
        False,
    )


def test_bb12_three_moles_of_different_owners_are_not_enough() -> None:
    assert lane(f"{CLOVER_FULL} =Mc M1>home =Mc M2>home =Lc L1>home").outcome is None


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_bb12_after_the_end_every_action_is_refused(seat: int | None) -> None:
    table = lane(f"{ALMOST} L1>home")
    for name in ("S2>4", "dog>1", "pass", "=Sc", "deal:S=01", "M1>99", "S4>1"):
        assert table.rule(name, seat) == "BB12"
        table.refuses(name, "BB12")
    table.malformed("nothing")


# --- BB13: the limit ---


def test_bb13_the_default_is_a_thousand_turns() -> None:
    assert lane().setup.options["turn_limit"] == 1000


def test_bb13_a_thousand_turns_of_the_dog_are_a_draw() -> None:
    table = lane(DEALT).play("=Dc dog>1 =Dc dog>4 " * 499 + "=Dc dog>1")
    assert table.outcome is None
    assert table.play("=Dc dog>4").outcome == ("BB13", None, True)


def test_bb13_a_draw_after_the_last_turn() -> None:
    table = lane(f"{DEALT} =Sc", turn_limit=1)
    assert (table.actor, table.outcome) == (0, None)
    table.play("S1>1")
    assert table.outcome == ("BB13", None, True)
    assert (table.actor, table.phase, table.names) == (None, "over", set())
    table.refuses("=Sc", "BB12")


def test_bb13_dealing_does_not_count() -> None:
    assert lane(DEALT, turn_limit=1).outcome is None


def test_bb13_a_dead_roll_counts_as_a_turn() -> None:
    """Five turns lead there, the sixth is dead."""
    assert lane(f"{NO_SMALL} =Sc", turn_limit=6).outcome == ("BB13", None, True)
    table = lane(f"{NO_SMALL} =Sc", turn_limit=7)
    assert (table.outcome, table.mover) == (None, 1)
    assert table.play("=Mf M1>3").outcome == ("BB13", None, True)


def test_bb13_a_pass_is_a_turn() -> None:
    assert lane(f"{CLOVER_FULL} =Mc pass", turn_limit=3, know_own=False).outcome == ("BB13", None, True)
    assert lane(f"{CLOVER_FULL} =Mc pass", turn_limit=4, know_own=False).outcome is None


def test_bb13_a_win_in_the_last_turn_is_a_win() -> None:
    assert lane(f"{ALMOST} L1>home", turn_limit=6).outcome == ("BB12", 0, False)
    whoever: dict[str, Any] = {"pass": "any", "turn_limit": 6}
    assert lane(f"{ALMOST} pass", **whoever).outcome == ("BB13", None, True)
