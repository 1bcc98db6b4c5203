"""Expectimax against Monte-Carlo tree search in Mole Company, with the same processor time for a move.

Time is turned into budgets of nodes that take equally long, so that a busy machine favours neither. The games
of a set share their discs and their boards, and every player sits in every seat. Each game is saved once it
is over.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import NamedTuple

from benchmarks.bench import Measure, Option
from benchmarks.players import tree
from benchmarks.players.tree import BEST, TreeSearchPlayer, TreeSearchSettings
from benchmarks.report import Row
from moleworks.arena import store
from moleworks.arena.statistics import estimate
from moleworks.engine import Effort, Knowledge, chance, player
from moleworks.games import CHANCE
from moleworks.games.mole_company.game import MOLE_COMPANY, MoleCompanyState
from moleworks.games.mole_company.player.reference import greedy
from moleworks.games.mole_company.rules import disc_count, nth_disc
from moleworks.record import Match

Method = Callable[[Knowledge, Effort, int], str]
EXPECTIMAX, GREEDY = "expectimax", "greedy"
TREE_SETTINGS = {
    "tree": TreeSearchSettings(explore=0.1, temperature=0.03, prior_visits=1.0, backup=BEST),
    "tree with play-outs": TreeSearchSettings(explore=0.3, temperature=0.1, prior_visits=3.0, playouts=1),
}
"""The first was tuned in short matches with other seeds; the other was not tuned."""
TRIAL = 2000
"""Nodes of the first measurement of a method's speed."""


class Contest(NamedTuple):
    """The first method against the others, each with the same seconds for a move."""

    line_up: tuple[str, ...]
    seconds: float


CONTESTS = (
    Contest((EXPECTIMAX, "tree"), 0.0034),
    Contest((EXPECTIMAX, "tree"), 0.02),
    Contest((EXPECTIMAX, "tree with play-outs"), 0.0034),
    Contest((EXPECTIMAX, GREEDY, GREEDY, GREEDY), 0.02),
    Contest(("tree", GREEDY, GREEDY, GREEDY), 0.02),
)


class ContestGame(NamedTuple):
    """One game: by seat its share of the win, its processor time and the number of its choices."""

    shares: list[float]
    seconds: list[float]
    moves: list[int]

    def rotated(self, seat: int) -> ContestGame:
        """The same game with this seat first."""
        shares, seconds, moves = self
        return ContestGame(
            shares[seat:] + shares[:seat], seconds[seat:] + seconds[:seat], moves[seat:] + moves[:seat]
        )


class ContestResult(NamedTuple):
    """The result of a contest."""

    contest: Contest
    share: float
    low: float
    high: float
    games: int
    seconds: dict[str, float]
    """For a move, by method."""


@cache
def method(name: str) -> Method:
    """The method of that name."""
    if name == GREEDY:
        return greedy
    if name == EXPECTIMAX:
        return lambda knowledge, effort, seed: player(MOLE_COMPANY.id).choose(knowledge, effort, seed=seed)
    return TreeSearchPlayer(TREE_SETTINGS[name])


def rows(contest: Contest, args: argparse.Namespace) -> Iterable[Row]:
    """The share of the first method of a contest, and the time of all methods."""
    found = run_contest(contest, args.tree_games, args.folder)
    took = ", ".join(f"{name} {1000 * seconds:.2g} ms" for name, seconds in found.seconds.items())
    yield Row(
        f"{MOLE_COMPANY.id}: {' against '.join(contest.line_up[:2])}, {len(contest.line_up)} players",
        "",
        f"{100 * found.share:.1f} % ({100 * found.low:.1f}-{100 * found.high:.1f})",
        f"{found.games} games; {took}",
        True,
    )


