"""`play`, `roll`, `undo`, `legal`, `explain`, `best`: a game is played."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

import moleworks.texts
from moleworks import engine
from moleworks.engine import Advice, Line, SearchStats, chance
from moleworks.games import GAMES, Message
from tests.games.action_names import NO_NAMES
from tests.rpc.client import PARAMS, Client, begun

PLACED = ["a1", "a3", "b1", "b2", "c1", "c2", "c3", "e5"]
DEALT = ["deal:S=01", "deal:M=01", "deal:L=01"]
OVER = {"options": {"turn_limit": 1}}


def test_play_several_actions_at_once() -> None:
    position = begun("mole-hill").ask("play", actions=["e4", "a1|a2", "e5"])
    assert (position["ply"], position["phase"], position["actor"]) == (3, "rod", 1)


def test_play_nothing() -> None:
    assert begun("mole-hill").ask("play", actions=[])["ply"] == 0


@pytest.mark.parametrize("actions", [None, "e4", 5, {}, {"0": "e4"}, [5], ["e4", None], [["e4"]], [True]])
def test_play_wants_a_list_of_names(actions: Any) -> None:
    assert begun("mole-hill").fail("play", actions=actions) == (PARAMS, "Actions are a list of names.")


def test_a_refused_action() -> None:
    client = begun("mole-hill")
    assert client.refuse("e4", "d4|f4") == {
        "index": 1,
        "action": "d4|f4",
        "rule": "MH6",
        "reason": "d4 and f4 have no edge in common.",
    }


@pytest.mark.parametrize(
    ("game", "played", "refused", "index", "rule"),
    [
        ("mole-hill", [], ["z9"], 0, "MH2"),
        ("mole-hill", [], ["a1", "a1"], 1, "MH1"),
        ("mole-hill", ["a1"], ["a1|z9"], 0, "MH6"),
        ("mole-hill", ["a1", "a1|a2"], ["b1", "a1|b1", "z9"], 2, "MH3"),
        ("mole-company", [], ["a1", "a1"], 1, "MC2"),
        ("mole-company", [], ["flip"], 0, "MC3"),
        ("mole-company", [], ["=9"], 0, "MC3"),
        ("buddel-bande", [], ["deal:S=00"], 0, "BB1"),
        ("buddel-bande", DEALT, ["=Zz"], 0, "BB3"),
        ("buddel-bande", [*DEALT, "=Sc"], ["S9>1"], 0, "BB1"),
        ("buddel-bande", [*DEALT, "=Sc"], ["pass"], 0, "BB9"),
        ("buddel-bande", [*DEALT, "=Dc"], ["dog>999"], 0, "BB11"),
    ],
)
def test_a_name_of_the_right_shape_is_refused_by_a_rule(
    game: str, played: list[str], refused: list[str], index: int, rule: str
) -> None:
    client = begun(game)
    client.ask("play", actions=played)
    data = client.refuse(*refused)
    assert (data["index"], data["action"], data["rule"]) == (index, refused[index], rule)


@pytest.mark.parametrize("game", GAMES)
def test_malformed_names_are_bad_parameters(game: str) -> None:
    client = begun(game)
    for name in NO_NAMES[game]:
        before = client.stand()
        error = client.send("play", actions=[name])["error"]
        assert (error["code"], error["data"]) == (PARAMS, {"index": 0, "action": name})
        assert client.fail("explain", action=name)[0] == PARAMS
        assert client.stand() == before


def test_all_or_nothing_wherever_it_fails() -> None:
    client = begun("mole-hill")
    assert client.refuse("e4", "a1|a2", "e5", "e5|e6", "e5")["index"] == 4
    before = client.stand()
    error = client.send("play", actions=["e4", "a1|a2", "?"])["error"]
    assert (error["code"], error["data"]["index"]) == (PARAMS, 2)
    assert client.stand() == before


def test_undo_counts_actions_chance_included() -> None:
    client = begun("buddel-bande")
    client.ask("play", actions=[*DEALT, "=Sc", "S1>1"])
    assert client.ask("undo")["phase"] == "act"
    assert client.ask("undo", count=2)["phase"] == "deal"
    assert client.ask("undo", count=None)["ply"] == 1
    assert client.ask("undo", count=1)["ply"] == 0


@pytest.mark.parametrize("count", [0, -1, 3, 10**9])
def test_undo_has_bounds(count: int) -> None:
    client = begun("mole-hill")
    client.ask("play", actions=["e4", "a1|a2"])
    code, message = client.fail("undo", count=count)
    assert (code, message) == (PARAMS, f"{count} actions cannot be undone: 2 were played.")


@pytest.mark.parametrize("count", ["1", 1.0, True, [1], {}])
def test_undo_wants_a_whole_number(count: Any) -> None:
    client = begun("mole-hill")
    client.ask("play", actions=["e4", "a1|a2"])
    assert client.fail("undo", count=count) == (PARAMS, "The count is a whole number.")


def test_legal_actions() -> None:
    client = begun("mole-hill", preset="short")
    actions = client.ask("legal")["actions"]
    assert [action["name"] for action in actions] == ["d3", "e3", "f3", "d4", "f4", "d5", "e5", "f5"]
    assert all(set(action) == {"name"} for action in actions)
    assert client.ask("position")["legal"] == 8


def test_odds_where_chance_acts() -> None:
    client = begun("mole-company", board="burrow")
    client.ask("play", actions=PLACED)
    assert client.ask("legal")["actions"] == [
        {"name": "=1", "odds": 1 / 6},
        {"name": "=2", "odds": 1 / 3},
        {"name": "=3", "odds": 1 / 3},
        {"name": "=4", "odds": 1 / 6},
    ]
    rolls = begun("buddel-bande")
    rolls.ask("play", actions=DEALT)
    assert [action["odds"] for action in rolls.ask("legal")["actions"]] == [1 / 18] * 18


def test_nothing_is_legal_after_the_end() -> None:
    client = begun("buddel-bande", **OVER)
    position = client.ask("play", actions=[*DEALT, "=Sc", "S1>1"])
    assert (position["over"], position["actor"], position["phase"]) == (True, None, "over")
    assert (position["draw"], position["winner"], position["legal"]) == (True, None, 0)
    assert client.ask("legal") == {"actions": []}
    assert client.refuse("=Sc")["rule"] == "BB12"


def test_a_round_for_study_has_no_winner() -> None:
    client = begun("mole-hill", board="patch", options={"rounds": 1})
    random = Random(1)
    while not (position := client.ask("position"))["over"]:
        names = [action["name"] for action in client.ask("legal")["actions"]]
        client.ask("play", actions=[random.choice(names)])
    assert (position["winner"], position["draw"]) == (None, False)
    assert position["scores"][0] > 0


def test_roll_with_a_seed_is_the_same_each_time() -> None:
    def rolled(seed: int) -> list[str]:
        client = begun("buddel-bande", players=4)
        for n in range(3):
            assert client.ask("roll", seed=seed + n)["ply"] == n + 1
        return [word for word in client.ask("record")["record"].split() if word.startswith("deal:")]

    assert rolled(7) == rolled(7)
    assert len({tuple(rolled(seed)) for seed in range(0, 60, 3)}) > 15
    assert rolled(-5) == rolled(-5)
    assert rolled(10**40) == rolled(10**40)


def test_roll_follows_the_odds() -> None:
    """Every disc by its seed, and about as often as it should: 1, 2, 2, 3, 3, 4."""
    client = begun("mole-company", board="burrow")
    client.ask("play", actions=PLACED)
    seen: Counter[str] = Counter()
    for seed in range(600):
        ply = client.ask("roll", seed=seed)["ply"]
        seen[client.ask("record")["record"].split(" =")[1].split()[0]] += 1
        client.ask("undo", count=ply - 8)
    assert set(seen) == {"1", "2", "3", "4"}
    # These seeds are always the same, so this never fails by bad luck.
    assert 70 < seen["1"] < 130
    assert 160 < seen["2"] < 240
    assert 160 < seen["3"] < 240


def test_roll_without_a_seed_is_not_foretold() -> None:
    client = begun("buddel-bande", players=4)
    deals = set()
    for _ in range(40):
        client.ask("roll", seed=None)
        client.ask("roll")
        deals.add(client.ask("record")["record"].split("1. ")[1])
        client.ask("undo", count=2)
    assert len(deals) > 20


@pytest.mark.parametrize("seed", ["1", 1.0, True, [], {}])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    assert begun("buddel-bande").fail("roll", seed=seed) == (PARAMS, "A seed is a whole number.")


def test_roll_only_where_chance_acts() -> None:
    assert begun("mole-hill").fail("roll") == (PARAMS, "Chance does not act here.")
    client = begun("buddel-bande", **OVER)
    client.ask("play", actions=[*DEALT, "=Sc"])
    assert client.fail("roll")[0] == PARAMS
    client.ask("play", actions=["S1>1"])
    assert client.fail("roll", seed=1)[0] == PARAMS


def test_explain() -> None:
    client = begun("mole-hill")
    assert client.ask("explain", action="e4") == {"legal": True}
    client.ask("play", actions=["e4"])
    assert client.ask("explain", action="d4|f4") == {
        "legal": False,
        "rule": "MH6",
        "reason": "d4 and f4 have no edge in common.",
    }
    assert client.ask("explain", action="e5", lang="en")["rule"] == "MH1"


@pytest.mark.parametrize("lang", ["", "EN", "es", "en_GB", None, 5, ["en"], {}, True])
def test_explain_in_no_language(lang: Any) -> None:
    client = begun("mole-hill")
    assert client.fail("explain", action="e4", lang=lang) == (PARAMS, "A language is one of en, fr, de.")


@pytest.mark.parametrize("action", [None, 5, ["e4"], {}, True])
def test_explain_wants_a_name(action: Any) -> None:
    assert begun("mole-hill").fail("explain", action=action) == (PARAMS, "The parameter action is a string.")


def test_explain_in_three_languages() -> None:
    client = begun("mole-hill")
    client.ask("play", actions=["e4"])
    for lang in ("fr", "de"):
        catalogue = Path(moleworks.texts.__file__).parent / lang / "LC_MESSAGES" / "moleworks.mo"
        assert catalogue.exists(), "the build compiles the catalogues: run scripts/test, or pip install -e ."
    answers = [client.ask("explain", action="d4|f4", lang=lang) for lang in ("en", "fr", "de")]
    assert {(answer["legal"], answer["rule"]) for answer in answers} == {(False, "MH6")}
    assert len({answer["reason"] for answer in answers}) == 3
    assert all("d4" in answer["reason"] and "f4" in answer["reason"] for answer in answers)
    assert len({client.fail("explain", action="?", lang=lang)[1] for lang in ("en", "fr", "de")}) == 3


SEARCHED = {"method", "depth", "nodes", "seconds", "exact", "compiled", "cache"}


def small(game: str) -> Client:
    """A game on a small board, where a seat is to act."""
    if game == "mole-hill":
        return begun(game, board="patch")
    if game == "mole-company":
        return begun(game, board="burrow")
    client = begun(game, board="stroll")
    client.ask("play", actions=[*DEALT, "=Ac"])
    return client


@pytest.mark.parametrize("budget", [{"level": 1}, {"seconds": 0.01}, {"simulations": 10}], ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_best(game: str, budget: dict[str, Any]) -> None:
    client = small(game)
    before = client.stand()
    best = client.ask("best", **budget)
    legal = [action["name"] for action in client.ask("legal")["actions"]]
    assert set(best) == {"action", "value", "lines", "searched"}
    assert best["action"] in legal
    [line] = best["lines"]
    assert set(line) == {"action", "value", "line", "why"}
    assert (line["action"], line["value"]) == (best["action"], best["value"])
    assert line["line"][0] == best["action"]
    assert line["why"].endswith(".")
    assert 0 <= best["value"] <= (20 if game == "mole-hill" else 1)
    assert set(best["searched"]) >= SEARCHED
    assert client.stand() == before


@pytest.mark.parametrize("game", GAMES)
def test_best_lines_are_different_actions(game: str) -> None:
    client = small(game)
    legal = [action["name"] for action in client.ask("legal")["actions"]]
    for wanted in (1, 2, 3, 10**30):
        lines = client.ask("best", level=1, lines=wanted)["lines"]
        assert len({line["action"] for line in lines}) == len(lines) == min(wanted, len(legal))
        assert {line["action"] for line in lines} <= set(legal)


def test_no_more_lines_than_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many are asked for, a player is not."""
    asked: list[int] = []
    really = engine.best

    def best(*given: Any, **more: Any) -> Any:
        asked.append(more["lines"])
        return really(*given, **more | {"lines": 1})

    monkeypatch.setattr(engine, "best", best)
    small("mole-hill").ask("best", level=1, lines=10**400)
    assert asked == [25]


