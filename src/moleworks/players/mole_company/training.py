"""How the weights were found: the evaluation plays against itself and learns from how its games end.

Each side takes the action that looks best at a glance, give or take a little. After each game every position
is moved towards what came of it, TD(lambda) on the chances of all seats. Run it as
`python -m moleworks.players.mole_company.training PLAYERS SECONDS OUT.json [IN.json]`; a core plays from
some hundred to two thousand games a second. Without IN.json it goes on from the weights kept;
`players.packed` makes the text of OUT.json that `weights` holds.

How those were made, each line beginning with the weights of the line before unless said otherwise:

- by hand: 400 units for each mole in a hole, 40 for each twelfth of the odds to enter, 50 for each mole that
  is ready, 30 for each door, 20 for each hole in line and each two pairs of discs; all else nothing;
- two players: some games, then 120,000, then 23,000 in which `order` told one to three seats before apart;
- four players, from those first games of two: 26,000, then 46,000 and 74,000 with `order` told apart;
- three players: 96,000 games of four from the weights of four, then 40,000 of three.

Going on longer has not helped. After more than 120,000 further games (half of them alone against three greedy
seats, rates falling from 16 to 1.5, weights averaged over the last half) the weights of four players won
39.6 % ± 0.5 at a glance against three greedy seats, where those kept win 39.5 % ± 1.0. After more than 80,000
further games those of three won 52.0 % ± 0.6 against two, where those kept win 53.3 % ± 0.7.

Nor has a better fit. Over 200,000 positions of four players (cross-entropy to who won, in nats; an even guess
has 1.386 while all are in) the weights kept have 1.375 on the green board, 1.312 on the red, 1.155 on the
brown and 0.916 on the blue one. A network of 16 hidden units over the same features, own and rivals', fitted
to 3.4 million others, has 1.374, 1.311, 1.147 and 0.907; it was not played. Weights fitted board by board,
backwards from the blue one, won 44.7 % ± 2.9 with 1,500 nodes against three greedy seats, where those kept
win 44.2 % ± 2.8.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import MutableSequence, Sequence
from pathlib import Path
from random import Random
from typing import Any

from moleworks.games.kernel import compiled, kernel
from moleworks.games.mole_company.game import MOLE_COMPANY
from moleworks.games.mole_company.rules import (
    FLIP,
    OVER,
    PLACE,
    Position,
    Table,
    disc_count,
    moles,
    nth_disc,
    opening,
    play,
)
from moleworks.players.mole_company import workshop
from moleworks.players.mole_company.evaluation import FEATURES, SIZE, chances, features
from moleworks.players.mole_company.ground import ONE, Ground
from moleworks.players.mole_company.habits import GREEDY, favourite
from moleworks.players.mole_company.search import Desk, laid_out
from moleworks.players.playouts import share, shuffled
from moleworks.record import Match

ROW = 4 * FEATURES + 9
"""What is written down of a position: four seats' features, their chances, the stage."""
LONGEST = 1200
PLAIN = {2: 0.3, 3: 0.7, 4: 0.7}
"""In how many of the games some seats are greedy: most people are."""


@kernel
def glance(
    table: Table, ground: Ground, desk: Desk, position: Position, seed: int, noise: int
) -> tuple[Position, int]:
    """The position after the action that looks best, give or take some noise; and the next seed."""
    number = laid_out(table, position, desk.actions, 0)
    best = -1
    chosen = position
    for n in range(number):
        after = play(table, position, desk.actions[n])
        chances(table, ground, after, desk.found, desk.result, 0)
        seed = shuffled(seed)
        value = desk.result[position.seat] + share(seed, noise)
        if value > best:
            best = value
            chosen = after
    return chosen, seed


@kernel
def game(
    table: Table, ground: Ground, desk: Desk, rows: MutableSequence[int], seed: int, noise: int, plain: int
) -> tuple[int, int]:
    """One game, its positions at the start of turns written down in `rows`; how many, and the next seed."""
    position = opening(table)
    number = 0
    while True:
        if position.phase in (FLIP, PLACE, OVER):
            at = number * ROW
            chances(table, ground, position, desk.found, rows, at + 4 * FEATURES)
            rows[at + 4 * FEATURES + 4] = position.phase
            for seat in range(4):
                alive = seat < table.players and (position.phase == PLACE or moles(position, seat) != 0)
                rows[at + 4 * FEATURES + 5 + seat] = 1 if alive else 0
                if alive and position.phase != OVER:
                    features(table, ground, position, seat, rows, at + seat * FEATURES)
            number += 1
        if position.phase == OVER or number == LONGEST:
            return number, seed
        if position.phase == FLIP:
            seed = shuffled(seed)
            position = play(table, position, nth_disc(position, share(seed, disc_count(position))))
        elif (plain >> position.seat) & 1:
            seed = shuffled(seed)
            action = favourite(table, ground, position, GREEDY, seed, desk.actions, 0)
            position = play(table, position, action)
        else:
            position, seed = glance(table, ground, desk, position, seed, noise)


