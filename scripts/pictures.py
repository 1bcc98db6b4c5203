"""Draw each game as the terminal shows it, in the middle of a match, for the README and the docs.

.venv/bin/python scripts/pictures.py
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Iterator
from html import escape
from pathlib import Path
from random import Random
from typing import Any

from rich.color import Color
from rich.console import Console
from rich.segment import Segment
from rich.text import Text

from moleworks.engine import chance
from moleworks.games import CHANCE, GAMES
from moleworks.games.mole_company.view_types import own_view
from moleworks.games.mole_hill.view_types import own_view as mole_hill_view
from moleworks.record import Match
from moleworks.terminal.drawing import picture

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"

LETTER_WIDTH, LINE_HEIGHT, MARGIN = 10, 21, 12
"""In units of the SVG file."""
FONT = "Menlo, 'DejaVu Sans Mono', Consolas, monospace"

Choice = Callable[[Match, Random], int]


def choose_digging_or_random(match: Match, random: Random) -> int:
    """Into a hole if a mole can, out of one only if it must; else at random."""
    game, state = match.game, match.state
    names = {game.name(state, action): action for action in game.legal(state)}
    if game.id != "mole-company":
        return random.choice(list(names.values()))
    holes = own_view(game.view(state, None))["holes"]
    outside = [name for name in names if name.split("-")[0] not in holes]
    digging = [name for name in outside if "-" in name and name.split("-")[1] in holes]
    return names[random.choice(sorted(digging or outside or names))]


def choose_near_mole(match: Match, random: Random) -> int:
    """At random, but rods only beside the mole."""
    names = {match.game.name(match.state, action): action for action in match.game.legal(match.state)}
    mole = mole_hill_view(match.game.view(match.state, None))["mole"]
    near = [name for name in names if "|" not in name or (mole and mole in name.split("|"))]
    return names[random.choice(sorted(near or names))]


SCENES: tuple[tuple[str, int, Choice, int, int], ...] = (
    ("mole-hill", 2, choose_near_mole, 26, 4),
    ("mole-company", 3, choose_digging_or_random, 42, 2),
    ("buddel-bande", 4, choose_digging_or_random, 70, 5),
)


def play_scene(game: str, players: int, choose: Choice, plies: int, seed: int) -> Match:
    """A match after `plies` actions, the same each time."""
    random = Random(seed)
    match = Match.begin(game, players=players, rotations=chance.draw_rotations(GAMES[game], random))
    while match.ply < plies:
        by_chance = match.game.actor(match.state) == CHANCE
        action: Any = chance.draw(match.game, match.state, random) if by_chance else choose(match, random)
        match.play([match.game.name(match.state, action)])
    return match


def draw_scene(game: str, players: int, choose: Choice, plies: int, seed: int) -> list[Text]:
    """The board after `plies` actions."""
    match = play_scene(game, players, choose, plies, seed)
    return picture(match, match.state, None)


def svg(title: str, lines: list[Text]) -> str:
    """The drawing as SVG; every word has its own position, so that any monospaced font works."""
    console = Console(file=io.StringIO(), color_system="truecolor", force_terminal=True)
    width, height = (
        max(line.cell_len for line in lines) * LETTER_WIDTH + 2 * MARGIN,
        len(lines) * LINE_HEIGHT + 2 * MARGIN,
    )
    parts = [part for row, line in enumerate(lines) for part in _row(row, line.render(console))]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'font-family="{FONT}" font-size="16.6"><title>{escape(title)}</title>\n'
        f'<rect width="100%" height="100%" rx="10" fill="#1e2430"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def _row(row: int, segments: Iterable[Segment]) -> Iterator[str]:
    column, words = 0, []
    for text, style, _ in segments:
        x, y = MARGIN + column * LETTER_WIDTH, MARGIN + row * LINE_HEIGHT
        if style and style.bgcolor:
            yield _box(x, y, len(text.rstrip("\n")), _hex(style.bgcolor))
        ink = _hex(style.color) if style and style.color else "#fff8ea"
        weight = ' font-weight="bold"' if style and style.bold else ""
        for word in re.finditer(r"\S+", text):
            at, long = x + word.start() * LETTER_WIDTH, len(word[0]) * LETTER_WIDTH
            place = f'x="{at}" y="{y + 16}" textLength="{long}"'
            words.append(f'<text {place} fill="{ink}"{weight}>{escape(word[0])}</text>')
        column += len(text)
    yield from words


def _box(x: int, y: int, letters: int, colour: str) -> str:
    width, height = letters * LETTER_WIDTH + 0.3, LINE_HEIGHT + 0.3
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{colour}"/>'


def _hex(colour: Color) -> str:
    return colour.get_truecolor().hex


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    for game, players, choose, plies, seed in SCENES:
        file = PICTURES / f"{game}.svg"
        file.write_text(svg(GAMES[game].title, draw_scene(game, players, choose, plies, seed)), "utf-8")
        print(file.name)


if __name__ == "__main__":
    main()
