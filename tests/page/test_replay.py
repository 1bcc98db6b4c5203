"""Replays: by mouse and keys, from several perspectives, with analysis, saved and opened again."""

from __future__ import annotations

import datetime
import re
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Locator, Page, Response, expect

from tests.page.conftest import Visit
from tests.page.test_access import violations
from tests.page.visitors import GAMES, SMALL, Json, Visitor

pytestmark = pytest.mark.needs("chromium")

LONGEST = 600
"""Actions; no game on a small board takes that many."""


def ask(visitor: Visitor, method: str, path: str, **body: Any) -> Any:
    """A request with the visitor's cookie."""
    answer = visitor.context.request.fetch(
        f"{visitor.base}/api{path}",
        method=method,
        data=body or None,
        headers={"origin": visitor.base},
    )
    assert answer.ok, answer.text()
    return answer.json()


def opened(visitor: Visitor, game: str, seats: list[Json]) -> Json:
    told: Json = ask(visitor, "POST", "/matches", game=game, board=SMALL[game], seats=seats)
    return told


def play_hot_seat(visitor: Visitor, game: str, actions: int = LONGEST) -> str:
    """Play a random match of two at this device; one resigns after this many actions."""
    match: str = opened(visitor, game, [{"kind": "here", "name": name} for name in ("Lina", "Max")])["id"]
    random = Random(game)
    for _ in range(actions):
        at = ask(visitor, "GET", f"/matches/{match}")
        if at["status"] != "playing":
            return match
        legal = next(eye["legal"] for eye in at["eyes"] if eye["seat"] == at["actor"])
        action, seat = random.choice(legal), at["actor"]
        ask(visitor, "POST", f"/matches/{match}/commands", do="play", action=action, seq=at["seq"], seat=seat)
    # The last action may have ended the match.
    if ask(visitor, "GET", f"/matches/{match}")["status"] == "playing":
        ask(visitor, "POST", f"/matches/{match}/commands", do="resign", seat=0)
    return match


def stage(visitor: Visitor) -> Locator:
    return visitor.page.locator("[data-stage]")


def drawing(visitor: Visitor) -> Locator:
    return visitor.page.locator("[data-stage] > svg")


def drawn(visitor: Visitor) -> str:
    """The drawing of the position, without generated ids."""
    return re.sub(r'(id="|#)[\w-]+', "", drawing(visitor).inner_html())


def focused(visitor: Visitor) -> str:
    """The name of the space that has the focus, once one has."""
    name = visitor.page.locator("[data-stage] [data-space]:focus").get_attribute("aria-label")
    assert name
    return name


def said(visitor: Visitor) -> str:
    return visitor.page.locator(".said").inner_text()


