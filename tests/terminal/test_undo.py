"""Taking back: one's own last action, and never across chance, a secret or somebody else's action."""

from __future__ import annotations

from random import Random

import pytest

from moleworks.terminal.commands import HANDLERS
from moleworks.terminal.play import TerminalMatch
from moleworks.terminal.screen import EndOfInput
from tests.terminal.sessions import Keyboard, output_of, screen, set_up, transcript


def test_the_last_action_is_taken_back() -> None:
    text = transcript(["e4", "undo", "e5"], game="mole-hill", names=("Lina", "Max"), plain=True)
    assert "Lina undoes e4." in text
    assert "1. e5 *" in text


def test_nothing_has_been_played() -> None:
    assert "Nothing has been played yet." in transcript(["undo"], game="mole-hill", names=("Lina", "Max"))


def test_not_across_the_computer() -> None:
    text = transcript(["e4", "undo"], game="mole-hill", names=("Lina", "Computer"), plain=True)
    assert "somebody else has acted since" in text
    assert "undoes" not in text


def test_not_across_discs_but_before_them() -> None:
    """On the next player's turn Enter turns up the disc, so there is a moment to take a move back."""
    wishes = {"game": "mole-company", "names": ("Lina", "Max"), "board": "burrow", "plain": True}
    places = ["a1", "a3", "b1", "b2", "c1", "c2", "c4", "c5"]
    rotations = (0, 0, 0, 0)
    text = transcript([*places, "", "undo"], rotations=rotations, **wishes)  # type: ignore[arg-type]
    assert "Dice, discs and deals cannot be undone." in text
    text = transcript([*places, "undo", "c5"], rotations=rotations, **wishes)  # type: ignore[arg-type]
    assert "Max undoes c5." in text


class Undoer:
    """Plays moles or the dog, whichever is wanted and legal, and tries at once to take it back."""

    def __init__(self, start: str) -> None:
        self.start, self.tried = start, False

    def line(self, play: TerminalMatch) -> str | None:
        game, state = play.game, play.state
        *_, above, last = output_of(play.screen).rstrip().splitlines()
        if self.tried:
            return None
        if play.match.names[-1].startswith(self.start) and "Enter] >" in last and "whose mole" not in above:
            self.tried = True
            return "undo"
        if "Enter" in last:
            return ""
        names = [game.name(state, action) for action in game.legal(state)]
        return next((name for name in names if name.startswith(self.start)), names[0])


@pytest.mark.parametrize(
    ("start", "words"), [("S", "This action has shown a secret"), ("dog", "undoes dog>")]
)
def test_not_across_a_secret(start: str, words: str) -> None:
    """Where a mole has moved, its mover may have looked under it; the dog has no secrets."""
    on = screen(plain=True)
    play = TerminalMatch(on, set_up(on, game="buddel-bande", names=("Lina", "Max")), HANDLERS, Random(1))
    undoer = Undoer(start)
    on._stdin = Keyboard(lambda: undoer.line(play))
    with pytest.raises(EndOfInput):
        play.run()
    assert words in output_of(on)
