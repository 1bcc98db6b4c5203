"""Who has not installed an extra is told which one; and nothing else needs it."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import sys
for name in ("pyspiel", "open_spiel", "pettingzoo", "gymnasium"):
    sys.modules[name] = None
import moleworks.games, moleworks.research.encoding, moleworks.research.episode
import moleworks.research.{extra}
"""


@pytest.mark.parametrize("extra", ["openspiel", "pettingzoo", "gymnasium"])
def test_a_missing_extra_is_named(extra: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(extra=extra)], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 1
    assert ran.stderr.rstrip().endswith(f'pip install "moleworks[{extra}]"')
