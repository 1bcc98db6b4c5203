"""Puzzles in a real browser: by mouse, by keys alone, by ear; what is kept on the device."""

from __future__ import annotations

import datetime
import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from moleworks import puzzles
from moleworks.puzzles import Puzzle, words
from moleworks.texts import LANGUAGES, language
from tests.page.conftest import Visit
from tests.page.test_access import violations
from tests.page.visitors import Visitor

pytestmark = pytest.mark.needs("chromium")

DAY = datetime.date(2026, 11, 19)
GAME = "mole-hill"

SHARE_SHEET = """navigator.share = async (given) => {
    window.sent = given;
    if (window.back) throw new DOMException('', 'AbortError');
}"""


def stepping_puzzle() -> Puzzle:
    """One whose answer is a square: a single choice on the board."""
    return next(each for each in puzzles.book(GAME).values() if "|" not in each.answers[0] and each.wrong)


def open_puzzle(visitor: Visitor, value: str) -> None:
    visitor.page.clock.set_fixed_time(f"{DAY}T12:00:00")
    visitor.open(f"/#puzzle={value}")
    visitor.page.locator(".exercise").wait_for()


def kept(visitor: Visitor) -> Any:
    return json.loads(visitor.page.evaluate("localStorage.getItem('moleworks.puzzles') ?? '{}'"))


def choose(visitor: Visitor, space: str) -> None:
    for _ in range(visitor.targets.count()):
        visitor.press("n")
        if visitor.page.evaluate("document.activeElement.dataset.space") == space:
            visitor.page.keyboard.press("Enter")
            return
    raise AssertionError(f"{space} is not to be reached by N")


def play(visitor: Visitor, action: str) -> None:
    """By keys: the piece, then where it goes. One that is still held after a wrong answer is let go."""
    visitor.targets.first.wait_for()
    if visitor.board.locator(".space.selected").count():
        visitor.page.keyboard.press("Escape")
    for space in re.split("[->]", action):
        choose(visitor, space)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_puzzle_is_solved_by_keys_and_told(visit: Visit, lang: str) -> None:
    puzzle = stepping_puzzle()
    texts = words.puzzle_words(GAME, puzzle, language(lang))
    visitor = visit(settings={"language": lang})
    open_puzzle(visitor, f"{GAME}~id~{puzzle.id}")
    visitor.targets.first.wait_for()
    announced = visitor.page.locator("[data-announcer]")
    expect(announced).to_contain_text(texts.question)
    expect(visitor.board.locator("button[tabindex='0']")).to_be_focused()
    visitor.page.keyboard.press("h")
    expect(announced).to_contain_text(texts.hints[0])
    wrong = next(iter(puzzle.wrong))
    choose(visitor, wrong)
    expect(visitor.page.locator("p.refused")).to_have_text(texts.mistakes[wrong])
    choose(visitor, puzzle.answers[0])
    expect(visitor.page.locator(".task")).to_contain_text(texts.solution)
    expect(announced).to_contain_text(texts.solution)
    expect(visitor.page.locator(":focus")).to_have_text(language(lang).say("Next puzzle"))
    progress = kept(visitor)[GAME]
    assert list(progress["tried"]) == [puzzle.id]
    assert progress["due"][puzzle.id]["day"] == "2026-11-20"
    assert progress["rating"] < 1000


def test_the_puzzle_of_the_day_counts_days_and_can_be_shared(visit: Visit) -> None:
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    open_puzzle(visitor, GAME)
    visitor.targets.first.wait_for()
    page = visitor.page
    page.get_by_role("button", name="Hint (1 of 3)").click()
    expect(page.locator(".hints li")).to_have_count(1)
    page.get_by_role("button", name="Show me").click()
    expect(page.get_by_role("button", name="Next puzzle")).to_be_focused()
    expect(page.locator(".result")).to_contain_text("This puzzle comes back tomorrow.")
    page.get_by_role("button", name="Share the result").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    shared = page.evaluate("navigator.clipboard.readText()")
    assert shared == "Moleworks · Mole Hill · 2026-11-19 · 🟨⬛"
    progress = kept(visitor)[GAME]
    assert list(progress["tried"]) == [puzzles.daily(GAME, DAY).id]
    assert progress.get("streak", 0) == 0


def test_loading_the_page_again_does_not_improve_the_result_of_the_day(visit: Visit) -> None:
    """The first try of a day counts, and what went wrong in it stays."""
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    open_puzzle(visitor, GAME)
    visitor.targets.first.wait_for()
    page, today = visitor.page, puzzles.daily(GAME, DAY)
    match = today.match(GAME)
    play(visitor, next(name for name in match.legal if name not in today.answers))
    expect(page.locator("p.refused")).to_be_visible()
    page.get_by_role("button", name="Hint (1 of 3)").click()
    for squares in ("🟥🟨🟩", "🟥🟨🟩"):
        page.reload()
        visitor.targets.first.wait_for()
        play(visitor, today.answers[0])
        page.get_by_role("button", name="Share the result").click()
        expect(page.get_by_role("button", name="Copied")).to_be_visible()
        assert page.evaluate("navigator.clipboard.readText()").endswith(f"2026-11-19 · {squares}")
    expect(page.locator(".result")).to_contain_text("Your first try today counts.")
    assert kept(visitor)[GAME]["due"][today.id] == {"day": "2026-11-20", "step": 0}


