"""What the board shows: the last action, replays of it, hints, refusals, and the speed."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.test_games import play_by_pointer, seq, wait_for_update
from tests.page.visitors import GAMES, Visitor

pytestmark = pytest.mark.needs("chromium")


def played_once(visitor: Visitor) -> None:
    """Play one action, and wait for the answer of the computer."""
    before = seq(visitor)
    visitor.targets.nth(4).click()
    wait_for_update(visitor, before)
    visitor.page.locator(f".table[data-seq='{int(before) + 2}']").wait_for()


def test_the_last_action_is_marked_until_the_next_and_shown_again(visit: Visit) -> None:
    visitor = visit(settings={"speed": "calm"})
    visitor.start("mole-hill")
    played_once(visitor)
    visitor.wait_for_turn()
    drawn = visitor.board.locator("svg").first
    still = drawn.inner_html()
    visitor.page.get_by_role("button", name="Show again").click()
    assert visitor.announced().startswith("The computer lays a rod")
    visitor.page.wait_for_function(
        "still => document.querySelector('.drawn svg').innerHTML !== still", arg=still
    )
    expect(visitor.targets).not_to_have_count(0)
    visitor.page.wait_for_function(
        "still => document.querySelector('.drawn svg').innerHTML === still", arg=still
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_is_shown_on_the_board_only_when_asked_for(visit: Visit, game: str) -> None:
    visitor = visit()
    visitor.start(game)
    visitor.wait_for_turn()
    hinted = visitor.board.locator(".space.hint")
    while not visitor.targets.count():
        before = seq(visitor)
        visitor.page.locator(".turn .button.main").first.click()
        wait_for_update(visitor, before)
        visitor.wait_for_turn()
    expect(hinted).to_have_count(0)
    visitor.page.get_by_role("button", name="Hint").click()
    expect(hinted.first).to_be_attached()
    best = visitor.page.locator(".hints button").first
    before = seq(visitor)
    best.click()
    wait_for_update(visitor, before)
    expect(visitor.page.locator(".hints")).to_have_count(0)


def test_the_speed_can_be_chosen_and_is_kept(visit: Visit) -> None:
    visitor = visit(settings={"speed": "normal"})
    visitor.open("/#settings")
    visitor.page.get_by_label("calm").check()
    visitor.page.reload()
    expect(visitor.page.get_by_label("calm")).to_be_checked()


def test_a_refused_rod_is_shown_where_it_lies_with_its_rule(visit: Visit) -> None:
    visitor = visit(
        choices={
            "opponents": "here",
            "names": ["Lina", "Max"],
            "games": {"mole-hill": {"board": "patch", "first": 0}},
        }
    )
    visitor.start("mole-hill")
    for space in ("c3", "c3|d3"):
        before = seq(visitor)
        visitor.board.locator(f"[data-space='{space}']").click()
        wait_for_update(visitor, before)
    visitor.board.locator("[data-space='d3']").click()
    refused = visitor.page.locator("p.refused")
    expect(refused).to_be_visible()
    assert "c3" in refused.inner_text()
    assert "d3" in refused.inner_text()
    link = refused.get_by_role("link")
    assert "rule=MH" in (link.get_attribute("href") or "")
    expect(visitor.board.locator("svg .refused, svg [class*=refused]").first).to_be_attached()


def test_a_mole_that_may_not_move_says_why(visit: Visit) -> None:
    visitor, random = visit(), Random(6)
    visitor.start("buddel-bande")
    others = visitor.board.locator(
        ".space:not(.target):is([data-space^=S], [data-space^=M], [data-space^=L])"
    )
    moles = visitor.board.locator(".space.target:is([data-space^=S], [data-space^=M], [data-space^=L])")
    while visitor.wait_for_turn() and not (others.count() and moles.count()):
        play_by_pointer(visitor, random, tap=False)
    name = others.first.get_attribute("data-space")
    others.first.click()
    expect(visitor.page.locator("p.refused a")).to_have_text(re.compile(r"Rule BB\d+"))
    expect(visitor.board.locator(f".space.refused[data-space='{name}']")).to_have_count(1)
