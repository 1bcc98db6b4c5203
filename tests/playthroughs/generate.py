"""Golden playthroughs: random games, written to text files in full. Any change of a rule changes a file.

`scripts/playthroughs` rewrites the files; read the differences, and commit only intended ones.
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
from tests.games.digging_policy import digging_policy

HERE = Path(__file__).parent
VIEWS_EVERY = 10
"""Actions between two lists of all views."""


class Playthrough(NamedTuple):
    """The set-up and the seed of a game."""

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
    Playthrough("mole-company", "tactile-pro", "funnel", 3, 16, {}, (4, 1, 2, 5)),
    Playthrough("buddel-bande", "goldsieber", "classic", 2, 12, {}),
    Playthrough("buddel-bande", "goldsieber", "stroll", 3, 13, {"know_own": False, "either": "dog"}),
    Playthrough("buddel-bande", "goldsieber", "stroll", 4, 14, {}),
    Playthrough("buddel-bande", "goldsieber", "classic", 4, 15, {"turn_limit": 40}),
)


def lines(playthrough: Playthrough) -> Iterator[str]:
    """The text of a playthrough."""
    match = Match.begin(
        playthrough.game,
        board=playthrough.board,
        players=playthrough.players,
        preset=playthrough.preset,
        options=playthrough.options,
        rotations=playthrough.rotations,
    )
    game, random = match.game, Random(playthrough.seed)
    yield from _header(match, playthrough)
    while game.outcome(match.state) is None:
        if match.ply % VIEWS_EVERY == 0:
            yield from _views(match)
        name, odds = _choose(match, random)
        count = len(game.legal(match.state))
        yield f"{match.ply} {_actor_text(match)} {game.phase(match.state)} {count} {name}{odds}"
        match.play([name])
    yield from _views(match)
    outcome = game.outcome(match.state)
    assert outcome
    yield f"over by {outcome.rule}, winner {outcome.winner}, draw {option_text(outcome.draw)}"


def _header(match: Match, playthrough: Playthrough) -> Iterator[str]:
    setup = match.setup
    yield f"game {match.game.id}, preset {setup.preset}, board {setup.board.name}, players {setup.players}"
    yield "options " + " ".join(f"{name}={option_text(value)}" for name, value in setup.options.items())
    if setup.rotations is not None:
        yield "rotations " + " ".join(map(str, setup.rotations))
    yield f"seed {playthrough.seed}"
    yield ""


def _actor_text(match: Match) -> str:
    actor = match.game.actor(match.state)
    return "chance" if actor == CHANCE else f"seat {actor}"


def _choose(match: Match, random: Random) -> tuple[str, str]:
    """A random action, and its odds if chance acts."""
    game, state = match.game, match.state
    names = {game.name(state, action): action for action in game.legal(state)}

    def choose(among: list[str]) -> str:
        # Python guarantees the same numbers for a seed only for random(), not for its other methods.
        return among[int(random.random() * len(among))]

    odds = game.odds(state)
    if odds:
        name = choose(list(names))
        return name, f" {odds[names[name]]}"
    if game.id == "mole-company":
        return digging_policy(game.view(state, None), list(names), choose), ""
    return choose(list(names)), ""


def _views(match: Match) -> Iterator[str]:
    """The views of all seats and a spectator; a single line if they are equal."""
    seats = (None, *range(match.setup.players))
    seen = [_view_text(match.game.view(match.state, seat)) for seat in seats]
    if len(set(seen)) == 1:
        yield f"all see {seen[0]}"
        return
    for seat, view in zip(seats, seen, strict=True):
        yield f"{'a watcher' if seat is None else f'seat {seat}'} sees {view}"


def _view_text(view: View) -> str:
    return json.dumps(view, sort_keys=True)


def text(playthrough: Playthrough) -> str:
    """The content of the file."""
    return "\n".join(lines(playthrough)) + "\n"


def main() -> None:
    """Rewrite all files, and delete those without a playthrough."""
    for file in set(HERE.glob("*.txt")) - {playthrough.file for playthrough in PLAYTHROUGHS}:
        file.unlink()
    for playthrough in PLAYTHROUGHS:
        playthrough.file.write_text(text(playthrough), "utf-8", newline="\n")


if __name__ == "__main__":
    main()
