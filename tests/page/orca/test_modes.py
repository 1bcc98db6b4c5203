"""What Orca says around one table, by a link, in lessons, replays and the workshop."""

from __future__ import annotations

import json
from random import Random

import pytest
from playwright.sync_api import expect

from tests.page.orca.ear import Ear
from tests.page.orca.keys_and_speech import OrcaSpeech
from tests.page.orca.test_match import MOST_TURNS, SHORT
from tests.page.player_by_ear import PlayerByEar
from tests.page.test_learn import tasks
from tests.page.test_replay import ask, play_hot_seat
from tests.page.visitors import GAMES, SMALL, Json
from tests.web.people import Person, RunningServer

pytestmark = pytest.mark.needs("orca")

MOST_KEYS = 40
"""Keys to a button or a space."""


def open_match(ear: Ear, game: str, seats: list[Json], language: str) -> Json:
    """A short match that this browser opens; it is on the screen, and nobody has acted yet."""
    open_screen(ear, "", language)
    order = {"game": game, "board": SMALL[game], "options": SHORT[game], "seats": seats}
    told: Json = ask(ear.visitor, "POST", "/matches", **order)
    return told


def open_screen(ear: Ear, address: str, language: str) -> None:
    """The start page, until Orca hears of its focus, and from there a screen by its address."""
    ear.open(settings={"language": language})
    ear.reach(".play >> nth=0", "push button")
    if address:
        show(ear, address)


def show(ear: Ear, address: str) -> None:
    ear.page.evaluate("address => { location.hash = address; }", address)


def tab_to(ear: Ear, name: str) -> None:
    """Press Tab until a button has the focus, by what it is called."""
    for _ in range(MOST_KEYS):
        if ear.page.evaluate("name => document.activeElement.textContent.includes(name)", name):
            return
        ear.press("Tab")
    raise AssertionError(f"no Tab leads to {name}")


def take_over(ear: Ear, texts: dict[str, str]) -> int:
    """Who gets the device says so, and closes the secrets again; how often."""
    asks, times = ear.page.get_by_role("button", name=texts["i_am"].partition("{")[0].strip()), 0
    while asks.count():
        tab_to(ear, texts["i_am"].partition("{")[0].strip())
        ear.press("Return")
        tab_to(ear, texts["seen"])
        seen = ear.page.get_by_role("button", name=texts["seen"], exact=True)
        ear.press("Return")
        expect(seen).to_have_count(0)
        times += 1
    return times


def around_one_table(ear: Ear, game: str, language: str, turns: int) -> None:
    """Lina and Max hand the device over; all that is announced is said by Orca."""
    seats = [{"kind": "here", "name": name} for name in ("Lina", "Max")]
    match = open_match(ear, game, seats, language)["id"]
    texts = ear.page_texts(language)
    show(ear, f"match={match}")
    player, handed_over = PlayerByEar(OrcaSpeech(ear), language, game), 0
    for _ in range(turns):
        ear.page.locator(".ending, .bar.mine, [role=dialog]").first.wait_for()
        handed_over += take_over(ear, texts)
        ear.announced()
        if ear.page.locator(".ending").count():
            break
        if not ear.page.evaluate("() => !!document.activeElement.dataset.space"):
            ear.page.locator("[data-space][tabindex='0']").focus()
        player.play()
    ear.announced()
    assert bool(handed_over) == (game == "buddel-bande")


def by_a_link(ear: Ear, friend: Person, game: str, language: str, turns: int) -> None:
    """Against a friend who answers at once."""
    told = open_match(ear, game, [{"kind": "here", "name": "Lina"}, {"kind": "link"}], language)
    match, random = told["id"], Random(game)
    show(ear, f"match={match}")
    friend.post("/join", token=told["seats"][1]["token"], name="Max")
    ear.page.locator(".space:focus").wait_for()
    # Until then Orca takes letters for its own.
    ear.wait_for("^Focus mode$")
    player = PlayerByEar(OrcaSpeech(ear), language, game)
    for _ in range(turns):
        at = friend.get(f"/matches/{match}")
        if at["status"] != "playing":
            expect(ear.page.locator(".ending")).to_be_visible()
            break
        if at["actor"] == 0:
            assert player.turn_comes()
            player.play()
        else:
            (eye,) = at["eyes"]
            action = random.choice(eye["legal"])
            friend.post(f"/matches/{match}/commands", do="play", action=action, seq=at["seq"], seat=1)
    ear.announced()


def test_a_device_is_handed_over(ear: Ear) -> None:
    around_one_table(ear, "buddel-bande", "fr", turns=3)


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_around_one_table(ear: Ear, game: str, language: str) -> None:
    around_one_table(ear, game, language, MOST_TURNS)


