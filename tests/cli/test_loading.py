"""What is loaded: no more than a command needs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from moleworks.games import GAMES
from tests.cli.calls import RECORD, TIMEOUT, run


def test_nothing_heavy_is_loaded_for_what_needs_nothing(tmp_path: Path) -> None:
    """No compiler, no players, no arena for lists, for reading records, and for people among themselves."""
    file = tmp_path / "game.txt"
    file.write_text(RECORD, "utf-8")
    program = (
        "import sys; from moleworks.__main__ import main\n"
        "main()\n"
        "heavy = {'numba', 'numpy', 'moleworks.arena', 'moleworks.terminal.analysis',"
        " 'moleworks.engine.analysis', 'moleworks.games.mole_hill.player.player'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)\n"
    )
    for arguments in (["games"], ["replay", str(file)], ["play", "mole-hill", "--names", "a,b"]):
        done = subprocess.run(
            [sys.executable, "-c", program, *arguments],
            input="",
            capture_output=True,
            text=True,
            check=True,
            timeout=TIMEOUT,
        )
        assert done.stderr.strip() == "[]"


REQUEST = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "games"}) + "\n"


def test_rpc_answers() -> None:
    done = run("rpc", lines=REQUEST)
    assert (done.returncode, done.stderr) == (0, "")
    assert [game["id"] for game in json.loads(done.stdout)["result"]] == list(GAMES)


def test_rpc_loads_neither_the_command_line_nor_a_compiler() -> None:
    program = (
        "import sys; sys.argv = ['moleworks', 'rpc']\n"
        "from moleworks.__main__ import main\n"
        "main()\n"
        "print(sorted({'cyclopts', 'rich', 'numba', 'numpy'} & set(sys.modules)), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=REQUEST,
        capture_output=True,
        text=True,
        check=True,
        timeout=TIMEOUT,
    )
    assert done.stderr.strip() == "[]"
