"""Mole Company on the page: the last board has dotted lines only where they are closed."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from moleworks.engine import chance
from moleworks.record import Match, Record, write
from tests.page.conftest import Visit

pytestmark = pytest.mark.needs("chromium")


def on_the_last_board(final_paths: str) -> Match:
    """A match by chance that has reached the last board."""
    for seed in range(50):
        random, options = Random(seed), {"final_paths": final_paths}
        match = Match.begin(
            "mole-company", board="burrow", players=2, options=options, rotations=[0, 0, 0, 0]
        )
        while match.outcome is None:
            game, state = match.game, match.state
            if game.view(state, None)["level"] == 4:  # type: ignore[typeddict-item] # a view of this game
                return match
            odds = game.odds(state)
            action = chance.draw(game, state, random) if odds else random.choice(game.legal(state))
            match.play([game.name(state, action)])
    raise AssertionError("no match by chance reached the last board")


@pytest.mark.parametrize(("final_paths", "dotted"), [("all", False), ("into", True)])
def test_lines_are_dotted_only_where_they_are_closed(
    visit: Visit, tmp_path: Path, final_paths: str, dotted: bool
) -> None:
    file = tmp_path / "match.txt"
    file.write_text(write(Record(on_the_last_board(final_paths), ("Lina", "Max"))), "utf-8")
    visitor = visit()
    visitor.open("/#replay")
    visitor.page.get_by_label("Choose a file").set_input_files(file)
    stage = visitor.page.locator(".replay")
    expect(stage).to_be_visible()
    visitor.page.get_by_role("slider", name="Position").focus()
    visitor.page.keyboard.press("End")
    top = visitor.page.locator("svg .ground-4 path.dots").last
    expect(top).to_be_attached()
    drawn = top.get_attribute("d")
    assert bool(drawn) == dotted
