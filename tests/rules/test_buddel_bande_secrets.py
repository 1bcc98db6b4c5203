"""Buddel Bande: presets, options, names, views, and secrets that no view may contain."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moleworks.games import GAMES, BadSetup, Malformed
from tests.rules.brute_band import BuddelBande
from tests.rules.example_game import ExampleGame
from tests.rules.pages import DEALT, LANE, PRESETS, VALUES, resolved

GAME = "buddel-bande"
OVER = f"{DEALT} =Lc L1>1 =Sc S1>4 =Ac M2>home =Ac L1>home =Ac S1>home"


def lane(line: str = "", players: int = 2, **options: Any) -> ExampleGame:
    return ExampleGame(GAME, LANE, players, **options).play(line)


# --- presets and options ---


@pytest.mark.parametrize("players", [2, 3, 4])
def test_bb_the_preset_is_the_sheet(players: int) -> None:
    assert list(GAMES[GAME].presets) == ["goldsieber"]
    table = ExampleGame(GAME, "classic", players)
    assert table.setup.preset == "goldsieber"
    assert dict(table.setup.options) == resolved(GAME, "goldsieber", players)
    assert dict(table.setup.options) == PRESETS[GAME]["goldsieber"]


@pytest.mark.parametrize(
    ("option", "value"), [(option, value) for option, values in VALUES[GAME].items() for value in values]
)
def test_bb_every_option_overrides_the_preset(option: str, value: Any) -> None:
    table = ExampleGame(GAME, LANE, 2, "goldsieber", **{option: value})
    assert dict(table.setup.options) == resolved(GAME, "goldsieber", 2) | {option: value}


@pytest.mark.parametrize(
    "options",
    [
        {"know_own": 1},
        {"know_own": "true"},
        {"either": "cat"},
        {"pass": "never"},
        {"turn_limit": 0},
        {"turn_limit": False},
        {"dice": 2},
    ],
    ids=str,
)
def test_bb_no_such_option_or_value(options: dict[str, Any]) -> None:
    with pytest.raises(BadSetup):
        ExampleGame(GAME, LANE, 2, None, None, **options)


@pytest.mark.parametrize("players", [0, 1, 5])
def test_bb_is_for_two_to_four(players: int) -> None:
    with pytest.raises(BadSetup):
        ExampleGame(GAME, LANE, players)


def test_bb_nothing_is_turned() -> None:
    with pytest.raises(BadSetup):
        ExampleGame(GAME, LANE, 2, rotations=[0, 0, 0, 0])


# --- names ---

MALFORMED = [
    "", " ", "S1", "S1>", ">1", "S>1", "1>S", "S1>1 ", " S1>1", "S1>1\n", "s1>1", "X1>1", "S1>-1", "S1>one",
    "S1-1", "S1>>1", "S1>１", "M2>Home", "M2>HOME", "dog", "dog>", "dog>x", "Dog>1", "cat>1", "Pass", "pass ",
    "passe", "=", "=S", "=c", "=Scc", "=3", "S=c", "deal", "deal:", "deal:S", "deal:S=", "deal:=01",
    "deal:S=ab", "Deal:S=01", "e5", "c3|d3", "c3-c4", "flip", "nothing",
]  # fmt: skip


@pytest.mark.parametrize("text", MALFORMED, ids=repr)
def test_bb_malformed_is_no_name_in_any_phase(text: str) -> None:
    for line in ("", DEALT, f"{DEALT} =Ac", OVER):
        lane(line).malformed(text)


@given(
    st.text(max_size=9)
    | st.from_regex(
        r"[SML][0-9]>([0-9]{1,2}|home)|dog>[0-9]{1,2}|=[A-Z][a-z]|deal:[SML]=[0-9]{1,4}", fullmatch=True
    )
)
def test_bb_any_text_is_legal_refused_or_malformed(text: str) -> None:
    for line in ("", DEALT, f"{DEALT} =Ac"):
        table = lane(line)
        try:
            rule = table.rule(text)
        except Malformed:
            assert text not in table.names
        else:
            assert (rule is None) == (text in table.names)


def test_bb_odds_only_where_chance_acts() -> None:
    assert lane(f"{DEALT} =Ac").odds == {}
    assert lane(OVER).odds == {}


# --- views ---


def test_bb_the_view_holds_what_the_protocol_fixes() -> None:
    table = lane(f"{DEALT} =Sc S2>1 =Dl dog>5 =Mf")
    seen = table.view(0)
    fixed = {
        "moles": {
            "S1": {"at": 0, "owner": 0},
            "S2": {"at": 1, "owner": 1},
            "M1": {"at": 0},
            "M2": {"at": 0, "owner": 0},
            "L1": {"at": 0, "owner": 0},
            "L2": {"at": 0},
        },
        "dog": 5,
        "dice": "Mf",
    }
    assert seen == seen | fixed


def test_bb_a_watcher_sees_only_moles_at_home() -> None:
    seen = lane(f"{DEALT} =Sc S1>1 =Sc S2>4 =Mc M1>home").view()
    assert seen["moles"] == {
        "S1": {"at": 1}, "S2": {"at": 4}, "M1": {"at": 7, "owner": 1},
        "M2": {"at": 0}, "L1": {"at": 0}, "L2": {"at": 0},
    }  # fmt: skip


def test_bb_nothing_that_merely_follows_by_counting_is_shown() -> None:
    """With two players the rest is the other's: the view does not say so. Nor the last one of a size."""
    table = lane(DEALT)
    assert [mole for mole, seen in table.view(0)["moles"].items() if "owner" in seen] == ["S1", "M2", "L1"]
    table = lane("deal:S=012 deal:M=012 deal:L=012 =Sc S1>1 =Sc S2>4 =Sl S3>2 =Sf S2>6", 3, know_own=False)
    assert [mole for mole, seen in table.view(0)["moles"].items() if "owner" in seen] == ["S1", "S2"]


