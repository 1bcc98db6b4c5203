"""The set-up that scripts/ share, with a make-believe Python: what it says, what it does, and when again."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOLS = ("cat", "cksum", "dirname", "env", "find", "mkdir", "rm", "sh")

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the scripts are for a POSIX shell")

# Answers the questions that venv.sh asks of a Python, but as another version, or without a module.
PROBED = """#!/bin/sh
exec '{real}' -c 'import sys; {change}; exec(sys.argv.pop(1))' "$2"
"""

# Makes a .venv whose python is this very script, and notes what was asked of it.
MADE_UP = """#!/bin/sh
echo "$@" >>'{log}'
case "$*" in
    "-m venv "*) mkdir -p "$4/bin" && cat "$0" >"$4/bin/python" && '{chmod}' +x "$4/bin/python" ;;
    *pip*) [ ! -e '{broken}' ] ;;
    --version) echo Python 3.11.0 ;;
    *version_info*2*) echo 3.11 ;;
esac
"""


class Clone:
    """A copy of what the scripts need, under a name with a space, on a machine with nothing but `TOOLS`."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "a clone"
        self.bin = folder / "bin"
        self.log = folder / "log"
        self.broken = folder / "broken"
        self.bin.mkdir()
        for tool in TOOLS:
            (self.bin / tool).symlink_to(str(shutil.which(tool)))
        shutil.copytree(ROOT / "scripts", self.root / "scripts")
        texts = self.root / "src" / "moleworks" / "texts" / "fr" / "LC_MESSAGES"
        texts.mkdir(parents=True)
        self.po = texts / "moleworks.po"
        for file in (self.po, self.root / "src" / "moleworks" / "__init__.py"):
            file.touch()
        locks = [f"requirements{name}.lock" for name in ("", "-docs", "-test", "-audit")]
        for name in ("pyproject.toml", "hatch_build.py", *locks):
            (self.root / name).write_text(f"# {name}\n")

    def python(self, name: str, script: str) -> Path:
        """Puts a make-believe Python on the PATH."""
        file = self.bin / name
        file.write_text(script)
        file.chmod(0o755)
        return file

    def made_up(self) -> None:
        """Puts a Python on the PATH that can seem to do everything."""
        chmod = shutil.which("chmod")
        self.python("python3", MADE_UP.format(log=self.log, broken=self.broken, chmod=chmod))

    def run(self, name: str, *arguments: str, **surroundings: str) -> subprocess.CompletedProcess[str]:
        """Runs a script from a folder that is not the clone's."""
        return subprocess.run(
            [self.root / "scripts" / name, *arguments],
            cwd=self.bin,
            env={"PATH": str(self.bin), **surroundings},
            capture_output=True,
            text=True,
            check=False,
        )

    def asked(self) -> list[str]:
        """What the last scripts wanted of pip and venv."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        self.log.unlink(missing_ok=True)
        wanted = (line for line in lines if line.startswith(("-m venv", "-m pip")))
        return [line.split(" --quiet ")[-1] for line in wanted]


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    return Clone(tmp_path)


def probed(change: str) -> str:
    return PROBED.format(real=sys.executable, change=change)


def old(minor: int) -> str:
    return probed(f"sys.version_info = (3, {minor}, 0)")


NO_VENV = probed('sys.modules["ensurepip"] = None')


def only_sentence(done: subprocess.CompletedProcess[str]) -> str:
    """What a script that gave up said: one line, and nothing else."""
    assert done.returncode == 1
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    return line


def test_no_python(clone: Clone) -> None:
    said = only_sentence(clone.run("play"))
    assert said.startswith("Moleworks needs Python 3.11 or newer: install one")
    assert not (clone.root / ".venv").exists()


def test_old_python(clone: Clone) -> None:
    clone.python("python3", old(9))
    clone.python("python", old(7))
    assert "needs Python 3.11 or newer, but python3 is 3.9: install one" in only_sentence(clone.run("test"))


def test_no_venv_module(clone: Clone) -> None:
    clone.python("python3", old(9))
    clone.python("python3.12", NO_VENV)
    said = only_sentence(clone.run("check"))
    assert said.startswith("python3.12 has no venv module: ")
    assert "apt install python3-venv" in said


def test_the_named_python_is_taken_or_refused(clone: Clone) -> None:
    clone.made_up()
    mine = clone.python("my python", old(10))
    assert f"but {mine} is 3.10" in only_sentence(clone.run("play", PYTHON=str(mine)))


def test_containers_need_an_engine(clone: Clone) -> None:
    assert 'needs "docker compose", which does not answer here' in only_sentence(clone.run("containers"))
    said = only_sentence(clone.run("containers", ENGINE="podman"))
    assert 'needs "podman compose"' in said
    clone.python("docker", '#!/bin/sh\n[ "$1" != info ]\n')
    assert 'cannot reach the engine of "docker": start it' in only_sentence(clone.run("containers"))


def test_set_up_once(clone: Clone) -> None:
    clone.made_up()
    done = clone.run("play", "mole hill", "--plain")
    assert done.returncode == 0, done.stderr
    root = clone.root
    assert clone.log.read_text().splitlines()[-1] == "-P -m moleworks mole hill --plain"
    assert clone.asked() == [
        f"-m venv --clear {root}/.venv",
        "uninstall --yes setuptools",
        f"install --no-deps --require-hashes -r {root}/requirements.lock",
        f"install --no-deps --no-build-isolation --editable {root}",
    ]
    assert clone.run("play").stderr == ""
    assert clone.asked() == []


def test_tests_add_to_what_playing_needs(clone: Clone) -> None:
    clone.made_up()
    clone.run("play")
    clone.asked()
    clone.run("test", "-x")
    assert clone.asked() == [f"install --no-deps --require-hashes -r {clone.root}/requirements-test.lock"]
    clone.run("test", "-x")
    clone.run("play")
    assert clone.asked() == []


def test_the_reference_adds_its_tool_unless_the_tests_have(clone: Clone) -> None:
    clone.made_up()
    clone.run("play")
    clone.asked()
    assert clone.run("docs").returncode == 0
    assert clone.asked() == [f"install --no-deps --require-hashes -r {clone.root}/requirements-docs.lock"]
    clone.run("docs")
    assert clone.asked() == []
    clone.run("test", "-x")
    clone.asked()
    (clone.root / "requirements-docs.lock").write_text("# new\n")
    clone.run("docs")
    assert clone.asked() == []


def test_checks_go_on_where_the_look_for_vulnerabilities_cannot_be_installed(clone: Clone) -> None:
    clone.made_up()
    clone.run("test", "-x")
    clone.asked()
    clone.broken.touch()
    said = clone.run("check").stderr
    assert "What the look for known vulnerabilities needs cannot be installed here.\n" in said
    assert clone.asked() == [f"install --no-deps --require-hashes -r {clone.root}/requirements-audit.lock"]
    clone.broken.unlink()
    clone.run("check")
    assert clone.asked() == [f"install --no-deps --require-hashes -r {clone.root}/requirements-audit.lock"]
    clone.run("check")
    assert clone.asked() == []


def test_what_was_interrupted_is_done_again(clone: Clone) -> None:
    clone.made_up()
    clone.broken.touch()
    assert clone.run("play").returncode != 0
    clone.broken.unlink()
    clone.asked()
    assert clone.run("play").returncode == 0
    assert clone.asked()[0] == f"-m venv --clear {clone.root}/.venv"


def test_a_changed_lock_starts_afresh(clone: Clone) -> None:
    clone.made_up()
    clone.run("play")
    clone.asked()
    (clone.root / "requirements.lock").write_text("# new\n")
    clone.run("play")
    assert clone.asked()[0] == f"-m venv --clear {clone.root}/.venv"


def test_a_changed_text_is_compiled(clone: Clone) -> None:
    clone.made_up()
    clone.run("play")
    clone.asked()
    clone.po.write_text("# new\n")
    clone.run("play")
    assert clone.asked() == [f"install --no-deps --no-build-isolation --editable {clone.root}"]


def test_a_moved_clone_starts_afresh(clone: Clone) -> None:
    clone.made_up()
    clone.run("play")
    clone.asked()
    clone.root = clone.root.rename(clone.root.with_name("elsewhere"))
    clone.run("play")
    assert clone.asked()[0] == f"-m venv --clear {clone.root}/.venv"
