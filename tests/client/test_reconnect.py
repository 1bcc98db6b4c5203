"""Cut off in the middle: bots come back by themselves, and nothing is played twice or lost."""

from __future__ import annotations

import random
import select
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

import pytest

from moleworks.client import Bot, ServerRefused, Unreachable
from moleworks.client.bot import JsonView
from moleworks.matches.message_types import NewsEntry
from moleworks.record import read
from tests.client.server import BackgroundCall, Server, Table


class Steady(Bot):
    """Plays anything; `moment` is called before each choice, with how many came before."""

    def __init__(self, name: str, moment: Callable[[int], None] = lambda _: None) -> None:
        super().__init__(name)
        self.random, self.moment, self.asked = random.Random(name), moment, 0
        self.news: list[NewsEntry] = []

    def choose(self, view: JsonView, legal: list[str]) -> str:
        self.moment(self.asked)
        self.asked += 1
        return self.random.choice(legal)

    def on_news(self, news: list[NewsEntry]) -> None:
        self.news += news


def check(table: Table, bots: list[Steady]) -> None:
    """Everybody heard of every entry once, and was asked once for each of their actions; all is kept."""
    log = bots[0].news
    assert [entry.seq for entry in log] == list(range(1, len(log) + 1))
    match = read(table.server.ask(f"/matches/{table.id}/record", table.tokens[0]).decode()).match
    told = [entry.name for entry in log if entry.name is None or entry.name[0] != "!"]
    assert told == [name if match.game.is_public(name) else None for name in match.names]
    for seat, bot in enumerate(bots):
        assert bot.news == log
        mine = [entry for entry in log if entry.seat == seat and entry.name and entry.name[0] != "!"]
        assert bot.asked == len(mine)
        assert len({entry.id for entry in mine}) == len(mine)


@pytest.mark.parametrize(
    ("game", "seats", "board"),
    [("mole-hill", 2, "patch"), ("mole-company", 3, "burrow"), ("buddel-bande", 3, "stroll")],
)
def test_bots_go_on_after_the_server_was_killed(
    own_server: Server, game: str, seats: int, board: str
) -> None:
    def cut(asked: int) -> None:
        if asked in {1, 3}:  # in the middle of thinking
            table.everybody()
            own_server.kill()
            own_server.start()

    table = own_server.open(game, seats, board=board)
    bots = [Steady("first", cut), *(Steady(f"other {seat}") for seat in range(1, seats))]
    going = [BackgroundCall(b.join, link) for b, link in zip(bots, table.links, strict=True)]
    results = [each.done() for each in going]
    assert bots[0].asked > 3
    assert len({(result.winner, result.rule) for result in results}) == 1
    assert results[0].rule
    check(table, bots)


def test_bots_go_on_after_the_server_was_stopped_in_order(own_server: Server) -> None:
    def cut(asked: int) -> None:
        if asked == 2:
            table.everybody()
            own_server.stop()
            own_server.start()

    table = own_server.open("mole-hill", board="patch")
    bots = [Steady("first", cut), Steady("second")]
    going = [BackgroundCall(b.join, link) for b, link in zip(bots, table.links, strict=True)]
    assert all(each.done().rule for each in going)
    check(table, bots)


class Gate:
    """The way from one bot to a server. `cut_after` says how many messages of the bot pass before it breaks.

    The last of them still reaches the server, but the answer does not come back.
    """

    def __init__(self, port: int, cut_after: list[int]) -> None:
        self.target, self.cut_after, self.cuts = port, cut_after, 0
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        threading.Thread(target=self._open, daemon=True).start()

    def _open(self) -> None:
        while True:
            try:
                near, _ = self._door.accept()
            except OSError:
                return
            threading.Thread(target=self._pass_on, args=(near,), daemon=True).start()

    def _pass_on(self, near: socket.socket) -> None:
        with closing(near), socket.create_connection(("127.0.0.1", self.target)) as far:
            first = near.recv(65536)
            far.sendall(first)
            live = b"/live?" in first
            limit = self.cut_after.pop(0) if live and self.cut_after else None
            sent, quiet = 0, False
            while True:
                for side in select.select([near, far], [], [], 60)[0]:
                    data = side.recv(65536)
                    if not data:
                        return
                    if side is near:
                        sent += 1
                        quiet = limit is not None and sent >= limit
                        far.sendall(data)
                    elif quiet:  # the server has acted, and nobody will hear of it
                        self.cuts += 1
                        return
                    else:
                        near.sendall(data)

    def close(self) -> None:
        self._door.close()


@contextmanager
def gate(server: Server, cut_after: list[int]) -> Iterator[Gate]:
    with closing(Gate(server.port, cut_after)) as made:
        yield made


@pytest.mark.parametrize("game", ["mole-hill", "buddel-bande"])
def test_a_play_whose_answer_was_lost_is_not_played_twice(server: Server, game: str) -> None:
    with gate(server, [1, 1, 2, 3]) as between:
        table = server.open(game)
        bots = [Steady("cut off"), Steady("other")]
        going = [
            BackgroundCall(bots[0].join, f"http://127.0.0.1:{between.port}", table.tokens[0]),
            BackgroundCall(bots[1].join, table.links[1]),
        ]
        assert all(each.done().rule for each in going)
        assert between.cuts >= 3
    check(table, bots)


def test_a_bot_gives_up_when_the_server_stays_away(own_server: Server) -> None:
    table = own_server.open("mole-hill", board="patch")

    def cut(_: int) -> None:
        table.everybody()
        own_server.kill()

    bot = Steady("alone", cut)
    bot.gives_up = 0.5
    other = Steady("other")
    other.gives_up = 0.5
    going = [BackgroundCall(b.join, link) for b, link in zip([bot, other], table.links, strict=True)]
    for each in going:
        with pytest.raises(Unreachable, match="cannot be reached any more"):
            each.done()
    own_server.start()


def test_a_bot_whose_seat_is_closed_stops(own_server: Server) -> None:
    """The match is deleted while the bot is away."""

    def cut(_: int) -> None:
        table.everybody()
        own_server.kill()
        for file in own_server.folder.glob("matches.sqlite*"):
            file.unlink()
        own_server.start()

    table = own_server.open("mole-hill", board="patch")
    bots = [Steady("first", cut), Steady("second")]
    going = [BackgroundCall(b.join, link) for b, link in zip(bots, table.links, strict=True)]
    for each in going:
        with pytest.raises(ServerRefused, match="There is no such match"):
            each.done()
