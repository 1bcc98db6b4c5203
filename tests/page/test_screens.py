"""The focus and the title follow the screen that is opened."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.test_story import ask, finish
from tests.page.visitors import GAMES, SMALL, Visitor

pytestmark = pytest.mark.needs("chromium")

SCREENS = {
    "start": "Moleworks",
    "settings": "Settings",
    "rules=mole-hill": "The rules of Mole Hill",
    "workshop": "Board workshop",
    "lesson=buddel-bande": "Buddel Bande: the first steps",
    "rules=mole-company": "The rules of Mole Company",
    "print=mole-company": "Print this board",
    "puzzles": "Puzzles",
    "puzzle=mole-hill": "Puzzle: Mole Hill",
    "story": "Your story",
    "match={going_on}": "Buddel Bande",
    "match={waiting}": "Mole Company",
    "replay={finished}": "Mole Hill",
}
"""By their addresses, what their headings say; a match that waits for players shows its lobby."""
CHANGES = 100
FOCUSED = "() => document.activeElement?.closest('main, header') instanceof HTMLElement"
"""Whether something that is shown has the focus."""


def matches(visitor: Visitor) -> dict[str, str]:
    """One match that goes on, one that waits for players, and one that is over."""
    seats = [{"kind": "here", "name": "Lina"}, {"kind": "computer", "level": 1}]
    going_on = {"game": "buddel-bande", "board": SMALL["buddel-bande"], "seats": seats}
    waiting = {"game": "mole-company", "board": SMALL["mole-company"], "seats": [seats[0], {"kind": "link"}]}
    opened = {
        name: ask(visitor, "POST", "/matches", order)["id"]
        for name, order in {"going_on": going_on, "waiting": waiting}.items()
    }
    return opened | {"finished": finish(visitor, "mole-hill")}


def test_each_of_100_changes_of_screen_keeps_a_focus_and_names_the_screen(visit: Visit) -> None:
    visitor = visit()
    visitor.open()
    page, random, shown = visitor.page, Random("screens"), "start"
    # The screen that is loaded first gets no focus: it is read from the top.
    expect(page.locator("h1")).to_have_text(SCREENS[shown])
    known = matches(visitor)
    for _ in range(CHANGES):
        shown = random.choice([address for address in SCREENS if address != shown])
        page.evaluate("address => { location.hash = address; }", shown.format(**known))
        expect(page.locator("h1")).to_have_text(SCREENS[shown])
        page.wait_for_function(FOCUSED)
        expect(page).to_have_title("Moleworks" if shown == "start" else re.compile(re.escape(SCREENS[shown])))


def test_keys_skip_the_unfinished_games(visit: Visit) -> None:
    visitor = visit()
    visitor.start("mole-hill")
    visitor.wait_for_turn()
    visitor.open()
    page = visitor.page
    page.get_by_role("region", name="Go on playing").wait_for()
    for game, title in zip(GAMES, ("Mole Hill", "Mole Company", "Buddel Bande"), strict=True):
        skip = page.get_by_role("link", name=f"To {title}", exact=True)
        page.keyboard.press("Tab")
        expect(skip).to_be_focused()
        expect(skip).to_be_in_viewport()
        page.keyboard.press("Enter")
        expect(visitor.card(game)).to_be_focused()
        skip.focus()


def test_the_lobby_says_its_code_digit_by_digit(visit: Visit) -> None:
    visitor = visit(choices={"opponents": "link"})
    visitor.open()
    visitor.card("mole-company").click()
    code = visitor.page.locator(".code strong").inner_text()
    assert visitor.announced() == f"Code: {' '.join(code.replace(' ', ''))}"
