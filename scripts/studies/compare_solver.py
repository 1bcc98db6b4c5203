"""Compare the solver with a plain search of every rod and step: `.venv/bin/python -m scripts.studies.compare_solver`.

Positions are drawn by random play on small lawns, with one to three molehills left. Both say how many points the mole
gets; the solver is asked for that number and for one more.
"""

from __future__ import annotations

import argparse
from collections import Counter
from random import Random

from moleworks.core.bits import members
from moleworks.engine.kernel_pool import Stop
from moleworks.games.mole_hill import rules
from moleworks.games.mole_hill.board import board_of, make_table
from moleworks.games.mole_hill.player import proof
from moleworks.games.mole_hill.player.search_kernels import KERNEL_POOL
from moleworks.games.mole_hill.player.search_request import every_action, make_request
from moleworks.games.mole_hill.rules import OVER, ROD, MoleHillPosition, MoleHillTable
from scripts.studies.solved_lawns import lawns


def plain_value(table: MoleHillTable, position: MoleHillPosition, low: int, high: int) -> int:
    """The mole's points if both sides play their best: every action is tried, within the bounds."""
    if position.phase == OVER:
        return rules.points(table, position.hills)
    best = high if position.phase == ROD else low
    for action in every_action(position):
        after = rules.play(table, position, action)
        if position.phase == ROD:
            best = min(best, plain_value(table, after, low, best))
        else:
            best = max(best, plain_value(table, after, best, high))
        if best == (low if position.phase == ROD else high):
            break
    return best


def random_position(table: MoleHillTable, left: int, dice: Random) -> MoleHillPosition:
    """A position with so many molehills left, by random play; either side may be to act."""
    phase = dice.choice((ROD, rules.STEP))
    while True:
        position = rules.opening(table)
        while position.phase != OVER:
            if table.supply - position.hills.bit_count() == left and position.phase == phase:
                return position
            position = rules.play(table, position, dice.choice(every_action(position)))


def main() -> None:
    """Compare, and print how many positions were the same."""
    parser = argparse.ArgumentParser(prog="python -m scripts.studies.compare_solver", description=__doc__)
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    dice, found = Random(options.seed), Counter[str]()
    tables = [
        make_table(board_of(lawn.setup()), lawn.setup().options) for lawn in lawns(("3x3", "4x3", "4x4"))
    ]
    with KERNEL_POOL.borrow(reproducible=True) as kernels:
        for done in range(1, options.positions + 1):
            table = dice.choice(tables)
            left = (
                dice.choice((1, 2, 2, 3)) if len(list(members(table.squares))) < 10 else dice.choice((1, 2))
            )
            position = random_position(table, left, dice)
            truth = plain_value(table, position, 0, rules.most_points(table))
            request = make_request(table, position)
            proven = proof.prove(request, kernels.solver_buffers(Stop(), table), kernels, truth, 1 << 40)
            same = proven is not None and proven.value == truth
            found["the same" if same else "different"] += 1
            if not same:
                print(f"different: {table} {position} plain {truth} solver {proven}")
            if done % 500 == 0:
                print(f"{done}: {dict(found)}", flush=True)
    if found["different"]:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
