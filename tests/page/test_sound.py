"""Sounds: off by default; a pitch for each team, and a soft bump at the edge."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.visitors import GAMES, Visitor

pytestmark = pytest.mark.needs("chromium")

LISTEN = """
window.heard = [];
const Real = window.AudioContext;
window.AudioContext = class extends Real {
    constructor(...all) {
        super(...all);
        window.heard.push('context');
    }
    createOscillator() {
        const made = super.createOscillator();
        const begin = made.frequency.setValueAtTime.bind(made.frequency);
        made.frequency.setValueAtTime = (tone, when) => {
            window.heard.push(tone);
            return begin(tone, when);
        };
        return made;
    }
};
HTMLMediaElement.prototype.play = function () { window.heard.push('media'); return Promise.resolve(); };
window.speechSynthesis.speak = () => window.heard.push('speech');
"""
BUMP = 90


def heard(visitor: Visitor) -> list[object]:
    told: list[object] = visitor.page.evaluate("window.heard")
    return told


def to_the_edge(visitor: Visitor) -> None:
    visitor.board.locator("button[tabindex='0']").focus()
    for _ in range(10):
        visitor.page.keyboard.press("ArrowDown")
    visitor.page.wait_for_function(
        "edge => document.querySelector('[data-announcer]').innerText.includes(edge)", arg="The edge."
    )


@pytest.mark.parametrize("game", GAMES)
def test_nothing_sounds_before_it_is_switched_on(visit: Visit, game: str) -> None:
    visitor = visit()
    visitor.context.add_init_script(LISTEN)
    visitor.start(game)
    assert visitor.wait_for_turn()
    to_the_edge(visitor)
    visitor.targets.first.click()
    visitor.page.locator(".space.selected, .turn").first.wait_for()
    visitor.open(f"/#lesson={game}")
    visitor.targets.first.wait_for()
    visitor.page.locator(".skip").click()
    visitor.open("/#settings")
    expect(visitor.page.get_by_label("Sounds")).not_to_be_checked()
    assert heard(visitor) == []


def test_switched_on_it_is_heard_at_once_and_remembered(visit: Visit) -> None:
    visitor = visit()
    visitor.context.add_init_script(LISTEN)
    visitor.open("/#settings")
    visitor.page.get_by_label("Sounds").check()
    visitor.page.wait_for_function("() => window.heard.length > 1")
    assert heard(visitor)[0] == "context"
    visitor.open("/")
    visitor.page.reload()
    visitor.card("mole-hill").click()
    assert visitor.wait_for_turn()
    to_the_edge(visitor)
    visitor.page.wait_for_function("bump => window.heard.includes(bump)", arg=BUMP)
    visitor.open("/#settings")
    visitor.page.get_by_label("Sounds").uncheck()
    before = heard(visitor)
    visitor.open("/#lesson=mole-hill")
    visitor.targets.first.click()
    visitor.page.locator(".exercise[data-done]").wait_for()
    assert heard(visitor) == before


def test_each_team_has_a_pitch_of_its_own(visit: Visit) -> None:
    games = {"mole-company": {"board": "burrow", "first": 0}}
    visitor = visit(settings={"sound": True}, choices={"games": games, "players": 4})
    visitor.context.add_init_script(LISTEN)
    visitor.start("mole-company")
    assert visitor.wait_for_turn()
    visitor.targets.first.click()
    # Three computers place theirs, and it is our turn again.
    visitor.page.wait_for_function("() => new Set(window.heard.filter(Number)).size >= 4")
    tones = {tone for tone in heard(visitor) if isinstance(tone, int | float)}
    assert len(tones) == 4
    assert all(tone != BUMP for tone in tones)
