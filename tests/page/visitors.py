"""A visitor of the page: a browser context, its messages and its errors."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Browser, Locator, Page, WebSocket, expect

PATIENCE = 60_000.0
"""Milliseconds; nothing here takes that long."""
GAMES = ["mole-hill", "mole-company", "buddel-bande"]
SMALL = {"mole-hill": "patch", "mole-company": "burrow", "buddel-bande": "stroll"}
"""A board for each game on which a whole match is short."""

BOUND = {"mole-hill": {}, "mole-company": {"turn_limit": 60}, "buddel-bande": {}}
"""Options that limit matches of random players, which may take very long."""
Json = dict[str, Any]


def short_match(game: str) -> Json:
    """Choices for a short match."""
    return {"games": {game: {"board": SMALL[game], "first": 0, "options": BOUND[game]}}}


class Visitor:
    """A browser context with its own storage."""

    def __init__(
        self,
        browser: Browser,
        base: str,
        *,
        settings: Json | None = None,
        choices: Json | None = None,
        size: tuple[int, int] = (1280, 800),
        **context: Any,
    ) -> None:
        self.base = base
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, **{"locale": "en-GB"} | context
        )
        self.context.set_default_timeout(PATIENCE)
        games = {game: {"board": board, "first": 0} for game, board in SMALL.items()}
        self._remember("moleworks.settings", {"speed": "none", "name": "Lina"} | (settings or {}))
        self._remember("moleworks.choices", {"level": 1, "games": games} | (choices or {}))
        self.page: Page = self.context.new_page()
        self.errors: list[str] = []
        self._expected: tuple[str, ...] = ()
        self.heard: list[str] = []
        """Every message from the server."""
        self.strangers: list[str] = []
        """Requests to other servers."""
        self.context.on("request", lambda request: self._asked(request.url))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda line: self._complaint(line.type, line.text))
        self.page.on("websocket", self._listen)

    def _remember(self, place: str, value: Json) -> None:
        script = f"localStorage.getItem({place!r}) ?? localStorage.setItem({place!r}, {json.dumps(value)!r})"
        # An empty page has no storage, and some browsers refuse it to all.
        self.context.add_init_script(f"try {{ {script} }} catch {{}}")

    def _complaint(self, kind: str, text: str) -> None:
        if kind == "error" and not any(part in text for part in self._expected):
            self.errors.append(text)

    def press(self, key: str) -> None:
        """Press a key, and wait until it is heeded: what letters do is loaded with the first of them."""
        self.page.keyboard.press(key)
        self.page.wait_for_function("() => !('keysWait' in document.body.dataset)")

    def expect_errors(self, *parts: str) -> None:
        """Errors that contain one of these are no failure from now on.

        The browser may report an error later than the page shows its consequence.
        """
        self._expected += parts

    def _asked(self, url: str) -> None:
        if not url.startswith((f"{self.base}/", f"blob:{self.base}/", "data:")):
            self.strangers.append(url)

    def _listen(self, socket: WebSocket) -> None:
        self._asked(socket.url.replace("ws", "http", 1))
        socket.on("framereceived", lambda frame: self.heard.append(str(frame)))

    def leave(self) -> None:
        self.context.close()

    # Going about

    def open(self, address: str = "/") -> None:
        self.page.goto(self.base + address)

    def start(self, game: str) -> None:
        """By mouse, from the first screen to the board."""
        self.open()
        self.card(game).click()
        expect(self.board).to_be_visible()

    def accept(self, link: str) -> None:
        """Follow an invitation, and join."""
        self.page.goto(link)
        self.page.get_by_role("button", name="Join the game").click()

    def card(self, game: str) -> Locator:
        return self.page.locator(".play").nth(GAMES.index(game))

    @property
    def board(self) -> Locator:
        return self.page.locator("[role=grid], [role=application]")

    @property
    def targets(self) -> Locator:
        return self.board.locator(".space.target")

    @property
    def over(self) -> bool:
        return self.page.locator(".ending").count() > 0

    def panel(self, name: str) -> Locator:
        """A button of a match that stands under "More", which is opened if it is not yet."""
        more = self.page.get_by_role("button", name="More", exact=True)
        if more.get_attribute("aria-expanded") == "false":
            more.click()
        return self.page.get_by_role("button", name=name, exact=True)

    def show(self, name: str) -> None:
        """Open a panel, if it is not open yet: on a wide screen the history is."""
        button = self.panel(name)
        if button.get_attribute("aria-expanded") == "false":
            button.click()

    def give_up(self, *, really: bool = True) -> None:
        self.panel("Give up").click()
        dialog = self.page.get_by_role("dialog", name="Really give up?")
        dialog.get_by_role("button", name="Give up" if really else "Cancel").click()
        expect(dialog).to_have_count(0)

    def announced(self) -> str:
        """What a screen reader was told last."""
        self.page.locator("[data-announcer]:not([data-busy])").wait_for(state="attached")
        lines: list[str] = self.page.locator("[data-announcer] > p").all_inner_texts()
        return lines[-1].strip() if lines else ""

    def wait_for_turn(self) -> bool:
        """Whether it is this visitor's turn; False once the match is over."""
        self.page.locator(".ending, .space.target, .turn .button.main").first.wait_for()
        return not self.over
