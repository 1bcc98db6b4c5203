"""A table that hides the tags of the moles: on the page only places tell moles of one size apart."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit
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

    page.get_by_role("button", name="Moves", exact=True).click()
    moves = page.locator("#panel").get_by_role("button")
    expect(moves.first).to_be_visible()
    texts = moves.all_inner_texts()
    assert len(set(texts)) == len(texts)
    assert not TAG.search(seen_and_heard(visitor))

    # What the list says can be typed.
    page.get_by_role("button", name="Enter a move", exact=True).click()
    visitor.expect_errors("status of 4")  # what is not understood
    page.get_by_label("A move, such as").fill("gibberish")
    page.get_by_role("button", name="Go", exact=True).click()
    expect(page.locator(".refused")).to_contain_text("Name a mole by its place")
    page.get_by_label("A move, such as").fill(texts[0])
    page.get_by_role("button", name="Go", exact=True).click()
    page.get_by_role("button", name="What happened", exact=True).click()
    expect(page.locator("#panel ol")).to_contain_text("Lina")
    for panel in ("Position", "Rules in short"):
        page.get_by_role("button", name=panel, exact=True).click()
        expect(page.locator("#panel")).to_be_visible()
        assert not TAG.search(seen_and_heard(visitor))
