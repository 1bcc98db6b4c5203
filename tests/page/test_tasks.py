"""What a new player wants to do, by what stands on the screen and by clicks alone: on a phone and at a desk.

No setting is known beforehand: no name, and animations as they come.
"""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from moleworks.matches.nicknames import NICKNAMES
from tests.page.conftest import Visit
from tests.page.test_games import play_by_pointer
from tests.page.test_learn import tasks
from tests.page.visitors import GAMES, Visitor
from tests.web.people import RunningServer

PHONE = {"size": (390, 844), "has_touch": True}
DESK: dict[str, Any] = {"size": (1440, 900)}
DEVICES = [pytest.param(PHONE, id="phone"), pytest.param(DESK, id="desk")]
TITLES = {"mole-hill": "Mole Hill", "mole-company": "Mole Company", "buddel-bande": "Buddel Bande"}
TRIES = 60

REMEMBER_WHAT_IS_TOLD = """() => {
    window.told = [];
    const bar = document.querySelector('.bar');
    const remember = () => {
        const text = bar.querySelector('.told')?.textContent;
        if (text && text !== window.told.at(-1)) window.told.push(text);
    };
    new MutationObserver(remember).observe(bar, { subtree: true, childList: true, characterData: true });
}"""
"""Each sentence stands there for a moment only: a test that looks now and then would miss some."""


def newcomer(visit: Visit, device: dict[str, Any]) -> Visitor:
    visitor = visit(settings={"name": "", "speed": "fast"}, choices={"games": {}, "level": 1}, **device)
    visitor.open()
    return visitor


def in_view(page: Page, name: str) -> None:
    """A button that is on the screen, as far as one must not scroll for it."""
    page.get_by_role("button", name=name, exact=True).click()


@pytest.mark.parametrize(
    "game", [game if game == "mole-hill" else pytest.param(game, marks=pytest.mark.long) for game in GAMES]
)
@pytest.mark.parametrize("device", DEVICES)
def test_learn_a_game_and_play_it(
    visit: Visit, server: RunningServer, device: dict[str, Any], game: str
) -> None:
    visitor, steps = newcomer(visit, device), tasks(server, game, "en")
    page = visitor.page
    card = page.get_by_role("listitem").filter(has_text=TITLES[game])
    card.get_by_role("link", name="Learn in two minutes").click()
    play = page.get_by_role("button", name=f"Play {TITLES[game]}")
    for number, step in enumerate(steps):
        page.locator(f".lesson[data-step='{number}'] .exercise:not([data-done])").wait_for()
        expect(page.locator(".task")).to_have_text(step["text"])
        follow(visitor, next(iter(step["want"]), None))
        # The answer stands alone, and on the screen.
        expect(page.locator(".exercise[data-done] .task")).to_have_text(step["done"])
        expect(page.locator(".task")).to_be_in_viewport()
        if step is not steps[-1]:
            in_view(page, "Next")
    if game == "mole-hill":
        # The mole stands there as it was trapped.
        expect(page.locator(".place svg .bob").first).to_be_in_viewport()
    play.click()
    expect(visitor.board).to_be_visible()
    page.locator(".bar .ask").wait_for()
    visitor.wait_for_turn()


def follow(visitor: Visitor, action: str | None) -> None:
    """Do what the text says: click the places of an action, or press the button; None: whatever is marked."""
    button = visitor.page.locator(".words .button.main")
    visitor.targets.first.or_(button).first.wait_for()
    if not visitor.targets.count() or action == "pass":
        button.click()
        return
    if action is None:
        visitor.targets.first.click(force=True)
        visitor.page.locator(".space.selected, .exercise[data-done]").first.wait_for()
        if visitor.board.locator(".space.selected").count():
            visitor.targets.first.click(force=True)
        return
    for space in action.replace(">", "-").split("-"):
        visitor.board.locator(f"[data-space='{space}']").click(force=True)


@pytest.mark.parametrize("device", DEVICES)
def test_play_by_a_link(visit: Visit, device: dict[str, Any]) -> None:
    host, guest = newcomer(visit, device), newcomer(visit, PHONE)
    host.page.get_by_text("Friends, with a link").click()
    host.page.get_by_label("What is your name?").fill("Lina")
    host.card("buddel-bande").click()
    expect(host.page.get_by_text("Waiting for 1 more player.")).to_be_visible()
    expect(host.page.get_by_role("heading", name="You", exact=True)).to_be_visible()
    expect(host.page.get_by_text("Send this link:")).to_be_visible()
    expect(host.page.get_by_alt_text("The link as a QR code")).to_be_visible()
    guest.page.goto(host.page.get_by_label("Link", exact=True).input_value())
    expect(guest.page.get_by_role("heading", name="You are invited to play Buddel Bande")).to_be_visible()
    expect(guest.page.get_by_text("You play with Lina.")).to_be_visible()
    guest.page.get_by_label("What is your name?").fill("Max")
    guest.page.get_by_label("snail").check()
    in_view(guest.page, "Join the game")
    for visitor, other in ((host, "Max"), (guest, "Lina")):
        expect(visitor.board).to_be_visible()
        players = visitor.page.get_by_role("list", name="Players")
        expect(players).to_contain_text("you")
        expect(players).to_contain_text(other)
        ask = visitor.page.locator(".bar .ask")
        expect(ask).to_have_text(re.compile(f"^Your turn: |^Waiting for {other}…$"))


