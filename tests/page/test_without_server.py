"""The page from a static folder, with no server: Python runs in a worker of the browser."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Locator, Route, expect

from moleworks.core.messages import Complaint
from moleworks.web.site import RUNTIME, precompress, write_site
from tests.page.visitors import Visitor
from tests.web.people import RunningServer, running
from tests.web.test_site import empty_parts

KILLS = 50


@pytest.fixture
def visitor(chromium: Browser, address: str) -> Iterator[Visitor]:
    visitor = Visitor(chromium, base=address)
    yield visitor
    visitor.leave()
    assert visitor.errors == [], "the browser complained"
    assert visitor.strangers == [], "somebody else was asked"


def play_on(visitor: Visitor, most: int) -> int:
    """Choose any target so often; how often it was done before the match was over."""
    for done in range(most):
        if not visitor.wait_for_turn():
            return done
        before = visitor.page.locator(".turn").inner_text()
        button = visitor.page.locator(".turn .button.main")
        (button if button.count() else visitor.targets.first).click(force=True)
        visitor.page.wait_for_function(
            "before => document.querySelector('.ending, .space.chosen')"
            " || document.querySelector('.turn').innerText !== before",
            arg=before,
        )
    return most


@pytest.mark.needs("node", "chromium")
def test_mole_hill_against_the_computer_and_a_reload(visitor: Visitor) -> None:
    visitor.start("mole-hill")
    assert visitor.wait_for_turn()
    play_on(visitor, 4)
    assert visitor.wait_for_turn()
    history = visitor.page.get_by_role("list", name="History").get_by_role("listitem")
    expect(history.nth(4)).to_be_visible()
    before = history.all_inner_texts()
    visitor.page.reload()
    visitor.board.wait_for()
    assert visitor.wait_for_turn()
    expect(history.nth(4)).to_be_visible()
    assert history.all_inner_texts()[: len(before)] == before


@pytest.mark.needs("node", "chromium")
def test_a_second_tab_says_that_there_is_another(visitor: Visitor) -> None:
    visitor.start("mole-hill")
    assert visitor.wait_for_turn()
    second = visitor.context.new_page()
    second.goto(f"{visitor.base}/")
    expect(second.get_by_role("alert")).to_contain_text("open in another tab")


@pytest.mark.needs("node", "chromium")
def test_after_the_first_visit_a_match_goes_on_without_a_network(visitor: Visitor) -> None:
    visitor.start("mole-hill")
    assert visitor.wait_for_turn()
    kept_offline(visitor)
    play_on(visitor, 2)
    visitor.context.set_offline(True)
    visitor.page.reload()
    visitor.board.wait_for()
    assert visitor.wait_for_turn()
    play_on(visitor, 2)
    visitor.open()
    visitor.card("buddel-bande").click()
    assert visitor.wait_for_turn()


@pytest.mark.needs("node", "chromium")
def test_a_puzzle_is_solved(visitor: Visitor) -> None:
    visitor.open("/#puzzles")
    page = visitor.page
    page.locator("a[href='#puzzle=mole-hill']").click()
    page.locator(".exercise").wait_for()
    page.get_by_role("button", name="Show me").click()
    expect(page.get_by_role("button", name="Next puzzle")).to_be_visible()
    expect(page.get_by_text("Your rating: ")).to_be_visible()  # kept
    visitor.open("/#puzzles")
    expect(page.get_by_text("Your rating: ")).to_be_visible()


@pytest.mark.needs("node", "chromium")
@pytest.mark.parametrize(
    ("lang", "friends", "parts"),
    [
        ("en", "Playing with friends elsewhere", "Parts for a 3D printer need a Moleworks server."),
        ("fr", "Pour jouer à distance", "Pour les pièces à imprimer en 3D, il faut un serveur Moleworks."),
        ("de", "Um mit Freunden an einem anderen Ort", "Teile für den 3D-Drucker gibt es nur mit"),
    ],
)
def test_what_needs_a_server_is_not_offered(
    chromium: Browser, address: str, lang: str, friends: str, parts: str
) -> None:
    visitor = Visitor(chromium, base=address, settings={"language": lang}, choices={"opponents": "link"})
    page = visitor.page
    visitor.open()
    expect(page.get_by_text(friends)).to_be_visible()
    expect(page.locator("input[name=opponents]")).to_have_count(2)
    expect(page.locator("input[name=opponents]").first).to_be_checked()
    expect(page.locator("input[name=code], input[name=own-name]")).to_have_count(0)
    visitor.open("/#print=mole-hill~classic")
    page.locator("input[name=print-kind][value='3d']").check(force=True)
    expect(page.get_by_text(parts)).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    visitor.leave()
    assert visitor.errors == []


@pytest.mark.needs("node", "chromium")
def test_a_match_has_no_links_that_nobody_can_use(chromium: Browser, address: str) -> None:
    choices = {
        "opponents": "here",
        "names": ["Lina", "Max"],
        "games": {"buddel-bande": {"board": "stroll", "first": 0}},
    }
    visitor = Visitor(chromium, base=address, choices=choices)
    page = visitor.page
    visitor.open()
    visitor.card("buddel-bande").click()
    page.get_by_role("button", name="I am Lina").click()
    page.get_by_text("Other ways").click()
    expect(page.get_by_text("a phone of one’s own needs a Moleworks server")).to_be_visible()
    expect(page.get_by_role("button", name="On my own phone")).to_have_count(0)
    page.get_by_role("button", name="Seen").click()
    page.get_by_role("button", name="I am Max").click()
    page.get_by_role("button", name="Seen").click()
    visitor.show("Share")
    expect(page.get_by_text("Playing with friends elsewhere")).to_be_visible()
    expect(page.locator("input[readonly]")).to_have_count(0)
    expect(page.get_by_role("button", name="Invite a person")).to_have_count(0)
    visitor.leave()
    assert visitor.errors == []


@pytest.mark.needs("node", "chromium")
def test_the_browser_is_asked_to_keep_the_matches(visitor: Visitor) -> None:
    visitor.page.add_init_script(
        "const persist = navigator.storage.persist.bind(navigator.storage);"
        "window.asked = 0;"
        "navigator.storage.persist = () => ((window.asked += 1), persist());"
    )
    visitor.open()
    visitor.card("mole-hill").wait_for()
    assert visitor.page.evaluate("window.asked") == 0
    visitor.card("mole-hill").click()
    visitor.board.wait_for()
    assert visitor.page.evaluate("window.asked") == 1


@pytest.mark.needs("node", "chromium")
def test_lessons_and_rules_are_read_while_python_loads(visitor: Visitor) -> None:
    page = visitor.page
    loading: list[Route] = []

    def hold(route: Route) -> None:
        loading.append(route)

    page.route("**/pyodide.asm.wasm", hold)
    visitor.open("/#rules=mole-company")
    expect(page.get_by_role("heading", name="The rules of Mole Company")).to_be_visible()
    page.locator("section h2").first.wait_for()
    page.evaluate("location.hash = 'lesson=mole-hill'")
    expect(page.locator(".task")).to_be_visible()
    page.evaluate("location.hash = 'school'")
    page.locator("main a[href^='#lesson=']").first.wait_for()
    assert loading, "Python is still waited for"
    expect(page.get_by_text("The games are being loaded into this browser.")).to_be_visible()
    for route in loading:
        route.continue_()
    page.unroute_all()
    expect(page.get_by_text("The games are being loaded into this browser.")).to_have_count(0)


@pytest.mark.needs("node", "chromium")
def test_the_page_of_a_server_works_without_a_network_too(
    chromium: Browser, site: Path, tmp_path: Path
) -> None:
    with running(database=f"sqlite:///{tmp_path}/matches.sqlite", site=str(site)) as server:
        visitor = Visitor(chromium, base=server.base)
        visitor.start("mole-hill")
        assert visitor.wait_for_turn()
        assert not visitor.page.workers, "the server plays"
        kept_offline(visitor)
        visitor.expect_errors("ERR_INTERNET_DISCONNECTED", "WebSocket")
        visitor.context.set_offline(True)
        visitor.open()
        visitor.card("buddel-bande").click()
        assert visitor.wait_for_turn()
        assert visitor.page.workers
        visitor.leave()
        assert visitor.errors == []


def kept_offline(visitor: Visitor) -> None:
    """Wait until the service worker has kept everything."""
    visitor.page.evaluate("navigator.serviceWorker.ready.then(() => {})")


@pytest.mark.long
@pytest.mark.needs("node", "chromium")
def test_a_board_is_tried_beside_the_match_and_the_trial_is_cancelled_at_once(visitor: Visitor) -> None:
    visitor.open("/#workshop=mole-hill")
    page = visitor.page
    page.get_by_role("button", name="Try it out").click()
    trial = page.locator("[data-trial=running]")
    expect(trial).to_contain_text("games")
    # The worker of the match answers meanwhile.
    begun = time.monotonic()
    page.evaluate("location.hash = 'rules=buddel-bande'")
    page.locator("section h2").first.wait_for()
    assert time.monotonic() - begun < 10
    page.evaluate("location.hash = 'workshop=mole-hill'")
    page.get_by_role("button", name="Try it out").click()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Try it out").click()
    page.locator("[data-trial=done]").wait_for()


@pytest.mark.long
@pytest.mark.needs("node", "chromium")
def test_a_board_is_printed_without_a_network(visitor: Visitor) -> None:
    visitor.open("/#print=mole-hill~classic")
    page = visitor.page
    page.locator(".pages img").first.wait_for()
    kept_offline(visitor)
    visitor.context.set_offline(True)
    page.reload()
    page.locator(".pages img").first.wait_for()
    with page.expect_download() as download:
        page.get_by_role("button", name="Board and pieces as PDF").click()
    assert Path(download.value.path()).read_bytes().startswith(b"%PDF-1.7")
    visitor.page.get_by_text("for a 3D printer").click()
    expect(page.get_by_text("Parts for a 3D printer need a Moleworks server.")).to_be_visible()


@pytest.mark.long
@pytest.mark.needs("node", "chromium")
def test_the_pictures_of_the_rules_are_drawn_beside_the_match(visitor: Visitor) -> None:
    visitor.open("/#rules=mole-hill")
    pictures = visitor.page.locator("main section img")
    pictures.first.wait_for()
    expect(pictures).to_have_count(2)


@pytest.mark.long
@pytest.mark.needs("node", "chromium")
def test_a_match_moves_to_a_server(chromium: Browser, address: str, server: RunningServer) -> None:
    visitor = Visitor(chromium, base=address)
    visitor.start("mole-hill")
    assert visitor.wait_for_turn()
    play_on(visitor, 3)
    assert visitor.wait_for_turn()
    history = visitor.page.get_by_role("list", name="History").get_by_role("listitem")
    expect(history.nth(3)).to_be_visible()
    before = history.all_inner_texts()
    visitor.show("Share")
    visitor.page.get_by_role("textbox", name="Address").fill(server.base)
    visitor.page.get_by_role("button", name="Go", exact=True).click()
    visitor.page.get_by_role("button", name="Take over this match").click()
    visitor.board.wait_for()
    assert visitor.page.url.startswith(f"{server.base}/#match=")
    assert visitor.wait_for_turn()
    expect(history.nth(3)).to_be_visible()
    after = history.all_inner_texts()
    assert after[: len(before)] == before
    told = visitor.page.get_by_text("Lina began this match without a server")
    expect(told.first).to_be_visible()
    visitor.leave()
    assert visitor.errors == []


@pytest.mark.long
@pytest.mark.needs("node", "chromium")
def test_the_tab_is_killed_at_random_moments_and_no_move_is_lost(visitor: Visitor) -> None:
    moments = Random(KILLS)
    visitor.start("mole-hill")
    for _ in range(KILLS):
        if not visitor.wait_for_turn():
            visitor.start("mole-hill")
            assert visitor.wait_for_turn()
        play_on(visitor, 1)
        visitor.page.wait_for_timeout(moments.uniform(0, 400))
        told = int(visitor.page.locator("main.table").get_attribute("data-seq") or 0)
        before = history(visitor).all_inner_texts()
        address = visitor.page.url
        visitor.page.close()
        visitor.page = visitor.context.new_page()
        visitor.page.goto(address)
        visitor.page.locator("main.table[data-seq]").wait_for()
        assert int(visitor.page.locator("main.table").get_attribute("data-seq") or 0) >= told > 0
        if before:
            expect(history(visitor).nth(len(before) - 1)).to_be_visible()
            now = iter(history(visitor).all_inner_texts())
            assert all(line in now for line in before), "all that was told is there, in the same order"


def history(visitor: Visitor) -> Locator:
    """The lines of what happened, the last one first."""
    return visitor.page.get_by_role("list", name="History").get_by_role("listitem")


@pytest.mark.long
@pytest.mark.needs("node", "chromium")
def test_a_new_version_is_offered_and_loses_no_match(visitor: Visitor, site: Path) -> None:
    visitor.start("mole-hill")
    assert visitor.wait_for_turn()
    kept_offline(visitor)
    play_on(visitor, 4)
    assert visitor.wait_for_turn()
    history = visitor.page.get_by_role("list", name="History").get_by_role("listitem")
    before = history.all_inner_texts()
    old = rename_app(site)
    visitor.page.reload()
    notice = visitor.page.get_by_role("complementary", name="New version")
    expect(notice).to_contain_text("There is a new version of Moleworks.")
    with visitor.page.expect_navigation():
        notice.get_by_role("button", name="Use it now").click()
    visitor.board.wait_for()
    assert visitor.wait_for_turn()
    expect(notice).to_have_count(0)
    assert history.all_inner_texts()[: len(before)] == before
    scripts = visitor.page.evaluate("[...document.scripts].map(script => script.src)")
    assert scripts
    assert not any(old in script for script in scripts)
    kept = visitor.page.evaluate("caches.keys()")
    assert kept
    assert not any(old in name for name in kept), "nothing is left of the version before"


def rename_app(site: Path) -> str:
    """Make another version of the folder, with another name for its scripts; the old name."""
    (folder,) = site.glob("app-*")
    old, new = folder.name, f"app-{folder.name[-12:][::-1]}"
    folder.rename(site / new)
    for name in ("index.html", "offline_worker.js"):
        text = (site / name).read_text("utf-8")
        assert old in text
        (site / name).write_text(text.replace(old, new).replace('"version": "', '"version": "next-'), "utf-8")
    return old


def test_what_is_missing_is_said(tmp_path: Path) -> None:
    with pytest.raises(Complaint, match=r"is not the npm package pyodide: pyodide\.mjs is missing"):
        write_site(tmp_path / "out", tmp_path, tmp_path)
    for name in RUNTIME:
        (tmp_path / name).touch()
    with pytest.raises(Complaint, match="no wheel of msgspec for Pyodide"):
        write_site(tmp_path / "out", tmp_path, tmp_path)
    empty_parts(tmp_path)
    with pytest.raises(Complaint, match="holds something else"):
        write_site(tmp_path, tmp_path, tmp_path)


def test_the_folder_has_every_licence_and_lists_what_is_kept(tmp_path: Path) -> None:
    empty_parts(tmp_path)
    out = tmp_path / "out"
    write_site(out, tmp_path, tmp_path)
    licences = {path.stem for path in (out / "licences").iterdir()}
    assert licences == {
        "readme",
        "atkinson-hyperlegible-next",
        "moleworks",
        "msgspec",
        "pyodide",
        "python",
        "reportlab",
        "svelte",
    }
    assert all(path.stat().st_size for path in (out / "licences").iterdir())
    told = (out / "licences" / "readme.txt").read_text("utf-8")
    assert all(f"{name}.txt" in told for name in licences - {"readme"})
    first = (out / "offline_worker.js").read_text("utf-8").partition("\n")[0]
    files = json.loads(first.removeprefix("const OFFLINE_FILES = ").removesuffix(";"))
    folders = files["folders"] | files["late"]
    kept = {*files["top"], *(f"{folder}/{name}" for folder, names in folders.items() for name in names)}
    there = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    left = there - kept
    assert kept <= there
    assert {name for name in left if not name.startswith("licences/")} == {
        "health/live",
        "offline_worker.js",
        "screenshot-narrow.webp",
        "screenshot-wide.webp",
    }


@pytest.mark.needs("node")
def test_files_are_compressed_beforehand(tmp_path: Path) -> None:
    (tmp_path / "app").mkdir()
    for name in ("app/index.js", "icon.png"):
        (tmp_path / name).write_bytes(b"mole " * 1000)
    precompress(tmp_path)
    assert gzip.decompress((tmp_path / "app" / "index.js.gz").read_bytes()) == b"mole " * 1000
    assert 0 < (tmp_path / "app" / "index.js.br").stat().st_size < 100
    assert not (tmp_path / "icon.png.gz").exists()


def test_the_same_sources_make_the_same_folder(tmp_path: Path) -> None:
    empty_parts(tmp_path)
    folders = [tmp_path / "first", tmp_path / "second"]
    for folder in (*folders, folders[1]):
        write_site(folder, tmp_path, tmp_path)
    first, second = ({path.relative_to(each) for path in each.rglob("*")} for each in folders)
    assert first == second
    for path in first:
        if (folders[0] / path).is_file():
            assert (folders[0] / path).read_bytes() == (folders[1] / path).read_bytes()


def test_the_command_says_what_it_needs() -> None:
    command = [sys.executable, "-m", "moleworks", "site", "--out", "nowhere"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "--pyodide" in done.stderr
