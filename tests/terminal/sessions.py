"""Terminal sessions for tests: typed lines in, written text out."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from moleworks.games import CHANCE
from moleworks.terminal import setup
from moleworks.terminal.commands import HANDLERS
from moleworks.terminal.play import TerminalMatch
from moleworks.terminal.screen import TerminalScreen
from moleworks.terminal.seats import SeatedMatch
from moleworks.terminal.session import run_session
from moleworks.texts import language


class Keyboard(io.StringIO):
    """Input that a function provides, line by line, until it returns None."""

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


def screen(lines: Iterable[str] = (), *, lang: str = "en", plain: bool = False) -> TerminalScreen:
    """A screen with these lines as input."""
    transcript = io.StringIO("".join(f"{line}\n" for line in lines))
    return TerminalScreen(language(lang), plain=plain, stdin=transcript, stdout=io.StringIO())


def output_of(on: TerminalScreen) -> str:
    file = on.console.file
    assert isinstance(file, io.StringIO)
    return file.getvalue()


def set_up(on: TerminalScreen, seed: int = 1, **wishes: Any) -> SeatedMatch:
    return setup.seat_players(on, setup.PlayOptions(**wishes), Random(seed))


def transcript(
    lines: Iterable[str], *, lang: str = "en", plain: bool = False, seed: int = 1, **wishes: Any
) -> str:
    """The output of a session in which these lines are typed."""
    on = screen(lines, lang=lang, plain=plain)
    random = Random(seed)
    seated = setup.seat_players(on, setup.PlayOptions(**wishes), random)
    run_session(on, seated, random)
    return output_of(on)


def play_to_end(
    choose: Callable[[TerminalMatch], str],
    *,
    lang: str = "en",
    plain: bool = False,
    seed: int = 1,
    **wishes: Any,
) -> tuple[TerminalMatch, list[str], str]:
    """Play a game to its end with lines chosen by a function; return the match, the lines and the output."""
    on = screen(lang=lang, plain=plain)
    random = Random(seed)
    play = TerminalMatch(on, setup.seat_players(on, setup.PlayOptions(**wishes), random), HANDLERS, random)
    keyboard = Keyboard(lambda: choose(play))
    on._stdin = keyboard
    play.run()
    return play, keyboard.typed, output_of(on)


def digging_player(seed: int) -> Callable[[TerminalMatch], str]:
    """Lets chance act, moves into holes if possible, else plays at random."""
    random = Random(seed)

    def choose(play: TerminalMatch) -> str:
        game, state = play.game, play.state
        if game.actor(state) in {None, CHANCE}:
            return ""
        names = [game.name(state, action) for action in game.legal(state)]
        holes = dict(game.view(state, None)).get("holes", [])
        assert isinstance(holes, list)
        ends = [name for name in names if name.partition("-")[2] in holes]
        stays = [name for name in names if name.partition("-")[0] not in holes]
        return random.choice([name for name in ends if name in stays] or stays or names)

    return choose
