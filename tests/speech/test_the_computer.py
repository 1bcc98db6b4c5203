"""The only computer at a table is "the computer" in a sentence, in every language; and moments."""

from __future__ import annotations

import re
from random import Random

import pytest

from moleworks import speech
from moleworks.core import registry
from moleworks.record import Match
from moleworks.speech.moments import moment
from moleworks.speech.seat_names import spoken_names
from moleworks.speech.second_person import you
from moleworks.texts import LANGUAGES, language
from tests.page.visitors import SMALL
from tests.speech.example_games import steps

BARE = {
    "en": r"(?<![Tt]he )\b[Cc]omputer\b(?!\))",
    "de": r"(?<![Dd]er )\bComputer\b(?!\))",
    "fr": r"(?<!’)\b[Oo]rdinateur\b(?!\))",
}
"""The name without its article, except as the label of a piece."""


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", registry.BUILT_IN)
def test_over_a_whole_game_its_name_has_an_article(game: str, code: str) -> None:
    words, random = language(code), Random(game)
    match = Match.begin(game, board=SMALL[game])
    names = (you(words), spoken_names(words, (True, False))[1])
    told: set[str] = set()
    for before, action, after in steps(match, random):
        said = speech.tell(match.game, before, action, after, names, 0)
        told |= {words.tell(message) for message in (*said, speech.ask(match.game, after, names))}
    assert [text for text in told if re.search(BARE[code], text)] == []
    # Inside a sentence it has no capital where the language has none.
    assert [
        text for text in told if re.search(r"[a-zäéà,:] (The computer|Der Computer|L’ordinateur)", text)
    ] == []


def test_several_computers_have_numbers() -> None:
    assert spoken_names(language("en"), (True, False, False))[1:] == ("Computer 1", "Computer 2")


@pytest.mark.parametrize("game", registry.BUILT_IN)
def test_over_a_whole_game_few_actions_are_moments_and_the_last_is_one(game: str) -> None:
    """The end of a round, a lifted board, a mole at home: told apart, also to who reads as "you"."""
    words = language("en")
    match = Match.begin(game, board=SMALL[game])
    names = (you(words), "Max")
    found: list[tuple[str, ...]] = []
    for before, action, after in steps(match, Random(f"moments {game}")):
        said = speech.tell(match.game, before, action, after, names, 0)
        found.append(tuple(map(words.tell, moment(game, said))))
        assert set(found[-1]) <= set(map(words.tell, said))
    moments = [told for told in found if told]
    assert found[-1]
    assert 1 < len(moments) < len(found) / 5
    assert any(re.search(r"\b[Yy]ou\b", sentence) for told in moments for sentence in told)
