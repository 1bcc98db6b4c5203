"""Accessibility of the boards: buttons, keys, one announcement for each action; and axe on every screen."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.test_games import seq, wait_for_update
from tests.page.visitors import GAMES, Visitor

pytestmark = pytest.mark.needs("chromium")

RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "rules": {"target-size": {"enabled": True}},
}


def violations(visitor: Visitor) -> list[str]:
    found: dict[str, Any] = Axe().run(visitor.page, options=RULES).response
    return [
        f"{rule['id']}: {node['html'][:200]} {node['failureSummary']}"
        for rule in found["violations"]
        for node in rule["nodes"][:3]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1280, 800), (320, 640)], ids=["desktop", "phone"])
def test_axe_finds_nothing_on_the_start_screen_and_in_the_settings(
    visit: Visit, size: tuple[int, int], scheme: str
) -> None:
    visitor = visit(size=size, color_scheme=scheme)
    visitor.open()
    expect(visitor.card("mole-hill")).to_be_visible()
    assert violations(visitor) == []
    visitor.page.get_by_role("button", name="Options").first.click()
    expect(visitor.page.get_by_text("House rules")).to_be_visible()
    assert violations(visitor) == []
    visitor.open("/#settings")
    expect(visitor.page.get_by_role("heading", name="Settings")).to_be_visible()
    assert violations(visitor) == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("size", "scheme"),
    [((1280, 800), "light"), ((320, 640), "light"), ((390, 844), "dark")],
    ids=["desktop", "phone", "night"],
)
def test_axe_finds_nothing_on_a_board(visit: Visit, size: tuple[int, int], scheme: str, game: str) -> None:
    visitor = visit(size=size, color_scheme=scheme)
    visitor.start(game)
    visitor.wait_for_turn()
    assert violations(visitor) == []
    for panel in (
        "Move or question",
        "History",
        "Position",
        "Rules",
        "Quick message",
        "Share",
        "Settings",
    ):
        visitor.panel(panel).click()
        expect(
            visitor.page.get_by_role("region", name=panel, exact=True).locator(":scope > *")
        ).not_to_have_count(0)
        assert violations(visitor) == []


def test_axe_finds_nothing_in_the_lobby(visit: Visit) -> None:
    visitor = visit(choices={"opponents": "link"})
    visitor.open()
    visitor.card("mole-company").click()
    expect(visitor.page.get_by_alt_text("The link as a QR code").first).to_be_visible()
    assert violations(visitor) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_key_answers_in_words(visit: Visit, game: str) -> None:
    visitor = visit()
    visitor.start(game)
    visitor.wait_for_turn()
    expect(visitor.board.locator("button[tabindex='0']")).to_have_count(1)
    keyboard = visitor.page.keyboard
    for key in "tmprsk":
        keyboard.press("k" if key != "k" else "t")
        other = visitor.announced()
        keyboard.press(key)
        expect(visitor.page.locator("[data-announcer] p").last).not_to_have_text(other)
        assert re.search(r"\w{2,}", visitor.announced()), key


@pytest.mark.parametrize("game", GAMES)
def test_the_opposite_key_leads_back_everywhere(visit: Visit, game: str) -> None:
    visitor = visit()
    visitor.start(game)
    visitor.wait_for_turn()
    keyboard = visitor.page.keyboard
    opposite = {"ArrowLeft": "ArrowRight", "ArrowUp": "ArrowDown", "q": "c", "e": "z"}
    pairs = [*opposite.items(), *((back, there) for there, back in opposite.items())]
    names = visitor.board.locator("button").evaluate_all("all => all.map(one => one.dataset.space)")
    for name in names[:: max(1, len(names) // 12)]:
        for there, back in pairs:
            visitor.board.locator(f"[data-space='{name}']").focus()
            keyboard.press(there)
            moved = visitor.page.evaluate("document.activeElement.dataset.space")
            if moved == name:
                assert visitor.announced() == "The edge."
                continue
            keyboard.press(back)
            assert visitor.page.evaluate("document.activeElement.dataset.space") == name


def test_one_announcement_an_action_and_equal_texts_are_read_again(visit: Visit) -> None:
    visitor = visit()
    visitor.start("mole-hill")
    visitor.wait_for_turn()
    region = visitor.page.locator("[data-announcer] p")
    count = region.count()
    for again in (1, 2):
        visitor.page.keyboard.press("t")
        expect(region).to_have_count(count + again)
    first, second = region.all_inner_texts()[-2:]
    assert first.strip() == second.strip() != ""
    assert first != second, "equal texts differ by a space: Orca takes equal ones for one change"
    visitor.page.evaluate(
        """() => {
            const region = document.querySelector('[data-announcer]');
            const note = (changes) => window.said.push(...changes.flatMap((change) =>
                [...change.addedNodes].map((line) => line.textContent.trim())));
            window.said = [];
            new MutationObserver(note).observe(region, {subtree: true, childList: true, characterData: true});
        }"""
    )
    was = seq(visitor)
    visitor.targets.first.click()
    wait_for_update(visitor, was)
    expect(visitor.page.locator(".bar.mine")).to_be_visible()
    visitor.page.locator(f".table[data-seq='{int(was) + 2}']").wait_for()
    visitor.page.wait_for_function("() => window.said.length > 1")
    mine, theirs = visitor.page.evaluate("window.said")
    assert mine.startswith("You start on")
    assert theirs.startswith("The computer lays a rod between")
    assert "You are the mole: " in theirs, "what to do comes with it when it is one's turn"


def test_a_refusal_says_why_and_leaves_the_focus(visit: Visit) -> None:
    visitor = visit()
    visitor.start("mole-hill")
    before = seq(visitor)
    visitor.targets.nth(5).click()
    wait_for_update(visitor, before)
    expect(visitor.page.locator(".bar.mine")).to_be_visible()
    here = visitor.board.locator(".space:not(.target)").first
    here.focus()
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator(".refused").first).to_be_visible()
    assert re.search(r"\(MH\d+\)$", visitor.announced())
    expect(here).to_be_focused()


def test_typed_words_are_understood(visit: Visit) -> None:
    visitor = visit()
    visitor.start("mole-hill")
    visitor.panel("Move or question").click()
    field = visitor.page.get_by_label("A move or a question, such as c3 d3 or score")
    field.fill("jump to z9, please")
    field.press("Enter")
    expect(visitor.page.locator("p.refused")).to_be_visible()
    expect(field).to_have_value("jump to z9, please")
    before = seq(visitor)
    field.fill("go to b2 please")
    field.press("Enter")
    wait_for_update(visitor, before)
    expect(field).to_have_value("")
