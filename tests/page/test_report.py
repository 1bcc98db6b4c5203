"""The report of `moleworks analyse --html`, opened as a file: the viewer of the page, without a server."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from moleworks.engine import Effort
from moleworks.engine.analysis import Analysis, Mark, analyse
from moleworks.record import Match, Record, read
from moleworks.replay.record_data import RecordNarrator
from moleworks.reports.analysis_page import page as report_page
from moleworks.texts import LANGUAGES, language
from tests.games.installed_plugin import in_use, install
from tests.page.conftest import Visit
from tests.page.test_access import violations
from tests.page.test_replay import at, drawn, said, stage
from tests.page.visitors import Visitor
from tests.terminal.analyses import SETUPS, analyse_random_game

pytestmark = pytest.mark.needs("chromium")

BOARDS: dict[str, dict[str, Any]] = {
    "mole-hill": {"board": "patch"},
    "mole-company": {"players": 4, "board": "burrow"},
    "buddel-bande": {"players": 3, "board": "stroll", "most": 90},
}
TITLES = {"en": "Mole Company", "fr": "Taupes et Compagnie", "de": "Die Maulwurf Company"}
HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
PHONE: dict[str, Any] = {"size": (320, 640), "has_touch": True, "is_mobile": True}

Open = Callable[..., Visitor]


@pytest.fixture
def opened(visit: Visit, tmp_path: Path) -> Open:
    """Writes a report and opens the file; nothing else may be asked for, and nothing may be complained of."""

    def open_file(analysis: Analysis, lang: str = "en", **wishes: Any) -> Visitor:
        (tmp_path / "report.html").write_text(report_page(analysis, language(lang)), "utf-8")
        visitor = visit(base=tmp_path.as_uri(), **wishes)
        visitor.open("/report.html")
        expect(stage(visitor)).to_be_visible()
        return visitor

    return open_file


def sentences(analysis: Analysis, ply: int) -> str:
    """What an action did, as the report should say it."""
    narrator = RecordNarrator(analysis.record, language("en"), open_=True)
    return " ".join(narrator.step(analysis.record.match, ply).said)


@pytest.mark.parametrize("game", BOARDS)
def test_a_whole_game_by_keyboard(opened: Open, game: str) -> None:
    analysis = analyse_random_game(game, **BOARDS[game])
    visitor, last = opened(analysis), analysis.record.match.ply
    page, keys = visitor.page, visitor.page.keyboard
    stage(visitor).focus()
    assert said(visitor) == "Before the first move."
    seen = {drawn(visitor)}
    for ply in range(1, 9):
        keys.press("PageDown")
        at(page, ply)
        assert said(visitor) == sentences(analysis, ply)
        assert visitor.announced() == f"{ply} of {last}. {said(visitor)}"
        seen.add(drawn(visitor))
    assert len(seen) > 4, "the board shows the positions"
    keys.press("End")
    at(page, last)
    keys.press("Home")
    at(page, 0)
    page.get_by_role("slider", name="Position").focus()
    keys.press("ArrowRight")
    spoken = page.get_by_role("slider", name="Position").get_attribute("aria-valuetext")
    assert spoken == f"1 of {last}. {sentences(analysis, 1)}"
    page.get_by_role("button", name="Position", exact=True).click()
    expect(page.locator("#in-words li").first).to_be_visible()


@pytest.mark.parametrize(
    ("game", "wishes"),
    [
        pytest.param(game, wishes, marks=() if number % 3 == list(BOARDS).index(game) else pytest.mark.long)
        for number, wishes in enumerate([{}, {"color_scheme": "dark"}, {"forced_colors": "active"}, PHONE])
        for game in BOARDS
    ],
)
def test_axe_finds_nothing_and_nothing_is_too_wide(opened: Open, game: str, wishes: dict[str, Any]) -> None:
    visitor = opened(analyse_random_game(game, **BOARDS[game]), **wishes)
    assert violations(visitor) == []
    width = visitor.page.viewport_size["width"]  # type: ignore[index]
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width


def test_it_is_dark_where_the_system_is(opened: Open) -> None:
    analysis = analyse_random_game("mole-hill", board="patch")
    colours = {
        opened(analysis, color_scheme=scheme).page.evaluate(
            "getComputedStyle(document.documentElement).backgroundColor"
        )
        for scheme in ("light", "dark")
    }
    assert len(colours) == 2


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_is_in_one_language(opened: Open, lang: str) -> None:
    visitor = opened(analyse_random_game("mole-company", players=2, board="burrow"), lang)
    page, say = visitor.page, language(lang).say
    assert page.evaluate("document.documentElement.lang") == lang
    assert page.title() == say("Analysis of a game of {game}", game=TITLES[lang])
    for heading in ("In short", "All actions", "What the words mean", "Analysis", "Mistakes"):
        expect(page.get_by_role("heading", name=say(heading), exact=True)).to_be_visible()
    expect(page.get_by_text(say("Before the first move."))).to_be_visible()


@pytest.mark.parametrize(("game", "setup"), [way for way in SETUPS if way[1].get("options") is None])
def test_the_chart_draws_every_seat_and_every_mark(opened: Open, game: str, setup: dict[str, Any]) -> None:
    analysis = analyse_random_game(game, **setup)
    page = opened(analysis).page
    expect(page.locator("svg .curve")).to_have_count(analysis.players)
    marks = [moment.choice.mark for moment in analysis.moments if moment.choice]
    expect(page.locator("svg:has(.curve) .sign")).to_have_count(sum(mark is not None for mark in marks))
    for seat in range(analysis.players):
        expect(page.get_by_role("table", name="Summary").get_by_role("rowheader").nth(seat)).to_be_visible()


def test_mistakes_lead_to_the_position_and_to_the_better_line(opened: Open) -> None:
    analysis = analyse_random_game("mole-company", players=4, board="burrow")
    visitor = opened(analysis)
    page = visitor.page
    table = page.get_by_role("table", name="Mistakes")
    marked = [m.ply for m in analysis.moments if m.choice and m.choice.mark is not None]
    expect(table.get_by_role("rowheader")).to_have_text([str(ply + 1) for ply in marked])
    kinds = [m.choice.mark for m in analysis.moments if m.choice and m.choice.mark is not None]
    assert set(kinds) == set(Mark)
    row = table.get_by_role("row").nth(1)
    row.get_by_role("rowheader").get_by_role("button").click()
    at(page, marked[0])
    expect(stage(visitor)).to_be_focused()
    row.get_by_role("button", name="Show the better line").click()
    expect(page.get_by_text("This might have been played.")).to_be_visible()
    page.keyboard.press("Escape")
    at(page, marked[0])


def test_all_actions_are_listed_and_lead_to_their_positions(opened: Open) -> None:
    analysis = analyse_random_game("mole-hill", board="patch", comments={2: "A fine rod."})
    visitor = opened(analysis)
    table = visitor.page.get_by_role("table", name="Every action")
    rows = table.get_by_role("row")
    chapters = 2
    expect(rows).to_have_count(len(analysis.moments) + 1 + 1 + chapters)
    expect(table.get_by_text("A fine rod.")).to_be_visible()
    table.get_by_role("button", name="5", exact=True).click()
    at(visitor.page, 5)
    expect(stage(visitor)).to_be_focused()
    expect(table.locator("tr[aria-current]")).to_contain_text(sentences(analysis, 5))


def test_a_round_for_study_has_no_chart(opened: Open) -> None:
    page = opened(analyse_random_game("mole-hill", options={"rounds": 1})).page
    expect(page.get_by_role("heading", name="Analysis")).to_be_visible()
    expect(page.locator(".curve")).to_have_count(0)
    expect(page.get_by_role("table", name="Every action")).to_be_visible()


def test_a_game_that_goes_on_says_so(opened: Open) -> None:
    page = opened(analyse_random_game("buddel-bande", most=20)).page
    expect(page.get_by_text("every secret")).to_be_visible()


def test_everybody_is_shown_what_they_could_see(opened: Open) -> None:
    visitor = opened(analyse_random_game("buddel-bande", **BOARDS["buddel-bande"]))
    eyes = visitor.page.get_by_label("Through whose eyes?")
    expect(eyes).to_have_value("open")
    stage(visitor).focus()
    for _ in range(8):
        visitor.page.keyboard.press("PageDown")
    at(visitor.page, 8)
    seen = {drawn(visitor)}
    for name in ("What everybody saw", "Lina", "Max", "Noor"):
        before = stage(visitor).inner_html()
        eyes.select_option(label=name)
        visitor.page.wait_for_function(
            "before => document.querySelector('[data-stage]').innerHTML !== before", arg=before
        )
        seen.add(drawn(visitor))
    assert len(seen) == 5


def test_what_players_wrote_stays_text(opened: Open) -> None:
    analysis = analyse_random_game(
        "mole-company", players=2, board="burrow", seats=(HOSTILE, "&amp;<b>"), comments={3: HOSTILE}
    )
    visitor = opened(analysis)
    page = visitor.page
    page.on("dialog", lambda dialog: visitor.errors.append(dialog.message))
    expect(page.get_by_role("list", name="Players")).to_contain_text(HOSTILE)
    expect(page.get_by_role("list", name="Players")).to_contain_text("&amp;<b>")
    expect(page.locator("q")).to_have_text(HOSTILE)
    assert page.locator("img").count() == 0
    assert page.locator("script").count() == 2


def test_the_record_and_pictures_are_saved_without_a_server(opened: Open, tmp_path: Path) -> None:
    analysis = analyse_random_game("buddel-bande", **BOARDS["buddel-bande"])
    page = opened(analysis).page
    for name in ("Save the game", "Picture as SVG", "Picture as PNG"):
        with page.expect_download() as loaded:
            page.get_by_role("button", name=name).click()
        loaded.value.save_as(tmp_path / name)
    record = (tmp_path / "Save the game").read_text("utf-8")
    assert read(record).match.names == analysis.record.match.names
    assert (tmp_path / "Picture as SVG").read_text("utf-8").startswith("<svg")
    assert (tmp_path / "Picture as PNG").read_bytes().startswith(b"\x89PNG")
    expect(page.get_by_role("button", name="Link", exact=True)).to_have_count(0)
    expect(page.get_by_role("link")).to_have_count(0)


def test_a_game_without_a_drawing_is_replayed_in_sentences(opened: Open, tmp_path: Path) -> None:
    with in_use(install(tmp_path / "package")):
        match = Match.begin("worm-hunt", players=2)
        match.play(["deal:0=3", "deal:1=6", "dig", "=4", "stop", "dig", "=1"])
        analysis = analyse(Record(match, ("Lina", "Max")), Effort(nodes=20), glance=Effort(nodes=20))
        visitor = opened(analysis)
    expect(stage(visitor).get_by_text("kept: 0, 0")).to_be_visible()
    stage(visitor).focus()
    visitor.page.keyboard.press("End")
    at(visitor.page, match.ply)
    expect(stage(visitor).get_by_text("kept: 4, 0")).to_be_visible()
    assert violations(visitor) == []
