"""How the weights were found: the network plays hidden games and learns from how they end.

Nobody peeks: each seat takes the action that looks best on average over a few worlds that agree with what it
knows, give or take a little. After each game every position, with its true owners, is moved towards what came
of it, TD(lambda) on the chances of all seats. Run it as
`python -m moleworks.players.buddel_bande.training PLAYERS SECONDS OUT.json [IN.json [OTHER.json]]`. Without
IN.json, or where that is `-`, it begins from nothing. With OTHER.json some seats play by those weights, drawn
by lot, so that it meets other manners than its own. Where OTHER.json is `-` all play at random.
`players.packed` makes the text of OUT.json that `weights` holds.

Those were made by the same rows and manner of play, many games at once on a graphics card. A first 1.5
million games were random; then some fifteen times 1.5 million were played by the weights so far (six worlds
each, noise of 0, 0.02 and 0.05), and each time the weights fitted to who won, that is with lambda 1, in
steps of 32,768 positions (Adam). At a glance over all worlds they win against `flat` with 3,000 play-outs,
on that card: 66.0 % with two players, 49.0 % with three, 38.8 % with four; one turn ahead, in eight worlds,
67.8, 49.2 and 39.2 % (20,000 games or more, so 0.7 % either way). Perfect play with two players, worked out
there for every position, wins 67.9 %. Twice as many hidden units, or other manners at the table, came to no
more.
"""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import MutableSequence, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from moleworks.games.bits import lowest
from moleworks.games.buddel_bande.rules import (
    ACT,
    OVER,
    ROLL,
    Position,
    Table,
    legal_count,
    nth_legal,
    opening,
    place,
    play,
)
from moleworks.games.kernel import arrays, compiled, kernel
from moleworks.players.buddel_bande.look import with_owners
from moleworks.players.buddel_bande.reference import dealt_out
from moleworks.players.buddel_bande.strength import (
    ACTIVE,
    ONE,
    ROWS,
    UNIT,
    WEIGHTS,
    WIDTH,
    Net,
    chances,
    rows,
)
from moleworks.players.buddel_bande.track import powers, way
from moleworks.players.playouts import share, shuffled
from moleworks.record import Match

ROW = 4 * ACTIVE + 4
"""What is written down of a position: four seats' rows, their chances."""
LONGEST = 600
BLIND = 48
"""Random turns that a game begins with are fewer than this."""
BATCH = 40
"""Games between two looks at the clock."""


class Notes(NamedTuple):
    """What is written on."""

    rows: MutableSequence[int]
    scratch: MutableSequence[int]
    found: MutableSequence[int]
    """By choice, after the chances of four seats."""
    felt: MutableSequence[float]
    """By seat and unit."""
    goals: MutableSequence[float]
    """By seat; then what the network says."""


class Manner(NamedTuple):
    """How games are played and how much is learned from them."""

    noise: int
    samples: int
    """Worlds looked at for each choice."""
    mixed: int
    """Whether some seats play by the other weights."""
    rate: float
    trust: float
    """The lambda: how far the end of a game counts, against what was thought on the way."""


@kernel
def known_to(table: Table, position: Position, seat: int) -> int:
    """The moles whose owner a seat knows."""
    known = (position.seen >> (12 * seat)) & 0xFFF
    for mole in range(12):
        if (table.moles >> mole) & 1 and place(position, mole) == table.last:
            known |= 1 << mole
    return known


@kernel
def glance(
    table: Table, net: Net, notes: Notes, position: Position, seed: int, noise: int, samples: int
) -> tuple[Position, int]:
    """The position after the choice that looks best, give or take some noise; and the next seed."""
    choices = position.choices
    if choices & (choices - 1) == 0:
        return play(table, position, (ACT << 6) + lowest(choices)), seed
    seat = position.seat
    known = known_to(table, position, seat)
    found = notes.found
    for n in range(64):
        found[4 + n] = 0
    for _ in range(samples):
        world, seed = dealt_out(table, known, position.owners, seed)
        here = with_owners(position, world)
        rest = choices
        while rest:
            choice = lowest(rest)
            rest &= rest - 1
            chances(table, net, play(table, here, (ACT << 6) + choice), notes.scratch, found, 0)
            found[4 + choice] += found[seat]
    best = -1
    chosen = 0
    rest = choices
    while rest:
        choice = lowest(rest)
        rest &= rest - 1
        seed = shuffled(seed)
        value = found[4 + choice] + share(seed, noise) * samples
        if value > best:
            best = value
            chosen = choice
    return play(table, position, (ACT << 6) + chosen), seed


