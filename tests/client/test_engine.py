"""Engines and our own computer at the table; an engine is told only what its seat may know."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

import pytest

from moleworks import engine
from moleworks.client import BotFailed, ComputerBot, EngineBot, EngineFailed
from moleworks.client.knowledge import sampled_match
from moleworks.engine import chance
from moleworks.games import CHANCE, GAMES
from moleworks.record import Match, read
from tests.client.server import BackgroundCall, Server
from tests.client.test_bot import Wanderer

RPC = [sys.executable, "-m", "moleworks", "rpc"]
SMALL = [("mole-hill", "patch"), ("mole-company", "burrow"), ("buddel-bande", "stroll")]

LISTENING = """
import sys
from pathlib import Path
from moleworks.rpc import RpcServer
engine = RpcServer()
for line in sys.stdin:
    with Path(sys.argv[1]).open("a") as told:
        told.write(line)
    print(engine.answer(line.encode()), flush=True)
"""
"""Our engine, which writes down all that it is told."""


@pytest.mark.parametrize(("game", "board"), SMALL)
def test_an_engine_and_a_computer_play_a_whole_game(server: Server, game: str, board: str) -> None:
    table = server.open(game, board=board)
    engine, computer = EngineBot(RPC, "Engine", level=1), ComputerBot("Computer", level=1)
    going = [
        BackgroundCall(engine.join, table.links[0]),
        BackgroundCall(computer.join, table.links[1]),
    ]
    results = [each.done() for each in going]
    assert results[0].rule == results[1].rule
    assert results[0].rule


def test_a_computer_needs_no_classic_board(server: Server) -> None:
    from moleworks import boards

    board = boards.data("mole-hill", boards.named("mole-hill", "patch")) | {"name": "my-lawn"}
    table = server.open("mole-hill", board=board, options={"rounds": 1})
    going = [BackgroundCall(ComputerBot("", level=1).join, link) for link in table.links]
    assert all(each.done().rule for each in going)


def test_an_engine_is_told_nothing_that_its_seat_does_not_know(server: Server, tmp_path: Path) -> None:
    program, told = tmp_path / "engine.py", tmp_path / "told"
    program.write_text(LISTENING)
    table = server.open("buddel-bande", 3, board="stroll", options={"know_own": False})
    engine = EngineBot([sys.executable, str(program), str(told)], "Engine", level=1)
    going = BackgroundCall(engine.join, table.links[0])
    others = [BackgroundCall(Wanderer("Other").join, link) for link in table.links[1:]]
    for each in (going, *others):
        each.done()
    real = read(server.ask(f"/matches/{table.id}/record", table.tokens[0]).decode()).match
    asked = [json.loads(line) for line in told.read_text().splitlines()]
    positions = [ask["params"]["actions"] for ask in asked if ask["method"] == "play"]
    turns = [ply for ply in range(real.ply) if real.game.actor(real.before(ply)) == 0]
    assert len(positions) == len(turns) > 3
    for names, ply in zip(positions, turns, strict=True):
        shown = Match(real.game, real.setup)
        shown.play(names)
        assert shown.game.view(shown.state, 0) == real.game.view(real.before(ply), 0)
        assert shown.public_actions() == tuple(name for name in real.names[:ply] if real.game.is_public(name))
    # Nothing is known at the start, so that the deals are as many as lots have it, and not the real one.
    assert len({tuple(names[:3]) for names in positions}) > 1


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("know_own", [True, False])
def test_an_imagined_match_is_for_its_seat_like_the_real_one(seats: int, know_own: bool) -> None:
    """Then the answer of a player who looks at what the seat knows is the same, whatever was imagined."""
    luck = random.Random(seats)
    for _ in range(3):
        match = Match.begin("buddel-bande", board="stroll", players=seats, options={"know_own": know_own})
        while match.game.outcome(match.state) is None:
            if match.game.actor(match.state) == CHANCE:
                action = chance.draw(match.game, match.state, luck)
            else:
                seen = engine.knowledge(match)
                assert engine.knowledge(sampled_match(seen)) == seen
                action = chance.random_legal(match.game, match.state, luck)
            match.play([match.game.name(match.state, action)])


@pytest.mark.parametrize("game", ["mole-hill", "mole-company"])
def test_where_nothing_is_hidden_nothing_is_imagined(game: str) -> None:
    luck = random.Random(game)
    match = Match.begin(game)
    for _ in range(20):
        acts = match.game.actor(match.state)
        if acts != CHANCE:
            assert sampled_match(engine.knowledge(match)).names == match.names
        action = (
            chance.draw(match.game, match.state, luck)
            if acts == CHANCE
            else chance.random_legal(match.game, match.state, luck)
        )
        match.play([GAMES[game].name(match.state, action)])


# Engines that do not do as they should


ANSWERING = """
import json
while True:
    print(json.dumps({"id": json.loads(input())["id"]} | %r), flush=True)
"""

BAD: dict[str, tuple[str, str]] = {
    "ends": ("input()", "has ended in the middle"),
    "babbles": ("input(); print('mole!')", "cannot be read: mole!"),
    "confuses": (ANSWERING % {"id": 77, "result": {}}, "cannot be read"),
    "cannot": (ANSWERING % {"error": {"code": 1, "message": "no"}}, "The engine cannot do new: no"),
    "lacks": (ANSWERING % {"result": {}}, "names no action"),
    "cheats": (ANSWERING % {"result": {"action": "z9"}}, "'z9', which cannot be played"),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_engine_resigns_with_a_sentence(server: Server, kind: str) -> None:
    program, reason = BAD[kind]
    table = server.open("mole-hill", board="patch")
    going = BackgroundCall(Wanderer("Other").join, table.links[1])
    with pytest.raises(BotFailed) as failed:
        EngineBot([sys.executable, "-c", program], "Bad").join(table.links[0])
    assert reason in str(failed.value)
    assert going.done().why == "resigned"


def test_an_engine_that_does_not_start_takes_no_seat(server: Server) -> None:
    table = server.open("mole-hill", board="patch")
    with pytest.raises(EngineFailed, match="no-such-engine --fast does not start"):
        EngineBot("no-such-engine --fast").join(table.links[0])
    assert table.table_data()["seats"][0]["kind"] == "open"
    with pytest.raises(EngineFailed, match="which program"):
        EngineBot(" ")


def test_a_command_is_split_as_a_shell_does() -> None:
    bot = EngineBot("engine 'of mine' --level=2", simulations=5)
    effort: dict[str, Any] = bot.effort
    assert (bot.command, effort) == (["engine", "of mine", "--level=2"], {"simulations": 5})
