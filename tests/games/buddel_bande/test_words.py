"""Sentences for Buddel Bande, action by action."""

from __future__ import annotations

import pytest

from moleworks import speech
from moleworks.record import Match
from moleworks.texts import language
from tests.speech.example_games import (
    NAMES,
    ask_now,
    tell_last,
    tell_neighbours,
    tell_own,
    tell_position,
    tell_space,
    tell_standing,
)

DEALT = "deal:S=01 deal:M=10 deal:L=01"

SYMBOLS = [
    "Hills with clover: 1, 4, 7, 10.",
    "Hills with a leaf: 2, 5, 9, 11.",
    "Hills with a flower: 3, 6, 8, 12.",
]


def begun(line: str = "", **options: object) -> Match:
    """On the short track, which is `clfclfcflclf`."""
    match = Match.begin("buddel-bande", board="stroll", options=options)
    match.play(f"{DEALT} {line}".split())
    return match


def test_the_deal_and_the_dice() -> None:
    match = Match.begin("buddel-bande", board="stroll")
    assert ask_now(match) == "The small moles are being mixed."
    assert tell_last(match, "deal:S=01") == ["The small moles are mixed and sit on the haystack."]
    assert ask_now(match) == "The medium moles are being mixed."
    assert tell_last(match, "deal:M=01 deal:L=01") == ["The large moles are mixed and sit on the haystack."]
    assert ask_now(match) == "Lina: roll the dice."


@pytest.mark.parametrize(
    ("dice", "told", "due"),
    [
        ("=Sc", "Lina rolls: small mole, clover.", "Lina: move a small mole to the next free clover."),
        ("=Ml", "Lina rolls: medium mole, leaf.", "Lina: move a medium mole to the next free leaf."),
        ("=Lf", "Lina rolls: large mole, flower.", "Lina: move a large mole to the next free flower."),
        ("=Ac", "Lina rolls: any mole, clover.", "Lina: move any mole to the next free clover."),
        ("=Dl", "Lina rolls: dog, leaf.", "Lina: move the dog to another hill with a leaf."),
        (
            "=Ef",
            "Lina rolls: dog or any mole, flower.",
            "Lina: move any mole to the next free flower, or the dog to another hill with a flower.",
        ),
    ],
)
def test_every_face(dice: str, told: str, due: str) -> None:
    match = begun()
    assert tell_last(match, dice) == [told]
    assert ask_now(match) == due


def test_either_may_mean_the_dog() -> None:
    match = begun(either="dog")
    assert tell_last(match, "=Ec") == ["Lina rolls: dog, clover."]
    assert ask_now(match) == "Lina: move the dog to another hill with clover."
    assert "The dice show: dog, clover." in tell_position(match)


def test_a_mole_goes() -> None:
    match = begun()
    assert tell_last(match, "=Sc S1>1") == ["Lina: small mole 1 goes from the haystack to hill 1."]
    assert tell_last(match, "=Sc S1>4") == ["Max: small mole 1 goes from hill 1 to hill 4."]


def test_the_dog() -> None:
    match = begun("=Sc S1>1 =Sl S2>2")
    assert tell_last(match, "=Dc dog>1") == [
        "Lina sends the dog from hill 12 to hill 1.",
        "Now small mole 1 must wait beside the dog.",
    ]
    assert tell_last(match, "=Dl dog>2") == [
        "Max sends the dog from hill 1 to hill 2.",
        "Now small mole 1 may move again.",
        "Now small mole 2 must wait beside the dog.",
    ]
    assert tell_last(match, "=Dc dog>4 =Mc M1>4") == [
        "Max: medium mole 1 goes from the haystack to hill 4.",
        "The dog sits there, so this mole must wait.",
    ]


HOME = "=Sl S1>2 =Sl S1>5 =Sl S1>9 =Sl S1>11"


def test_a_mole_comes_home() -> None:
    match = begun(HOME)
    match.play(["=Sl"])
    assert ask_now(match) == "Lina: move a small mole to the next free leaf."
    assert tell_last(match, "S1>home") == [
        "Lina: small mole 1 goes from hill 11 to the last hill.",
        "Underneath is the ant: the mole goes home to Lina.",
        "Lina has 1 mole at home now.",
    ]


