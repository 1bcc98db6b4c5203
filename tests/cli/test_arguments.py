"""What may be typed before a command, and without one."""

from __future__ import annotations

import pytest

from moleworks.cli.arguments import normalize_arguments
from tests.cli.calls import run


@pytest.mark.slow
def test_what_every_command_knows_may_stand_before_it() -> None:
    for before in (["--lang", "fr"], ["--lang=fr"], ["--plain", "--lang", "fr"]):
        assert "plateaux\u00a0:" in run(*before, "games").stdout
        assert run(*before, "boards", "show", "classic").stdout == (
            run("boards", "show", "classic", *before).stdout
        )
        assert run(*before, "--help").stdout == run("--help", "--lang", "fr").stdout
    assert "Lina, Max" in run("--lang", "de", "mole-hill", "--names", "Lina,Max").stdout


def test_a_game_or_an_option_alone_plays() -> None:
    assert "Mole Hill: Lina, Max." in run("mole-hill", "--names", "Lina,Max").stdout
    assert "Which game?" in run("--plain").stdout


def test_nothing_at_all_opens_the_browser() -> None:
    assert normalize_arguments([]) == ["serve", "--open"]
    assert normalize_arguments(["--lang", "de"]) == ["serve", "--open", "--lang", "de"]
    assert normalize_arguments(["--lan"]) == ["serve", "--open", "--lan"]
    assert normalize_arguments(["serve", "--lan"]) == ["serve", "--lan"]
    assert normalize_arguments(["--plain"]) == ["play", "--plain"]
