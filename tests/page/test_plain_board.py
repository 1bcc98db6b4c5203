"""A game of somebody else, without a drawing, on the page: by mouse, by touch, by keys and by ear."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from moleworks.lessons import book, translate
from moleworks.texts import LANGUAGES, language
from tests.games.installed_plugin import fake_plain_game, in_use, install
from tests.page.conftest import Visit
from tests.page.screen_reader import Listener
from tests.page.test_access import violations
from tests.page.test_games import LONGEST, play_by_keys, play_by_pointer, view_secrets_by_keys
from tests.page.visitors import GAMES, Visitor
from tests.web.people import RunningServer, running

pytestmark = pytest.mark.needs("chromium")

GAME = "worm-hunt"
TITLE = "Worm Hunt"
SHORT: dict[str, Any] = {"games": {GAME: {"preset": "sprint", "first": 0}}}
"""Choices for a short match in which the visitor begins."""
PHONE: dict[str, Any] = {"size": (320, 640), "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server with the example package installed."""
    folder = tmp_path_factory.mktemp("plain")
    database = f"sqlite:///{folder}/matches.sqlite"
    with in_use(install(folder)), running(database=database, thinkers=1, matches_per_hour=10**6) as started:
        yield started


def card(visitor: Visitor) -> Any:
    return visitor.page.locator(".card").nth(len(GAMES))


def start(visitor: Visitor) -> None:
    visitor.open()
    card(visitor).locator(".play").click()
    expect(visitor.board).to_be_visible()


def test_the_start_screen_lists_it_last(visit: Visit) -> None:
    visitor = visit()
    visitor.open()
    expect(visitor.page.locator(".card")).to_have_count(len(GAMES) + 1)
    expect(card(visitor).locator("strong")).to_have_text(TITLE)
    expect(card(visitor).locator(".cover")).to_have_text(TITLE)
    expect(card(visitor)).to_contain_text("Dig for worms")
    expect(card(visitor).get_by_role("link")).to_have_count(2)
    card(visitor).get_by_role("button", name="Options").click()
    expect(card(visitor).locator("select[value], option", has_text="A short sprint")).to_have_count(1)
    expect(card(visitor).locator("summary")).to_be_visible()
    expect(card(visitor).get_by_role("link")).to_have_count(2)  # it has no workshop and nothing to print
    assert violations(visitor) == []


def test_a_game_without_lessons_offers_none(visit: Visit, tmp_path: Path) -> None:
    fake_plain_game(tmp_path)
    database = f"sqlite:///{tmp_path}/matches.sqlite"
    with in_use(tmp_path), running(database=database) as plain_server:
        visitor = visit(base=plain_server.base)
        visitor.open()
        plain = visitor.page.locator(".card").last
        expect(plain.locator("strong")).to_have_text("Plain Game")
        expect(plain.get_by_role("link")).to_have_count(0)
        links = visitor.page.locator(".card").first.get_by_role("link")
        expect(links).to_have_text(
            [re.compile(f"^{name}") for name in ("Learn in two minutes", "All rules", "Print")]
        )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_its_lesson_is_finished_by_keyboard(visit: Visit, lang: str) -> None:
    visitor = visit(settings={"language": lang})
    visitor.open(f"/#lesson={GAME}")
    for number, (step, key) in enumerate(zip(book(GAME).steps, "12", strict=True)):
        visitor.page.locator(f".lesson[data-step='{number}'] .exercise:not([data-done])").wait_for()
        expect(visitor.page.locator(".task")).to_have_text(translate(step.text, language(lang)))
        expect(visitor.board.locator("button[tabindex='0']")).to_be_focused()
        visitor.page.keyboard.press(key)
        expect(visitor.page.locator(".task")).to_contain_text(translate(step.done, language(lang)))
        visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator(".table")).to_be_visible()  # a first match


