"""Draws the pictures of the README and the docs: each game in the terminal, in the middle of a match.

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

from moleworks.games import CHANCE, GAMES
from moleworks.players import lots
from moleworks.record import Match
from moleworks.terminal.draw import picture

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"

WIDE, HIGH, MARGIN = 10, 21, 12
"""Of a letter, a line, and the edge of the picture."""
FONT = "Menlo, 'DejaVu Sans Mono', Consolas, monospace"

Choice = Callable[[Match, Random], int]


def stroll(match: Match, random: Random) -> int:
    """Into a hole if a mole can, out of one only if it must; else anything."""
    game, state = match.game, match.state
    names = {game.name(state, action): action for action in game.legal(state)}
    if game.id != "mole-company":
        return random.choice(list(names.values()))
    holes = game.view(state, None)["holes"]
    outside = [name for name in names if name.split("-")[0] not in holes]
    digging = [name for name in outside if "-" in name and name.split("-")[1] in holes]
    return names[random.choice(sorted(digging or outside or names))]


def wander(match: Match, random: Random) -> int:
    """A gardener who lays rods near the mole, and a mole that walks about."""
    names = {match.game.name(match.state, action): action for action in match.game.legal(match.state)}
    mole = match.game.view(match.state, None)["mole"]
    near = [name for name in names if "|" not in name or (mole and mole in name.split("|"))]
    return names[random.choice(sorted(near or names))]


SCENES: tuple[tuple[str, int, Choice, int, int], ...] = (
    ("mole-hill", 2, wander, 26, 4),
    ("mole-company", 3, stroll, 42, 2),
    ("buddel-bande", 4, stroll, 70, 5),
)


def played(game: str, players: int, choose: Choice, plies: int, seed: int) -> Match:
    """A match after so many actions, the same each time."""
    random = Random(seed)
    match = Match.begin(game, players=players, rotations=lots.rotations(GAMES[game], random))
    while match.ply < plies:
        chance = match.game.actor(match.state) == CHANCE
        action: Any = lots.draw(match.game, match.state, random) if chance else choose(match, random)
        match.play([match.game.name(match.state, action)])
    return match


def scene(game: str, players: int, choose: Choice, plies: int, seed: int) -> list[Text]:
    """The board after so many actions."""
    match = played(game, players, choose, plies, seed)
    return picture(match, match.state, None)


def svg(title: str, lines: list[Text]) -> str:
    """The drawing as a picture: every word at its own place, whatever fixed font the reader has."""
    console = Console(file=io.StringIO(), color_system="truecolor", force_terminal=True)
    width, height = max(line.cell_len for line in lines) * WIDE + 2 * MARGIN, len(lines) * HIGH + 2 * MARGIN
    parts = [part for row, line in enumerate(lines) for part in _row(row, line.render(console))]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'font-family="{FONT}" font-size="16.6"><title>{escape(title)}</title>\n'
        f'<rect width="100%" height="100%" rx="10" fill="#1e2430"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def _row(row: int, segments: Iterable[Segment]) -> Iterator[str]:
    column, words = 0, []
    for text, style, _ in segments:
        x, y = MARGIN + column * WIDE, MARGIN + row * HIGH
        if style and style.bgcolor:
            yield _box(x, y, len(text.rstrip("\n")), _hex(style.bgcolor))
        ink = _hex(style.color) if style and style.color else "#fff8ea"
        weight = ' font-weight="bold"' if style and style.bold else ""
        for word in re.finditer(r"\S+", text):
            at, long = x + word.start() * WIDE, len(word[0]) * WIDE
            place = f'x="{at}" y="{y + 16}" textLength="{long}"'
            words.append(f'<text {place} fill="{ink}"{weight}>{escape(word[0])}</text>')
        column += len(text)
    yield from words


def _box(x: int, y: int, letters: int, colour: str) -> str:
    return f'<rect x="{x}" y="{y}" width="{letters * WIDE + 0.3}" height="{HIGH + 0.3}" fill="{colour}"/>'


def _hex(colour: Color) -> str:
    return colour.get_truecolor().hex


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    for game, players, choose, plies, seed in SCENES:
        file = PICTURES / f"{game}.svg"
        file.write_text(svg(GAMES[game].title, scene(game, players, choose, plies, seed)), "utf-8")
        print(file.name)


if __name__ == "__main__":
    main()
