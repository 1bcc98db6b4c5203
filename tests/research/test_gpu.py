"""Batches on a GPU, which Numba simulates: it does so in a process of its own, for whole processes only."""

from __future__ import annotations

import os
import subprocess
import sys


def test_batches_on_a_simulated_gpu() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/research/gpu_checks.py"],
        env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "skipped" not in ran.stdout


PROGRAM = """
import sys
sys.modules["numba.cuda"] = None
from moleworks.research import batch
batch("mole-hill", 2, device="cuda")
"""


def test_without_the_extra_it_is_named() -> None:
    ran = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert 'device="cuda" needs more than Moleworks brings along' in ran.stderr
    assert ran.stderr.rstrip().endswith('pip install "moleworks[cuda]"')