def test_a_friend_by_a_link_answers_at_once(ear: Ear, server: RunningServer) -> None:
    by_a_link(ear, server.person(), "mole-hill", "fr", turns=6)


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_a_link(ear: Ear, server: RunningServer, game: str, language: str) -> None:
    by_a_link(ear, server.person(), game, language, MOST_TURNS)


def learn(ear: Ear, steps: list[Json]) -> None:
    """Do the tasks of a lesson by keys; each is said, and what is said once it is done."""
    page, speech = ear.page, OrcaSpeech(ear)
    for number, task in enumerate(steps):
        page.locator(f".lesson[data-step='{number}'] .exercise:not([data-done])").wait_for()
        page.locator("button[data-space]:focus").wait_for()
        page.locator(".space.target, .words .button.main").first.wait_for()
        assert any(task["text"] in text for text in ear.announced())
        # Orca is silent about the board that follows a button which has gone.
        ear.skip_focus()
        wanted = next(iter(task["want"]), None)
        if not page.locator(".space.target").count() or wanted == "pass":
            heard = speech.press("1")
        else:
            heard = go_and_choose(ear, speech, wanted)
        page.locator(".exercise[data-done]").wait_for()
        heard += speech.hear()
        assert any(task["done"] in text for text in heard)
        page.locator(".button.main:focus").wait_for()
        ear.press("Return")


def go_and_choose(ear: Ear, speech: OrcaSpeech, wanted: str | None) -> list[str]:
    """N until the spaces of an action have the focus, Enter on each; the next best ones if any will do."""
    heard: list[str] = []
    parts = wanted.replace(">", "-").split("-") if wanted else [None, None]
    for space in parts:
        if space is None and not ear.page.locator(".space.target").count():
            break
        for _ in range(MOST_KEYS):
            at = ear.page.evaluate("() => document.activeElement.dataset.space")
            if at == space or (space is None and ear.page.locator(".space.target:focus").count()):
                break
            heard += speech.press("n")
        heard += speech.press("Return")
    return heard


def test_a_lesson_is_said(ear: Ear, server: RunningServer) -> None:
    open_screen(ear, "lesson=mole-hill", "fr")
    learn(ear, tasks(server, "mole-hill", "fr")[:2])


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_whole_lessons_are_said(ear: Ear, server: RunningServer, game: str, language: str) -> None:
    open_screen(ear, f"lesson={game}", language)
    learn(ear, tasks(server, game, language))


def replay(ear: Ear, game: str, language: str, steps: int) -> None:
    """Go through a match step by step, and over its board: each step is said once, and each space."""
    open_screen(ear, "", language)
    match = play_hot_seat(ear.visitor, game, steps)
    told = ask(ear.visitor, "GET", f"/matches/{match}/said?lang={language}")
    show(ear, f"replay={match}")
    ear.page.locator("[data-stage] [data-space]").first.wait_for(state="attached")
    ear.mark()
    ear.page.locator("[data-stage]").focus()
    ear.page.locator("[data-stage] [data-space]:focus").wait_for()
    speech = OrcaSpeech(ear)
    speech.hear()
    for number, step in enumerate(told[:steps], 1):
        heard = speech.press("n")
        assert len(heard) == 1, heard
        assert heard[0].startswith(str(number))
        assert " ".join(step["said"]) in heard[0].replace("\u00a0", " ").replace("\u202f", " ")
    for key in ("Right", "Down", "Left", "Up"):
        speech.press(key)
        assert speech.focus
    for key in "tlpik":
        assert speech.press(key)


def test_a_replay_is_said_step_by_step_and_space_by_space(ear: Ear) -> None:
    replay(ear, "mole-hill", "en", 4)


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_whole_replays_are_said(ear: Ear, game: str, language: str) -> None:
    replay(ear, game, language, 30)


@pytest.mark.parametrize(
    "game", ["mole-hill", *(pytest.param(game, marks=pytest.mark.long) for game in GAMES[1:])]
)
def test_a_board_is_made_in_the_workshop(ear: Ear, game: str) -> None:
    """Arrows reach the board, each space is said, and so is what Enter has made of it."""
    open_screen(ear, f"workshop={game}", "en")
    ear.page.locator("[data-verdict='known']").wait_for()
    ear.mark()
    ear.page.locator("[data-space][tabindex='0']").focus()
    speech = OrcaSpeech(ear)
    speech.hear()
    places = set()
    for key in ("Right", "Down", "Left", "Up"):
        speech.press(key)
        places.add(speech.focus)
    assert len(places) > 2
    before = ear.page.evaluate("() => document.activeElement.ariaLabel")
    ear.press("Return")
    ear.page.wait_for_function("before => document.activeElement.ariaLabel !== before", arg=before)
    after = ear.page.evaluate("() => document.activeElement.ariaLabel")
    ear.wait_for(f"^{json.dumps(after)[1:-1].split('.')[0]}")
    ear.announced()
