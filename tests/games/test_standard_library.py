"""The rules need the standard library only, and load nothing else."""

from __future__ import annotations

import subprocess
import sys

import pytest

# What is there before counts as the interpreter's own: coverage, an editable install.
LOADED = """
import sys
before = set(sys.modules)
import {module}
new = {{name.partition(".")[0] for name in set(sys.modules) - before}}
print(sorted(new - set(sys.stdlib_module_names) - {{"moleworks"}}))
"""

SLOW_TO_LOAD = """
import sys
before = set(sys.modules)
import moleworks.rpc
print(sorted({"asyncio", "multiprocessing", "ssl", "subprocess"} & set(sys.modules) - before))
"""

WITHOUT_NUMBA = """
import sys
for name in ("numba", "numpy", "llvmlite"):
    sys.modules[name] = None  # importing it fails
from random import Random
from moleworks.games import GAMES
from moleworks.core import kernel
from moleworks.record import Match
assert not kernel.available()
random = Random(1)
for game in GAMES:
    match = Match.begin(game, options={} if game == "mole-hill" else {"turn_limit": 50})
    while names := [match.game.name(match.state, action) for action in match.game.legal(match.state)]:
        match.play([random.choice(names)])
    print(game, match.game.outcome(match.state).rule)
print("not compiled" if kernel.compiled(kernel.kernel(len)) is len else "compiled")
"""


def run(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    "module", ["moleworks", "moleworks.games", "moleworks.boards", "moleworks.record", "moleworks.rpc"]
)
def test_no_third_party_module_is_loaded(module: str) -> None:
    assert run(LOADED.format(module=module)) == "[]\n"


def test_the_engine_protocol_loads_no_event_loop() -> None:
    # Loading it would take nearly as long as all the rest, and engines are started often.
    assert run(SLOW_TO_LOAD) == "[]\n"


def test_every_game_is_played_without_numba() -> None:
    *played, last = run(WITHOUT_NUMBA).splitlines()
    assert [line.split()[0] for line in played] == ["mole-hill", "mole-company", "buddel-bande"]
    assert [line.split()[1][:2] for line in played] == ["MH", "MC", "BB"]
    assert last == "not compiled"
