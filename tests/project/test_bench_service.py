"""`scripts/bench scale`, `soak` and parts of `service`, with a few players and for a few seconds."""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path

import pytest

from benchmarks.report import Missing, Row
from benchmarks.service import attacks, cpu, faults, kills, malformed, scale, secrets_sent, servers, soak
from benchmarks.service.consistency import CheckedTable, FaultCounts, ReceivedMessages
from benchmarks.service.load import OpenedMatch
from moleworks.matches.server import MatchServer
from moleworks.matches.stored_log import read_log
from tests.matches.helpers import RecordingListener, open_match, until, with_server

pytestmark = pytest.mark.slow

SHORT = soak.Wish(6.0, tables=4, attackers=0)


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Faults that follow each other closely, and players who think little."""
    monkeypatch.setattr(soak, "PAUSES", (0.2, 0.4))
    monkeypatch.setattr(soak, "SAMPLING", 0.2)
    monkeypatch.setattr(soak, "THINK", 0.02)
    for name in ("FULL", "HANGING"):
        monkeypatch.setattr(faults, name, 0.3)


def by_name(rows: list[Row], part: str) -> Row:
    (row,) = (row for row in rows if part in row.what)
    return row


@pytest.mark.needs("postgresql", "nginx")
def test_scale_plays_through_nginx_with_each_number_of_workers(tmp_path: Path) -> None:
    wanted = scale.Load(0, think=0.2, seconds=2, warm=0.5)
    rows = list(scale.measure(tmp_path, (8,), (1, 2), wanted))
    assert [row.what.split(":")[0] for row in rows] == ["8 players, 1 workers", "8 players, 2 workers"]
    assert rows[0].measured.startswith("× 1.00: server ")
    for row in rows:
        assert " 0 lost or refused" in row.counted
        assert " 0 moves in" not in row.counted


def test_without_nginx_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _name: None)
    with pytest.raises(Missing, match="nginx is not here: install it"), servers.nginx([1], tmp_path):
        pass


@pytest.mark.needs("faketime")
def test_a_soak_on_sqlite_loses_nothing(tmp_path: Path, hurry: None) -> None:
    rows = list(soak.measure(tmp_path, ("sqlite",), SHORT))
    moves = by_name(rows, "acknowledged moves")
    assert moves.good, moves
    for kind in ("fill the disk", "kill the server", "set the clock"):
        assert f" × {kind}" in moves.counted
    for part in ("after a fault", "other secrets"):
        assert by_name(rows, part).good, by_name(rows, part)
    assert "MB an hour" in by_name(rows, "memory").measured
    assert " ms" in by_name(rows, "longest step").measured


@pytest.mark.long  # soaks belong to the long tier; SQLite's short one stands for both in the usual one
@pytest.mark.needs("faketime", "postgresql")
def test_a_soak_on_postgresql_loses_nothing(tmp_path: Path, hurry: None) -> None:
    rows = list(soak.measure(tmp_path, ("postgresql",), SHORT._replace(seconds=16.0)))
    for part in ("acknowledged moves", "after a fault", "other secrets"):
        assert by_name(rows, part).good, by_name(rows, part)


@pytest.mark.needs("faketime")
def test_an_interrupted_soak_tells_what_it_found(tmp_path: Path, hurry: None) -> None:
    with faults.site("SQLite", tmp_path, attacks.DEFAULTS) as site:

        async def scenario() -> soak.Soak:
            trial = soak.Soak(site, SHORT._replace(seconds=3600.0))
            running = asyncio.create_task(trial.run())
            await until(lambda: trial.moves > 10 and trial.happened)
            running.cancel()
            await running
            return trial

        found = asyncio.run(scenario())
    assert found.interrupted
    assert (found.counts.any, sum(table.disagreed for table in found.tables)) == (False, 0)


@pytest.mark.long
@pytest.mark.needs("faketime", "postgresql")
@pytest.mark.parametrize("database", kills.SITES)
def test_kills_lose_nothing_and_computers_go_on(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kills, "KILLS_A_CLOCK", 2)
    monkeypatch.setattr(kills, "MOST", kills.PATIENCE)  # the machine may be busy
    (row,) = kills.measure(tmp_path, 3, [database])
    assert row.good, row
    assert "0 lost, 0 twice, 0 stuck" in row.measured
    assert "1 clock jumps" in row.counted


def test_malformed_input_of_every_kind_is_answered(tmp_path: Path) -> None:
    (row,) = malformed.measure(tmp_path, 400, ["sqlite"])
    assert row.measured.startswith("0 errors, 0 leaks, 0 hung"), row
    assert row.what.startswith("400 malformed")
    for kind in ("HTTP 400", "WebSocket refused", "0 errors logged", "server alive"):
        assert kind in row.counted
    assert "1 run in this folder: 400 inputs, 0 errors, 0 leaks, 0 hung, 0 errors logged" in row.counted


def test_a_soak_finds_a_lost_move(tmp_path: Path) -> None:
    """What a player was sent and the server does not have is counted."""
    with servers.moleworks_server(servers.sqlite(tmp_path), tmp_path) as server:

        async def scenario() -> tuple[int, int]:
            counts = FaultCounts()
            table = CheckedTable([server.port], 1, counts)
            playing = asyncio.create_task(table.play())
            await until(lambda: table.moves > 3)
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            log = table.players[0].log
            log[max(log) + 50] = log[max(log)]
            await table.check_unfinished()
            return counts.lost, table.disagreed

        assert asyncio.run(scenario()) == (1, 1)


def test_a_secret_in_a_message_is_found(tmp_path: Path) -> None:
    """The messages to a seat are the same with other secrets; one that tells an owner is not."""

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, "buddel-bande", "here link", options={"know_own": False})
        listener = RecordingListener(0)
        table.live.add_listener(listener)
        for _ in range(3):
            await table.play()
        sent = [text.encode() for text in listener.messages_sent if '"type":"at"' in text]
        row, _, entries = await read_log(server.store, table.live.id, 0)
        match = OpenedMatch(table.live.id, (), "")
        clean = secrets_sent.compare(row, entries, ReceivedMessages(match, 0, sent))
        assert (clean.compared, clean.told) == (len(sent), 0)
        assert sent
        owner = sent[0].replace(b'"S1":{"at":', b'"S1":{"owner":0,"at":', 1)
        assert owner != sent[0]
        for wrong in (owner, sent[0].replace(b'"name":', b'"deal:S=01":0,"name":', 1)):
            found = secrets_sent.compare(row, entries, ReceivedMessages(match, 0, [wrong]))
            assert found.told > 0
            assert table.live.id in found.example

    with_server(f"sqlite:///{tmp_path / 'moles.db'}", scenario)


def test_each_comparison_of_cpu_time_has_a_target_of_its_own() -> None:
    by_target = {measured.target: measured for measured in cpu.MEASURED}
    assert sorted(by_target) == [0.25, 0.45]
    for target, measured in by_target.items():
        assert cpu.row_of(measured, [(target, 1.0)], failures=0).good
        assert not cpu.row_of(measured, [(target + 0.01, 1.0)], failures=0).good
        assert not cpu.row_of(measured, [(target, 1.0)], failures=1).good


def test_an_attack_is_judged_by_the_memory_of_all_processes_too(tmp_path: Path) -> None:
    """The program here keeps 150 MB, but in a process that it starts."""
    child = "kept = bytearray(150_000_000); print('ready', flush=True); input()"
    start = f"subprocess.Popen([sys.executable, '-c', {child!r}], stdin=subprocess.PIPE).wait()"
    parent = f"import subprocess, sys; {start}"
    started = servers.Process([sys.executable, "-c", parent], tmp_path / "log")
    try:
        until = time.monotonic() + 60
        while b"ready" not in started.log_file.read_bytes():
            assert time.monotonic() < until
            time.sleep(0.01)
        assert started.memory() < 100e6 < started.memory_of_all()
        growth = started.memory_of_all()
    finally:
        started.end()
    assert not attacks.honest_row("x", [0.01] * 100, 0, growth, growth).good
    assert attacks.honest_row("x", [0.01] * 100, 0, 99e6, growth).good
    assert not attacks.honest_row("x", [0.3] * 100, 0, 0, 0).good
    assert not attacks.honest_row("x", [0.01] * 100, 1, 0, 0).good
