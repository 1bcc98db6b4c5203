"""Touch and mouse: targets of 44 pixels on a small phone, dragging, and taps instead of each drag."""

from __future__ import annotations

from collections.abc import Callable
from math import dist
from random import Random
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Locator, expect

from tests.page.conftest import Visit
from tests.page.test_games import LONGEST, play_by_pointer, seq, wait_for_update
from tests.page.visitors import GAMES, SMALL, Visitor

pytestmark = pytest.mark.needs("chromium")

FINGER = 44.0
Point = tuple[float, float]
FIRST: dict[str, Any] = {"games": {"mole-hill": {"board": "patch", "first": 0}}}
PHONE: dict[str, Any] = {"size": (320, 640), "has_touch": True, "is_mobile": True}


def targets(visitor: Visitor) -> dict[str, Point]:
    """The centres of all targets on the screen."""
    return middles(visitor.targets)


def middles(spaces: Locator) -> dict[str, Point]:
    script = """all => all.map(one => [one.dataset.space, one.getBoundingClientRect()])
        .map(([name, box]) => [name, box.x + box.width / 2, box.y + box.height / 2])"""
    return {name: (x, y) for name, x, y in spaces.evaluate_all(script)}


def alone(name: str, places: dict[str, Point]) -> bool:
    return all(dist(places[name], at) >= FINGER for other, at in places.items() if other != name)


def on_a_phone(visit: Visit, game: str, first: int) -> Visitor:
    """A phone at a full-size board, at the visitor's turn."""
    visitor = visit(choices={"games": {game: {"board": "classic", "first": first}}}, **PHONE)
    visitor.open()
    visitor.card(game).tap()
    visitor.wait_for_turn()
    return visitor


@pytest.mark.parametrize(("game", "first"), [("mole-hill", 1), ("mole-company", 0)], ids=["rods", "spaces"])
def test_where_targets_are_near_each_other_a_tap_marks_the_nearest_and_a_second_one_does_it(
    visit: Visit, game: str, first: int
) -> None:
    visitor = on_a_phone(visit, game, first)
    before, random, places = seq(visitor), Random(game), targets(visitor)
    assert not any(alone(name, places) for name in places)
    holes = [at for name, at in middles(visitor.board.locator(".space")).items() if name not in places]
    marked = ""
    for name in random.sample(sorted(places), 8):
        for step in ((20.0, 0.0), (-20.0, 0.0), (0.0, 20.0), (0.0, -20.0)):
            at = places[name][0] + step[0], places[name][1] + step[1]
            near = sorted(places, key=lambda other: dist(places[other], at))
            least = dist(places[near[0]], at) + 3
            nearest = [other for other in near if dist(places[other], at) <= least]
            if marked in nearest or not 0 < at[0] < 320:
                continue  # a second tap there would do it
            if any(dist(hole, at) <= least for hole in holes):
                continue  # a hole is as near, and a browser may take the finger for meant there
            visitor.page.touchscreen.tap(*at)
            shown = visitor.board.locator(
                ", ".join(f".space.pending[data-space='{other}']" for other in nearest)
            )
            marked = shown.get_attribute("data-space") or ""
    assert seq(visitor) == before, "nothing was played by a first tap"
    assert visitor.page.locator(".refused").count() == 0
    visitor.board.locator(".space.pending").tap()
    wait_for_update(visitor, before)


def test_the_big_button_does_what_is_marked(visit: Visit) -> None:
    visitor = on_a_phone(visit, "mole-hill", 1)
    before = seq(visitor)
    visitor.targets.nth(30).tap()
    button = visitor.page.locator(".confirm")
    box = button.bounding_box()
    assert box is not None
    assert box["height"] >= FINGER
    assert box["width"] > 240
    button.tap()
    wait_for_update(visitor, before)
    expect(button).to_have_count(0)


def test_where_targets_are_far_enough_apart_one_tap_is_enough(visit: Visit) -> None:
    visitor = on_a_phone(visit, "mole-hill", 0)
    before, places = seq(visitor), targets(visitor)
    assert all(alone(name, places) for name in places), "seven squares of 44 pixels on a screen of 320"
    visitor.targets.nth(20).tap()
    wait_for_update(visitor, before)


def test_every_mole_of_buddel_bande_is_reached_from_22_pixels_away(visit: Visit) -> None:
    visitor = on_a_phone(visit, "buddel-bande", 0)
    while not visitor.board.locator(".space.piece").count():
        play_by_pointer(visitor, Random(2), tap=True)
        visitor.wait_for_turn()
    places = targets(visitor)
    for name, (x, y) in places.items():
        for step in ((0.0, 0.0), (0.0, -19.0), (0.0, 19.0)):
            at = x + step[0], y + step[1]
            nearest = min(places, key=lambda other: dist(places[other], at))
            visitor.page.touchscreen.tap(*at)
            chosen = visitor.board.locator(".space.selected")
            expect(chosen).to_have_count(1)
            assert chosen.get_attribute("data-space") in {nearest, name}
            chosen.tap()
            expect(chosen).to_have_count(0)


