"""The board editor, by mouse and by keys: boards are made, checked, shared, saved, played and printed."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from moleworks import boards
from moleworks.texts import language
from tests.page.conftest import Visit
from tests.page.screen_reader import Listener
from tests.page.test_access import violations
from tests.page.test_games import tab_to
from tests.page.visitors import GAMES, SMALL, Visitor

pytestmark = pytest.mark.needs("chromium")

SOUND = "This board can be played on."


class EditorPage:
    """A visitor in the board editor."""

    def __init__(self, visitor: Visitor, game: str, board: str = "classic", *, opened: bool = False) -> None:
        self.visitor, self.page, self.game = visitor, visitor.page, game
        if not opened:
            visitor.open(f"/#workshop={game}")
        expect(self.verdict).to_have_text(SOUND)
        if board != "classic":
            before = json.dumps(self.draft(), ensure_ascii=False, separators=(",", ":"))
            self.page.get_by_label("Begin again with").select_option(f"{game} {board}")
            self.page.wait_for_function(
                "([place, before]) => localStorage.getItem(place) !== before",
                arg=[f"moleworks.workshop.{game}", before],
            )
            expect(self.verdict).to_have_text(SOUND)

    @property
    def verdict(self) -> Locator:
        """What was said of the board as it is now, once that is known."""
        return self.page.locator("[data-verdict='known']")

    def space(self, name: str) -> Locator:
        return self.page.locator(f"[data-space='{name}']")

    def tool(self, name: str) -> Locator:
        return self.page.get_by_role("radio", name=name, exact=True)

    def draft(self) -> Any:
        return json.loads(self.page.evaluate(f"localStorage.getItem('moleworks.workshop.{self.game}')"))

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)


def come_by_keys(visitor: Visitor, title: str) -> None:
    """Go from the start screen to the board of that game, by keys."""
    visitor.open()
    tab_to(visitor, visitor.page.get_by_role("link", name="Board workshop"))
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("Board workshop")
    tab_to(visitor, visitor.page.get_by_role("button", name=title, exact=True))
    visitor.page.keyboard.press("Enter")


def test_a_lawn_by_mouse(visit: Visit) -> None:
    editor = EditorPage(visit(), "mole-hill")
    editor.page.get_by_role("spinbutton", name="Columns").fill("7")
    editor.page.get_by_role("spinbutton", name="Columns").press("Enter")
    expect(editor.space("h1")).to_have_count(0)
    editor.tool("columns and rows mirrored").check()
    editor.tool("white flower").check()
    # Dragged from a1 to c1: three squares and their twins, one step to take back.
    start, end = editor.space("a1").bounding_box(), editor.space("c1").bounding_box()
    assert start
    assert end
    mouse = editor.page.mouse
    mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    mouse.down()
    mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=8)
    mouse.up()
    names = {column + row for column in "abcefg" for row in "17"}
    assert names <= set(editor.draft()["white"])
    expect(editor.space("g7")).to_have_accessible_name("g7: white flower.")
    editor.page.get_by_role("button", name="Undo").click()
    assert not names & set(editor.draft()["white"])
    editor.page.get_by_role("button", name="Redo").click()
    editor.tool("centre").check()
    editor.space("d5").click()
    expect(editor.verdict).to_have_text(SOUND)
    assert editor.draft()["centre"] == "d5"
    boards.check(editor.draft())


def test_a_lawn_by_keys_alone(visit: Visit) -> None:
    visitor = visit()
    ear = Listener(visitor)
    come_by_keys(visitor, "Mole Hill")
    expect(visitor.page.locator("[data-verdict='known']")).to_have_text(SOUND)
    tab_to(visitor, visitor.page.get_by_role("radio", name="red flower"))
    tab_to(visitor, visitor.page.locator("[data-space][tabindex='0']"))
    expect(visitor.page.locator(":focus")).to_have_accessible_name("e4: centre.")
    ear.hear()
    visitor.page.keyboard.press("ArrowLeft")
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator(":focus")).to_have_accessible_name("d4: red flower.")
    assert ear.hear() == ["d4: red flower."]
    visitor.page.keyboard.press("Enter")
    assert ear.hear() == ["d4: nothing."]
    visitor.page.keyboard.press("Control+z")
    assert ear.hear() == ["Undone."]
    expect(visitor.page.locator(":focus")).to_have_accessible_name("d4: red flower.")
    visitor.page.keyboard.press("Control+y")
    expect(visitor.page.locator(":focus")).to_have_accessible_name("d4: nothing.")
    for _ in range(3):
        visitor.page.keyboard.press("ArrowLeft")
    ear.hear()
    visitor.page.keyboard.press("ArrowLeft")
    assert ear.hear() == ["The edge."]


def test_a_stack_by_mouse(visit: Visit) -> None:
    editor = EditorPage(visit(), "mole-company", "burrow")
    editor.tool("the blue board").check()
    editor.tool("dotted line").check()
    editor.space("c3").click()
    editor.space("b2").click()
    expect(editor.space("b2")).to_have_accessible_name("b2: dotted line to c3.")
    assert ["c3", "b2"] in editor.draft()["boards"][3]["dotted"]
    expect(editor.verdict).to_have_text(SOUND)
    editor.tool("special space").check()
    editor.tool("half turn").check()
    editor.space("a1").click()
    assert {"a1", "e5"} <= set(editor.draft()["boards"][3]["specials"])
    editor.page.get_by_label("Moles each, with 2 players").fill("5")
    editor.page.get_by_label("Moles each, with 2 players").press("Enter")
    expect(editor.verdict).to_have_text(SOUND)
    assert editor.draft()["moles"]["2"] == 5


def test_what_is_wrong_with_a_stack_is_said_and_shown_by_keys(visit: Visit) -> None:
    visitor = visit()
    ear = Listener(visitor)
    editor = EditorPage(visitor, "mole-company", "burrow")
    tab_to(visitor, editor.tool("the green board"))
    editor.press("ArrowRight")
    expect(editor.tool("the dark red board")).to_be_focused()
    tab_to(visitor, editor.page.locator("[data-space][tabindex='0']"))
    expect(editor.page.locator(":focus")).to_have_accessible_name("c3: nothing.")
    ear.hear()
    editor.press("ArrowLeft", "Enter")  # c2: a hole that lies over a hole of the next board
    expect(editor.verdict).to_contain_text("the dark red board, c2: Turned by")
    heard = ear.hear()
    assert heard[0] == "c2: hole."
    assert heard[-1].startswith("the dark red board, c2: Turned by"), "announced once it is known"
    expect(editor.space("c2")).to_have_accessible_name("c2: hole. Something is wrong here.")
    expect(editor.page.get_by_role("button", name="Save as a file")).to_be_disabled()
    editor.tool("the green board").check()
    tab_to(visitor, editor.page.get_by_role("button", name="Show c2"))
    editor.press("Enter")
    expect(editor.tool("the dark red board")).to_be_checked()
    expect(editor.space("c2")).to_be_focused()
    editor.press("Enter")
    expect(editor.verdict).to_have_text(SOUND)


def test_a_stack_by_keys_alone(visit: Visit) -> None:
    """A hole, a special space, a dotted line and a number, each of them announced."""
    visitor = visit()
    ear = Listener(visitor)
    come_by_keys(visitor, "Mole Company")
    editor = EditorPage(visitor, "mole-company", opened=True)
    canvas, here = editor.page.locator("[data-space][tabindex='0']"), editor.page.locator(":focus")

    tab_to(visitor, editor.tool("the green board"))
    editor.press("ArrowRight")
    expect(editor.page.get_by_role("grid")).to_have_accessible_name("the dark red board")
    tab_to(visitor, canvas)
    expect(here).to_have_accessible_name("e5: special space.")
    editor.press("ArrowRight")
    ear.hear()
    editor.press("Enter")
    assert ear.hear() == ["e6: hole."]

    tab_to(visitor, editor.tool("hole"))
    editor.press("ArrowRight")
    tab_to(visitor, canvas)
    expect(here).to_have_accessible_name("e6: hole.")
    editor.press("ArrowLeft", "ArrowLeft", "ArrowLeft")
    expect(here).to_have_accessible_name("e3: nothing.")
    ear.hear()
    editor.press("Enter")
    assert ear.hear() == ["e3: special space."]

    tab_to(visitor, editor.tool("the dark red board"))
    editor.press("ArrowRight", "ArrowRight")
    tab_to(visitor, editor.tool("special space"))
    editor.press("ArrowRight")
    tab_to(visitor, canvas)
    editor.press("KeyQ", "KeyC", "ArrowRight", "ArrowRight")
    expect(here).to_have_accessible_name("e5: hole, dotted line to d5, e4, f6.")
    editor.press("ArrowRight")
    ear.hear()
    editor.press("Enter")
    assert ear.hear() == ["From e6: now choose the other end."]
    editor.press("ArrowRight", "Enter")
    assert ear.hear() == ["e6: dotted line to e7. e7: dotted line to e6."]

    moles = editor.page.get_by_role("spinbutton", name="Moles each, with 2 players")
    tab_to(visitor, moles)
    editor.press("Control+a", "9", "Enter")
    expect(editor.verdict).to_have_text(SOUND)
    ear.hear()
    editor.press("Control+a", "3", "Enter")
    expect(editor.verdict).to_contain_text("2 players have 6 moles together")
    assert any("2 players have 6 moles together" in text for text in ear.hear()), "what is wrong is announced"
    editor.press("Control+a", "9", "Enter")
    expect(editor.verdict).to_have_text(SOUND)
    assert ear.hear()[-1] == SOUND

    classic: dict[str, Any] = boards.data("mole-company", boards.named("mole-company", "classic"))
    made = editor.draft()
    boards.check(made)
    _green, red, _brown, blue = made["boards"]
    assert set(red["holes"]) == {*classic["boards"][1]["holes"], "e6"}
    assert set(red["specials"]) == {*classic["boards"][1]["specials"], "e3"}
    assert blue["dotted"] == [*classic["boards"][3]["dotted"], ["e6", "e7"]]
    assert made["moles"] == {str(players): count for players, count in classic["moles"].items()} | {"2": 9}


@pytest.mark.parametrize("keys", [False, True])
def test_a_track(visit: Visit, keys: bool) -> None:
    editor = EditorPage(visit(), "buddel-bande")
    length = editor.page.get_by_role("spinbutton", name="Hills")
    if keys:
        tab_to(editor.visitor, editor.tool("clover"))
        editor.press("ArrowRight", "ArrowRight")
        expect(editor.tool("flower")).to_be_checked()
        tab_to(editor.visitor, length)
        editor.press("Control+a", "1", "0", "Enter")
        tab_to(editor.visitor, editor.page.locator("[data-space][tabindex='0']"))
        while not editor.space("2").evaluate("space => space === document.activeElement"):
            editor.press("ArrowLeft")
        editor.press("Enter")
    else:
        length.fill("10")
        length.press("Enter")
        editor.tool("flower").check()
        editor.space("2").click()
    assert editor.draft()["track"] == "cffcflclfl"
    expect(editor.verdict).to_have_text(SOUND)
    editor.tool("from both ends").check()
    editor.space("1").click()
    assert editor.draft()["track"] == "fffcflclff"
    editor.tool("none").check()
    editor.tool("clover").check()
    editor.space("9").click()
    editor.tool("flower").check()
    editor.space("4").click()
    expect(editor.verdict).to_contain_text("1, 2, 3, 4: At most three equal symbols")


@pytest.mark.parametrize("code", ["fr", "de"])
def test_what_is_wrong_is_said_in_the_readers_language(visit: Visit, code: str) -> None:
    words = language(code)
    visitor = visit(settings={"language": code})
    visitor.open("/#workshop=buddel-bande")
    verdict = visitor.page.locator("[data-verdict]")
    expect(verdict).to_have_text(words.say(SOUND))
    for hill in ("2", "3", "4"):
        visitor.page.locator(f"[data-space='{hill}']").click()
    text = "At most three equal symbols may follow each other; here are four {symbol}."
    reason = words.say(text, symbol=words.say("clover"))
    expect(verdict).to_have_text(words.say("{place}: {reason}", place="1, 2, 3, 4", reason=reason))


@pytest.mark.parametrize("game", GAMES)
def test_a_board_is_saved_and_read_back_identically(visit: Visit, game: str, tmp_path: Path) -> None:
    editor = EditorPage(visit(), game)
    editor.page.get_by_text("Names", exact=True).click()
    title = editor.page.get_by_label("Title: Français")
    title.fill("L’été “à nous”")
    title.press("Enter")
    expect(editor.page.get_by_role("button", name="Save as a file")).to_be_enabled()
    made = editor.draft()
    with editor.page.expect_download() as download:
        editor.page.get_by_role("button", name="Save as a file").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert file.name == "my-board.toml"
    assert boards.load(file) == boards.check(made)
    assert tomllib.loads(file.read_text("utf-8")) == made
    other = EditorPage(visit(), game, SMALL[game])
    assert other.draft() != made
    other.page.get_by_label("Open a file").set_input_files(file)
    expect(other.verdict).to_have_text(SOUND)
    other.page.wait_for_function(
        "([place, text]) => localStorage.getItem(place) === text",
        arg=[f"moleworks.workshop.{game}", json.dumps(made, ensure_ascii=False, separators=(",", ":"))],
    )


def test_a_file_that_is_no_board(visit: Visit, tmp_path: Path) -> None:
    editor = EditorPage(visit(), "mole-hill")
    file = tmp_path / "wrong.toml"
    file.write_text("game = 'mole-hill'\nname = 7\n")
    editor.visitor.expect_errors("status of 4")
    editor.page.get_by_label("Open a file").set_input_files(file)
    expect(editor.page.get_by_role("alert")).to_contain_text("A text like my-garden is needed.")


@pytest.mark.parametrize("game", GAMES)
def test_a_board_goes_by_a_link_is_played_on_and_printed(visit: Visit, game: str) -> None:
    editor = EditorPage(visit(), game, SMALL[game])
    editor.page.get_by_role("button", name="Link", exact=True).click()
    link = editor.page.get_by_label("Link", exact=True).input_value()
    made = editor.draft()
    guest = visit(choices={"opponents": "computer" if game == "buddel-bande" else "here"})
    guest.page.goto(link)
    expect(guest.page.locator("[data-verdict]")).to_have_text(SOUND)
    got = guest.page.evaluate(f"localStorage.getItem('moleworks.workshop.{game}')")
    assert json.loads(got) == made
    guest.page.get_by_role("button", name="Play", exact=True).click()
    guest.page.wait_for_url("**/#match=*")
    match = guest.page.url.split("=")[1]
    setup = guest.page.evaluate(f"fetch('/api/matches/{match}/setup').then((answer) => answer.json())")
    assert setup["board"] == made
    guest.wait_for_turn()
    guest.panel("Rules").click()
    guest.page.get_by_role("link", name="Print this board").click()
    pages = guest.page.get_by_role("list", name="Preview").get_by_role("img")
    guest.page.wait_for_function("() => document.querySelector('.pages:not(.busy) img')?.naturalWidth > 0")
    first = pages.first.get_attribute("src")
    assert first
    guest.page.get_by_role("radio", name="saving ink").check()
    expect(pages.first).not_to_have_attribute("src", first)
    with guest.page.expect_download() as download:
        guest.page.get_by_role("button", name="Board and pieces as PDF").click()
    assert download.value.suggested_filename.endswith("-set.pdf")
    assert Path(download.value.path()).read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(("game", "players"), [("mole-company", 3), ("buddel-bande", 4)])
def test_as_many_play_on_a_board_as_the_game_allows(visit: Visit, game: str, players: int) -> None:
    editor = EditorPage(visit(), game, SMALL[game])
    play = editor.page.get_by_role("region", name="Play on it")
    choice = play.get_by_role("group", name="Players")
    expect(choice.get_by_role("radio")).to_have_count(3)
    expect(choice.get_by_role("radio", name="2")).to_be_checked()
    choice.get_by_role("radio", name=str(players)).check()
    editor.page.get_by_role("button", name="Play", exact=True).click()
    editor.page.wait_for_url("**/#match=*")
    expect(editor.page.get_by_role("list", name="Players").get_by_role("listitem")).to_have_count(players)
    match = editor.page.url.split("=")[1]
    setup = editor.page.evaluate(f"fetch('/api/matches/{match}/setup').then((answer) => answer.json())")
    assert setup["players"] == players
    assert setup["board"] == editor.draft()


def test_two_play_on_a_lawn(visit: Visit) -> None:
    editor = EditorPage(visit(choices={"players": 4}), "mole-hill", "patch")
    expect(editor.page.get_by_role("group", name="Who plays with you?")).to_be_visible()
    play = editor.page.get_by_role("region", name="Play on it")
    expect(play.get_by_role("group", name="Players")).to_have_count(0)
    editor.page.get_by_role("button", name="Play", exact=True).click()
    editor.page.wait_for_url("**/#match=*")
    expect(editor.page.get_by_role("list", name="Players").get_by_role("listitem")).to_have_count(2)


def test_a_link_that_lost_a_part(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/#workshop=nonsense")
    expect(visitor.page.get_by_role("alert")).to_contain_text("This link is incomplete")
    visitor.open("/#print=nonsense")
    expect(visitor.page.get_by_role("alert")).to_contain_text("This link is incomplete")


def test_a_board_is_tried_out(visit: Visit) -> None:
    visitor = visit()
    ear = Listener(visitor)
    editor = EditorPage(visitor, "mole-hill", "patch")
    tab_to(visitor, editor.page.get_by_role("button", name="Try it out"))
    editor.press("Enter")
    expect(editor.page.get_by_role("progressbar")).to_be_visible()
    expect(editor.page.locator("[data-trial='done']")).to_contain_text("actions", timeout=180_000)
    rows = editor.page.locator("[data-trial] tbody tr")
    expect(rows).to_have_count(2)
    assert any("A game takes" in text for text in ear.hear())
    editor.space("b2").click()
    expect(editor.page.locator("[data-trial]")).to_contain_text("The board has changed since.")
    editor.page.get_by_role("button", name="Try it out").click()
    editor.page.get_by_role("button", name="Cancel").click()
    expect(editor.page.get_by_role("button", name="Try it out")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1280, 800), (320, 640)])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_for_axe_to_complain_about(
    visit: Visit, game: str, size: tuple[int, int], scheme: str
) -> None:
    visitor = visit(size=size, color_scheme=scheme)
    editor = EditorPage(visitor, game)
    editor.page.get_by_text("Names", exact=True).click()
    assert violations(visitor) == []
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_a_print_keeps_the_rules_that_were_chosen(visit: Visit) -> None:
    """Those of the start page; on the print screen others can be chosen."""
    options = {"specials": True, "all_home": "may-wait"}
    chosen = {"board": "burrow", "preset": "ravensburger-basic", "options": options}
    visitor = visit(choices={"games": {"mole-company": chosen}})
    page = visitor.page
    visitor.open("/")
    with page.expect_request("**/api/press*") as sent:
        page.get_by_role("link", name="Print: Mole Company").click()
    asked = json.loads(sent.value.post_data or "")
    assert (asked["board"], asked["preset"], asked["options"]) == ("burrow", "ravensburger-basic", options)
    expect(page.get_by_text("All one’s moles in holes: ")).to_be_visible()
    rules = page.get_by_role("combobox", name="Rules", exact=True)
    expect(rules).to_have_value("ravensburger-basic")
    with page.expect_request("**/api/press*") as sent:
        rules.select_option("tactile-pro")
    asked = json.loads(sent.value.post_data or "")
    assert (asked["preset"], asked["options"]) == ("tactile-pro", {})
    with page.expect_request("**/api/press*") as sent:
        rules.select_option("")
    assert json.loads(sent.value.post_data or "")["preset"] is None


def test_nothing_to_complain_about_in_the_preview(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/#print=mole-hill~patch")
    visitor.page.locator(".pages img").first.wait_for()
    assert violations(visitor) == []


def test_the_haystack_moves_to_another_corner_and_back(visit: Visit) -> None:
    editor = EditorPage(visit(), "buddel-bande")
    corner = editor.page.get_by_label("Where the haystack lies")
    expect(corner).to_have_value("top-left")

    def place(name: str) -> tuple[float, float]:
        box = editor.space(name).bounding_box()
        assert box is not None
        return box["x"], box["y"]

    usual = {name: place(name) for name in ("1", "24")}
    assert "haystack" not in editor.draft()
    corner.select_option("bottom right")
    expect(editor.verdict).to_have_text(SOUND)
    assert editor.draft()["haystack"] == "bottom-right"
    moved = {name: place(name) for name in ("1", "24")}
    assert moved["1"][1] > moved["24"][1]
    assert usual["1"][1] < usual["24"][1]
    assert (moved["1"][0] < moved["24"][0]) == (usual["1"][0] > usual["24"][0])
    corner.select_option("top left")
    expect(editor.verdict).to_have_text(SOUND)
    assert "haystack" not in editor.draft()
    assert {name: place(name) for name in ("1", "24")} == usual
