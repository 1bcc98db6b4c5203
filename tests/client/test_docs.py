"""The bot that the documentation shows, and the command that seats one, at a server that really runs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.client.server import TIMEOUT, BackgroundCall, Server
from tests.client.test_bot import Wanderer

DOCS = Path(__file__).parents[2] / "docs" / "bots.md"


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words], capture_output=True, encoding="utf-8", check=False, timeout=TIMEOUT
    )


def test_the_first_bot_of_the_documentation_plays(server: Server, tmp_path: Path) -> None:
    code = re.search(r"```python\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    assert code is not None
    lines = [line for line in code[1].splitlines() if line.strip()]
    assert len(lines) < 10, "a bot of ten lines"
    program = tmp_path / "mine.py"
    program.write_text(code[1], "utf-8")
    table = server.open("mole-hill", board="patch")
    going = BackgroundCall(Wanderer("Other").join, table.links[1])
    ended = run(str(program), table.links[0])
    assert ended.returncode == 0, ended.stderr
    result = going.done()
    assert ended.stdout.strip() == repr(result._replace(seat=0))


@pytest.mark.parametrize("how", [["--level", "1"], ["--engine", f'"{sys.executable}" -m moleworks rpc']])
def test_the_command_seats_a_bot(server: Server, how: list[str]) -> None:
    table = server.open("mole-hill", board="patch")
    going = BackgroundCall(Wanderer("Other").join, table.links[1])
    ended = run("-m", "moleworks", "bot", table.links[0], *how, "--name", "Digger", "--stay", "0")
    assert ended.returncode == 0, ended.stderr
    won = going.done().winner
    lines = {0: "Digger has won.", 1: "Digger has lost.", None: "Nobody has won."}
    assert ended.stdout.splitlines() == [lines[won]]
    assert table.table_data()["seats"][0]["name"] == "Digger"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["http://127.0.0.1:1/#watch=Zm9yZXZlci1mb3JldmVyLTE"], "This link is for watching."),
        (["http://127.0.0.1:1/#join=Zm9yZXZlci1mb3JldmVyLTE"], "cannot be reached"),
        (["http://127.0.0.1:1/#join=Zm9yZXZlci1mb3JldmVyLTE", "--level", "9"], "1 to 7"),
        (
            ["http://127.0.0.1:1/#join=Zm9yZXZlci1mb3JldmVyLTE", "--engine", "no-such"],
            "no-such does not start",
        ),
    ],
)
def test_a_mistake_is_one_sentence(words: list[str], reason: str) -> None:
    ended = run("-m", "moleworks", "bot", *words)
    assert ended.returncode == 2
    assert reason in ended.stderr
    assert len(ended.stderr.splitlines()) == 1
