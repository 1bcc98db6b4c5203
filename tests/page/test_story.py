"""One's own story in a real browser: matches, filters, statistics, stickers, and everything as a file."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from moleworks.matches.nicknames import NICKNAMES
from moleworks.texts import LANGUAGES, language
from tests.page.conftest import Visit
from tests.page.test_access import violations
from tests.page.visitors import GAMES, SMALL, Visitor

pytestmark = pytest.mark.needs("chromium")


def ask(visitor: Visitor, method: str, path: str, body: Any = None) -> Any:
    """A request of the visitor's own browser."""
    script = """async ([method, path, body]) => {
      const headers = body === null ? {} : { 'content-type': 'application/json' };
      const init = { method, headers, ...(body !== null && { body: JSON.stringify(body) }) };
      const answer = await fetch(`/api${path}`, init);
      const text = await answer.text();
      if (!answer.ok) throw new Error(text);
      return text ? JSON.parse(text) : null;
    }"""
    return visitor.page.evaluate(script, [method, path, body])


def finish(visitor: Visitor, game: str, names: tuple[str, str] = ("Lina", "Max"), loser: int = 1) -> str:
    """A match of two people at this device that one of them resigns."""
    seats = [{"kind": "here", "name": name} for name in names]
    order = {"game": game, "board": SMALL[game], "seats": seats}
    match: str = ask(visitor, "POST", "/matches", order)["id"]
    seat = ask(visitor, "GET", f"/matches/{match}")["actor"]
    legal = ask(visitor, "GET", f"/matches/{match}")["eyes"][seat]["legal"][0]
    seq = ask(visitor, "GET", f"/matches/{match}")["seq"]
    ask(
        visitor,
        "POST",
        f"/matches/{match}/commands",
        {"do": "play", "action": legal, "seq": seq, "seat": seat},
    )
    ask(visitor, "POST", f"/matches/{match}/commands", {"do": "resign", "seat": loser})
    return match


def open_story(visitor: Visitor) -> None:
    visitor.open("/#story")
    visitor.page.locator("main[data-loaded]").wait_for()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_match_is_there_with_a_picture_of_its_end(visit: Visit, lang: str) -> None:
    visitor = visit(settings={"language": lang})
    visitor.open()
    for game in GAMES:
        finish(visitor, game)
    open_story(visitor)
    page, words = visitor.page, language(lang)
    rows = page.locator("section[aria-labelledby='story-matches'] li")
    expect(rows).to_have_count(3)
    for row in rows.all():
        row.scroll_into_view_if_needed()
        expect(row.locator("[data-drawn] svg").first).to_be_visible()
        expect(row).to_contain_text("Max")
    expect(page.locator("table").nth(1)).to_contain_text("Lina")
    assert violations(visitor) == []
    heading = words.say("Stickers")
    expect(page.get_by_role("heading", name=heading)).to_be_visible()


def test_filters_by_keys_are_told_and_a_match_is_replayed(visit: Visit) -> None:
    visitor = visit()
    visitor.open()
    finish(visitor, "mole-hill")
    match = finish(visitor, "buddel-bande", ("Mia", "Noah"))
    open_story(visitor)
    page = visitor.page
    rows = page.locator("section[aria-labelledby='story-matches'] li")
    expect(rows).to_have_count(2)
    page.get_by_role("combobox", name="Game").focus()
    page.keyboard.press("ArrowDown")
    expect(rows).to_have_count(1)
    expect(page.locator("[data-announcer]")).to_contain_text("Matches: 1")
    page.get_by_role("combobox", name="Game").select_option("")
    page.get_by_role("combobox", name="Who").select_option("Mia")
    page.get_by_role("combobox", name="Result").select_option("won")
    expect(rows).to_have_count(1)
    today = page.evaluate("new Date().toLocaleDateString('sv')")
    page.get_by_label("Played until").fill("2001-02-03")
    expect(rows).to_have_count(0)
    expect(page.locator("[data-announcer]")).to_contain_text("Matches: 0")
    page.get_by_label("Played until").fill(today)
    page.get_by_label("Played from").fill(today)
    expect(rows).to_have_count(1)
    assert violations(visitor) == []
    rows.locator("a").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-stage] svg").first).to_be_visible()
    assert page.evaluate("location.hash").startswith(f"#story={match}")


