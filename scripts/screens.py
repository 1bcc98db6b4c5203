"""Takes the pictures of the page: a real server, a real browser, and the same matches every time.

.venv/bin/python scripts/screens.py             the pictures under docs/pictures
.venv/bin/python scripts/screens.py --all DIR   every screen in every light and size, to be looked at
"""

from __future__ import annotations

import argparse
import base64
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from moleworks.games import CHANCE  # noqa: E402
from moleworks.players import lots  # noqa: E402
from moleworks.record import Match  # noqa: E402
from scripts.pictures import PICTURES, Choice, played, stroll, wander  # noqa: E402
from tests.web.people import Person, Running, running  # noqa: E402

NAMES = ("Lina", "Max", "Ada", "Tom")
KEPT = 0.6
"""How much of a picture's quality is kept; less is seen on the edges of the paper."""


# What the pictures show


class Scene(NamedTuple):
    """A match in the middle, at the turn of the first player, and the piece that she takes up."""

    match: Match
    chosen: str | None = None


def _hers(game: str, players: int, choose: Choice, plies: int, seed: int) -> Match:
    """The match after so many actions, or a few more until it is the first player's turn."""
    found = (played(game, players, choose, ply, seed) for ply in count(plies))
    return next(match for match in found if match.game.actor(match.state) == 0)


def scenes() -> dict[str, Scene]:
    return {
        "mole-hill": Scene(_hers("mole-hill", 2, wander, 26, 4)),
        "mole-company": Scene(_hers("mole-company", 3, stroll, 60, 2)),
        "buddel-bande": Scene(_hers("buddel-bande", 4, stroll, 70, 5)),
    }


@contextmanager
def luck_of(match: Match) -> Iterator[None]:
    """The server's dice and discs fall as they did in the match."""
    chance = [match.game.actor(match.before(ply)) == CHANCE for ply in range(match.ply)]
    falls = iter([name for name, fell in zip(match.names, chance, strict=True) if fell])
    real = lots.draw
    vars(lots)["draw"] = lambda game, state: game.parse(state, next(falls))
    try:
        yield
    finally:
        vars(lots)["draw"] = real


class Table(NamedTuple):
    """A match that the server knows, and its players with their cookies."""

    id: str
    people: list[Person]


def sit_down(server: Running, match: Match, *, alone: bool = False) -> Table:
    """Play the match once more, on the server; `alone`: everybody at the first player's device."""
    setup, count_ = match.setup, match.setup.players
    people = [server.person() for _ in range(1 if alone else count_)]
    kinds = ["here", *(("here" if alone else "link") for _ in range(count_ - 1))]
    seats = [{"kind": kind, "name": name} for kind, name in zip(kinds, NAMES, strict=False)]
    with luck_of(match):
        opened = people[0].post(
            "/matches", game=match.game.id, seats=seats, rotations=setup.rotations, preset=setup.preset
        )
        for person, name, seat in zip(people[1:], NAMES[1:], opened["seats"][1:], strict=False):
            person.post("/join", token=seat["token"], name=name)
        for ply, name in enumerate(match.names):
            seat = match.game.actor(match.before(ply))
            if seat is not None and seat != CHANCE:
                person = people[0 if alone else seat]
                at = person.get(f"/matches/{opened['id']}")["seq"]
                where = f"/matches/{opened['id']}/commands"
                person.post(where, do="play", action=name, seq=at, seat=seat)
    return Table(opened["id"], people)


# How they are looked at


class Look(NamedTuple):
    """A screen's size and light, and what its owner asked the system for."""

    size: tuple[int, int]
    wishes: dict[str, Any]
    grey: bool = False
    dots: float = 1


