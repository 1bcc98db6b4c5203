"""Train the evaluation of Mole Company by self-play, with TD(lambda) on the chances of all seats.

Each seat takes the action with the best static value, plus some noise. After each game the value of every
position is moved towards the result. Run it as
`python -m training.mole_company PLAYERS SECONDS OUT.json [IN.json]`; a core plays
between a hundred and two thousand games a second. Without IN.json it begins with the weights in use.
OUT.json has the format of `games/mole_company/player/weights_2.json` and the like.

How the weights in use were made, each line from the weights of the line before unless it says otherwise:

- by hand: 400 units for each mole in a hole, 40 for each twelfth of the odds to enter, 50 for each mole that
  is ready, 30 for each door, 20 for each hole in line and each two pairs of discs; all else nothing;
- two players: some games, then 120,000, then 23,000 in which `order` distinguished one to three seats before;
- four players, from those first games of two: 26,000, then 46,000 and 74,000 with `order` distinguished;
- three players: 96,000 games of four from the weights of four, then 40,000 of three.

Longer training has not helped. After more than 120,000 further games (half of them alone against three greedy
seats, rates falling from 16 to 1.5, weights averaged over the last half) the weights of four players won
39.6 % ± 0.5 by static evaluation against three greedy seats, where those in use win 39.5 % ± 1.0. After more
than 80,000 further games those of three won 52.0 % ± 0.6 against two, where those in use win 53.3 % ± 0.7.

Nor has a better fit. Over 200,000 positions of four players (cross-entropy to the winner, in nats; an even
guess has 1.386 while all are in) the weights in use have 1.375 on the green board, 1.312 on the red, 1.155 on
the brown and 0.916 on the blue one. A network of 16 hidden units over the same features, own and rivals',
fitted to 3.4 million other positions, has 1.374, 1.311, 1.147 and 0.907; it was not played. Weights fitted
board by board, backwards from the blue one, won 44.7 % ± 2.9 with 1,500 nodes against three greedy seats,
where those in use win 44.2 % ± 2.8.
"""

from __future__ import annotations

import sys
import time
from collections.abc import MutableSequence, Sequence
from pathlib import Path
from random import Random
from typing import Any

from moleworks.core.kernel import compiled, kernel
from moleworks.core.random_kernels import next_seed, pick
from moleworks.engine.weights import read_weights
from moleworks.games.mole_company.game import MOLE_COMPANY
from moleworks.games.mole_company.player import search_kernels
from moleworks.games.mole_company.player.evaluation import FEATURES, SIZE, chances, features
from moleworks.games.mole_company.player.opponent_models import GREEDY, preferred_action
from moleworks.games.mole_company.player.search import MoleCompanyBuffers, list_actions
from moleworks.games.mole_company.player.tables import ONE, MoleCompanySearchTables
from moleworks.games.mole_company.rules import (
    FLIP,
    OVER,
    PLACE,
    MoleCompanyPosition,
    MoleCompanyTable,
    disc_count,
    moles,
    nth_disc,
    opening,
    play,
)
from moleworks.record import Match
from training.weights_file import write_weights

ROW = 4 * FEATURES + 9
"""The numbers recorded for a position: the features of four seats, their chances, the stage."""
LONGEST = 1200
ROW_WIDTH = 20
"""The numbers on a line of the file that is written."""
GREEDY_SHARE = {2: 0.3, 3: 0.7, 4: 0.7}
"""By number of players: the share of the games in which some seats are greedy, as most people are."""


@kernel
def choose_by_evaluation(
    table: MoleCompanyTable,
    tables: MoleCompanySearchTables,
    buffers: MoleCompanyBuffers,
    position: MoleCompanyPosition,
    seed: int,
    noise: int,
) -> tuple[MoleCompanyPosition, int]:
    """The position after the action with the best value, plus some noise; and the next seed."""
    number = list_actions(table, position, buffers.actions, 0)
    best = -1
    chosen = position
    for n in range(number):
        after = play(table, position, buffers.actions[n])
        chances(table, tables, after, buffers.found, buffers.result, 0)
        seed = next_seed(seed)
        value = buffers.result[position.seat] + pick(seed, noise)
        if value > best:
            best = value
            chosen = after
    return chosen, seed


