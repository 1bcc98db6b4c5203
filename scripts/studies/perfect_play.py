"""Check that level 7 plays solved lawns perfectly: `.venv/bin/python -m scripts.studies.perfect_play [--rounds 1000]`.

It plays rounds as the mole and as the gardener against other players, on lawns whose value is proven. As the
mole it must get the proven points at least, as the gardener it must allow no more.
"""

from __future__ import annotations

import argparse
from collections import Counter
from random import Random

from moleworks.core.registry import GAMES
from moleworks.engine import knowledge, player_names
from moleworks.games.mole_hill.game import MoleHillState
from moleworks.games.mole_hill.player.player import PLAYER
from moleworks.games.mole_hill.rules import points
from moleworks.record import Match
from scripts.studies.solved import DATA
from scripts.studies.solved_lawns import Lawn, read

OPPONENTS = ("random", "level3", "level7")


def play_round(lawn: Lawn, players: tuple[str, str], seed: int) -> int:
    """The mole's points in a round between two players, the mole first."""
    setup = lawn.setup()
    match = Match(GAMES[setup.game], setup)
    seats = [player_names.player_named(setup.game, name) for name in players]
    while (seat := match.game.actor(match.state)) is not None:
        match.play(seats[seat](knowledge(match), seed))
    state = match.state
    assert isinstance(state, MoleHillState)
    return points(state.table, state.position.hills)


def main() -> None:
    """Play, and print how many rounds ended on the proven value, above it and below it for level 7."""
    parser = argparse.ArgumentParser(prog="python -m scripts.studies.perfect_play", description=__doc__)
    parser.add_argument(
        "--rounds", type=int, default=1000, help="in each role against each opponent together"
    )
    parser.add_argument("--sizes", default="3x3,4x3", help="of the lawns to play on")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    assert PLAYER.warm_up(600)
    sizes = {tuple(map(int, size.split("x"))) for size in options.sizes.split(",")}
    solved = [
        row
        for lawn, row in sorted(read(DATA).items())
        if (lawn.columns, lawn.rows) in sizes and row.at_least == row.at_most
    ]
    dice, found = Random(options.seed), Counter[tuple[str, str, str]]()
    for number in range(options.rounds):
        row, opponent = dice.choice(solved), OPPONENTS[number % len(OPPONENTS)]
        for role in ("mole", "gardener"):
            players = ("level7", opponent) if role == "mole" else (opponent, "level7")
            gained = play_round(row.lawn, players, number) - row.at_least
            gained = gained if role == "mole" else -gained
            how = "below" if gained < 0 else "above" if gained else "exact"
            found[role, opponent, how] += 1
            if gained < 0:
                print(f"below the proven value: {row.lawn.name}, {role} against {opponent}, seed {number}")
        if (number + 1) % 50 == 0:
            print(
                f"{number + 1}: {sum(n for (_, _, how), n in found.items() if how == 'below')} below",
                flush=True,
            )
    for (role, opponent, how), rounds in sorted(found.items()):
        print(f"{role} against {opponent}: {how} {rounds}")
    if any(how == "below" for _, _, how in found):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
