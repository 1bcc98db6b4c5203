"""How many keys lead from the start page to the first action, by Tab and Enter alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.screen_reader import Listener
from tests.page.test_replay import ask
from tests.page.visitors import GAMES, Visitor

pytestmark = pytest.mark.needs("chromium")

MOST_KEYS = 8
TITLES = dict(zip(GAMES, ("Mole Hill", "Mole Company", "Buddel Bande"), strict=True))
POSSIBLE = ".space.target:focus"
"""The focus, where Enter does something: its name ends with "Possible."."""


def first_action(visitor: Visitor, game: str) -> Listener:
    """Tab until the game is heard, Enter to its button and Enter to play; then Enter on what is possible."""
    ear = Listener(visitor)
    visitor.open()
    visitor.card(game).wait_for()
    while TITLES[game] not in ear.focus:
        ear.press("Tab")
        assert ear.pressed < MOST_KEYS, ear.log
    ear.press("Enter")
    assert ear.focus.startswith(TITLES[game]), ear.log
    ear.press("Enter")
    while not acted(visitor):
        visitor.page.locator(POSSIBLE).wait_for()
        ear.press("Enter")
    return ear


def acted(visitor: Visitor) -> bool:
    """Whether the player has done something in the match, which may take a moment to arrive."""
    match = visitor.page.evaluate("() => location.hash.split('=')[1] ?? ''")
    if not match:
        return False
    seat = next(eye["seat"] for eye in ask(visitor, "GET", f"/matches/{match}")["eyes"])
    return any(step["seat"] == seat for step in ask(visitor, "GET", f"/matches/{match}/said"))


@pytest.mark.parametrize("unfinished", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_eight_keys_lead_to_the_first_action(visit: Visit, game: str, unfinished: bool) -> None:
    visitor = visit(choices={"games": {}})
    visitor.open()
    if unfinished:
        for other in GAMES:
            visitor.start(other)
            visitor.wait_for_turn()
            visitor.open()
        expect(visitor.page.get_by_role("region", name="Go on playing")).to_be_visible()
    ear = first_action(visitor, game)
    assert ear.pressed <= MOST_KEYS, ear.log


def test_every_link_and_button_of_the_start_page_is_reached_by_tab(visit: Visit) -> None:
    """A newcomer who sees the page is told of no other key."""
    visitor = visit()
    visitor.start("mole-hill")
    visitor.wait_for_turn()
    visitor.open()
    page = visitor.page
    expect(page.get_by_role("region", name="Go on playing")).to_be_visible()
    everything = page.locator("a[href], button, select, input:not([type=radio])")
    expect(everything.first).to_have_text("To Mole Hill")
    count, reached = everything.count(), 0
    for _ in range(2 * count):
        page.keyboard.press("Tab")
        reached += page.evaluate(
            "() => { const it = document.activeElement; const is = it.matches('a[href], button, select, "
            "input:not([type=radio])') && !it.dataset.reached; it.dataset.reached = 'yes'; return is; }"
        )
    assert reached == count


def test_a_chosen_piece_leads_to_where_it_can_go_and_escape_back(visit: Visit) -> None:
    visitor = visit(choices={"games": {"mole-company": {"board": "burrow", "first": 0}}})
    visitor.start("mole-company")
    page = visitor.page
    choosing = page.locator(".space.selected")
    for _ in range(60):
        page.locator(POSSIBLE).or_(page.locator(".ending")).first.wait_for()
        piece = page.evaluate("document.activeElement.dataset.space")
        seq = page.locator("main.table").get_attribute("data-seq")
        visitor.press("Enter")
        page.wait_for_function(
            "seq => document.querySelector('.space.selected') "
            "|| document.querySelector('main.table').dataset.seq !== seq",
            arg=seq,
        )
        if choosing.count():
            break
        visitor.wait_for_turn()
        visitor.press("n")
    expect(page.locator(POSSIBLE)).to_have_count(1)
    assert page.evaluate("document.activeElement.dataset.space") != piece
    page.keyboard.press("Escape")
    expect(choosing).to_have_count(0)
    assert page.evaluate("document.activeElement.dataset.space") == piece
