"""Whole games end with the name of who has won, in every language, and never with the number of a seat."""

from __future__ import annotations

import re
from functools import cache
from random import Random

import pytest

from moleworks import speech
from moleworks.games import GAMES
from moleworks.record import Match
from moleworks.speech.seat_names import default_names
from moleworks.texts import LANGUAGES, language
from tests.speech.example_games import steps

SMALL = {"mole-hill": "patch", "mole-company": "burrow", "buddel-bande": "stroll"}
TABLES = [
    (game.id, humans)
    for game in GAMES.values()
    for players in game.player_counts
    for humans in ((True, *[False] * (players - 1)), (*[False] * (players - 1), True), (False,) * players)
]


@cache
def won(game: str, players: int) -> tuple[Match, int]:
    """A whole game of random actions that somebody wins, and the winner."""
    for seed in range(30):
        match = Match.begin(game, players=players, board=SMALL[game])
        for _ in steps(match, Random(seed), most=5000):
            pass
        outcome = match.game.outcome(match.state)
        if outcome is not None and outcome.winner is not None:
            return match, outcome.winner
    raise AssertionError("nobody wins")


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(("game", "humans"), TABLES, ids=str)
def test_the_end_names_the_winner(game: str, humans: tuple[bool, ...], code: str) -> None:
    words = language(code)
    match, winner = won(game, len(humans))
    names = default_names(words, humans)
    told = words.tell(speech.ask(match.game, match.state, names))
    assert names[winner].casefold() in told.casefold()
    assert not re.search(r": \d+ (has|wins|hat|gewinnt|ist|a |gagne|atteint)", told.replace("\u00a0", " "))


def test_the_only_computer_has_an_article_in_french() -> None:
    words = language("fr")
    assert default_names(words, (True, False)) == ("Joueur", "L’ordinateur")
    assert default_names(words, (True, False, False)) == ("Joueur", "Ordinateur 1", "Ordinateur 2")
    assert words.say("{player} has won.", player="L’ordinateur") == "L’ordinateur a gagné."
    assert words.say("{player} is to act.", player="L’ordinateur") == "C’est à l’ordinateur de jouer."
