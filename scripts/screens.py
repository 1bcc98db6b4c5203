"""Take screenshots of the page, with a real server, a real browser and the same matches every time.

.venv/bin/python scripts/screens.py             the pictures in docs/pictures
.venv/bin/python scripts/screens.py --all DIR   every screen in every size and colour scheme, to check by eye
"""

from __future__ import annotations

import argparse
import base64
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

from moleworks.core.game import CHANCE  # noqa: E402
from moleworks.engine import chance  # noqa: E402
from moleworks.record import Match  # noqa: E402
from scripts.pictures import PICTURES, Choice, choose_digging_or_random, choose_near_mole, play_scene  # noqa: E402
from tests.parts import browser_path  # noqa: E402
from tests.web.people import Person, RunningServer, running  # noqa: E402

NAMES = ("Lina", "Max", "Ada", "Tom")
WEBP_QUALITY = 0.6
"""With less, artefacts show at the edges of the paper."""


# Matches


class Scene(NamedTuple):
    """A match in progress, with the first player to act, and the piece that is chosen."""

    match: Match
    chosen: str | None = None


def _first_players_turn(game: str, players: int, choose: Choice, plies: int, seed: int) -> Match:
    """The match after `plies` actions, or a few more until it is the first player's turn."""
    found = (play_scene(game, players, choose, ply, seed) for ply in count(plies))
    return next(match for match in found if match.game.actor(match.state) == 0)


def scenes() -> dict[str, Scene]:
    return {
        "mole-hill": Scene(_first_players_turn("mole-hill", 2, choose_near_mole, 26, 4)),
        "mole-company": Scene(_first_players_turn("mole-company", 3, choose_digging_or_random, 60, 2)),
        "buddel-bande": Scene(_first_players_turn("buddel-bande", 4, choose_digging_or_random, 70, 5)),
    }


@contextmanager
def chance_of(match: Match) -> Iterator[None]:
    """Make the server draw the same dice and discs as in the match."""
    by_chance = [match.game.actor(match.before(ply)) == CHANCE for ply in range(match.ply)]
    outcomes = iter([name for name, drawn in zip(match.names, by_chance, strict=True) if drawn])
    real = chance.draw
    vars(chance)["draw"] = lambda game, state: game.parse(state, next(outcomes))
    try:
        yield
    finally:
        vars(chance)["draw"] = real


class ServerMatch(NamedTuple):
    """A match on the server, and its players with their cookies."""

    id: str
    people: list[Person]


def replay_on_server(
    server: RunningServer, match: Match, *, one_device: bool = False, host: Person | None = None
) -> ServerMatch:
    """Play the match again, on the server; `one_device`: all players share the first player's device."""
    setup, count_ = match.setup, match.setup.players
    people = [host or server.person(), *(server.person() for _ in range(0 if one_device else count_ - 1))]
    kinds = ["here", *(("here" if one_device else "link") for _ in range(count_ - 1))]
    seats = [{"kind": kind, "name": name} for kind, name in zip(kinds, NAMES, strict=False)]
    with chance_of(match):
        opened = people[0].post(
            "/matches", game=match.game.id, seats=seats, rotations=setup.rotations, preset=setup.preset
        )
        for person, name, seat in zip(people[1:], NAMES[1:], opened["seats"][1:], strict=False):
            person.post("/join", token=seat["token"], name=name)
        for ply, name in enumerate(match.names):
            seat = match.game.actor(match.before(ply))
            if seat is not None and seat != CHANCE:
                person = people[0 if one_device else seat]
                at = person.get(f"/matches/{opened['id']}")["seq"]
                where = f"/matches/{opened['id']}/commands"
                person.post(where, do="play", action=name, seq=at, seat=seat)
    return ServerMatch(opened["id"], people)


# Displays


class Display(NamedTuple):
    """Size and pixels of a screen, and its media features, such as dark mode."""

    size: tuple[int, int]
    media: dict[str, Any]
    grey: bool = False
    pixel_ratio: float = 1