@kernel
def game(
    table: Table, net: Net, other: Net, notes: Notes, manner: Manner, plain: int, seed: int
) -> tuple[int, int]:
    """One game, its positions before each roll written down; how many, and the next seed.

    The seats in `plain` play by the other weights. Half of the games begin with some random turns, so that
    positions are met that no sensible player comes to: they too have to be told from better ones.
    """
    position = opening(table)
    number = 0
    seed = shuffled(seed)
    begun = share(seed, BLIND) if seed & 1 else 0
    while True:
        if position.phase == OVER or (position.phase == ROLL and position.turns >= begun):
            at = number * ROW
            chances(table, net, position, notes.scratch, notes.rows, at + 4 * ACTIVE)
            if position.phase == ROLL:
                for seat in range(table.players):
                    rows(table, net.way, position, seat, notes.rows, at + seat * ACTIVE)
            number += 1
        if position.phase == OVER or number == LONGEST:
            return number, seed
        if position.phase == ACT and position.turns >= begun:
            if (plain >> position.seat) & 1:
                position, seed = glance(table, other, notes, position, seed, ONE >> 7, manner.samples)
            else:
                position, seed = glance(table, net, notes, position, seed, manner.noise, manner.samples)
        else:
            seed = shuffled(seed)
            position = play(
                table, position, nth_legal(table, position, share(seed, legal_count(table, position)))
            )


@kernel
def judged(notes: Notes, weights: Sequence[float], at: int, players: int) -> None:
    """The chances of the seats in a position written down, by the weights as they are now."""
    most = -1e9
    for seat in range(players):
        total = 0.0
        for unit in range(WIDTH):
            felt = 0.0
            for n in range(ACTIVE):
                felt += weights[notes.rows[at + seat * ACTIVE + n] * WIDTH + unit]
            notes.felt[seat * WIDTH + unit] = felt
            if felt > 0:
                total += weights[ROWS * WIDTH + unit] * min(felt, 8.0)
        notes.goals[4 + seat] = total
        most = max(most, total)
    whole = 0.0
    for seat in range(players):
        notes.goals[4 + seat] = math.exp(notes.goals[4 + seat] - most)
        whole += notes.goals[4 + seat]
    for seat in range(players):
        notes.goals[4 + seat] /= whole


@kernel
def learn(
    notes: Notes, number: int, players: int, weights: MutableSequence[float], rate: float, trust: float
) -> float:
    """Move the weights towards what came of each position, the last one first; how far off they were."""
    off = 0.0
    last = (number - 1) * ROW + 4 * ACTIVE
    for seat in range(players):
        notes.goals[seat] = notes.rows[last + seat] / ONE
    for back in range(2, number + 1):
        at = (number - back) * ROW
        judged(notes, weights, at, players)
        for seat in range(players):
            error = notes.goals[seat] - notes.goals[4 + seat]
            off += error * error
            for unit in range(WIDTH):
                felt = notes.felt[seat * WIDTH + unit]
                if 0 < felt < 8:
                    step = rate * error * weights[ROWS * WIDTH + unit]
                    weights[ROWS * WIDTH + unit] += rate * error * felt
                    for n in range(ACTIVE):
                        weights[notes.rows[at + seat * ACTIVE + n] * WIDTH + unit] += step
        for seat in range(players):
            thought = notes.rows[at + 4 * ACTIVE + seat] / ONE
            notes.goals[seat] = trust * notes.goals[seat] + (1 - trust) * thought
    return off / number


