"""With --plain, for screen readers, no line of a whole game takes more than ten seconds to say."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle

import pytest

from moleworks.core import registry
from moleworks.games import CHANCE
from moleworks.speech.spoken_length import LONGEST
from moleworks.terminal.play import TerminalMatch
from moleworks.terminal.vocabulary import command_word
from moleworks.texts import LANGUAGES
from tests.terminal.sessions import digging_player, play_to_end

QUESTIONS = ("show", "legal", "last", "help", "log")
"""The rulebook is a text to read, not an answer."""
EVERY = [(game, code) for game in registry.BUILT_IN for code in LANGUAGES]


def curious_player(seed: int, code: str) -> Callable[[TerminalMatch], str]:
    """Plays, and asks a question before every fourth turn."""
    play, questions, turns = digging_player(seed), cycle(QUESTIONS), cycle(range(4))

    def choose(match: TerminalMatch) -> str:
        acts = match.game.actor(match.state) not in {None, CHANCE}
        return command_word(next(questions), code) if acts and not next(turns) else play(match)

    return choose


@pytest.mark.slow
@pytest.mark.parametrize(("game", "code"), EVERY)
def test_no_line_of_a_whole_game_is_long(game: str, code: str) -> None:
    match, typed, output = play_to_end(curious_player(3, code), lang=code, plain=True, game=game)
    assert match.game.actor(match.state) is None
    asked = {command_word(name, code) for name in QUESTIONS}
    assert asked <= set(typed)
    lines = output.splitlines()
    assert len(lines) > 100
    assert [line for line in lines if len(line) > LONGEST] == []


@pytest.mark.parametrize("plain", [True, False])
def test_only_listeners_get_short_lines(plain: bool) -> None:
    """Who reads a transcript may have an action's sentences on one line."""
    _, _, output = play_to_end(digging_player(3), plain=plain, game="mole-company")
    long = [line for line in output.splitlines() if len(line) > LONGEST]
    assert bool(long) is not plain
