"""A lost connection: no action is lost or played twice."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.proxy import CuttableProxy
from tests.page.test_games import seq, wait_for_update
from tests.page.visitors import SMALL, Visitor
from tests.web.people import RunningServer

pytestmark = pytest.mark.needs("chromium")

LOST = ("WebSocket", "ERR_", "Failed to fetch")
"""Errors that the browser reports while there is no connection."""


@pytest.fixture
def proxy(server: RunningServer) -> Iterator[CuttableProxy]:
    opened = CuttableProxy(server.port)
    yield opened
    opened.close()


def invited(visit: Visit, server: RunningServer, proxy: CuttableProxy) -> tuple[Visitor, Visitor]:
    """A host, and a guest at the other end of the proxy."""
    games = {"mole-hill": {"board": SMALL["mole-hill"], "first": 0}}
    host = visit(choices={"opponents": "link", "games": games})
    host.open()
    host.card("mole-hill").click()
    link = host.page.get_by_label("Link", exact=True).first.input_value()
    guest = visit(base=proxy.base, settings={"name": "Max"})
    guest.expect_errors(*LOST)
    guest.page.goto(link.replace(server.base, proxy.base))
    expect(guest.board).to_be_visible()
    expect(host.board).to_be_visible()
    return host, guest


def log(visitor: Visitor) -> list[str]:
    """The log on the page, the first entry first."""
    panel = visitor.page.get_by_role("button", name="What happened")
    panel.click()
    lines = visitor.page.get_by_role("list", name="What happened").get_by_role("listitem")
    lines.first.wait_for()
    told = lines.all_inner_texts()
    panel.click()
    return told[::-1]


def played(mover: Visitor, other: Visitor) -> None:
    """Play one action, and wait until the other player sees it."""
    before = seq(other)
    mover.page.locator(".bar.mine").wait_for()
    mover.targets.first.click()
    wait_for_update(other, before)


def back(guest: Visitor, host: Visitor) -> None:
    guest.page.locator(".lost").wait_for(state="detached")
    guest.page.locator(f".table[data-seq='{seq(host)}']").wait_for()
    assert ["Max takes seat 2.", *log(guest)] == log(host), "the host was there first"


def test_an_answer_that_is_lost_makes_no_second_move(
    visit: Visit, server: RunningServer, proxy: CuttableProxy
) -> None:
    host, guest = invited(visit, server, proxy)
    played(host, guest)
    proxy.deaf = True
    played(guest, host)
    assert guest.page.locator(".bar.mine").count() == 1, "the guest has heard nothing of it"
    proxy.cut()
    guest.context.set_offline(True)
    expect(guest.page.locator(".lost")).to_be_visible()
    before = seq(host)
    host.page.locator(".bar.mine").wait_for()
    host.targets.first.click()
    wait_for_update(host, before)
    proxy.mend()
    guest.context.set_offline(False)
    back(guest, host)
    assert len(log(host)) == 1 + 3
    played(guest, host)
    assert len(log(host)) == 1 + 4


def test_what_was_played_without_a_connection_is_played_once_it_is_back(
    visit: Visit, server: RunningServer, proxy: CuttableProxy
) -> None:
    host, guest = invited(visit, server, proxy)
    played(host, guest)
    guest.page.locator(".bar.mine").wait_for()
    proxy.cut()
    expect(guest.page.locator(".lost")).to_be_visible()
    before = seq(host)
    guest.targets.first.click()
    proxy.mend()
    wait_for_update(host, before)
    back(guest, host)
    assert len(log(host)) == 1 + 2


@pytest.mark.usefixtures("away_at_once")
def test_who_lost_the_seat_meanwhile_is_told_so(
    visit: Visit, server: RunningServer, proxy: CuttableProxy
) -> None:
    host, guest = invited(visit, server, proxy)
    proxy.cut()
    expect(guest.page.locator(".lost")).to_be_visible()
    host.page.get_by_role("button", name="Share", exact=True).click()
    host.page.get_by_role("button", name="A new link").click()
    links = host.page.get_by_label("Link", exact=True)
    expect(links).to_have_count(2)
    other = visit(settings={"name": "Maxi"})
    other.page.goto(links.first.input_value())
    expect(other.board).to_be_visible()
    guest.expect_errors("403 (Forbidden)")
    proxy.mend()
    told = guest.page.get_by_role("heading", name="You have no seat in this match.")
    expect(told).to_be_focused()


def test_a_reload_in_the_middle_of_a_gap_finds_everything(
    visit: Visit, server: RunningServer, proxy: CuttableProxy
) -> None:
    host, guest = invited(visit, server, proxy)
    played(host, guest)
    proxy.deaf = True
    played(guest, host)
    proxy.cut()
    expect(guest.page.locator(".lost")).to_be_visible()
    proxy.mend()
    guest.page.reload()
    expect(guest.board).to_be_visible()
    back(guest, host)
    assert len(log(guest)) == 2
