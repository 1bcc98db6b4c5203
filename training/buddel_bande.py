"""Train the network of Buddel Bande by self-play, with TD(lambda) on the chances of all seats.

No seat uses secrets: it takes the action with the best mean value over a few worlds that agree with what it
knows, plus some noise. After each game the value of every position, with its true owners, is moved towards
the result. Run it as
`python -m training.buddel_bande PLAYERS SECONDS OUT.json [IN.json [OTHER.json]]`.
Without IN.json, or if that is `-`, it begins from random weights. With OTHER.json a random part of the seats
plays by those weights, so that it meets other styles than its own. If OTHER.json is `-`, all play at random.
OUT.json has the format of `games/buddel_bande/player/weights_2.json` and the like.

The weights in use were trained with the same rows and the same play, many games at once, by a program for a
graphics card that is not kept here: this one repeats the method, not the weights.
The first 1.5 million games were random. Then about fifteen times 1.5 million games were played by the
weights so far (six worlds each, noise of 0, 0.02 and 0.05), and each time the weights were fitted to the
winners, that is with lambda 1, in steps of 32,768 positions (Adam). `scripts/bench players` measures how the
player does with them.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import MutableSequence, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from moleworks.core.bits import lowest
from moleworks.core.kernel import arrays, compiled, kernel
from moleworks.core.random_kernels import next_seed, pick
from moleworks.engine.weights import read_weights
from moleworks.games.buddel_bande.game import BUDDEL_BANDE
from moleworks.games.buddel_bande.player.evaluation import (
    ACTIVE,
    ONE,
    ROWS,
    UNIT,
    WEIGHTS,
    WIDTH,
    NetworkTables,
    active_rows,
    chances,
)
from moleworks.games.buddel_bande.player.tables import home_distance, powers
from moleworks.games.buddel_bande.rules import (
    ACT,
    OVER,
    ROLL,
    BuddelBandePosition,
    BuddelBandeTable,
    known_moles,
    legal_count,
    nth_legal,
    opening,
    play,
)
from moleworks.games.buddel_bande.worlds import sample_owners, with_owners
from moleworks.record import Match
from training.weights_file import write_weights

ROW = 4 * ACTIVE + 4
"""The numbers recorded for a position: the rows of four seats, then their chances."""
LONGEST = 600
BLIND = 48
"""Upper bound of the random turns at the beginning of a game."""
BATCH = 40
"""Games between two checks of the clock."""


class TrainingBuffers(NamedTuple):
    """The arrays that training writes to."""

    rows: MutableSequence[int]
    scratch: MutableSequence[int]
    found: MutableSequence[int]
    """By choice, after the chances of four seats."""
    activation: MutableSequence[float]
    """By seat and unit."""
    goals: MutableSequence[float]
    """By seat the goals, then the outputs of the network."""


class TrainingSettings(NamedTuple):
    """How games are played and how much is learned from them."""

    noise: int
    samples: int
    """Worlds for each choice."""
    mixed: int
    """Whether some seats play by the other weights."""
    rate: float
    trace_decay: float
    """The lambda: the weight of the result against later estimates."""


@kernel
def choose_by_evaluation(
    table: BuddelBandeTable,
    network: NetworkTables,
    buffers: TrainingBuffers,
    position: BuddelBandePosition,
    seed: int,
    noise: int,
    samples: int,
) -> tuple[BuddelBandePosition, int]:
    """The position after the choice with the best value, plus some noise; and the next seed."""
    choices = position.choices
    if choices & (choices - 1) == 0:
        return play(table, position, (ACT << 6) + lowest(choices)), seed
    seat = position.seat
    known = known_moles(table, position, seat)
    found = buffers.found
    for n in range(64):
        found[4 + n] = 0
    for _ in range(samples):
        world, seed = sample_owners(table, known, position.owners, seed)
        here = with_owners(table, position, world)
        rest = choices
        while rest:
            choice = lowest(rest)
            rest &= rest - 1
            chances(table, network, play(table, here, (ACT << 6) + choice), buffers.scratch, found, 0)
            found[4 + choice] += found[seat]
    best = -1
    chosen = 0
    rest = choices
    while rest:
        choice = lowest(rest)
        rest &= rest - 1
        seed = next_seed(seed)
        value = found[4 + choice] + pick(seed, noise) * samples
        if value > best:
            best = value
            chosen = choice
    return play(table, position, (ACT << 6) + chosen), seed


@kernel
def play_game(
    table: BuddelBandeTable,
    network: NetworkTables,
    other: NetworkTables,
    buffers: TrainingBuffers,
    settings: TrainingSettings,
    other_seats: int,
    seed: int,
) -> tuple[int, int]:
    """Play one game and record its positions before each roll; return their number and the next seed.

    The seats in `other_seats` play by the other weights. Half of the games begin with some random turns, so
    that positions occur which no sensible player reaches: these have to be evaluated too.
    """
    position = opening(table)
    number = 0
    seed = next_seed(seed)
    begun = pick(seed, BLIND) if seed & 1 else 0
    while True:
        if position.phase == OVER or (position.phase == ROLL and position.turns >= begun):
            at = number * ROW
            chances(table, network, position, buffers.scratch, buffers.rows, at + 4 * ACTIVE)
            if position.phase == ROLL:
                for seat in range(table.players):
                    active_rows(table, network.distance, position, seat, buffers.rows, at + seat * ACTIVE)
            number += 1
        if position.phase == OVER or number == LONGEST:
            return number, seed
        if position.phase == ACT and position.turns >= begun:
            if (other_seats >> position.seat) & 1:
                position, seed = choose_by_evaluation(
                    table, other, buffers, position, seed, ONE >> 7, settings.samples
                )
            else:
                position, seed = choose_by_evaluation(
                    table, network, buffers, position, seed, settings.noise, settings.samples
                )
        else:
            seed = next_seed(seed)
            position = play(
                table, position, nth_legal(table, position, pick(seed, legal_count(table, position)))
            )


@kernel
def evaluate_recorded(buffers: TrainingBuffers, weights: Sequence[float], at: int, players: int) -> None:
    """Evaluate a recorded position by the present weights."""
    most = -1e9
    for seat in range(players):
        total = 0.0
        for unit in range(WIDTH):
            activation = 0.0
            for n in range(ACTIVE):
                activation += weights[buffers.rows[at + seat * ACTIVE + n] * WIDTH + unit]
            buffers.activation[seat * WIDTH + unit] = activation
            if activation > 0:
                total += weights[ROWS * WIDTH + unit] * min(activation, 8.0)
        buffers.goals[4 + seat] = total
        most = max(most, total)
    whole = 0.0
    for seat in range(players):
        buffers.goals[4 + seat] = math.exp(buffers.goals[4 + seat] - most)
        whole += buffers.goals[4 + seat]
    for seat in range(players):
        buffers.goals[4 + seat] /= whole


@kernel
def learn(
    buffers: TrainingBuffers,
    number: int,
    players: int,
    weights: MutableSequence[float],
    rate: float,
    trace_decay: float,
) -> float:
    """Move the weights towards the result of each position, the last one first; return the mean error."""
    off = 0.0
    last = (number - 1) * ROW + 4 * ACTIVE
    for seat in range(players):
        buffers.goals[seat] = buffers.rows[last + seat] / ONE
    for back in range(2, number + 1):
        at = (number - back) * ROW
        evaluate_recorded(buffers, weights, at, players)
        for seat in range(players):
            error = buffers.goals[seat] - buffers.goals[4 + seat]
            off += error * error
            for unit in range(WIDTH):
                activation = buffers.activation[seat * WIDTH + unit]
                if 0 < activation < 8:
                    step = rate * error * weights[ROWS * WIDTH + unit]
                    weights[ROWS * WIDTH + unit] += rate * error * activation
                    for n in range(ACTIVE):
                        weights[buffers.rows[at + seat * ACTIVE + n] * WIDTH + unit] += step
        for seat in range(players):
            thought = buffers.rows[at + 4 * ACTIVE + seat] / ONE
            buffers.goals[seat] = trace_decay * buffers.goals[seat] + (1 - trace_decay) * thought
    return off / number


@kernel
def train(
    table: BuddelBandeTable,
    network: NetworkTables,
    other: NetworkTables,
    buffers: TrainingBuffers,
    settings: TrainingSettings,
    weights: MutableSequence[float],
    units: MutableSequence[int],
    seed: int,
    games: int,
) -> tuple[float, int]:
    """Play games and learn after each; return the sum of the errors and the next seed.

    `units` are the integer weights of the network.
    """
    off = 0.0
    for _ in range(games):
        seed = next_seed(seed)
        other_seats = pick(seed, 1 << table.players) if settings.mixed else 0
        number, seed = play_game(table, network, other, buffers, settings, other_seats, seed)
        off += learn(buffers, number, table.players, weights, settings.rate, settings.trace_decay)
        for n in range(WEIGHTS):
            units[n] = int(min(max(weights[n], -7.99), 7.99) * UNIT)
    return off, seed


def initial_weights(random: Random) -> list[float]:
    """Random weights to begin with."""
    return [random.gauss(0, 0.2) for _ in range(WEIGHTS)]


class Trainer:
    """Trains a network for one table."""

    def __init__(
        self, table: BuddelBandeTable, units: Sequence[int] | None, other: Sequence[int] | None, seed: int
    ) -> None:
        import numpy  # noqa: PLC0415

        self.random = Random(seed)
        self.table = table
        begun = initial_weights(self.random) if units is None else [unit / UNIT for unit in units]
        self.weights: Any = numpy.array(begun)
        self.network: NetworkTables = arrays(
            NetworkTables(home_distance(table), tuple(int(weight * UNIT) for weight in begun), powers())
        )
        self.other = (
            self.network
            if other is None
            else arrays(NetworkTables(home_distance(table), tuple(other), powers()))
        )
        self.mixed = int(other is not None)
        self.buffers = TrainingBuffers(
            rows=_zeros(ROW * LONGEST, int),
            scratch=_zeros(ACTIVE, int),
            found=_zeros(4 + 64, int),
            activation=_zeros(4 * WIDTH, float),
            goals=_zeros(8, float),
        )
        self.seed = self.random.getrandbits(62)

    def train(self, games: int, noise: float, samples: int, rate: float, trace_decay: float) -> float:
        """Play games and learn from them; return the mean error."""
        settings = TrainingSettings(1 + int(ONE * noise), samples, self.mixed, rate, trace_decay)
        off, self.seed = compiled(train)(
            self.table,
            self.network,
            self.other,
            self.buffers,
            settings,
            self.weights,
            self.network.weights,
            self.seed,
            games,
        )
        return float(off) / games


def _zeros(size: int, kind: type) -> Any:
    import numpy  # noqa: PLC0415

    return numpy.zeros(size, dtype=kind)


def main(players: int, seconds: float, out: str, start: str | None = None, other: str | None = None) -> None:
    """Train a network by self-play for so many seconds, and write it to a file."""
    table = BUDDEL_BANDE.start(Match.begin(BUDDEL_BANDE.id, players=players).setup).table
    by_chance = other == "-"
    trainer = Trainer(
        table,
        read_weights(Path(start)) if start and start != "-" else None,
        read_weights(Path(other)) if other and not by_chance else None,
        players,
    )
    began = reported = time.perf_counter()
    games, off, reported_games, mean, number = 0, 0.0, 0, 0.0 * trainer.weights, 0
    first, last = (0.03, 0.001) if start in {None, "-"} else (0.01, 0.0005)
    while (past := (time.perf_counter() - began) / seconds) < 1:
        rate = first * (last / first) ** past
        noise = 1000.0 if by_chance else trainer.random.choice((0.0, 0.01, 0.03))
        trace_decay = 1.0 if by_chance else 0.95 - 0.2 * past
        off += trainer.train(BATCH, noise, 1 if players == 2 else 4, rate, trace_decay)
        games += BATCH
        reported_games += 1
        if past > 0.8:  # the mean over the last part is better than any of its weights
            mean += trainer.weights
            number += 1
        if time.perf_counter() - reported > 10:
            print(f"{games} games, error {off / reported_games:.4f}, rate {rate:.4f}", flush=True)
            reported, off, reported_games = time.perf_counter(), 0.0, 0
    kept = [round(min(max(weight, -7.99), 7.99) * UNIT) for weight in mean / max(1, number)]
    write_weights(Path(out), kept, WIDTH)
    print(f"{games} games in all")


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]), *sys.argv[3:6])