PHONE, SMALL, DESK = (390, 844), (320, 640), (1280, 800)
LOOKS = {
    "desktop": Look(DESK, {}),
    "desktop-dark": Look(DESK, {"color_scheme": "dark"}),
    "phone": Look(PHONE, {}, dots=1.5),
    "phone-dark": Look(PHONE, {"color_scheme": "dark"}),
    "small": Look(SMALL, {}),
    "small-dark": Look(SMALL, {"color_scheme": "dark"}),
    "grey": Look(DESK, {}, grey=True),
    "forced-colours": Look(DESK, {"forced_colors": "active"}),
    "forced-colours-dark": Look(DESK, {"forced_colors": "active", "color_scheme": "dark"}),
    "still": Look(PHONE, {"reduced_motion": "reduce"}),
    # A window of 1280 by 1024 at 400 % is so many CSS pixels.
    "zoom": Look((320, 256), {}, dots=2),
}


@contextmanager
def browsing(browser: Browser, server: Running, look: Look, person: Person | None) -> Iterator[Page]:
    """A page in that light and size, with the cookie of a person."""
    width, height = look.size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=look.dots,
        locale="en-GB",
        **look.wishes,
    )
    context.add_init_script(
        """localStorage.setItem('moleworks.settings', '{"speed": "none", "name": "Lina"}')"""
    )
    if person is not None:
        value = person.http.cookies["moleworks"]
        context.add_cookies([{"name": "moleworks", "value": value, "url": server.base}])
    page = context.new_page()
    if look.grey:
        tools = context.new_cdp_session(page)
        tools.send("Emulation.setEmulatedVisionDeficiency", {"type": "achromatopsia"})
    try:
        yield page
    finally:
        context.close()


def shot(page: Page, browser: Browser, file: Path) -> None:
    """What is on the screen, as WebP: the browser itself presses it."""
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(400)  # what moves once has moved
    dots = base64.b64encode(page.screenshot()).decode()
    press = browser.new_page()
    pressed = press.evaluate(
        """async ([dots, kept]) => {
            const picture = new Image();
            picture.src = `data:image/png;base64,${dots}`;
            await picture.decode();
            const sheet = new OffscreenCanvas(picture.width, picture.height);
            sheet.getContext('2d').drawImage(picture, 0, 0);
            const blob = await sheet.convertToBlob({type: 'image/webp', quality: kept});
            const bytes = new Uint8Array(await blob.arrayBuffer());
            return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
        }""",
        [dots, KEPT],
    )
    press.close()
    file.write_bytes(base64.b64decode(pressed))
    print(f"{file.name}  {file.stat().st_size // 1000} kB", flush=True)


# The screens


class Screen(NamedTuple):
    """Where it is, what is done there, and whose cookie that needs."""

    address: str
    prepare: Callable[[Page], None]
    person: Person | None = None


def _wait(page: Page, what: str) -> None:
    page.locator(what).first.wait_for()


def _key(page: Page) -> None:
    _board(page)
    page.get_by_role("button", name="Rules in short").click()
    _wait(page, "#panel h2")


def _board(page: Page) -> None:
    _wait(page, ".space.target, .turn .button.main")
    # In a window as low as at 400 % only one thing can be seen at a time: the board.
    page.evaluate("innerHeight < 300 && document.querySelector('.drawn').scrollIntoView({block: 'center'})")


def _opened(page: Page) -> None:
    """The links are told once, to who opened the match."""
    page.get_by_text("Friends, by a link").click()
    page.locator(".play").nth(1).click()
    _wait(page, "main img")


def _more(page: Page) -> None:
    page.get_by_role("button", name="More choices").first.click()
    _wait(page, "fieldset")


def _analysed(page: Page) -> None:
    _wait(page, "[data-stage]")
    page.get_by_role("button", name="Analyse the match").click()
    page.get_by_role("table", name="Mistakes").wait_for(timeout=0)  # as long as it thinks
    page.get_by_role("table", name="Mistakes").get_by_role("row").last.get_by_role("button").first.click()
    page.locator(".replay").scroll_into_view_if_needed()


def _looking(page: Page) -> None:
    page.get_by_role("button", name="I am Lina").click()
    _wait(page, ".hold")


def _judged(page: Page) -> None:
    _wait(page, "[data-verdict='known']")


def _phone(page: Page, link: str) -> None:
    """A link is good once."""
    page.evaluate("link => (location.hash = link)", link)
    _wait(page, ".hold")


