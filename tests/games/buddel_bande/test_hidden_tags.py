"""Tables that hide the tags of the moles: words name places, never tags, and every move can be typed so."""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from moleworks import speech
from moleworks.core.messages import Complaint, Refused
from moleworks.engine import chance
from moleworks.record import Match, Record, write
from moleworks.speech.emblems import TableNames, table_names
from moleworks.speech.learned import newly_learned
from moleworks.texts import LANGUAGES, language

TAG = re.compile(r"\b[SML][1-4]\b")
NUMBERED = re.compile(r"(?:mole|taupe|Maulwurf) [1-4]\b")
"""A mole with its number, as tables with tags say it."""


def table(players: int, settings: tuple[str, ...] = ("hidden_tags",)) -> TableNames:
    people = ["Lina", "Max", "Ada", "Ben"][:players]
    return table_names("buddel-bande", people, [None] * players, settings)


def positions(seed: int, players: int) -> Iterator[Match]:
    """A game by chance, position by position."""
    match, random = Match.begin("buddel-bande", board="stroll", players=players), Random(seed)
    while match.outcome is None:
        yield match
        game, state = match.game, match.state
        if game.odds(state):
            match.play([game.name(state, chance.draw(game, state, random))])
        else:
            match.play([game.name(state, random.choice(game.legal(state)))])
    yield match


def dealt(*actions: str) -> Match:
    match = Match.begin("buddel-bande", players=3)
    match.play(["deal:S=201", "deal:M=012", "deal:L=210", *actions])
    return match


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, pytest.param(4, marks=pytest.mark.long)])
def test_no_sentence_of_a_whole_game_says_a_tag(players: int) -> None:
    names, before, said = table(players), None, 0
    for match in positions(5, players):
        game, state = match.game, match.state
        seats = [None, *range(players)]
        messages = [speech.ask(game, state, names), *speech.standing(game, state, names)]
        for seat in seats:
            messages += speech.position(game, state, names, seat)
            messages += speech.own(game, state, names, 0, seat)
            for place in speech.places(game, state):
                messages.append(speech.space(game, state, place, names, seat, typed=False))
                messages.append(speech.neighbours(game, state, place, names, seat, typed=False))
            if before is not None:
                messages += speech.tell(game, before, match.names[-1], state, names, seat)
                learned = (
                    None if seat is None else speech.secret(game, before, match.names[-1], state, names, seat)
                )
                messages += [learned] if learned else []
        messages += [
            speech.action(game, state, game.name(state, action), names)
            for action in game.legal(state)
            if not game.odds(state)
        ]
        for lang, message in product(LANGUAGES, messages):
            text = language(lang).tell(message)
            assert not TAG.search(text), text
            assert not NUMBERED.search(text), text
            said += 1
        before = state
    assert said > 3000


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_move_has_words_of_its_own_that_can_be_typed(lang: str, players: int) -> None:
    names = table(players)
    for match in positions(players, players):
        game, state = match.game, match.state
        if game.odds(state) or match.outcome is not None:
            continue
        actions = [game.name(state, action) for action in game.legal(state)]
        texts = [language(lang).tell(speech.action(game, state, name, names)) for name in actions]
        assert len(set(texts)) == len(texts)
        assert [speech.understand(game, state, text, lang, names) for text in texts] == actions


