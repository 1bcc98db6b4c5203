"""One arena game: all games of a set have the same luck, and players get only the knowledge of their seat."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from typing import Any

import pytest

from moleworks.arena.plans import ArenaPlan, plan
from moleworks.arena.play import FinishedGame, play
from moleworks.arena.schedule import board_rotations, schedule
from moleworks.engine import Knowledge
from moleworks.engine.player_names import ChooseAction
from moleworks.games.buddel_bande.view_types import own_view
from moleworks.record import Match
from tests.arena.example_players import player_named


def made(game: str, names: list[str], games: int, **rest: Any) -> ArenaPlan:
    return plan(game, names, games, find_player=player_named, keep_records=True, **rest)


def replayed(of: ArenaPlan, game: FinishedGame) -> Match:
    match = of.begin(board_rotations(of, game.set))
    assert game.actions
    match.play(game.actions)
    return match


def falls(match: Match) -> dict[int | None, list[str]]:
    """By seat, what its discs and dice showed; not what was rolled again at once."""
    found: dict[int | None, list[str]] = defaultdict(list)
    for ply, (mover_then, name) in enumerate(zip(match.movers(), match.names, strict=True)):
        again = ply and match.names[ply - 1].startswith("=") and match.movers()[ply - 1] == mover_then
        if name.startswith(("=", "deal:")) and not (again and match.game.id == "buddel-bande"):
            found[mover_then].append(name)
    return found


SETS = [
    ("mole-company", {"board": "burrow", "options": {"turn_limit": 80}}, ["first", "last"]),
    ("mole-company", {"board": "burrow", "options": {"turn_limit": 80}}, ["first", "last", "choosy"]),
    ("buddel-bande", {"board": "stroll"}, ["first", "last"]),
    ("buddel-bande", {"board": "stroll"}, ["first", "last", "choosy", "random"]),
]


@pytest.mark.parametrize(("game", "rest", "names"), SETS, ids=[f"{game}-{len(n)}" for game, _, n in SETS])
def test_the_games_of_a_set_have_the_same_luck(game: str, rest: dict[str, Any], names: list[str]) -> None:
    of = made(game, names, 2 * len(names), **rest)
    games = [play(of, job, player_named) for job in schedule(of)]
    matches = [replayed(of, game) for game in games]
    size = len(names)
    for number in range(2):
        part = matches[number * size : (number + 1) * size]
        assert len({tuple(match.names) for match in part}) == size, "they play differently"
        assert len({match.setup.rotations for match in part}) == 1
        for one, other in pairwise(part):
            luck, other_luck = falls(one), falls(other)
            assert luck.keys() == other_luck.keys()
            for seat in luck:
                both = min(len(luck[seat]), len(other_luck[seat]))
                assert both >= 3
                assert luck[seat][:both] == other_luck[seat][:both]
    assert falls(matches[0]) != falls(matches[size]), "another set, another luck"


def test_a_roll_that_led_to_nothing_shifts_no_luck() -> None:
    """Only if some rolls were dead in one game of a set and not in the other has it been tried."""
    of = made("buddel-bande", ["first", "last"], 40, board="stroll")
    games = [replayed(of, play(of, job, player_named)) for job in schedule(of)]
    dead = []
    for one, other in zip(games[::2], games[1::2], strict=True):
        for match in (one, other):
            rolls = [name for name in match.names if name.startswith("=")]
            dead.append(len(rolls) - sum(len(names) for names in falls(match).values()) + 3)
        for seat in (0, 1):
            both = min(len(falls(one)[seat]), len(falls(other)[seat]))
            assert falls(one)[seat][:both] == falls(other)[seat][:both]
    assert any(one != other for one, other in zip(dead[::2], dead[1::2], strict=True))


def test_discs_come_from_six() -> None:
    """A seat's discs are a run of the six after the other, whatever the stream (MC3, MC4)."""
    of = made("mole-company", ["first", "last"], 2, board="burrow", options={"turn_limit": 60})
    discs = falls(replayed(of, play(of, schedule(of)[0], player_named)))[0]
    assert sorted(discs[:6]) == ["=1", "=2", "=2", "=3", "=3", "=4"]


def test_a_mover_gets_what_its_seat_may_know_and_a_seed() -> None:
    seen: list[tuple[Knowledge, int]] = []

    def spying(game: str, name: str) -> ChooseAction:
        def choose(knowledge: Knowledge, seed: int) -> str:
            seen.append((knowledge, seed))
            return player_named(game, name)(knowledge, seed)

        return choose

    of = made("buddel-bande", ["first", "last"], 2, options={"know_own": False}, board="stroll")
    played = play(of, schedule(of)[0], spying)
    assert [type(knowledge) for knowledge, _ in seen] == [Knowledge] * len(seen)
    assert not any(name.startswith("deal:") for knowledge, _ in seen for name in knowledge.heard)
    assert not any("owner" in mole for mole in own_view(seen[0][0].view)["moles"].values())
    assert len({seed for _, seed in seen}) == len(seen) == sum(played.moves)


def test_seeds_are_those_of_the_seat_and_the_set() -> None:
    """Whoever sits there: two games of a set begin with the same seed, another set with another."""
    seeds: list[int] = []

    def listening(game: str, name: str) -> ChooseAction:
        def choose(knowledge: Knowledge, seed: int) -> str:
            if not knowledge.heard:
                seeds.append(seed)
            return player_named(game, name)(knowledge, seed)

        return choose

    of = made("mole-hill", ["first", "last"], 4, board="patch")
    for job in schedule(of):
        play(of, job, listening)
    assert seeds[0] == seeds[1] != seeds[2] == seeds[3]


def test_an_opening_by_lot_is_common_to_a_set() -> None:
    of = made("mole-hill", ["first", "last"], 20, board="patch", opening=3)
    games = [play(of, job, player_named) for job in schedule(of)]
    openings = [game.actions[:3] for game in games if game.actions]
    assert openings[::2] == openings[1::2]
    assert len(set(openings)) > 5
    assert all(sum(game.moves) == game.plies - 3 for game in games)


def test_what_is_noted_of_a_game() -> None:
    of = made("mole-hill", ["first", "last"], 2, board="patch")
    game = play(of, schedule(of)[1], player_named)
    match = replayed(of, game)
    outcome = match.game.outcome(match.state)
    assert outcome
    assert (game.set, game.rotation, game.seats) == (0, 1, ("last", "first"))
    assert (game.winner, game.rule, game.plies) == (outcome.winner, outcome.rule, match.ply)
    assert game.points == match.game.scores(match.state)
    assert game.moves == tuple(match.movers().count(seat) for seat in (0, 1))
    assert all(0 < longest <= total for longest, total in zip(game.longest, game.seconds, strict=True))
    assert play(of._replace(keep_records=False), schedule(of)[1], player_named).actions is None
    assert play(of, schedule(of)[0], player_named).digest != game.digest
