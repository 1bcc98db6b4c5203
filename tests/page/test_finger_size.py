"""Everything that is pressed on a phone is at least as large as a finger, on every screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.page.conftest import Visit
from tests.page.visitors import GAMES, Visitor, short_match

pytestmark = pytest.mark.needs("chromium")

PHONE: dict[str, Any] = {"size": (390, 844), "has_touch": True, "is_mobile": True}
PRESSED = "button, a[href], input, select, summary, textarea, label"
TOO_SMALL = """(pressed) => [...document.querySelectorAll(pressed)]
    .filter((one) => {
        const box = one.getBoundingClientRect();
        const style = getComputedStyle(one);
        // A board has its own ways for fingers; what cannot be seen is not pressed.
        if (one.closest('[data-space], .unseen, .skip-link')) return false;
        if (box.width < 2 || style.visibility === 'hidden') return false;
        // A label and what it is for are pressed as one.
        if (one.matches('input') && one.closest('label')) return false;
        const inLabel = 'input[type=radio], input[type=checkbox], input[type=file]';
        if (one.matches('label') && !one.querySelector(inLabel)) return false;
        return box.height < 43.5 || box.width < 43.5;
    })
    .map((one) => {
        const box = one.getBoundingClientRect();
        const text = one.textContent.trim().slice(0, 40);
        return `${one.tagName} "${text}" ${box.width.toFixed(0)} x ${box.height.toFixed(0)}`;
    })"""


def too_small(visitor: Visitor) -> list[str]:
    found: list[str] = visitor.page.evaluate(TOO_SMALL, PRESSED)
    return found


def on_a_phone(visit: Visit, **more: Any) -> Visitor:
    return visit(settings={"name": "", "speed": "none"}, **PHONE, **more)


def small_on(visitor: Visitor, screens: dict[str, str]) -> Iterator[tuple[str, list[str]]]:
    """For each screen, by its address and what shows that it is there: what is too small."""
    for address, there in screens.items():
        visitor.open(address)
        visitor.page.locator(there).first.wait_for()
        if found := too_small(visitor):
            yield address, found


def test_on_screens_without_a_match(visit: Visit) -> None:
    visitor = on_a_phone(visit)
    screens = {
        "/": ".play",
        "/#settings": "main select",
        "/#story": "main[data-loaded]",
        "/#puzzles": "main .button",
        "/#school": "main .button",
        "/#workshop": "main button",
        "/#replay": "main .button",
        "/#print=mole-hill~classic": "main button",
        "/#rules=mole-hill": "main table",
        **{f"/#lesson={game}": ".exercise .space" for game in GAMES},
    }
    assert dict(small_on(visitor, screens)) == {}
    visitor.open()
    for button in visitor.page.get_by_role("button", name="Options").all():
        button.click()
        visitor.page.locator(".card select").first.wait_for()
        assert too_small(visitor) == []
    for others in ("Us, at this table", "Friends, with a link"):
        visitor.page.get_by_label(others).check()
        visitor.page.locator(".card select").first.wait_for()
        assert too_small(visitor) == []


@pytest.mark.parametrize("game", GAMES)
def test_in_a_match_with_all_its_panels(visit: Visit, game: str) -> None:
    visitor = on_a_phone(visit)
    visitor.start(game)
    visitor.wait_for_turn()
    assert too_small(visitor) == []
    names = ["Share", "Quick message", "Rules", "History", "Position", "Enter a move", "Settings"]
    for name in names:
        button = visitor.panel(name)
        if not button.count():
            continue  # nobody to write to
        visitor.show(name)
        visitor.page.wait_for_load_state("networkidle")
        assert (name, too_small(visitor)) == (name, [])


def test_at_the_end_of_a_match_in_its_replay_and_in_the_story(visit: Visit) -> None:
    visitor = on_a_phone(visit, choices=short_match("mole-hill"))
    visitor.start("mole-hill")
    visitor.wait_for_turn()
    visitor.targets.first.click(force=True)
    visitor.page.locator("main:not([data-seq='0'])").wait_for()
    visitor.wait_for_turn()
    visitor.give_up()
    visitor.page.locator(".ending .stickers").wait_for()
    assert too_small(visitor) == []
    visitor.page.get_by_role("link", name="Replay and analyse").click()
    visitor.page.locator(".verdict").wait_for()
    assert too_small(visitor) == []
    visitor.open("/#story")
    visitor.page.locator("main[data-loaded] table").first.wait_for()
    assert too_small(visitor) == []
    visitor.open()
    visitor.page.get_by_role("region", name="Finished games").wait_for()
    assert too_small(visitor) == []


def test_where_one_is_invited_and_where_one_waits(visit: Visit) -> None:
    host = on_a_phone(visit, choices={"opponents": "link", "games": {}})
    for game in GAMES:
        host.open()
        host.card(game).click()
        link = host.page.get_by_label("Link", exact=True).first
        link.wait_for()
        assert too_small(host) == []
        guest = on_a_phone(visit)
        guest.page.goto(link.input_value())
        guest.page.get_by_role("button", name="Join the game").wait_for()
        assert too_small(guest) == []