@pytest.mark.parametrize("game", ["mole-company", "buddel-bande"])
@pytest.mark.parametrize("size", [(1280, 800), (320, 640)], ids=["desktop", "phone"])
def test_a_move_of_each_game_is_found_by_keys_and_told(
    visit: Visit, game: str, size: tuple[int, int]
) -> None:
    puzzle = next(each for each in puzzles.book(game).values() if not each.about and each.wrong)
    texts = words.puzzle_words(game, puzzle, language("en"))
    visitor = visit(size=size)
    open_puzzle(visitor, f"{game}~id~{puzzle.id}")
    visitor.targets.first.wait_for()
    announced = visitor.page.locator("[data-announcer]")
    expect(announced).to_contain_text(texts.question)
    assert violations(visitor) == []
    visitor.page.keyboard.press("h")
    expect(announced).to_contain_text(texts.hints[0])
    wrong = next(iter(puzzle.wrong))
    play(visitor, wrong)
    expect(visitor.page.locator("p.refused")).to_have_text(texts.mistakes[wrong])
    assert violations(visitor) == []
    play(visitor, puzzle.answers[0])
    expect(visitor.page.locator(".task")).to_contain_text(texts.solution)
    expect(announced).to_contain_text(texts.solution)
    expect(visitor.page.locator(":focus")).to_have_text("Next puzzle")
    assert violations(visitor) == []
    assert list(kept(visitor)[game]["tried"]) == [puzzle.id]


def test_the_result_goes_to_the_share_sheet_of_the_device(visit: Visit) -> None:
    """This browser has no share sheet: one is put in its place that keeps what it is given."""
    visitor = visit()
    visitor.page.add_init_script(SHARE_SHEET)
    open_puzzle(visitor, GAME)
    visitor.targets.first.wait_for()
    page = visitor.page
    page.get_by_role("button", name="Show me").click()
    page.get_by_role("button", name="Share the result").click()
    assert page.evaluate("window.sent") == {"text": "Moleworks · Mole Hill · 2026-11-19 · ⬛"}
    page.evaluate("window.sent = null; window.back = true")
    page.get_by_role("button", name="Share the result").click()
    assert page.evaluate("window.sent") is not None
    # Whoever goes back shares nothing, and nothing is copied.
    expect(page.get_by_role("button", name="Copied")).to_have_count(0)


def test_whose_mole_is_answered_by_a_button(visit: Visit) -> None:
    game = "buddel-bande"
    puzzle = next(each for each in puzzles.book(game).values() if each.about)
    texts = words.puzzle_words(game, puzzle, language("en"))
    visitor = visit()
    open_puzzle(visitor, f"{game}~id~{puzzle.id}")
    expect(visitor.page.locator(".task")).to_have_text(texts.question)
    assert visitor.targets.count() == 0
    wrong = next(answer for answer in texts.choices if answer not in puzzle.answers)
    visitor.page.get_by_role("button", name=texts.choices[wrong], exact=True).click()
    expect(visitor.page.locator("p.refused")).to_have_text(texts.mistakes[wrong])
    visitor.page.get_by_role("button", name=texts.choices[puzzle.answers[0]], exact=True).click()
    expect(visitor.page.locator(".task")).to_contain_text(texts.solution)
    expect(visitor.page.locator("[data-announcer]")).to_contain_text(texts.solution)
    assert puzzle.id in kept(visitor)[game]["due"]


@pytest.mark.parametrize("size", [(1280, 800), (320, 640)], ids=["desktop", "phone"])
def test_all_puzzles_are_found_and_progress_is_forgotten(visit: Visit, size: tuple[int, int]) -> None:
    visitor = visit(size=size)
    visitor.open()
    visitor.page.get_by_role("link", name="Puzzles").click()
    expect(visitor.page.get_by_role("heading", level=1, name="Puzzles")).to_be_visible()
    visitor.page.locator("summary").first.click()
    themed = visitor.page.get_by_role("link", name="Keep a way open")
    expect(themed).to_be_visible()
    assert violations(visitor) == []
    themed.click()
    visitor.targets.first.wait_for()
    assert violations(visitor) == []
    visitor.page.get_by_role("button", name="Show me").click()
    expect(visitor.page.get_by_role("button", name="Next puzzle")).to_be_focused()
    assert violations(visitor) == []
    visitor.page.get_by_role("link", name="Puzzles").click()
    visitor.page.get_by_role("button", name="Forget my progress").click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Forget my progress").click()
    expect(visitor.page.get_by_role("button", name="Forget my progress")).to_have_count(0)
    assert kept(visitor) == {}
