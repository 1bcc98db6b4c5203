"""Two players with a browser each, and a watcher."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.screen_reader import Listener
from tests.page.test_access import violations
from tests.page.test_games import LONGEST, play_by_keys, play_by_pointer, seq, wait_for_update
from tests.page.visitors import BOUND, SMALL, Visitor
from tests.web.people import RunningServer

pytestmark = pytest.mark.needs("chromium")


def invited(visit: Visit, game: str) -> tuple[Visitor, Visitor]:
    """A host, and a guest who joined by the link in the lobby."""
    games = {game: {"board": SMALL[game], "first": 0, "options": BOUND[game]}}
    host = visit(choices={"opponents": "link", "games": games})
    host.open()
    host.card(game).click()
    link = host.page.get_by_label("Link", exact=True).first.input_value()
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/#join=[\w-]+", link)
    expect(host.page.get_by_alt_text("The link as a QR code").first).to_be_visible()
    guest = visit(settings={"name": "Max"})
    guest.accept(link)
    expect(guest.board).to_be_visible()
    expect(host.board).to_be_visible()
    return host, guest


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_who_has_a_name_sees_who_invites_before_joining(visit: Visit, scheme: str) -> None:
    host = visit(choices={"opponents": "link", "games": {"mole-hill": {"board": "patch", "first": 0}}})
    host.open()
    host.card("mole-hill").click()
    guest = visit(settings={"name": "Max"}, size=(390, 844), color_scheme=scheme)
    guest.page.goto(host.page.get_by_label("Link", exact=True).first.input_value())
    expect(guest.page.get_by_text("You play with Lina.")).to_be_visible()
    expect(guest.page.get_by_label("What is your name?")).to_have_value("Max")
    assert violations(guest) == []
    expect(host.page.get_by_text("Waiting for 1 more player.")).to_be_visible()
    guest.page.get_by_role("button", name="Join the game").click()
    expect(guest.board).to_be_visible()


def test_a_whole_match_by_a_link_with_a_reload_in_the_middle(visit: Visit) -> None:
    host, guest = invited(visit, "mole-hill")
    random, turn = Random(5), 0
    while turn < LONGEST and not host.over:
        host.page.locator(".ending, .bar").first.wait_for()
        mover = host if host.page.locator(".bar.mine").count() else guest
        other = guest if mover is host else host
        if not mover.wait_for_turn():
            break
        before = seq(other)
        play_by_pointer(mover, random, tap=False)
        wait_for_update(other, before)
        turn += 1
        if turn == 3:
            guest.page.reload()
            expect(guest.board).to_be_visible()
    for visitor in (host, guest):
        expect(visitor.page.locator(".ending")).to_be_visible()
    assert seq(host) == seq(guest)


@pytest.mark.parametrize("game", SMALL)
def test_a_whole_match_by_a_link_and_by_keyboard(visit: Visit, game: str) -> None:
    host, guest = invited(visit, game)
    random = Random(7)
    for _ in range(LONGEST):
        host.page.locator(".ending, .bar").first.wait_for()
        if host.over:
            break
        mover = host if host.page.locator(".bar.mine").count() else guest
        other = guest if mover is host else host
        if not mover.wait_for_turn():
            break
        before = seq(other)
        play_by_keys(mover, random)
        wait_for_update(other, before)
    for visitor in (host, guest):
        expect(visitor.page.locator(".ending")).to_be_visible()


@pytest.mark.parametrize("game", SMALL)
def test_a_reload_brings_back_the_seat_the_focus_and_a_summary(visit: Visit, game: str) -> None:
    host, guest = invited(visit, game)
    ear = Listener(guest)
    random = Random(3)
    while not guest.page.locator(".bar.mine").count():
        before = seq(guest)
        play_by_pointer(host, random, tap=False)
        wait_for_update(guest, before)
    space = guest.board.locator(".space").nth(2)
    space.focus()
    name = space.get_attribute("data-space")
    guest.page.reload()
    (greeting,) = ear.wait()
    expect(guest.board.locator(f"[data-space='{name}']")).to_be_focused()
    expect(guest.page.locator(".bar.mine")).to_be_visible()
    last, score, turn = ear.ask("l"), ear.ask("s"), ear.ask("t")
    assert greeting == f"{last} {score} {turn}"
    assert turn.startswith(("Your turn: ", "You are ")), "whose turn it is"


def test_who_watches_sees_and_cannot_touch(visit: Visit) -> None:
    host, guest = invited(visit, "buddel-bande")
    host.panel("Share").click()
    link = host.page.get_by_label("Link", exact=True).last.input_value()
    assert "#watch=" in link
    watcher = visit()
    watcher.page.goto(link)
    expect(watcher.page.get_by_text("You are watching")).to_be_visible()
    before = seq(watcher)
    expect(host.page.locator(".bar.mine")).to_be_visible()
    play_by_pointer(host, Random(1), tap=False)
    wait_for_update(watcher, before)
    assert watcher.targets.count() == 0
    assert watcher.page.get_by_role("button", name="Undo").count() == 0
    assert guest.page.locator(".bar.mine").count() == 1


def test_an_offer_an_emote_and_a_rematch(visit: Visit) -> None:
    host, guest = invited(visit, "mole-hill")
    host.panel("Quick message").click()
    host.page.get_by_role("button", name="Good luck!").click()
    expect(guest.page.locator(".bubble")).to_have_text("Good luck!")
    assert guest.announced() == "Lina: Good luck!"
    host.panel("Propose a draw").click()
    guest.page.get_by_role("button", name="Agree").click()
    expect(host.page.locator(".ending")).to_contain_text("It is a draw.")
    host.page.get_by_role("button", name="Play again", exact=True).click()
    guest.page.get_by_role("button", name="Agree").click()
    # One press each: both are in the next match.
    expect(guest.page.locator(".bar.mine")).to_be_visible()
    expect(host.page.locator(".ending")).to_have_count(0)


def test_what_is_declined_is_told_and_play_goes_on(visit: Visit) -> None:
    host, guest = invited(visit, "mole-hill")
    play_by_pointer(host, Random(1), tap=False)
    expect(guest.page.locator(".bar.mine")).to_be_visible()
    guest.panel("Quick message").click()
    guest.panel("Propose a draw").click()
    host.page.get_by_role("button", name="Decline").click()
    expect(guest.page.locator(".happened")).to_contain_text("Lina plays on: no draw.")
    before = seq(host)
    play_by_pointer(guest, Random(1), tap=False)
    wait_for_update(host, before)


def test_to_give_up_is_asked_twice_and_ends_the_match(visit: Visit) -> None:
    host, guest = invited(visit, "buddel-bande")
    guest.give_up(really=False)
    assert not guest.over
    guest.give_up()
    expect(host.page.locator(".ending")).to_contain_text("You win!")
    expect(guest.page.locator(".ending")).to_contain_text("Lina has won!")


def test_an_action_is_taken_back_at_once_or_when_the_other_agrees(visit: Visit) -> None:
    host, guest = invited(visit, "mole-hill")
    host.targets.nth(4).click()
    expect(guest.page.locator(".bar.mine")).to_be_visible()
    host.page.get_by_role("button", name="Undo").click()
    expect(host.page.locator(".bar.mine")).to_be_visible()
    expect(host.page.locator(".happened")).to_have_text("You undo a move.")
    host.targets.nth(4).click()
    expect(guest.page.locator(".bar.mine")).to_be_visible()
    guest.targets.first.click()
    expect(host.page.locator(".bar.mine")).to_be_visible()
    host.page.get_by_role("button", name="Undo").click()
    expect(guest.page.get_by_role("group", name="Lina asks to undo a move.")).to_be_visible()
    guest.page.get_by_role("button", name="Agree").click()
    expect(host.page.locator(".happened")).to_contain_text("Max agrees")
    expect(host.page.locator(".ask")).to_contain_text("choose any square to start on")


def test_dice_are_never_taken_back_and_the_page_says_so(visit: Visit) -> None:
    host, guest = invited(visit, "buddel-bande")
    expect(host.page.locator(".bar.mine")).to_be_visible()
    play_by_pointer(host, Random(1), tap=False)
    expect(guest.page.locator(".bar.mine")).to_be_visible()
    host.page.get_by_role("button", name="Undo").click()
    expect(host.page.locator("p.refused")).to_contain_text("cannot be undone")


@pytest.mark.usefixtures("away_at_once")
def test_who_goes_is_missed_replaced_and_welcomed_back(visit: Visit, server: RunningServer) -> None:
    host, guest = invited(visit, "mole-hill")
    seat = host.page.locator(".seats li").nth(1)
    expect(seat).not_to_contain_text("away")
    address = guest.page.url
    guest.page.goto(server.base)
    expect(guest.card("mole-hill")).to_be_visible()
    expect(seat).to_contain_text("away")
    host.targets.nth(4).click()
    host.page.get_by_role("button", name="Let the computer play here").click()
    expect(seat).to_contain_text("level 3")
    host.page.locator(".bar.mine").wait_for()
    guest.page.goto(address)
    expect(guest.page.get_by_text("You were away, so the computer is playing for you.")).to_be_visible()
    guest.page.get_by_role("button", name="Sit down again").click()
    expect(seat).not_to_contain_text("level 3")
    expect(seat).not_to_contain_text("away")
    host.targets.first.click()
    expect(guest.page.locator(".bar.mine")).to_be_visible()
    before = seq(host)
    play_by_pointer(guest, Random(2), tap=False)
    wait_for_update(host, before)


def test_an_open_seat_is_taken_by_a_computer(visit: Visit) -> None:
    games = {"mole-hill": {"board": SMALL["mole-hill"], "first": 0}}
    host = visit(choices={"opponents": "link", "games": games})
    host.open()
    host.card("mole-hill").click()
    host.page.get_by_role("button", name="Let the computer play here").click()
    host.wait_for_turn()
    expect(host.page.locator(".seats li").nth(1)).to_contain_text("Computer")


@pytest.mark.usefixtures("away_at_once")
def test_who_lost_their_seat_comes_back_by_a_new_link(visit: Visit, server: RunningServer) -> None:
    """The player who had it before is told so."""
    games = {"mole-hill": {"board": SMALL["mole-hill"], "first": 0}}
    host = visit(choices={"opponents": "link", "games": games})
    host.open()
    host.card("mole-hill").click()
    link = host.page.get_by_label("Link", exact=True).first.input_value()
    guest, other = visit(settings={"name": "Max"}), visit(settings={"name": "Maxi"})
    guest.accept(link)
    for _ in range(2):  # the same browser comes by it as often as it likes, and is not asked again
        expect(guest.board).to_be_visible()
        guest.page.goto(server.base)
        guest.page.goto(link)
    expect(guest.board).to_be_visible()
    for visitor in (guest, other):
        visitor.expect_errors("403 (Forbidden)")
    other.accept(link)
    expect(other.page.get_by_text("This seat is taken.")).to_be_visible()
    address = guest.page.url
    guest.page.goto(server.base)
    seat = host.page.locator(".seats li").nth(1)
    expect(seat).to_contain_text("away")
    host.panel("Share").click()
    host.page.get_by_role("button", name="A new link").click()
    links = host.page.get_by_label("Link", exact=True)
    expect(links).to_have_count(2)  # the other is for who watches
    expect(links.first).to_be_focused()
    expect(links.first).not_to_have_value(link)
    other.page.goto(server.base)
    other.accept(links.first.input_value())
    expect(other.board).to_be_visible()
    expect(seat).to_contain_text("Maxi")
    guest.page.goto(address)
    expect(guest.page.get_by_text("You have no seat in this match.")).to_be_visible()


@pytest.mark.usefixtures("away_at_once")
def test_a_link_by_which_somebody_came_is_shown_to_nobody_else(visit: Visit, server: RunningServer) -> None:
    host, guest = invited(visit, "mole-hill")
    guest.page.goto(server.base)
    seat, panel = host.page.locator(".seats li").nth(1), host.page.locator("#panel")
    expect(seat).to_contain_text("away")
    host.panel("Share").click()
    expect(panel.get_by_role("heading", name="Player 2: Max (away)")).to_be_visible()
    panel.get_by_role("button", name="Let the computer play here").click()
    expect(seat).to_contain_text("level 3")
    links = panel.get_by_label("Link", exact=True)
    expect(links).to_have_count(1)  # for who watches
    panel.get_by_role("button", name="Invite a person").click()
    expect(links).to_have_count(2)
    other = visit(settings={"name": "Maxi"})
    other.accept(links.first.input_value())
    expect(other.board).to_be_visible()
    expect(seat).to_contain_text("Maxi")
