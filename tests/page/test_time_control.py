"""Time for a turn in matches by link, and people who take over the seat of a computer."""

from __future__ import annotations

import json
import re
import time
from random import Random

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.page.conftest import Visit
from tests.page.screen_reader import Listener
from tests.page.test_access import violations
from tests.page.test_games import play_by_pointer, seq, wait_for_update
from tests.page.visitors import SMALL, Visitor
from tests.web.people import RunningServer

pytestmark = pytest.mark.needs("chromium")

FIRST = {"games": {game: {"board": board, "first": 0} for game, board in SMALL.items()}}
DAY = 86400


class AdjustableClock:
    """The clock of the server, which a test can put forward."""

    def __init__(self) -> None:
        self.turned = 0.0

    def __call__(self) -> float:
        return time.time() + self.turned


@pytest.fixture
def clock(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> AdjustableClock:
    made = AdjustableClock()
    monkeypatch.setattr(server.app.context.match_server, "now", made)
    return made


def start_timed_match(
    visit: Visit, turn: int, absent: str, game: str = "mole-hill"
) -> tuple[Visitor, Visitor]:
    """A host with this time control, and a guest who joined by the link."""
    host = visit(choices={"opponents": "link", "pace": {"turn": turn, "absent": absent}} | FIRST)
    host.open()
    host.card(game).click()
    link = host.page.get_by_label("Link", exact=True).input_value()
    guest = visit(settings={"name": "Max"})
    guest.accept(link)
    for visitor in (host, guest):
        expect(visitor.page.get_by_role("timer")).to_be_visible()
    return host, guest


def reload(visitor: Visitor) -> None:
    """Load the page again, with the time that is left."""
    visitor.page.reload()
    expect(visitor.board).to_be_visible()


def test_a_time_is_chosen_only_for_friends_far_away_and_is_remembered(visit: Visit) -> None:
    host = visit(choices=FIRST)
    host.open()
    time_for = host.page.get_by_label("Time for a turn")
    for others in ("The computer", "Us, at this table"):
        host.page.get_by_label(others).check()
        expect(time_for).to_have_count(0)
    host.page.get_by_label("Friends, with a link").check()
    expect(time_for).to_have_value("")
    expect(host.page.get_by_label("When time is up")).to_have_count(0)
    time_for.select_option("5 minutes")
    host.page.get_by_label("When time is up").select_option("the player gives up")
    assert violations(host) == []
    host.page.reload()
    expect(time_for.locator("option:checked")).to_have_text("5 minutes")
    host.card("mole-hill").click()
    agreed = "Time for a turn: 5 minutes. When time is up: the player gives up."
    expect(host.page.get_by_text(agreed)).to_be_visible()
    guest = visit(settings={"name": "Max"})
    guest.accept(host.page.get_by_label("Link", exact=True).input_value())
    clock = guest.page.get_by_role("timer")
    expect(clock).to_have_text(re.compile(r"Time left: [45] minutes?\b.*\."))
    expect(clock).to_have_attribute("title", agreed)
    guest.panel("Rules").click()
    expect(guest.page.get_by_text(agreed)).to_be_visible()
    assert violations(guest) == []


def test_without_a_time_there_is_no_clock(visit: Visit) -> None:
    host = visit(choices={"opponents": "computer", "pace": {"turn": 3600, "absent": "resign"}} | FIRST)
    host.start("mole-hill")
    table = next(json.loads(text) for text in host.heard if '"type":"table"' in text)
    assert table["pace"]["turn"] is None
    expect(host.page.get_by_role("timer")).to_have_count(0)


def test_what_is_left_is_the_server_s_business_whatever_the_device_thinks_it_is(
    visit: Visit, clock: AdjustableClock
) -> None:
    clock.turned = -400 * DAY  # the device's clock is wrong by more than a year
    host, guest = start_timed_match(visit, 3 * DAY, "computer")
    for visitor in (host, guest):
        expect(visitor.page.get_by_role("timer")).to_have_text("Time left: 3 days.")
    clock.turned += DAY + 3600 * 2
    for visitor in (host, guest):
        reload(visitor)
        expect(visitor.page.get_by_role("timer")).to_have_text("Time left: 1 day 22 hours.")
    before = seq(guest)
    play_by_pointer(host, Random(1), tap=False)
    wait_for_update(guest, before)
    for visitor in (host, guest):
        expect(visitor.page.get_by_role("timer")).to_have_text("Time left: 3 days.")


def test_little_time_is_said_once_and_only_to_who_has_to_act(visit: Visit, clock: AdjustableClock) -> None:
    host, guest = start_timed_match(visit, 3600, "computer")
    clock.turned += 3600 - 14.5 * 60
    ears = [Listener(host), Listener(guest)]
    for visitor in (host, guest):
        reload(visitor)
    warning = "Time left: 15 minutes. When time is up: the computer plays the turn."
    expect(host.page.locator("[data-announcer] p").last).to_have_text(warning)
    expect(host.page.get_by_role("timer").locator("strong")).to_have_text("Time left: 15 minutes.")
    host.page.wait_for_timeout(2500)
    assert ears[0].wait()[1:] == [warning], "the greeting, and then this once"
    assert not any("Time left" in said for said in ears[1].wait())
    assert host.page.get_by_role("timer").get_attribute("aria-live") in {None, "off"}
    host.board.locator(".space").first.focus()
    assert ears[0].ask("t").endswith("Time left: 15 minutes.")


def test_when_the_time_is_over_a_computer_plays_and_the_table_says_so(
    visit: Visit, clock: AdjustableClock
) -> None:
    host, guest = start_timed_match(visit, 3600, "computer")
    ear = Listener(guest)
    reload(guest)
    ear.wait()
    clock.turned += 3601
    expect(guest.page.locator(".bar.mine")).to_be_visible()
    note = "Lina ran out of time, and the computer played."
    for visitor in (host, guest):
        expect(visitor.page.get_by_text(note)).to_be_visible()
    assert any("Lina is out of time: a computer plays this turn." in said for said in ear.wait())
    reload(host)
    expect(host.page.get_by_text(note)).to_be_visible()
    before = seq(host)
    play_by_pointer(guest, Random(2), tap=False)
    wait_for_update(host, before)
    for visitor in (host, guest):
        expect(visitor.page.get_by_text(note)).to_have_count(0)
    expect(host.page.locator(".bar.mine")).to_be_visible()


def test_when_the_time_is_over_a_match_can_be_lost(visit: Visit, clock: AdjustableClock) -> None:
    host, guest = start_timed_match(visit, 3600, "resign")
    ear = Listener(guest)
    reload(guest)
    ear.wait()
    clock.turned += 3601
    assert ear.wait() == ["Lina is out of time. Lina gives up. You have won!"]
    assert ear.ask("t") == "You have won!"
    expect(host.page.locator(".ending")).to_contain_text("Max has won!")
    expect(guest.page.locator(".ending")).to_contain_text("You win!")
    for visitor, told in (
        (host, "You are out of time. You give up."),
        (guest, "Lina is out of time. Lina gives up."),
    ):
        expect(visitor.page.get_by_role("timer")).to_have_count(0)
        expect(visitor.page.locator(".happened")).to_have_text(told)


def test_a_time_from_which_nothing_follows_only_shows(visit: Visit, clock: AdjustableClock) -> None:
    host, _ = start_timed_match(visit, 3600, "wait")
    clock.turned += 3700
    reload(host)
    expect(host.page.get_by_role("timer")).to_have_text("Time is up.")
    assert host.wait_for_turn()


def test_a_person_is_invited_to_a_computer_s_seat_and_sits_down(visit: Visit) -> None:
    host = visit(choices=FIRST)
    host.start("mole-hill")
    seat = host.page.locator(".seats li").nth(1)
    expect(seat).to_contain_text("level 1")
    host.panel("Share").click()
    host.page.get_by_role("button", name="Invite a person").click()
    link = host.page.get_by_label("Link", exact=True).first
    expect(link).to_be_focused()
    address = link.input_value()
    expect(host.page.get_by_alt_text("The link as a QR code").first).to_be_visible()
    assert violations(host) == []
    host.page.reload()
    host.panel("Share").click()
    expect(link).to_have_value(address)
    guest = visit(settings={"name": "Max"})
    guest.accept(address)
    expect(guest.board).to_be_visible()
    expect(seat).to_contain_text("Max")
    expect(seat).not_to_contain_text("level 1")
    expect(host.page.get_by_role("heading", name="Invite a person")).to_have_count(0)
    before = seq(guest)
    play_by_pointer(host, Random(1), tap=False)
    wait_for_update(guest, before)
    before = seq(host)
    play_by_pointer(guest, Random(1), tap=False)
    wait_for_update(host, before)


def with_two_links(visit: Visit) -> tuple[Visitor, Locator]:
    """A host in the lobby of a match of three, and the links to the other seats."""
    host = visit(choices={"opponents": "link", "players": 3} | FIRST)
    host.open()
    host.card("mole-company").click()
    links = host.page.get_by_label("Link", exact=True)
    expect(links).to_have_count(2)
    return host, links


def test_as_many_play_as_were_wished_for_however_soon_one_presses(visit: Visit) -> None:
    host = visit(choices={"opponents": "link", "players": 3} | FIRST)
    held: list[Route] = []
    pressed = False

    def hold(route: Route) -> None:
        if pressed:
            route.continue_()
        else:
            held.append(route)

    host.page.route("**/api/games*", hold)
    with host.page.expect_request("**/api/games*"):
        host.open()
    host.card("mole-company").click()
    pressed = True
    for route in held:
        route.continue_()
    expect(host.page.get_by_label("Link", exact=True)).to_have_count(2)


def test_a_guest_invites_nobody(visit: Visit) -> None:
    host, links = with_two_links(visit)
    address = links.first.input_value()
    host.page.get_by_role("button", name="Let the computer play here").last.click()
    expect(links).to_have_count(1)
    guest = visit(settings={"name": "Max"})
    guest.accept(address)
    expect(guest.board).to_be_visible()
    expect(guest.page.locator(".seats li").nth(2)).to_contain_text("level 3")
    for visitor, invitations in ((host, 1), (guest, 0)):
        visitor.panel("Share").click()
        expect(visitor.page.get_by_text("Save the game")).to_be_visible()
        expect(visitor.page.get_by_role("heading", name="Invite a person")).to_have_count(invitations)
        expect(visitor.page.locator("#panel").get_by_label("Link", exact=True)).to_have_count(2 * invitations)
    expect(guest.page.get_by_role("button", name="Invite a person")).to_have_count(0)


def test_in_the_lobby_a_computer_s_seat_is_opened_again(visit: Visit) -> None:
    host, links = with_two_links(visit)
    last = links.last.input_value()
    host.page.get_by_role("button", name="Let the computer play here").last.click()
    expect(links).to_have_count(1)
    host.page.get_by_role("button", name="Invite a person").click()
    expect(links).to_have_count(2)
    expect(links.last).to_have_value(last)
    host.page.get_by_role("button", name="A new link").last.click()
    expect(links.last).not_to_have_value(last)
    fresh = links.last.input_value()
    host.page.reload()
    expect(links.last).to_have_value(fresh)
    guest = visit(settings={"name": "Max"})
    guest.accept(fresh)
    expect(host.page.get_by_role("heading", name="Player 3: Max")).to_be_visible()
