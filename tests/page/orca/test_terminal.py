"""What Orca says of a match in a terminal: sentences, each once."""

from __future__ import annotations

import sys

import pytest

from tests.page.orca.desktop import Desktop, wait_until

pytestmark = pytest.mark.needs("orca", "orca-terminal")

MATCH = "-m moleworks mole-hill --board patch --plain --lang fr --seats human,computer:1 --names Lina,Max"
KEYS = {" ": "space"}


class TerminalEar:
    """A player who types lines and hears Orca."""

    def __init__(self, orca: Desktop) -> None:
        self.orca, self.read = orca, len(orca.utterances())

    def type(self, line: str) -> None:
        self.orca.press(*(KEYS.get(letter, letter) for letter in line), "Return")

    def hear(self, ending: str) -> str:
        """All that is said until a text has been."""

        def found() -> str | None:
            said = " ".join(each.text for each in self.orca.utterances(self.read) if each.kind == "say")
            return said if ending in said else None

        said = wait_until(found, ending)
        self.read = len(self.orca.utterances())
        return said


def test_a_match_is_said_once_line_by_line(orca: Desktop) -> None:
    ear = TerminalEar(orca)
    orca.run(["xfce4-terminal", "--disable-server", "-x", sys.executable, *MATCH.split()])
    ear.hear("Entrée pour choisir au hasard.")
    ear.type("1")
    begun = ear.hear("choisis n’importe quelle case")
    assert begun.count("La pelouse a les colonnes a à e") == 1
    assert begun.count("choisis n’importe quelle case") == 1
    ear.type("c3")
    played = ear.hear("Lina (taupe)")
    assert played.count("Lina commence sur c3.") == 1
    assert "Max pose un bâton entre" in played
    ear.type("score")
    assert ear.hear("Lina (taupe)").count("Lina 0, Max 0.") == 1
    ear.type("autour de c3")
    assert "c3, autour" in ear.hear("Lina (taupe)")
    ear.type("e5")
    assert "MH3" in ear.hear("Lina (taupe)")
