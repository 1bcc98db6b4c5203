"""Attacks from one address, or nine, at the lowest priority: how long honest players wait, and the memory."""

from __future__ import annotations

import asyncio
import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.report import Row, milliseconds, quantile, rows_of, say
from benchmarks.service import client, load, servers
from moleworks.web.settings import Settings

HONEST = "127.0.0.2"
"""The address of the honest players."""
PAIRS, RATE = 5, 20.0
"""Honest pairs, and their moves a second."""
LONG_MATCH = 2_000
"""Actions of the match that is told in words."""
MOST_WAIT, MOST_MEMORY = 0.25, 100e6
FILES = 1_024
DEFAULTS = {name: getattr(Settings(), name) for name in servers.UNLIMITED if name != "log_level"}
"""The limits as they usually are."""
ENDLESS_KEY = {"toml": "a." * 32_000 + "a=1"}


class Attack(NamedTuple):
    """An attack: its name in the table, and what `attackers` is told."""

    what: str
    name: str
    wanted: dict[str, Any]
    files: int | None = None
    """The files that the server may open."""
    addresses: int = 1
    """From how many addresses it comes at once."""


def measure(folder: Path, seconds: float = 5, only: str = "") -> Iterable[Row]:
    """All attacks, or those with `only` in their names."""
    database = servers.sqlite(folder)
    say("attack: preparing a long match")
    with servers.moleworks_server(database, folder) as server:
        target, record = asyncio.run(open_long_match(server.port))
    for attack in attacks_on(target, record):
        if only not in attack.what:
            continue
        say(f"attack: {attack.what}")
        yield from rows_of(attack.what, partial(_measure, database, folder, attack, seconds))
    if only in "computers":
        yield from rows_of("computers", partial(_measure_computers, database, folder))


def attacks_on(target: load.OpenedMatch, record: str) -> list[Attack]:
    """All attacks but that on computers; the first is none."""
    words = {"match": target.id, "token": target.tokens[0], "query": "&words=1"}
    return [
        Attack("nobody attacks", "", {}),
        Attack("an endless TOML key", "post", {"path": "/boards/file", "body": ENDLESS_KEY, "clients": 4}),
        Attack("20 connections look, in words", "send",
               words | {"sockets": 20, "senders": 20, "message": '{"do":"look","seq":0}'}),
        Attack("nine addresses with 20 connections each look, in words", "send",
               words | {"sockets": 20, "senders": 20, "message": '{"do":"look","seq":0}'}, addresses=9),
        Attack("240 addresses with 2 connections each look, in words", "send",
               words | {"sockets": 480, "senders": 480, "addresses": 240,
                        "message": '{"do":"look","seq":0}'}),
        Attack("195 connections send emotes", "send",
               words | {"sockets": 195, "senders": 195, "message": '{"do":"emote","name":"hello"}'}),
        Attack("195 hear in words how one renames", "send",
               words | {"sockets": 195, "senders": 1, "message": '{"do":"rename","name":"Mole NUMBER"}'}),
        Attack("a long match in words", "get",
               {"path": f"/matches/{target.id}/said", "token": target.tokens[0], "clients": 8}),
        Attack("large records", "post", {"path": "/records", "body": {"record": record}, "clients": 8}),
        Attack("190 watchers come and go", "come and go", words | {"sockets": 190}),
        Attack("1,500 half requests, 1,024 files", "half", {}, FILES),
    ]  # fmt: skip


async def open_long_match(port: int, actions: int = LONG_MATCH) -> tuple[load.OpenedMatch, str]:
    """A match of many actions, and a long record."""
    match = load.open_match(port, "mole-company")
    pair = load.PlayerPair(port, [match], random.Random(1))
    await load.connect_all([pair])
    with suppress(TimeoutError):
        async with asyncio.timeout(60):
            while pair.moves < actions and pair.ready:
                pair.move()
                while not pair.ready and not pair.out_of_matches:
                    await asyncio.sleep(0)
    pair.disconnect()
    record = client.request(port, "GET", f"/matches/{match.id}/record", token=match.tokens[0])
    text = record.decode() if isinstance(record, bytes) else json.dumps(record)
    say(f"attack: it has {pair.moves} actions")
    return match, text


@asynccontextmanager
async def attackers_at(
    port: int, attack: Attack, address: str = "127.0.0.1", patience: float = 120
) -> AsyncIterator[None]:
    """Meanwhile the attack from this address is in full swing."""
    if not attack.name:
        yield
        return
    command = [sys.executable, "-m", "benchmarks.service.attackers", attack.name, str(port)]
    running = subprocess.Popen(
        servers.ending_with_us([*command, json.dumps(attack.wanted)]),
        cwd=servers.HERE.parents[1],
        stdout=subprocess.PIPE,
        env=os.environ | {"ATTACK_ADDRESS": address},
        start_new_session=True,  # Ctrl-C is for the benchmark, which ends it
    )
    assert running.stdout is not None
    try:
        try:
            # In a thread, because the honest players have to answer pings meanwhile.
            if not await asyncio.wait_for(asyncio.to_thread(running.stdout.readline), patience):
                raise RuntimeError(f"the attackers failed: {attack.what}")
        except TimeoutError:
            say(f"attack: {attack.what}: slowed so much that it is not yet in full swing")
        yield
    finally:
        running.send_signal(signal.SIGKILL)
        running.wait()