def test_home_or_pass() -> None:
    match = begun(f"{HOME} =Dc dog>1 =Sc S2>1 =Dc dog>4 =Sf S2>3 =Sl S2>5 =Sl S2>9 =Sf S2>12")
    match.play(["=Sf"])
    player = "Lina" if match.game.mover(match.state) == 0 else "Max"
    text = "send a small mole home. You may pass if you know none of them as your own."
    assert ask_now(match) == f"{player}: {text}"
    agreed = Match.begin("buddel-bande", board="stroll", options={"pass": "any"})
    agreed.play(match.names)
    assert ask_now(agreed) == f"{player}: send a small mole home, or pass."
    assert tell_last(agreed, "pass")[0].endswith("passes.")


def test_a_dead_roll() -> None:
    match = begun(f"{HOME} =Sl S1>home =Sc S2>1 =Dc dog>1")
    assert tell_last(match, "=Sc") == [
        "Max rolls: small mole, clover.",
        "No small mole can move, so the dice are rolled again (BB9).",
    ]
    assert ask_now(match) == "Max: roll the dice."


def test_the_end() -> None:
    line = f"{HOME} =Sl S1>home"
    for mole in ("M2", "L1"):
        face = mole[0]
        line += "".join(f" ={face}l {mole}>{hill}" for hill in (2, 5, 9, 11, "home"))
    match = begun(line)
    end = "The game is over (BB12): Lina has three moles at home and wins!"
    assert tell_last(match)[1:] == [
        "Underneath is the ant: the mole goes home to Lina.",
        "Lina has 3 moles at home now.",
        end,
    ]
    assert ask_now(match) == end
    assert tell_position(match) == [
        *SYMBOLS,
        "Haystack: small mole 2 (Max), medium mole 1 (Max), large mole 2 (Max).",
        "The dog sits at hill 12, flower.",
        "Lina (ant), moles at home: small mole 1, medium mole 2, large mole 1.",
        "Max (ladybird): no mole at home yet.",
    ]
    assert tell_space(match, "home") == "Home: Lina 3, Max 0."


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_at_the_end_every_owner_is_told(seat: int | None) -> None:
    match = begun("=Sc S2>1 =Dc dog>1 =Mc", turn_limit=3)
    assert "Hill 1, clover: small mole 2." in tell_position(match)
    match.play(["M1>4"])
    assert match.game.outcome(match.state)
    assert tell_position(match, seat)[3:6] == [
        "Haystack: small mole 1 (Lina), medium mole 2 (Lina), large mole 1 (Lina), large mole 2 (Max).",
        "Hill 1, clover: small mole 2 (Max).",
        "Hill 4, clover: medium mole 1 (Max).",
    ]


def test_what_is_around_a_hill() -> None:
    match = begun("=Sc S2>1 =Dc dog>1")
    assert (
        tell_neighbours(match, "2")
        == "hill 2, around it: hill 1 clover, small mole 2, dog; hill 3 flower, free."
    )
    assert tell_neighbours(match, "hill 2", 0).startswith(
        "hill 2, around it: hill 1 clover, small mole 2 (Max), dog;"
    )
    assert (
        tell_neighbours(match, "dog")
        == tell_neighbours(match, "S2")
        == "hill 1, around it: haystack; hill 2 leaf, free."
    )
    assert tell_neighbours(match, "haystack") == "haystack, around it: hill 1 clover, small mole 2, dog."
    assert tell_neighbours(match, "12") == "hill 12, around it: hill 11 leaf, free; home."
    assert tell_neighbours(match, "home") == "home, around it: hill 12 flower, free."
    assert tell_neighbours(match, "99") == tell_space(match, "99")


def test_too_many_turns() -> None:
    match = begun("=Sc", turn_limit=1)
    assert (
        tell_last(match, "S1>1")[-1]
        == "The game is over (BB13): too many turns were played, so it is a draw."
    )


def test_the_position() -> None:
    match = begun("=Sc S2>1 =Dc dog>1 =Ac")
    assert tell_position(match) == [
        *SYMBOLS,
        "Haystack: small mole 1, medium mole 1, medium mole 2, large mole 1, large mole 2.",
        "Hill 1, clover: small mole 2.",
        "The dog sits at hill 1, clover, beside a mole.",
        "The dice show: any mole, clover.",
        "Lina (ant): no mole at home yet.",
        "Max (ladybird): no mole at home yet.",
    ]
    assert tell_position(match, 0)[4] == "Hill 1, clover: small mole 2 (Max)."
    assert tell_position(match, 0)[3].startswith(
        "Haystack: small mole 1 (Lina), medium mole 1, medium mole 2 (Lina), "
    )


