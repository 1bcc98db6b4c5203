"""Buddel Bande on one terminal keeps its secrets: the output does not depend on what is hidden."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from moleworks.games.buddel_bande.view_types import own_view
from moleworks.record import Match, write
from moleworks.speech.table_settings import chosen_settings
from moleworks.terminal.commands import HANDLERS
from moleworks.terminal.play import TerminalMatch
from moleworks.terminal.screen import BLANK_LINES, EndOfInput
from moleworks.terminal.seats import SeatedMatch
from moleworks.terminal.session import next_match
from tests.terminal.sessions import Keyboard, output_of, screen, set_up, transcript

ASKS = ["show", "legal", "log", "look s1", "look 3", "look haystack", "why M1>7", "help", "rules", "undo"]
NAMES = ("Lina", "Max", "Noé")
SECRET = "\n" * BLANK_LINES


class Curious:
    """Somebody who tries every command in turn, plays the first legal action, and peeks or does not."""

    def __init__(self, *, peeks: bool) -> None:
        self.peeks, self.turns, self.asks = peeks, 0, list(ASKS)
        self.play: TerminalMatch | None = None
        self.offered = False

    def line(self) -> str | None:
        play = self.play
        assert play is not None
        game, state = play.game, play.state
        last = output_of(play.screen).rstrip().splitlines()[-1]
        if "hides it again" in last:
            return ""
        if "Enter" in last:
            if "only you" in last or self._may_peek():
                self.offered = not self.offered
                return "peek" if self.peeks and self.offered else ""
            return ""
        if self.asks:
            return self.asks.pop()
        self.asks, self.turns = list(ASKS), self.turns + 1
        if self.turns > 9:
            return None
        names = [game.name(state, action) for action in game.legal(state)]
        return next((name for name in names if not name.endswith("home")), names[0])

    def _may_peek(self) -> bool:
        assert self.play is not None
        return "whose mole it is" in output_of(self.play.screen).rstrip().splitlines()[-2]


def course(
    deal: tuple[str, str, str], *, humans: tuple[bool, ...], plain: bool, peeks: bool
) -> tuple[str, Match]:
    """The same dice and the same moves over a given deal; what is written, and the match."""
    match = Match.begin("buddel-bande", players=3)
    match.play([f"deal:{size}={seats}" for size, seats in zip("SML", deal, strict=True)])
    on = screen(plain=plain)
    typist = Curious(peeks=peeks)
    on._stdin = Keyboard(typist.line)
    typist.play = TerminalMatch(on, SeatedMatch(match, NAMES, humans), HANDLERS, Random(4))
    with pytest.raises(EndOfInput):
        typist.play.run()
    return output_of(on), match


DEALS = [("012", "012", "012"), ("120", "201", "210"), ("201", "120", "102")]


@pytest.mark.parametrize("plain", [False, True], ids=["drawn", "plain"])
def test_nothing_hidden_is_written_at_a_shared_keyboard(plain: bool) -> None:
    texts = []
    for deal in DEALS:
        text, match = course(deal, humans=(True, True, True), plain=plain, peeks=False)
        assert not any(name.endswith("home") for name in match.names)
        assert len(match.names) > 15
        texts.append(text)
    assert texts[0] == texts[1] == texts[2]


@pytest.mark.parametrize("plain", [False, True], ids=["drawn", "plain"])
def test_a_peek_is_written_between_the_request_and_the_blank_lines_only(plain: bool) -> None:
    """Without what stands between a typed peek and the lines that push it away, all deals read the same."""
    texts = set()
    peeks = set()
    for deal in DEALS:
        text, _ = course(deal, humans=(True, True, True), plain=plain, peeks=True)
        parts = text.split("> peek\n")
        assert len(parts) > 5
        peeks.add("".join(part.partition(SECRET)[0] for part in parts[1:]))
        texts.add("".join([parts[0], *(part.partition(SECRET)[2] for part in parts[1:])]))
    assert len(texts) == 1
    assert len(peeks) == 3


@pytest.mark.parametrize("plain", [False, True], ids=["drawn", "plain"])
def test_a_lone_player_is_told_what_that_seat_may_know_and_no_more(plain: bool) -> None:
    """Seat 1 and seat 2 swap their moles; seat 0 sees the difference only under moles it has moved."""
    texts = []
    for deal in [("012", "012", "012"), ("021", "021", "021")]:
        text, match = course(deal, humans=(True, False, False), plain=plain, peeks=False)
        moved = {
            name.partition(">")[0]
            for ply, name in enumerate(match.names)
            if ">" in name and match.game.actor(match.before(ply)) == 0
        }
        texts.append([line for line in text.splitlines() if not line.startswith("Underneath")])
        for mole, seen in own_view(match.game.view(match.state, 0))["moles"].items():
            assert ("owner" in seen) == (seen.get("owner") == 0 or mole in moved)
    known = ("You know", "(Max)", "(Noé)", "▲", "■")
    for one, other in zip(*texts, strict=True):
        assert one == other or any(word in one for word in known)


def test_the_keyboard_changes_hands_between_people_only() -> None:
    shared, _ = course(("012", "012", "012"), humans=(True, True, False), plain=True, peeks=False)
    alone, _ = course(("120", "120", "120"), humans=(True, False, False), plain=True, peeks=False)
    assert "Give the keyboard to Lina" in shared
    assert "Give the keyboard to Max" in shared
    assert "Give the keyboard to Noé" not in shared
    assert "Give the keyboard" not in alone
    assert "Underneath" in alone


def test_a_peek_is_offered_for_every_mole_that_moves_known_or_not() -> None:
    """To offer it only where there is something new would tell the others whose moles somebody knows."""
    text, match = course(("012", "012", "012"), humans=(True, True, True), plain=True, peeks=False)
    moves = [name for name in match.names if ">" in name and not name.startswith("dog")]
    assert text.count("to hear whose mole it is") == len(moves)


def test_the_keyboard_is_handed_over_for_secrets_only() -> None:
    """Before somebody's first turn, and around a peek; never if there is nothing that only they know."""
    text, match = course(("012", "012", "012"), humans=(True, True, True), plain=False, peeks=False)
    assert len(match.names) > 15
    assert [text.count(f"Give the keyboard to {name}") for name in NAMES] == [1, 1, 1]
    wishes: dict[str, Any] = {"game": "buddel-bande", "names": ("Lina", "Max"), "seed": 1}
    assert "Give the keyboard" not in transcript([""], options={"know_own": False}, **wishes)