def test_moles_of_one_size_are_told_apart_by_place_alone() -> None:
    """Games that differ only in which tag stands where are told in the same words, but for the haystack."""
    names = table(3)

    def on_the_hills(match: Match) -> list[str]:
        told = map(str, speech.position(match.game, match.state, names))
        return [text for text in told if not text.startswith("Haystack")]

    one = dealt("=Sc", "S1>1", "=Sl", "S2>2", "=Dl", "dog>6")
    other = dealt("=Sc", "S3>1", "=Sl", "S1>2", "=Dl", "dog>6")
    assert on_the_hills(one) == on_the_hills(other)
    assert [speech.action(one.game, one.state, name, names) for name in ("S1>4", "S2>4")] == [
        speech.action(other.game, other.state, name, names) for name in ("S3>4", "S1>4")
    ]


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("small 1", "S1>3"),
        ("the mole on hill 1", "S1>3"),
        ("the small mole on hill 1 to hill 3", "S1>3"),
        ("S1", "S1>3"),
        ("small 4", None),
        ("medium 4", "M2>5"),
        ("M4>5", "M2>5"),
        ("small haystack 2", "S2>3"),
        ("the small mole in place 2 of the haystack to hill 3", "S2>3"),
        ("small haystack 1", None),
        ("petite foin 3", "S3>3"),
        ("kleiner Maulwurf vom Heuhaufen, Platz 3", "S3>3"),
        ("S9>12", None),
        ("small haystack", None),
        ("mole", None),
        ("small 1 home", "S1>home"),
        ("pass", "pass"),
        ("dog 9", "dog>9"),
    ],
)
def test_what_is_typed_names_places(typed: str, action: str | None) -> None:
    match = dealt("=Sc", "S1>1", "=Dl", "dog>2", "=Ac", "M2>4", "=Af")
    game, state = match.game, match.state
    if action is None:
        with pytest.raises(Complaint):
            speech.understand(game, state, typed, "en", table(3))
    else:
        assert speech.understand(game, state, typed, "en", table(3)) == action


def test_what_is_not_understood_is_answered_without_tags() -> None:
    match = dealt("=Sc")
    with pytest.raises(Complaint, match="Name a mole by its place: small 7 for the one on hill 7"):
        speech.understand(match.game, match.state, "whatever", "en", table(3))
    with pytest.raises(Complaint, match="There is no such mole on hill 7"):
        speech.understand(match.game, match.state, "small 7", "en", table(3))
    with pytest.raises(Complaint, match="There is no such mole in place 4 of the haystack"):
        speech.understand(match.game, match.state, "small haystack 4", "en", table(3))


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_a_refusal_does_not_say_the_tag(lang: str) -> None:
    match = dealt("=Sc", "S1>1", "=Dl", "dog>2", "=Ac")
    for name in ("S1>3", "S1>7", "M1>home"):
        with pytest.raises(Refused) as refused:
            match.game.parse(match.state, name)
        told = language(lang).tell(speech.reason(match.game, refused.value.refusal, table(3)))
        assert not TAG.search(told)
        assert not NUMBERED.search(told)


def test_a_secret_is_told_with_its_place_and_only_lately() -> None:
    match, names = dealt(), table(3)
    assert [*map(str, newly_learned(match, names, 0))] == [
        "small mole (haystack, place 2): underneath is the ant, and it is yours.",
        "medium mole (haystack, place 1): underneath is the ant, and it is yours.",
        "large mole (haystack, place 3): underneath is the ant, and it is yours.",
    ]
    match.play(["=Sc", "S1>1"])
    assert [*map(str, newly_learned(match, names, 0))] == [
        "small mole (hill 1): underneath is the earthworm, and it is Ada's."
    ]
    assert len(newly_learned(match, names, 1)) == 3  # who has not acted may still look
    assert speech.notebook(match.game, match.state, names, 0) == ()


def test_the_dog_is_told_with_the_hill_of_the_mole() -> None:
    match, names = dealt("=Sc", "S1>1", "=Dc"), table(3)
    before = match.state
    match.play(["dog>1"])
    assert [*map(str, speech.tell(match.game, before, "dog>1", match.state, names))] == [
        "Max sends the dog from hill 24 to hill 1.",
        "Now small mole (hill 1) must wait beside the dog.",
    ]


def test_the_short_rules_say_how_to_type_a_mole_here() -> None:
    match = dealt()
    here = " ".join(map(str, speech.rules(match.game, match.setup, table(3))))
    assert "small haystack 2" in here
    assert "S1" not in here
    assert "S1" in " ".join(map(str, speech.rules(match.game, match.setup)))


def test_the_record_is_the_same_with_it_and_without_it() -> None:
    match = dealt("=Sc", "S1>1")
    hidden, open_ = (write(Record(match, table(3, settings))) for settings in (("hidden_tags",), ()))
    assert hidden == open_


def test_names_keep_their_settings_in_another_process() -> None:
    assert pickle.loads(pickle.dumps(table(2))).settings == ("hidden_tags",)