@kernel
def play_game(
    table: MoleCompanyTable,
    tables: MoleCompanySearchTables,
    buffers: MoleCompanyBuffers,
    rows: MutableSequence[int],
    seed: int,
    noise: int,
    greedy_seats: int,
) -> tuple[int, int]:
    """Play one game and record its positions at the start of turns; return their number and the next seed."""
    position = opening(table)
    number = 0
    while True:
        if position.phase in (FLIP, PLACE, OVER):
            at = number * ROW
            chances(table, tables, position, buffers.found, rows, at + 4 * FEATURES)
            rows[at + 4 * FEATURES + 4] = position.phase
            for seat in range(4):
                alive = seat < table.players and (position.phase == PLACE or moles(position, seat) != 0)
                rows[at + 4 * FEATURES + 5 + seat] = 1 if alive else 0
                if alive and position.phase != OVER:
                    features(table, tables, position, seat, rows, at + seat * FEATURES)
            number += 1
        if position.phase == OVER or number == LONGEST:
            return number, seed
        if position.phase == FLIP:
            seed = next_seed(seed)
            position = play(table, position, nth_disc(position, pick(seed, disc_count(position))))
        elif (greedy_seats >> position.seat) & 1:
            seed = next_seed(seed)
            action = preferred_action(table, tables, position, GREEDY, seed, buffers.actions, 0)
            position = play(table, position, action)
        else:
            position, seed = choose_by_evaluation(table, tables, buffers, position, seed, noise)


@kernel
def learn(
    rows: MutableSequence[int], number: int, weights: MutableSequence[float], rate: float, trace_decay: float
) -> float:
    """Move the weights towards the result of each position; return the mean error."""
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
        goal0 = trace_decay * goal0 + (1 - trace_decay) * rows[chance] / ONE
        goal1 = trace_decay * goal1 + (1 - trace_decay) * rows[chance + 1] / ONE
        goal2 = trace_decay * goal2 + (1 - trace_decay) * rows[chance + 2] / ONE
        goal3 = trace_decay * goal3 + (1 - trace_decay) * rows[chance + 3] / ONE
    return off / number


@kernel
def train(
    table: MoleCompanyTable,
    tables: MoleCompanySearchTables,
    buffers: MoleCompanyBuffers,
    rows: MutableSequence[int],
    weights: MutableSequence[float],
    units: MutableSequence[int],
    seed: int,
    games: int,
    noise: int,
    greedy_seats: int,
    rate: float,
    trace_decay: float,
) -> tuple[float, int, int]:
    """Play games and learn after each; return the sums of errors and turns, and the next seed."""
    off = 0.0
    turns = 0
    for _ in range(games):
        number, seed = play_game(table, tables, buffers, rows, seed, noise, greedy_seats)
        turns += number
        off += learn(rows, number, weights, rate, trace_decay)
        for n in range(len(weights)):
            units[n] = int(weights[n])
    return off, turns, seed


def boxes(players: int, number: int, random: Random) -> list[MoleCompanyTable]:
    """Boxes to play with: three of four have the default preset, all have random rotations."""
    presets: Sequence[str] = [*["ravensburger"] * 9, "ravensburger-basic", "tactile", "tactile-pro"]
    made = []
    for n in range(number):
        rotations = tuple(random.randrange(6) for _ in range(4))
        match = Match.begin(
            MOLE_COMPANY.id, players=players, preset=presets[n % len(presets)], rotations=rotations
        )
        made.append(MOLE_COMPANY.start(match.setup).table)
    return made


def main(
    players: int, seconds: float, out: str, start: str | None = None, *, most_games: int | None = None
) -> None:
    """Train the weights by self-play for so many seconds, or so many games, and write them to a file."""
    import numpy  # noqa: PLC0415

    random = Random(players)
    kernels = search_kernels.MoleCompanyKernels(native=True)
    boards = [kernels.tables(table) for table in boxes(players, 120, random)]
    units: Any = numpy.array(boards[0][1].weights)
    if start:
        units[:] = read_weights(Path(start))
    weights = units.astype(float)
    rows = numpy.zeros(ROW * LONGEST, dtype=numpy.int64)
    began = reported = time.perf_counter()
    seed, games, off, turns, reported_games = random.getrandbits(62), 0, 0.0, 0, 0
    run = compiled(train)

    def done() -> float:
        """The share of the training that is done."""
        return games / most_games if most_games else (time.perf_counter() - began) / seconds

    while (past := done()) < 1:
        table, tables = random.choice(boards)
        noise = int(ONE * random.choice((0.005, 0.02, 0.04, 0.08)))
        greedy_seats = random.getrandbits(players) if random.random() < GREEDY_SHARE[players] else 0
        rate = 60.0 * (1 - past) + 2.0 if not start else 20.0 * (1 - past) + 1.0
        trace_decay = 0.95 if past < 0.5 and not start else 0.8
        more, length, seed = run(
            table,
            tables._replace(weights=units),
            kernels.buffers,
            rows,
            weights,
            units,
            seed,
            10,
            noise,
            greedy_seats,
            rate,
            trace_decay,
        )
        games += 10
        off += more
        turns += length
        reported_games += 10
        if time.perf_counter() - reported > 10:
            print(
                f"{games} games, error {off / reported_games:.4f}, {turns / reported_games:.0f} turns",
                flush=True,
            )
            reported, off, turns, reported_games = time.perf_counter(), 0.0, 0, 0
            write_weights(Path(out), units.tolist(), ROW_WIDTH)
    write_weights(Path(out), units.tolist(), ROW_WIDTH)
    assert len(units) == SIZE


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]), sys.argv[3], *sys.argv[4:5])
