"""Secrets of a shared device on a player's own phone, and the notebook."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.test_access import violations
from tests.page.test_hot_seat import around_one_table, everything, owners, owning
from tests.page.visitors import Visitor

pytestmark = pytest.mark.needs("chromium")


def link_for(visitor: Visitor, name: str) -> str:
    """The link for a phone, after confirming that nobody else is looking."""
    assert "#peek=" not in everything(visitor)
    visitor.page.get_by_role("button", name=f"I am {name}").click()
    visitor.page.get_by_text("Other ways").click()
    visitor.page.get_by_role("button", name="On my own phone").click()
    expect(visitor.page.get_by_alt_text("The link as a QR code")).to_be_visible()
    assert visitor.page.get_by_role("button", name="Let phones in").is_visible(), "this is no phone's address"
    return visitor.page.get_by_label("Link", exact=True).input_value()


def hold_secret(phone: Visitor) -> list[str]:
    """What the phone shows while its button is hold_secret, and only then."""
    said = phone.page.get_by_role("listitem")
    expect(said).to_have_count(0)
    phone.page.get_by_role("button", name="Hold to see").hover()
    phone.page.mouse.down()
    expect(said.first).to_be_visible()
    told = said.all_inner_texts()
    expect(phone.page.locator(".board svg")).to_have_count(1)
    phone.page.mouse.up()
    expect(said).to_have_count(0)
    expect(phone.page.locator(".board svg")).to_have_count(0)
    return told


def test_a_phone_shows_its_players_secrets_and_the_table_knows_of_it(visit: Visit) -> None:
    visitor, fetched = around_one_table(visit)
    link = link_for(visitor, "Lina")
    assert violations(visitor) == []
    phone = visit(size=(320, 640))
    phone.page.goto(link)
    expect(phone.page.get_by_role("heading", name="Only for Lina")).to_be_visible()
    assert violations(phone) == []
    expect(visitor.page.get_by_text("Give the device to Max.")).to_be_visible()
    assert "#peek=" not in everything(visitor)
    assert visitor.announced().startswith("Lina sees secrets on a phone now.")
    told = hold_secret(phone)
    assert told[0].startswith("Lina (")
    assert told[-1].startswith("Not known yet: ")
    assert not any(line.startswith("Max (") for line in told)
    phone.page.reload()
    assert hold_secret(phone) == told
    # Nothing of it was told to the device on the table.
    told_here = [json.loads(text) for text in visitor.heard + fetched if text.startswith(("{", "["))]
    assert owners(told_here, 99) == []
    # Whoever comes second is told so.
    other = visit()
    other.expect_errors("status of 4")
    other.page.goto(link)
    expect(other.page.get_by_role("heading", name="This link has been used already")).to_be_visible()


def test_a_phone_goes_along_into_a_rematch(visit: Visit) -> None:
    visitor, _ = around_one_table(visit)
    phone = visit(size=(320, 640))
    phone.page.goto(link_for(visitor, "Lina"))
    expect(phone.page.get_by_role("heading", name="Only for Lina")).to_be_visible()
    before = phone.page.url
    match = before.split("=")[1]
    where = f"/api/matches/{match}/commands"
    again = {"what": "rematch"}
    for command in (
        {"do": "resign", "seat": 0},
        {"do": "offer", "seat": 0} | again,
        {"do": "answer", "seat": 1, "yes": True} | again,
    ):
        visitor.page.evaluate(
            """async ([where, command]) => {
              const headers = { 'content-type': 'application/json' };
              const answer = await fetch(where, { method: 'POST', headers, body: JSON.stringify(command) });
              if (!answer.ok) throw new Error(await answer.text());
            }""",
            [where, command],
        )
    phone.page.wait_for_function("before => location.href !== before", arg=before)
    expect(phone.page.get_by_role("heading", name="Only for Lina")).to_be_visible()
    told = hold_secret(phone)
    assert told[0].startswith("Lina (")
    assert not any(line.startswith("Max (") for line in told)
    phone.page.reload()
    assert hold_secret(phone) == told


def test_braille_and_ears_get_the_secret_too(visit: Visit) -> None:
    visitor, _ = around_one_table(visit)
    visitor.page.get_by_role("button", name="I am Lina").click()
    visitor.page.get_by_text("Other ways").click()
    visitor.page.get_by_role("button", name="For a braille display").click()
    field = visitor.page.get_by_label("Only for Lina").and_(visitor.page.locator("textarea"))
    expect(field).to_have_value("")
    field.focus()
    expect(field).not_to_have_value("")
    assert field.input_value().startswith("Lina (")
    assert field.evaluate("field => getComputedStyle(field).color") == "rgba(0, 0, 0, 0)", "nobody sees it"
    visitor.page.get_by_role("button", name="Seen").focus()
    expect(field).to_have_value("")
    told = visitor.page.locator(".told")
    expect(told).to_have_attribute("aria-live", "off")
    visitor.page.get_by_label("I’m wearing headphones").check()
    expect(told).to_have_attribute("aria-live", "assertive")
    # A screen reader may send a click without a finger or a key.
    hold = visitor.page.get_by_role("button", name="Hold to see")
    hold.evaluate("button => button.click()")
    expect(told).to_contain_text("Lina (")
    hold.evaluate("button => button.click()")
    expect(told).to_have_text("")


def test_the_notebook_shows_what_i_know_and_can_be_switched_off(visit: Visit) -> None:
    visitor = visit()
    visitor.start("buddel-bande")
    visitor.wait_for_turn()
    visitor.panel("Notebook").click()
    panel = visitor.page.locator("#panel")
    expect(panel.get_by_role("listitem").first).to_contain_text("You (")
    assert violations(visitor) == []
    mine = visitor.board.get_by_role("gridcell", name="(yours)")
    expect(mine).to_have_count(3)
    visitor.page.get_by_label("Notebook: show").uncheck()
    expect(panel.get_by_role("listitem")).to_have_count(0)
    expect(panel).to_contain_text("The notebook is off")
    expect(mine).to_have_count(0)
    visitor.page.reload()
    visitor.wait_for_turn()
    expect(mine).to_have_count(0)
    visitor.panel("Notebook").click()
    visitor.page.get_by_label("Notebook: show").check()
    expect(mine).to_have_count(3)


def test_at_a_shared_device_the_notebook_opens_for_who_holds(visit: Visit) -> None:
    visitor, _ = around_one_table(visit)
    for name in ("Lina", "Max"):
        visitor.page.get_by_role("button", name=f"I am {name}").click()
        visitor.page.get_by_role("button", name="Seen").click()
    visitor.wait_for_turn()
    visitor.panel("Notebook").click()
    assert not owning("Max").search(everything(visitor))
    visitor.page.get_by_role("button", name="I am Max").click()
    hold = visitor.page.get_by_role("button", name="Hold to see")
    hold.focus()
    visitor.page.keyboard.down("Enter")
    expect(visitor.page.get_by_role("listitem").filter(has_text=owning("Max"))).to_have_count(1)
    visitor.page.keyboard.up("Enter")
    expect(visitor.page.get_by_role("listitem").filter(has_text=owning("Max"))).to_have_count(0)


@pytest.mark.parametrize(
    ("game", "question"),
    [
        ("mole-hill", "Who digs first?"),
        ("mole-company", "Who has the biggest hands for digging?"),
        ("buddel-bande", "Who saw a mole last?"),
    ],
)
def test_who_begins_is_asked_as_the_sheet_asks_it(visit: Visit, game: str, question: str) -> None:
    visitor = visit(choices={"opponents": "here", "games": {}}, size=(320, 640))
    visitor.open()
    expect(visitor.page.get_by_role("button", name="Options").first).to_be_visible()
    visitor.card(game).click()
    expect(visitor.page.get_by_role("heading", name=question)).to_be_visible()
    assert violations(visitor) == []
    for number, name in enumerate(("Lina", "Max"), 1):
        visitor.page.get_by_label(f"Player {number}", exact=True).fill(name)
    visitor.page.get_by_role("button", name=re.compile("That’s me.*Max")).click()
    expect(visitor.page.locator(".seats li").first).to_contain_text("Max")
    expect(visitor.page.locator(".seats li").nth(1)).to_contain_text("Lina")


def test_lots_are_drawn_if_nobody_wants_to_begin(visit: Visit) -> None:
    visitor = visit(choices={"opponents": "here", "games": {}, "names": ["Lina", "Max"]})
    visitor.open()
    expect(visitor.page.get_by_text("to four").first).to_be_visible()
    visitor.card("mole-hill").click()
    visitor.page.get_by_role("button", name="Choose at random").click()
    expect(visitor.board).to_be_visible()
    assert sorted(visitor.page.locator(".seats .name").all_inner_texts()) == ["Lina", "Max"]


@pytest.mark.parametrize(
    ("board", "told"), [("Classic company", True), ("Small burrow", False)], ids=["classic", "own"]
)
def test_the_page_says_where_a_board_is_our_reconstruction(visit: Visit, board: str, told: bool) -> None:
    visitor = visit(choices={"games": {}})
    visitor.open()
    visitor.page.get_by_role("button", name=re.compile("Options.*Mole Company")).click()
    visitor.page.locator("label.wide", has_text="Board").last.locator("select").select_option(label=board)
    note = visitor.page.get_by_text("which lines are dotted, is our reconstruction")
    expect(note).to_have_count(int(told))
    visitor.page.locator("form").get_by_role("button", name="Play", exact=True).click()
    expect(visitor.board).to_be_visible()
    visitor.panel("Rules").click()
    expect(visitor.page.locator("#panel li").first).to_be_visible()
    expect(note).to_have_count(int(told))