@pytest.mark.parametrize("line", [OVER, f"{DEALT} =Sc S1>1"], ids=["won", "drawn"])
def test_bb_once_over_everybody_sees_everything(line: str) -> None:
    limit = 1000 if line == OVER else 1
    table = lane(line, know_own=False, turn_limit=limit)
    assert table.phase == "over"
    for seat in (None, 0, 1):
        moles = table.view(seat)["moles"]
        assert {mole: seen["owner"] for mole, seen in moles.items()} == {
            "S1": 0, "S2": 1, "M1": 1, "M2": 0, "L1": 0, "L2": 1,
        }  # fmt: skip


# --- secrets ---


def random_line(players: int, know_own: bool, seed: int, length: int) -> list[str]:
    """A game on the lane as far as it goes, but not to its end."""
    dice = random.Random(f"{players} {know_own} {seed}")
    brute = BuddelBande(LANE, players, resolved(GAME, "goldsieber", players) | {"know_own": know_own})
    line: list[str] = []
    while len(line) < length:
        name = dice.choice(sorted(brute.names()))
        brute.play(name)
        if brute.end:
            break
        line.append(name)
    return line


def other_worlds(brute: BuddelBande, seat: int | None, deals: list[str]) -> Iterator[list[str]]:
    """Deals that differ from the real one only in two moles of a size that the seat knows nothing of."""
    hidden = [mole for mole in brute.at if not brute.knows(seat, mole)]
    for one, two in combinations(hidden, 2):
        if one[0] == two[0]:
            index = "SML".index(one[0])
            order = list(deals[index][7:])
            a, b = int(one[1]) - 1, int(two[1]) - 1
            order[a], order[b] = order[b], order[a]
            yield [*deals[:index], deals[index][:7] + "".join(order), *deals[index + 1 :]]


def allows(line: list[str], players: int, know_own: bool) -> bool:
    """Whether the rules allow all these actions."""
    brute = BuddelBande(LANE, players, resolved(GAME, "goldsieber", players) | {"know_own": know_own})
    for name in line:
        if brute.why(name) is not None:
            return False
        brute.play(name)
    return True


WATCHER = 9
"""No seat: whoever only watches is told that it is not their turn."""
PROBES = ["S1>1", "M2>home", "L1>4", "dog>1", "pass", "=Sc", "deal:S=01", "S2>99"]


def told(table: ExampleGame, seat: int | None) -> str:
    """Everything a seat can get to hear, to the letter."""
    asks = WATCHER if seat is None else seat
    reasons = [str(table.game.explain(table.state, name, asks)) for name in PROBES]
    seen = json.dumps(table.game.view(table.state, seat))
    game, state = table.game, table.state
    legal = [game.name(state, action) for action in game.publicly_legal(state)]
    names = sorted(table.names) if seat == table.actor or table.chance_acts else legal
    return json.dumps([seen, table.phase, table.actor, names, reasons])


@pytest.mark.slow
@pytest.mark.parametrize("know_own", [True, False])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_bb_worlds_that_a_seat_cannot_tell_apart_look_the_same(players: int, know_own: bool) -> None:
    """No null with a hint, nothing in ids, order or size: whoever owns the unknown moles."""
    compared = 0
    for seed in range(4):
        for length in (3, 9, 21, 33):
            line = random_line(players, know_own, seed, length)
            brute = BuddelBande(LANE, players, resolved(GAME, "goldsieber", players) | {"know_own": know_own})
            for name in line:
                brute.play(name)
            real = lane(" ".join(line), players, know_own=know_own)
            for seat in (None, *range(players)):
                for deals in other_worlds(brute, seat, line[:3]):
                    if not allows(deals + line[3:], players, know_own):
                        continue  # a pass was heard that this deal forbids, so the seat can tell (BB10)
                    other = lane(" ".join(deals + line[3:]), players, know_own=know_own)
                    assert told(other, seat) == told(real, seat)
                    compared += 1
    assert compared > 20


def test_bb_the_deal_itself_shows_only_ones_own() -> None:
    for seat, same in ((0, True), (1, False), (2, False), (None, True)):
        one, two = lane("deal:S=012", 3), lane("deal:S=021", 3)
        assert (told(one, seat) == told(two, seat)) is same
        one, two = lane("deal:S=012", 3, know_own=False), lane("deal:S=021", 3, know_own=False)
        assert told(one, seat) == told(two, seat)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_bb_an_unknown_owner_is_absent(players: int) -> None:
    """Not null, not -1: the field is not there."""
    for length in (0, 1, 2, 3, 13, 23):
        table = lane(" ".join(random_line(players, False, 1, length)), players, know_own=False)
        for seat in (None, *range(players)):
            for mole in table.view(seat)["moles"].values():
                assert set(mole) <= {"at", "owner"}
                assert mole.get("owner", 0) in range(players)