@kernel
def learn(
    rows: MutableSequence[int], number: int, weights: MutableSequence[float], rate: float, trust: float
) -> float:
    """Move the weights towards what came of each position; how far off they were, summed up."""
    last = (number - 1) * ROW + 4 * FEATURES
    goal0, goal1, goal2, goal3 = (
        rows[last] / ONE,
        rows[last + 1] / ONE,
        rows[last + 2] / ONE,
        rows[last + 3] / ONE,
    )
    off = 0.0
    for back in range(2, number + 1):
        at = (number - back) * ROW
        for seat in range(4):
            if rows[at + 4 * FEATURES + 5 + seat]:
                goal = goal0 if seat == 0 else goal1 if seat == 1 else goal2 if seat == 2 else goal3
                error = goal - rows[at + 4 * FEATURES + seat] / ONE
                off += error * error
                for n in range(FEATURES):
                    weights[rows[at + seat * FEATURES + n]] += rate * error
        chance = at + 4 * FEATURES
        goal0 = trust * goal0 + (1 - trust) * rows[chance] / ONE
        goal1 = trust * goal1 + (1 - trust) * rows[chance + 1] / ONE
        goal2 = trust * goal2 + (1 - trust) * rows[chance + 2] / ONE
        goal3 = trust * goal3 + (1 - trust) * rows[chance + 3] / ONE
    return off / number


@kernel
def session(
    table: Table,
    ground: Ground,
    desk: Desk,
    rows: MutableSequence[int],
    weights: MutableSequence[float],
    units: MutableSequence[int],
    seed: int,
    games: int,
    noise: int,
    plain: int,
    rate: float,
    trust: float,
) -> tuple[float, int, int]:
    """So many games, learning after each; the errors and turns of all, and the next seed."""
    off = 0.0
    turns = 0
    for _ in range(games):
        number, seed = game(table, ground, desk, rows, seed, noise, plain)
        turns += number
        off += learn(rows, number, weights, rate, trust)
        for n in range(len(weights)):
            units[n] = int(weights[n])
    return off, turns, seed


def boxes(players: int, number: int, random: Random) -> list[Table]:
    """Boxes to play with: three of four by the default preset, all turned at random."""
    presets: Sequence[str] = [*["ravensburger"] * 9, "ravensburger-basic", "tactile", "tactile-pro"]
    made = []
    for n in range(number):
        rotations = tuple(random.randrange(6) for _ in range(4))
        match = Match.begin(
            MOLE_COMPANY.id, players=players, preset=presets[n % len(presets)], rotations=rotations
        )
        made.append(match.state.table)
    return made


def main(players: int, seconds: float, out: str, start: str | None = None) -> None:
    import numpy  # noqa: PLC0415

    random = Random(players)
    kit = workshop.Kit(native=True)
    boards = [kit.tables(table) for table in boxes(players, 120, random)]
    units: Any = numpy.array(boards[0][1].weights)
    if start:
        units[:] = json.loads(Path(start).read_text())
    weights = units.astype(float)
    rows = numpy.zeros(ROW * LONGEST, dtype=numpy.int64)
    began = told = time.perf_counter()
    seed, games, off, turns, told_games = random.getrandbits(62), 0, 0.0, 0, 0
    run = compiled(session)
    while (past := (time.perf_counter() - began) / seconds) < 1:
        table, tables = random.choice(boards)
        noise = int(ONE * random.choice((0.005, 0.02, 0.04, 0.08)))
        plain = random.getrandbits(players) if random.random() < PLAIN[players] else 0
        rate = 60.0 * (1 - past) + 2.0 if not start else 20.0 * (1 - past) + 1.0
        trust = 0.95 if past < 0.5 and not start else 0.8
        more, length, seed = run(
            table,
            tables._replace(weights=units),
            kit.desk,
            rows,
            weights,
            units,
            seed,
            10,
            noise,
            plain,
            rate,
            trust,
        )
        games += 10
        off += more
        turns += length
        told_games += 10
        if time.perf_counter() - told > 10:
            print(f"{games} games, error {off / told_games:.4f}, {turns / told_games:.0f} turns", flush=True)
            told, off, turns, told_games = time.perf_counter(), 0.0, 0, 0
            Path(out).write_text(json.dumps([int(unit) for unit in units]))
    Path(out).write_text(json.dumps([int(unit) for unit in units]))
    assert len(units) == SIZE


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]), sys.argv[3], *sys.argv[4:5])
