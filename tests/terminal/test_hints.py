"""Hints: the three best actions in words, for the person to act and for nobody else."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from moleworks.core.bits import count
from moleworks.engine import Effort
from moleworks.games import Complaint
from moleworks.games.buddel_bande.view_types import own_view
from moleworks.games.mole_hill.player.player import PLAYER
from moleworks.games.mole_hill.rules import ROD
from moleworks.record import Match, Record
from moleworks.terminal import hints
from moleworks.texts import LANGUAGES
from tests.games.mole_hill.player.positions import plain_value, state_of
from tests.terminal.fake_player import FakePlayer
from tests.terminal.sessions import output_of, screen, transcript
from tests.terminal.test_secrets import SECRET

BAND: dict[str, Any] = {"game": "buddel-bande", "seed": 1}
DEALT = ["deal:S=01", "deal:M=01", "deal:L=01"]


def test_three_actions_with_value_and_reason(fake_player: FakePlayer) -> None:
    text = transcript(["hint"], game="mole-hill", board="patch", names=("Lina", "Max"), plain=True)
    told = re.findall(r"^[123]\. .*$", text, re.MULTILINE)
    assert len(told) == 3
    for line in told:
        assert re.fullmatch(r"[123]\. start on [a-e][1-5]: 0\.[0-9] points or so\. It pleases Lina\.", line)
    [asked] = fake_player.requests
    assert (asked.effort, asked.lines, asked.knowledge.seat) == (Effort(level=7), 3, 0)
    assert text.endswith("choose any square to start on.\n> \n")  # nothing was played


@pytest.mark.parametrize("plain", [False, True], ids=["drawn", "plain"])
@pytest.mark.parametrize(
    ("lang", "word"), [("en", "hint"), ("fr", "conseil"), ("fr", "indice"), ("de", "tipp"), ("de", "hint")]
)
def test_hints_in_every_language(lang: str, word: str, plain: bool) -> None:
    names = ("Lina", "Computer")
    text = transcript([word], game="mole-hill", board="patch", names=names, plain=plain, lang=lang)
    assert "It pleases Lina." in text


def test_the_first_of_the_second_round_is_a_chance() -> None:
    """Where the match is played for, values are chances."""
    lines = ["a1", "a1|b1", "b2", "b2|c2", "a2", "a2|a3", "b1", "b1|c1", "hint"]
    text = transcript(lines, game="mole-hill", board="patch", names=("Lina", "Max"), plain=True)
    assert re.search(r"^1\. start on ..: chance of winning 63 %\. It pleases Max\.$", text, re.MULTILINE)


def test_what_is_proven_is_called_so(fake_player: FakePlayer) -> None:
    fake_player.exact = True
    text = transcript(["hint"], game="mole-hill", board="patch", names=("Lina", "Max"), plain=True)
    assert re.search(r"^1\. start on ..: 1 point \(proven\)\. ", text, re.MULTILINE)
    assert re.search(r"^2\. start on ..: 0\.[0-9] points or so\. ", text, re.MULTILINE)


def test_no_hint_for_chance_nor_after_the_end(fake_player: FakePlayer) -> None:
    text = transcript(["", "hint"], names=("Lina", "Max"), plain=True, **BAND)
    assert "That is left to chance: press Enter." in text
    lines = ["a1", "a1|b1", "b2", "b2|c2", "a2", "a2|a3", "b1", "b1|c1"]
    lines = [*lines, *lines, "", "hint"]
    text = transcript(lines, game="mole-hill", board="patch", names=("Lina", "Max"), plain=True)
    assert text.count("The game is over") >= 2
    assert fake_player.requests == []


def test_a_hint_is_the_seats_own_and_others_do_not_look(fake_player: FakePlayer) -> None:
    """At a shared keyboard a hint tells what somebody knows: as with a peek, nobody else is there."""
    text = transcript(["", "", "hint", "", ""], names=("Lina", "Max"), plain=True, **BAND)
    before, _, after = text.rpartition("> hint\n")
    assert after.startswith(("Give the keyboard to Lina;", "Secrets cannot"))
    assert "It pleases" not in before
    secret, _, rest = after.partition(SECRET)
    assert secret.count("It pleases Lina.") >= 1
    assert "It pleases" not in rest
    [asked] = fake_player.requests
    owners = {seen.get("owner") for seen in own_view(asked.knowledge.view)["moles"].values()}
    assert owners == {None, 0}
    fake_player.requests.clear()
    text = transcript(["", "", "hint", "no, he looks", ""], names=("Lina", "Max"), plain=True, **BAND)
    assert fake_player.requests == []
    assert "It pleases" not in text


def test_a_lone_player_gets_a_hint_at_once() -> None:
    text = transcript(["", "hint"], names=("Lina", "Computer"), plain=True, **BAND)
    assert "Give the keyboard" not in text
    assert "mole 1 (hill" in text.partition("> hint")[2]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_hints_for_a_record(lang: str, fake_player: FakePlayer) -> None:
    match = Match.begin("buddel-bande", players=2)
    match.play([*DEALT, "=Sc"])
    on = screen(lang=lang)
    hints.show(on, Record(match, ("Lina", "Mole (computer, level 3)")), Effort(level=2))
    assert output_of(on).count("It pleases Lina.") == 2
    assert fake_player.requests[0].effort == Effort(level=2)
    assert fake_player.requests[0].knowledge.heard == ("=Sc",)


def test_no_hints_for_a_record_where_nobody_is_to_act() -> None:
    with pytest.raises(Complaint) as caught:
        hints.show(screen(), Record(Match.begin("buddel-bande")))
    assert "No seat is to act" in str(caught.value)


@pytest.mark.usefixtures("real_players")
@pytest.mark.parametrize(
    ("game", "board", "lines"),
    [("mole-hill", "patch", []), ("mole-company", "burrow", []), ("buddel-bande", "stroll", ["", ""])],
)
def test_real_hints(game: str, board: str, lines: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "LEVEL", 2)
    wishes: dict[str, Any] = {"game": game, "board": board, "names": ("Lina", "Computer")}
    text = transcript([*lines, "hint"], plain=True, **wishes)
    told = re.findall(r"^[123]\. .*: .*[0-9].*\. [A-Z].*\.$", text.rpartition("> hint")[2], re.MULTILINE)
    assert 1 <= len(told) <= 3
    assert "{" not in "".join(told)
    assert not list(Path().iterdir())


@pytest.mark.usefixtures("real_players")
@pytest.mark.parametrize("seed", range(3))
def test_a_real_hint_says_what_a_plain_search_proves(seed: int) -> None:
    """With two molehills left, every action can be tried."""
    match = Match.begin("mole-hill", board="patch", options={"rounds": 1})
    dice = Random(seed)
    while count(state_of(match).position.hills) < 8:
        match.play([match.game.name(match.state, dice.choice(match.game.legal(match.state)))])
    here = state_of(match)
    assert here.position.phase == ROD
    value = plain_value(here.table, here.position)
    on = screen(plain=True)
    assert PLAYER.warm_up(120)
    hints.show(on, Record(match, ("Lina", "Max")), Effort(level=7))
    points = "1 point" if value == 1 else f"{value} points"
    assert re.search(rf"^1\. .*: {points} for the mole \(proven\)\. ", output_of(on), re.MULTILINE)
