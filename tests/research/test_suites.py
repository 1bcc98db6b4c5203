"""Stable-Baselines3, TorchRL and RLlib learn on our environments: they have a lock of their own."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

HERE = Path(__file__).parent / "suites"
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def python() -> Path:
    """The interpreter of an environment with these libraries, installed once: more than a gigabyte."""
    place = ROOT / "build" / "suites"
    found = place / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    wanted, done = (HERE / "requirements.txt").read_text("utf-8"), place / "installed.txt"
    if not done.exists() or done.read_text("utf-8") != wanted:
        venv.create(place, clear=True, with_pip=True)
        install: list[str | Path] = [
            found,
            "-m",
            "pip",
            "install",
            "--quiet",
            "-r",
            HERE / "requirements.txt",
        ]
        subprocess.run(install, check=True)
        done.write_text(wanted, "utf-8")
    return found


@pytest.mark.long
@pytest.mark.parametrize("library", ["sb3", "torchrl", "rllib"])
def test_a_library_learns_on_our_environments(python: Path, library: str) -> None:
    ran = subprocess.run(
        [python, HERE / "check.py", library],
        env=os.environ | {"PYTHONPATH": str(ROOT / "src"), "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout.count(" passed") == 3
    ours = [line for line in ran.stderr.splitlines() if "moleworks" in line and "Warning" in line]
    assert ours == []