def at(page: Page, position: int) -> None:
    expect(page.locator(f".replay[data-at='{position}']")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_by_keyboard(visit: Visit, game: str) -> None:
    visitor = visit()
    match = play_hot_seat(visitor, game)
    told = ask(visitor, "GET", f"/matches/{match}/said")
    visitor.open(f"/#replay={match}")
    page, keys = visitor.page, visitor.page.keyboard
    expect(stage(visitor)).to_be_visible()
    stage(visitor).focus()
    name = stage(visitor).get_attribute("aria-label")
    assert said(visitor) == "Before the first move."
    focused(visitor)
    for key, step in zip(("n", "PageDown") * 6, told[:12], strict=False):
        keys.press(key)
        at(page, step["ply"])
        assert said(visitor) == " ".join(step["said"])
        assert visitor.announced() == f"{step['ply']} of {len(told)}. {said(visitor)}"
        assert stage(visitor).get_attribute("aria-label") == name, "a name that changed would be said too"
    keys.press("End")
    at(page, len(told))
    keys.press("n")
    at(page, len(told))
    keys.press("Shift+N")
    at(page, len(told) - 1)
    keys.press("PageUp")
    at(page, len(told) - 2)
    keys.press("Home")
    at(page, 0)
    page.get_by_role("slider", name="Position").focus()
    keys.press("ArrowRight")
    at(page, 1)
    spoken = page.get_by_role("slider", name="Position").get_attribute("aria-valuetext")
    assert spoken == f"1 of {len(told)}. {' '.join(told[0]['said'])}"
    assert violations(visitor) == []


@pytest.mark.parametrize("game", GAMES)
def test_the_board_is_explored_by_the_keys_of_a_match(visit: Visit, game: str) -> None:
    visitor = visit()
    match = play_hot_seat(visitor, game, 6)
    visitor.open(f"/#replay={match}~6")
    page, board = visitor.page, stage(visitor)
    expect(board.get_by_role("gridcell").first).to_be_attached()
    assert board.get_by_role("row").count() > 1
    board.focus()
    told = ask(visitor, "GET", f"/matches/{match}/position?ply=6")
    seen = {focused(visitor)}
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", "j", "v", "b", "x"):
        page.keyboard.press(key)
        seen.add(focused(visitor))
    assert len(seen) > 3
    assert seen <= set(told["spaces"].values())
    at(page, 6)
    for _ in range(50):  # landmarks are asked for: the focus may still be on its way to one
        page.keyboard.press("Enter")
        if visitor.announced() == focused(visitor):
            break
        page.wait_for_timeout(100)
    assert visitor.announced() == focused(visitor)
    page.keyboard.press("t")
    assert visitor.announced() == told["ask"]
    page.keyboard.press("l")
    assert visitor.announced() == said(visitor)
    page.keyboard.press("i")
    assert visitor.announced()
    page.keyboard.press("k")
    assert visitor.announced().startswith("Arrows, and Q E A D Z C diagonally: move.")
    for key in ("Home", "n"):
        page.keyboard.press(key)
        first = ask(visitor, "GET", f"/matches/{match}/position?ply={1 if key == 'n' else 0}")
        at(page, 1 if key == "n" else 0)
        expect(board.locator(":focus")).to_have_attribute(
            "aria-label", re.compile("|".join(re.escape(words) for words in first["spaces"].values()))
        )
    assert violations(visitor) == []


def test_a_replay_of_a_match_that_hides_something_is_explored_too(visit: Visit) -> None:
    visitor = visit()
    seats: list[Json] = [{"kind": "here", "name": "Lina"}, {"kind": "computer", "level": 1}]
    told = opened(visitor, "buddel-bande", seats)
    visitor.open(f"/#replay={told['id']}")
    board = stage(visitor)
    board.focus()
    assert "aystack" in " ".join(
        board.get_by_role("gridcell").evaluate_all("cells => cells.map((cell) => cell.ariaLabel)")
    )
    focused(visitor)


def test_it_runs_by_itself_until_it_is_stopped(visit: Visit) -> None:
    visitor = visit(settings={"speed": "fast"})
    match = play_hot_seat(visitor, "mole-hill", 4)
    visitor.open(f"/#replay={match}")
    page = visitor.page
    page.get_by_role("button", name="Let it run").click()
    at(page, 4)
    expect(page.get_by_role("button", name="Let it run")).to_be_visible()
    page.get_by_role("button", name="To the start").click()
    at(page, 0)
    page.get_by_role("button", name="Let it run").click()
    page.get_by_role("button", name="Stop").click()
    stopped = page.locator(".replay").get_attribute("data-at")
    page.get_by_role("button", name="Step back").click()
    at(page, int(stopped or 0) - 1)


def test_eyes_after_the_end(visit: Visit) -> None:
    visitor = visit()
    match = play_hot_seat(visitor, "buddel-bande", 6)
    visitor.open(f"/#replay={match}~6")
    eyes = visitor.page.get_by_label("Through whose eyes?")
    expect(eyes).to_have_value("open")
    seen = {"Everything": drawing(visitor).inner_html()}
    for name in ("What everybody saw", "Lina", "Max"):
        before = drawing(visitor).inner_html()
        eyes.select_option(label=name)
        visitor.page.wait_for_function(
            "before => document.querySelector('[data-stage] > svg').innerHTML !== before", arg=before
        )
        seen[name] = drawing(visitor).inner_html()
    assert len(set(seen.values())) == 4, "each sees something else"


def test_while_it_goes_on_nobody_sees_through_others_eyes(visit: Visit) -> None:
    lina, max_ = visit(), visit()
    seats = [{"kind": "here", "name": "Lina"}, {"kind": "link"}]
    told = opened(lina, "buddel-bande", seats)
    ask(max_, "POST", "/join", token=told["seats"][1]["token"], name="Max")
    answers: list[Response] = []

    def heard(answer: Response) -> None:
        if "/api/" in answer.url:
            answers.append(answer)

    lina.page.on("response", heard)
    lina.open(f"/#replay={told['id']}")
    expect(stage(lina)).to_be_visible()
    options = lina.page.get_by_label("Through whose eyes?").locator("option")
    assert options.all_inner_texts() == ["What everybody saw", "Lina"]
    lina.page.get_by_role("button", name="To the end").click()
    told_all = "".join(answer.text() for answer in answers)
    assert '"owner":0' in told_all
    assert '"owner":1' not in told_all
    expect(lina.page.get_by_role("heading", name="Analysis")).to_have_count(0)


PLAYED = {"mole-hill": 8, "mole-company": 60, "buddel-bande": 40}
"""So many actions are analysed in a moment, and somebody makes a mistake in them: discs and dice fall anew
in every match, and 40 and 22 of them were enough in each of hundreds."""


@pytest.mark.parametrize("game", GAMES)
def test_an_analysis_leads_to_the_mistakes_and_to_what_was_better(visit: Visit, game: str) -> None:
    visitor = visit()
    match = play_hot_seat(visitor, game, PLAYED[game])
    visitor.open(f"/#replay={match}")
    page = visitor.page
    page.get_by_role("button", name="Analyse the match").click()
    expect(page.get_by_role("button", name="Cancel")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Analyse the match").click()
    table = page.get_by_role("table", name="Mistakes")
    table.wait_for()
    assert violations(visitor) == []
    chart(visitor, game)
    row = table.get_by_role("row").filter(has=page.get_by_role("button", name="Show the better line")).first
    number = int(row.get_by_role("rowheader").inner_text())
    row.get_by_role("rowheader").get_by_role("button").click()
    at(page, number - 1)
    focused(visitor)
    expect(row).to_have_attribute("aria-current", "true")
    row.get_by_role("button", name="Show the better line").click()
    expect(page.get_by_text("This might have been played.")).to_be_visible()
    focused(visitor)
    assert said(visitor) not in row.inner_text()
    page.keyboard.press("End")
    page.keyboard.press("Home")
    expect(page.locator(".ply")).to_contain_text(re.compile(f"^{number - 1} of "))
    page.keyboard.press("PageDown")
    expect(page.locator(".ply")).to_contain_text(re.compile(f"^{number} of "))
    page.keyboard.press("Escape")
    at(page, number - 1)
    expect(page.get_by_text("This might have been played.")).to_have_count(0)
    solve_own_mistake(visitor)


def solve_own_mistake(visitor: Visitor) -> None:
    """The mistakes of a match become puzzles; they come back, and do not count for the rating."""
    page = visitor.page
    page.get_by_role("button", name="Your mistakes as puzzles").click()
    expect(page.locator(".task")).to_have_text("You were here, and there was a better action. Which?")
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".task")).to_contain_text("The answer: ")
    expect(page.locator(".result")).to_have_text("This puzzle comes back tomorrow.")
    (progress,) = page.evaluate("Object.values(JSON.parse(localStorage.getItem('moleworks.puzzles')))")
    assert set(progress) == {"due"}
    visitor.open("/#puzzles")
    again = page.get_by_role("link", name="Mistakes to try again")
    if len(progress["due"]) > 1:
        expect(again).to_contain_text(f"Mistakes to try again: {len(progress['due']) - 1}")
    tomorrow = datetime.datetime.now().astimezone() + datetime.timedelta(days=1)
    page.clock.set_fixed_time(tomorrow)
    visitor.open()
    visitor.open("/#puzzles")
    expect(again).to_contain_text(f"Mistakes to try again: {len(progress['due'])}")
    again.click()
    expect(page.locator(".task")).to_have_text("You were here, and there was a better action. Which?")


