"""Solve a small game with real secrets exactly: CFR+ on the last two turns of Buddel Bande, in OpenSpiel.

    python examples/exact_cfr.py --iterations 30

It needs `pip install "moleworks[openspiel]"`. Nobody knows at first who owns which mole: a player learns it
of a mole that they move, and all learn it of one that comes home. The deal is chance, and the opening that
follows is the same for each of the eight deals. Then two turns are left.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import pyspiel
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, exploitability

import moleworks.research.openspiel  # noqa: F401 - registers the games

OPENING = (
    "~Sc S1>1 ~Ac L2>4 ~Sc S1>home ~Ec L1>1 ~Ec dog>4 ~Ef M2>3 ~Mf M2>6 ~Mf M1>3 ~Mc M2>home ~Sl S2>2"
    " ~Ac S2>home"
)
"""OpenSpiel needs ~ for the = of a roll."""
TURNS = OPENING.count("~") + 2
"""Two more than the opening has."""


def small_game() -> Any:
    """The game: 12,629 histories, and 3,654 decisions that look like 2,184 different ones."""
    parameters = {
        "board": str(Path(__file__).with_name("lane.toml")),
        "know_own": "no",
        "opening": OPENING,
        "turn_limit": TURNS,
    }
    return pyspiel.load_game("moleworks_buddel_bande", parameters)


def solve(game: Any, iterations: int) -> float:
    """The exploitability of the average policy of CFR+ after so many iterations."""
    solver = cfr.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    return float(exploitability.exploitability(game, solver.average_policy()))


def uniform(game: Any) -> float:
    """The exploitability of random play."""
    return float(exploitability.exploitability(game, policy.UniformRandomPolicy(game)))


def main() -> None:
    """Print what random play and the solution lose against the best reply."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--iterations", type=int, default=30)
    wish = parser.parse_args()
    game = small_game()
    print(f"random play: {uniform(game):.4f}")
    print(f"CFR+, {wish.iterations} iterations: {solve(game, wish.iterations):.6f}")


if __name__ == "__main__":
    main()
