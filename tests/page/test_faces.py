"""The mole that a guest chooses is the face of that guest: at the table, in the result, in the replay."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest
from playwright.sync_api import Locator, expect

from tests.page.conftest import Visit
from tests.page.visitors import GAMES

DRAWN = json.loads((files("moleworks.press") / "art.json").read_text())


def wearing(place: Locator, what: str) -> Locator:
    return place.locator(f"path[d='{DRAWN[what]}']")


@pytest.mark.parametrize("game", GAMES)
def test_a_guest_has_the_chosen_mole_as_a_face(visit: Visit, game: str) -> None:
    host, guest = visit(settings={"name": "Lina"}), visit(settings={"name": ""})
    host.open()
    host.page.get_by_text("Friends, with a link").click()
    host.card(game).click()
    host.page.get_by_label("With a scarf").check(force=True)
    expect(wearing(host.page.locator("h2 .face"), "scarf")).to_have_count(1)
    guest.page.goto(host.page.get_by_label("Link", exact=True).input_value())
    guest.page.get_by_label("What is your name?").fill("Max")
    expect(guest.page.get_by_label("With a scarf")).to_be_disabled()
    guest.page.get_by_label("With a hat").check(force=True)
    guest.page.get_by_role("button", name="Join the game").click()
    for visitor in (host, guest):
        expect(visitor.board).to_be_visible()
        players = visitor.page.get_by_role("list", name="Players").get_by_role("listitem")
        for name, worn in (("Max", "hat"), ("Lina", "scarf")):
            expect(wearing(players.filter(has_text=name).locator(".face"), worn)).to_have_count(1)
    guest.give_up()
    # Who has lost alone sees its own mole shrug, and the winner's cheers at the other table.
    expect(wearing(guest.page.locator(".ending .mole"), "hat")).to_have_count(1)
    expect(wearing(host.page.locator(".ending .mole"), "scarf")).to_have_count(1)
    expect(guest.page.locator(".ending")).to_contain_text("You gave up.")
    expect(host.page.locator(".ending")).to_contain_text("Max gave up.")
    guest.page.reload()
    expect(guest.page.locator(".ending")).to_contain_text("You gave up.")
    guest.page.locator(".ending").get_by_role("link", name="Replay and analyse").click()
    players = guest.page.get_by_role("list", name="Players").get_by_role("listitem")
    expect(wearing(players.filter(has_text="Lina").locator(".face"), "scarf")).to_have_count(1)
    # The next match by a link begins with the same mole.
    guest.open("/#settings")
    expect(guest.page.get_by_label("With a hat")).to_be_checked()