def test_the_score_and_what_each_has() -> None:
    match = begun("=Sc S2>1 =Dc dog>1 =Ac")
    home = ["Lina (ant): no mole at home yet.", "Max (ladybird): no mole at home yet."]
    assert tell_standing(match) == home
    assert tell_own(match, 0, 0)[0] == "small mole 1: haystack."
    assert tell_own(match, 1, 0) == ["small mole 2: hill 1, clover, dog.", home[1]], (
        "Lina has looked underneath"
    )
    assert tell_own(match, 1) == home[1:], "nobody else knows"


def test_a_place() -> None:
    match = begun("=Sc S2>1 =Dc dog>1")
    assert tell_space(match, "0") == tell_space(match, "Haystack") == "Haystack: small 1, medium 2, large 2."
    assert tell_space(match, "1") == "Hill 1: clover, small mole 2, dog."
    assert tell_space(match, "dog") == "dog: hill 1, clover, small mole 2."
    assert tell_space(match, "1", 0) == "Hill 1: clover, small mole 2 (Max), dog."
    assert tell_space(match, "7") == "Hill 7: clover, free."
    assert tell_space(match, "13") == tell_space(match, "home") == "Home: Lina 0, Max 0."
    assert tell_space(match, "s2") == "small mole 2: hill 1, clover, dog."
    assert tell_space(match, "S2", 0) == "small mole 2 (Max): hill 1, clover, dog."
    assert tell_space(match, "L1") == "large mole 1: haystack."
    assert tell_space(match, "large mole 1") == tell_space(match, "grande taupe 1") == tell_space(match, "L1")
    assert tell_space(match, "tas de foin") == tell_space(match, "Heuhaufen") == tell_space(match, "haystack")
    assert tell_space(match, "Hund") == tell_space(match, "chien") == tell_space(match, "dog")
    assert tell_space(match, "hill 3") == tell_space(match, "3")
    assert tell_space(match, "99") == "There is no place 99 on this track."


@pytest.mark.parametrize(
    ("action", "rule", "told"),
    [
        (
            "S2>4",
            "BB6",
            {
                "en": "The dog sits beside small mole 2: it dares not move until the dog leaves.",
                "fr": "Le chien est à côté\u00a0: la petite taupe 2 n’ose pas bouger tant qu’il reste là.",
                "de": "Der Hund sitzt daneben: Bis er geht, traut sich kleiner Maulwurf 2 nicht weiter.",
            },
        ),
        (
            "L1>9",
            "BB5",
            {
                "en": "This roll takes large mole 1 to hill 4.",
                "fr": "Avec ces dés, la grande taupe 1 va sur la taupinière 4.",
                "de": "Mit diesem Wurf geht großer Maulwurf 1 auf Hügel 4.",
            },
        ),
        (
            "M1>home",
            "BB8",
            {
                "en": "Already at home: medium mole 1.",
                "fr": "Déjà dans sa tanière\u00a0: taupe moyenne 1.",
                "de": "Schon zu Hause: mittlerer Maulwurf 1.",
            },
        ),
        (
            "M1>4",
            "BB5",
            {
                "en": "Moles never go back, and medium mole 1 is at home already.",
                "fr": "Une taupe ne recule jamais, et la taupe moyenne 1 est déjà dans sa tanière.",
                "de": "Maulwürfe gehen nie zurück, und mittlerer Maulwurf 1 ist schon zu Hause.",
            },
        ),
        (
            "S4>4",
            "BB1",
            {
                "en": "In this game there is no small mole 4.",
                "fr": "Dans cette partie, il n’y a pas de petite taupe 4.",
                "de": "In diesem Spiel spielt kleiner Maulwurf 4 nicht mit.",
            },
        ),
    ],
)
def test_a_refusal_calls_moles_as_people_do(action: str, rule: str, told: dict[str, str]) -> None:
    """Small mole 2 is guarded, medium mole 1 at home; what a page marks is still named as it is written."""
    match = begun("=Ml M1>2 =Ml M1>5 =Ml M1>9 =Ml M1>11 =Ml M1>home =Sc S2>1 =Dc dog>1 =Ac")
    refusal = match.game.explain(match.state, action)
    assert refusal is not None
    assert refusal.rule == rule
    assert refusal.values["mole"] == action[:2]
    reason = speech.reason(match.game, refusal, NAMES)
    assert {code: language(code).tell(reason) for code in told} == told


def test_what_the_die_forbids_is_said_without_letters() -> None:
    match = begun("=Sc")
    refusal = match.game.explain(match.state, "L1>1")
    assert refusal is not None
    tell_last = speech.reason(match.game, refusal, NAMES)
    assert str(tell_last) == "The die shows a small mole: move a small one."