def run_contest(contest: Contest, games: int, folder: Path) -> ContestResult:
    """Play the games that are not yet in the folder, in whole sets, and sum up."""
    seats = len(contest.line_up)
    budgets = _budgets(contest, folder)
    path = folder / f"{_title(contest)}.jsonl"
    lines = path.read_text().splitlines() if path.exists() else []
    found = [ContestGame(**json.loads(line)) for line in lines]
    for number in range(len(found), games - games % seats):
        turn = number % seats
        line_up = contest.line_up[-turn:] + contest.line_up[:-turn] if turn else contest.line_up
        played = game(line_up, budgets, number // seats)
        found.append(played.rotated(turn))
        with path.open("a") as file:
            file.write(json.dumps(found[-1]._asdict()) + "\n")
    return _summary(contest, found[: games - games % seats])


def game(line_up: Sequence[str], budgets: dict[str, int], luck: int) -> ContestGame:
    """Play one game; the same `luck` gives every seat the same boards and discs."""
    turned = Random(f"boards {luck}")
    rotations = chance.draw_rotations(MOLE_COMPANY, turned)
    setup = Match.begin(MOLE_COMPANY.id, players=len(line_up), rotations=rotations).setup
    state = MOLE_COMPANY.start(setup)
    discs = [Random(f"discs {luck} {seat}") for seat in range(len(line_up))]
    seconds, moves = [0.0] * len(line_up), [0] * len(line_up)
    while (actor := MOLE_COMPANY.actor(state)) is not None:
        seat = state.position.seat
        if actor == CHANCE:
            number = disc_count(state.position)
            action = nth_disc(state.position, int(discs[seat].random() * number))
        else:
            name = line_up[seat]
            knowledge = Knowledge(state.setup, MOLE_COMPANY.view(state, seat))
            began = time.process_time()
            chosen = method(name)(knowledge, Effort(nodes=budgets.get(name)), 1000 * luck + sum(moves))
            seconds[seat] += time.process_time() - began
            moves[seat] += 1
            action = MOLE_COMPANY.parse(state, chosen)
        state = MOLE_COMPANY.play(state, action)
    return ContestGame(_shares(state), seconds, moves)


def _shares(state: MoleCompanyState) -> list[float]:
    outcome = MOLE_COMPANY.outcome(state)
    assert outcome is not None
    players = state.table.players
    if outcome.winner is not None:
        return [float(seat == outcome.winner) for seat in range(players)]
    return [1 / players] * players


def _budgets(contest: Contest, folder: Path) -> dict[str, int]:
    """The nodes that each method evaluates in the seconds, measured in games against itself."""
    path = folder / f"{_title(contest)}.nodes.json"
    if not path.exists():
        path.write_text(
            json.dumps(
                {
                    name: _budget(name, len(contest.line_up), contest.seconds)
                    for name in dict.fromkeys(contest.line_up)
                    if name != GREEDY
                }
            )
        )
    found: dict[str, int] = json.loads(path.read_text())
    return found


def _budget(name: str, players: int, seconds: float) -> int:
    nodes = TRIAL
    game([name] * players, {name: 1}, 0)  # compiles
    for luck in range(1, 4):
        played = game([name] * players, {name: nodes}, -luck)
        nodes = max(1, round(nodes * seconds * sum(played.moves) / sum(played.seconds)))
    return nodes


def _summary(contest: Contest, found: Sequence[ContestGame]) -> ContestResult:
    seats = len(contest.line_up)
    sets = [found[at : at + seats] for at in range(0, len(found), seats)]
    scores = [sum(played.shares[0] for played in of) / seats for of in sets]
    told = estimate(scores, seats, 1 / seats)
    seconds = {
        name: sum(p.seconds[at] for p in found) / sum(p.moves[at] for p in found)
        for at, name in enumerate(contest.line_up[:2])
    }
    return ContestResult(contest, told.share, told.low, told.high, len(found), seconds)


def _title(contest: Contest) -> str:
    """The name of the files, which changes with the source of the players."""
    text = Path(tree.__file__).read_bytes() + str(store.source_digest(MOLE_COMPANY.id)).encode()
    styles = repr([TREE_SETTINGS.get(name) for name in contest.line_up]).encode()
    version = hashlib.sha256(text + styles).hexdigest()[:12]
    names = "-".join(name.replace(" ", "_") for name in contest.line_up)
    return f"methods-{names}-{1000 * contest.seconds:g}ms-{version}"


_OPTION = Option("--tree-games", 100, "tree: how many games of each")

MEASURES = tuple(
    Measure(
        "tree",
        partial(rows, contest),
        options=() if number else (_OPTION,),
        what=f"{MOLE_COMPANY.id}: {' against '.join(contest.line_up)}, {1000 * contest.seconds:g} ms",
        minutes=2 * len(contest.line_up) * contest.seconds / 0.02 / 2,
        game=MOLE_COMPANY.id,
    )
    for number, contest in enumerate(CONTESTS)
)