@pytest.mark.parametrize("device", DEVICES)
def test_one_table_with_secrets(visit: Visit, device: dict[str, Any]) -> None:
    visitor = newcomer(visit, device)
    page = visitor.page
    page.get_by_text("Us, at this table").click()
    visitor.card("buddel-bande").click()
    for number, name in enumerate(("Lina", "Max"), 1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    page.get_by_role("button", name=re.compile("That’s me.*Lina")).click()
    for name in ("Lina", "Max"):
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_role("button")).to_have_count(1)
        dialog.get_by_role("button").click()
        hold = page.get_by_role("button", name="Hold to see")
        box = hold.bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        expect(page.locator(".told li").first).to_contain_text(name)
        page.mouse.up()
        expect(page.locator(".told li")).to_have_count(0)
        in_view(page, "Seen")
    expect(page.locator(".bar .ask")).to_contain_text("Lina: ")
    random = Random(1)
    # After a move that teaches a player something, a look is offered there, and play can go on.
    for _ in range(TRIES):
        if page.get_by_role("button", name=re.compile("^I am ")).count():
            break
        visitor.wait_for_turn()
        play_by_pointer(visitor, random, tap=False)
        page.wait_for_timeout(200)
    expect(page.get_by_role("button", name=re.compile("^I am "))).to_be_in_viewport()


@pytest.mark.parametrize("device", DEVICES)
def test_undo_hint_what_happened_continue_and_analyse(visit: Visit, device: dict[str, Any]) -> None:
    """One match with the computer, from the first move to what there is to learn from it."""
    visitor, random = newcomer(visit, device), Random(5)
    page = visitor.page
    visitor.card("mole-hill").click()
    page.locator(".bar.mine .ask").wait_for()
    before = page.locator("main").get_attribute("data-seq")
    play_by_pointer(visitor, random, tap=False)
    page.locator(f"main:not([data-seq='{before}'])").wait_for()
    page.locator(".bar.mine .ask").wait_for()

    in_view(page, "Undo")
    expect(page.locator(".bar")).to_contain_text("undo")
    page.locator(".bar.mine .ask").wait_for()

    in_view(page, "Hint")
    hints = page.get_by_role("list", name="Hint")
    expect(hints.get_by_role("listitem").first).to_be_visible()
    expect(hints).not_to_contain_text(re.compile(r"%|instead of \d\d"))
    hints.get_by_role("button").first.click()
    page.locator(".bar.mine .ask").wait_for()

    # What did the computer do? It is told above, shown again, and stands in the history.
    happened = page.locator(".bar .happened")
    expect(happened).to_have_text(re.compile("^The computer "))
    # The sentence stands there while the board shows it, and nothing is shown again before that is over.
    page.locator(".bar.mine .ask").wait_for()
    told = happened.inner_text()
    page.evaluate(REMEMBER_WHAT_IS_TOLD)
    in_view(page, "Show again")
    page.wait_for_function("last => window.told.at(-1) === last", arg=told)
    assert page.evaluate("window.told")[0].startswith("You ")
    visitor.show("History")
    expect(page.get_by_role("list", name="History").get_by_role("listitem").first).to_have_text(told)

    # The next day
    address = page.url
    visitor.open()
    page.reload()
    going_on = page.get_by_role("region", name="Go on playing")
    expect(going_on).to_be_in_viewport()
    expect(going_on).to_contain_text("It is your turn.")
    going_on.get_by_role("link", name="Mole Hill: continue with the computer").click()
    expect(visitor.board).to_be_visible()
    assert page.url == address
    page.locator(".bar.mine .ask").wait_for()

    visitor.give_up()
    expect(page.locator(".ending .who")).to_have_text("The computer wins.")
    page.locator(".ending").get_by_role("link", name="Replay and analyse").click()
    expect(page.locator(".verdict")).to_contain_text("You gave up.")
    page.get_by_role("button", name="Step forward").click()
    expect(page.locator(".turn .said")).to_have_text(re.compile("^(You|The computer) starts? on "))
    expect(page.locator("main")).not_to_contain_text(re.compile("|".join(NICKNAMES)))
    visitor.open()
    finished = page.get_by_role("region", name="Finished games")
    expect(finished).to_contain_text("The computer wins.")
