"""Watchers and other listeners: who is told what when somebody comes and goes, in slices, computed once."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from moleworks.matches.client_messages import SharedMessage
from moleworks.matches.live import TABLE_INTERVAL
from moleworks.matches.server import MatchServer
from tests.matches.helpers import RecordingListener, open_match, wait_until, with_server


def test_watchers_come_and_go_without_notice_to_others(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        table = await open_match(server)
        player = RecordingListener(0)
        table.live.add_listener(player)
        await wait_until(lambda: player.received("table")[-1]["seats"][0]["here"])
        await asyncio.sleep(2 * TABLE_INTERVAL)  # until all are told of the player
        before = len(player.messages_sent)
        watchers = [RecordingListener() for _ in range(300)]
        for watcher in watchers:
            table.live.add_listener(watcher)
        assert [len(watcher.messages_sent) for watcher in watchers] == [1] * 300
        for watcher in watchers[1:]:
            table.live.remove_listener(watcher)
        await asyncio.sleep(2 * TABLE_INTERVAL)  # nothing is to be sent
        assert len(player.messages_sent) == before
        assert len(watchers[0].messages_sent) == 1

    with_server(url, scenario)


def test_players_who_come_and_go_are_told_in_one_table(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        table = await open_match(server)
        watcher = RecordingListener()
        table.live.add_listener(watcher)
        before = len(watcher.received("table"))
        for _ in range(100):
            player = RecordingListener(0)
            table.live.add_listener(player)
            table.live.remove_listener(player)
        player = RecordingListener(0)
        table.live.add_listener(player)
        assert player.received("table")[0]["seats"][0]["here"]
        await wait_until(lambda: watcher.received("table")[-1]["seats"][0]["here"])
        assert len(watcher.received("table")) <= before + 3

    with_server(url, scenario)


class SlowListener(RecordingListener):
    """Takes a millisecond of CPU time for each message."""

    def send(self, message: SharedMessage) -> None:
        until = time.thread_time() + 0.001
        while time.thread_time() < until:
            pass
        super().send(message)


def test_many_listeners_are_served_in_slices_and_in_order(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        table = await open_match(server)
        player, watchers = RecordingListener(0), [SlowListener() for _ in range(100)]
        for listener in (*watchers, player):
            table.live.add_listener(listener)
        longest = 0.0

        async def sleep_beside() -> None:
            nonlocal longest
            while True:
                began = time.thread_time()
                await asyncio.sleep(0)
                longest = max(longest, time.thread_time() - began)

        beside = asyncio.create_task(sleep_beside())
        for action in ("e4", "e4|e5", "e3"):
            await table.play(action)
            assert player.received("at")[-1]["news"][-1]["name"] == action  # players first
        late = RecordingListener()
        table.live.add_listener(late)
        await wait_until(lambda: all(len(watcher.received("at")) == 3 for watcher in watchers))
        beside.cancel()
        assert longest < 0.05
        for watcher in watchers:
            seqs = [at["seq"] for at in watcher.received("at")]
            assert seqs == sorted(seqs)
        assert not late.received("at")

    with_server(url, scenario)


def test_a_view_is_computed_once_for_all_who_look(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(server: MatchServer) -> None:
        table = await open_match(server)
        seen: list[int | None] = []
        view = table.live.log.match.game.view

        def counted(state: Any, seat: int | None) -> object:
            seen.append(seat)
            return view(state, seat)

        monkeypatch.setattr(table.live.log.match.game, "view", counted)
        first = await table.live.update_since(0, (0,))
        for _ in range(20):
            assert await table.live.update_since(0, (0,)) == first
        assert seen == [0]
        await table.live.update_since(0, (1,))
        assert seen == [0, 1]
        await table.play("e4")
        assert (await table.live.update_since(0, (0,))).eyes != first.eyes

    with_server(url, scenario)
