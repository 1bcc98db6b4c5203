"""Games played at random and written down in full, one text a game: a change of any rule changes a text.

`scripts/playthroughs` writes the texts anew; what has changed is then to be read, and kept only if meant.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from moleworks.games import CHANCE, View
from moleworks.record import Match
from moleworks.record.write import option_text
from tests.games.digging import digging

HERE = Path(__file__).parent
EVERY = 10
"""Actions between two looks at what everybody sees."""


class Playthrough(NamedTuple):
    """What is played, and with which seed."""

    game: str
    preset: str
    board: str
    players: int
    seed: int
    options: dict[str, Any]
    rotations: tuple[int, ...] | None = None

    @property
    def file(self) -> Path:
        return HERE / f"{self.game}-{self.preset}-{self.board}-{self.players}.txt"


PLAYTHROUGHS = (
    Playthrough("mole-hill", "blatz", "classic", 2, 1, {}),
    Playthrough("mole-hill", "blatz", "patch", 2, 2, {"diagonal": "edges"}),
    Playthrough("mole-hill", "short", "classic", 2, 3, {}),
    Playthrough("mole-hill", "short", "patch", 2, 4, {"rounds": 1}),
    Playthrough("mole-company", "ravensburger", "classic", 2, 5, {}, (0, 0, 0, 0)),
    Playthrough("mole-company", "ravensburger", "burrow", 4, 6, {}, (5, 4, 3, 2)),
    Playthrough("mole-company", "ravensburger-basic", "classic", 3, 7, {}, (1, 2, 3, 4)),
    Playthrough("mole-company", "ravensburger-basic", "burrow", 2, 8, {"turn_limit": 30}, (0, 1, 0, 1)),
    Playthrough("mole-company", "tactile", "burrow", 3, 9, {"reshuffle": 5}, (2, 2, 2, 2)),
    Playthrough("mole-company", "tactile-pro", "burrow", 2, 10, {}, (3, 0, 5, 1)),
    Playthrough("mole-company", "tactile-pro", "classic", 4, 11, {"final_paths": "into"}, (5, 5, 1, 0)),
    Playthrough("buddel-bande", "goldsieber", "classic", 2, 12, {}),
    Playthrough("buddel-bande", "goldsieber", "stroll", 3, 13, {"know_own": False, "either": "dog"}),
    Playthrough("buddel-bande", "goldsieber", "stroll", 4, 14, {}),
    Playthrough("buddel-bande", "goldsieber", "classic", 4, 15, {"turn_limit": 40}),
)


def lines(played: Playthrough) -> Iterator[str]:
    """The text of a playthrough."""
    match = Match.begin(
        played.game,
        board=played.board,
        players=played.players,
        preset=played.preset,
        options=played.options,
        rotations=played.rotations,
    )
    game, random = match.game, Random(played.seed)
    yield from _head(match, played)
    while game.outcome(match.state) is None:
        if match.ply % EVERY == 0:
            yield from _views(match)
        name, odds = _chosen(match, random)
        ways = len(game.legal(match.state))
        yield f"{match.ply} {_who(match)} {game.phase(match.state)} {ways} {name}{odds}"
        match.play([name])
    yield from _views(match)
    outcome = game.outcome(match.state)
    assert outcome
    yield f"over by {outcome.rule}, winner {outcome.winner}, draw {option_text(outcome.draw)}"


def _head(match: Match, played: Playthrough) -> Iterator[str]:
    setup = match.setup
    yield f"game {match.game.id}, preset {setup.preset}, board {setup.board.name}, players {setup.players}"
    yield "options " + " ".join(f"{name}={option_text(value)}" for name, value in setup.options.items())
    if setup.rotations is not None:
        yield "rotations " + " ".join(map(str, setup.rotations))
    yield f"seed {played.seed}"
    yield ""


def _who(match: Match) -> str:
    actor = match.game.actor(match.state)
    return "chance" if actor == CHANCE else f"seat {actor}"


def _chosen(match: Match, random: Random) -> tuple[str, str]:
    """An action, and its odds where chance acts."""
    game, state = match.game, match.state
    names = {game.name(state, action): action for action in game.legal(state)}

    def choose(among: list[str]) -> str:
        # Of all its methods Python promises only that random() keeps giving the same numbers for a seed.
        return among[int(random.random() * len(among))]

    odds = game.odds(state)
    if odds:
        name = choose(list(names))
        return name, f" {odds[names[name]]}"
    if game.id == "mole-company":
        return digging(game.view(state, None), list(names), choose), ""
    return choose(list(names)), ""


def _views(match: Match) -> Iterator[str]:
    """What everybody sees; once only if all see the same."""
    seats = (None, *range(match.setup.players))
    seen = [_shown(match.game.view(match.state, seat)) for seat in seats]
    if len(set(seen)) == 1:
        yield f"all see {seen[0]}"
        return
    for seat, view in zip(seats, seen, strict=True):
        yield f"{'a watcher' if seat is None else f'seat {seat}'} sees {view}"


def _shown(view: View) -> str:
    return json.dumps(view, sort_keys=True)


def text(played: Playthrough) -> str:
    """As it stands in the file."""
    return "\n".join(lines(played)) + "\n"


def main() -> None:
    """Writes all files anew, and removes those of playthroughs that are no more."""
    for file in set(HERE.glob("*.txt")) - {played.file for played in PLAYTHROUGHS}:
        file.unlink()
    for played in PLAYTHROUGHS:
        played.file.write_text(text(played), "utf-8", newline="\n")


if __name__ == "__main__":
    main()