@kernel
def session(
    table: Table,
    net: Net,
    other: Net,
    notes: Notes,
    manner: Manner,
    weights: MutableSequence[float],
    units: MutableSequence[int],
    seed: int,
    games: int,
) -> tuple[float, int]:
    """So many games, learning after each; the errors of all, and the next seed. `units` are the net's."""
    off = 0.0
    for _ in range(games):
        seed = shuffled(seed)
        plain = share(seed, 1 << table.players) if manner.mixed else 0
        number, seed = game(table, net, other, notes, manner, plain, seed)
        off += learn(notes, number, table.players, weights, manner.rate, manner.trust)
        for n in range(WEIGHTS):
            units[n] = int(min(max(weights[n], -7.99), 7.99) * UNIT)
    return off, seed


def beginnings(random: Random) -> list[float]:
    """Weights that know nothing yet."""
    return [random.gauss(0, 0.2) for _ in range(WEIGHTS)]


class Lesson:
    """A net that learns on one table."""

    def __init__(
        self, table: Table, units: Sequence[int] | None, other: Sequence[int] | None, seed: int
    ) -> None:
        import numpy  # noqa: PLC0415

        self.random = Random(seed)
        self.table = table
        begun = beginnings(self.random) if units is None else [unit / UNIT for unit in units]
        self.weights: Any = numpy.array(begun)
        self.net: Net = arrays(Net(way(table), tuple(int(weight * UNIT) for weight in begun), powers()))
        self.other = self.net if other is None else arrays(Net(way(table), tuple(other), powers()))
        self.mixed = int(other is not None)
        self.notes = Notes(
            rows=_zeros(ROW * LONGEST, int),
            scratch=_zeros(ACTIVE, int),
            found=_zeros(4 + 64, int),
            felt=_zeros(4 * WIDTH, float),
            goals=_zeros(8, float),
        )
        self.seed = self.random.getrandbits(62)

    def go(self, games: int, noise: float, samples: int, rate: float, trust: float) -> float:
        """Play so many games; how far off the chances were, on average."""
        manner = Manner(1 + int(ONE * noise), samples, self.mixed, rate, trust)
        off, self.seed = compiled(session)(
            self.table,
            self.net,
            self.other,
            self.notes,
            manner,
            self.weights,
            self.net.weights,
            self.seed,
            games,
        )
        return float(off) / games


def _zeros(size: int, kind: type) -> Any:
    import numpy  # noqa: PLC0415

    return numpy.zeros(size, dtype=kind)


def main(players: int, seconds: float, out: str, start: str | None = None, other: str | None = None) -> None:
    table = Match.begin("buddel-bande", players=players).state.table
    by_chance = other == "-"
    lesson = Lesson(
        table,
        json.loads(Path(start).read_text()) if start and start != "-" else None,
        json.loads(Path(other).read_text()) if other and not by_chance else None,
        players,
    )
    began = told = time.perf_counter()
    games, off, told_games, mean, number = 0, 0.0, 0, 0.0 * lesson.weights, 0
    first, last = (0.03, 0.001) if start in {None, "-"} else (0.01, 0.0005)
    while (past := (time.perf_counter() - began) / seconds) < 1:
        rate = first * (last / first) ** past
        noise = 1000.0 if by_chance else lesson.random.choice((0.0, 0.01, 0.03))
        trust = 1.0 if by_chance else 0.95 - 0.2 * past
        off += lesson.go(BATCH, noise, 1 if players == 2 else 4, rate, trust)
        games += BATCH
        told_games += 1
        if past > 0.8:  # the mean over the last part is better than any of its weights
            mean += lesson.weights
            number += 1
        if time.perf_counter() - told > 10:
            print(f"{games} games, error {off / told_games:.4f}, rate {rate:.4f}", flush=True)
            told, off, told_games = time.perf_counter(), 0.0, 0
    kept = [round(min(max(weight, -7.99), 7.99) * UNIT) for weight in mean / max(1, number)]
    Path(out).write_text(json.dumps(kept))
    print(f"{games} games in all")


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]), *sys.argv[3:6])
