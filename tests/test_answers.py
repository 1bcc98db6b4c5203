"""Answers to questions about a match: what is told, and that it gives no secret away."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from moleworks.answers import ANSWERS, Asked, OnlyMoverKnows, action_name, answer
from moleworks.core.messages import Complaint
from moleworks.games import GAMES
from moleworks.games.buddel_bande.view_types import own_view
from moleworks.record import Match
from moleworks.speech import places
from moleworks.speech.questions import QUESTIONS, parse
from moleworks.texts import LANGUAGES, language
from tests.speech.example_games import NAMES, steps
from tests.speech.test_secrets import begun, dealt_otherwise

CODES = ("en", *(code for code in LANGUAGES if code != "en"))


def asked(match: Match, seat: int | None = None, code: str = "en") -> Asked:
    return Asked(match, NAMES[: match.setup.players], language(code), seat, seat)


def said(match: Match, about: str, rest: str = "", *, seat: int | None = None, code: str = "en") -> str:
    on = asked(match, seat, code)
    return " ".join(on.language.tell(message) for message in answer(on, about, rest))


def hill(*actions: str) -> Match:
    match = Match.begin("mole-hill")
    match.play(actions)
    return match


def test_every_question_has_its_answer() -> None:
    assert set(ANSWERS) == set(QUESTIONS)


def test_what_a_player_of_mole_hill_is_told() -> None:
    match = hill("e4", "e4|f4")
    assert (
        said(match, "score")
        == "Points: Lina 0, Max 0. Round 1 of 2. " + said(match, "score").partition("2. ")[2]
    )
    assert "The mole is on e4." in said(match, "where", "my mole", seat=0)
    assert "Rods lie between: e4 f4." in said(match, "where", "", seat=1)
    assert "Rods lie between: e4 f4." in said(match, "where", "max", seat=0)
    assert said(match, "where", "c3") == "c3: free."
    assert said(match, "around", "a1") == "a1, around it: free b1, a2, b2."
    assert said(match, "last") == "Max lays a rod between e4 and f4."
    assert said(match, "turn").startswith("Lina (mole)")
    assert said(match, "what if", "step to e5") == "Just imagining: Lina steps from e4 to e5."
    assert match.names == ["e4", "e4|f4"]
    assert "A rod lies between e4 and f4." in said(match, "what if", "f4")
    assert "A rod lies between e4 and f4." in said(match, "why", "f4")
    assert said(match, "why", "e5", seat=0) == "step to e5 is possible now."
    assert said(match, "rules", "mh5").startswith("MH5, ")
    assert "MH1 to MH10" in said(match, "rules", "MH99")
    assert said(match, "legal", seat=0).startswith("You can do this (7): step to ")
    assert said(match, "legal", "e5", seat=0) == "You can do this (1): step to e5"
    assert said(match, "help").startswith("Type a move in plain words, or a question: legal, why, what if,")


def test_who_does_not_act_hears_what_is_waited_for() -> None:
    match = hill("e4")
    turn = said(match, "turn")
    on = asked(match, 0)._replace(acts=False)
    assert [str(message) for message in answer(on, "legal")] == [turn]


def test_a_long_list_is_counted_and_a_space_is_asked_about() -> None:
    match = hill("e4")
    text = "You can do 110 things now. Ask about a space, for example: legal e4"
    assert said(match, "legal", seat=1) == text
    assert said(match, "legal", "e5", seat=1).startswith("You can do this (4): a rod between ")


def test_after_the_end_it_is_told_how_it_ended() -> None:
    match = Match.begin("mole-hill", board="patch", options={"rounds": 1})
    list(steps(match, Random(1)))
    for about in ("legal", "turn", "what if", "why"):
        assert said(match, about).startswith("The game is over")


@pytest.mark.parametrize("about", ["legal", "why", "what if", "look", "around"])
@pytest.mark.parametrize("code", CODES)
def test_what_is_missing_is_asked_for_by_an_example_that_works(about: str, code: str) -> None:
    match = hill("e4")
    told = said(match, about, code=code, seat=1)
    example = told.rpartition(": ")[2] if ": " in told else told.rpartition(":")[2].strip()
    found = parse(example, code)
    assert found is not None
    assert found.about == about
    assert said(match, about, found.rest, code=code, seat=1)


def test_an_action_that_would_show_a_secret_is_not_played_in_thought() -> None:
    match = begun(2, {"know_own": True})
    match.play(["deal:S=01", "deal:M=01", "deal:L=01", "=Sc"])
    assert said(match, "what if", "small mole 1", seat=0) == (
        "small mole 1 (hill 1) would show something that is hidden now: only playing it tells more."
    )


def test_only_the_mover_may_ask_whether_a_pass_is_allowed() -> None:
    found = 0
    for seed in range(60):
        match = begun(2, {"know_own": True})
        for before, _, _ in steps(match, Random(seed)):
            game = match.game
            if any(game.is_legality_secret(before, action) for action in game.publicly_legal(before)):
                break
        else:
            continue
        match.undo()
        mover = match.game.actor(match.state)
        assert mover is not None
        for about in ("why", "what if"):
            for other in (None, 1 - mover):
                with pytest.raises(OnlyMoverKnows, match=NAMES[mover]):
                    said(match, about, "pass", seat=other)
            assert said(match, about, "pass", seat=mover)
        found += 1
    assert found > 0


def everything(match: Match, seat: int | None) -> list[object]:
    """All answers to this seat, or to a watcher, in a position."""
    game, state, heard = match.game, match.state, list[object]()
    spaces = places(game, state)
    actions = [
        *(f"{mole}>{goal}" for mole in own_view(game.view(state, seat))["moles"] for goal in ("home", 1, 5))
    ]
    rests = ["", *NAMES, "my moles", *spaces, *actions, "dog 3", "pass", "BB10"]
    for about in QUESTIONS:
        for rest in rests if QUESTIONS[about].takes else [""]:
            on = asked(match, seat)._replace(acts=game.actor(state) == seat)
            try:
                heard.append([str(message) for message in answer(on, about, rest)])
            except Complaint as complaint:
                heard.append(str(complaint))
    return heard


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.slow
def test_other_hidden_owners_give_the_same_answers(seed: int, players: int) -> None:
    random, options = Random(seed), {"know_own": bool(seed % 2)}
    match = begun(players, options)
    list(steps(match, random, 20 + 10 * seed))
    assert match.game.outcome(match.state) is None
    differed = False
    for seat in (None, *range(players)):
        moles = own_view(match.game.view(match.state, seat))["moles"]
        known = {name: mole["owner"] for name, mole in moles.items() if "owner" in mole}
        for _ in range(2):
            other = begun(players, options)
            other.play(dealt_otherwise(match.names, known, random))
            differed |= other.names != match.names
            assert everything(other, seat) == everything(match, seat)
    assert differed


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.slow
def test_any_text_in_any_position_is_answered(game: str) -> None:
    """By sentences, or by a complaint in words."""
    random = Random(game)
    rests = [
        "",
        "x",
        "c3",
        "c3 d3",
        "z9",
        "S9>home",
        "s1",
        "dog 99",
        "c3-c6",
        "=3",
        "9" * 300,
        "Lina",
        "e5|e6",
        "pass",
    ]
    match = Match.begin(game)
    for _ in steps(match, random, 25):
        for about in QUESTIONS:
            for rest in rests:
                with suppress(Complaint):
                    for code in CODES:
                        assert said(match, about, rest, seat=random.choice([None, 0, 1]), code=code)
    with suppress(Complaint):
        action_name(asked(match), "x" * 1000)