@pytest.mark.parametrize("plain", [False, True], ids=["drawn", "plain"])
def test_a_peek_in_the_middle_waits_until_nobody_else_looks(plain: bool) -> None:
    wishes: dict[str, Any] = {"game": "buddel-bande", "names": ("Lina", "Max"), "seed": 1, "plain": plain}
    text = transcript(["", "peek", "", "", ""], **wishes)
    before, _, after = text.rpartition("Give the keyboard to Lina; ")
    assert after.startswith(
        "Enter when nobody else is listening, or headphones are on."
        if plain
        else "Enter when nobody else is look"
    )
    assert "(Lina)" not in before
    secret, _, rest = after.partition(SECRET)
    assert "small mole 1 (Lina)" in secret
    assert "(Lina)" not in rest
    text = transcript(["", "peek", "wait, he looks", ""], **wishes)
    assert "(Lina)" not in text
    assert "Lina rolls" in text
    transcript(["", "peek", "quit"], **wishes)


def test_that_secrets_stay_is_told_once_and_first() -> None:
    text, _ = course(("012", "012", "012"), humans=(True, True, True), plain=True, peeks=True)
    warning = "Secrets cannot be wiped off this terminal: whoever scrolls back sees them."
    assert text.count(warning) == 1
    assert text.index(warning) < text.index("peek")
    alone, _ = course(("012", "012", "012"), humans=(True, False, False), plain=True, peeks=True)
    assert warning not in alone


HIDDEN: dict[str, Any] = {"game": "buddel-bande", "begin": "first", "table_settings": ("hidden-tags",)}


def test_a_table_that_hides_tags_shows_places_and_sizes_only() -> None:
    lines = ["", "legal", "small 1", "medium haystack 2", "log", "show", "legal 9", "peek"]
    text = transcript(lines, names=("Lina", "computer"), **HIDDEN)
    before_record = text.partition("[Game ")[0]
    assert not re.search(r"\b[SML][1-4]\b", before_record)
    assert "medium mole: from the haystack, place 1, to hill 1; medium mole: from the haystack" in text
    assert "There is no such mole on hill 1." in text
    assert "Lina: medium mole (place 2) goes from the haystack to hill 1." in text
    assert "medium mole (hill 1): underneath is the ladybird, and it is the computer's." in text
    assert "Haystack:  1   2\n           S   S\n           M   ·\n" in text
    assert "M2>1" in text.partition("[Game ")[2]


def test_people_at_one_keyboard_are_shown_only_what_they_have_just_learned() -> None:
    lines = ["peek", "", "", "medium haystack 2", "peek", "", "", "", "", "peek", ""]
    text = transcript(lines, names=("Lina", "Max"), plain=True, **HIDDEN)
    told = text.splitlines()
    own = [line for line in told if "(haystack, place 1): underneath is the ant, and it is yours." in line]
    assert len(own) == 1
    assert "medium mole (hill 1): underneath is the ladybird, and it is Max's." in text


def test_a_rematch_and_a_loaded_game_keep_the_setting(tmp_path: Path) -> None:
    seated = set_up(screen(), names=("Lina", "Max"), **HIDDEN)
    assert chosen_settings(next_match(seated, Random(1)).names) == ("hidden_tags",)
    saved = tmp_path / "game.txt"
    saved.write_text(write(seated.record()), "utf-8")
    loaded = set_up(screen(), load=saved, table_settings=("hidden_tags",))
    assert chosen_settings(loaded.names) == ("hidden_tags",)
