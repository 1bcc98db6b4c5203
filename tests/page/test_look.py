"""Looks: forced colours, reduced motion, 400 % zoom, and print."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.test_access import violations
from tests.page.test_games import seq, wait_for_update
from tests.page.test_replay import play_hot_seat
from tests.page.visitors import GAMES, SMALL, Visitor

pytestmark = pytest.mark.needs("chromium")

PAINTS = """(names) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.forcedColorAdjust = 'none';
    const told = (name) => {
        probe.style.color = name;
        return getComputedStyle(probe).color;
    };
    const known = new Set(names.map(told));
    probe.remove();
    const found = new Set();
    const shapes = '[role=grid] svg :is(path, circle, ellipse, rect, text)';
    for (const shape of document.querySelectorAll(shapes)) {
        const style = getComputedStyle(shape);
        for (const paint of [style.fill, style.stroke]) {
            if (!paint.startsWith('rgb(') || known.has(paint)) continue;
            found.add(`${paint} ${shape.outerHTML.slice(0, 120)}`);
        }
    }
    return [...found];
}"""
"""Opaque colours of the drawing that are none of these."""
MOVING = (
    """() => document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime > 0).length"""
)


def shared(visitor: Visitor, game: str) -> None:
    """Start a match at a shared device."""
    visitor.open()
    visitor.card(game).click()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_forced_colours_are_the_readers_own(visit: Visit, game: str, scheme: str) -> None:
    visitor = visit(forced_colors="active", color_scheme=scheme)
    visitor.start(game)
    visitor.wait_for_turn()
    own = ["Canvas", "CanvasText", "Highlight", "HighlightText"]
    assert visitor.page.evaluate(PAINTS, own) == []
    acting, waiting = (
        visitor.page.locator(f".seats li{which}").first.evaluate(
            "one => getComputedStyle(one).borderTopColor"
        )
        for which in (".acting", ":not(.acting)")
    )
    assert acting != waiting
    assert violations(visitor) == []


def test_what_is_chosen_can_be_read_in_forced_colours(visit: Visit) -> None:
    visitor = visit(forced_colors="active")
    visitor.open()
    for chosen in (visitor.page.locator("label.on").first, visitor.page.locator(".button.main").first):
        ink, ground, plate = chosen.evaluate(
            """one => {
                const { color, backgroundColor, forcedColorAdjust } = getComputedStyle(one);
                return [color, backgroundColor, forcedColorAdjust];
            }"""
        )
        assert ink != ground
        assert plate == "none", "or the browser lays a plate of its own under the letters"


@pytest.mark.parametrize("game", GAMES)
def test_who_wants_no_motion_gets_none_and_sees_what_changed(visit: Visit, game: str) -> None:
    visitor = visit(settings={"speed": "calm"}, reduced_motion="reduce")
    visitor.open()
    expect(visitor.page.locator(".play svg")).to_have_count(3)
    assert visitor.page.evaluate(MOVING) == 0
    visitor.card(game).click()
    visitor.wait_for_turn()
    before = seq(visitor)
    visitor.targets.first.click()
    visitor.page.locator(f".table:not([data-seq='{before}']), .space.selected").first.wait_for()
    if seq(visitor) == before:
        visitor.targets.first.click()
        wait_for_update(visitor, before)
    assert visitor.page.evaluate(MOVING) == 0
    expect(visitor.board.locator("svg .last, .space.last").first).to_be_attached()


def test_who_likes_motion_gets_it(visit: Visit) -> None:
    """Shows that the test above can fail."""
    visitor = visit(settings={"speed": "calm"})
    visitor.start("mole-hill")
    visitor.wait_for_turn()
    visitor.targets.first.click()
    visitor.page.wait_for_function(MOVING)


@pytest.mark.parametrize("game", GAMES)
def test_at_400_percent_the_board_is_as_wide_as_the_screen(visit: Visit, game: str) -> None:
    """1280 by 1024 pixels at 400 % are 320 by 256."""
    visitor = visit(size=(320, 256))
    visitor.start(game)
    visitor.wait_for_turn()
    box = visitor.board.bounding_box()
    assert box is not None
    assert box["width"] > 200
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 320
    assert violations(visitor) == []


@pytest.mark.parametrize("game", GAMES)
def test_on_paper_only_lines_and_words_stay(visit: Visit, game: str) -> None:
    visitor = visit(color_scheme="dark")
    visitor.start(game)
    visitor.wait_for_turn()
    visitor.page.emulate_media(media="print")
    assert visitor.page.evaluate(PAINTS, ["#000", "#fff", "#ccc", "transparent"]) == []
    expect(visitor.board).to_be_visible()
    expect(visitor.page.locator(".panels")).to_be_hidden()
    expect(visitor.page.get_by_role("button", name="Undo")).to_be_hidden()
    paper = visitor.page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert paper == "rgb(255, 255, 255)"


@pytest.mark.parametrize("game", GAMES)
def test_the_signs_of_a_board_are_explained(visit: Visit, game: str) -> None:
    visitor = visit()
    visitor.start(game)
    visitor.panel("Rules").click()
    key = visitor.page.locator("#panel ul li")
    expect(key.first).to_be_visible()
    assert key.count() >= 4
    assert all(re.search(r"\w+ \w+", text) for text in key.all_inner_texts())


@pytest.mark.parametrize("size", [(1280, 800), (320, 640)], ids=["desktop", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_at_the_hand_over(visit: Visit, size: tuple[int, int], scheme: str) -> None:
    games: dict[str, Any] = {"buddel-bande": {"board": SMALL["buddel-bande"], "first": 0}}
    visitor = visit(
        size=size,
        color_scheme=scheme,
        choices={"opponents": "here", "names": ["Lina", "Max"], "games": games},
    )
    shared(visitor, "buddel-bande")
    ready = visitor.page.get_by_role("button", name="I am Lina")
    expect(ready).to_be_focused()
    assert violations(visitor) == []
    ready.click()
    hold = visitor.page.get_by_role("button", name="Hold to see")
    assert violations(visitor) == []
    hold.hover()
    visitor.page.mouse.down()
    expect(visitor.page.get_by_role("listitem").filter(has_text="Lina (").first).to_be_visible()
    assert violations(visitor) == []
    visitor.page.mouse.up()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_at_the_end_and_the_winner_is_shown(visit: Visit, game: str, scheme: str) -> None:
    visitor = visit(size=(320, 640), color_scheme=scheme)
    match = play_hot_seat(visitor, game, 2)
    visitor.open(f"/#match={match}")
    ending = visitor.page.locator(".ending")
    expect(ending).to_contain_text("has won")
    expect(ending.locator(".mole svg")).to_be_visible()
    expect(visitor.page.locator(".ask")).to_have_count(0)
    assert violations(visitor) == []
