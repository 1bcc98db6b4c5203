"""The program under a wrong clock (libfaketime): nothing is deleted, and computers go on."""

from __future__ import annotations

import time
from pathlib import Path

import httpx
import pytest

from tests.web.people import TIMEOUT
from tests.web.test_serve import served, up

pytestmark = pytest.mark.needs("faketime")

AGAINST_COMPUTER = {
    "game": "mole-hill",
    "board": "patch",
    "seats": [{"kind": "computer", "level": 2}, {"kind": "here"}],
}


def at_another_time(offset: str) -> dict[str, str]:
    """The variables by which a program sees another time."""
    library = next(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"))
    return {
        "LD_PRELOAD": str(library),
        "FAKETIME": offset,
        "FAKETIME_DONT_RESET": "1",
        # Else a thread that waits for Python's lock spins, and all takes a hundred times as long.
        "FAKETIME_FORCE_MONOTONIC_FIX": "0",
        # Else files seem to have changed with the clock, and every kernel and module is compiled again.
        "NO_FAKE_STAT": "1",
    }


def test_a_wrong_clock_deletes_nothing_and_stops_no_computer(tmp_path: Path) -> None:
    with served(tmp_path, "serve") as (program, base):
        up(base)
        with httpx.Client(base_url=f"{base}/api", headers={"origin": base}) as lina:
            opened = lina.post("/matches", json=AGAINST_COMPUTER).json()["id"]
            cookie = {"cookie": f"moleworks={lina.cookies['moleworks']}"}
        program.kill()  # the computer has just begun to think
    with served(tmp_path, "serve", **at_another_time("+61d")) as (program, base):
        up(base)
        assert program.stderr is not None
        while "nothing is deleted" not in program.stderr.readline():
            assert program.poll() is None
        assert httpx.get(f"{base}/api/matches/{opened}", headers=cookie).status_code == 200
    with served(tmp_path, "serve", **at_another_time("-1h")) as (_, base):
        up(base)
        deadline = time.monotonic() + TIMEOUT
        while httpx.get(f"{base}/api/matches/{opened}", headers=cookie).json()["actor"] != 1:
            assert time.monotonic() < deadline
            time.sleep(0.05)
