"""One box for moves and questions: reached from the board by a key, and from elsewhere by a link."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.page.conftest import Visit
from tests.page.visitors import GAMES, Visitor

pytestmark = pytest.mark.needs("chromium")


def box(visitor: Visitor) -> Locator:
    return visitor.page.locator("#typed")


def answer(visitor: Visitor) -> Locator:
    return visitor.page.locator(".answer")


def ask(visitor: Visitor, text: str) -> str:
    """Type a question; what is announced, which stands below the box too."""
    box(visitor).fill(text)
    box(visitor).press("Enter")
    expect(answer(visitor).locator(".asked")).to_have_text(text)
    expect(box(visitor)).to_have_value("")
    heard = visitor.announced()
    assert " ".join(answer(visitor).locator("p:not(.asked)").all_inner_texts()) == heard
    return heard


@pytest.mark.parametrize("game", GAMES)
def test_a_key_on_the_board_leads_to_the_box_and_escape_back(visit: Visit, game: str) -> None:
    visitor = visit()
    visitor.start(game)
    visitor.wait_for_turn()
    space = visitor.board.locator(".space:focus")
    expect(space).to_have_count(1)
    here = space.get_attribute("data-space")
    visitor.page.keyboard.press("Slash")
    expect(box(visitor)).to_be_focused()
    expect(box(visitor)).to_have_value("")
    visitor.page.keyboard.press("Escape")
    expect(visitor.board.locator(f"[data-space='{here}']")).to_be_focused()


def test_a_link_for_keys_leads_to_the_box_from_elsewhere(visit: Visit) -> None:
    visitor = visit(size=(390, 844))
    visitor.start("mole-hill")
    visitor.wait_for_turn()
    visitor.page.locator("h1").focus()
    visitor.page.keyboard.press("Shift+Tab")
    visitor.page.keyboard.press("Shift+Tab")
    link = visitor.page.get_by_role("button", name="To moves and questions")
    expect(link).to_be_focused()
    visitor.page.keyboard.press("Enter")
    expect(box(visitor)).to_be_focused()


def test_questions_are_answered_by_ear_and_to_be_read(visit: Visit) -> None:
    visitor = visit()
    visitor.start("mole-hill")
    visitor.wait_for_turn()
    visitor.page.keyboard.press("Slash")
    assert ask(visitor, "Where is my mole?").startswith("You are the mole")
    assert ask(visitor, "around c3") == "c3, around it: free b2, c2, d2, b3, d3, b4, c4, d4."
    assert "Points: You 0, Computer 0." in ask(visitor, "score")
    assert ask(visitor, "what if b2").startswith("Just imagining: You start on b2.")
    assert ask(visitor, "rules MH5").startswith("MH5, ")
    expect(box(visitor)).to_be_focused()
    box(visitor).fill("go to b2 please")
    box(visitor).press("Enter")
    # The computer may have answered already.
    visitor.page.wait_for_function("() => Number(document.querySelector('.table').dataset.seq) >= 3")
    expect(visitor.page.locator(".bar.mine")).to_be_visible()
    assert "lays a rod between" in ask(visitor, "last")


def test_what_is_not_understood_stays_and_is_refused_in_words(visit: Visit) -> None:
    visitor = visit()
    visitor.start("mole-hill")
    visitor.wait_for_turn()
    visitor.expect_errors("status of 422")
    visitor.page.keyboard.press("Slash")
    box(visitor).fill("xyzzy")
    box(visitor).press("Enter")
    expect(visitor.page.locator("p.refused")).to_contain_text("neither a move nor a question")
    expect(box(visitor)).to_have_value("xyzzy")
    box(visitor).fill("rod b2 c2")
    box(visitor).press("Enter")
    expect(visitor.page.locator("p.refused")).to_contain_text("name a square, not a rod")


@pytest.mark.parametrize(
    ("language", "question", "heard"),
    [
        ("fr", "Où est ma taupe ?", "La taupe n'est pas encore"),
        ("de", "Wo ist mein Maulwurf?", "Der Maulwurf ist noch nicht"),
    ],
)
def test_questions_in_other_languages(visit: Visit, language: str, question: str, heard: str) -> None:
    visitor = visit(settings={"language": language})
    visitor.start("mole-hill")
    visitor.wait_for_turn()
    visitor.page.keyboard.press("Slash")
    assert heard in ask(visitor, question).replace("’", "'")
