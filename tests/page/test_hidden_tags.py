"""A table that hides the tags of the moles: on the page only places tell moles of one size apart."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.test_games import play_by_pointer
from tests.page.visitors import Visitor

pytestmark = pytest.mark.needs("chromium")

TAG = re.compile(r"\b[SML][1-4]\b")


def hidden_table(visit: Visit, **wishes: object) -> Visitor:
    """A visitor who chose the setting in the form, at the start of a match against the computer."""
    visitor = visit(**wishes)
    visitor.open()
    visitor.page.get_by_role("button", name=re.compile("^Options.*Buddel Bande")).click()
    visitor.page.get_by_label("By memory alone").check()
    visitor.page.locator("form").get_by_role("button", name="Play", exact=True).click()
    expect(visitor.board).to_be_visible()
    return visitor


def seen_and_heard(visitor: Visitor) -> str:
    """All text on the page, all labels, and the drawing's texts."""
    text: str = visitor.page.evaluate(
        """() => [document.body.innerText, ...[...document.querySelectorAll('[aria-label], svg text')]
            .map((one) => one.getAttribute('aria-label') ?? one.textContent)].join('\\n')"""
    )
    return text


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_a_match_is_played_by_places(visit: Visit, size: tuple[int, int]) -> None:
    visitor = hidden_table(visit, size=size)
    page = visitor.page
    assert visitor.wait_for_turn()
    notes = page.locator("#panel")
    expect(notes).to_contain_text("This table plays by memory.")
    expect(notes).to_contain_text(re.compile(r"small mole \(haystack, place [12]\): underneath is the"))
    assert not TAG.search(seen_and_heard(visitor))

    visitor.panel("Move or question").click()
    moves = page.get_by_role("group", name="All moves").get_by_role("button")
    expect(moves.first).to_be_visible()
    texts = moves.all_inner_texts()
    assert len(set(texts)) == len(texts)
    assert not TAG.search(seen_and_heard(visitor))

    # What the list says can be typed.
    visitor.expect_errors("status of 4")  # what is not understood
    page.get_by_label("A move or a question").fill("gibberish")
    page.get_by_role("button", name="Go", exact=True).click()
    expect(page.locator(".refused")).to_contain_text("Name a mole by its place")
    page.get_by_label("A move or a question").fill(texts[0])
    page.get_by_role("button", name="Go", exact=True).click()
    visitor.show("History")
    expect(page.locator("#panel ol")).to_contain_text(re.compile("Your move: |You send the dog "))
    for panel in ("Position", "Rules"):
        visitor.panel(panel).click()
        expect(page.locator("#panel")).to_be_visible()
        assert not TAG.search(seen_and_heard(visitor))


def test_at_a_shared_device_a_secret_names_the_place(visit: Visit) -> None:
    """Who holds the button is told where their moles stand; no tag is in the page, before or after."""
    visitor = visit(
        choices={
            "opponents": "here",
            "names": ["Lina", "Max"],
            "games": {"buddel-bande": {"board": "stroll", "first": 0, "table": ["hidden_tags"]}},
        }
    )
    page = visitor.page
    visitor.open()
    visitor.card("buddel-bande").click()
    for name in ("Lina", "Max"):
        page.get_by_role("button", name=f"I am {name}").click()
        secret = page.get_by_role("listitem").filter(has_text="underneath is the")
        expect(secret).to_have_count(0)
        page.get_by_role("button", name="Hold to see").hover()
        page.mouse.down()
        expect(secret.first).to_contain_text(re.compile(r"mole \(haystack, place [12]\): underneath"))
        assert not TAG.search(seen_and_heard(visitor))
        page.mouse.up()
        expect(secret).to_have_count(0)
        page.get_by_role("button", name="Seen").click()
        assert not TAG.search(seen_and_heard(visitor))
    play_by_pointer(visitor, Random(5), tap=False)
    assert not TAG.search(seen_and_heard(visitor))
