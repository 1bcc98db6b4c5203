"""Sentences for Mole Company, action by action."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from moleworks import speech
from moleworks.games.mole_company.view_types import own_view
from moleworks.record import Match
from tests.rules.pages import ON_RED, TAPER, shifted
from tests.speech.example_games import (
    LIFTED,
    NAMES,
    PLACED,
    SET_UPS,
    SPECIAL,
    ask_now,
    burrow,
    label,
    steps,
    tell_last,
    tell_neighbours,
    tell_own,
    tell_position,
    tell_space,
    tell_standing,
)


def test_placing() -> None:
    match = burrow("")
    assert ask_now(match) == "Lina: place mole 1 of 4 on a free space that is not a hole."
    assert tell_last(match, "b1") == ["Lina places mole 1 on b1."]
    assert tell_last(match, PLACED[3:]) == ["Max places mole 4 on c3.", "All moles have their places."]
    assert ask_now(match) == "Lina: flip a disc."


def test_a_disc_and_a_move() -> None:
    match = burrow()
    assert tell_last(match, "=1") == ["Lina flips a 1."]
    assert ask_now(match) == "Lina: move a mole by 1, in a straight line."
    assert tell_last(match, "e5-d5") == ["Lina moves from e5 to d5.", "d5 is a hole; 4 holes are free."]


def test_a_turn_lost() -> None:
    assert tell_last(burrow(), "=3") == [
        "Lina flips a 3.",
        "Lina has no mole that can move 3: the turn is lost (MC6).",
    ]


def test_out_of_a_hole() -> None:
    match = burrow()
    assert tell_last(match, "=1 e5-d5 =1 c2-c1 =2 d5-b3") == [
        "Lina moves from d5 to b3.",
        "The hole d5 is free again.",
    ]


def test_out_of_a_hole_into_another() -> None:
    match = burrow(f"{PLACED} =3 =3 =1 e5-d5 =1 c2-d2 =2 b2-b4 =4 =3 b4-e4")
    assert tell_last(match) == [
        "Lina moves from b4 to e4.",
        "The hole b4 is free again.",
        "e4 is a hole; 2 holes are free.",
    ]


def test_the_discs_are_shuffled_after_the_move() -> None:
    match = burrow()
    line = LIFTED.split()
    sixth = line.index("d3-b1")
    assert tell_last(match, " ".join(line[:sixth])) == ["Max flips a 2."]
    assert "Max (yellow), discs: all six are put face down again after this move." in tell_position(match)
    assert tell_last(match, "d3-b1") == [
        "Max moves from d3 to b1.",
        "Max now shuffles all six discs and puts them face down again (MC4).",
    ]
    assert "Max (yellow), discs face down: 1, 2, 2, 3, 3, 4." in tell_position(match)


def test_the_discs_are_shuffled_after_a_lost_turn() -> None:
    line = LIFTED.split()
    assert tell_last(burrow(), " ".join(line[: line.index("d3-b1") - 1])) == [
        "Lina flips a 4.",
        "Lina has no mole that can move 4: the turn is lost (MC6).",
        "Lina now shuffles all six discs and puts them face down again (MC4).",
    ]


def test_a_board_is_lifted() -> None:
    assert tell_last(burrow(), LIFTED) == [
        "Lina moves from b3 to b4.",
        "All holes are taken: the green board is lifted (MC8).",
        "Max loses 3 moles.",
        "Below lies the dark red board, with 3 holes.",
        "Free holes: a1, c5, e3.",
        "Special spaces: c4.",
    ]


def test_a_special_space() -> None:
    match = burrow(f"{PLACED} {LIFTED}")
    assert tell_last(match, SPECIAL) == [
        "Max moves from c2 to c4.",
        "c4 is a special space: Max may take one more disc.",
    ]
    assert ask_now(match) == "Max: your mole is on a special space; choose: flip one more disc, or stop."
    assert tell_last(match, "flip") == ["Max takes one more disc."]
    assert ask_now(match) == "Max: flip one more disc."
    assert tell_last(match, "=1") == ["Max flips a 1."]
    assert ask_now(match) == "Max: move a mole by 1, in a straight line, but not onto a special space."
    match.undo(2)
    assert tell_last(match, "stop") == ["Max stops here."]


def test_an_extra_move_is_lost() -> None:
    match = burrow(f"{PLACED} {LIFTED} {SPECIAL} flip")
    assert tell_last(match, "=4") == [
        "Max flips a 4.",
        "Max has no mole that can make this extra move: it is lost (MC10).",
    ]


def test_all_moles_in_holes() -> None:
    line = f"{PLACED} {LIFTED} =3 =2 d5-b3 =2 a2-c2 =2 b3-d3 =2 c2-a2 =3 b4-b1 =1"
    match = burrow(line)
    assert tell_last(match, "a2-a1") == [
        "Max moves from a2 to a1.",
        "a1 is a hole; 2 holes are free.",
        "Max has every mole in a hole and must wait (MC7).",
    ]
    assert tell_last(match, "=2 d2-b2") == ["Lina moves from d2 to b2."]  # Max's turn goes by, as was said
    match = burrow(line, preset="tactile")
    assert tell_last(match, "a2-a1 =2 d2-b2") == ["Lina moves from d2 to b2."]
    assert ask_now(match) == "Max: all your moles are in holes; choose: flip a disc, or wait."
    assert tell_last(match, "wait") == ["Max waits."]
    match.undo()
    assert tell_last(match, "flip") == ["Max does not wait, and takes a disc."]


def test_the_position() -> None:
    match = burrow("b1")
    assert tell_position(match) == [
        "Board 1 of 4: the green board.",
        "Free holes: a2, b4, d2, d5, e4.",
        "Lina (sky blue), moles outside holes: b1.",
        "Max (yellow): no mole on the board yet.",
    ]
    match = burrow(f"{PLACED} {LIFTED} {SPECIAL} stop =3 b4-b1 =4 =2")
    assert tell_position(match) == [
        "Board 2 of 4: the dark red board.",
        "Free holes: a1, c5, e3.",
        "Special spaces: c4.",
        "Lina (sky blue), moles outside holes: b1, d2, d3, e4.",
        "Lina (sky blue), discs face down: 1, 3, 4.",
        "Max (yellow), moles outside holes: c4.",
        "Max (yellow), discs face down: 1, 2, 3, 3.",
        "The disc shows 2.",
    ]


def test_the_score_and_what_each_has() -> None:
    match = burrow("b1")
    assert tell_standing(match) == [
        "Board 1 of 4: the green board.",
        "Lina (sky blue): 1 mole, in holes 0.",
        "Max (yellow): no mole on the board yet.",
    ]
    match = burrow(f"{PLACED} {LIFTED} {SPECIAL} stop =3 b4-b1 =4 =2")
    assert tell_standing(match) == [
        "Board 2 of 4: the dark red board.",
        "Lina (sky blue): 4 moles, in holes 0.",
        "Max (yellow): 1 mole, in holes 0.",
    ]
    assert tell_own(match, 1) == [
        "Max (yellow), moles outside holes: c4.",
        "Max (yellow), discs face down: 1, 2, 3, 3.",
    ]


def test_specials_are_said_only_where_they_are_played_with() -> None:
    match = burrow(f"{PLACED} {LIFTED} =3 =2", preset="ravensburger-basic")
    assert not any("pecial" in told for told in tell_position(match))
    assert tell_space(match, "c4") == "c4: free."


def test_a_space() -> None:
    match = burrow(f"{PLACED} {LIFTED} {SPECIAL}")
    assert tell_space(match, "C4") == "c4: mole (Max), special space."
    assert tell_space(match, "a1") == "a1: free, hole."
    assert tell_space(match, "a2") == "a2: free."
    assert tell_space(match, "a4") == "There is no space a4 on this board."


def test_what_is_around_a_space() -> None:
    match = burrow(f"{PLACED} {LIFTED} {SPECIAL}")
    assert (
        tell_neighbours(match, "B3")
        == "b3, around it: b2 free; b4 mole (Lina); a2 free; a3 free; c3 free; c4 mole (Max), special space."
    )
    assert tell_neighbours(match, "a2") == "a2, around it: a1 free, hole; a3 free; b2 free; b3 free."
    assert tell_neighbours(match, "a4") == tell_space(match, "a4")


def test_the_rules_say_how_the_board_is_made() -> None:
    def rows(board: str) -> str:
        match = Match.begin("mole-company", board=board)
        return str(speech.rules(match.game, match.setup)[1])

    assert rows("burrow") == (
        "The rows are a1-a3, b1-b4, c1-c5, d2-d5, e3-e5; from c3 you reach c2, c4, b2, b3, d3, d4."
    )
    assert rows("classic").endswith("h4-h9, i5-i9; from e5 you reach e4, e6, d4, d5, f5, f6.")


@pytest.mark.parametrize(
    ("paths", "told", "here"),
    [
        ("all", [], "c3: mole (Max), hole."),
        (
            "solid",
            ["Dotted lines, closed: c3 b3, c3 c2, c3 d4."],
            "c3: mole (Max), hole, dotted lines to b3, c2, d4.",
        ),
        (
            "into",
            ["Dotted lines, only for a last step into the hole: c3 b3, c3 c2, c3 d4."],
            "c3: mole (Max), hole, dotted lines to b3, c2, d4.",
        ),
    ],
)
def test_dotted_lines(paths: str, told: list[str], here: str) -> None:
    for seed in range(50):
        match = Match.begin("mole-company", board="burrow", options={"final_paths": paths})
        list(steps(match, Random(seed)))
        outcome = match.game.outcome(match.state)
        if outcome and (outcome.rule, outcome.winner) == ("MC12", 1):
            break
    else:
        pytest.fail("Max never won")
    assert [line for line in tell_position(match) if line.startswith("Dotted")] == told
    assert tell_space(match, "c3") == here
    dotted = [
        part[:2] for part in tell_neighbours(match, "c3").split(": ")[1].split("; ") if "dotted line" in part
    ]
    assert dotted == (["c2", "b3", "d4"] if told else [])
    lifted = [
        str(message)
        for ply, name in enumerate(match.names)
        for message in speech.tell(match.game, match.before(ply), name, match.before(ply + 1), NAMES)
    ]
    assert [line for line in lifted if line.startswith("Dotted")] == told
    end = "The game is over (MC12): Max is first in the last hole and wins the golden shovel!"
    assert tell_last(match)[-1] == ask_now(match) == end


def counts(game: Any, state: Any) -> list[int]:
    return [len(moles) for moles in game.view(state, None)["moles"]]


@pytest.mark.parametrize("setup", [setup for setup in SET_UPS if setup["game"] == "mole-company"], ids=label)
def test_what_follows_by_itself_is_told(setup: dict[str, Any]) -> None:
    """Moles lost, players out, turns skipped and lost: as many as the views say."""
    match = Match.begin(**setup, rotations=[5, 0, 3, 2])
    game, held = match.game, set[int]()
    for before, name, after in steps(match, Random(label(setup)), 1500):
        told = [str(message) for message in speech.tell(game, before, name, after, NAMES)]
        was, now = own_view(game.view(before, None)), own_view(game.view(after, None))
        lost = [had - has for had, has in zip(counts(game, before), counts(game, after), strict=True)]
        assert sum("loses" in text for text in told) == sum(number > 0 for number in lost)
        gone = [seat for seat, has in enumerate(counts(game, after)) if lost[seat] > 0 and not has]
        assert [text for text in told if "is out" in text] == [
            f"{NAMES[seat]} has no moles left and is out." for seat in gone
        ]
        outcome = game.outcome(after)
        if was["level"] != now["level"]:
            assert any("is lifted" in text for text in told)
            assert any(text.startswith("Below lies") for text in told) == (outcome is None)
        if outcome:
            assert f"The game is over ({outcome.rule})" in told[-1]
            assert told[-1].endswith("it is a draw for all who still have moles.") == (outcome.winner is None)
            assert [name for name in NAMES if name in told[-1]] == [
                NAMES[seat] for seat in range(match.setup.players) if seat == outcome.winner
            ]
            continue
        if was["level"] != now["level"]:
            held.clear()
        waiting = [NAMES.index(text.split()[0]) for text in told if "must wait" in text]
        assert not held & set(waiting)  # said once
        held.update(waiting)
        if now["turn"] > was["turn"] > 0:
            seats = range(match.setup.players)
            passed = [((was["seat"] or 0) + more) % len(seats) for more in range(1, len(seats))]
            passed = passed[: passed.index(now["seat"])] if now["seat"] in passed else passed
            skipped = {seat for seat in passed if now["moles"][seat]}
            assert skipped <= held
            assert len(skipped) == now["turn"] - was["turn"] - 1
        assert now["seat"] not in held


def test_a_smaller_board_is_told_with_its_rows() -> None:
    """The warren under a larger first board: the rows of the red one are those of side 3."""
    match = Match.begin("mole-company", board=TAPER)
    match.play(shifted(ON_RED).split()[:-1])
    assert [line for line in tell_position(match) if "smaller" in line] == []
    told = tell_last(match, shifted(ON_RED).split()[-1])
    rows = "b2-b4, c2-c5, d2-d6, e3-e6, f4-f6"
    assert told[told.index("Below lies the dark red board, with 3 holes.") + 1] == (
        f"It is smaller: its rows are {rows}."
    )
    assert f"This board is smaller than the first one: its rows are {rows}." in tell_position(match)
    assert tell_space(match, "a1") == "There is no space a1 on this board."
    assert tell_neighbours(match, "a1") == "There is no space a1 on this board."
    assert "b3" in tell_neighbours(match, "b2")
    assert "a2" not in tell_neighbours(match, "b2")


@pytest.mark.parametrize(("board", "smaller"), [("classic", False), ("funnel", True)])
def test_the_rules_tell_whether_boards_get_smaller(board: str, smaller: bool) -> None:
    match = Match.begin("mole-company", board=board)
    rules = " ".join(map(str, speech.rules(match.game, match.setup)))
    assert ("moles in holes play on, on boards that get smaller." in rules) == smaller
    assert ("only moles in holes play on below." in rules) != smaller