def test_all_goes_into_a_file_and_comes_back_as_it_was(visit: Visit, tmp_path: Path) -> None:
    visitor = visit()
    visitor.open()
    for game in GAMES:
        finish(visitor, game)
    visitor.page.evaluate("localStorage.setItem('moleworks.puzzles', '{\"mole-hill\":{\"solved\":3}}')")
    open_story(visitor)
    page = visitor.page

    def saved(name: str) -> str:
        with page.expect_download() as waiting:
            page.get_by_role("button", name="Save as a file").click()
        waiting.value.save_as(tmp_path / name)
        return (tmp_path / name).read_text("utf-8")

    before = saved("before.json")
    assert len(json.loads(before)["matches"]) == 3
    page.get_by_role("button", name="Delete everything about me").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    page.wait_for_function("() => performance.getEntriesByType('navigation')[0].type === 'reload'")
    page.wait_for_load_state()
    open_story(visitor)
    expect(page.get_by_text("No match has ended yet.")).to_be_visible()
    page.locator("input[type=file]").set_input_files(tmp_path / "before.json")
    expect(page.locator("[data-announcer]")).to_contain_text("Matches from the file: 3")
    expect(page.locator("section[aria-labelledby='story-matches'] li")).to_have_count(3)
    assert saved("after.json") == before


def test_a_first_win_brings_stickers_once_unless_they_are_switched_off(visit: Visit) -> None:
    for stickers in (True, False):
        visitor = visit(settings={"stickers": stickers})
        visitor.open()
        seats = [{"kind": "here", "name": ""}, {"kind": "computer", "level": 4}]
        order = {"game": "mole-hill", "board": "patch", "seats": seats}
        match = ask(visitor, "POST", "/matches", order)["id"]
        ask(visitor, "POST", f"/matches/{match}/commands", {"do": "resign", "seat": 0})
        visitor.open(f"/#match={match}")
        expect(visitor.page.locator(".ending")).to_be_visible()
        shown = visitor.page.locator(".ending .stickers")
        if stickers:
            expect(shown).to_contain_text("A new sticker: The first match.")
            assert violations(visitor) == []
            visitor.page.reload()
            expect(visitor.page.locator(".ending")).to_be_visible()
        visitor.page.wait_for_load_state("networkidle")
        expect(shown).to_have_count(0)
        open_story(visitor)
        album = visitor.page.get_by_role("heading", name="Stickers")
        expect(album).to_have_count(1 if stickers else 0)


def give_up_against_the_computer(visitor: Visitor) -> str:
    """A match of the only player at this device, who gives up after an action or two."""
    seats = [{"kind": "here", "name": ""}, {"kind": "computer", "level": 1}]
    match: str = ask(visitor, "POST", "/matches", {"game": "mole-hill", "board": "patch", "seats": seats})[
        "id"
    ]
    at = ask(visitor, "GET", f"/matches/{match}")
    play = {"do": "play", "action": at["eyes"][0]["legal"][0], "seq": at["seq"], "seat": 0}
    ask(visitor, "POST", f"/matches/{match}/commands", play)
    ask(visitor, "POST", f"/matches/{match}/commands", {"do": "resign", "seat": 0})
    return match


def test_who_plays_alone_is_one_person_whatever_name_was_drawn(visit: Visit) -> None:
    visitor = visit(settings={"name": ""})
    visitor.open()
    for _ in range(2):
        give_up_against_the_computer(visitor)
    open_story(visitor)
    page = visitor.page
    who = page.get_by_role("combobox", name="Who").locator("option")
    assert who.all_inner_texts() == ["All", "You"]
    people = page.get_by_role("table").nth(1).locator("tbody tr")
    expect(people).to_have_count(1)
    expect(people).to_contain_text("You")
    expect(page.locator("section[aria-labelledby='story-matches'] li").first).to_contain_text(
        "Mole Hill with the computer"
    )