def test_its_rules_can_be_read_and_tried(visit: Visit) -> None:
    visitor = visit()
    visitor.open(f"/#rules={GAME}")
    for rule in book(GAME).rules:
        expect(visitor.page.locator(f"#{rule.number}")).to_contain_text(rule.title)
    expect(visitor.page.get_by_text("Nothing is dug yet")).to_be_visible()
    assert violations(visitor) == []


def test_its_texts_are_in_the_language_of_the_reader(visit: Visit) -> None:
    visitor = visit()
    visitor.open()
    expect(card(visitor).locator("strong")).to_have_text(TITLE)
    visitor.page.locator("select").first.select_option("de")
    expect(card(visitor).locator("strong")).to_have_text("Wurmjagd")
    expect(card(visitor).locator(".cover")).to_have_text("Wurmjagd")


@pytest.mark.parametrize("tap", [False, True], ids=["mouse", "touch"])
def test_a_whole_match_against_the_computer(visit: Visit, tap: bool) -> None:
    visitor, random = visit(choices=SHORT, **(PHONE if tap else {})), Random(GAME)
    start(visitor)
    for _ in range(LONGEST):
        if not visitor.wait_for_turn():
            break
        play_by_pointer(visitor, random, tap=tap)
    expect(visitor.page.locator(".ending")).to_be_visible()
    wide = visitor.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= visitor.page.viewport_size["width"], "nothing has to be scrolled sideways"  # type: ignore[index]


def test_a_whole_match_around_one_table_by_keyboard(visit: Visit) -> None:
    visitor = visit(choices=SHORT | {"opponents": "here", "names": ["Lina", "Max"]})
    random = Random(GAME)
    start(visitor)
    for _ in range(LONGEST):
        if not visitor.wait_for_turn():
            break
        view_secrets_by_keys(visitor)
        assert visitor.board.evaluate("board => board.contains(document.activeElement)")
        play_by_keys(visitor, random)
    expect(visitor.page.locator(".ending")).to_be_visible()


def test_it_is_played_by_ear(visit: Visit) -> None:
    visitor = visit(choices=SHORT)
    ear = Listener(visitor)
    start(visitor)
    visitor.wait_for_turn()
    assert ear.ask("t") == "It is your turn."
    assert ear.focus == "dig (button)"
    assert ear.ask("g") == "1: dig"
    assert "pile: 0" in ear.ask("p")
    said = " ".join(ear.press("1") or ear.wait())
    assert "Your move: dig." in said


@pytest.mark.parametrize(
    "wishes",
    [{}, {"color_scheme": "dark"}, {"forced_colors": "active"}, PHONE, {"size": (320, 256)}],
    ids=["desktop", "dark", "forced-colours", "phone", "zoom"],
)
def test_axe_finds_nothing_on_the_board(visit: Visit, wishes: dict[str, Any]) -> None:
    visitor = visit(choices=SHORT, **wishes)
    start(visitor)
    visitor.wait_for_turn()
    assert violations(visitor) == []
    visitor.targets.first.click()
    visitor.wait_for_turn()
    expect(visitor.page.get_by_role("region", name="Position")).to_contain_text("pile")
    expect(visitor.page.get_by_role("button", name="All moves", exact=True)).to_have_count(0)
    for panel in ("Move or question", "Rules", "Quick message"):
        visitor.panel(panel).click()
        assert violations(visitor) == []


def test_a_replay_shows_its_positions_in_sentences(visit: Visit) -> None:
    visitor = visit(choices=SHORT | {"opponents": "here", "names": ["Lina", "Max"]})
    start(visitor)
    visitor.page.get_by_role("button", name="I am").wait_for()
    view_secrets_by_keys(visitor)
    visitor.give_up()
    visitor.page.locator(".ending").get_by_role("link", name="Replay and analyse").click()
    stage = visitor.page.locator("[data-stage]")
    expect(stage).to_contain_text("pile: 0")
    stage.focus()
    visitor.page.keyboard.press("End")
    expect(stage).to_contain_text("favourites:")
    assert violations(visitor) == []
    expect(visitor.page.get_by_role("button", name="Picture as SVG")).to_have_count(0)
