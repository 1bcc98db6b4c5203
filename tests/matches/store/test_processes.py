"""Stores in several processes: two that write the same entries, and one that is killed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.matches.store.samples import create_match, entry, match_row, match_status, with_store

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
FOR_EVER = 10**9


@contextmanager
def writer_process(url: str, name: str, count: int) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tests.matches.store.rival_writer", url, "m", name, str(count)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        try:
            assert process.stdout
            assert process.stdout.readline() == "ready\n"
            yield process
        finally:
            process.kill()


def reported(process: subprocess.Popen[str], most: int = FOR_EVER) -> list[int]:
    """The numbers of the entries that the process reports as written."""
    assert process.stdout
    lines = (process.stdout.readline() for _ in range(most))
    return [int(line) for line in iter(lambda: next(lines, ""), "")]


def test_rivals_for_the_same_entries(url: str) -> None:
    with_store(url, create_match)
    names = ["one", "two"]
    with ExitStack() as stack:
        rivals = [stack.enter_context(writer_process(url, name, 100)) for name in names]
        won = {seq: name for name, process in zip(names, rivals, strict=True) for seq in reported(process)}
        assert [process.wait() for process in rivals] == [0, 0]
    log = with_store(url, lambda store: store.entries("m", 0))
    assert log == [entry(seq, won[seq]) for seq in range(1, 101)]


@pytest.mark.parametrize("after", [1, 20, 77])
def test_what_a_killed_process_was_promised_is_kept(url: str, after: int) -> None:
    with_store(url, create_match)
    with writer_process(url, "one", FOR_EVER) as process:
        acknowledged = reported(process, after)
        process.kill()
        acknowledged += reported(process)
        process.wait()
    log = with_store(url, lambda store: store.entries("m", 0))
    assert acknowledged == list(range(1, len(acknowledged) + 1))
    assert (
        len(acknowledged) <= len(log) <= len(acknowledged) + 1
    )  # the last one may be written but not reported
    assert log == [entry(seq, "one") for seq in range(1, len(log) + 1)]
    found = with_store(url, lambda store: store.match("m"))
    assert found
    assert found[0] == match_row(seq=len(log), status="playing", changed=9.0)
    with_store(url, lambda store: store.append("m", [entry(len(log) + 1)], match_status()))
