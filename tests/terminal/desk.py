"""A desk to play at in tests: a scripted or thinking typist, and what was written."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from moleworks.games import CHANCE
from moleworks.terminal import setup
from moleworks.terminal.commands import HANDLERS
from moleworks.terminal.play import Play
from moleworks.terminal.screen import Screen
from moleworks.terminal.session import session
from moleworks.terminal.table import Table
from moleworks.texts import language


class Keyboard(io.StringIO):
    """Somebody types what a function says, until it says nothing any more."""

    def __init__(self, types: Callable[[], str | None]) -> None:
        super().__init__()
        self.types = types
        self.typed: list[str] = []

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        del size
        line = self.types()
        if line is None:
            return ""
        self.typed.append(line)
        return line + "\n"


def screen(lines: Iterable[str] = (), *, lang: str = "en", plain: bool = False) -> Screen:
    """A screen with these lines typed already."""
    typed = io.StringIO("".join(f"{line}\n" for line in lines))
    return Screen(language(lang), plain=plain, stdin=typed, stdout=io.StringIO())


def written(on: Screen) -> str:
    file = on.console.file
    assert isinstance(file, io.StringIO)
    return file.getvalue()


def sit_down(on: Screen, seed: int = 1, **wishes: Any) -> Table:
    return setup.table(on, setup.Wishes(**wishes), Random(seed))


def typed(
    lines: Iterable[str], *, lang: str = "en", plain: bool = False, seed: int = 1, **wishes: Any
) -> str:
    """What is written when somebody types these lines, from the first question to the end of the input."""
    on = screen(lines, lang=lang, plain=plain)
    random = Random(seed)
    table = setup.table(on, setup.Wishes(**wishes), random)
    session(on, table, random)
    return written(on)


def thinking(
    choose: Callable[[Play], str], *, lang: str = "en", plain: bool = False, seed: int = 1, **wishes: Any
) -> tuple[Play, list[str], str]:
    """A game played to its end by somebody who looks at it: the game, the lines typed, what was written."""
    on = screen(lang=lang, plain=plain)
    random = Random(seed)
    play = Play(on, setup.table(on, setup.Wishes(**wishes), random), HANDLERS, random)
    keyboard = Keyboard(lambda: choose(play))
    on._stdin = keyboard
    play.run()
    return play, keyboard.typed, written(on)


def diligent(seed: int) -> Callable[[Play], str]:
    """Somebody who lets chance act, digs where there is a hole, and else plays anything."""
    random = Random(seed)

    def choose(play: Play) -> str:
        game, state = play.game, play.state
        if game.actor(state) in {None, CHANCE}:
            return ""
        names = [game.name(state, action) for action in game.legal(state)]
        holes = game.view(state, None).get("holes", [])
        ends = [name for name in names if name.partition("-")[2] in holes]
        stays = [name for name in names if name.partition("-")[0] not in holes]
        return random.choice([name for name in ends if name in stays] or stays or names)

    return choose
