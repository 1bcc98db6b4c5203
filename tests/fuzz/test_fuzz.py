"""A short run of each fuzzing harness."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from random import Random

import pytest

from tests.fuzz import record, rpc
from tests.fuzz.harness import fuzz_at_random, mutate, run

HARNESSES = {"record": record, "rpc": rpc}
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", HARNESSES)
def test_the_harness_as_it_is_run_by_hand(name: str) -> None:
    """With atheris if it is installed; the checks are the same without it."""
    command = [sys.executable, "-m", f"tests.fuzz.{name}", "-runs=3000", "-seed=1", "-max_len=4096"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    if find_spec("atheris"):
        assert "Done 3000 runs" in done.stderr


@pytest.mark.parametrize("name", HARNESSES)
def test_random_changes(name: str) -> None:
    fuzz_at_random(HARNESSES[name].check, HARNESSES[name].seeds(), 1500)


@pytest.mark.parametrize("name", HARNESSES)
def test_the_seeds_are_good(name: str) -> None:
    for seed in HARNESSES[name].seeds():
        HARNESSES[name].check(seed)


def faulty(data: bytes) -> None:
    assert b"}" not in data


def test_something_wrong_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A harness must be able to find a failure."""
    monkeypatch.setattr("tests.fuzz.harness.find_spec", lambda _name: None)
    with pytest.raises(AssertionError):
        run(faulty, [b"some text"], ["-runs=1000"])


def test_changes_change_something() -> None:
    random = Random(1)
    seen = {mutate(b"a good record", [b"another"], random) for _ in range(100)}
    assert len(seen) > 80
