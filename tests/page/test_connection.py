"""A lost connection: no action is lost or played twice."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Route, expect

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
    guest.accept(link.replace(server.base, proxy.base))
    expect(guest.board).to_be_visible()
    expect(host.board).to_be_visible()
    # Parts of the page that come after the board are there before a connection is cut.
    expect(guest.page.locator("#panel").get_by_text("Nothing has happened yet.")).to_be_visible()
    return host, guest


def log(visitor: Visitor) -> list[str]:
    """The log on the page, the first entry first."""
    visitor.show("History")
    lines = visitor.page.get_by_role("list", name="History").get_by_role("listitem")
    lines.first.wait_for()
    return lines.all_inner_texts()[::-1]


def named(lines: list[str], reader: str, other: str) -> list[str]:
    """The log with the reader's name, as it is told to others: "you" is another person on each device."""
    assert not any(reader in line for line in lines)
    lines = [re.sub(r"^You (step|jump|start)\b", rf"{reader} \1s", line) for line in lines]
    lines = [re.sub(r"^You lay\b", f"{reader} lays", line) for line in lines]
    return [line.replace("You have", f"{reader} has") for line in lines]


def played(mover: Visitor, other: Visitor) -> None:
    """Play one action, and wait until the other player sees it."""
    before = seq(other)
    mover.page.locator(".bar.mine").wait_for()
    mover.targets.first.click()
    wait_for_update(other, before)


def back(guest: Visitor, host: Visitor) -> None:
    guest.page.locator(".lost").wait_for(state="detached")
    guest.page.locator(f".table[data-seq='{seq(host)}']").wait_for()
    hosts, guests = named(log(host), "Lina", "Max"), named(log(guest), "Max", "Lina")
    assert ["Max joins the game.", *guests] == hosts, "the host was there first"


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
    kept = "Your move is kept and sent as soon as the connection is back."
    expect(guest.page.locator(".bar")).to_contain_text(kept)
    expect(guest.page.locator("[data-announcer]")).to_contain_text(kept)
    proxy.mend()
    wait_for_update(host, before)
    back(guest, host)
    expect(guest.page.locator(".bar")).not_to_contain_text(kept)
    assert len(log(host)) == 1 + 2


def test_on_a_slow_network_the_outline_of_the_board_is_there_at_once(visit: Visit) -> None:
    visitor = visit()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    visitor.context.route("**/assets/Match.js", hold)
    visitor.open()
    with visitor.page.expect_request("**/assets/Match.js"):
        visitor.card("mole-hill").click()
    outline = visitor.page.locator("main[aria-busy='true']")
    expect(outline).to_be_visible()
    expect(outline.get_by_role("status")).to_have_text("One moment…")
    for route in held:
        route.continue_()
    expect(visitor.board).to_be_visible()
    expect(outline).to_have_count(0)


@pytest.mark.usefixtures("away_at_once")
def test_who_lost_the_seat_meanwhile_is_told_so(
    visit: Visit, server: RunningServer, proxy: CuttableProxy
) -> None:
    host, guest = invited(visit, server, proxy)
    proxy.cut()
    expect(guest.page.locator(".lost")).to_be_visible()
    host.panel("Share").click()
    host.page.get_by_role("button", name="A new link").click()
    links = host.page.get_by_label("Link", exact=True)
    expect(links).to_have_count(2)
    other = visit(settings={"name": "Maxi"})
    other.accept(links.first.input_value())
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
