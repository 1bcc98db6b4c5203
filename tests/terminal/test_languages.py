"""Whole games in French and German: players type and read words of their language, and no English ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from random import Random
from typing import Any

import pytest

from moleworks import speech
from moleworks.answers import action_name
from moleworks.games import CHANCE
from moleworks.terminal.commands import HANDLERS
from moleworks.terminal.play import TerminalMatch
from moleworks.terminal.vocabulary import CHANCE_WORDS, COMMANDS, command_word
from moleworks.texts import language
from tests.terminal.sessions import Keyboard, digging_player, output_of, screen, set_up, transcript
from tests.terminal.test_setup import answer_questions
from tests.texts.english_words import ACTION_WORDS, english_words

LANGUAGES = ("fr", "de")
TABLES: dict[str, dict[str, Any]] = {
    "mole-hill": {"game": "mole-hill", "board": "patch", "names": ("Lina", "Max")},
    "mole-company": {"game": "mole-company", "board": "burrow", "names": ("Lina", "Max")},
    "mole-company-wait": {
        "game": "mole-company",
        "board": "burrow",
        "names": ("Lina", "Max"),
        "preset": "tactile-pro",
    },
    "buddel-bande": {"game": "buddel-bande", "board": "stroll", "names": ("Lina", "Computer")},
}
COMMANDS_LEFT_OUT = {"quit", "save", "load", "record"}
"""They end the game or write files; a record is the same in every language."""
FAKE_REASON = "It pleases"
"""What the computer player of these tests says for a reason."""


def arguments(command: str, play: TerminalMatch, random: Random) -> str:
    """What to type after a command, as a player of the language would."""
    game, state = play.game, play.state
    if command in {"look", "around"}:
        return random.choice(speech.places(game, state))
    if command == "why" and random.random() < 0.7:
        return random.choice(unlikely_actions(play))
    return ""


def unlikely_actions(play: TerminalMatch) -> list[str]:
    """Actions in words of the language, most of them against a rule now."""
    names = {
        "mole-hill": ["a1", "c3|d3", "e5"],
        "mole-company": ["flip", "stop", "wait", "c3-c5"],
        "buddel-bande": ["pass", "dog>home", "dog>1", "S1>home", "L2>home"],
    }[play.game.id]
    tell = play.screen.language.tell
    return [tell(speech.action(play.game, play.state, name)) for name in names]


def lines(play: TerminalMatch, seed: int) -> Iterator[str]:
    """Every command in turn, nonsense, refused actions, and actions of a game that comes to an end."""
    random, dig = Random(seed), digging_player(seed)
    code = play.screen.language.code
    commands = cycle([name for name in COMMANDS if name not in COMMANDS_LEFT_OUT])
    chance = cycle(CHANCE_WORDS[code])
    while True:
        command = next(commands)
        yield f"{command_word(command, code)} {arguments(command, play, random)}".strip()
        if command == "peek":
            continue
        yield "xyzzy"
        yield random.choice(unlikely_actions(play))
        for _ in range(2):
            if play.game.actor(play.state) == CHANCE:
                yield next(chance)
            elif play.game.actor(play.state) is not None:
                name = dig(play)
                yield play.screen.language.tell(speech.action(play.game, play.state, name)) if name else ""


def play_whole_game(code: str, plain: bool, **wishes: Any) -> tuple[TerminalMatch, str]:
    on = screen(lang=code, plain=plain)
    play = TerminalMatch(on, set_up(on, seed=7, **wishes), HANDLERS, Random(7))
    typed = lines(play, 5)
    on._stdin = Keyboard(lambda: next(typed))
    play.run()
    return play, output_of(on).replace(FAKE_REASON, "")


@pytest.mark.slow
@pytest.mark.parametrize("plain", [False, True], ids=["drawn", "plain"])
@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", TABLES)
def test_a_whole_game_has_no_english_word(name: str, code: str, plain: bool) -> None:
    play, text = play_whole_game(code, plain, **TABLES[name])
    assert play.game.outcome(play.state) is not None
    leaks = {line: found for line in text.splitlines() if (found := english_words(line, code))}
    assert leaks == {}


KNOWN = frozenset({"mole", "hill", "company", "buddel", "bande"})
"""Games are typed by their names in programs, too."""


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", TABLES)
def test_the_questions_before_and_after_a_game_have_no_english_word(name: str, code: str) -> None:
    help_, quit_ = command_word("help", code), command_word("quit", code)
    answers = [help_, "9", TABLES[name]["game"], help_, "Lina, Max, Ida, Ben, Tom", "Lina, Max", help_, "Zoe"]
    _, text = answer_questions(*answers, "1", lang=code, preset=TABLES[name].get("preset"))
    text += transcript(["", "", help_, quit_, "x", ""], lang=code, **TABLES[name]).partition("[Game")[0]
    leaks = {line: found for line in text.splitlines() if (found := english_words(line, code, KNOWN))}
    assert leaks == {}


@pytest.mark.parametrize("code", LANGUAGES)
def test_an_action_is_listed_in_words_of_the_language_and_its_english_name_is_still_read(code: str) -> None:
    for game, names in (
        ("buddel-bande", ("pass", "S1>home", "dog>9")),
        ("mole-company", ("flip", "stop", "wait")),
    ):
        on = screen(lang=code)
        play = TerminalMatch(on, set_up(on, game=game, names=("Lina", "Max")), HANDLERS, Random(1))
        for name in names:
            shown = play.action_text(name)
            assert english_words(shown, code) == set()
            assert action_name(play.asked, shown) == action_name(play.asked, name) == name


def test_the_search_finds_english_words() -> None:
    for word in ACTION_WORDS:
        assert english_words(f"Tape {word} maintenant.", "fr") == {word}
        assert english_words(f"Tippe jetzt {word}.", "de") == {word}
    assert english_words("Lina moves from b1 to e4.", "de") == {"moves"}
    assert english_words(language("fr").say("Play again? The next player begins. (y/n)"), "fr") == set()
