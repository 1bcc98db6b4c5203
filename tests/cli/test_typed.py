"""What may be typed before a command, and without one."""

from __future__ import annotations

from moleworks.cli.typed import tokens
from tests.cli.calls import run


def test_what_every_command_knows_may_stand_before_it() -> None:
    for before in (["--lang", "fr"], ["--lang=fr"], ["--plain", "--lang", "fr"]):
        assert "plateaux :" in run(*before, "games").stdout
        assert run(*before, "boards", "show", "classic").stdout == (
            run("boards", "show", "classic", *before).stdout
        )
        assert run(*before, "--help").stdout == run("--help", "--lang", "fr").stdout
    assert "Lina, Max" in run("--lang", "de", "mole-hill", "--names", "Lina,Max").stdout


def test_a_game_or_an_option_alone_plays() -> None:
    assert "Mole Hill: Lina, Max." in run("mole-hill", "--names", "Lina,Max").stdout
    assert "Which game?" in run("--plain").stdout


def test_nothing_at_all_opens_the_browser() -> None:
    assert tokens([]) == ["serve", "--open"]
    assert tokens(["--lang", "de"]) == ["serve", "--open", "--lang", "de"]
    assert tokens(["--lan"]) == ["serve", "--open", "--lan"]
    assert tokens(["serve", "--lan"]) == ["serve", "--lan"]
    assert tokens(["--plain"]) == ["play", "--plain"]