PHONE, SMALL, TABLET, DESK, WIDE = (390, 844), (320, 640), (820, 1180), (1280, 800), (1920, 1080)
DISPLAYS = {
    "desktop": Display(DESK, {}),
    "desktop-dark": Display(DESK, {"color_scheme": "dark"}),
    "phone": Display(PHONE, {}, pixel_ratio=1.5),
    "phone-dark": Display(PHONE, {"color_scheme": "dark"}),
    "tablet": Display(TABLET, {}),
    "tablet-dark": Display(TABLET, {"color_scheme": "dark"}),
    "wide": Display(WIDE, {}),
    "wide-dark": Display(WIDE, {"color_scheme": "dark"}),
    "small": Display(SMALL, {}),
    "small-dark": Display(SMALL, {"color_scheme": "dark"}),
    "grey": Display(DESK, {}, grey=True),
    "forced-colours": Display(DESK, {"forced_colors": "active"}),
    "forced-colours-dark": Display(DESK, {"forced_colors": "active", "color_scheme": "dark"}),
    "still": Display(PHONE, {"reduced_motion": "reduce"}),
    # A window of 1280 by 1024 at 400 % has this size in CSS pixels.
    "zoom": Display((320, 256), {}, pixel_ratio=2),
}


@contextmanager
def open_page(
    browser: Browser, server: RunningServer, display: Display, person: Person | None
) -> Iterator[Page]:
    """A page on that display, with the cookie of a person."""
    width, height = display.size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=display.pixel_ratio,
        locale="en-GB",
        **display.media,
    )
    context.add_init_script(
        """localStorage.setItem('moleworks.settings', '{"speed": "none", "name": "Lina"}')"""
    )
    if person is not None:
        value = person.http.cookies["moleworks"]
        context.add_cookies([{"name": "moleworks", "value": value, "url": server.base}])
    page = context.new_page()
    if display.grey:
        tools = context.new_cdp_session(page)
        tools.send("Emulation.setEmulatedVisionDeficiency", {"type": "achromatopsia"})
    try:
        yield page
    finally:
        context.close()


def take_screenshot(page: Page, browser: Browser, file: Path) -> None:
    """Save a screenshot as WebP; the browser itself converts it."""
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(400)  # until animations are over
    png = base64.b64encode(page.screenshot()).decode()
    converter = browser.new_page()
    webp = converter.evaluate(
        """async ([png, quality]) => {
            const picture = new Image();
            picture.src = `data:image/png;base64,${png}`;
            await picture.decode();
            const canvas = new OffscreenCanvas(picture.width, picture.height);
            canvas.getContext('2d').drawImage(picture, 0, 0);
            const blob = await canvas.convertToBlob({type: 'image/webp', quality});
            const bytes = new Uint8Array(await blob.arrayBuffer());
            return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
        }""",
        [png, WEBP_QUALITY],
    )
    converter.close()
    file.write_bytes(base64.b64decode(webp))
    print(f"{file.name}  {file.stat().st_size // 1000} kB", flush=True)


# The screens


class Screen(NamedTuple):
    """The address of a screen, what to do there first, and the person whose cookie it needs."""

    address: str
    prepare: Callable[[Page], None]
    person: Person | None = None


def _wait(page: Page, what: str) -> None:
    page.locator(what).first.wait_for()


def _show_legend(page: Page) -> None:
    _show_board(page)
    more = page.get_by_role("button", name="More", exact=True)
    if more.get_attribute("aria-expanded") == "false":
        more.click()
    page.get_by_role("button", name="Rules", exact=True).click()
    _wait(page, "#panel li")


def _show_board(page: Page) -> None:
    _wait(page, ".space.target, .turn .button.main")
    # At 400 % the window is so low that only the board fits.
    page.evaluate("innerHeight < 300 && document.querySelector('.drawn').scrollIntoView({block: 'center'})")


def _open_lobby(page: Page) -> None:
    """Open a match on the page: only its opener sees the links, once."""
    page.get_by_text("Friends, with a link").click()
    page.locator(".play").nth(1).click()
    _wait(page, "main img")


def _open_options(page: Page) -> None:
    page.get_by_role("button", name="Options").first.click()
    _wait(page, "fieldset")


def _show_analysis(page: Page) -> None:
    _wait(page, "[data-stage]")
    page.get_by_role("button", name="Analyse the match").click()
    page.get_by_role("table", name="Mistakes").wait_for(timeout=0)  # as long as it thinks
    page.get_by_role("table", name="Mistakes").get_by_role("row").last.get_by_role("button").first.click()
    page.locator(".replay").scroll_into_view_if_needed()


