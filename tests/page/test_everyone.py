"""Features for all games: the log, the list of actions, the focus ring, no announcements without speech."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.screen_reader import Listener
from tests.page.test_games import play_by_keys, seq, tab_to, wait_for_update
from tests.page.visitors import GAMES

pytestmark = pytest.mark.needs("chromium")

CONTRAST = """
(button) => {
  const style = getComputedStyle(button);
  const colours = `${style.outlineColor} ${style.boxShadow}`.match(/rgba?\\([^)]+\\)/g);
  const light = colours.map((colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  });
  return (Math.max(...light) + 0.05) / (Math.min(...light) + 0.05);
}
"""
"""Between the lightest and the darkest line of a ring."""


def test_the_log_is_browsed_and_does_not_speak(visit: Visit) -> None:
    visitor = visit(size=(820, 1180))
    ear = Listener(visitor)
    visitor.start("mole-hill")
    visitor.wait_for_turn()
    ear.hear()
    was = seq(visitor)
    play_by_keys(visitor, Random(1))
    visitor.page.locator(f".table[data-seq='{int(was) + 2}']").wait_for()
    heard = ear.hear()
    tab_to(visitor, visitor.panel("History"))
    visitor.page.keyboard.press("Enter")
    lines = visitor.page.get_by_role("list", name="History").get_by_role("listitem")
    expect(lines).to_have_count(2)
    assert [text.split(" You are the mole: step")[0] for text in heard] == lines.all_inner_texts()[::-1]
    assert ear.hear() == [], "it is there to be read, and says nothing by itself"


@pytest.mark.parametrize("game", GAMES)
def test_a_move_is_chosen_from_the_list(visit: Visit, game: str) -> None:
    visitor = visit()
    visitor.start(game)
    visitor.wait_for_turn()
    tab_to(visitor, visitor.panel("Move or question"))
    visitor.page.keyboard.press("Enter")
    moves = visitor.page.get_by_role("group", name="All moves").get_by_role("button")
    expect(moves.first).to_be_visible()
    assert moves.count() >= visitor.targets.count() > 0
    before = seq(visitor)
    tab_to(visitor, moves.nth(1))
    visitor.page.keyboard.press("Enter")
    wait_for_update(visitor, before)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_the_focus_has_a_ring_that_can_be_seen(visit: Visit, game: str, scheme: str) -> None:
    visitor = visit(color_scheme=scheme)
    visitor.start(game)
    visitor.wait_for_turn()
    visitor.press("n")
    here = visitor.board.locator(":focus-visible")
    width, style = here.evaluate("b => [getComputedStyle(b).outlineWidth, getComputedStyle(b).outlineStyle]")
    assert float(width.removesuffix("px")) >= 2
    assert style == "solid"
    assert here.evaluate(CONTRAST) >= 3, "a light and a dark line: one of them is seen on any ground"


def test_in_forced_colours_the_focus_and_what_can_be_chosen_are_seen(visit: Visit) -> None:
    visitor = visit(forced_colors="active")
    visitor.start("mole-hill")
    visitor.wait_for_turn()
    visitor.press("n")
    for button in (visitor.targets.first, visitor.board.locator(":focus-visible")):
        assert button.evaluate("b => getComputedStyle(b).outlineStyle") == "solid"


def test_nothing_sounds_and_nothing_moves_unless_it_is_asked_for(visit: Visit) -> None:
    visitor = visit(settings={"speed": "calm"}, reduced_motion="reduce")
    visitor.context.add_init_script(
        """
        window.sounds = 0;
        window.AudioContext = class extends AudioContext { constructor() { super(); window.sounds++; } };
        window.moving = 0;
        const look = () => {
          window.moving += document.getAnimations().filter((one) => one.playState === 'running').length;
          requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
        """
    )
    visitor.start("mole-company")
    for _ in range(6):
        visitor.wait_for_turn()
        play_by_keys(visitor, Random(2))
    assert visitor.page.evaluate("[window.sounds, window.moving]") == [0, 0]


@pytest.mark.parametrize("game", GAMES)
def test_what_the_computer_did_is_marked_and_told_again(visit: Visit, game: str) -> None:
    visitor = visit()
    ear = Listener(visitor)
    visitor.start(game)
    while "computer" not in (last := ear.ask("l")).casefold():
        visitor.wait_for_turn()
        play_by_keys(visitor, Random(4))
        visitor.wait_for_turn()
    expect(visitor.board.locator(".last").first).to_be_attached()
    again = visitor.page.get_by_role("button", name="Show again")
    tab_to(visitor, again)
    assert ear.press("Enter") == [last]
    expect(again).to_be_focused()