# Dragging


def mouse(visitor: Visitor) -> Callable[[str, float, float], None]:
    moves = {"down": visitor.page.mouse.down, "up": visitor.page.mouse.up}

    def do(what: str, x: float, y: float) -> None:
        visitor.page.mouse.move(x, y, steps=3)
        if what in moves:
            moves[what]()

    return do


def finger(visitor: Visitor) -> Callable[[str, float, float], None]:
    session: CDPSession = visitor.context.new_cdp_session(visitor.page)
    kinds = {"down": "touchStart", "move": "touchMove", "up": "touchEnd"}

    def do(what: str, x: float, y: float) -> None:
        points = [] if what == "up" else [{"x": x, "y": y}]
        session.send("Input.dispatchTouchEvent", {"type": kinds[what], "touchPoints": points})

    return do


def dragged(visitor: Visitor, do: Callable[[str, float, float], None], random: Random) -> None:
    """Play one action by dragging a piece to one of its targets."""
    before = seq(visitor)
    pieces = visitor.board.locator(".space.piece")
    piece = pieces.nth(random.randrange(pieces.count()))
    piece.scroll_into_view_if_needed()
    box = piece.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    do("down", x, y)
    for n in range(1, 4):
        do("move", x + 5 * n, y + 5 * n)
    expect(visitor.board.locator(".held")).to_have_count(1)
    goal = visitor.targets.nth(random.randrange(visitor.targets.count())).bounding_box()
    assert goal is not None
    to_x, to_y = goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2
    do("move", to_x, to_y)
    do("move", to_x, to_y + 1)
    do("up", to_x, to_y + 1)
    wait_for_update(visitor, before)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("how", [mouse, finger], ids=["mouse", "finger"])
def test_pieces_are_dragged(
    visit: Visit, game: str, how: Callable[[Visitor], Callable[[str, float, float], None]]
) -> None:
    by_touch = how is finger
    size: dict[str, Any] = PHONE if by_touch else {}
    games = {game: {"board": "classic" if game == "mole-hill" else SMALL[game], "first": 0}}
    visitor, random, drags = visit(choices={"games": games}, **size), Random(game), 0
    visitor.start(game)
    do = how(visitor)
    for _ in range(LONGEST):
        if drags == 3:
            break
        if not visitor.wait_for_turn():
            visitor.start(game)  # a mole may be shut in after two steps
        elif visitor.board.locator(".space.piece").count():
            dragged(visitor, do, random)
            drags += 1
        else:
            play_by_pointer(visitor, random, tap=by_touch)
    assert drags == 3


def test_a_piece_dropped_where_it_may_not_go_says_why_and_stays(visit: Visit) -> None:
    visitor = visit(choices={"games": {"mole-hill": {"board": SMALL["mole-hill"], "first": 0}}})
    visitor.start("mole-hill")
    before = seq(visitor)
    visitor.board.locator("[data-space='a1']").click()
    wait_for_update(visitor, before)
    visitor.board.locator(".space.piece").wait_for()
    before = seq(visitor)
    piece, far = visitor.board.locator(".space.piece"), visitor.board.locator("[data-space='e5']")
    piece.drag_to(far)
    expect(visitor.page.locator("p.refused")).to_be_visible()
    assert seq(visitor) == before
    expect(visitor.page.locator(".space.refused").first).to_be_attached()
    visitor.page.locator("p.refused a").click()
    expect(visitor.page.get_by_role("heading", level=1)).to_contain_text("The rules of")
    assert "&rule=MH" in visitor.page.url


def test_to_tap_the_mole_first_is_no_mistake(visit: Visit) -> None:
    visitor = visit()
    visitor.start("mole-hill")
    before = seq(visitor)
    visitor.targets.first.click()
    wait_for_update(visitor, before)
    visitor.board.locator(".space.piece").click()
    assert visitor.page.locator("p.refused").count() == 0
    before = seq(visitor)
    visitor.targets.first.click()
    wait_for_update(visitor, before)


@pytest.mark.parametrize("touch", [True, False], ids=["finger", "mouse"])
def test_only_keys_bring_a_ring(visit: Visit, touch: bool) -> None:
    visitor = on_a_phone(visit, "mole-hill", 0) if touch else visit(choices=FIRST)
    if not touch:
        visitor.start("mole-hill")
    before = seq(visitor)
    play_by_pointer(visitor, Random(1), tap=touch)
    wait_for_update(visitor, before)
    ring = visitor.page.locator(":focus-visible")
    expect(ring).to_have_count(0)
    expect(visitor.board.locator(".space:focus")).to_have_count(1)
    visitor.page.keyboard.press("ArrowRight")
    expect(visitor.board.locator(".space:focus-visible")).to_have_count(1)