def _show_secret(page: Page) -> None:
    page.get_by_role("button", name="I am Lina").click()
    _wait(page, ".hold")


def _open_phone(page: Page, link: str) -> None:
    """Open the page of a phone; its link works once."""
    page.evaluate("link => (location.hash = link)", link)
    _wait(page, ".hold")


def _open_invitation(page: Page, server: RunningServer) -> None:
    seats = [{"kind": "here", "name": "Max"}, {"kind": "link"}]
    opened = server.person().post("/matches", game="buddel-bande", seats=seats)
    page.evaluate("token => (location.hash = `join=${token}`)", opened["seats"][1]["token"])
    page.get_by_role("button", name="Join the game").wait_for()


def _show_moment(page: Page, server: RunningServer, host: Person) -> None:
    """Play the last action of a round, while the page shows actions one by one."""
    playing, last = _before_end_of_round()
    match = replay_on_server(server, playing, one_device=True, host=host)
    page.evaluate("""localStorage.setItem('moleworks.settings', '{"speed": "calm", "name": "Lina"}')""")
    page.evaluate("match => (location.hash = `match=${match}`)", match.id)
    page.reload()
    _show_board(page)
    at = host.get(f"/matches/{match.id}")
    command = {"do": "play", "action": last, "seq": at["seq"], "seat": at["actor"]}
    host.post(f"/matches/{match.id}/commands", **command)
    _wait(page, ".moment")


def _before_end_of_round() -> tuple[Match, str]:
    """A match before the action that ends its first round, and that action."""
    match = play_scene("mole-hill", 2, choose_near_mole, 60, 4)
    views = [match.game.view(match.before(ply), None) for ply in range(match.ply + 1)]
    last = next(ply for ply, view in enumerate(views) if dict(view)["round"] == 2) - 1
    name = match.names[last]
    match.undo(match.ply - last)
    return match, name


def _solve(page: Page) -> None:
    page.get_by_role("link", name="Practise").first.click()
    _wait(page, ".exercise .space")


def _finished(server: RunningServer) -> Person:
    """Somebody who has played all games at this device, and one against the computer."""
    person = server.person()
    for scene in scenes().values():
        over = replay_on_server(server, scene.match, one_device=True, host=person)
        for seat in range(scene.match.setup.players if scene.match.setup.players > 2 else 1):
            person.post(f"/matches/{over.id}/commands", do="resign", seat=seat)
    return person


def _lost_to_the_computer(server: RunningServer, person: Person) -> str:
    seats = [{"kind": "here", "name": ""}, {"kind": "computer", "level": 2}]
    match: str = person.post("/matches", game="mole-hill", seats=seats)["id"]
    person.post(f"/matches/{match}/commands", do="resign", seat=0)
    return match


