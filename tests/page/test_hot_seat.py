"""A shared device: secrets are not on the page until their player holds the button."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Response, expect

from tests.page.conftest import Visit
from tests.page.screen_reader import Listener
from tests.page.test_games import play_by_pointer
from tests.page.visitors import Visitor

pytestmark = pytest.mark.needs("chromium")

NAMES = ["Lina", "Max"]


def around_one_table(visit: Visit) -> tuple[Visitor, list[str]]:
    """A match of two at one device, and all replies of the server."""
    choices = {
        "opponents": "here",
        "names": NAMES,
        "games": {"buddel-bande": {"board": "stroll", "first": 0}},
    }
    visitor = visit(choices=choices)
    fetched: list[str] = []

    def note(response: Response) -> None:
        if "/api/matches" in response.url and "secret" not in response.url:
            fetched.append(response.text())

    visitor.page.on("response", note)
    visitor.open()
    visitor.card("buddel-bande").click()
    visitor.page.get_by_role("button", name="I am Lina").wait_for()
    return visitor, fetched


def owners(thing: Any, last: int) -> list[Any]:
    """Every owner of a mole that is not at home, at any depth of a message."""
    if isinstance(thing, list):
        return [found for part in thing for found in owners(part, last)]
    if not isinstance(thing, dict):
        return []
    here = [thing] if "owner" in thing and thing.get("at", 0) < last else []
    return here + [found for part in thing.values() for found in owners(part, last)]


def everything(visitor: Visitor) -> str:
    """All data in the page: its elements and its storage."""
    kept = visitor.page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
    return visitor.page.content() + str(kept)


def owning(name: str) -> re.Pattern[str]:
    """A text that tells who owns a mole."""
    return re.compile(rf"{name} \(\w+\): (small|medium|large) mole")


def test_no_owner_is_told_before_somebody_holds(visit: Visit) -> None:
    visitor, fetched = around_one_table(visit)
    for name in NAMES:
        expect(visitor.page.get_by_text(f"Give the device to {name}.")).to_be_visible()
        assert not owning(name).search(everything(visitor))
        visitor.page.get_by_role("button", name=f"I am {name}").click()
        hold = visitor.page.get_by_role("button", name="Hold to see")
        assert not owning(name).search(everything(visitor))
        hold.hover()
        visitor.page.mouse.down()
        expect(visitor.page.get_by_role("listitem").filter(has_text=owning(name)).first).to_be_visible()
        visitor.page.mouse.up()
        expect(visitor.page.get_by_role("listitem").filter(has_text=owning(name))).to_have_count(0)
        visitor.page.get_by_role("button", name="Seen").click()
    last = len(json.loads(next(text for text in fetched if '"track"' in text))["board"]["track"]) + 1
    random = Random(3)
    for _ in range(12):
        if not visitor.wait_for_turn():
            break
        play_by_pointer(visitor, random, tap=False)
        if visitor.page.get_by_role("button", name="I am").count():
            visitor.page.get_by_role("button", name="I am").click()
            visitor.page.get_by_role("button", name="Seen").click()
    told = [json.loads(text) for text in visitor.heard + fetched if text.startswith(("{", "["))]
    assert len(told) > 12
    assert not visitor.over
    assert owners(told, last) == []


def test_a_secret_is_read_out_only_after_headphones(visit: Visit) -> None:
    visitor, _ = around_one_table(visit)
    ear = Listener(visitor)
    visitor.page.reload()
    visitor.page.get_by_role("button", name="I am Lina").press("Enter")
    hold = visitor.page.get_by_role("button", name="Hold to see")
    shown = visitor.page.get_by_role("listitem").filter(has_text=owning("Lina"))
    for headphones in (False, True):
        if headphones:
            visitor.page.get_by_text("Other ways").click()
            visitor.page.get_by_label("I’m wearing headphones").check()
        ear.hear()
        hold.focus()
        visitor.page.keyboard.down("Enter")
        expect(shown.first).to_be_visible()
        heard = " ".join(ear.hear())
        visitor.page.keyboard.up("Enter")
        expect(shown).to_have_count(0)
        assert bool(owning("Lina").search(heard)) == headphones


def test_by_keyboard_a_secret_shows_while_the_key_is_down(visit: Visit) -> None:
    visitor, _ = around_one_table(visit)
    visitor.page.get_by_role("button", name="I am Lina").press("Enter")
    hold = visitor.page.get_by_role("button", name="Hold to see")
    hold.focus()
    visitor.page.keyboard.down("Enter")
    shown = visitor.page.get_by_role("listitem").filter(has_text=owning("Lina"))
    expect(shown.first).to_be_visible()
    visitor.page.keyboard.up("Enter")
    expect(shown).to_have_count(0)