def test_the_replay_of_a_story_tells_what_the_replay_of_the_match_tells(visit: Visit) -> None:
    """In both the reader is "you", and gave up; the record alone does not know that."""
    visitor = visit(settings={"name": ""})
    visitor.open()
    match = give_up_against_the_computer(visitor)
    ask(visitor, "GET", "/story")
    page, told = visitor.page, []
    for address in (f"/#replay={match}", f"/#story={match}"):
        visitor.open(address)
        page.get_by_role("button", name="Analyse the match").click()
        verdict = page.locator(".verdict")
        expect(verdict).to_contain_text("You gave up.")
        page.get_by_role("button", name="Step forward").click()
        expect(page.locator(".turn .said")).to_have_text(re.compile("^You start on "))
        seats = page.get_by_role("list", name="Players").get_by_role("listitem")
        told.append((verdict.inner_text(), seats.all_inner_texts()))
    assert told[0] == told[1]
    expect(page.locator("main")).not_to_contain_text(re.compile("|".join(NICKNAMES)))


def test_a_match_in_which_nothing_was_played_is_not_analysed(visit: Visit) -> None:
    visitor = visit()
    visitor.open()
    seats = [{"kind": "here", "name": ""}, {"kind": "computer", "level": 1}]
    order = {"game": "mole-hill", "board": "patch", "seats": seats}
    match = ask(visitor, "POST", "/matches", order)["id"]
    ask(visitor, "POST", f"/matches/{match}/commands", {"do": "resign", "seat": 0})
    visitor.open(f"/#match={match}")
    visitor.page.get_by_role("link", name="Replay and analyse").click()
    expect(visitor.page.locator("[data-stage] svg").first).to_be_visible()
    expect(visitor.page.get_by_role("button", name="Position", exact=True)).to_be_visible()
    expect(visitor.page.get_by_role("heading", name="Analysis")).to_have_count(0)


def test_accuracy_and_luck_are_worked_out_on_request(visit: Visit) -> None:
    visitor = visit()
    visitor.open()
    seats = [{"kind": "here", "name": ""}, {"kind": "computer", "level": 1}]
    match = ask(visitor, "POST", "/matches", {"game": "mole-hill", "board": "patch", "seats": seats})["id"]
    at = ask(visitor, "GET", f"/matches/{match}")
    if at["actor"] == 0:
        play = {"do": "play", "action": at["eyes"][0]["legal"][0], "seq": at["seq"], "seat": 0}
        ask(visitor, "POST", f"/matches/{match}/commands", play)
    ask(visitor, "POST", f"/matches/{match}/commands", {"do": "resign", "seat": 0})
    open_story(visitor)
    visitor.page.get_by_role("button", name="Work out accuracy and luck").click()
    expect(visitor.page.locator("[data-announcer]")).to_contain_text("Accuracy and luck are worked out.")
    expect(visitor.page.get_by_role("button", name="Work out accuracy and luck")).to_have_count(0)
    assert ask(visitor, "GET", "/story")["matches"][0]["players"][0]["lowest"] is not None


def test_a_moment_is_shared_as_a_link_and_a_picture(visit: Visit) -> None:
    """Without a share sheet, which this browser lacks, they are copied and saved."""
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    visitor.open()
    match = finish(visitor, "mole-hill")
    visitor.open(f"/#match={match}")
    page = visitor.page
    page.locator(".ending").wait_for()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Share this moment").click()
    assert waiting.value.suggested_filename == "mole-hill-1.png"
    assert waiting.value.path().read_bytes().startswith(b"\x89PNG")
    expect(page.locator("[data-announcer]")).to_contain_text("The link is copied")
    words, link = page.evaluate("navigator.clipboard.readText()").split("\n")
    assert "Lina" in words
    visitor.open(link.removeprefix(visitor.base))
    expect(page.locator("[data-stage] svg").first).to_be_visible()
    expect(page.get_by_role("button", name="Share this moment")).to_be_visible()
    assert violations(visitor) == []


@pytest.mark.parametrize("size", [(1280, 800), (320, 640)], ids=["desktop", "phone"])
def test_axe_finds_nothing_by_night_and_on_a_phone(visit: Visit, size: tuple[int, int]) -> None:
    visitor = visit(size=size, color_scheme="dark")
    visitor.open()
    finish(visitor, "mole-hill")
    for address in ("/#story", "/#school", "/#lesson=mole-hill~shut"):
        visitor.open(address)
        visitor.page.locator("main li a, .exercise").first.wait_for()
        assert violations(visitor) == []
        wide = visitor.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{address} is too wide"