def screens(server: RunningServer) -> Iterator[tuple[str, Screen]]:
    """Every screen with its name; matches are played when their screen comes."""
    stack = scenes()
    yield "start", Screen("/", lambda page: _wait(page, ".play svg"))
    yield "more", Screen("/", _open_options)
    yield "settings", Screen("/#settings", lambda page: _wait(page, "fieldset"))
    yield "lobby", Screen("/", _open_lobby)
    for game, scene in stack.items():
        table = replay_on_server(server, scene.match)
        with ExitStack() as lines:
            for person in table.people[1:]:
                lines.enter_context(person.live(table.id))
            yield game, Screen(f"/#match={table.id}", _show_board, table.people[0])
            yield f"key-{game}", Screen(f"/#match={table.id}", _show_legend, table.people[0])
    shared = replay_on_server(
        server, _first_players_turn("buddel-bande", 2, choose_digging_or_random, 1, 1), one_device=True
    )
    yield "hand-over", Screen(f"/#match={shared.id}", lambda page: _wait(page, ".over"), shared.people[0])
    yield "peek", Screen(f"/#match={shared.id}", _show_secret, shared.people[0])
    phones = (
        shared.people[0].post(f"/matches/{shared.id}/seats/0/peek")["link"].split("#")[1] for _ in count()
    )
    yield "own-phone", Screen("/", lambda page: _open_phone(page, next(phones)))
    for game, scene in stack.items():
        over = replay_on_server(server, scene.match, one_device=True)
        # With two players, one resignation ends the match.
        for seat in range(scene.match.setup.players if scene.match.setup.players > 2 else 1):
            over.people[0].post(f"/matches/{over.id}/commands", do="resign", seat=seat)
        yield (
            f"ending-{game}",
            Screen(f"/#match={over.id}", lambda page: _wait(page, ".ending"), over.people[0]),
        )
        if game == "mole-hill":
            yield "replay", Screen(f"/#replay={over.id}", _show_analysis, over.people[0])
    for game in stack:
        yield f"lesson-{game}", Screen(f"/#lesson={game}", _show_board)
        yield f"rules-{game}", Screen(f"/#rules={game}", lambda page: _wait(page, "section h2"))
        yield (
            f"workshop-{game}",
            Screen(f"/#workshop={game}", lambda page: _wait(page, "[data-verdict='known']")),
        )
        yield f"print-{game}", Screen(f"/#print={game}~classic", lambda page: _wait(page, ".pages img"))
    yield "record", Screen("/#replay", lambda page: _wait(page, ".drop"))
    yield "join", Screen("/", lambda page: _open_invitation(page, server))
    host = server.person()
    _lost_to_the_computer(server, host)  # the first match brings the cookie
    yield "moment", Screen("/", lambda page: _show_moment(page, server, host), host)
    yield "puzzles", Screen("/#puzzles", lambda page: _wait(page, "main .button"))
    yield "puzzle", Screen("/#puzzles", _solve)
    yield "school", Screen("/#school", lambda page: _wait(page, "main .button"))
    player = _finished(server)
    lost = _lost_to_the_computer(server, player)
    yield "ending-computer", Screen(f"/#match={lost}", lambda page: _wait(page, ".ending .stickers"), player)
    yield "story", Screen("/#story", lambda page: _wait(page, "[data-drawn]"), player)
    for scene in stack.values():
        replay_on_server(server, scene.match, one_device=True, host=player)
    yield "unfinished", Screen("/", lambda page: _wait(page, "main section li"), player)


BOARDS = ("mole-hill", "mole-company", "buddel-bande")
OTHERS = (
    "start", "unfinished", "lobby", "join", "moment", "hand-over", "replay", "story",
    "puzzles", "lesson-mole-company", "rules-mole-hill",
)  # fmt: skip
IN_DOCS = {
    *(
        (board, display)
        for board in BOARDS
        for display in ("desktop", "phone-dark", "grey", "forced-colours", "still", "zoom")
    ),
    *((other, "desktop") for other in OTHERS),
    *((other, "phone-dark") for other in OTHERS),
}
"""The screenshots in the README and the docs."""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--all", type=Path, metavar="DIR", help="every screen in every look, into this folder"
    )
    parser.add_argument("--only", nargs="*", default=[], metavar="NAME", help="screens and looks by name")
    options = parser.parse_args()
    folder: Path = options.all or PICTURES
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as temporary, sync_playwright() as playwright, ExitStack() as resources:
        browser = playwright.chromium.launch(executable_path=browser_path())
        resources.callback(browser.close)
        limits = {"matches_per_hour": 10**6, "thinkers": 1}
        server = resources.enter_context(running(database=f"sqlite:///{temporary}/matches.sqlite", **limits))
        for name, screen in screens(server):
            for display_name, display in DISPLAYS.items():
                if (options.all or (name, display_name) in IN_DOCS) and is_selected(
                    options.only, name, display_name
                ):
                    with open_page(browser, server, display, screen.person) as page:
                        page.goto(server.base + screen.address)
                        screen.prepare(page)
                        take_screenshot(page, browser, folder / f"{name}-{display_name}.webp")


def is_selected(only: list[str], name: str, display_name: str) -> bool:
    """Whether `--only` selects this picture: by its screen, its display, or both."""
    displays = [word for word in only if word in DISPLAYS]
    names = [word for word in only if word not in DISPLAYS]
    return (not displays or display_name in displays) and (not names or name in names)


if __name__ == "__main__":
    main()
