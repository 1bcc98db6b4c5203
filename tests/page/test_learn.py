"""Lessons and rules in a real browser: each lesson to its end by keyboard only, in every language."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from moleworks import Match, boards
from moleworks.core.game import Setup
from moleworks.core.registry import GAMES as RULES
from moleworks.rulebook import Figure, NumberedRule, rulebook
from moleworks.texts import LANGUAGES, language
from tests.page.conftest import Visit
from tests.page.test_access import violations
from tests.page.visitors import GAMES, Visitor
from tests.web.people import TIMEOUT, RunningServer

pytestmark = pytest.mark.needs("chromium")

AGAIN = {code: language(code).say("Once more") for code in LANGUAGES}


def tasks(server: RunningServer, game: str, lang: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = httpx.get(
        f"{server.base}/api/lessons/{game}?lang={lang}", timeout=TIMEOUT
    ).json()
    return found


def choose(visitor: Visitor, space: str) -> None:
    """Choose a space: N goes to the next possible one, Enter chooses."""
    for _ in range(visitor.targets.count()):
        visitor.press("n")
        if visitor.page.evaluate("document.activeElement.dataset.space") == space:
            visitor.page.keyboard.press("Enter")
            return
    raise AssertionError(f"{space} is not to be reached by N")


def do(visitor: Visitor, action: str | None) -> None:
    """Play an action by keys, or any if None: its spaces one after the other, or the digit of a button."""
    expect(visitor.board.locator("button[tabindex='0']")).to_be_focused()
    if not visitor.targets.count() or action == "pass":
        visitor.page.keyboard.press("1")
    elif action is not None:
        for space in action.replace(">", "-").split("-"):
            choose(visitor, space)
    else:
        choose(visitor, first(visitor))
        visitor.page.locator(".space.selected, .exercise[data-done]").first.wait_for()
        if visitor.board.locator(".space.selected").count():
            choose(visitor, first(visitor))


def rules_of_the_first_sheet(game: str) -> list[NumberedRule]:
    """The rules as the page first shows them: by the default preset, for any number of players."""
    sections = rulebook(Match.begin(game).setup, language("en"), tuple(RULES[game].player_counts))
    return [block for section in sections for block in section.blocks if isinstance(block, NumberedRule)]


def first(visitor: Visitor) -> str:
    return visitor.targets.first.get_attribute("data-space") or ""


def test_dice_of_a_lesson_are_thrown_by_the_learner(visit: Visit) -> None:
    visitor = visit(settings={"speed": "calm"})
    visitor.open("/#lesson=buddel-bande")
    page = visitor.page
    page.get_by_role("button", name="Throw", exact=True).wait_for()
    task = page.locator(".task")
    expect(task).to_have_text("Your turn: throw the dice!")
    assert visitor.targets.count() == 0
    assert violations(visitor) == []
    page.get_by_role("button", name="Throw", exact=True).click()
    expect(task).to_contain_text("move any small mole to the next clover")
    visitor.targets.first.wait_for()
    do(visitor, None)
    expect(page.locator(".exercise[data-done]")).to_be_visible()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_finished_by_keyboard(visit: Visit, server: RunningServer, game: str, lang: str) -> None:
    visitor = visit(settings={"language": lang})
    visitor.open(f"/#lesson={game}")
    page, told = visitor.page, tasks(server, game, lang)
    for number, task in enumerate(told):
        page.locator(f".lesson[data-step='{number}'] .exercise:not([data-done])").wait_for()
        visitor.board.locator(".space.target").or_(page.locator(".words .button.main")).first.wait_for()
        expect(page.locator(".task")).to_have_text(task["text"])
        expect(page.locator("[data-announcer]")).to_contain_text(task["text"])
        do(visitor, next(iter(task["want"]), None))
        page.locator(".exercise[data-done]").wait_for()
        expect(page.locator(".task")).to_contain_text(task["done"])
        expect(page.locator("[data-announcer]")).to_contain_text(task["done"])
        focused = page.locator(":focus")
        expect(focused).to_have_class(re.compile(r"\bmain\b"))
        page.keyboard.press("Enter")
    expect(page.locator(".table")).to_be_visible()


@pytest.mark.parametrize(("game", "lang"), list(zip(GAMES, ("fr", "de", "en"), strict=True)))
def test_the_school_of_strategy_is_finished_by_keyboard_and_shows_progress(
    visit: Visit, server: RunningServer, game: str, lang: str
) -> None:
    visitor = visit(settings={"language": lang})
    page, lessons = visitor.page, tasks(server, f"{game}/strategy", lang)
    visitor.open("/#school")
    for lesson in lessons:
        page.locator(f"a[href='#lesson={game}~{lesson['id']}']").focus()
        page.keyboard.press("Enter")
        for number, task in enumerate(lesson["steps"]):
            page.locator(f".lesson[data-step='{number}'] .exercise:not([data-done])").wait_for()
            visitor.targets.first.wait_for()
            expect(page.locator("[data-announcer]")).to_contain_text(task["text"])
            do(visitor, task["want"][0])
            expect(page.locator(".task")).to_contain_text(task["done"])
            expect(page.locator("[data-announcer]")).to_contain_text(task["done"])
            expect(page.locator(":focus")).to_have_class(re.compile(r"\bmain\b"))
            page.keyboard.press("Enter")
        expect(page.locator(f"a[href='#lesson={game}~{lesson['id']}']")).to_contain_text("✓")
    assert page.evaluate("JSON.parse(localStorage.getItem('moleworks.lessons'))") == [
        f"{game}~{lesson['id']}" for lesson in lessons
    ]
    assert violations(visitor) == []


@pytest.mark.parametrize("game", GAMES)
def test_the_lesson_and_the_rules_are_found_by_keyboard(visit: Visit, game: str) -> None:
    visitor = visit()
    for link in (f"#lesson={game}", f"#rules={game}"):
        visitor.open()
        visitor.card(game).wait_for()
        meant = visitor.page.locator(f"a[href='{link}']").first
        for _ in range(40):
            visitor.page.keyboard.press("Tab")
            if meant.evaluate("link => link === document.activeElement"):
                break
        visitor.page.keyboard.press("Enter")
        expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
        assert visitor.page.url.endswith(link)


def test_what_is_wrong_is_told_by_the_rule_and_what_is_only_not_meant_by_the_hint(
    visit: Visit, server: RunningServer
) -> None:
    task = tasks(server, "mole-hill", "en")[2]
    visitor = visit()
    visitor.open("/#lesson=mole-hill")
    for number in range(2):
        visitor.page.locator(f".lesson[data-step='{number}'] .skip").click()
    visitor.page.locator(".lesson[data-step='2']").wait_for()
    visitor.board.locator("[data-space='b2']").click()
    refused = visitor.page.locator("p.refused")
    expect(refused.get_by_role("link")).to_have_text("Rule MH4")
    visitor.board.locator("[data-space='a1']").click()
    expect(refused).to_have_text(task["hint"])
    visitor.board.locator("[data-space='b2']").click()
    refused.get_by_role("link").click()
    expect(visitor.page.locator("#MH4")).to_be_focused()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [(1280, 800), (320, 640)], ids=["desktop", "phone"])
def test_axe_finds_nothing_in_lessons_and_rules(visit: Visit, size: tuple[int, int], game: str) -> None:
    visitor = visit(size=size)
    visitor.open(f"/#lesson={game}")
    visitor.targets.first.wait_for()
    assert violations(visitor) == []
    visitor.open(f"/#rules={game}")
    visitor.page.get_by_role("button", name="Try it").first.click()
    expect(visitor.board).to_be_visible()
    assert violations(visitor) == []


def test_an_example_is_tried_both_ways(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/#rules=mole-hill&rule=MH5")
    rule = visitor.page.locator("section", has=visitor.page.locator("#MH5"))
    rule.get_by_role("button", name="Try it").first.click()
    rule.get_by_role("button", name="step to c3").click()
    expect(rule.locator("p.refused a")).to_have_text("Rule MH5")
    visitor.board.locator("[data-space='c1']").click()
    expect(rule.locator(".task")).to_contain_text("Yes, that is allowed.")
    rule.get_by_role("button", name="Once more").click()
    expect(visitor.board.locator("[data-space='c1']")).to_have_class(re.compile(r"\btarget\b"))
    assert visitor.page.locator("p.refused").count() == 0


@pytest.mark.parametrize(("game", "lang"), list(zip(GAMES, LANGUAGES, strict=True)))
def test_every_example_of_every_rule_is_played_with(visit: Visit, game: str, lang: str) -> None:
    visitor = visit(settings={"language": lang})
    visitor.open(f"/#rules={game}")
    rules = rules_of_the_first_sheet(game)
    assert any(rule.examples for rule in rules)
    for rule in rules:
        section = visitor.page.locator("section", has=visitor.page.locator(f"#{rule.number}"))
        expect(section.locator(".example")).to_have_count(len(rule.examples))
        for number, example in enumerate(rule.examples):
            section.locator(".example button").nth(number).click()
            tries = section.locator(".exercise ul button")
            expect(tries).to_have_count(len(example.allowed) + len(example.refused))
            for n in range(len(example.refused)):
                tries.nth(len(example.allowed) + n).click()
                expect(section.locator("p.refused a")).to_contain_text(example.by or rule.number)
            for n in range(len(example.allowed)):
                tries.nth(n).click()
                expect(section.locator(".exercise[data-done] .task")).not_to_be_empty()
                section.get_by_role("button", name=AGAIN[lang]).click()
                section.locator(".exercise:not([data-done]) ul").wait_for()
            section.locator(".example button").nth(number).click()


@pytest.mark.parametrize("game", GAMES)
def test_an_example_is_tried_by_keyboard(visit: Visit, game: str) -> None:
    visitor = visit()
    visitor.open(f"/#rules={game}")
    keys = visitor.page.keyboard
    opener = visitor.page.locator(".example button").first
    opener.focus()
    keys.press("Enter")
    expect(visitor.board.locator("button[tabindex='0']")).to_be_focused()
    first_try = visitor.page.locator(".exercise ul button").first
    for _ in range(20):
        keys.press("Tab")
        if first_try.evaluate("button => button === document.activeElement"):
            break
    keys.press("Enter")
    visitor.page.locator(".exercise[data-done]").wait_for()
    assert visitor.announced().endswith("Yes, that is allowed.")
    expect(visitor.page.get_by_role("button", name="Once more")).to_be_focused()


def test_the_rule_sheets_stand_side_by_side(visit: Visit) -> None:
    visitor = visit(settings={"language": "de"})
    visitor.open("/#rules=mole-company")
    table = visitor.page.get_by_role("table")
    expect(table.get_by_role("columnheader")).to_have_count(6)
    header = visitor.page.get_by_role("rowheader", name=re.compile("^Sonderfelder"))
    row = table.get_by_role("row").filter(has=header)
    expect(row.get_by_role("cell")).to_have_text(["ja", "nein", "nein", "ja", "–"])
    row.get_by_role("link", name="Regel MC10").click()
    expect(visitor.page.locator("#MC10")).to_be_focused()


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_show_their_pictures(visit: Visit, game: str) -> None:
    visitor = visit(settings={"language": "fr"})
    visitor.open(f"/#rules={game}")
    setup = RULES[game].setup(boards.named(game, "classic"))
    counts = tuple(RULES[game].player_counts)
    blocks = [block for section in rulebook(setup, language("fr"), counts) for block in section.blocks]
    told = [block.alt for block in blocks if isinstance(block, Figure)]
    assert len(told) >= 2
    pictures = visitor.page.locator("main section img")
    expect(pictures).to_have_count(len(told))
    assert pictures.evaluate_all("pictures => pictures.map(({ alt }) => alt)") == told
    for n in range(len(told)):
        expect(pictures.nth(n)).to_have_js_property("complete", True)
        assert pictures.nth(n).evaluate("picture => picture.naturalWidth") > 0


def test_who_comes_back_to_a_lesson_is_where_they_were(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/#lesson=buddel-bande")
    visitor.page.locator(".skip").click()
    visitor.page.locator(".lesson[data-step='1'] .exercise").wait_for()
    visitor.page.reload()
    visitor.page.locator(".lesson[data-step='1'] .exercise").wait_for()
    expect(visitor.page.get_by_role("progressbar")).to_have_accessible_name("Step 2 of 8")


def test_the_rules_of_a_match_are_those_that_were_agreed(visit: Visit) -> None:
    """Options of the match itself, not only its preset, decide what its rules say."""
    options = {"know_own": False, "either": "dog", "pass": "any"}
    visitor = visit(choices={"games": {"buddel-bande": {"board": "stroll", "first": 0, "options": options}}})
    visitor.start("buddel-bande")
    page = visitor.page
    match = page.url.partition("#match=")[2]
    visitor.panel("Rules").click()
    page.get_by_role("link", name="All rules", exact=True).click()
    expect(page.get_by_text("These are the rules that were agreed for your match.")).to_be_visible()
    agreed = Match.begin("buddel-bande", board="stroll", players=2, options=options).setup
    usual = Match.begin("buddel-bande", board="stroll", players=2).setup

    def texts(setup: Setup) -> dict[str, str]:
        sections = rulebook(setup, language("en"))
        numbered = [block for section in sections for block in section.blocks]
        return {block.number: block.text for block in numbered if isinstance(block, NumberedRule)}

    differ = [number for number, text in texts(agreed).items() if texts(usual)[number] != text]
    assert differ
    for number in differ:
        rule = page.locator("section.sheet").filter(has=page.locator(f"#{number}"))
        expect(rule).to_contain_text(texts(agreed)[number])
    page.locator("nav").get_by_role("link", name=re.compile(rf"^{differ[0]}\b")).click()
    expect(page).to_have_url(re.compile(f"match={match}&rule={differ[0]}$"))
    expect(page.get_by_text("These are the rules that were agreed for your match.")).to_be_visible()
    expect(page.get_by_role("combobox")).to_have_count(0)
    page.get_by_role("link", name="Back to the match").click()
    expect(visitor.board).to_be_visible()
