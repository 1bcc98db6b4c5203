"""No file of the tree may say where packages come from, or on whose machine it was made."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "scripts" / "addresses.py"


def run(tree: Path) -> subprocess.CompletedProcess[str]:
    """The script as it would run in that tree."""
    copy = tree / "scripts" / "addresses.py"
    copy.parent.mkdir()
    copy.write_bytes(SCRIPT.read_bytes())
    return subprocess.run([sys.executable, copy], capture_output=True, text=True, check=False)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """An empty repository."""
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    return tmp_path


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a clone")
def test_this_tree_names_none() -> None:
    done = subprocess.run([sys.executable, SCRIPT], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("requirements.lock", "--index-url example"),
        ("requirements.lock", "--find-links wheels"),
        ("requirements.lock", "rich @ https:" + "//example.test/rich.whl"),
        ("requirements.lock", "rich @ file:" + "///wheels/rich.whl"),
        ("requirements.lock", "#   -c " + "/srv/checkout/requirements.lock"),
        ("requirements.lock", "#   -c " + "C:" + "\\checkout\\requirements.lock"),
        ("boards/hill.toml", "drawn = '" + "/srv/boards/hill.svg'"),
        ("README.md", "see pypi" + ".org"),
        ("notes.txt", "it is in " + "/home/" + "someone"),
    ],
)
def test_addresses_are_found(tree: Path, name: str, line: str) -> None:
    file = tree / name
    file.parent.mkdir(exist_ok=True)
    file.write_text(f"first\n{line}\n")
    done = run(tree)
    assert done.returncode == 1
    assert done.stdout.startswith(f"{name}:2: ")


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("requirements.lock", "rich==15.0.0 ; python_version < '3.12' \\"),
        ("requirements.lock", "    # via moleworks (pyproject.toml:build)"),
        ("pyproject.toml", 'include = ["/src", "/hatch_build.py"]'),
        ("pyproject.toml", '"src/moleworks/games/**" = []'),
        ("docs/protocol.md", "POST https:" + "//moleworks.test/work/of/moles"),
        ("ignored/own.lock", "https:" + "//example.test"),
    ],
)
def test_what_is_none_is_let_be(tree: Path, name: str, line: str) -> None:
    (tree / ".gitignore").write_text("ignored/\n")
    file = tree / name
    file.parent.mkdir(exist_ok=True)
    file.write_text(f"{line}\n")
    done = run(tree)
    assert done.returncode == 0, done.stdout
