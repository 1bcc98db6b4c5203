"""The end of a match as it is seen, and that an action is shown before the next order is told."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random

import pytest
from playwright.sync_api import expect

from moleworks.matches import nicknames
from tests.page.conftest import Visit
from tests.page.test_games import LONGEST, play_by_pointer
from tests.page.visitors import GAMES, SMALL, Visitor, short_match

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


MINE = ("Your turn", "You are")
"""How an order to the only player at a device begins."""
READ = """() => {
  window.texts = new Set();
  const places = ['.turn', '.seats', '[data-announcer]', '#panel', '[data-space]'];
  const note = () => places.flatMap((place) => [...document.querySelectorAll(place)]).forEach((element) =>
    window.texts.add(element.getAttribute('aria-label') ?? element.textContent));
  new MutationObserver(note).observe(document.body,
    { subtree: true, childList: true, characterData: true, attributeFilter: ['aria-label'] });
  note();
}"""
"""Collects all that stands beside the board or is told of a space, and all that is announced."""
MOMENTS = {
    "mole-company": r"board is lifted.*Below lies",
    "buddel-bande": r"the mole goes home to .* at home now",
}
"""What a card tells: a lifted board, or a mole at home."""
NICKNAMES = "|".join(nicknames.NICKNAMES)


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
    # It tells what decided the match: no log, and no numbers of rules.
    decided = ending.locator(".happened").inner_text()
    assert re.match(r"The mole is stuck|All \d+ molehills are down", decided)
    assert not re.search(r"\([A-Z]{2}\d+\)|lays|steps", decided)
    for name in ("Play again", "Other side"):
        expect(ending.get_by_role("button", name=name)).to_be_in_viewport()
    expect(ending.get_by_role("link", name="Replay and analyse")).to_be_in_viewport()


CARD = """() => {
  const card = document.querySelector('.moment');
  return card && {
    text: card.textContent, bottom: card.getBoundingClientRect().bottom,
    focus: card.contains(document.activeElement), mole: document.querySelector('.place svg .bob') !== null,
  };
}"""
"""What a card tells, in one look: it stands there for a moment only."""


def test_the_end_of_a_round_is_told_while_its_board_still_lies_there(visit: Visit) -> None:
    visitor = visit(choices=short_match("mole-hill"), size=(390, 664), settings={"speed": "calm"})
    visitor.start("mole-hill")
    page, random = visitor.page, Random(1)
    for _ in range(LONGEST):
        page.locator(".moment, .space.target").first.wait_for()
        card = page.evaluate(CARD)
        if card:
            break
        play_by_pointer(visitor, random, tap=False)
    assert "Round 1 is over" in card["text"]
    assert "Now the computer is the mole and you are the gardener." in card["text"]
    assert "lays" not in card["text"], "the action was told before"
    assert card["mole"], "the mole stands where it was trapped"
    assert card["bottom"] <= 664, "all of it is on the screen of a phone"
    assert not card["focus"]


def test_dice_are_thrown_by_a_press(visit: Visit) -> None:
    visitor = visit(choices=short_match("buddel-bande"), settings={"speed": "calm"})
    visitor.start("buddel-bande")
    page = visitor.page
    page.locator(".bar.mine .ask").wait_for()
    play_by_pointer(visitor, Random(1), tap=False)
    throw = page.get_by_role("button", name="Throw", exact=True)
    throw.wait_for()
    expect(page.locator(".bar")).to_contain_text("Your turn: throw the dice!")
    expect(page.get_by_role("list", name="History").get_by_text(re.compile("^You roll"))).to_have_count(1)
    throw.click()
    expect(page.locator(".bar .told")).to_have_text(re.compile("^You roll: "))
    expect(throw).to_have_count(0)
    expect(page.get_by_role("list", name="History").get_by_text(re.compile("^You roll"))).to_have_count(2)


IOS = """() => {
  window.asked = 0;
  window.DeviceMotionEvent ??= class extends Event {};
  window.DeviceMotionEvent.requestPermission = () => {
    window.asked += 1;
    return Promise.resolve('granted');
  };
}"""
"""In iOS a page asks before it feels how the device is shaken, and only in a press."""


def test_a_phone_is_asked_once_whether_it_may_be_shaken(visit: Visit) -> None:
    visitor = visit(choices=short_match("buddel-bande"), settings={"speed": "calm"})
    visitor.context.add_init_script(f"({IOS})()")
    visitor.start("buddel-bande")
    page = visitor.page
    throw = page.get_by_role("button", name="Throw", exact=True)
    for _ in range(2):
        page.locator(".bar.mine .ask").wait_for()
        play_by_pointer(visitor, Random(1), tap=False)
        throw.wait_for()
        throw.click()
        assert page.evaluate("window.asked") == 1
        expect(throw).to_have_count(0)


def lost(visitor: Visitor) -> bool:
    return visitor.page.locator(".ending.cheerful").count() == 0


@pytest.mark.parametrize(("button", "seat"), [("Play again", 0), ("Other side", 1)])
def test_one_press_leads_to_the_next_match(visit: Visit, button: str, seat: int) -> None:
    visitor = visit(choices=short_match("mole-hill"))
    visitor.start("mole-hill")
    before = visitor.page.url
    visitor.give_up()
    visitor.page.locator(".ending").get_by_role("button", name=button).click()
    expect(visitor.page.locator(".ending")).to_have_count(0)
    expect(visitor.board).to_be_visible()
    assert visitor.page.url != before
    players = visitor.page.get_by_role("list", name="Players").get_by_role("listitem")
    expect(players.nth(seat)).to_contain_text("Lina")


@pytest.mark.parametrize("game", [game for game in GAMES if game != "mole-hill"])
def test_with_three_computers_an_action_is_told_before_the_next_order(visit: Visit, game: str) -> None:
    """Over a whole game: while the board moves, no order stands there; each action is told in its turn."""
    # Without a limit of turns, Mole Company does not end before a board is lifted.
    endless = {"games": {game: {"board": SMALL[game], "first": 0}}}
    visitor = visit(choices=endless | {"players": 4, "level": 3}, settings={"speed": "fast"})
    visitor.start(game)
    visitor.page.evaluate(WATCH)
    play_to_the_end(visitor, game, patient=True)
    timeline = visitor.page.evaluate("window.timeline")
    assert not [now for now in timeline if now["told"] and now["ask"]]
    cards = [now for now in timeline if now["card"]]
    assert any(re.search(MOMENTS[game], now["card"]) for now in cards), "a card tells of it"
    assert not [now for now in cards if now["told"] and now["told"] in now["card"]], "told twice"
    orders = [now for now in timeline if now["ask"].startswith(MINE)]
    told = [now for now in timeline if now["told"]]
    assert len(orders) > 3
    assert len(told) > 2 * len(orders), "the actions of three computers are told one by one"
    for earlier, later in pairwise(timeline):
        if later["ask"].startswith(MINE) and later["seq"] > earlier["seq"]:
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
    assert all(ask.startswith(MINE) or ask == "The computer is thinking…" for ask in asked), asked


@pytest.mark.parametrize(
    "game", [game if game == "mole-company" else pytest.param(game, marks=pytest.mark.long) for game in GAMES]
)
def test_who_plays_alone_is_never_called_by_a_name_or_a_number(visit: Visit, game: str) -> None:
    """Over a whole game against as many computers as there can be, the log included."""
    visitor = visit(choices=short_match(game) | {"players": 4}, settings={"name": "", "verbosity": "full"})
    visitor.start(game)
    visitor.show("History")
    visitor.page.evaluate(READ)
    play_to_the_end(visitor, f"you {game}")
    texts = visitor.page.evaluate("[...window.texts]")
    assert len(texts) > 30
    assert [text for text in texts if re.search(rf"{NICKNAMES}|[Ss]eat \d|Player|Computer \d", text)] == []
    assert any(re.search(r"\bYou (place|move|step|roll|send)\b", text) for text in texts)
