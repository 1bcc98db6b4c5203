"""Whole games at the terminal: drawn and plain, people and computers, in-process and through pipes."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from moleworks import speech
from moleworks.games.mole_company.view_types import own_view
from moleworks.record import read
from moleworks.speech.seat_names import remove_computer_mark
from moleworks.speech.spoken_length import LONGEST
from moleworks.terminal.commands import HANDLERS
from moleworks.terminal.play import TerminalMatch
from moleworks.terminal.screen import EndOfInput
from moleworks.texts import LANGUAGES
from tests.terminal.sessions import Keyboard, digging_player, output_of, play_to_end, screen, set_up

TABLES: dict[str, dict[str, Any]] = {
    "mole-hill": {"game": "mole-hill", "names": ("Lina", "Max")},
    "mole-hill-short": {"game": "mole-hill", "names": ("Lina", "Computer"), "preset": "short"},
    "mole-hill-study": {"game": "mole-hill", "names": ("Lina", "Max"), "options": {"rounds": 1}},
    "mole-company": {"game": "mole-company", "names": ("Lina", "Max"), "board": "burrow"},
    "mole-company-wait": {
        "game": "mole-company",
        "names": ("Lina", "Max", "Computer"),
        "board": "burrow",
        "preset": "tactile-pro",
    },
    "buddel-bande": {"game": "buddel-bande", "names": ("Lina", "Max", "Computer")},
    "buddel-bande-alone": {"game": "buddel-bande", "names": ("Computer", "Lina"), "board": "stroll"},
    "buddel-bande-blind": {
        "game": "buddel-bande",
        "names": ("Lina", "Max"),
        "board": "stroll",
        "options": {"know_own": False},
    },
}


@pytest.mark.slow
@pytest.mark.parametrize("plain", [False, True], ids=["drawn", "plain"])
@pytest.mark.parametrize("name", TABLES)
def test_a_whole_game(name: str, plain: bool) -> None:
    play, _, text = play_to_end(digging_player(5), plain=plain, seed=7, **TABLES[name])
    assert play.game.outcome(play.state) is not None
    assert "(MC" in text or "(MH" in text or "(BB" in text  # the rule by which it ended
    assert "Traceback" not in text
    assert "{" not in text


@pytest.mark.parametrize("name", TABLES)
def test_every_action_is_announced_once_on_one_line(name: str) -> None:
    """In full; in fewer words if that would take a listener more than ten seconds."""
    play, _, text = play_to_end(digging_player(5), plain=True, seed=7, **TABLES[name])
    lines, words = iter(text.splitlines()), play.screen.language
    match, names, viewer = play.match, play.seated.names, play.seated.viewer
    lone = play.seated.only_human
    for ply, action in enumerate(match.names):
        step = (match.game, match.before(ply), action, match.before(ply + 1), names)
        told = speech.told(*step, viewer)
        learned = None if lone is None else speech.secret(*step, lone)
        full, brief = (" ".join(map(words.tell, messages)) for messages in told)
        heard = full + (f" {words.tell(learned)}" if learned else "")
        expected = full if len(heard) <= LONGEST else brief
        assert expected in lines, "the iterator goes on: each action is told once, in order"
        assert len(expected) <= LONGEST


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["mole-hill", "mole-company", "buddel-bande"])
def test_a_whole_game_in_every_language(name: str, lang: str) -> None:
    play, _, _ = play_to_end(digging_player(2), plain=True, lang=lang, seed=3, **TABLES[name])
    assert play.game.outcome(play.state) is not None


def test_computers_play_on_their_own() -> None:
    play, typed, _ = play_to_end(
        digging_player(1), game="buddel-bande", seats=("computer",) * 4, board="stroll", plain=True
    )
    assert play.game.outcome(play.state) is not None
    assert typed == []


@pytest.mark.usefixtures("real_players")
@pytest.mark.parametrize("name", ["mole-hill", "mole-company", "buddel-bande-alone"])
@pytest.mark.slow
def test_a_whole_game_through_pipes(name: str) -> None:
    """The same lines through pipes write the same, and at the end of the input the record."""
    wishes = TABLES[name] | {"level": 1}
    play, typed, text = play_to_end(digging_player(5), seed=7, **wishes)
    arguments = [wishes["game"], "--names", ",".join(wishes["names"]), "--seed", "7", "--level", "1"]
    arguments += ["--board", wishes["board"]] if "board" in wishes else []
    run = subprocess.run(
        [sys.executable, "-m", "moleworks", "play", *arguments],
        input="".join(f"{line}\n" for line in typed),
        capture_output=True,
        check=True,
        encoding="utf-8",
        env=surroundings(),
        timeout=120,
    )
    assert run.stderr == ""
    assert run.stdout.startswith(text)
    record = read(run.stdout[run.stdout.index("[Game") :])
    assert record.match.names == play.match.names
    assert tuple(map(remove_computer_mark, record.seats)) == wishes["names"]


def surroundings() -> dict[str, str]:
    import os

    return {**os.environ, "PYTHONUTF8": "1", "LANG": "C.UTF-8", "COLUMNS": "80"}


def test_that_somebody_must_wait_is_told_once_until_it_ends() -> None:
    """Lina digs, and Max strolls about: not turn after turn the same sentence about Lina."""
    digs, random = digging_player(1), Random(1)

    def choose(play: TerminalMatch) -> str | None:
        game, state = play.game, play.state
        if game.actor(state) != 1 or game.phase(state) == "place":
            return digs(play)
        names = [game.name(state, action) for action in game.legal(state)]
        holes = own_view(game.view(state, None))["holes"]
        strolls = [name for name in names if name.partition("-")[2] not in holes]
        return random.choice(strolls) if strolls and play.match.ply < 200 else None

    on = screen(plain=True)
    play = TerminalMatch(
        on, set_up(on, game="mole-company", board="burrow", names=("Lina", "Max")), HANDLERS, Random(1)
    )
    on._stdin = Keyboard(lambda: choose(play))
    with pytest.raises(EndOfInput):
        play.run()
    words = "Lina has every mole in a hole and must wait (MC7)."
    lines = [line for line in output_of(on).splitlines() if line.startswith("Lina ") or words in line]
    assert any(words in line for line in lines)
    assert not any(words in line and words in following for line, following in pairwise(lines))
