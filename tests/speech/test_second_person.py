"""Sentences for the only player at a device: "you", never a name or a seat's number."""

from __future__ import annotations

from random import Random

import pytest

from moleworks import speech
from moleworks.core import registry
from moleworks.core.messages import Message
from moleworks.record import Match
from moleworks.speech import second_person
from moleworks.speech.second_person import GENERAL, You, address, fields, you
from moleworks.texts import LANGUAGES, language
from moleworks.web.narration import EVENT_TEXTS, SEAT_EVENTS, event_text
from scripts.update_catalogues import SOURCE, marked
from tests.page.visitors import SMALL
from tests.speech.example_games import steps

CALLED = {"en": "You", "de": "Du", "fr": "Toi"}


def of_game(game: str) -> dict[str, list[str]]:
    return {text: list(others) for text, others in (second_person._texts(game)).items()}


@pytest.mark.parametrize("game", registry.BUILT_IN)
def test_each_sentence_that_has_a_second_person_is_said_somewhere(game: str) -> None:
    """A sentence that was changed, and its second person was not, would be lost silently."""
    folders = [SOURCE, *(SOURCE / "games" / id_.replace("-", "_") for id_ in registry.BUILT_IN)]
    known = {text.english for folder in folders for text in marked(folder)}
    written = {**of_game(game), **{text: list(others) for text, others in GENERAL.items()}}
    assert [text for text in written if text not in known and text != "{thing} ({label})"] == []
    for text, others in written.items():
        for other in others:
            assert fields(other) < fields(text), other


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("game", registry.BUILT_IN)
def test_over_a_whole_game_the_only_reader_is_never_named(game: str, seat: int, code: str) -> None:
    """Each sentence that says the other players' names in the third person, says "you" of the reader."""
    words, random = language(code), Random(f"{game} {seat}")
    match = Match.begin(game, board=SMALL[game])
    names = ["Max", "Max"]
    names[seat] = you(words)
    kept: set[str] = set()
    for before, action, after in steps(match, random):
        told = [
            *speech.tell(match.game, before, action, after, names, seat),
            speech.ask(match.game, after, names),
            *speech.standing(match.game, after, names),
            *speech.own(match.game, after, names, seat, seat),
            *speech.notebook(match.game, after, names, seat),
            *speech.position(match.game, after, names, seat),
        ]
        secret = speech.secret(match.game, before, action, after, names, seat)
        kept |= {message.text for message in [*told, *([secret] if secret else [])] if holds_you(message)}
    # What is left with the reader in the place of a name: lists and labels, in which "You" reads well.
    assert {text for text in kept if not reads_well(text)} == set()


def holds_you(message: Message) -> bool:
    used = fields(message.text)
    return any(isinstance(value, You) and name in used for name, value in message.values.items())


def reads_well(text: str) -> bool:
    return text.startswith(("{player}: ", "{player}, ")) or text == "{thing} ({label})"


def test_others_are_called_by_their_names() -> None:
    message = Message("{player} waits.", {"player": "You"})
    assert str(address("mole-company", message)) == "You waits.", "somebody may choose that name"


def test_of_two_names_only_the_readers_is_replaced() -> None:
    text = "Now {mole} is the mole and {gardener} is the gardener."
    reader = You("You")
    for values, said in (
        ({"mole": reader, "gardener": "Max"}, "Now you are the mole and Max is the gardener."),
        ({"mole": "Max", "gardener": reader}, "Now Max is the mole and you are the gardener."),
    ):
        assert str(address("mole-hill", Message(text, values))) == said


@pytest.mark.parametrize("event", EVENT_TEXTS)
def test_events_are_told_to_the_reader_without_a_seat_number(event: str) -> None:
    word, _, rest = event.partition(" ")
    name = f"!{word} 0 {rest}" if word in SEAT_EVENTS else f"!{event}"
    message = event_text(name, 0, [You("You"), "Max"])
    assert message is not None
    said = str(address("mole-hill", message))
    assert "{" not in said
    assert not any(letter.isdigit() for letter in said), said
    assert event == "seat bot" or "You " not in said or said.startswith("You "), said


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_reader_is_called_in_their_language(code: str) -> None:
    assert str(you(language(code))) == CALLED[code]