def test_best_with_a_seed_is_the_same_each_time() -> None:
    client = small("buddel-bande")
    for seed in (0, 7, -5, 10**40):
        answers = [client.ask("best", level=1, lines=2, seed=seed)["lines"] for _ in range(2)]
        assert answers[0] == answers[1]
    assert client.ask("best", level=1, seed=None)["action"]


def test_best_says_why_in_three_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is told, it is told in the language that is asked for."""
    line = Line("c3", 2.5, ("c3",), Message("Nothing has been played yet."))
    advice = Advice((line,), SearchStats("none", 1, 1, 0.0, False, False, 0))
    monkeypatch.setattr(engine, "best", lambda *_given, **_more: advice)
    client = small("mole-hill")
    whys = [client.ask("best", level=1, lang=lang)["lines"][0]["why"] for lang in ("en", "fr", "de")]
    assert whys[0] == client.ask("best", level=1)["lines"][0]["why"] == "Nothing has been played yet."
    assert len(set(whys)) == 3


def test_best_knows_no_more_than_the_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a player gets is the same whoever owns the moles that the seat has not seen."""
    seen: list[Any] = []
    really = engine.best

    def best(*given: Any, **more: Any) -> Any:
        seen.append(given)
        return really(*given, **more)

    monkeypatch.setattr(engine, "best", best)
    answers = []
    for deal in (["deal:S=012", "deal:M=012", "deal:L=012"], ["deal:S=021", "deal:M=021", "deal:L=021"]):
        client = begun("buddel-bande", players=3, board="stroll")
        client.ask("play", actions=[*deal, "=Ac"])
        answers.append(client.ask("best", simulations=50, lines=3, seed=1)["lines"])
    assert seen[0] == seen[1]
    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    "budget",
    [{}, {"level": 1, "seconds": 1}, {"level": 0}, {"level": 8}, {"level": 1.0}, {"level": True},
     {"level": "1"}, {"level": None}, {"seconds": 0}, {"seconds": -1}, {"seconds": True}, {"seconds": "1"},
     {"simulations": 0}, {"simulations": 1.5}, {"simulations": True}, {"level": 1, "lines": 0},
     {"level": 1, "lines": 1.0}, {"level": 1, "lines": True}, {"level": 1, "lines": None},
     {"level": 1, "seat": 1}, {"level": 1, "seat": -1}, {"level": 1, "seat": "0"},
     {"level": 1, "seat": False}, {"level": 1, "seat": 0.0}, {"level": 1, "seat": None},
     {"seconds": 3601}, {"seconds": 1e300}, {"seconds": 10**400}, {"simulations": 10**9 + 1},
     {"simulations": 2**63}, {"level": 10**400}, {"level": 1, "seed": "1"}, {"level": 1, "seed": True},
     {"level": 1, "seed": 1.0}, {"level": 1, "lang": "es"}, {"level": 1, "lang": None}],
)  # fmt: skip
def test_best_refuses(budget: dict[str, Any]) -> None:
    assert begun("mole-hill").fail("best", **budget)[0] == PARAMS


def test_best_for_the_seat_to_act() -> None:
    client = begun("mole-hill")
    assert client.ask("best", level=1, seat=0)["action"]
    client.ask("play", actions=["e4"])
    assert client.ask("best", level=1, seat=1)["action"]


def test_best_only_where_a_seat_acts() -> None:
    assert begun("buddel-bande").fail("best", level=1)[0] == PARAMS
    client = begun("buddel-bande", **OVER)
    client.ask("play", actions=[*DEALT, "=Sc", "S1>1"])
    assert client.fail("best", level=1)[0] == PARAMS


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a bot would play it: roll where chance acts, else take what `best` says."""
    monkeypatch.setattr(chance, "SYSTEM", Random(1))
    board = {"mole-hill": "patch", "mole-company": "burrow", "buddel-bande": "stroll"}[game]
    client = begun(game, board=board, options={} if game == "mole-hill" else {"turn_limit": 40})
    seen = 0
    while not (position := client.ask("position"))["over"]:
        if position["actor"] == "chance":
            after = client.ask("roll")
        else:
            after = client.ask("play", actions=[client.ask("best", level=1)["action"]])
        seen += 1
        assert after["ply"] == seen
    again = Client()
    assert again.ask("load", record=client.ask("record")["record"]) == position