def screens(server: Running) -> Iterator[tuple[str, Screen]]:
    """Every screen by its name; matches are played while they are asked for."""
    stack = scenes()
    yield "start", Screen("/", lambda page: _wait(page, ".play svg"))
    yield "more", Screen("/", _more)
    yield "settings", Screen("/#settings", lambda page: _wait(page, "fieldset"))
    yield "lobby", Screen("/", _opened)
    for game, scene in stack.items():
        table = sit_down(server, scene.match)
        with ExitStack() as lines:
            for person in table.people[1:]:
                lines.enter_context(person.live(table.id))
            yield game, Screen(f"/#match={table.id}", _board, table.people[0])
            yield f"key-{game}", Screen(f"/#match={table.id}", _key, table.people[0])
    shared = sit_down(server, _hers("buddel-bande", 2, stroll, 1, 1), alone=True)
    yield "hand-over", Screen(f"/#match={shared.id}", lambda page: _wait(page, ".over"), shared.people[0])
    yield "peek", Screen(f"/#match={shared.id}", _looking, shared.people[0])
    phones = (
        shared.people[0].post(f"/matches/{shared.id}/seats/0/peek")["link"].split("#")[1] for _ in count()
    )
    yield "own-phone", Screen("/", lambda page: _phone(page, next(phones)))
    for game, scene in stack.items():
        over = sit_down(server, scene.match, alone=True)
        # Of two, one is enough to end it.
        for seat in range(scene.match.setup.players if scene.match.setup.players > 2 else 1):
            over.people[0].post(f"/matches/{over.id}/commands", do="resign", seat=seat)
        yield (
            f"ending-{game}",
            Screen(f"/#match={over.id}", lambda page: _wait(page, ".ending"), over.people[0]),
        )
        if game == "mole-hill":
            yield "replay", Screen(f"/#replay={over.id}", _analysed, over.people[0])
    for game in stack:
        yield f"lesson-{game}", Screen(f"/#lesson={game}", _board)
        yield f"rules-{game}", Screen(f"/#rules={game}", lambda page: _wait(page, "section h2"))
        yield (
            f"workshop-{game}",
            Screen(f"/#workshop={game}", lambda page: _wait(page, "[data-verdict='known']")),
        )
        yield f"print-{game}", Screen(f"/#print={game}~classic", lambda page: _wait(page, ".pages img"))
    yield "record", Screen("/#replay", lambda page: _wait(page, ".drop"))


BOARDS = ("mole-hill", "mole-company", "buddel-bande")
OTHERS = ("start", "lobby", "hand-over", "replay", "lesson-mole-company", "rules-mole-hill")
SHOWN = {
    *(
        (board, look)
        for board in BOARDS
        for look in ("desktop", "phone-dark", "grey", "forced-colours", "still", "zoom")
    ),
    *((other, "desktop") for other in OTHERS),
    *((other, "phone-dark") for other in OTHERS),
}
"""What README and docs show."""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--all", type=Path, metavar="DIR", help="every screen in every look, into this folder"
    )
    parser.add_argument("--only", nargs="*", default=[], metavar="NAME", help="screens and looks by name")
    wish = parser.parse_args()
    folder: Path = wish.all or PICTURES
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as kept, sync_playwright() as playwright, ExitStack() as open_:
        chromium = shutil.which("chromium") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=chromium)
        open_.callback(browser.close)
        limits = {"matches_per_hour": 10**6, "thinkers": 1}
        server = open_.enter_context(running(database=f"sqlite:///{kept}/matches.sqlite", **limits))
        for name, screen in screens(server):
            for how, look in LOOKS.items():
                if (wish.all or (name, how) in SHOWN) and wanted(wish.only, name, how):
                    with browsing(browser, server, look, screen.person) as page:
                        page.goto(server.base + screen.address)
                        screen.prepare(page)
                        shot(page, browser, folder / f"{name}-{how}.webp")


def wanted(only: list[str], name: str, how: str) -> bool:
    """Of the names given, those of screens and those of looks have to fit, each among themselves."""
    looks = [word for word in only if word in LOOKS]
    names = [word for word in only if word not in LOOKS]
    return (not looks or how in looks) and (not names or name in names)


if __name__ == "__main__":
    main()