@contextmanager
def _server(database: str, folder: Path, files: int | None = None) -> Iterator[servers.MoleworksServer]:
    server = servers.MoleworksServer(database, folder / "attacked.log", **DEFAULTS)
    try:
        if files is not None:
            resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (files, files))
        servers.prefer(server)
        server.wait_until_ready()
        yield server
    finally:
        server.end()


def _open_honest_matches(port: int, count: int) -> list[load.OpenedMatch]:
    """Opened from the honest address, so that they cost the attackers nothing."""
    found = []
    for _ in range(count):
        found.append(load.open_match(port, "mole-hill", HONEST))
        time.sleep(0.02)
    return found


def _measure(database: str, folder: Path, attack: Attack, seconds: float) -> list[Row]:
    return [asyncio.run(_honest_row(database, folder, attack, seconds))]


async def _honest_row(database: str, folder: Path, attack: Attack, seconds: float) -> Row:
    with _server(database, folder, attack.files) as server:
        port, each = server.port, 2 + int(seconds * RATE / PAIRS / 30)
        matches = _open_honest_matches(port, PAIRS * each)
        pairs = [
            load.PlayerPair(port, matches[n * each : (n + 1) * each], random.Random(n), HONEST)
            for n in range(PAIRS)
        ]
        await load.connect_all(pairs)
        await _start_reading_processes(port)
        before = server.memory_of_all()
        async with AsyncExitStack() as stack:
            addresses = [f"127.0.2.{number + 1}" for number in range(attack.addresses)]
            attacking = (attackers_at(port, attack, address) for address in addresses)
            await asyncio.gather(*map(stack.enter_async_context, attacking))
            waits = await load.play_at_rate(pairs, RATE, seconds)
            growth, children = server.memory_of_all() - before, server.memory_of_children()
        lost = sum(pair.failures for pair in pairs)
        for pair in pairs:
            pair.disconnect()
    return honest_row(attack.what, waits, lost, growth, children)


async def _start_reading_processes(port: int) -> None:
    """Those that read uploads, which otherwise begin with the attack, and would count as its growth."""

    def upload(address: str) -> None:
        with suppress(client.HttpError):  # it is no board
            client.request(port, "POST", "/boards/file", {"toml": "a = 1"}, address=address)

    await asyncio.gather(*(asyncio.to_thread(upload, address) for address in (HONEST, "127.0.0.3")))


def honest_row(what: str, waits: list[float], lost: int, growth: float, children: float) -> Row:
    """The row of an attack; `growth` is that of the server with the processes that it started."""
    slowest = quantile(waits, 0.99)
    return Row(
        f"{what}: an honest player's p99",
        "≤ 250 ms",
        milliseconds(slowest),
        f"p50 {milliseconds(quantile(waits, 0.5))}, {len(waits)} moves, {lost} lost; memory "
        f"{growth / 1e6:+.0f} MB (≤ 100) with its processes, which have {children / 1e6:.0f} MB; "
        f"load {os.getloadavg()[0]:.1f}",
        slowest <= MOST_WAIT and growth <= MOST_MEMORY and not lost,
    )


def _measure_computers(database: str, folder: Path) -> list[Row]:
    return [asyncio.run(_computers_row(database, folder))]


async def _computers_row(database: str, folder: Path) -> Row:
    """One address has 200 matches against the strongest computer; another waits for one of level 1."""
    say("attack: 200 matches against the strongest computer")
    waits: list[float] = []
    with _server(database, folder) as server:
        port = server.port
        _play_level_1(port)  # the first search loads the engine
        attack = Attack("", "computers", {"matches": 200})
        async with attackers_at(port, attack):
            waits += [await asyncio.to_thread(_play_level_1, port) for _ in range(5)]
    return Row(
        "200 level-7 matches of another: a level-1 move",
        "≤ 2 s",
        f"{max(waits):.2f} s",
        f"the longest of {len(waits)}, median {quantile(waits, 0.5):.2f} s; load {os.getloadavg()[0]:.1f}",
        max(waits) <= 2,
    )


def _play_level_1(port: int) -> float:
    """Play one action against a computer of level 1; the seconds until it has answered."""
    seats = [{"kind": "bot"}, {"kind": "computer", "level": 1}]
    opened = client.request(port, "POST", "/matches", {"game": "mole-hill", "seats": seats}, address=HONEST)
    token, path = opened["seats"][0]["token"], f"/matches/{opened['id']}"
    client.request(port, "POST", "/join", {"token": token, "bot": True}, address=HONEST)
    at = client.request(port, "GET", path, token=token, address=HONEST)
    command = {"do": "play", "action": at["eyes"][0]["legal"][0], "seq": at["seq"]}
    at = client.request(port, "POST", f"{path}/commands", command, token, address=HONEST)
    began = time.perf_counter()
    while at["actor"] != 0 and time.perf_counter() - began < 60:
        time.sleep(0.02)
        at = client.request(port, "GET", path, token=token, address=HONEST)
    return time.perf_counter() - began