def chart(visitor: Visitor, game: str) -> None:
    """Check the chart: a line for each player, a sign for each mistake, and luck if there is chance."""
    page = visitor.page
    drawing = page.locator("svg:has(.curve)")
    expect(drawing.locator(".curve")).to_have_count(2)
    mistakes = page.get_by_role("table", name="Mistakes").get_by_role("row").count() - 1
    expect(drawing.locator(".sign")).to_have_count(mistakes)
    chancy = game != "mole-hill"
    expect(drawing.locator(".ground")).to_have_count(2 if chancy else 1)
    expect(page.get_by_text("The bars below show luck.")).to_have_count(1 if chancy else 0)
    sums = page.get_by_role("table", name="Summary")
    heads = ["Who", "Accuracy", "Lost on average", *(["Luck"] if chancy else [])]
    expect(sums.get_by_role("columnheader")).to_have_text(heads)
    expect(sums.get_by_role("rowheader")).to_have_text(["Lina", "Max"])
    box = drawing.bounding_box()
    assert box is not None
    drawing.click(position={"x": box["width"] - 2, "y": 20})
    last = page.get_by_role("slider", name="Position").get_attribute("max")
    at(page, int(last or 0))


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_taken_along_and_brought_back(visit: Visit, game: str, tmp_path: Path) -> None:
    visitor, friend = visit(), visit(settings={"language": "de"})
    match = play_hot_seat(visitor, game, 9)
    visitor.open(f"/#replay={match}~5")
    page = visitor.page
    expect(stage(visitor)).to_be_visible()
    with page.expect_download() as loaded:
        page.get_by_role("button", name="Save the game").click()
    file = tmp_path / "record.txt"
    loaded.value.save_as(file)
    page.get_by_role("button", name="Link", exact=True).click()
    link = page.get_by_role("textbox", name="Link").first.input_value()
    assert re.fullmatch(re.escape(visitor.base) + r"/#record=[\w-]+~5", link)
    friend.page.goto(link)
    at(friend.page, 5)
    assert drawn(friend) == drawn(visitor)
    friend.open("/#replay")
    expect(friend.page.get_by_role("heading", name="Eine gespeicherte Partie öffnen")).to_be_visible()
    assert violations(friend) == []
    friend.page.get_by_label("Eine Datei wählen").set_input_files(file)
    at(friend.page, 0)
    expect(stage(friend)).to_be_visible()
    broken = tmp_path / "broken.txt"
    broken.write_text(file.read_text("utf-8")[:80], "utf-8")
    friend.open("/")
    friend.open("/#replay")
    friend.expect_errors("status of 4")
    friend.page.get_by_label("Eine Datei wählen").set_input_files(broken)
    expect(friend.page.get_by_role("alert")).to_contain_text("Zeile")
    friend.open("/#record=nonsense")
    expect(friend.page.get_by_role("heading", name="nicht vollständig")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_a_picture_of_the_position(visit: Visit, game: str, tmp_path: Path) -> None:
    visitor = visit()
    visitor.open(f"/#replay={play_hot_seat(visitor, game, 5)}~5")
    page = visitor.page
    for kind in ("SVG", "PNG"):
        with page.expect_download() as loaded:
            page.get_by_role("button", name=f"Picture as {kind}").click()
        loaded.value.save_as(tmp_path / kind)
    drawing = (tmp_path / "SVG").read_text("utf-8")
    assert ElementTree.fromstring(drawing).tag.endswith("svg")
    assert "var(" not in drawing
    assert "class=" not in drawing
    assert visitor.base not in drawing
    dots = (tmp_path / "PNG").read_bytes()
    assert dots.startswith(b"\x89PNG")
    assert len(dots) > 20_000, "something is drawn"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_small_phone(visit: Visit, scheme: str) -> None:
    visitor = visit(size=(320, 640), has_touch=True, is_mobile=True, color_scheme=scheme)
    match = play_hot_seat(visitor, "buddel-bande", 5)
    visitor.open(f"/#match={match}")
    visitor.page.get_by_role("link", name="Replay and analyse").first.tap()
    expect(stage(visitor)).to_be_visible()
    visitor.page.get_by_role("button", name="Step forward").tap()
    at(visitor.page, 1)
    visitor.page.get_by_role("button", name="Position", exact=True).tap()
    expect(visitor.page.locator("#in-words li").first).to_be_visible()
    assert violations(visitor) == []
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 320
