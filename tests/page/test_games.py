"""Whole games in a real browser: by mouse, by touch on a small phone, and by keyboard only."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Locator, expect

from tests.page.conftest import Visit
from tests.page.visitors import GAMES, Visitor, short_match

pytestmark = pytest.mark.needs("chromium")

LONGEST = 400
"""Turns; no game on a small board takes that many."""


def seq(visitor: Visitor) -> str:
    return visitor.page.locator(".table").get_attribute("data-seq") or ""


def wait_for_update(visitor: Visitor, before: str) -> None:
    """Wait until the server's answer is on the screen."""
    visitor.page.locator(f".table:not([data-seq='{before}'])").wait_for()


def wait_for_choice_or_update(
    visitor: Visitor, before: str, chosen: str = ".space.selected, .space.pending"
) -> None:
    visitor.page.locator(f".table:not([data-seq='{before}']), .table:has({chosen})").wait_for()


def is_half_done(visitor: Visitor) -> bool:
    """Whether a selected piece, or an action that is shown, waits for a second tap."""
    return visitor.board.locator(".space.selected, .space.pending").count() > 0


def play_by_pointer(visitor: Visitor, random: Random, tap: bool) -> None:
    """Play one action: a piece and its target, a space, or a button."""
    before, half = seq(visitor), False
    if not visitor.targets.count():
        free = visitor.page.locator(".turn .button.main")
        free.nth(random.randrange(free.count())).click()
    while visitor.targets.count() and seq(visitor) == before:
        pending = visitor.board.locator(".space.pending")
        shown = pending.count() > 0
        target = pending if shown else visitor.targets.nth(random.randrange(visitor.targets.count()))
        (target.tap if tap else target.click)()
        if shown:
            break
        # On a small phone it takes three taps: the piece, where to, and yes.
        wait_for_choice_or_update(
            visitor, before, ".space.pending" if half else ".space.selected, .space.pending"
        )
        half = is_half_done(visitor)
    wait_for_update(visitor, before)


def play_by_keys(visitor: Visitor, random: Random) -> None:
    """Play one action: N goes to the next possible space, Enter chooses; a digit presses a button."""
    keyboard, before, half = visitor.page.keyboard, seq(visitor), False
    if not visitor.targets.count():
        keyboard.press("1")
    while visitor.targets.count() and seq(visitor) == before:
        for _ in range(random.randrange(1, 4)):
            visitor.press("n")
        keyboard.press("Enter")
        if half:
            break
        wait_for_choice_or_update(visitor, before)
        half = is_half_done(visitor)
    wait_for_update(visitor, before)


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_mouse(visit: Visit, game: str) -> None:
    visitor, random = visit(choices=short_match(game)), Random(game)
    visitor.start(game)
    for _ in range(LONGEST):
        if not visitor.wait_for_turn():
            break
        play_by_pointer(visitor, random, tap=False)
    expect(visitor.page.locator(".ending")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_touch_on_a_small_phone(visit: Visit, game: str) -> None:
    phone = {"size": (320, 640), "has_touch": True, "is_mobile": True}
    visitor, random = visit(choices=short_match(game), **phone), Random(game)
    visitor.open()
    visitor.card(game).tap()
    for _ in range(LONGEST):
        if not visitor.wait_for_turn():
            break
        play_by_pointer(visitor, random, tap=True)
    expect(visitor.page.locator(".ending")).to_be_visible()
    wide = visitor.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 320, "nothing has to be scrolled sideways"


def view_secrets_by_keys(visitor: Visitor) -> None:
    """Open and close the secrets of each player, by keys."""
    keyboard, mine = visitor.page.keyboard, visitor.page.get_by_role("button", name="I am")
    while mine.count():
        tab_to(visitor, mine)
        keyboard.press("Enter")
        seen = visitor.page.get_by_role("button", name="Seen")
        seen.wait_for()
        tab_to(visitor, seen)
        keyboard.press("Enter")
        expect(seen).to_have_count(0)


def tab_to(visitor: Visitor, button: Locator) -> None:
    for _ in range(40):
        if button.evaluate("button => button === document.activeElement"):
            return
        visitor.page.keyboard.press("Tab")
    raise AssertionError("no Tab leads there")


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_around_one_table_by_keyboard(visit: Visit, game: str) -> None:
    visitor = visit(choices=short_match(game) | {"opponents": "here", "names": ["Lina", "Max"]})
    random = Random(game)
    visitor.open()
    tab_to(visitor, visitor.card(game))
    visitor.page.keyboard.press("Enter")
    expect(visitor.board).to_be_visible()
    for _ in range(LONGEST):
        if not visitor.wait_for_turn():
            break
        view_secrets_by_keys(visitor)
        assert visitor.board.evaluate("board => board.contains(document.activeElement)")
        play_by_keys(visitor, random)
    expect(visitor.page.locator(".ending")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_keyboard(visit: Visit, game: str) -> None:
    visitor, random = visit(choices=short_match(game)), Random(game)
    visitor.open()
    expect(visitor.card(game)).to_be_visible()
    pressed = GAMES.index(game) + 2  # one link a game comes first
    for key in (*["Tab"] * (pressed - 1), "Enter"):
        visitor.page.keyboard.press(key)
    expect(visitor.card(game)).to_be_focused()
    visitor.page.keyboard.press("Enter")
    expect(visitor.board).to_be_visible()
    visitor.wait_for_turn()
    while not visitor.board.evaluate("board => board.contains(document.activeElement)"):
        visitor.page.keyboard.press("Tab")
        pressed += 1
    assert pressed + 1 <= 10, "ten keys from the first screen to the first turn"
    for _ in range(LONGEST):
        if not visitor.wait_for_turn():
            break
        play_by_keys(visitor, random)
        assert visitor.over or visitor.board.evaluate("board => board.contains(document.activeElement)")
    expect(visitor.page.locator(".ending")).to_be_visible()
