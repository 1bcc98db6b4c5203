"""A visit of all screens asks our own server only, and little comes before the first board of each game."""

from __future__ import annotations

import pytest
from playwright.sync_api import Request, expect

from benchmarks.page.quickness import MOST_BYTES, weigh
from tests.page.conftest import Visit
from tests.page.test_replay import play_hot_seat
from tests.page.visitors import GAMES

pytestmark = pytest.mark.needs("chromium")


def test_no_request_of_a_whole_visit_leaves_the_origin(visit: Visit) -> None:
    visitor = visit()
    kinds: set[str] = set()

    def asked(request: Request) -> None:
        kinds.add(request.resource_type)

    visitor.context.on("request", asked)
    page = visitor.page
    for game in GAMES:
        visitor.start(game)
        visitor.wait_for_turn()
        visitor.targets.first.click()
        visitor.open(f"/#lesson={game}")
        visitor.targets.first.wait_for()
        visitor.open(f"/#rules={game}")
        page.get_by_role("button", name="Try it").first.click()
        expect(visitor.board).to_be_visible()
        visitor.open(f"/#replay={play_hot_seat(visitor, game, 6)}")
        page.get_by_role("button", name="Step forward").click()
        with page.expect_download():
            page.get_by_role("button", name="Picture as PNG").click()
        page.get_by_role("button", name="Link", exact=True).click()
    for language in ("Français", "Deutsch"):
        visitor.open("/#settings")
        page.get_by_role("main").get_by_role("combobox").first.select_option(label=language)
    visitor.open("/#replay")
    page.get_by_role("heading", level=1).wait_for()
    assert {"document", "script", "stylesheet", "font", "fetch"} <= kinds, "the whole page was there"
    assert visitor.heard, "and a match was followed"
    assert visitor.strangers == []


def test_little_has_to_come_before_the_first_board_of_any_game(visit: Visit) -> None:
    """As the browser counts it, like `scripts/bench page`."""
    visitor = visit(locale="fr-FR", settings={})
    visitor.context.add_init_script("localStorage.clear()")
    weighed = weigh(visitor.page, visitor.base)
    assert len([name for name in weighed if name.endswith("-board.js")]) == len(GAMES)
    assert sum(weighed.values()) <= MOST_BYTES, weighed
