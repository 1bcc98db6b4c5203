"""The end of a match as it is seen, and that an action is shown before the next order is told."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.test_games import LONGEST, play_by_pointer
from tests.page.visitors import GAMES, Visitor, short_match

WATCH = """() => {
  window.timeline = [];
  const note = () => {
    const seq = Number(document.querySelector('main').dataset.seq);
    const text = (name) => document.querySelector(name)?.textContent ?? '';
    const now = { seq, told: text('.bar .told'), ask: text('.bar .ask'), card: text('.moment') };
    if (JSON.stringify(now) !== JSON.stringify(window.timeline.at(-1))) window.timeline.push(now);
  };
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
  note();
}"""


def play_to_the_end(visitor: Visitor, seed: str, *, patient: bool = False) -> None:
    """Play at once, or, if patient, when everything has been shown: acting ends what is shown."""
    random = Random(seed)
    for _ in range(LONGEST):
        if not visitor.wait_for_turn():
            break
        if patient:
            visitor.page.locator(".bar .ask").wait_for()
        play_by_pointer(visitor, random, tap=False)
    expect(visitor.page.locator(".ending")).to_be_visible()


def test_on_a_phone_the_whole_result_is_above_the_fold(visit: Visit) -> None:
    visitor = visit(choices=short_match("mole-hill"), size=(390, 844))
    visitor.start("mole-hill")
    play_to_the_end(visitor, "result")
    ending = visitor.page.locator(".ending")
    expect(ending.locator(".who")).to_have_text(["You win!", "The computer wins."][lost(visitor)])
    assert "2" not in ending.locator(".who").inner_text()
    expect(ending.locator(".score").first).to_be_visible()
    expect(ending.locator(".happened")).to_be_visible()
    box = ending.bounding_box()
    assert box is not None
    assert 0 <= box["y"] <= 844 - box["height"]
    assert visitor.page.evaluate("scrollY") == 0
    for name in ("Play again", "Other side"):
        expect(ending.get_by_role("button", name=name)).to_be_in_viewport()
    expect(ending.get_by_role("link", name="Replay and analyse")).to_be_in_viewport()


def lost(visitor: Visitor) -> bool:
    return visitor.page.locator(".ending.cheerful").count() == 0


@pytest.mark.parametrize(("button", "seat"), [("Play again", 0), ("Other side", 1)])
def test_one_press_leads_to_the_next_match(visit: Visit, button: str, seat: int) -> None:
    visitor = visit(choices=short_match("mole-hill"))
    visitor.start("mole-hill")
    before = visitor.page.url
    visitor.page.get_by_role("button", name="Quick message").click()
    visitor.page.once("dialog", lambda dialog: dialog.accept())
    visitor.page.get_by_role("button", name="Give up").click()
    visitor.page.locator(".ending").get_by_role("button", name=button).click()
    expect(visitor.page.locator(".ending")).to_have_count(0)
    expect(visitor.board).to_be_visible()
    assert visitor.page.url != before
    players = visitor.page.get_by_role("list", name="Players").get_by_role("listitem")
    expect(players.nth(seat)).to_contain_text("Lina")


@pytest.mark.parametrize("game", [game for game in GAMES if game != "mole-hill"])
def test_with_three_computers_an_action_is_told_before_the_next_order(visit: Visit, game: str) -> None:
    """Over a whole game: while the board moves, no order stands there; each action is told in its turn."""
    choices = short_match(game) | {"players": 4}
    visitor = visit(choices=choices, settings={"speed": "fast"})
    visitor.start(game)
    visitor.page.evaluate(WATCH)
    play_to_the_end(visitor, game, patient=True)
    timeline = visitor.page.evaluate("window.timeline")
    assert not [now for now in timeline if now["told"] and now["ask"]]
    cards = [now for now in timeline if now["card"]]
    assert cards, "a lifted board or a mole at home gets a card"
    assert not [now for now in cards if now["told"] and now["told"] in now["card"]], "told twice"
    orders = [now for now in timeline if now["ask"].startswith("Lina")]
    told = [now for now in timeline if now["told"]]
    assert len(orders) > 3
    assert len(told) > 2 * len(orders), "the actions of three computers are told one by one"
    for earlier, later in pairwise(timeline):
        if later["ask"].startswith("Lina") and later["seq"] > earlier["seq"]:
            pytest.fail(f"the order came at once with a new position: {earlier} {later}")


@pytest.mark.parametrize(
    "game", [game if game == "mole-hill" else pytest.param(game, marks=pytest.mark.long) for game in GAMES]
)
def test_a_player_who_waits_reads_for_whom(visit: Visit, game: str) -> None:
    visitor = visit(choices=short_match(game), settings={"speed": "fast"})
    visitor.start(game)
    visitor.page.evaluate(WATCH)
    play_to_the_end(visitor, f"wait {game}")
    asked = {now["ask"] for now in visitor.page.evaluate("window.timeline") if now["ask"]}
    assert all(ask.startswith("Lina") or ask == "The computer is thinking…" for ask in asked), asked
